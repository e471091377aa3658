// The input of the makers of examples, and the text that they write.
#pragma once

#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/result.hpp"

namespace puzzled::commands::examples {

/// An example that is asked for by name.
struct Request {
  std::string_view name;        ///< the whole: `langford-8`
  std::string_view parameter;   ///< what is behind the family's name and a hyphen: `8`
  std::vector<unsigned> sizes;  ///< the numbers of `4x5`; empty if it is not of that kind
  std::string_view words;

  unsigned n() const { return sizes[0]; }
};

/// Why the request cannot be met.
Error refused(const Request& request, std::string_view reason);

/// The text of an example, written line by line. A `form` is one or more words in which each `%`
/// stands for the next of the parts: characters, strings, and numbers.
class ExampleText {
 public:
  /// Begins with comments: what it is, and how many covers there are if that is known.
  ExampleText(std::string_view title, std::optional<std::string_view> count);
  /// `known`: the counts of some examples of the family, such as `3x20:8 20x3:8`.
  ExampleText(std::string_view title, const Request& request, std::string_view known);

  /// REQUIRES: nothing but comments stands before it.
  void comment(std::string_view line) { text_.append("| ").append(line).append("\n"); }

  /// Adds words to the line.
  template <class... Parts>
  void add(std::string_view form, const Parts&... parts) {
    if (is_in_line_) text_ += ' ';
    is_in_line_ = true;
    (append(form, parts), ...);
    text_ += form;
  }
  /// The same for each number from 1 to n.
  void add_each(std::string_view form, unsigned n) {
    for (unsigned i = 1; i <= n; ++i) add(form, i);
  }
  /// The same for each row and column of a grid, row by row.
  void add_grid(std::string_view form, unsigned rows, unsigned columns) {
    for (unsigned i = 0; i < rows * columns; ++i) add(form, i / columns + 1, i % columns + 1);
  }
  void end_line() {
    text_ += '\n';
    is_in_line_ = false;
  }
  /// Adds words and ends the line.
  template <class... Parts>
  void line(std::string_view form, const Parts&... parts) {
    add(form, parts...);
    end_line();
  }

  std::string take() { return std::move(text_); }

 private:
  template <class Part>
  void append(std::string_view& form, const Part& part) {
    const std::size_t place = form.find('%');
    text_ += form.substr(0, place);
    form.remove_prefix(place + 1);
    if constexpr (std::integral<Part> && !std::same_as<Part, char>) {
      text_ += std::to_string(part);
    } else {
      text_ += part;
    }
  }

  std::string text_;
  bool is_in_line_ = false;
};

}  // namespace puzzled::commands::examples
