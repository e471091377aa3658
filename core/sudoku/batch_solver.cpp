#include "core/sudoku/batch_solver.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>

#include "core/sudoku/band_engine.hpp"
#include "core/sudoku/rules/kernel.hpp"

namespace puzzled::sudoku {
namespace {

// A batch costs much the same however few puzzles are in it, and how much depends on the longest
// search among them. So many puzzles are worth one, by the branches that a puzzle takes: Kaggle's
// none, 17 clues 0.5, several solutions 5, the hardest 34, few clues 50. (Where both are as fast,
// limit 1 / 2: Kaggle 64, 17 clues 190 / 150, minimal ones 140 / 115, several solutions 175 / 130,
// the hardest far below 64, 5 to 12 clues 130.)
std::size_t min_batch(double branches_per_puzzle) {
  const bool is_middling = branches_per_puzzle > 0.05 && branches_per_puzzle < 12;
  return is_middling ? 160 : 72;
}

// If the intake of a small batch leaves no more boards than this, the band engine takes less time
// for them than the search of the batch, whose lanes would be empty. (Easy puzzles in blocks of
// 256: 7.9 M/s with 2, 16.0 M/s with 64.)
int max_deferred(std::size_t count, double branches_per_puzzle) {
  constexpr std::size_t kSmall = 512;
  return count <= kSmall && branches_per_puzzle < 12 ? 64 : 2;
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
      few_(*rules::find_kernel(isa)),
      alone_([rules = rules::find_kernel(isa)](const Grid& puzzle, const SearchLimits& limits) {
        return solve_band(puzzle, limits, *rules);
      }) {}

BatchSolver::~BatchSolver() = default;

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
  long_ones_.clear();
  const bool is_batch = count >= min_batch(branches_per_puzzle_);
  const std::uint64_t branches_before = branches();
  std::size_t conflicts = 0;
  if (!is_batch) {
    const Answers answers = few_.solve_cells(puzzles, limits, lines, stride);
    std::copy(answers.counts.begin(), answers.counts.end(), results_.counts.begin());
    std::copy(answers.conflicts.begin(), answers.conflicts.end(), results_.conflicts.begin());
    conflicts = answers.conflicts.size();
    long_ones_.assign(answers.timed_out.begin(), answers.timed_out.end());
  } else {
    const batch::Job job = run_batch(puzzles, limits, max_deferred(count, branches_per_puzzle_),
                                     lines, stride, results_);
    conflicts = job.conflict_count;
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
  std::sort(timed_out_.begin(), timed_out_.end());
  if (count > 0) {
    branches_per_puzzle_ =
        static_cast<double>(branches() - branches_before) / static_cast<double>(count);
  }
  return {.counts = std::span(results_.counts).first(count),
          .conflicts = std::span(results_.conflicts).first(conflicts),
          .timed_out = timed_out_};
}

batch::Job BatchSolver::run_batch(std::span<const std::uint8_t* const> puzzles,
                                  const SearchLimits& limits, int max_deferred, char* lines,
                                  std::size_t stride, Results& results) {
  if (workspace_ == nullptr) workspace_ = allocate_huge(kernel_->workspace_bytes);
  batch::Job job{.puzzles = puzzles.data(),
                 .count = puzzles.size(),
                 .limit = limits.solutions > 0 ? limits.solutions : UINT64_MAX,
                 .max_steps = max_steps(limits),
                 .max_deferred = max_deferred,
                 .counts = results.counts.data(),
                 .lines = lines,
                 .stride = stride,
                 .first_at = results.first_at.data(),
                 .deferred = results.deferred.data(),
                 .conflicts = results.conflicts.data(),
                 .tuning = &tuning_};
  kernel_->run(job, workspace_.get());
  branches_ += job.branches;
  return job;
}

// Adds those that take long to `long_ones_`.
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
      run_batch(long_cells_, limits, 0, long_lines_.data(), kLineBytes, long_results_);
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
