#include "core/sudoku/batch_solver.hpp"

#include <algorithm>
#include <cstddef>
#include <new>

#include "core/sudoku/band_engine.hpp"
#include "core/sudoku/conflict.hpp"

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
      rules_(rules::find_kernel(isa)),
      workspace_(::operator new(kernel_->workspace_bytes, kAlignment)) {}

BatchSolver::~BatchSolver() = default;
BatchSolver::BatchSolver(BatchSolver&&) noexcept = default;
BatchSolver& BatchSolver::operator=(BatchSolver&&) noexcept = default;

void BatchSolver::solve(std::span<const Grid> puzzles, const SearchLimits& limits,
                        std::span<Solutions> results) {
  cells_.clear();
  for (const Grid& puzzle : puzzles) cells_.push_back(puzzle.digits.data());
  lines_.resize(puzzles.size() * kLineBytes);
  const Answers answers = solve_cells(cells_, limits, lines_.data(), kLineBytes);
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    results[i] = {};
    results[i].count = answers.counts[i];
    if (results[i].count == 0) continue;
    results[i].first = grid_of(reinterpret_cast<const std::uint8_t*>(&lines_[i * kLineBytes]));
  }
  for (const std::uint32_t i : answers.timed_out) results[i].timed_out = true;
}

void BatchSolver::solve_one(std::size_t puzzle, const std::uint8_t* cells,
                            const SearchLimits& limits, char* line) {
  Solutions found;
  if (limits.stop != nullptr && limits.stop->load(std::memory_order_relaxed)) {
    found.timed_out = true;  // a third of a millisecond to find out for each would add up
  } else {
    found = solve_band(grid_of(cells), limits, *rules_);
  }
  counts_[puzzle] = found.count;
  write_line(found.first, line);
  if (found.timed_out) timed_out_.push_back(static_cast<std::uint32_t>(puzzle));
}

BatchSolver::Answers BatchSolver::solve_cells(std::span<const std::uint8_t* const> puzzles,
                                              const SearchLimits& limits, char* lines,
                                              std::size_t stride) {
  const std::size_t count = puzzles.size();
  if (counts_.size() < count) {
    counts_.resize(count);
    first_at_.resize(count);
    deferred_.resize(count);
    conflicts_.resize(count);
  }
  timed_out_.clear();
  std::size_t conflict_count = 0;
  if (count < kMinBatch) {
    for (std::size_t i = 0; i < count; ++i) {
      solve_one(i, puzzles[i], limits, lines + i * stride);
      if (counts_[i] == 0 && find_conflict(grid_of(puzzles[i]))) {
        conflicts_[conflict_count++] = static_cast<std::uint32_t>(i);
      }
    }
  } else {
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
                   .pass_budget = &pass_budget_};
    kernel_->run(job, workspace_.get());
    branches_ += job.branches;
    conflict_count = job.conflict_count;
    for (std::size_t i = 0; i < job.deferred_count; ++i) {
      const std::uint32_t puzzle = deferred_[i];
      solve_one(puzzle, puzzles[puzzle], limits, lines + puzzle * stride);
    }
    std::sort(timed_out_.begin(), timed_out_.end());
  }
  return {.counts = std::span(counts_).first(count),
          .conflicts = std::span(conflicts_).first(conflict_count),
          .timed_out = timed_out_};
}

std::size_t BatchSolver::find_plain_lines(std::string_view text,
                                          std::span<const std::uint8_t*> cells) const {
  return kernel_->find_plain_lines(reinterpret_cast<const std::uint8_t*>(text.data()), text.size(),
                                   cells.size(), cells.data());
}

}  // namespace puzzled::sudoku
