// Solves puzzles in bulk: hundreds at once, one a bit of a vector (core/sudoku/batch). Few puzzles
// are solved one by one by the band engine, which walks the same tree: so a puzzle's answer depends
// on nothing but the puzzle and the limit.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/sudoku/engines.hpp"

namespace puzzled::sudoku {

namespace batch {
struct Kernel;
}

/// Instruction sets that the batch kernel knows, best first.
inline constexpr std::string_view kIsaNames[] = {"avx512", "avx2", "portable"};

/// Whether this build and this processor have the one of that name; `portable` is always there.
bool has_isa(std::string_view name);

/// Owns the memory that a batch needs (some 2 MiB), so that solving allocates nothing. One solver
/// is for one thread at a time.
class BatchSolver {
 public:
  /// REQUIRES: has_isa(isa), or `isa` is empty, for the best there is.
  explicit BatchSolver(std::string_view isa = {});
  ~BatchSolver();
  BatchSolver(BatchSolver&&) noexcept;
  BatchSolver& operator=(BatchSolver&&) noexcept;

  /// Solves each puzzle as solve_band() would, within `limits`; only `branches` may differ
  /// (idle lanes search ahead, and what they do may turn out not to be needed).
  /// REQUIRES: results.size() == puzzles.size() < 2^32; otherwise as SolveFunction.
  void solve(std::span<const Grid> puzzles, const SearchLimits& limits,
             std::span<Solutions> results);

 private:
  struct FreeAligned {
    void operator()(void* memory) const;
  };

  const batch::Kernel* kernel_;
  std::unique_ptr<void, FreeAligned> workspace_;
  std::vector<std::uint64_t> first_at_;
  std::vector<std::uint32_t> left_over_;
};

}  // namespace puzzled::sudoku
