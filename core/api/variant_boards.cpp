// Sudoku of other sizes and with other rules: the library's calls.
#include <algorithm>
#include <chrono>
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
#include "core/variants/time_left.hpp"
#include "core/variants/true_candidates.hpp"
#include "puzzled/variants.hpp"

namespace puzzled::variants {
namespace {

SearchLimits limits_of(const StopFlag* stop, std::chrono::nanoseconds time) {
  return {.time = time, .stop = stop};
}

}  // namespace

Result<Puzzle> parse(std::string_view text, std::string_view size) {
  BoardRequest request;
  if (!size.empty()) {
    const Result<BoardRequest> asked = parse_board_size(size);
    if (!asked) return Error{"size " + std::string(size) + ": " + asked.error().message};
    request = *asked;
  }
  request.takes_all = true;
  const BoardDetection found = detect_boards(text, true, request);
  BoardReader reader(text, *found.form);
  std::optional<Result<Puzzle>> puzzle;
  for (;;) {
    const BoardReader::Item item = reader.next();
    if (item == BoardReader::Item::kEnd || item == BoardReader::Item::kEmpty) break;
    if (puzzle) return Error{"there are several boards in the text"};
    puzzle = reader.puzzle(item);
    if (!*puzzle) return puzzle->error();
  }
  return puzzle ? std::move(*puzzle) : Error{"no board was found"};
}

Result<std::string> to_constraint_string(const Puzzle& puzzle) {
  if (const Result<Model> model = reduce(puzzle); !model) return model.error();
  return write_iss(puzzle);
}

struct Solver::State {
  ShapeSolver shapes;

  /// What the cells may hold; nothing if one has no value left, or time is up.
  Result<std::optional<std::span<const ValueSet>>> prepare(const Puzzle& puzzle, TimeLeft& time) {
    const Result<bool> prepared = shapes.prepare(puzzle, time);
    if (!prepared) return prepared.error();
    return *prepared ? shapes.candidates(puzzle.allowed) : std::nullopt;
  }
};

Solver::Solver() : state_(std::make_unique<State>()) {}
Solver::~Solver() = default;
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;

Result<Solved> Solver::solve(const Puzzle& puzzle, std::uint64_t limit, const StopFlag* stop,
                             std::chrono::nanoseconds time_limit) {
  TimeLeft time(limits_of(stop, time_limit));
  const auto candidates = state_->prepare(puzzle, time);
  if (!candidates) return candidates.error();
  if (!*candidates) return Solved{.is_complete = !time.has_ended()};
  Search& search = state_->shapes.search();
  const Found found = search.solve(**candidates, time.limits(limit));
  Solved solved{.count = found.count, .is_complete = !found.timed_out};
  if (found.count > 0) solved.first.assign(search.first().begin(), search.first().end());
  return solved;
}

Result<SolutionPage> Solver::page(const Puzzle& puzzle, std::span<const std::uint8_t> after,
                                  std::uint64_t most, const StopFlag* stop,
                                  std::chrono::nanoseconds time_limit) {
  TimeLeft time(limits_of(stop, time_limit));
  const auto candidates = state_->prepare(puzzle, time);
  if (!candidates) return candidates.error();
  const auto is_value = [&](std::uint8_t value) { return value >= 1 && value <= puzzle.size; };
  if (!after.empty() &&
      (after.size() != puzzle.allowed.size() || !std::ranges::all_of(after, is_value))) {
    return Error{"what solutions come after must have a value for each cell"};
  }
  SolutionPage page{.is_complete = !time.has_ended()};
  if (!*candidates) return page;
  Search& search = state_->shapes.search();
  const SearchLimits limits = time.limits(most);
  const TakeSolution take = [&page](std::span<const std::uint8_t> values) {
    page.solutions.emplace_back(values.begin(), values.end());
    return true;
  };
  const Found found = after.empty()
                          ? take_ordered_solutions(search, **candidates, limits, take)
                          : take_solutions_after(search, **candidates, after, limits, take);
  page.is_complete = !found.timed_out;
  return page;
}

Result<std::vector<std::vector<std::uint8_t>>> Solver::list(const Puzzle& puzzle,
                                                            std::uint64_t most,
                                                            const StopFlag* stop) {
  Result<SolutionPage> found = page(puzzle, {}, most, stop);
  if (!found) return found.error();
  return std::move(found->solutions);
}

Result<TrueCandidates> Solver::true_candidates(const Puzzle& puzzle, std::uint32_t cap,
                                               const StopFlag* stop,
                                               std::chrono::nanoseconds time_limit) {
  TimeLeft time(limits_of(stop, time_limit));
  const auto candidates = state_->prepare(puzzle, time);
  if (!candidates) return candidates.error();
  if (!*candidates) {
    const auto size = static_cast<std::size_t>(puzzle.size);
    return TrueCandidates{.size = size,
                          .counts = std::vector<std::uint32_t>(size * size * size),
                          .timed_out = time.has_ended()};
  }
  return find_true_candidates(state_->shapes.search(), **candidates, cap, time.limits(0));
}

Result<CountEstimate> Solver::estimate(const Puzzle& puzzle, std::uint64_t seed,
                                       const StopFlag* stop, std::chrono::nanoseconds time_limit) {
  TimeLeft time(limits_of(stop, time_limit));
  const auto candidates = state_->prepare(puzzle, time);
  if (!candidates) return candidates.error();
  if (!*candidates) return CountEstimate{.timed_out = time.has_ended()};
  return estimate_count(state_->shapes.search(), **candidates, {.seed = seed}, time.limits(0));
}

Result<Solved> solve(const Puzzle& puzzle, std::uint64_t limit, const StopFlag* stop,
                     std::chrono::nanoseconds time_limit) {
  return Solver().solve(puzzle, limit, stop, time_limit);
}

}  // namespace puzzled::variants
