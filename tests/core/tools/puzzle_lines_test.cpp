// What the tools read of a block: puzzles with their lines, faults with their places, headers.
#include "core/sudoku/tools/puzzle_lines.hpp"
#include "core/sudoku/text/text_form.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/sudoku/batch_solver.hpp"
#include "tests/core/sample_puzzles.hpp"

namespace puzzled::sudoku {
namespace {

using Strings = std::vector<std::string>;

constexpr std::string_view kGoodPuzzle =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Reads a whole stream, of the form that it has, with and without a counter of plain lines.
class PuzzleLinesTest : public testing::TestWithParam<bool> {
 protected:
  const PuzzleLines& read(std::string text) {
    text_ = std::move(text);
    const TextForm form = *detect_form(text_, true);
    lines_.read(text_, form, {}, counter());
    EXPECT_EQ(count_puzzle_lines(text_, form, {}, counter()),
              lines_.puzzles().size() + lines_.faults().size());
    return lines_;
  }

  /// `3:5 reason (after 2)` for each line that is no puzzle.
  Strings faults() const {
    Strings all;
    for (const Fault& fault : lines_.faults()) {
      all.push_back(std::to_string(fault.place.line) + ':' + std::to_string(fault.place.column) +
                    ' ' + std::string(lines_.faults().reason(fault)) + " (after " +
                    std::to_string(fault.puzzles_before) + ')');
    }
    return all;
  }

  Strings lines() const {
    Strings all;
    for (std::size_t i = 0; i < lines_.puzzles().size(); ++i) all.emplace_back(lines_.line(i));
    return all;
  }

  static PlainLineCounter counter() { return GetParam() ? plain_line_counter() : nullptr; }

 private:
  std::string text_;  // lines are views of it
  PuzzleLines lines_;
};

INSTANTIATE_TEST_SUITE_P(Counters, PuzzleLinesTest, testing::Bool(),
                         [](const auto& has) { return has.param ? "counted" : "read"; });

std::string joined(const Strings& lines, std::string_view end = "\n") {
  std::string text;
  for (const std::string& line : lines) text += line + std::string(end);
  return text;
}

// Of other lines there are grids all the same, wherever they stand.
TEST_P(PuzzleLinesTest, LeavesOutGridsOfPlainLines) {
  const std::string good(kGoodPuzzle);
  const std::string bad = std::string(2, '5') + good.substr(2);
  const std::string text =
      joined({good, good + " remark", bad, good, good, good + "\t4.5,x", good});
  const TextForm form = *detect_form(text, true);
  PuzzleLines with;
  PuzzleLines without(PuzzleLines::PlainGrids::kLeftOut);
  with.read(text, form, {}, counter());
  without.read(text, form, {}, counter());
  ASSERT_EQ(without.size(), 6U);
  ASSERT_EQ(with.size(), 6U);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(without.line(i), with.line(i));
    EXPECT_EQ(without.line_number(i), with.line_number(i));
  }
  for (const std::size_t i : {1, 4}) EXPECT_EQ(without.puzzle(i), with.puzzles()[i]);
  ASSERT_EQ(without.faults().size(), 1U);
  EXPECT_EQ(without.faults()[0].puzzles_before, 2U);
}

TEST_P(PuzzleLinesTest, KeepsEachPuzzleWithItsLine) {
  const std::string good(kGoodPuzzle);
  const Strings all{good, good + " remark", good + "\t4.5,x", std::string(kSeventeenClues[0])};
  for (const std::string_view end : {"\n", "\r\n"}) {
    const PuzzleLines& read_lines = read(joined(all, end));
    EXPECT_EQ(lines(), all);
    EXPECT_EQ(faults(), Strings{});
    EXPECT_EQ(read_lines.line_ends(), all.size());
    EXPECT_TRUE(read_lines.header().empty());
    for (std::size_t i = 0; i < all.size(); ++i) {
      EXPECT_EQ(read_lines.puzzles()[i], grid_from(all[i].substr(0, kCells)));
      EXPECT_EQ(read_lines.line_number(i), i + 1);
    }
  }
}

TEST_P(PuzzleLinesTest, SaysWhereLinesAreNoPuzzles) {
  std::string conflict(kGoodPuzzle);
  conflict[1] = '5';
  std::string late_conflict(kGoodPuzzle);
  late_conflict[80] = '5';
  std::string letter(kGoodPuzzle);
  letter[40] = 'a';
  read(joined({std::string(kGoodPuzzle), conflict, "# remark", "", "123", std::string(kGoodPuzzle),
               std::string(kGoodPuzzle) + "1", letter, late_conflict, std::string(kGoodPuzzle)}));
  EXPECT_EQ(faults(),
            (Strings{"2:2 clues r1c1 and r1c2 are both 5 (after 1)",
                     "5:4 3 cells instead of 81 (after 1)", "7:82 more than 81 cells (after 2)",
                     "8:41 'a' is not a cell character (after 2)",
                     "9:81 clues r8c9 and r9c9 are both 5 (after 2)"}));
  EXPECT_EQ(lines(), Strings(3, std::string(kGoodPuzzle)));
}

TEST_P(PuzzleLinesTest, ATableHasAHeaderAndPlacesCountFromItsLines) {
  std::string conflict(kGoodPuzzle);
  conflict[1] = '5';
  const PuzzleLines& read_lines =
      read(joined({"id,puzzle,solution", "1," + std::string(kGoodPuzzle) + ",x",
                   "2," + conflict + ",x", "3,12,x", "4"}));
  EXPECT_EQ(read_lines.header(), "id,puzzle,solution");
  EXPECT_EQ(lines(), Strings{"1," + std::string(kGoodPuzzle) + ",x"});
  ASSERT_EQ(faults().size(), 3U);
  EXPECT_EQ(faults()[0], "3:4 clues r1c1 and r1c2 are both 5 (after 1)");
  EXPECT_EQ(faults()[1], "4:5 2 cells instead of 81 (after 1)");
  EXPECT_TRUE(faults()[2].starts_with("5:")) << faults()[2];
}

TEST_P(PuzzleLinesTest, AHeaderBehindPuzzlesIsNone) {
  const std::string record = "1," + std::string(kGoodPuzzle);
  const PuzzleLines& read_lines = read(joined({"id,puzzle", record, "id,puzzle", record}));
  EXPECT_EQ(read_lines.header(), "id,puzzle");
  EXPECT_EQ(lines(), Strings(2, record));
  EXPECT_EQ(faults(), Strings{});
}

TEST_P(PuzzleLinesTest, OfTwoHeadersTheFirstCounts) {
  EXPECT_EQ(read("id,puzzle\nno,puzzle\n1," + std::string(kGoodPuzzle) + "\n").header(),
            "id,puzzle");
}

TEST_P(PuzzleLinesTest, BoardsHaveNoLine) {
  std::string text;
  for (std::size_t row = 0; row < kSide; ++row) {
    text += std::string(kGoodPuzzle.substr(kSide * row, kSide)) + '\n';
  }
  std::string bad = text;
  bad[10] = '5';  // the first cell of the second row: r1c1 is 5, too
  const PuzzleLines& read_lines = read(text + bad + text);
  EXPECT_EQ(lines(), Strings(2));
  EXPECT_EQ(read_lines.puzzles()[1], grid_from(kGoodPuzzle));
  EXPECT_EQ(faults(), Strings{"11:1 clues r1c1 and r2c1 are both 5 (after 1)"});
  EXPECT_EQ(read_lines.line_ends(), 27U);
}

TEST_P(PuzzleLinesTest, WhatWasReadBeforeIsForgotten) {
  read(joined({"puzzle,id", std::string(kGoodPuzzle) + ",1", "12,2"}));
  for (const char* const text : {"", "# remark\n", "\n\n"}) {
    const PuzzleLines& read_lines = read(text);
    EXPECT_EQ(lines(), Strings{});
    EXPECT_EQ(faults(), Strings{});
    EXPECT_TRUE(read_lines.header().empty());
  }
  read(joined({std::string(kGoodPuzzle), "end", std::string(kGoodPuzzle)}));
  EXPECT_EQ(lines(), Strings{std::string(kGoodPuzzle)});
}

}  // namespace
}  // namespace puzzled::sudoku
