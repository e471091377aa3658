#include "core/sudoku/text/line_class.hpp"

#include "core/sudoku/text/cells.hpp"
#include "core/sudoku/text/characters.hpp"
#include "core/sudoku/text/lines.hpp"

namespace puzzled::sudoku {
namespace {

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
