#include "tests/bench/puzzle_file.hpp"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <utility>

#include "core/sudoku/block_solver.hpp"
#include "daemon/block_reader.hpp"
#include "daemon/byte_source.hpp"

namespace puzzled::bench {
namespace {

using sudoku::Grid;

/// Gives a puzzle back as its own solution: so the block solver turns any text form into grids.
sudoku::Solutions echo_puzzle(const Grid& puzzle, const SearchLimits&) {
  return {.count = 1, .first = puzzle, .branches = 0};
}

[[noreturn]] void fail(const Error& error) {
  std::fprintf(stderr, "%s\n", error.message.c_str());
  std::exit(2);
}

}  // namespace

std::vector<std::optional<Grid>> read_puzzles(const std::string& path) {
  static const Interrupt interrupt;
  Result<std::unique_ptr<ByteSource>> source = open_input(path, interrupt);
  if (!source) fail(source.error());
  BlockReader reader(std::move(*source), "auto");
  TextBlock block(kBlockBytes);
  const sudoku::Engine echo{.name = "echo", .summary = "", .solve = echo_puzzle};
  // As boards, which may have blanks; lines are written for solutions alone.
  const sudoku::AnswerOptions options{
      .engine = &echo, .isa = {}, .limits = {}, .style = sudoku::AnswerStyle::kBoard};
  std::vector<std::optional<Grid>> puzzles;
  sudoku::BlockSolver solver(options);
  sudoku::BlockAnswers answers;
  while (reader.next(block)) {
    answers.clear();
    solver.answer(block.text(), block.form, block.context, answers);
    std::string_view text = answers.text.view();
    while (!text.empty()) {
      std::string cells(sudoku::take_line(text));
      if (cells.starts_with("invalid")) {
        puzzles.emplace_back();
        continue;
      }
      for (int row = 1; row < sudoku::kSide; ++row) cells += sudoku::take_line(text);
      sudoku::read_cells(cells, puzzles.emplace_back().emplace());
    }
  }
  if (reader.error()) fail(*reader.error());
  return puzzles;
}

}  // namespace puzzled::bench
