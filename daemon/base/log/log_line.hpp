// One line of the log: what it may hold, and its text.
#pragma once

#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace puzzled {

enum class LogLevel { kTrace, kDebug, kInfo, kWarning, kError, kOff };

/// By the name that the settings use: trace, debug, info, warning, error, off.
std::optional<LogLevel> log_level_of(std::string_view name);

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

/// The line, which ends with its only line feed. `more` > 0: the line says that so many lines like
/// it were held back.
std::string log_line(LogFormat format, LogLevel level, std::chrono::system_clock::time_point time,
                     std::string_view event, LogFields fields, std::uint64_t more = 0);

}  // namespace puzzled
