// The band engine's rules: every build of the kernel, and both of its entries, come to the same.
#include "core/sudoku/rules/kernel.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <vector>

#include "core/sudoku/random.hpp"
#include "tests/core/each_level.hpp"
#include "tests/core/target_samples.hpp"
#include "tests/core/validator.hpp"

namespace puzzled::sudoku {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::uint64_t kPuzzles = 60;
#else
constexpr std::uint64_t kPuzzles = 1500;
#endif

bool is_candidate(const BandBoard& board, int cell, std::size_t digit) {
  return (board.candidates[digit][cell / 27] >> (cell % 27) & 1) != 0;
}

bool holds(const BandBoard& board, const Grid& solution) {
  for (int cell = 0; cell < kCells; ++cell) {
    if (!is_candidate(board, cell, solution[cell] - 1U)) return false;
  }
  return true;
}

// Takes one candidate out, or all others of its cell, and a few more at random.
void disturb(BandBoard& board, Random& random) {
  const auto pick = [&] {
    for (;;) {
      const auto cell = static_cast<int>(random.below(kCells));
      const std::size_t digit = random.below(9);
      if (is_candidate(board, cell, digit)) return std::pair{cell, digit};
    }
  };
  const auto [cell, digit] = pick();
  const bool takes = random.below(2) == 0;
  for (std::size_t other = 0; other < 9; ++other) {
    if ((other == digit) != takes) board.candidates[other][cell / 27] &= ~(1U << (cell % 27));
  }
  for (std::size_t more = random.below(12) == 0 ? 20 : 0; more > 0; --more) {
    const auto [at, of] = pick();
    board.candidates[of][at / 27] &= ~(1U << (at % 27));
  }
}

struct Sample {
  BandBoard board;  // before the rules
  Grid solution;    // of the puzzle; the board may have lost it
};

// Boards as a search meets them: puzzles, and what is left of them after some guesses.
std::vector<Sample> samples() {
  const rules::Kernel& portable = *rules::find_kernel("portable");
  std::vector<Sample> samples;
  for (std::uint64_t seed = 0; seed < kPuzzles; ++seed) {
    Random random(seed, 3);
    const Grid solution = target::random_board(seed, kCells);
    Grid puzzle = solution;
    const std::size_t blanks = random.below(82);
    for (std::size_t i = 0; i < blanks; ++i) puzzle[static_cast<int>(random.below(kCells))] = 0;
    if (seed % 16 == 0) puzzle[static_cast<int>(random.below(kCells))] = 1;
    BandBoard board = board_of(puzzle);
    samples.push_back({board, solution});
    while (portable.propagate(board) == BandOutcome::kOpen) {
      disturb(board, random);
      samples.push_back({board, solution});
    }
  }
  return samples;
}

// The rules again, one digit and one question after another. A matrix is what one digit has of a
// band (rows by boxes) or of a stack (columns by boxes).
struct Matrix {
  bool has[3][3] = {};
};

constexpr std::array<std::array<int, 3>, 6> kPermutations{
    {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};

int cell_in(bool by_rows, int chute, int line, int box, int i) {
  const int along = 3 * box + i;
  const int across = 3 * chute + line;
  return by_rows ? 9 * across + along : 9 * along + across;
}

bool has_mini_line(const BandBoard& board, bool by_rows, int chute, int line, int box,
                   std::size_t digit) {
  for (int i = 0; i < 3; ++i) {
    if (is_candidate(board, cell_in(by_rows, chute, line, box, i), digit)) return true;
  }
  return false;
}

// Whether a mini-line is left that no permutation goes through.
bool leaves_locked_candidates(const Matrix& m) {
  Matrix used;
  for (const auto& p : kPermutations) {
    if (!m.has[0][p[0]] || !m.has[1][p[1]] || !m.has[2][p[2]]) continue;
    for (int line = 0; line < 3; ++line) used.has[line][p[static_cast<std::size_t>(line)]] = true;
  }
  return std::memcmp(&used, &m, sizeof m) != 0;
}

// Whether three digits are alone in a mini-line and yet elsewhere in its line or box, or must be
// there and leave room for others.
bool leaves_a_count(const std::array<Matrix, 9>& chute) {
  for (int line = 0; line < 3; ++line) {
    for (int box = 0; box < 3; ++box) {
      int possible = 0;
      int possible_alone = 0;
      int forced = 0;
      for (const Matrix& m : chute) {
        if (!m.has[line][box]) continue;
        int in_line = 0;
        int in_box = 0;
        for (int i = 0; i < 3; ++i) {
          in_line += m.has[line][i] ? 1 : 0;
          in_box += m.has[i][box] ? 1 : 0;
        }
        ++possible;
        possible_alone += in_line == 1 && in_box == 1 ? 1 : 0;
        forced += in_line == 1 || in_box == 1 ? 1 : 0;
      }
      if (possible == 3 && possible_alone != 3) return true;
      if (forced == 3 && possible != 3) return true;
    }
  }
  return false;
}

// Whether a cell has no candidate, or one that is still elsewhere in its box, or one of several
// that is nowhere else in its box.
bool leaves_a_single(const BandBoard& board) {
  for (int cell = 0; cell < kCells; ++cell) {
    int candidates = 0;
    for (std::size_t digit = 0; digit < 9; ++digit) {
      candidates += is_candidate(board, cell, digit) ? 1 : 0;
    }
    if (candidates == 0) return true;
    for (std::size_t digit = 0; digit < 9; ++digit) {
      if (!is_candidate(board, cell, digit)) continue;
      int places = 0;
      for (int other = 0; other < kCells; ++other) {
        places += box_of(other) == box_of(cell) && is_candidate(board, other, digit) ? 1 : 0;
      }
      if ((places == 1) != (candidates == 1)) return true;
    }
  }
  return false;
}

bool leaves_something(const BandBoard& board) {
  for (const bool by_rows : {true, false}) {
    for (int number = 0; number < 3; ++number) {
      std::array<Matrix, 9> chute;
      for (std::size_t digit = 0; digit < 9; ++digit) {
        Matrix& m = chute[digit];
        for (int line = 0; line < 3; ++line) {
          for (int box = 0; box < 3; ++box) {
            m.has[line][box] = has_mini_line(board, by_rows, number, line, box, digit);
          }
        }
        if (leaves_locked_candidates(m)) return true;
      }
      if (leaves_a_count(chute)) return true;
    }
  }
  return leaves_a_single(board);
}

// All of the board, `settled` too.
std::vector<std::uint32_t> words_of(const BandBoard& board) {
  std::vector<std::uint32_t> words(sizeof board / sizeof(std::uint32_t));
  std::memcpy(words.data(), &board, sizeof board);
  return words;
}

void expect_equal(const BandBoard& a, const BandBoard& b) {
  ASSERT_EQ(words_of(a), words_of(b));
}

TEST(Rules, RemoveNothingOfASolution) {
  std::array<int, 3> counts{};
  for (const Sample& sample : samples()) {
    BandBoard board = sample.board;
    const BandOutcome outcome = rules::find_kernel("portable")->propagate(board);
    ++counts[static_cast<std::size_t>(outcome)];
    if (holds(sample.board, sample.solution)) {
      ASSERT_NE(outcome, BandOutcome::kContradiction);
      ASSERT_TRUE(holds(board, sample.solution));
    }
    if (outcome == BandOutcome::kSolved) {
      ASSERT_TRUE(is_complete_and_legal(grid_of(board)));
    }
  }
  for (const int count : counts) EXPECT_GT(count, static_cast<int>(kPuzzles / 10));
}

TEST(Rules, LeaveNothingThatTheyWouldRemove) {
  for (const Sample& sample : samples()) {
    BandBoard board = sample.board;
    const BandOutcome outcome = rules::find_kernel("portable")->propagate(board);
    if (outcome == BandOutcome::kContradiction) continue;
    ASSERT_FALSE(leaves_something(board));
  }
}

TEST(Rules, AreDoneWhenTheyEnd) {
  const rules::Kernel& portable = *rules::find_kernel("portable");
  for (const Sample& sample : samples()) {
    BandBoard board = sample.board;
    const BandOutcome outcome = portable.propagate(board);
    if (outcome == BandOutcome::kContradiction) continue;
    BandBoard again = board;
    ASSERT_EQ(portable.propagate(again), outcome);
    expect_equal(again, board);
  }
}

class RulesKernel : public EachLevel {};
PUZZLED_EACH_LEVEL(RulesKernel);

TEST_P(RulesKernel, ReadsPuzzlesAndWritesGrids) {
  const rules::Kernel& kernel = *rules::find_kernel(isa());
  for (std::uint64_t seed = 0; seed < kPuzzles; ++seed) {
    const Grid puzzle = target::random_board(seed, static_cast<int>(seed % (kCells + 1)));
    BandBoard board;
    kernel.read_board(puzzle, board);
    expect_equal(board, board_of(puzzle));
    // A byte before and after the grid, which nobody may touch.
    struct {
      std::uint8_t before = 77;
      Grid grid;
      std::uint8_t after = 77;
    } written;
    kernel.write_grid(board_of(target::random_board(seed, kCells)), written.grid);
    ASSERT_EQ(written.grid, target::random_board(seed, kCells));
    ASSERT_EQ(written.before + written.after, 2 * 77);
  }
}

TEST_P(RulesKernel, AreTheSameInEveryBuild) {
  const rules::Kernel& kernel = *rules::find_kernel(isa());
  const std::vector<Sample> all = samples();
  for (const Sample& sample : all) {
    BandBoard expected = sample.board;
    BandBoard board = sample.board;
    const BandOutcome outcome = rules::find_kernel("portable")->propagate(expected);
    ASSERT_EQ(kernel.propagate(board), outcome);
    if (outcome != BandOutcome::kContradiction) expect_equal(board, expected);
  }
}

TEST_P(RulesKernel, AreTheSameForSeveralBoards) {
  const rules::Kernel& kernel = *rules::find_kernel(isa());
  const std::vector<Sample> all = samples();
  Random random(1, 4);
  for (std::size_t first = 0; first < all.size();) {
    const std::size_t count = std::min<std::size_t>(random.below(40), all.size() - first);
    std::array<BandBoard, 40> boards;
    std::array<BandOutcome, 40> outcomes;
    for (std::size_t i = 0; i < count; ++i) boards[i] = all[first + i].board;
    const BandBoard untouched = boards[count] = all[0].board;
    kernel.propagate_all(boards.data(), count, outcomes.data());
    for (std::size_t i = 0; i < count; ++i) {
      BandBoard expected = all[first + i].board;
      const BandOutcome outcome = rules::find_kernel("portable")->propagate(expected);
      ASSERT_EQ(outcomes[i], outcome) << count << ' ' << i;
      if (outcome != BandOutcome::kContradiction) expect_equal(boards[i], expected);
      if (outcome != BandOutcome::kOpen) continue;
      ChutePlaces places;
      ChutePlaces expected_places;
      kernel.count_places(boards[i], places);
      rules::find_kernel("portable")->propagate_and_count(expected, expected_places);
      ASSERT_EQ(places.of_chute, expected_places.of_chute);
    }
    expect_equal(boards[count], untouched);
    first += count;
  }
}

}  // namespace
}  // namespace puzzled::sudoku
