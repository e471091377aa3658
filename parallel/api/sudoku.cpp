#include <algorithm>

#include "core/api/bulk_solver.hpp"
#include "parallel/api/threads.hpp"
#include "parallel/unit_queue.hpp"
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
  std::vector<Answer> answers(puzzles.size());
  parallel::Workers pool(static_cast<int>(workers));
  parallel::for_each_unit(pool, (puzzles.size() + block - 1) / block, [&] {
    return [&, solver = BulkSolver(options)](std::size_t number) mutable {
      const std::size_t begin = number * block;
      const std::size_t size = std::min(block, puzzles.size() - begin);
      solver.solve(puzzles.subspan(begin, size), std::span(answers).subspan(begin, size));
      return true;
    };
  });
  return answers;
}

}  // namespace puzzled
