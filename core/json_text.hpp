// All JSON that is written: an object member by member to the end of a text, without a tree in
// memory. Functions may be called on any thread.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace puzzled {

/// Appends `text` in quotes, escaped. Bytes that are not UTF-8 become U+FFFD, so the result always
/// is UTF-8.
void append_json_string(std::string& to, std::string_view text);

/// Appends digits.
void append_json_number(std::string& to, std::int64_t value);
void append_json_number(std::string& to, std::uint64_t value);
/// Appends the shortest digits that read as `value`, with a point or an exponent; `null` for what
/// is not finite.
void append_json_number(std::string& to, double value);

/// One object at the end of `to`. REQUIRES: names are printable ASCII without quotes and
/// backslashes, each given once; end() is called last; nothing else is appended in between, except
/// the value of member().
class JsonObject {
 public:
  explicit JsonObject(std::string& to) : to_(to) {}

  void text(std::string_view name, std::string_view value);
  /// REQUIRES: |value| <= 2^53, which is what every reader takes exactly, or more would not matter.
  void number(std::string_view name, std::signed_integral auto value) {
    append_json_number(member(name), std::int64_t{value});
  }
  void number(std::string_view name, std::unsigned_integral auto value) {
    append_json_number(member(name), std::uint64_t{value});
  }
  void number(std::string_view name, double value) { append_json_number(member(name), value); }
  void flag(std::string_view name, bool value) { member(name) += value ? "true" : "false"; }
  /// A number of solutions, which may pass 2^53: as a string.
  void count(std::string_view name, std::uint64_t value);
  /// Appends the name of the next member; its value is to be appended to the result.
  std::string& member(std::string_view name);
  /// Begins an object as the next member; nothing is added to this one until that one ends.
  JsonObject object(std::string_view name) { return JsonObject(member(name)); }
  void end();

 private:
  std::string& to_;
  bool is_empty_ = true;
};

/// One array at the end of `to`, in the same way.
class JsonArray {
 public:
  explicit JsonArray(std::string& to) : to_(to) {}

  /// The next value is to be appended to the result.
  std::string& next();
  void end();

 private:
  std::string& to_;
  bool is_empty_ = true;
};

}  // namespace puzzled
