// The lines and words of a problem's text, and faults at a place of it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/cover/text/problem_text.hpp"

namespace puzzled::cover::text {

enum class ByteClass : std::uint8_t { kName, kBlank, kColon, kBar };

inline constexpr auto kByteClasses = [] {
  std::array<ByteClass, 256> classes{};
  for (const char blank : {' ', '\t', '\v', '\f', '\r', '\n'}) {
    classes[static_cast<unsigned char>(blank)] = ByteClass::kBlank;
  }
  classes[':'] = ByteClass::kColon;
  classes['|'] = ByteClass::kBar;
  return classes;
}();

inline ByteClass class_of(char c) {
  return kByteClasses[static_cast<unsigned char>(c)];
}

inline const char* skip_blanks(const char* at, const char* end) {
  while (at != end && class_of(*at) == ByteClass::kBlank) ++at;
  return at;
}

inline const char* end_of_name(const char* at, const char* end) {
  while (at != end && class_of(*at) == ByteClass::kName) ++at;
  return at;
}

inline const char* end_of_word(const char* at, const char* end) {
  while (at != end && class_of(*at) != ByteClass::kBlank) ++at;
  return at;
}

inline std::string_view between(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

/// A byte order mark, which some editors put at the beginning of a file.
inline constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

/// The line between two problems.
inline constexpr std::string_view kProblemLine = "---";

std::string_view without_blanks(std::string_view line);

/// A name in quotes as a message shows it: its first bytes, those that do not print as `?`.
std::string quoted_name(std::string_view name);

/// Goes through the lines of a text that are neither blank nor comments.
class LineScanner {
 public:
  /// `text` must outlive the scanner.
  LineScanner(std::string_view text, std::uint64_t first_line);

  /// Goes to the next line; false if there is none. Then the place is the end of the text.
  bool next();

  /// The line: without its end, `begin()` stands at its first byte that is no blank.
  const char* begin() const { return begin_; }
  const char* end() const { return end_; }
  std::string_view line() const { return between(begin_, end_); }
  std::size_t offset() const { return static_cast<std::size_t>(line_begin_ - text_.data()); }

  TextFault fault(const char* at, std::string message) const {
    return {line_, static_cast<std::uint64_t>(at - line_begin_) + 1, std::move(message)};
  }

 private:
  std::string_view text_;
  std::uint64_t line_;
  const char* next_line_;
  const char* line_begin_;
  const char* begin_;
  const char* end_;
};

/// The place of the first byte that is not allowed in a text: NUL, or a carriage return within a
/// line.
std::optional<TextFault> find_no_text(std::string_view text, std::uint64_t first_line);

/// Reads the costs at the end of an option, `|5` or `| 5`, and guards the sum of all costs.
class CostReader {
 public:
  /// Reads one cost at `at`, where a bar stands, adds it to `cost`, and returns where it ends; null
  /// if there is none before `end`, or it is too large: then place() and message() say so.
  const char* read(const char* at, const char* end, std::int64_t& cost);

  /// To be called for each option; `at` is where its costs begin.
  bool add_to_sum(const char* at, std::int64_t cost);

  bool has_read() const { return has_read_; }  ///< any cost
  const char* place() const { return place_; }
  const std::string& message() const { return message_; }

 private:
  bool fail(const char* at, std::string message) {
    place_ = at;
    message_ = std::move(message);
    return false;
  }

  const char* place_ = nullptr;
  std::string message_;
  std::int64_t sum_ = 0;  // of the absolute values
  bool has_read_ = false;
};

}  // namespace puzzled::cover::text
