#include "core/sudoku/text_form.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/sudoku/grid.hpp"

namespace puzzled::sudoku {
namespace {

constexpr std::string_view kWhiteSpace = " \t\r\v\f";
constexpr std::array<std::string_view, 5> kPuzzleHeaders = {"puzzle", "puzzles", "quiz", "quizzes",
                                                            "sudoku"};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool equal_ignoring_case(std::string_view text, std::string_view lower) {
  return std::equal(text.begin(), text.end(), lower.begin(), lower.end(), [](char a, char b) {
    return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
  });
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kWhiteSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kWhiteSpace) - first + 1);
}

bool is_ruler(std::string_view line) {
  return line.find_first_not_of("-+=|* \t") == std::string_view::npos &&
         line.find_first_of("-=") != std::string_view::npos;
}

/// Project Euler 96 and its descendants put `Grid 01` above each board.
bool is_title(std::string_view line) {
  constexpr std::string_view kGrid = "grid";
  if (!equal_ignoring_case(line.substr(0, kGrid.size()), kGrid)) return false;
  const std::string_view number = trimmed(line.substr(kGrid.size()));
  return !number.empty() && std::all_of(number.begin(), number.end(), is_digit);
}

bool is_nine_cells(std::string_view line) {
  int cells = 0;
  for (const char c : line) {
    if (is_cell_gap(c)) continue;
    if (cell_value(c) < 0) return false;
    ++cells;
  }
  return cells == kSide;
}

std::optional<int> header_column(std::string_view line) {
  for (int column = 0;; ++column) {
    const std::optional<std::string_view> field = csv_field(line, column);
    if (!field) return std::nullopt;
    if (is_puzzle_header(*field)) return column;
  }
}

TextForm csv_form(int column) {
  return {.layout = Layout::kLines, .has_header = true, .csv_column = column, .judge_board = false};
}

/// The next line of `head` that is neither blank nor a comment. `cut` is set when that line may go
/// on beyond `head`.
struct Significant {
  std::string_view line;
  bool found = false;
  bool cut = false;
};

Significant next_significant(std::string_view& head, bool complete) {
  while (!head.empty()) {
    const bool cut = !complete && head.find('\n') == std::string_view::npos;
    const std::string_view line = take_line(head);
    const LineClass kind = classify(line, Layout::kLines);
    if (kind != LineClass::kBlank && kind != LineClass::kComment) return {line, true, cut};
  }
  return {};
}

}  // namespace

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

std::optional<std::string_view> csv_field(std::string_view line, int column) {
  for (; column > 0; --column) {
    const std::size_t comma = line.find(',');
    if (comma == std::string_view::npos) return std::nullopt;
    line.remove_prefix(comma + 1);
  }
  return line.substr(0, line.find(','));
}

bool is_board_count(std::string_view line) {
  const std::string_view number = trimmed(line);
  return !number.empty() && number.size() < kSide &&
         std::all_of(number.begin(), number.end(), is_digit);
}

bool is_puzzle_header(std::string_view field) {
  field = trimmed(field);
  return std::any_of(kPuzzleHeaders.begin(), kPuzzleHeaders.end(),
                     [&](std::string_view name) { return equal_ignoring_case(field, name); });
}

LineClass classify(std::string_view line, Layout layout) {
  if (line.empty()) return LineClass::kBlank;
  const char first = line.front();
  if (layout == Layout::kLines && cell_value(first) >= 0) return LineClass::kContent;
  if (first == '#') return LineClass::kComment;
  // Too long to be looked through: what it is must not depend on bytes that a cut may hide.
  if (line.size() > kMaxLineBytes) return LineClass::kContent;
  const std::string_view text = trimmed(line);
  if (text.empty()) return LineClass::kBlank;
  if (first == 'e' && text == "end") return LineClass::kEnd;
  if (layout == Layout::kBoards) {
    if (first == '[') {
      return equal_ignoring_case(text, "[puzzle]") ? LineClass::kPuzzleSection
                                                   : LineClass::kOtherSection;
    }
    if (is_ruler(text)) return LineClass::kRuler;
    if (is_title(text)) return LineClass::kTitle;
  }
  return LineClass::kContent;
}

std::optional<TextForm> detect_form(std::string_view head, bool complete) {
  head = without_byte_order_mark(head);
  const TextForm lines;
  const TextForm boards{
      .layout = Layout::kBoards, .has_header = false, .csv_column = 0, .judge_board = false};

  Significant first = next_significant(head, complete);
  if (!first.found) return complete ? std::optional(lines) : std::nullopt;
  // 81 cells in a row settle it even before the line's end has arrived.
  if (first.line.size() >= kCells && std::all_of(first.line.begin(), first.line.begin() + kCells,
                                                 [](char c) { return cell_value(c) >= 0; })) {
    return lines;
  }
  if (first.cut) return first.line.size() > kMaxLineBytes ? std::optional(lines) : std::nullopt;
  if (const std::optional<int> column = header_column(first.line)) return csv_form(*column);
  switch (classify(first.line, Layout::kBoards)) {
    case LineClass::kPuzzleSection:
    case LineClass::kOtherSection:
    case LineClass::kRuler:
    case LineClass::kTitle:
      return boards;
    case LineClass::kEnd:
      return lines;
    default:
      break;
  }

  // One row may be a board's first or a damaged line: a second row of nine, or nothing behind,
  // makes it a board.
  const bool counted = is_board_count(first.line);
  if (!counted && !is_nine_cells(first.line)) return lines;
  Significant second = next_significant(head, complete);
  if (!second.found || second.cut) {
    if (!complete) return std::nullopt;
    return counted ? lines : boards;
  }
  const LineClass second_class = classify(second.line, Layout::kBoards);
  const bool board =
      is_nine_cells(second.line) || (!counted && second_class == LineClass::kRuler) ||
      (!counted && second_class == LineClass::kContent && second.line.size() < kCells);
  if (!board) return lines;
  TextForm form = boards;
  form.judge_board = (counted ? second.line : first.line).size() == kSide;
  return form;
}

std::optional<TextForm> forced_form(std::string_view name, std::string_view head, bool complete) {
  if (name == "line" || name == "sdm") return TextForm{};
  if (name == "csv") {
    const std::optional<TextForm> detected = detect_form(head, complete);
    return detected && !detected->has_header ? csv_form(0) : detected;
  }
  return TextForm{.layout = Layout::kBoards,
                  .has_header = false,
                  .csv_column = 0,
                  .judge_board = name == "board"};
}

}  // namespace puzzled::sudoku
