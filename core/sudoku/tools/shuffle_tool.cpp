#include "core/sudoku/tools/shuffle_tool.hpp"

#include <algorithm>
#include <string>

#include "core/sudoku/text/answer_text.hpp"
#include "core/sudoku/text/csv.hpp"

namespace puzzled::sudoku {

namespace {

// Long enough to be written at once, short enough to stay in a cache.
constexpr std::size_t kFlushBytes = 256 * 1024;

}  // namespace

ShuffleTool::ShuffleTool(const ShuffleOptions& options)
    : options_(options), shuffler_(options.isa), copies_(options.seed) {}

void ShuffleTool::answer(const PuzzleLines& lines, std::uint64_t first, ToolAnswers& answers) {
  append_header(lines, answers);
  std::string board;
  // Lines that are no puzzles have numbers, too: so a copy does not depend on why they are none.
  std::size_t faults_before = 0;
  bool wanted = true;
  in_order(lines, answers, [&](std::size_t puzzle) {
    while (faults_before < lines.faults().size() &&
           lines.faults()[faults_before].puzzles_before <= puzzle) {
      ++faults_before;
    }
    std::string_view line = lines.line(puzzle);
    if (line.empty()) {
      board.clear();
      append_cells(board, lines.puzzle(puzzle));
      line = board;
    }
    find_grids(line, lines.form());
    if (grids_.empty()) {
      // Cells that are words, such as -1: the puzzle alone can be written again.
      board.clear();
      append_cells(board, lines.puzzle(puzzle));
      line = board;
      find_grids(line, lines.form());
    }
    copies_.set_puzzle(first + puzzle + faults_before);
    for (std::uint64_t i = 0; wanted && i < options_.copies; ++i) {
      copy(line, copies_.copy(i), answers.text);
      wanted = flush_if_long(answers);
    }
  });
}

// False if no more is wanted.
bool ShuffleTool::flush_if_long(ToolAnswers& answers) {
  return answers.text.size() < kFlushBytes || !answers.flush || answers.flush();
}

// Every run of just 81 cells: the puzzle is one, for nothing may follow it that is a cell.
void ShuffleTool::find_grids(std::string_view line, const TextForm& form) {
  grids_.clear();
  offsets_.clear();
  if (line.size() == kCells) return grids_.push_back({.begin = 0});
  for (std::size_t begin = 0; begin < line.size();) {
    std::size_t end = begin;
    while (end < line.size() && cell_value(line[end]) >= 0) ++end;
    if (end - begin == kCells) grids_.push_back({.begin = begin});
    begin = end + 1;
  }
  if (grids_.empty() && form.table) find_in_fields(line, *form.table, form.blanks);
}

void ShuffleTool::find_in_fields(std::string_view line, const TableForm& table,
                                 const BlankSigns& blanks) {
  std::vector<std::string_view> fields;
  for (CsvFields field(line, table.separator); field.next();) {
    fields.push_back(field.text());
    if (table.cell_columns == 0 && field.text().size() >= kCells) {
      add_field(line, field.text(), blanks);
    }
  }
  if (table.cell_columns == 0) return;
  // The puzzle's columns, and as many for its solution behind them or in front.
  for (const std::size_t first : {table.column, table.column + kCells, table.column - kCells}) {
    if (first >= fields.size() || first + kCells > fields.size()) continue;
    const char* const begin = fields[first].data();
    const std::string_view last = fields[first + kCells - 1];
    const auto size = static_cast<std::size_t>(last.data() + last.size() - begin);
    add_field(line, {begin, size}, blanks);
  }
  std::ranges::sort(grids_, {}, &Place::begin);
}

/// False if some cell is more than a character.
bool ShuffleTool::add_field(std::string_view line, std::string_view field,
                            const BlankSigns& blanks) {
  if (!field_.read(field, blanks)) return false;
  const auto begin = static_cast<std::size_t>(field.data() - line.data());
  Offsets offsets;
  for (std::size_t i = 0; i < kCells; ++i) {
    const std::size_t at = begin + field_.offsets()[i];
    const bool is_word = at + 1 < line.size() && cell_value(line[at]) >= 0 &&
                         (cell_value(line[at + 1]) >= 0 || line[at + 1] == '.');
    const bool is_letter = at < line.size() && cell_value(line[at]) < 0 &&
                           ((line[at] | 0x20) >= 'a' && (line[at] | 0x20) <= 'z');
    const bool is_row =
        field_.offsets()[i] + 1 == field_.offsets()[std::min<std::size_t>(i + 1, kCells - 1)];
    if ((is_word && !is_row) || is_letter) return false;
    offsets[i] = static_cast<std::uint32_t>(at);
  }
  offsets_.push_back(offsets);
  grids_.push_back({.begin = offsets[0], .scattered = offsets_.size()});
  return true;
}

void ShuffleTool::copy(std::string_view line, const RandomCopy& random, TextBuffer& text) const {
  // A grid is written with some bytes behind it that are overwritten by what follows.
  char* const begin =
      text.room(line.size() + 1 + Shuffler::kWritableBytes + kCells * grids_.size());
  char* to = begin;
  std::size_t copied = 0;
  for (const auto [at, scattered] : grids_) {
    if (scattered == 0) {
      to = std::ranges::copy(line.substr(copied, at - copied), to).out;
      shuffler_.write(line.substr(at, kCells), random, to);
      to += kCells;
      copied = at + kCells;
      continue;
    }
    const Offsets& offsets = offsets_[scattered - 1];
    // An empty field is a blank that has no character.
    char grid[kCells];
    char shuffled[kCells + Shuffler::kWritableBytes];
    bool has_empty = false;
    const auto is_empty = [&](std::uint32_t offset) {
      return offset >= line.size() || cell_value(line[offset]) < 0;
    };
    for (std::size_t i = 0; i < kCells; ++i) {
      grid[i] = is_empty(offsets[i]) ? '.' : line[offsets[i]];
      has_empty = has_empty || is_empty(offsets[i]);
    }
    shuffler_.write({grid, kCells}, random, shuffled);
    for (std::size_t i = 0; i < kCells; ++i) {
      const std::size_t cell = offsets[i];
      to = std::ranges::copy(line.substr(copied, cell - copied), to).out;
      if (!has_empty || cell_value(shuffled[i]) > 0) *to++ = shuffled[i];
      copied = cell + (is_empty(offsets[i]) ? 0 : 1);
    }
  }
  to = std::ranges::copy(line.substr(copied), to).out;
  *to++ = '\n';
  text.append({begin, static_cast<std::size_t>(to - begin)});
}

}  // namespace puzzled::sudoku
