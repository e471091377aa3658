// JSON for streams of answers and log lines: an object is written member by member to the end of a
// text, without a tree in memory. What is written once (summaries, the status page) uses
// nlohmann-json in daemon. Functions may be called on any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace puzzled {

/// Appends `text` in quotes, escaped. Bytes that are not UTF-8 become U+FFFD, so the result always
/// is UTF-8.
void append_json_string(std::string& to, std::string_view text);

/// One object at the end of `to`. REQUIRES: names are printable ASCII without quotes and
/// backslashes, each given once; end() is called last; nothing else is appended in between, except
/// the value of member().
class JsonObject {
 public:
  explicit JsonObject(std::string& to) : to_(to) {}

  void text(std::string_view name, std::string_view value);
  /// REQUIRES: |value| <= 2^53, which is what every reader takes exactly.
  void number(std::string_view name, std::int64_t value);
  /// A number of solutions, which may pass 2^53: as a string.
  void count(std::string_view name, std::uint64_t value);
  /// Appends the name of the next member; its value is to be appended to the result.
  std::string& member(std::string_view name);
  void end();

 private:
  std::string& to_;
  bool is_empty_ = true;
};

}  // namespace puzzled
