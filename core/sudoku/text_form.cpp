#include "core/sudoku/text_form.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/sudoku/csv.hpp"
#include "core/sudoku/grid.hpp"

namespace puzzled::sudoku {
namespace {

constexpr std::string_view kWhiteSpace = " \t\r\v\f";
constexpr std::array<std::string_view, 5> kPuzzleHeaders = {"puzzle", "puzzles", "quiz", "quizzes",
                                                            "sudoku"};

/// Within a line; the same as kWhiteSpace.
bool is_white_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r' && c != '\n');
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
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

bool is_81_cells(std::string_view text) {
  return text.size() >= kCells && std::all_of(text.begin(), text.begin() + kCells,
                                              [](char c) { return cell_value(c) >= 0; });
}

/// 81 cells, some of them blank: no solution, which tables have beside the puzzle.
bool is_unsolved(std::string_view text) {
  return is_81_cells(text) && std::any_of(text.begin(), text.begin() + kCells,
                                          [](char c) { return cell_value(c) == 0; });
}

TextForm csv_form(std::size_t column, char separator) {
  return {.layout = Layout::kLines,
          .has_header = true,
          .csv_column = column,
          .header_column = column,
          .csv_separator = separator,
          .has_quotes = true};
}

/// What the fields of a header or a record are.
struct Columns {
  std::optional<std::size_t> puzzle;  ///< the first that is the puzzle, or its name
  std::size_t fields = 0;
  bool all_quoted = true;
  bool all_named = true;  ///< each field begins with a letter
};

template <class IsPuzzle>
Columns columns_of(std::string_view line, char separator, const IsPuzzle& is_puzzle) {
  Columns columns;
  for (CsvFields fields(line, separator); fields.next(); ++columns.fields) {
    const std::string_view text = fields.text();
    if (!columns.puzzle && is_puzzle(text)) columns.puzzle = columns.fields;
    columns.all_quoted = columns.all_quoted && fields.is_quoted();
    columns.all_named = columns.all_named && !text.empty() && is_letter(text.front());
  }
  return columns;
}

constexpr std::array<char, 4> kSeparators = {',', ';', '\t', ' '};

/// Whether it takes a look at the next line, too, to tell that `line` begins a table or does not.
bool may_begin_table(std::string_view line) {
  return line.starts_with('"') ||
         std::any_of(kSeparators.begin(), kSeparators.end(), [line](char separator) {
           return columns_of(line, separator, is_puzzle_header).puzzle.has_value();
         });
}

/// The table that `first` and `second` begin, the two first lines; `second` may be empty. The first
/// is its header or, where all fields are quoted, a record.
std::optional<TextForm> form_of_table(std::string_view first, std::string_view second) {
  for (const char separator : kSeparators) {
    Columns header = columns_of(first, separator, is_puzzle_header);
    if (!header.puzzle && header.all_quoted) header = columns_of(first, separator, is_unsolved);
    if (!header.puzzle) continue;
    TextForm form = csv_form(*header.puzzle, separator);
    const Columns record = columns_of(second, separator, is_unsolved);
    // R gives records the name of their row, of which its header says nothing.
    const bool has_row_name =
        record.fields == header.fields + 1 && record.puzzle == form.csv_column + 1;
    if (has_row_name) ++form.csv_column;
    // Words apart by spaces may also be a sentence on puzzles.
    const bool agrees =
        record.puzzle == form.csv_column && (has_row_name || record.fields == header.fields);
    if (separator != ' ' || header.all_quoted || (header.all_named && agrees)) return form;
  }
  return std::nullopt;
}

/// The next line of `head` that is neither blank nor a comment. `cut` is set when that line may go
/// on beyond `head`.
struct Significant {
  std::string_view line;
  bool found = false;
  bool cut = false;
};

Significant next_significant(std::string_view& head, bool complete) {
  skip_blank_lines(head);
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

std::size_t skip_blank_lines(std::string_view& text) {
  constexpr std::string_view kLineFeeds = "\n\n\n\n\n\n\n\n";
  std::size_t lines = 0;
  std::size_t begin = 0;  // of the line at hand
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '#' && at == begin) {
      // Right behind a short comment there is no need for a call.
      constexpr std::size_t kShort = 8;
      const std::size_t near = std::min(text.size(), at + kShort);
      while (at < near && text[at] != '\n') ++at;
      if (at == near) at = text.find('\n', at);
      if (at == std::string_view::npos) break;
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

std::optional<std::uint32_t> board_count(std::string_view line) {
  const std::string_view digits = trimmed(line);
  if (digits.empty() || digits.size() >= kSide) return std::nullopt;
  std::uint32_t number = 0;
  for (const char c : digits) {
    if (!is_digit(c)) return std::nullopt;
    number = 10 * number + static_cast<std::uint32_t>(c - '0');
  }
  return number;
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
  const TextForm boards{.layout = Layout::kBoards};

  Significant first = next_significant(head, complete);
  if (!first.found) return complete ? std::optional(lines) : std::nullopt;
  // 81 cells in a row settle it even before the line's end has arrived.
  if (is_81_cells(first.line)) return lines;
  if (first.cut) return first.line.size() > kMaxLineBytes ? std::optional(lines) : std::nullopt;
  if (may_begin_table(first.line)) {
    std::string_view rest = head;
    const Significant record = next_significant(rest, complete);
    const bool is_whole = record.found && (!record.cut || record.line.size() > kMaxLineBytes);
    if (!is_whole && !complete) return std::nullopt;
    if (const auto table = form_of_table(first.line, record.line)) return table;
  }
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
  const bool counted = board_count(first.line).has_value();
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
    return detected && !detected->has_header ? csv_form(0, ',') : detected;
  }
  return TextForm{.layout = Layout::kBoards, .judge_board = name == "board"};
}

}  // namespace puzzled::sudoku
