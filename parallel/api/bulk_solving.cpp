// Solutions and their numbers, puzzle by puzzle.
#include <algorithm>

#include "core/api/bulk_solver.hpp"
#include "parallel/api/object_pool.hpp"
#include "parallel/api/row_blocks.hpp"
#include "parallel/api/threads.hpp"

namespace puzzled {
namespace {

// As large as those of `puzzled solve`: the last searches of a batch have its lanes to themselves.
constexpr BlockRows kSolverBlock{.min = 1024, .max = 16384, .pieces = Pieces::kLong};
// Fewer do not fill a batch.
constexpr BlockRows kAnswerBlock{
    .min = 512, .max = BulkSolver::kMaxAnswers, .pieces = Pieces::kLong};

SearchLimits limits_of(std::uint64_t solutions, const Block& block) {
  return {.solutions = solutions, .time = kEndlessTime, .stop = &block.state.stop};
}

/// Digits as numbers.
void copy_line(const char* line, std::uint8_t* to) {
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    to[cell] = static_cast<std::uint8_t>(line[cell] & 15);
  }
}

}  // namespace

static_assert(kMaxThreads == parallel::Workers::kMaxThreads);

int available_threads() {
  return parallel::available_threads();
}

Result<std::vector<Answer>> solve_all(std::span<const Grid> puzzles, const RunOptions& run,
                                      const SolveOptions& options) {
  std::vector<Answer> answers(puzzles.size());
  const Result<> solved =
      for_each_block(puzzles.size(), kAnswerBlock, run, [&](const Block& block) {
        SearchLimits limits = limits_of(options);
        if (run.stop != nullptr || run.progress) {
          limits.stop = &block.state.stop;
          if (limits.time.count() == 0) limits.time = kEndlessTime;
        }
        pool_of<BulkSolver>().borrow()->answer(
            puzzles.subspan(block.begin, block.size()), options, limits,
            std::span(answers).subspan(block.begin, block.size()));
      });
  if (!solved) return solved.error();
  return answers;
}

// A block is solved before its rows are written, so they may be the same.
Result<> solve_rows(Rows puzzles, MutableRows solutions, bool unique, const RunOptions& run) {
  const Result<std::size_t> rows = count_of(puzzles);
  if (!rows) return rows.error();
  if (Result<> checked = check_size(solutions, *rows, "solutions"); !checked) return checked;
  return for_each_block(*rows, kSolverBlock, run, [&](const Block& block) {
    if (!block.are_digits(puzzles)) return;
    const auto solver = pool_of<BulkSolver>().borrow();
    const auto counts = solver->solve(block.of(puzzles), limits_of(unique ? 2 : 1, block)).counts;
    for (std::size_t i = 0; i < block.size(); ++i) {
      std::uint8_t* const row = solutions.data() + (block.begin + i) * Grid::kCells;
      if (counts[i] == 1) {
        copy_line(solver->line(i), row);
      } else {
        std::fill_n(row, Grid::kCells, std::uint8_t{0});
      }
    }
  });
}

Result<> count_rows(Rows puzzles, std::span<std::uint64_t> counts, std::uint64_t limit,
                    const RunOptions& run) {
  if (Result<> checked = check_size(puzzles, counts.size(), "puzzles"); !checked) return checked;
  return for_each_block(counts.size(), kSolverBlock, run, [&](const Block& block) {
    if (!block.are_digits(puzzles)) return;
    const auto solver = pool_of<BulkSolver>().borrow();
    std::ranges::copy(solver->solve(block.of(puzzles), limits_of(limit, block)).counts,
                      counts.data() + block.begin);
  });
}

}  // namespace puzzled
