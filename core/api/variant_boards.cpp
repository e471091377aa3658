// Sudoku of other sizes and with other rules: the library's calls.
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/variants/count_estimate.hpp"
#include "core/variants/ordered_solutions.hpp"
#include "core/variants/reduce.hpp"
#include "core/variants/shape_solver.hpp"
#include "core/variants/text/board_reader.hpp"
#include "core/variants/text/iss/iss_writer.hpp"
#include "core/variants/text/puzzle_line.hpp"
#include "core/variants/true_candidates.hpp"
#include "puzzled/variants.hpp"

namespace puzzled::variants {
namespace {

Result<Puzzle> parse_plain_board(std::string_view line) {
  const BoardForm form;
  BoardReader reader(line, form);
  switch (reader.next()) {
    case BoardReader::Item::kBoard:
      break;
    case BoardReader::Item::kFault:
      return Error{reader.reason()};
    case BoardReader::Item::kPuzzle:
    case BoardReader::Item::kEmpty:
    case BoardReader::Item::kEnd:
      return Error{"no board was found"};
  }
  Puzzle puzzle = plain_puzzle(reader.size());
  for (std::size_t cell = 0; cell < puzzle.allowed.size(); ++cell) {
    const int value = reader.values()[cell];
    if (value != 0) puzzle.allowed[cell] = set_of(value);
  }
  return puzzle;
}

SearchLimits limits_of(std::uint64_t solutions, const StopFlag* stop) {
  return {.solutions = solutions, .stop = stop};
}

}  // namespace

Result<Puzzle> parse(std::string_view line) {
  return is_puzzle_line(line) ? read_puzzle_line(line) : parse_plain_board(line);
}

Result<std::string> to_constraint_string(const Puzzle& puzzle) {
  if (const Result<Model> model = reduce(puzzle); !model) return model.error();
  return write_iss(puzzle);
}

struct Solver::State {
  ShapeSolver shapes;

  /// What the cells may hold; nothing if one has no value left.
  Result<std::optional<std::span<const ValueSet>>> prepare(const Puzzle& puzzle) {
    if (const Result<> prepared = shapes.prepare(puzzle); !prepared) return prepared.error();
    return shapes.candidates(puzzle.allowed);
  }
};

Solver::Solver() : state_(std::make_unique<State>()) {}
Solver::~Solver() = default;
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;

Result<Solved> Solver::solve(const Puzzle& puzzle, std::uint64_t limit, const StopFlag* stop) {
  const auto candidates = state_->prepare(puzzle);
  if (!candidates) return candidates.error();
  if (!*candidates) return Solved{};
  Search& search = state_->shapes.search();
  const Found found = search.solve(**candidates, limits_of(limit, stop));
  Solved solved{.count = found.count, .is_complete = !found.timed_out};
  if (found.count > 0) solved.first.assign(search.first().begin(), search.first().end());
  return solved;
}

Result<std::vector<std::vector<std::uint8_t>>> Solver::list(const Puzzle& puzzle,
                                                            std::uint64_t most,
                                                            const StopFlag* stop) {
  const auto candidates = state_->prepare(puzzle);
  if (!candidates) return candidates.error();
  std::vector<std::vector<std::uint8_t>> solutions;
  if (!*candidates) return solutions;
  take_ordered_solutions(state_->shapes.search(), **candidates, limits_of(most, stop),
                         [&](std::span<const std::uint8_t> values) {
                           solutions.emplace_back(values.begin(), values.end());
                           return true;
                         });
  return solutions;
}

Result<TrueCandidates> Solver::true_candidates(const Puzzle& puzzle, std::uint32_t cap,
                                               const StopFlag* stop) {
  const auto candidates = state_->prepare(puzzle);
  if (!candidates) return candidates.error();
  if (!*candidates) {
    const auto size = static_cast<std::size_t>(puzzle.size);
    return TrueCandidates{.size = size, .counts = std::vector<std::uint32_t>(size * size * size)};
  }
  return find_true_candidates(state_->shapes.search(), **candidates, cap, limits_of(0, stop));
}

Result<CountEstimate> Solver::estimate(const Puzzle& puzzle, std::uint64_t seed,
                                       const StopFlag* stop) {
  const auto candidates = state_->prepare(puzzle);
  if (!candidates) return candidates.error();
  if (!*candidates) return CountEstimate{};
  return estimate_count(state_->shapes.search(), **candidates, {.seed = seed}, limits_of(0, stop));
}

Result<Solved> solve(const Puzzle& puzzle, std::uint64_t limit, const StopFlag* stop) {
  return Solver().solve(puzzle, limit, stop);
}

}  // namespace puzzled::variants
