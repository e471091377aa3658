#include "core/sudoku/text/likely_cause.hpp"

#include <algorithm>
#include <optional>

#include "core/sudoku/text/cells.hpp"
#include "core/sudoku/text/characters.hpp"
#include "core/sudoku/text/line_content.hpp"
#include "core/sudoku/text/lines.hpp"
#include "core/sudoku/text/text_form.hpp"

namespace puzzled::sudoku {
namespace {

bool is_token(char c) {
  return is_digit(c) || c == '.' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '+' ||
         c == '-' || c == '_' || c == '*' || c == '?';
}

/// `5.3007E+80`
bool is_scientific(std::string_view token) {
  const std::size_t e = token.find_first_of("eE");
  if (e == kNone || e < 3 || e + 1 >= token.size() || token[1] != '.' || !is_digit(token[0])) {
    return false;
  }
  const std::size_t exponent = token[e + 1] == '+' ? e + 2 : e + 1;
  return exponent < token.size() && std::ranges::all_of(token.substr(exponent), is_digit) &&
         std::ranges::all_of(token.substr(2, e - 2), is_digit);
}

/// Cells of a square board of that size.
std::optional<std::size_t> side_of(std::size_t cells) {
  for (const std::size_t side : {4, 6, 8, 10, 12, 15, 16, 20, 25}) {
    if (cells == side * side) return side;
  }
  return std::nullopt;
}

std::string other_size(std::size_t cells, std::size_t side) {
  return std::to_string(cells) + " cells: boards of other sizes than 9 by 9 (here " +
         std::to_string(side) + " by " + std::to_string(side) + ") take `puzzled solve --size " +
         std::to_string(side) + '`';
}

/// The longest token of a line, and how many there are.
struct Tokens {
  std::string_view longest;
  std::size_t count = 0;
  std::size_t short_ones = 0;  // of one or two characters
};

Tokens tokens_of(std::string_view line) {
  Tokens tokens;
  for (std::size_t at = 0; at < line.size();) {
    if (!is_token(line[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < line.size() && is_token(line[end])) ++end;
    const std::string_view token = line.substr(at, end - at);
    if (token.size() > tokens.longest.size()) tokens.longest = token;
    ++tokens.count;
    if (token.size() <= 2) ++tokens.short_ones;
    at = end;
  }
  return tokens;
}

/// 99 for whatever is no number of one or two digits.
std::size_t largest_number(std::string_view line) {
  std::size_t largest = 0;
  for (std::size_t at = 0; at < line.size();) {
    if (!is_token(line[at])) {
      ++at;
      continue;
    }
    std::size_t number = 0;
    std::size_t digits = 0;
    for (; at < line.size() && is_token(line[at]); ++at) {
      if (is_digit(line[at])) {
        number = std::min<std::size_t>(99, 10 * number + static_cast<std::size_t>(line[at] - '0'));
        ++digits;
      } else if (cell_value(line[at]) != 0 && digits > 0) {
        number = 99;
      }
    }
    largest = std::max(largest, number);
  }
  return largest;
}

/// Some number is 0.
bool has_zero(std::string_view line) {
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] == '0' && (at == 0 || !is_digit(line[at - 1]))) return true;
  }
  return false;
}

std::string cause_of_line(std::string_view line) {
  const Tokens tokens = tokens_of(line);
  const std::string_view token = tokens.longest;
  if (token.empty()) return {};
  if (is_scientific(token)) {
    return "numbers in scientific notation: the column was saved as a number and has lost its "
           "digits; save it as text";
  }
  const bool is_cells = std::ranges::all_of(token, [](char c) { return cell_value(c) >= 0; });
  const bool is_number = std::ranges::all_of(token, is_digit) && token[0] != '0';
  if (is_number && token.size() >= 60 && token.size() < kCells) {
    return std::to_string(token.size()) +
           " cells: was the column read as a number? Then zeros in front are lost; read it as text "
           "(pandas: dtype=str)";
  }
  if (is_cells && token.size() == 2 * kCells) {
    return "162 cells: a puzzle and its solution need a separator between them";
  }
  if (const auto side = side_of(token.size()); side && token.size() >= 16) {
    return other_size(token.size(), *side);
  }
  const bool are_short = tokens.count == tokens.short_ones;
  if (are_short && tokens.count == kCells && largest_number(line) == 10 && !has_zero(line)) {
    return "10 among 81 numbers: are blanks 1 and digits one more than they should be, as in the "
           "inputs of HRM? Then subtract 1 from every number";
  }
  if (are_short) {
    if (const auto side = side_of(tokens.count); side && tokens.count >= 16 && *side != 4) {
      return other_size(tokens.count, *side);
    }
  }
  return {};
}

/// 21 rows with the cells of five boards: six of 18, three of 21, three of 9 in the middle.
bool has_samurai_rows(std::string_view text) {
  std::size_t wide = 0;
  std::size_t full = 0;
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    if (classify(line, Layout::kAny) != LineClass::kContent) continue;
    const auto cells = std::ranges::count_if(line, [](char c) { return cell_value(c) >= 0; });
    wide += cells == 18 ? 1 : 0;
    full += cells == 21 ? 1 : 0;
  }
  return wide + full >= 15 && full >= 4;
}

/// Rows of another length than nine, as many as they are long.
std::string cause_of_rows(std::string_view text) {
  std::size_t rows = 0;
  std::size_t length = 0;
  std::size_t largest = 0;  // number in these rows
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    const Tokens tokens = tokens_of(line);
    if (tokens.count == 0 || classify(line, Layout::kAny) != LineClass::kContent) continue;
    // Words are no cells.
    if (tokens.count > 1 && tokens.short_ones < tokens.count) continue;
    const std::size_t here = tokens.count > 1 ? tokens.count : tokens.longest.size();
    if (here != length) largest = 0;
    if (tokens.count > 1) largest = std::max(largest, largest_number(line));
    if (here == length) {
      if (++rows == length) break;
    } else if (rows > 1) {
      break;
    } else {
      length = here;
      rows = 1;
    }
  }
  const std::optional<std::size_t> side = side_of(length * length);
  if (length == kSide + 1 && rows == kSide) {
    return "rows of 10 fields: is there a number in front of each row? Leave it out";
  }
  if (!side || rows < std::min<std::size_t>(length, 4) || largest > *side) return {};
  return other_size(length * length, length);
}

}  // namespace

std::string likely_cause(std::string_view beginning) {
  std::string_view text = without_byte_order_mark(beginning);
  if (text.starts_with("version https://git-lfs")) {
    return "a Git LFS pointer instead of the file itself: run `git lfs pull`";
  }
  const std::string_view front = text.substr(0, 200);
  if (front.find("<!DOCTYPE html") != kNone || front.find("<!doctype html") != kNone ||
      front.find("<html") != kNone) {
    return "a web page instead of the file itself: was the download's link right?";
  }
  if (text.find("<td") != kNone || text.find("<TD") != kNone) {
    return "a table of HTML: copy it from the browser as text, or save it as CSV";
  }
  if (text.find('\0') != kNone) return "binary data, not text: save the puzzles as text or CSV";
  if (has_samurai_rows(text)) return "a Samurai, five boards that overlap, is not read";
  if (std::string cause = cause_of_rows(text); !cause.empty()) return cause;
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    if (classify(line, Layout::kAny) != LineClass::kContent) continue;
    if (std::string cause = cause_of_line(line); !cause.empty()) return cause;
  }
  return {};
}

}  // namespace puzzled::sudoku
