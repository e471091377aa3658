// Boards of other sizes: known counts, and a plain search that shares no code.
#include "core/variants/search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "core/variants/model.hpp"

namespace puzzled::variants {
namespace {

using Digits = std::vector<int>;  // 0: blank

std::vector<ValueSet> candidates_of(const Model& model, const Digits& digits) {
  std::vector<ValueSet> candidates = model.allowed;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (digits[i] != 0) candidates[i] = set_of(digits[i]);
  }
  return candidates;
}

/// Row, column and box of a cell, by the definition of the game.
bool see_each_other(int a, int b, int size, BoxShape boxes) {
  const int row_a = a / size;
  const int row_b = b / size;
  const int column_a = a % size;
  const int column_b = b % size;
  return row_a == row_b || column_a == column_b ||
         (boxes.rows > 0 && row_a / boxes.rows == row_b / boxes.rows &&
          column_a / boxes.columns == column_b / boxes.columns);
}

bool may_hold(const Digits& digits, int cell, int value, int size, BoxShape boxes) {
  for (int other = 0; other < size * size; ++other) {
    if (other != cell && digits[static_cast<std::size_t>(other)] == value &&
        see_each_other(cell, other, size, boxes)) {
      return false;
    }
  }
  return true;
}

std::uint64_t plain_count(Digits& digits, int cell, int size, BoxShape boxes) {
  const auto at = static_cast<std::size_t>(cell);
  if (at == digits.size()) return 1;
  if (digits[at] != 0) {
    return may_hold(digits, cell, digits[at], size, boxes)
               ? plain_count(digits, cell + 1, size, boxes)
               : 0;
  }
  std::uint64_t count = 0;
  for (int value = 1; value <= size; ++value) {
    if (!may_hold(digits, cell, value, size, boxes)) continue;
    digits[at] = value;
    count += plain_count(digits, cell + 1, size, boxes);
    digits[at] = 0;
  }
  return count;
}

bool is_valid(std::span<const std::uint8_t> values, int size, BoxShape boxes) {
  const Digits digits(values.begin(), values.end());
  for (int cell = 0; cell < size * size; ++cell) {
    const int value = digits[static_cast<std::size_t>(cell)];
    if (value < 1 || value > size || !may_hold(digits, cell, value, size, boxes)) return false;
  }
  return true;
}

class Board {
 public:
  explicit Board(int size)
      : size_(size),
        boxes_(usual_boxes(size)),
        rules_(sudoku_model(size, boxes_)),
        search_(rules_) {}

  Found solve(const Digits& digits, std::uint64_t limit = 0) {
    return search_.solve(candidates_of(rules_.model(), digits), {.solutions = limit});
  }
  const Search& search() const { return search_; }
  BoxShape boxes() const { return boxes_; }
  Digits blank() const { return Digits(static_cast<std::size_t>(size_ * size_)); }

 private:
  int size_;
  BoxShape boxes_;
  Rules rules_;
  Search search_;
};

TEST(VariantsModel, HasTheUsualBoxes) {
  EXPECT_EQ(usual_boxes(4), (BoxShape{2, 2}));
  EXPECT_EQ(usual_boxes(6), (BoxShape{2, 3}));
  EXPECT_EQ(usual_boxes(8), (BoxShape{2, 4}));
  EXPECT_EQ(usual_boxes(9), (BoxShape{3, 3}));
  EXPECT_EQ(usual_boxes(10), (BoxShape{2, 5}));
  EXPECT_EQ(usual_boxes(12), (BoxShape{3, 4}));
  EXPECT_EQ(usual_boxes(15), (BoxShape{3, 5}));
  EXPECT_EQ(usual_boxes(16), (BoxShape{4, 4}));
  EXPECT_EQ(usual_boxes(20), (BoxShape{4, 5}));
  EXPECT_EQ(usual_boxes(25), (BoxShape{5, 5}));
  EXPECT_EQ(usual_boxes(7), BoxShape{});
  EXPECT_EQ(usual_boxes(14), BoxShape{});
}

TEST(VariantsSearch, CountsAllGridsOf4By4) {
  Board board(4);
  EXPECT_EQ(board.solve(board.blank()).count, 288U);
}

TEST(VariantsSearch, CountsLatinSquares) {
  const Rules rules(sudoku_model(5, {}));
  Search search(rules);
  EXPECT_EQ(search.solve(rules.model().allowed, {.solutions = 0}).count, 161280U);
}

// Any first row is as good as another, so there are 720 times as many.
TEST(VariantsSearch, CountsAllGridsOf6By6) {
  Board board(6);
  Digits digits = board.blank();
  for (int i = 0; i < 6; ++i) digits[static_cast<std::size_t>(i)] = i + 1;
  EXPECT_EQ(board.solve(digits).count * 720, 28200960U);
}

TEST(VariantsSearch, StopsAtTheLimit) {
  Board board(16);
  EXPECT_EQ(board.solve(board.blank(), 5).count, 5U);
  EXPECT_TRUE(is_valid(board.search().first(), 16, board.boxes()));
}

TEST(VariantsSearch, SolvesEmptyBoardsOfEachSize) {
  for (const int size : box_sizes()) {
    Board board(size);
    EXPECT_EQ(board.solve(board.blank(), 1).count, 1U) << size;
    EXPECT_TRUE(is_valid(board.search().first(), size, board.boxes())) << size;
  }
}

TEST(VariantsSearch, EndsWhenItIsStopped) {
  const Rules rules(sudoku_model(9, usual_boxes(9)));
  Search search(rules);
  const StopFlag stop{true};
  const Found found = search.solve(rules.model().allowed, {.solutions = 0, .stop = &stop});
  EXPECT_TRUE(found.timed_out);
  // And is as new afterwards.
  EXPECT_EQ(search.solve(rules.model().allowed, {.solutions = 1}).count, 1U);
}

TEST(VariantsSearch, RefusesContradictions) {
  Board board(4);
  Digits digits = board.blank();
  digits[0] = digits[3] = 2;
  EXPECT_EQ(board.solve(digits).count, 0U);
  std::vector<ValueSet> candidates(16, all_values(4));
  candidates[5] = 0;
  const Rules rules(sudoku_model(4, usual_boxes(4)));
  EXPECT_EQ(Search(rules).solve(candidates, {}).count, 0U);
}

/// Boards with clues of a solution, and now and then one that is wrong.
Digits drawn_board(std::mt19937& random, std::span<const std::uint8_t> solution, int size,
                   int clues) {
  Digits digits(solution.size());
  for (int i = 0; i < clues; ++i) {
    const std::size_t cell = random() % digits.size();
    digits[cell] = random() % 16 == 0 ? 1 + static_cast<int>(random() % static_cast<unsigned>(size))
                                      : solution[cell];
  }
  return digits;
}

TEST(VariantsSearch, AgreesWithAPlainSearch) {
  std::mt19937 random(7);
  for (const auto& [size, clues] : {std::pair{4, 3}, {6, 14}, {8, 45}, {9, 50}}) {
    Board board(size);
    board.solve(board.blank(), 1);
    const std::vector<std::uint8_t> solution(board.search().first().begin(),
                                             board.search().first().end());
    for (int i = 0; i < 60; ++i) {
      Digits digits = drawn_board(random, solution, size, clues);
      const std::uint64_t expected = plain_count(digits, 0, size, board.boxes());
      ASSERT_EQ(board.solve(digits).count, expected) << size << ' ' << i;
      if (expected > 0) {
        ASSERT_TRUE(is_valid(board.search().first(), size, board.boxes()));
      }
    }
  }
}

TEST(VariantsRules, FindTheFirstConflict) {
  const Rules rules(sudoku_model(6, usual_boxes(6)));
  std::vector<ValueSet> candidates = rules.model().allowed;
  candidates[1] = set_of(3);
  EXPECT_EQ(rules.find_conflict(candidates), (std::pair<Cell, Cell>{0, 0}));
  candidates[8] = set_of(3);
  EXPECT_EQ(rules.find_conflict(candidates), (std::pair<Cell, Cell>{1, 8}));
}

}  // namespace
}  // namespace puzzled::variants
