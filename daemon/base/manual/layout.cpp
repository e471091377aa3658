#include "daemon/base/manual/layout.hpp"

#include <algorithm>

namespace puzzled::manual {
namespace {

std::size_t columns_of(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

/// One line of the text, without its end.
void append_wrapped(std::string& result, std::string_view text, std::string_view prefix,
                    std::size_t columns) {
  std::string line(prefix);
  bool is_begun = false;
  while (!text.empty()) {
    const std::size_t size = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, size);
    text.remove_prefix(std::min(size + 1, text.size()));
    if (is_begun && columns_of(line) + 1 + columns_of(word) > columns) {
      result += line + '\n';
      line = prefix;
      is_begun = false;
    }
    if (is_begun) line += ' ';
    line += word;
    is_begun = true;
  }
  while (line.ends_with(' ')) line.pop_back();
  result += line + '\n';
}

}  // namespace

std::string wrapped(std::string_view text, std::string_view prefix, std::size_t columns) {
  std::string result;
  for (;;) {
    const std::size_t size = std::min(text.find('\n'), text.size());
    append_wrapped(result, text.substr(0, size), prefix, columns);
    if (size == text.size()) return result;
    text.remove_prefix(size + 1);
  }
}

std::string padded(std::string text, std::size_t columns) {
  text.append(columns - std::min(columns, columns_of(text)), ' ');
  return text;
}

}  // namespace puzzled::manual
