#include "core/sudoku/batch_solver.hpp"

#include <algorithm>
#include <cstddef>
#include <new>

#include "core/sudoku/band_engine.hpp"
#include "core/sudoku/rules/kernel.hpp"

namespace puzzled::sudoku {
namespace {

constexpr std::align_val_t kAlignment{64};

// A batch costs much the same however few puzzles are in it. It beats the band engine from 50 easy
// puzzles on, from 70 with 17 clues, from 8 of the hardest.
constexpr std::size_t kMinBatch = 72;

// Where time is limited, a puzzle that has taken so many steps (some 8 µs each) in company goes on
// alone, in the band engine, which looks at the clock.
constexpr std::uint32_t kMaxSteps = 512;

}  // namespace

void BatchSolver::FreeAligned::operator()(void* memory) const {
  ::operator delete(memory, kAlignment);
}

BatchSolver::BatchSolver(std::string_view isa)
    : kernel_(batch::find_kernel(isa)),
      alone_([rules = rules::find_kernel(isa)](const Grid& puzzle, const SearchLimits& limits) {
        return solve_band(puzzle, limits, *rules);
      }),
      workspace_(::operator new(kernel_->workspace_bytes, kAlignment)) {}

BatchSolver::~BatchSolver() = default;

Solver::Answers BatchSolver::solve_cells(std::span<const std::uint8_t* const> puzzles,
                                         const SearchLimits& limits, char* lines,
                                         std::size_t stride) {
  const std::size_t count = puzzles.size();
  if (count < kMinBatch) return alone_.solve_cells(puzzles, limits, lines, stride);
  if (counts_.size() < count) {
    counts_.resize(count);
    first_at_.resize(count);
    deferred_.resize(count);
    conflicts_.resize(count);
  }
  timed_out_.clear();
  batch::Job job{.puzzles = puzzles.data(),
                 .count = count,
                 .limit = limits.solutions > 0 ? limits.solutions : UINT64_MAX,
                 .max_steps = limits.can_end_early() ? kMaxSteps : UINT32_MAX,
                 .counts = counts_.data(),
                 .lines = lines,
                 .stride = stride,
                 .first_at = first_at_.data(),
                 .deferred = deferred_.data(),
                 .conflicts = conflicts_.data(),
                 .tuning = &tuning_};
  kernel_->run(job, workspace_.get());
  branches_ += job.branches;
  for (const std::uint32_t puzzle : std::span(deferred_).first(job.deferred_count)) {
    const Answers answer =
        alone_.solve_cells(puzzles.subspan(puzzle, 1), limits, lines + puzzle * stride, stride);
    counts_[puzzle] = answer.counts[0];
    if (!answer.timed_out.empty()) timed_out_.push_back(puzzle);
  }
  std::sort(timed_out_.begin(), timed_out_.end());
  return {.counts = std::span(counts_).first(count),
          .conflicts = std::span(conflicts_).first(job.conflict_count),
          .timed_out = timed_out_};
}

PlainLineCounter plain_line_counter(std::string_view isa) {
  return batch::find_kernel(isa)->count_plain_lines;
}

}  // namespace puzzled::sudoku
