// Boards of other sizes and rules: many at once, and searches that their caller watches.
#include <cstddef>
#include <optional>
#include <utility>

#include "core/api/search_result.hpp"
#include "parallel/api/object_pool.hpp"
#include "parallel/api/row_blocks.hpp"
#include "parallel/api/threads.hpp"

namespace puzzled::variants {
namespace {

// An easy board takes 10 us, the next one may take seconds: few, so that the threads end together.
constexpr BlockRows kBoardBlock{.min = 1, .max = 64, .pieces = Pieces::kLong};

/// `solve(board, solver, stop)` of so many boards.
template <class Solve>
Result<std::vector<Result<Solved>>> solve_each(std::size_t boards, const RunOptions& run,
                                               const Solve& solve) {
  std::vector<Result<Solved>> answers(boards, Result<Solved>(Solved{}));
  const Result<> ended = for_each_block(boards, kBoardBlock, run, [&](const Block& block) {
    const auto solver = pool_of<Solver>().borrow();
    for (std::size_t i = block.begin; i < block.end && !block.state.look(); ++i) {
      answers[i] = solve(i, *solver, block.state.stop);
    }
  });
  if (!ended) return ended.error();
  return answers;
}

/// What `call(solver, stop)` returns.
template <class T, class Call>
Result<T> watched(const RunOptions& run, const Call& call) {
  std::optional<Result<T>> result;
  const bool is_whole = run_watched(run, Pieces::kLong, [&](RunState& state) {
    const auto solver = pool_of<Solver>().borrow();
    result = call(*solver, &state.stop);
  });
  if (!is_whole) return stopped_error();
  return std::move(*result);
}

}  // namespace

Result<std::vector<Result<Solved>>> solve_all(std::span<const Puzzle> puzzles,
                                              const RunOptions& run, std::uint64_t limit,
                                              std::chrono::nanoseconds time_limit) {
  return solve_each(puzzles.size(), run, [&](std::size_t i, Solver& solver, const StopFlag& stop) {
    return solver.solve(puzzles[i], limit, &stop, time_limit);
  });
}

Result<std::vector<Result<Solved>>> solve_all(std::span<const std::string_view> texts,
                                              const ParseOptions& options, const RunOptions& run,
                                              std::uint64_t limit,
                                              std::chrono::nanoseconds time_limit) {
  return solve_each(texts.size(), run,
                    [&](std::size_t i, Solver& solver, const StopFlag& stop) -> Result<Solved> {
                      Result<Puzzle> puzzle = parse(texts[i], options.size);
                      if (!puzzle) return puzzle.error();
                      puzzle->rules.insert(puzzle->rules.end(), options.rules.begin(),
                                           options.rules.end());
                      return solver.solve(*puzzle, limit, &stop, time_limit);
                    });
}

Result<SolutionPage> page(const Puzzle& puzzle, const RunOptions& run,
                          std::span<const std::uint8_t> after, std::uint64_t most,
                          std::chrono::nanoseconds time_limit) {
  return watched<SolutionPage>(run, [&](Solver& solver, const StopFlag* stop) {
    return solver.page(puzzle, after, most, stop, time_limit);
  });
}

Result<TrueCandidates> true_candidates(const Puzzle& puzzle, const RunOptions& run,
                                       std::uint32_t cap, std::chrono::nanoseconds time_limit) {
  return watched<TrueCandidates>(run, [&](Solver& solver, const StopFlag* stop) {
    return solver.true_candidates(puzzle, cap, stop, time_limit);
  });
}

Result<CountEstimate> estimate(const Puzzle& puzzle, const RunOptions& run, std::uint64_t seed,
                               std::chrono::nanoseconds time_limit) {
  return watched<CountEstimate>(run, [&](Solver& solver, const StopFlag* stop) {
    return solver.estimate(puzzle, seed, stop, time_limit);
  });
}

}  // namespace puzzled::variants
