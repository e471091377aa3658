#include <algorithm>
#include <memory>
#include <numeric>

#include "core/api/bulk_solver.hpp"
#include "parallel/api/threads.hpp"
#include "parallel/unit_run.hpp"
#include "puzzled/parallel.hpp"

namespace puzzled {
namespace {

// Fewer do not fill a batch.
constexpr std::size_t kMinPuzzles = 512;
constexpr std::size_t kBlocksPerThread = 4;

}  // namespace

int available_threads() {
  return parallel::available_threads();
}

std::vector<Answer> solve_all(std::span<const Grid> puzzles, int threads,
                              const SolveOptions& options) {
  const auto workers = static_cast<std::size_t>(worker_count(threads));
  const std::size_t block = std::clamp(puzzles.size() / (workers * kBlocksPerThread), kMinPuzzles,
                                       BulkSolver::kMaxPuzzles);
  std::vector<std::uint64_t> blocks((puzzles.size() + block - 1) / block);
  std::iota(blocks.begin(), blocks.end(), 0);
  std::vector<Answer> answers(puzzles.size());
  const auto make_worker = [&]() -> parallel::UnitWorker {
    // Shared, because std::function requires a copyable object.
    return [&, solver = std::make_shared<BulkSolver>(options)](std::uint64_t number) {
      const std::size_t begin = number * block;
      const std::size_t size = std::min(block, puzzles.size() - begin);
      solver->solve(puzzles.subspan(begin, size), std::span(answers).subspan(begin, size));
      return true;
    };
  };
  parallel::Workers pool(static_cast<int>(workers));
  StopFlag never_set{false};
  parallel::run_units(pool, blocks, make_worker, never_set);
  return answers;
}

}  // namespace puzzled
