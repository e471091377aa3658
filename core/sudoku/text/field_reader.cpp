#include "core/sudoku/text/field_reader.hpp"

#include <algorithm>

#include "core/sudoku/text/cells.hpp"
#include "core/sudoku/text/list_reader.hpp"

namespace puzzled::sudoku {

bool FieldReader::is_full() const {
  return !has_blank(grid_);
}

bool FieldReader::read(std::string_view field, const BlankSigns& blanks) {
  offsets_.clear();
  candidates_.clear();
  reason_.clear();
  fault_offset_ = 0;
  blank_numbers_ = {};
  // On one line, with the same offsets: `""` is a quote within a quoted field.
  if (field.find('\n') != std::string_view::npos || field.find("\"\"") != std::string_view::npos) {
    text_.assign(field);
    for (std::size_t at = 0; at < text_.size(); ++at) {
      if (text_[at] == '\n' || text_[at] == '\r') text_[at] = ' ';
      if (text_[at] == '"' && at + 1 < text_.size() && text_[at + 1] == '"') text_[++at] = ' ';
    }
    field = text_;
  }
  if (begins_list(field)) return read_list(field, blanks);
  content_.read(field, blanks);
  const LineContent::Kind kind = content_.kind();
  const bool is_cells =
      (kind == LineContent::Kind::kPuzzles && is_alone(field)) || kind == LineContent::Kind::kRows;
  if (!is_cells || content_.values().size() != kCells) {
    reason_ = content_.reason();
    fault_offset_ = content_.fault_offset();
    if (is_cells) {
      reason_ = content_.values().size() > kCells
                    ? "more than 81 cells"
                    : std::to_string(content_.values().size()) + " cells instead of 81";
    }
    return false;
  }
  std::ranges::copy(content_.values(), grid_.digits.begin());
  blank_numbers_ = content_.blank_numbers();
  candidates_.assign(content_.candidates().begin(), content_.candidates().end());
  offsets_.assign(content_.offsets().begin(), content_.offsets().end());
  is_contiguous_ = !content_.puzzle_text(0).empty();
  return true;
}

/// Nothing but signs stands beside the puzzle in content_.
bool FieldReader::is_alone(std::string_view field) const {
  const std::string_view puzzle = content_.puzzle_text(0);
  if (puzzle.empty()) return content_.values().size() == kCells;
  const auto begin = static_cast<std::size_t>(puzzle.data() - field.data());
  const auto is_sign = [](char c) { return cell_value(c) < 0 && ends_cells(c); };
  return std::ranges::all_of(field.substr(0, begin), is_sign) &&
         std::ranges::all_of(field.substr(begin + kCells), is_sign);
}

bool FieldReader::read_list(std::string_view field, const BlankSigns& blanks) {
  using Event = ListReader::Event;
  ListReader lists({}, {}, blanks);
  std::size_t at = 0;
  std::uint32_t line = 1;
  std::ptrdiff_t line_begin = 0;
  std::size_t cells = 0;
  bool is_good = true;
  for (;;) {
    const Event event = lists.next(field, at, line, line_begin);
    if (event == Event::kEnd && (at >= field.size() || lists.depth() == 0)) break;
    if (event == Event::kEnd || event == Event::kListEnd) continue;
    is_good = is_good && (event == Event::kRow || event == Event::kPuzzle);
    if (!is_good) break;
    blank_numbers_ |= lists.blank_numbers();
    for (std::size_t i = 0; i < lists.values().size(); ++i, ++cells) {
      if (cells < kCells) grid_.digits[cells] = lists.values()[i];
      offsets_.push_back(lists.places()[i].column - 1);
    }
  }
  is_contiguous_ = false;
  if (is_good && cells == kCells) return true;
  reason_ = !lists.reason().empty() ? "a row of the list " + lists.reason()
            : cells > kCells        ? "more than 81 cells"
                                    : std::to_string(cells) + " cells instead of 81";
  return false;
}

}  // namespace puzzled::sudoku
