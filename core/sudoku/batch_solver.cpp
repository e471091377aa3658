#include "core/sudoku/batch_solver.hpp"

#include <cstddef>
#include <new>

#include "core/sudoku/band_engine.hpp"
#include "core/sudoku/batch/kernel.hpp"

namespace puzzled::sudoku {
namespace {

constexpr std::align_val_t kAlignment{64};

// A batch costs much the same however few puzzles are in it. It beats the band engine from 50 easy
// puzzles on, from 70 with 17 clues, from 8 of the hardest.
constexpr std::size_t kSmallestBatch = 72;

std::span<const batch::Kernel* const> kernels() {
  static constexpr const batch::Kernel* kKernels[] = {
#if defined(__x86_64__)
    &batch::kAvx512Kernel,
    &batch::kAvx2Kernel,
#endif
    &batch::kPortableKernel,
  };
  return kKernels;
}

bool is_supported([[maybe_unused]] const batch::Kernel* kernel) {
#if defined(__x86_64__)
  if (kernel == &batch::kAvx512Kernel) {
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("gfni") &&
           __builtin_cpu_supports("bmi") && __builtin_cpu_supports("popcnt");
  }
  if (kernel == &batch::kAvx2Kernel) {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("popcnt");
  }
#endif
  return true;
}

// The first that the processor has, or that of the name if it has it, else nullptr.
const batch::Kernel* find_kernel(std::string_view isa) {
  for (const batch::Kernel* kernel : kernels()) {
    if ((isa.empty() || isa == kernel->name) && is_supported(kernel)) return kernel;
  }
  return nullptr;
}

}  // namespace

bool has_isa(std::string_view name) {
  return !name.empty() && find_kernel(name) != nullptr;
}

void BatchSolver::FreeAligned::operator()(void* memory) const {
  ::operator delete(memory, kAlignment);
}

BatchSolver::BatchSolver(std::string_view isa)
    : kernel_(find_kernel(isa)), workspace_(::operator new(kernel_->workspace_bytes, kAlignment)) {}

BatchSolver::~BatchSolver() = default;
BatchSolver::BatchSolver(BatchSolver&&) noexcept = default;
BatchSolver& BatchSolver::operator=(BatchSolver&&) noexcept = default;

void BatchSolver::solve(std::span<const Grid> puzzles, const SearchLimits& limits,
                        std::span<Solutions> results) {
  // The kernel knows no clock.
  if (puzzles.size() < kSmallestBatch || limits.time.count() > 0) {
    for (std::size_t i = 0; i < puzzles.size(); ++i) results[i] = solve_band(puzzles[i], limits);
    return;
  }
  if (left_over_.size() < puzzles.size()) {
    left_over_.resize(puzzles.size());
    first_at_.resize(puzzles.size());
  }
  batch::Job job{.puzzles = puzzles.data(),
                 .count = puzzles.size(),
                 .limit = limits.solutions > 0 ? limits.solutions : UINT64_MAX,
                 .results = results.data(),
                 .first_at = first_at_.data(),
                 .left_over = left_over_.data()};
  for (Solutions& result : results) result.timed_out = false;
  kernel_->run(job, workspace_.get());
  for (std::size_t i = 0; i < job.left_over_count; ++i) {
    const std::uint32_t puzzle = left_over_[i];
    results[puzzle] = solve_band(puzzles[puzzle], limits);
  }
}

}  // namespace puzzled::sudoku
