// What the makers of examples are told, and how they write.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/result.hpp"

namespace puzzled::cover::examples {

/// An example that is asked for by name.
struct Request {
  std::string_view name;        ///< the whole: `langford-8`
  std::string_view parameter;   ///< what is behind the family's name and a hyphen: `8`
  std::vector<unsigned> sizes;  ///< the numbers of `4x5`; empty if it is not of that kind
  std::string_view words;
};

/// The numbers, joined by `x`, of `parameter`; empty if that is not what it is.
std::vector<unsigned> parse_sizes(std::string_view parameter);

/// Why the request cannot be met.
Error refused(const Request& request, std::string_view reason);

/// The request's only number if it is within the bounds, else why not.
Result<unsigned> one_size(const Request& request, unsigned min, unsigned max);

/// Examples of one family whose numbers of covers are known, with their sources in the code.
struct KnownCount {
  std::string_view parameter;
  std::string_view count;
};

/// The text of an example, written word by word.
class ExampleText {
 public:
  /// Begins with comments: what it is, and how many covers there are if that is known.
  ExampleText(std::string_view title, std::optional<std::string_view> count);
  ExampleText(std::string_view title, const Request& request, std::span<const KnownCount> known);

  /// REQUIRES: nothing but comments stands before it.
  void comment(std::string_view line) { text_.append("| ").append(line).append("\n"); }

  /// Adds a word to the line: its parts are strings, characters, and numbers.
  template <class... Parts>
  void word(Parts... parts) {
    if (is_in_line_) text_ += ' ';
    is_in_line_ = true;
    (append(parts), ...);
  }
  /// What is named from here on is secondary.
  void bar() { word('|'); }
  void cost(std::int64_t cost) { word('|', cost); }
  void end_line() {
    text_ += '\n';
    is_in_line_ = false;
  }

  std::string take() { return std::move(text_); }

 private:
  void append(std::string_view part) { text_ += part; }
  void append(char part) { text_ += part; }
  template <std::integral Number>
  void append(Number part) {
    text_ += std::to_string(part);
  }

  std::string text_;
  bool is_in_line_ = false;
};

}  // namespace puzzled::cover::examples
