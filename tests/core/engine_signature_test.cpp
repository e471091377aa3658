// The number of branches of each engine over a fixed set of puzzles, so that no change in what an
// engine does can hide behind equal answers. A change that is meant states the new numbers here.
#include <gtest/gtest.h>

#include <map>
#include <string_view>
#include <vector>

#include "core/sudoku/batch_solver.hpp"
#include "core/sudoku/engines.hpp"
#include "tests/core/each_level.hpp"
#include "tests/core/sample_puzzles.hpp"

namespace puzzled::sudoku {
namespace {

std::vector<Grid> thousand_puzzles() {
  std::vector<Grid> puzzles;
  for (const Kind kind : kKinds) {
    for (std::uint64_t index = 0; index < 250; ++index) {
      puzzles.push_back(sample_puzzle(kind, index));
    }
  }
  return puzzles;
}

TEST(EngineSignature, Branches) {
  const std::map<std::string_view, std::uint64_t> recorded = {
      {"batch", 2097},  // one by one: by the band engine
      {"band", 2097},
      {"mrv", 23049},
      {"row", 2264658},
      {"cover", 2546}};
  const std::vector<Grid> puzzles = thousand_puzzles();
  for (const Engine& engine : all_engines()) {
    std::uint64_t branches = 0;
    for (const Grid& puzzle : puzzles) branches += engine.solve(puzzle, {.solutions = 2}).branches;
    const auto of_engine = recorded.find(engine.name);
    EXPECT_EQ(branches, of_engine == recorded.end() ? 0 : of_engine->second) << engine.name;
  }
}

/// The same thousand puzzles in one call. When no fresh puzzle is left, idle lanes search ahead: so
/// more branches are taken than by the band engine, the more the more lanes there are.
class BatchSignature : public EachLevel {};
PUZZLED_EACH_LEVEL(BatchSignature);

TEST_P(BatchSignature, Branches) {
  const std::vector<Grid> puzzles = thousand_puzzles();
  std::vector<Solutions> results(puzzles.size());
  BatchSolver solver(isa());
  solver.solve(puzzles, {.solutions = 2}, results);
  const std::uint64_t recorded = isa() == "portable" ? 2282U : isa() == "avx2" ? 2733U : 4180U;
  EXPECT_EQ(solver.branches(), recorded);
}

// The same for the generator: the puzzles above depend on it, and users on its sequences.
TEST(EngineSignature, SamplePuzzles) {
  std::uint64_t hash = 14695981039346656037U;  // FNV-1a
  for (const Grid& puzzle : thousand_puzzles()) {
    for (const std::uint8_t digit : puzzle.digits) hash = (hash ^ digit) * 1099511628211U;
  }
  EXPECT_EQ(hash, 14606519391593232832U);
}

}  // namespace
}  // namespace puzzled::sudoku
