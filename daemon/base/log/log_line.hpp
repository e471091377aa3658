// What a line of the log says, apart from time and level: what it may hold, and its text.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <variant>

namespace puzzled {

enum class LogFormat {
  kText,     ///< `2026-11-20T13:22:03.123Z warning client dropped client=127.0.0.1:40312 ...`
  kJournal,  ///< `<4>client dropped client=...`: systemd's journal adds time and level itself
  kJson,     ///< `{"time":"...","level":"warning","event":"client dropped","client":"..."}`
};

/// By the name that the settings use: json, or text. Text is for the journal where stderr is
/// connected to it (JOURNAL_STREAM names stderr's device and inode).
LogFormat log_format_of(std::string_view name);

/// What is told with an event. Text is kept to kLogTextLimit bytes and escaped as needed.
struct LogField {
  using Value = std::variant<bool, std::int64_t, std::uint64_t, double, std::string_view>;

  LogField(std::string_view name, std::string_view text) : key(name), value(text) {}
  LogField(std::string_view name, const char* text) : key(name), value(std::string_view(text)) {}
  LogField(std::string_view name, bool flag) : key(name), value(flag) {}
  LogField(std::string_view name, double number) : key(name), value(number) {}
  LogField(std::string_view name, std::signed_integral auto number)
      : key(name), value(std::int64_t{number}) {}
  LogField(std::string_view name, std::unsigned_integral auto number)
      : key(name), value(std::uint64_t{number}) {}

  std::string_view key;
  Value value;
};
inline constexpr std::size_t kLogTextLimit = 256;

using LogFields = std::initializer_list<LogField>;

/// Without line feeds: for kJson the members of an object behind its time and level, and its end.
/// `more` > 0: it says that so many lines like it were suppressed.
std::string log_message(LogFormat format, std::string_view event, LogFields fields,
                        std::uint64_t more = 0);

}  // namespace puzzled
