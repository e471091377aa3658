// The number of branches of each engine over a fixed set of puzzles, so that no change in what an
// engine does can hide behind equal answers. A change that is meant states the new numbers here.
#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "core/sudoku/batch_solver.hpp"
#include "core/sudoku/engines.hpp"
#include "tests/core/each_level.hpp"
#include "tests/core/sample_puzzles.hpp"

namespace puzzled::sudoku {
namespace {

std::uint64_t branches_of(std::string_view engine) {
  std::uint64_t branches = 0;
  for (const Kind kind : kKinds) {
    for (std::uint64_t index = 0; index < 250; ++index) {
      branches += find_engine(engine)->solve(sample_puzzle(kind, index), {.solutions = 2}).branches;
    }
  }
  return branches;
}

TEST(EngineSignature, Band) {
  EXPECT_EQ(branches_of("band"), 2097U);
}
TEST(EngineSignature, Mrv) {
  EXPECT_EQ(branches_of("mrv"), 23049U);
}
TEST(EngineSignature, Row) {
  EXPECT_EQ(branches_of("row"), 2264658U);
}
TEST(EngineSignature, Cover) {
  EXPECT_EQ(branches_of("cover"), 2546U);
}

/// The same thousand puzzles in one call. When no fresh puzzle is left, idle lanes search ahead: so
/// more branches are taken than by the band engine, the more the more lanes there are.
class BatchSignature : public EachLevel {};
PUZZLED_EACH_LEVEL(BatchSignature);

TEST_P(BatchSignature, Branches) {
  std::vector<Grid> puzzles;
  for (const Kind kind : kKinds) {
    for (std::uint64_t index = 0; index < 250; ++index) {
      puzzles.push_back(sample_puzzle(kind, index));
    }
  }
  std::vector<Solutions> results(puzzles.size());
  BatchSolver solver(isa());
  solver.solve(puzzles, {.solutions = 2}, results);
  const std::uint64_t recorded = isa() == "portable" ? 2322U : isa() == "avx2" ? 2983U : 4225U;
  EXPECT_EQ(solver.branches(), recorded);
}

// The same for the generator: the puzzles above depend on it, and users on its sequences.
TEST(EngineSignature, SamplePuzzles) {
  std::uint64_t hash = 14695981039346656037U;  // FNV-1a
  for (const Kind kind : kKinds) {
    for (std::uint64_t index = 0; index < 250; ++index) {
      for (const std::uint8_t digit : sample_puzzle(kind, index).digits) {
        hash = (hash ^ digit) * 1099511628211U;
      }
    }
  }
  EXPECT_EQ(hash, 14606519391593232832U);
}

}  // namespace
}  // namespace puzzled::sudoku
