#include "core/sudoku/batch_solver.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstring>

#include "core/sudoku/band_engine.hpp"
#include "core/sudoku/rules/kernel.hpp"
#include "core/sudoku/stack_counter.hpp"

namespace puzzled::sudoku {
namespace {

// A batch costs much the same however few puzzles are in it; so many are worth one. (17 clues, M/s
// with and without: 64 lines 2.2 and 2.4, 96 lines 2.7 and 2.4; small ones, on another machine: 28
// lines 1.2 and 1.2, 40 lines 1.5 and 1.2.)
constexpr std::size_t kMinBatch = 76;
constexpr std::size_t kMinSmallBatch = 36;

// So many fill the lanes of a large batch. (17 clues, M/s, small and large: 512 lines 3.5 and 2.8,
// 1024 lines 3.8 and 3.9.) Puzzles that seldom branch take little more than one intake, and fill it
// sooner: Kaggle's, ns a puzzle, 256 lines 35 and 39, 320 lines 39 and 33, 512 lines 36 and 26.
constexpr std::size_t kMaxSmallBatch = 512;
constexpr std::size_t kMaxSmallBatchOfEasy = 300;
constexpr double kFewBranches = 0.25;
constexpr std::size_t kSmallLanes = 128;

// Searches as large as the hardest puzzles' fill all lanes with a few puzzles. (us a puzzle at
// limit 2, small and large: 64 lines 6.6 and 5.1, 512 lines 6.2 and 3.8.)
constexpr double kLargeSearches = 25;

// The mini-lines of a digit in a box as the candidates that they leave, in a word of the band
// engine (Bands), where the box is the first of its band.
constexpr std::array<std::uint32_t, 64> kCellsOfMiniLines = [] {
  std::array<std::uint32_t, 64> cells{};
  for (std::uint32_t lines = 0; lines < 64; ++lines) {
    for (unsigned row = 0; row < 3; ++row) {
      for (unsigned column = 0; column < 3; ++column) {
        const bool is_there = (lines >> row & 1) != 0 && (lines >> (3 + column) & 1) != 0;
        if (is_there) cells[lines] |= 1U << (9 * row + column);
      }
    }
  }
  return cells;
}();

BandBoard board_of(const batch::Record& record) {
  BandBoard board{};
  for (unsigned band = 0; band < 3; ++band) {
    std::uint32_t words[9] = {};
    for (unsigned stack = 0; stack < 3; ++stack) {
      const unsigned bit = 54 * (3 * band + stack);
      // 54 bits and at most 7 before them.
      std::uint64_t lines;
      std::memcpy(&lines, record.bytes + bit / 8, 8);
      lines >>= bit % 8;
      for (unsigned digit = 0; digit < 9; ++digit) {
        words[digit] |= kCellsOfMiniLines[lines >> (6 * digit) & 63] << (3 * stack);
      }
    }
    for (unsigned digit = 0; digit < 9; ++digit) board.candidates[digit][band] = words[digit];
  }
  return board;
}

// Puzzles with so many solutions are counted by stacks, if that many more are wanted.
constexpr std::uint64_t kManySolutions = 64;
constexpr std::uint64_t kManySolutionsOfFew = 512;
constexpr std::uint64_t kLargeLimit = 10000;

// To count by stacks pays where bands that are fixed leave many solutions. (Counting to 100 000,
// times as fast: 0 clues 27, 12 clues 4.5, 20 clues 1.1, 24 clues 0.85.)
bool have_few_clues(std::span<const std::uint8_t* const> puzzles) {
  constexpr std::size_t kFewClues = 20;
  std::size_t clues = 0;
  for (const std::uint8_t* const cells : puzzles) {
    clues += static_cast<std::size_t>(count_clues(grid_of(cells)));
  }
  return clues <= kFewClues * puzzles.size();
}

// The cells of a puzzle, or those with rows and columns exchanged if its stacks are closer to being
// fixed than its bands.
std::array<std::uint8_t, kCells> with_tight_bands(const std::uint8_t* cells,
                                                  const rules::Kernel& rules) {
  const Grid puzzle = grid_of(cells);
  BandBoard board;
  ChutePlaces places{};
  rules.read_board(puzzle, board);
  rules.propagate_and_count(board, places);
  const auto& of = places.of_chute;
  if (of[0] + of[1] + of[2] <= of[3] + of[4] + of[5]) return puzzle.digits;
  std::array<std::uint8_t, kCells> exchanged;
  for (std::size_t i = 0; i < exchanged.size(); ++i) {
    exchanged[i] = puzzle.digits[i % kSide * kSide + i / kSide];
  }
  return exchanged;
}

// Where time is limited, a puzzle that has taken a while in company goes on alone, in the band
// engine, which looks at the clock. A step takes some 8 µs, so that is a fifth of the limit, from 4
// to 33 ms. (With 4 ms always, the hardest puzzles took a twelfth longer at limit 2.)
std::uint32_t max_steps(const SearchLimits& limits) {
  if (!limits.can_end_early()) return UINT32_MAX;
  constexpr std::chrono::microseconds kTimeForStep{40};
  return static_cast<std::uint32_t>(
      std::clamp<std::int64_t>(limits.time / kTimeForStep, 512, 4096));
}

// Whether a puzzle that takes long may go on in a batch, which does not look at the clock.
bool may_join_batch(const SearchLimits& limits) {
  if (limits.stop != nullptr && limits.stop->load(std::memory_order_relaxed)) return false;
  constexpr std::chrono::milliseconds kTimeForBatch{25};
  return limits.time.count() == 0 || limits.time >= kTimeForBatch;
}

}  // namespace

BatchSolver::BatchSolver(std::string_view isa)
    : kernel_(batch::find_kernel(isa)),
      small_kernel_(batch::small::find_kernel(isa)),
      rules_(rules::find_kernel(isa)),
      few_(*rules_),
      alone_([rules = rules_](const Grid& puzzle, const SearchLimits& limits) {
        return solve_band(puzzle, limits, *rules);
      }) {}

BatchSolver::~BatchSolver() = default;

std::size_t BatchSolver::min_batch() const {
  return small_kernel_->run != nullptr ? kMinSmallBatch : kMinBatch;
}

bool BatchSolver::is_small(std::size_t count) const {
  if (small_kernel_->run == nullptr || branches_per_puzzle_ >= kLargeSearches) return false;
  return count <= (branches_per_puzzle_ < kFewBranches ? kMaxSmallBatchOfEasy : kMaxSmallBatch);
}

// The last boards of a batch are for the band engine, unless each is a large search.
// (17 clues in blocks of 256, M/s: 3.1 with all of the search in the batch, 3.5 with all of it in
// the band engine, 4.0 with its last 48 boards there; of 512: 4.9, 4.8, 6.0.)
// A step of a small batch costs a third: one that takes several intakes searches what they leave.
// (256 lines, limit 1 / 2: 2.9 / 2.9, with all of the search in the band engine 2.3 / 1.8.) What
// one intake leaves it searches where it stands, unless it is little. (ns a puzzle, 64 lines of
// minimal puzzles, limit 1 / 2, with at most 56, 20 and 6 boards for the band engine: 503 / 600,
// 467 / 482, 479 / 470; of 17 clues: 400 / 484, 383 / 459, 408 / 479.)
BatchSolver::Few BatchSolver::few_of(std::size_t count) const {
  constexpr std::size_t kSmall = 512;
  constexpr double kManyBranches = 12;
  if (branches_per_puzzle_ >= kManyBranches) return {.open = 2, .busy = 0};
  if (is_small(count)) return {.open = count <= kSmallLanes ? 20 : 2, .busy = 24};
  return {.open = count <= kSmall ? 56 : 2, .busy = 48};
}

void BatchSolver::Results::make_room(std::size_t puzzles) {
  if (counts.size() >= puzzles) return;
  counts.resize(puzzles);
  first_at.resize(puzzles);
  deferred.resize(puzzles);
  conflicts.resize(puzzles);
}

Solver::Answers BatchSolver::solve_cells(std::span<const std::uint8_t* const> puzzles,
                                         const SearchLimits& limits, char* lines,
                                         std::size_t stride) {
  const std::size_t count = puzzles.size();
  results_.make_room(count);
  timed_out_.clear();
  std::size_t conflicts = 0;
  const std::uint64_t branches_before = branches();
  const std::uint64_t many = count < min_batch() ? kManySolutionsOfFew : kManySolutions;
  const bool counts_many = (limits.solutions == 0 || limits.solutions >= kLargeLimit) &&
                           !limits.can_end_early() && have_few_clues(puzzles);
  SearchLimits first_limits = limits;
  if (counts_many) first_limits.solutions = many;
  search_cells(puzzles, first_limits, lines, stride, conflicts);
  if (count > 0) {
    branches_per_puzzle_ =
        static_cast<double>(branches() - branches_before) / static_cast<double>(count);
  }
  if (counts_many) count_many(puzzles, limits, many);
  std::sort(timed_out_.begin(), timed_out_.end());
  return {.counts = std::span(results_.counts).first(count),
          .conflicts = std::span(results_.conflicts).first(conflicts),
          .timed_out = timed_out_};
}

// Counts and lines go where solve_cells() wants them, the number of conflicts to `conflicts`.
void BatchSolver::search_cells(std::span<const std::uint8_t* const> puzzles,
                               const SearchLimits& limits, char* lines, std::size_t stride,
                               std::size_t& conflicts) {
  const std::size_t count = puzzles.size();
  const bool is_batch = count >= min_batch();
  long_ones_.clear();
  if (!is_batch) {
    const Answers answers = few_.solve_cells(puzzles, limits, lines, stride);
    std::copy(answers.counts.begin(), answers.counts.end(), results_.counts.begin());
    std::copy(answers.conflicts.begin(), answers.conflicts.end(), results_.conflicts.begin());
    conflicts = answers.conflicts.size();
    long_ones_.assign(answers.timed_out.begin(), answers.timed_out.end());
  } else {
    const batch::Job job =
        run_batch(puzzles, limits, few_of(count), is_small(count), lines, stride, results_);
    conflicts = job.conflict_count;
    solve_left(puzzles, job, limits, lines, stride);
    solve_deferred(puzzles, job, limits, lines, stride);
  }
  // Where time is limited, what a batch defers has been in one for long enough.
  if (may_join_batch(limits) && !(is_batch && limits.can_end_early())) {
    if (!long_ones_.empty()) solve_long_ones(puzzles, limits, lines, stride);
  } else {
    for (const std::uint32_t puzzle : long_ones_) {
      if (!solve_alone(puzzles, puzzle, limits, lines, stride)) timed_out_.push_back(puzzle);
    }
  }
}

// Counts anew the solutions of the puzzles that have `many` so far: their first ones are known.
// REQUIRES: no search has to end early, for a batch does not look at the clock.
void BatchSolver::count_many(std::span<const std::uint8_t* const> puzzles,
                             const SearchLimits& limits, std::uint64_t many) {
  many_.clear();
  many_cells_.clear();
  for (std::uint32_t i = 0; i < puzzles.size(); ++i) {
    if (results_.counts[i] != many) continue;
    many_.push_back(i);
    many_cells_.push_back(with_tight_bands(puzzles[i], *rules_));
  }
  if (many_.empty()) return;
  const std::size_t count = many_.size();
  long_results_.make_room(count);
  long_cells_.clear();
  for (const auto& cells : many_cells_) long_cells_.push_back(cells.data());
  long_lines_.resize(count * kLineBytes);
  only_counts_ = true;
  const batch::Job job =
      run_batch(long_cells_, limits, {}, false, long_lines_.data(), kLineBytes, long_results_);
  only_counts_ = false;
  for (std::size_t i = 0; i < count; ++i) results_.counts[many_[i]] = long_results_.counts[i];
  for (const std::uint32_t i : std::span(long_results_.deferred).first(job.deferred_count)) {
    const Answers answer = alone_.solve_cells(std::span(long_cells_).subspan(i, 1), limits,
                                              long_lines_.data(), kLineBytes);
    results_.counts[many_[i]] = answer.counts[0];
  }
}

std::span<const std::uint64_t> BatchSolver::have_solutions_without(
    std::span<const std::uint8_t* const> puzzles, std::span<const batch::Exclusion> exclusions) {
  const std::size_t count = puzzles.size();
  results_.make_room(count);
  const auto solve_again = [&](std::uint32_t i) {
    results_.counts[i] =
        has_solution_without(grid_of(puzzles[i]), exclusions[i].cell, exclusions[i].digit, *rules_)
            ? 1
            : 0;
  };
  if (count < min_batch()) {
    for (std::uint32_t i = 0; i < count; ++i) solve_again(i);
    return std::span(results_.counts).first(count);
  }
  constexpr SearchLimits kOne{.solutions = 1};
  constexpr Few kLeave{.open = 0, .busy = 48};
  left_lines_.resize(std::max(left_lines_.size(), count * kLineBytes));
  exclusions_ = exclusions.data();
  const batch::Job job =
      run_batch(puzzles, kOne, kLeave, is_small(count), left_lines_.data(), kLineBytes, results_);
  exclusions_ = nullptr;
  solve_left(puzzles, job, kOne, left_lines_.data(), kLineBytes);
  for (std::uint32_t i = 0; i < job.deferred_count; ++i) solve_again(results_.deferred[i]);
  return std::span(results_.counts).first(count);
}

batch::Job BatchSolver::run_batch(std::span<const std::uint8_t* const> puzzles,
                                  const SearchLimits& limits, const Few& few, bool takes_small,
                                  char* lines, std::size_t stride, Results& results) {
  if (workspace_ == nullptr) {
    workspace_ = allocate_huge(std::max(kernel_->workspace_bytes, small_kernel_->workspace_bytes));
    constexpr std::size_t kMostLeft = 512;  // boards
    left_.resize(kMostLeft);
  }
  batch::Job job{.puzzles = puzzles.data(),
                 .count = puzzles.size(),
                 .limit = limits.solutions > 0 ? limits.solutions : UINT64_MAX,
                 .max_steps = max_steps(limits),
                 .few_open = few.open,
                 .few_busy = few.busy,
                 .exclusions = exclusions_,
                 .count_leaf = only_counts_ ? count_by_stacks : nullptr,
                 .counts = results.counts.data(),
                 .lines = lines,
                 .stride = stride,
                 .first_at = results.first_at.data(),
                 .deferred = results.deferred.data(),
                 .conflicts = results.conflicts.data(),
                 .left = left_.data(),
                 .left_room = left_.size(),
                 .tuning = takes_small ? &small_tuning_ : &tuning_};
  (takes_small ? small_kernel_->run : kernel_->run)(job, workspace_.get());
  branches_ += job.branches;
  return job;
}

// Adds those that take long to `long_ones_`.
void BatchSolver::solve_left(std::span<const std::uint8_t* const> puzzles, const batch::Job& job,
                             const SearchLimits& limits, char* lines, std::size_t stride) {
  parts_.clear();
  for (const batch::LeftBoard& left : std::span(left_).first(job.left_count)) {
    const std::uint32_t puzzle = left.puzzle;
    const bool may_be_first =
        results_.counts[puzzle] == 0 || left.begin < results_.first_at[puzzle];
    parts_.push_back({board_of(left.record), puzzle, may_be_first});
  }
  const auto cut_short =
      few_.solve_parts(puzzles, parts_, limits, results_.counts.data(), lines, stride);
  long_ones_.insert(long_ones_.end(), cut_short.begin(), cut_short.end());
}

// The same for those that the batch has not solved.
void BatchSolver::solve_deferred(std::span<const std::uint8_t* const> puzzles,
                                 const batch::Job& job, const SearchLimits& limits, char* lines,
                                 std::size_t stride) {
  const auto deferred = std::span(results_.deferred).first(job.deferred_count);
  if (deferred.empty()) return;
  deferred_cells_.clear();
  for (const std::uint32_t puzzle : deferred) deferred_cells_.push_back(puzzles[puzzle]);
  deferred_lines_.resize(deferred.size() * kLineBytes);
  const Answers answers =
      few_.solve_cells(deferred_cells_, limits, deferred_lines_.data(), kLineBytes);
  for (std::size_t i = 0; i < deferred.size(); ++i) {
    results_.counts[deferred[i]] = answers.counts[i];
    std::memcpy(lines + deferred[i] * stride, &deferred_lines_[i * kLineBytes], kLineBytes);
  }
  for (const std::uint32_t i : answers.timed_out) long_ones_.push_back(deferred[i]);
}

// Whether the search came to its end.
bool BatchSolver::solve_alone(std::span<const std::uint8_t* const> puzzles, std::uint32_t puzzle,
                              const SearchLimits& limits, char* lines, std::size_t stride) {
  const Answers answer =
      alone_.solve_cells(puzzles.subspan(puzzle, 1), limits, lines + puzzle * stride, stride);
  results_.counts[puzzle] = answer.counts[0];
  return answer.timed_out.empty();
}

void BatchSolver::solve_long_ones(std::span<const std::uint8_t* const> puzzles,
                                  const SearchLimits& limits, char* lines, std::size_t stride) {
  const std::size_t count = long_ones_.size();
  long_results_.make_room(count);
  long_cells_.clear();
  for (const std::uint32_t puzzle : long_ones_) long_cells_.push_back(puzzles[puzzle]);
  long_lines_.resize(count * kLineBytes);
  const batch::Job job =
      run_batch(long_cells_, limits, {}, false, long_lines_.data(), kLineBytes, long_results_);
  for (std::size_t i = 0; i < count; ++i) {
    results_.counts[long_ones_[i]] = long_results_.counts[i];
    std::memcpy(lines + long_ones_[i] * stride, &long_lines_[i * kLineBytes], kLineBytes);
  }
  for (const std::uint32_t i : std::span(long_results_.deferred).first(job.deferred_count)) {
    const std::uint32_t puzzle = long_ones_[i];
    if (!solve_alone(puzzles, puzzle, limits, lines, stride)) timed_out_.push_back(puzzle);
  }
}

PlainLineCounter plain_line_counter(std::string_view isa) {
  return batch::find_kernel(isa)->count_plain_lines;
}

}  // namespace puzzled::sudoku
