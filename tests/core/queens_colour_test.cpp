// The colour engine: its identity, its symmetries, and its counts by every way through the kernels.
#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/queens/colour/group_counter.hpp"
#include "core/queens/colour/row_groups.hpp"
#include "core/queens/colour/symmetry.hpp"
#include "core/queens/engine_plans.hpp"
#include "tests/core/each_level.hpp"
#include "tests/core/queens_counting.hpp"
#include "tests/core/queens_known.hpp"

namespace puzzled::queens {
namespace {

using colour::Board;
using colour::Lines;
using colour::Tuning;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int kMostQueens = 12;
#else
constexpr int kMostQueens = 14;
#endif

// Pairs of row set and column set that the queens on squares of a colour take, all rows of the
// board in one number; and how many placements take them.
using Placements = std::map<std::pair<unsigned, unsigned>, std::uint64_t>;

// Row by row, with or without a queen on a square of that colour.
void place_colour(int queens, int parity, std::vector<std::pair<int, int>>& placed, int row,
                  Placements& found) {
  if (row == queens) {
    unsigned rows = 0;
    unsigned columns = 0;
    for (const auto& [i, j] : placed) {
      rows |= 1U << i;
      columns |= 1U << j;
    }
    ++found[{rows, columns}];
    return;
  }
  place_colour(queens, parity, placed, row + 1, found);
  for (int column = 0; column < queens; ++column) {
    if ((row + column) % 2 != parity) continue;
    bool attacked = false;
    for (const auto& [i, j] : placed) {
      attacked = attacked || j == column || row - i == std::abs(column - j);
    }
    if (attacked) continue;
    placed.emplace_back(row, column);
    place_colour(queens, parity, placed, row + 1, found);
    placed.pop_back();
  }
}

// A black part and a white part make a solution exactly if each takes the rows and columns that the
// other one leaves.
TEST(QueensColour, SolutionsAreBlackPartsTimesWhiteParts) {
  for (int queens = 1; queens <= 9; ++queens) {
    Placements black;
    Placements white;
    std::vector<std::pair<int, int>> placed;
    place_colour(queens, 0, placed, 0, black);
    place_colour(queens, 1, placed, 0, white);
    const unsigned all = (1U << queens) - 1;
    std::uint64_t solutions = 0;
    for (const auto& [lines, count] : black) {
      const auto others = white.find({all & ~lines.first, all & ~lines.second});
      if (others != white.end()) solutions += count * others->second;
    }
    EXPECT_EQ(solutions, kKnownSolutions[queens]) << queens << " queens";
  }
}

// Two squares of a colour share a bit exactly if they share a diagonal.
TEST(QueensColour, BitsAreDiagonals) {
  for (int queens = 1; queens <= 32; ++queens) {
    const Board board(queens);
    const auto bits_of = [&](int row, int column) {
      const colour::SquareClass& squares = row % 2 == 0
                                               ? column % 2 == 0 ? board.even_even : board.even_odd
                                           : column % 2 == 0 ? board.odd_even
                                                             : board.odd_odd;
      return squares.square(row / 2, column / 2);
    };
    for (int a = 0; a < queens * queens; ++a) {
      ASSERT_EQ(std::popcount(bits_of(a / queens, a % queens)), 2);
      for (int b = a + 1; b < queens * queens; ++b) {
        const int rows = b / queens - a / queens;
        const int columns = b % queens - a % queens;
        if ((rows + columns) % 2 != 0) continue;
        ASSERT_EQ((bits_of(a / queens, a % queens) & bits_of(b / queens, b % queens)) != 0,
                  rows == std::abs(columns));
      }
    }
  }
}

TEST(QueensColour, EveryPairOfRowSetsHasAUnit) {
  for (int queens = 1; queens <= 16; ++queens) {
    const Board board(queens);
    std::uint64_t weights = 0;
    for (const colour::Stratum& stratum : colour::make_strata(board, 20)) {
      std::set<Lines> odd_rows;
      for (const colour::RowGroup& group : stratum.groups) {
        for (const Lines rows : group.odd_rows) {
          EXPECT_TRUE(odd_rows.insert(rows).second);
          EXPECT_EQ(std::popcount(rows), stratum.odd_queens);
          EXPECT_EQ(rows & group.window, group.odd_rows[0] & group.window);
          for (const Lines even_rows : stratum.even_rows) {
            weights += static_cast<std::uint64_t>(weight_of_rows(board, even_rows, rows));
          }
        }
      }
    }
    // As many even as odd rows, or one more.
    std::uint64_t pairs = 0;
    for (Lines even = 0; even <= board.all_even(); ++even) {
      for (Lines odd = 0; odd <= board.all_odd(); ++odd) {
        pairs += std::popcount(even) == std::popcount(odd) + queens % 2 ? 1 : 0;
      }
    }
    EXPECT_EQ(weights, pairs) << queens << " queens";
  }
}

class QueensColourKernel : public EachLevel {
 protected:
  static Count count(int queens, const Tuning& tuning, int split = 0, bool symmetries = true) {
    return total(*plan_colour(queens, split, isa(), UINT64_MAX, symmetries, tuning));
  }
};
PUZZLED_EACH_LEVEL(QueensColourKernel);

// Small boards, too, go through the kernels here: as they are, as if every counter had been full,
// with all lanes in layers and slots of few lanes, with no layers, with the colours exchanged, with
// partners in slices.
TEST_P(QueensColourKernel, EveryWayGivesKnownNumbers) {
  const Tuning ways[] = {
      {.fewest_lanes = 0},
      {.careful = true, .fewest_lanes = 0},
      {.fewest_lanes = 0, .least_layer = 0, .slot_length = 0.3},
      {.careful = true, .fewest_lanes = 0, .least_layer = 1'000'000},
      {.exchanged = true, .fewest_lanes = 0},
      {.fewest_lanes = 20, .least_layer = 2, .slot_length = 3},
      {.fewest_lanes = 0, .most_partners = 1},
      {.exchanged = true, .fewest_lanes = 0, .most_partners = 500},
  };
  for (int queens = 1; queens < kMostQueens; ++queens) {
    for (const Tuning& way : ways) {
      EXPECT_EQ(to_text(count(queens, way)), std::to_string(kKnownSolutions[queens]))
          << queens << " queens, way " << &way - ways;
    }
  }
}

TEST_P(QueensColourKernel, EverySplitGivesKnownNumbers) {
  for (const int split : {1, 3, 20}) {
    for (int queens = kMostQueens - 1; queens <= kMostQueens; ++queens) {
      EXPECT_EQ(to_text(count(queens, {.fewest_lanes = 0}, split)),
                std::to_string(kKnownSolutions[queens]));
      EXPECT_EQ(to_text(count(queens, {}, split, false)), std::to_string(kKnownSolutions[queens]));
    }
  }
}

// A unit's count depends neither on the level, nor on the colour that comes first, nor on what was
// counted before it.
TEST_P(QueensColourKernel, UnitsAreDeterministic) {
  for (int queens = 13; queens <= 14; ++queens) {
    const auto expected = plan_of({.queens = queens, .engine = "colour", .isa = "portable"});
    const auto in_order = expected->make_counter();
    const auto plan = plan_of({.queens = queens, .engine = "colour", .isa = isa()});
    ASSERT_EQ(plan->units(), expected->units());
    const auto backwards = plan->make_counter();
    const auto checker = plan->make_checker();
    for (std::uint64_t unit = plan->units(); unit-- > 0;) {
      const auto count = in_order->count(unit, kNeverStop);
      ASSERT_EQ(backwards->count(unit, kNeverStop), count) << queens << " queens, unit " << unit;
      ASSERT_EQ(checker->count(unit, kNeverStop), count) << queens << " queens, unit " << unit;
    }
  }
}

TEST_P(QueensColourKernel, GoesOnAfterAStop) {
  const std::atomic<bool> stop{true};
  const auto plan = plan_colour(14, 0, isa(), UINT64_MAX, true, {.fewest_lanes = 0});
  const auto counter = plan->make_counter();
  const std::uint64_t unit = plan->units() - 1;
  EXPECT_FALSE(counter->count(unit, stop).has_value());
  EXPECT_EQ(counter->count(unit, kNeverStop), plan->make_counter()->count(unit, kNeverStop));
}

// One slot of `lanes` equal lanes and `partners` equal partners, none of which share a diagonal:
// more pairs than bytes hold, and more than 16 bits hold.
class ManyPairs {
 public:
  ManyPairs(std::uint32_t lanes, std::uint32_t partners) : partners_(partners) {
    slots_.assign(colour::kSlotMultiple, {.begin = 0, .length = 0, .step = 1, .set = -1});
    slots_[5] = {.begin = 0, .length = lanes, .step = 1, .set = 0};
    lanes_.assign(lanes, 1);
    for (std::uint32_t i = 0; i < partners; ++i) codes_.push_back(i % kSquares);
    states_.assign(partners + 8, State{1} << 3);
    squares_.assign(codes_.begin(), codes_.end());
    squares_.resize(partners + 64);  // vectors read past the end
    rows_.assign(partners, 0);
    colour::Run run{};
    run.groups[8] = partners / 8;
    run.groups[1] = partners % 8;
    runs_ = {run};
  }

  void join(const colour::Kernel& kernel, colour::RowSetTask& set) {
    set.codes = codes_.data();
    set.group_rows = rows_.data();
    set.runs = runs_.data();
    set.row_starts = row_starts_;
    set.row_sets = row_sets_;
    set.single_states = states_.data();
    set.single_squares[0] = squares_.data();
    set.single_rows = rows_.data();
    const std::uint32_t single_starts[] = {0, partners_};
    set.single_starts = single_starts;
    set.wanted = true;
    colour::JoinTask task{};
    task.lanes = lanes_.data();
    task.slots = slots_.data();
    task.slot_count = colour::kSlotMultiple;
    task.rest = 1;
    const colour::Stem stem{
        .queens = {}, .first_parent = 0, .last_parent = 1, .first_chunk = 0, .last_chunk = 1};
    task.stems = &stem;
    task.stem_count = 1;
    const State parent = colour::kNoQueen;
    task.parents = &parent;
    const std::uint32_t chunks[] = {0, 1};
    task.chunks = chunks;
    const colour::Prefix prefix{
        .queen = State{1} << 2, .parent = 0, .first_square = 0, .squares = kSquares, .base = 0};
    task.prefixes = &prefix;
    const std::vector<colour::SquareBits> squares(256, {.sum = 3, .difference = 40});
    task.squares = squares.data();
    task.row_sets = &set;
    task.row_set_count = 1;
    task.partner_sets = 1;
    task.least_layer = 4;
    task.stop = &kNeverStop;
    ASSERT_TRUE(kernel.join(task, workspace_));
  }

 private:
  using State = colour::State;
  static constexpr std::uint8_t kSquares = 200;  // more than one look-up has
  std::uint32_t partners_;
  std::vector<colour::Slot> slots_;
  std::vector<State> lanes_;
  std::vector<std::uint32_t> codes_;
  std::vector<State> states_;
  std::vector<std::uint8_t> squares_;
  std::vector<std::uint16_t> rows_;
  std::vector<colour::Run> runs_;
  std::uint32_t row_starts_[2] = {0, 1};
  std::uint32_t row_sets_[1] = {0};
  colour::JoinWorkspace workspace_;
};

TEST_P(QueensColourKernel, CountersThatOverflowLoseNothing) {
  const colour::Kernel& kernel = *colour::find_kernel(isa());
  // 85 lanes: layers and lanes beyond them. 255 pairs are the most that a byte may seem to hold.
  for (const std::uint32_t lanes : {1U, 8U, 85U}) {
    for (const std::uint32_t partners : {1U, 31U, 254U, 255U, 256U, 4099U, 30001U}) {
      ManyPairs many(lanes, partners);
      const colour::CellOrder order{kernel.block_slots, 1};
      std::vector<std::uint16_t> cells(colour::kSlotMultiple);
      colour::Spills spills;
      colour::RowSetTask set{};
      set.cells = cells.data();
      set.spills = &spills;
      const std::uint64_t cell = order.cell(5, 0);
      // Cells keep what they have.
      cells[cell] = 32000;
      many.join(kernel, set);
      EXPECT_EQ(cells[cell] + spills.at(cell), 32000 + std::uint64_t{lanes} * partners);
      for (std::uint64_t i = 0; i < cells.size(); ++i) {
        if (i == cell) continue;
        EXPECT_EQ(cells[i] + spills.at(i), 0U);
      }
    }
  }
}

TEST_P(QueensColourKernel, ProductsOfCells) {
  const colour::Kernel& kernel = *colour::find_kernel(isa());
  const std::uint32_t slots = kernel.block_slots;
  std::mt19937 random(1);
  for (const std::uint32_t most : {1U, 300U, 0x7FFFU}) {
    std::vector<std::vector<std::uint16_t>> cells[2];
    std::vector<const std::uint16_t*> rows[2];
    for (int side = 0; side < 2; ++side) {
      for (std::uint32_t i = 0; i < slots; ++i) {
        std::vector<std::uint16_t> row(slots);
        for (std::uint16_t& cell : row) {
          cell = static_cast<std::uint16_t>(most - (most == 300 ? random() % 301 : 0));
        }
        cells[side].push_back(row);
      }
      for (const auto& row : cells[side]) rows[side].push_back(row.data());
    }
    std::uint64_t expected = 0;
    for (std::uint32_t i = 0; i < slots; ++i) {
      for (std::uint32_t j = 0; j < slots; ++j) {
        expected += std::uint64_t{cells[0][i][j]} * cells[1][j][i];
      }
    }
    EXPECT_EQ(kernel.multiply(rows[0].data(), rows[1].data()), expected);
  }
}

}  // namespace
}  // namespace puzzled::queens
