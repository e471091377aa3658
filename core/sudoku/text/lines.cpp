#include "core/sudoku/text/lines.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "core/sudoku/text/cells.hpp"
#include "core/sudoku/text/characters.hpp"

namespace puzzled::sudoku {
namespace {

constexpr std::string_view kWhiteSpace = " \t\r\v\f";

/// Within a line; the same as kWhiteSpace.
bool is_white_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r' && c != '\n');
}

/// In which `#` stands for blanks or is drawn as a border, though a comment begins so, too.
bool is_row_of_hashes(std::string_view line) {
  std::size_t cells = 0;
  std::size_t hashes = 0;
  bool has_digit = false;
  bool has_gap = false;
  for (const char c : trimmed(line)) {
    has_gap = has_gap || c == ' ';
    has_digit = has_digit || (c >= '0' && c <= '9');
    if (c == '#') {
      ++hashes;
    } else if (cell_value(c) >= 0) {
      ++cells;
    } else if (c != ' ') {
      return false;
    }
  }
  if (hashes < 2 || !has_digit) return false;
  const bool is_bordered = cells == kSide && trimmed(line).back() == '#';
  return is_bordered || (!has_gap && (cells + hashes == kCells || cells + hashes == kSide));
}

/// Nine or 81 cells and white space.
bool has_cells_alone(std::string_view line, const BlankSigns& blanks) {
  std::size_t cells = 0;
  for (const char c : line) {
    if (is_space(c)) continue;
    if (cell_value(c) < 0 && blanks.text().find(c) == kNone) return false;
    ++cells;
  }
  return cells == kSide || cells == kCells;
}

}  // namespace

bool is_comment(std::string_view line) {
  return line.starts_with('#') && (line.size() > kMaxLineBytes || !is_row_of_hashes(line));
}

std::string too_long_reason() {
  return "line longer than " + std::to_string(kMaxLineBytes) + " bytes";
}

std::string_view take_line(std::string_view& text) {
  const std::size_t newline = text.find('\n');
  std::string_view line = text.substr(0, newline);
  text.remove_prefix(newline == std::string_view::npos ? text.size() : newline + 1);
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  if (text.starts_with(kMark)) text.remove_prefix(kMark.size());
  return text;
}

std::size_t skip_blank_lines(std::string_view& text, const BlankSigns& blanks) {
  if (blanks.begin_comments()) return 0;
  constexpr std::string_view kLineFeeds = "\n\n\n\n\n\n\n\n";
  std::size_t lines = 0;
  std::size_t begin = 0;  // of the line at hand
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '#' && at == begin) {
      const std::size_t first = at;
      // Right behind a short comment there is no need for a call.
      constexpr std::size_t kShort = 8;
      const std::size_t near = std::min(text.size(), at + kShort);
      while (at < near && text[at] != '\n') ++at;
      if (at == near) at = text.find('\n', at);
      if (at == std::string_view::npos || !is_comment(text.substr(first, at - first))) break;
    }
    if (text[at] == '\n') {
      if (text[begin] != '#' && at - begin > kMaxLineBytes) break;
      ++lines;
      ++at;
      for (; text.substr(at, kLineFeeds.size()) == kLineFeeds; at += kLineFeeds.size()) {
        lines += kLineFeeds.size();
      }
      begin = at;
    } else if (is_white_space(text[at])) {
      ++at;
    } else {
      break;
    }
  }
  text.remove_prefix(begin);
  return lines;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kWhiteSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kWhiteSpace) - first + 1);
}

std::size_t count_lines(std::string_view text) {
  // std::count() of bytes compiles to an eighth of this speed: it widens every byte at once.
  using Sixteen = std::uint8_t __attribute__((vector_size(16)));
  using Four = std::array<Sixteen, 4>;
  constexpr std::size_t kBeforeOverflow = 255;
  std::size_t count = 0;
  while (text.size() >= sizeof(Four)) {
    const std::size_t steps = std::min(text.size() / sizeof(Four), kBeforeOverflow);
    Four sums{};
    for (std::size_t i = 0; i < steps; ++i) {
      Four bytes;
      std::memcpy(&bytes, text.data() + i * sizeof(Four), sizeof(Four));
      for (std::size_t k = 0; k < bytes.size(); ++k) sums[k] -= bytes[k] == Sixteen{} + '\n';
    }
    for (const Sixteen& sum : sums) {
      for (std::size_t i = 0; i < sizeof(Sixteen); ++i) count += sum[i];
    }
    text.remove_prefix(steps * sizeof(Four));
  }
  return count + static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

std::size_t end_of_line(std::string_view text, std::uint64_t count) {
  constexpr std::size_t kStride = 4096;
  std::size_t at = 0;
  for (; text.size() - at >= kStride; at += kStride) {
    const std::size_t lines = count_lines(text.substr(at, kStride));
    if (lines >= count) break;
    count -= lines;
  }
  for (; count > 0; --count) {
    const std::size_t newline = text.find('\n', at);
    if (newline == std::string_view::npos) return newline;
    at = newline + 1;
  }
  return at;
}

LineClass classify(std::string_view line, Layout layout, const BlankSigns& blanks) {
  if (line.empty()) return LineClass::kBlank;
  if (blanks.begin_comments() && has_cells_alone(line, blanks)) return LineClass::kContent;
  const char first = line.front();
  if (cell_value(first) > 0) return LineClass::kContent;
  if (first == '#' && is_comment(line)) return LineClass::kComment;
  // Too long to be looked through: what it is must not depend on bytes that a cut may hide.
  if (line.size() > kMaxLineBytes) return LineClass::kContent;
  const std::string_view text = trimmed(line);
  if (text.empty()) return LineClass::kBlank;
  if (is_comment(text)) return LineClass::kComment;
  if (layout == Layout::kAny && text.starts_with("//")) return LineClass::kComment;
  if (first == 'e' && text == "end") return LineClass::kEnd;
  return LineClass::kContent;
}

}  // namespace puzzled::sudoku
