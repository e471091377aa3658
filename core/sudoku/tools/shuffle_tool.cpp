#include "core/sudoku/tools/shuffle_tool.hpp"

#include <algorithm>
#include <string>

#include "core/sudoku/text/answer_text.hpp"

namespace puzzled::sudoku {

namespace {

// Long enough to be written at once, short enough to stay in a cache.
constexpr std::size_t kFlushBytes = 256 * 1024;

}  // namespace

ShuffleTool::ShuffleTool(const ShuffleOptions& options)
    : options_(options), shuffler_(options.isa) {}

void ShuffleTool::answer(const PuzzleLines& lines, std::uint64_t first, ToolAnswers& answers) {
  append_header(lines, answers);
  std::string board;
  // Lines that are no puzzles have numbers, too: so a copy does not depend on why they are none.
  std::size_t invalid_before = 0;
  bool wanted = true;
  in_order(lines, answers, [&](std::size_t puzzle) {
    while (invalid_before < lines.invalid().size() &&
           lines.invalid()[invalid_before].puzzles_before <= puzzle) {
      ++invalid_before;
    }
    std::string_view line = lines.line(puzzle);
    if (line.empty()) {
      board.clear();
      append_cells(board, lines.puzzles()[puzzle]);
      line = board;
    }
    find_grids(line);
    const std::uint64_t number = first + puzzle + invalid_before;
    for (std::uint64_t i = 0; wanted && i < options_.copies; ++i) {
      copy(line, random_transformation(options_.seed, number, i), answers.text);
      wanted = flush_if_long(answers);
    }
  });
}

// False if no more is wanted.
bool ShuffleTool::flush_if_long(ToolAnswers& answers) {
  return answers.text.size() < kFlushBytes || !answers.flush || answers.flush();
}

// Every run of just 81 cells: the puzzle is one, for nothing may follow it that is a cell.
void ShuffleTool::find_grids(std::string_view line) {
  grids_at_.clear();
  if (line.size() == kCells) return grids_at_.push_back(0);
  for (std::size_t begin = 0; begin < line.size();) {
    std::size_t end = begin;
    while (end < line.size() && cell_value(line[end]) >= 0) ++end;
    if (end - begin == kCells) grids_at_.push_back(begin);
    begin = end + 1;
  }
}

void ShuffleTool::copy(std::string_view line, const Transformation& transformation,
                       TextBuffer& text) const {
  // A grid is written with some bytes behind it that are overwritten by what follows.
  char* const begin = text.room(line.size() + 1 + Shuffler::kWritableBytes);
  char* to = begin;
  std::size_t copied = 0;
  for (const std::size_t at : grids_at_) {
    to = std::ranges::copy(line.substr(copied, at - copied), to).out;
    shuffler_.transform(line.substr(at, kCells), transformation, to);
    to += kCells;
    copied = at + kCells;
  }
  to = std::ranges::copy(line.substr(copied), to).out;
  *to++ = '\n';
  text.append({begin, static_cast<std::size_t>(to - begin)});
}

}  // namespace puzzled::sudoku
