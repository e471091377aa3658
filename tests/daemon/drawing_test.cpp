// Boards as SVG documents and as text.
#include <gtest/gtest.h>

#include <array>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/cover/text/problem_text.hpp"
#include "daemon/base/drawing/queens_drawing.hpp"
#include "daemon/base/drawing/sudoku_drawing.hpp"
#include "daemon/base/drawing/svg.hpp"
#include "daemon/base/drawing/tiling_board.hpp"

namespace puzzled {
namespace {

std::size_t count_of(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos;
       at = text.find(part, at + part.size())) {
    ++count;
  }
  return count;
}

/// Whether each element ends where it should, and nothing is fetched from elsewhere.
void expect_well_formed(const std::string& svg) {
  const std::regex tag("<(/?)([a-z]+)((?: [a-zA-Z:-]+=\"[^\"<>]*\")*)(/?)>");
  std::vector<std::string> open;
  std::string rest;
  auto at = svg.cbegin();
  for (std::sregex_iterator it(svg.begin(), svg.end(), tag), end; it != end; ++it) {
    rest.append(at, (*it)[0].first);
    at = (*it)[0].second;
    if ((*it)[1].length() > 0) {
      ASSERT_FALSE(open.empty());
      EXPECT_EQ(open.back(), (*it)[2]);
      open.pop_back();
    } else if ((*it)[4].length() == 0) {
      open.push_back((*it)[2]);
    }
  }
  rest.append(at, svg.cend());
  EXPECT_TRUE(open.empty());
  EXPECT_EQ(rest.find_first_of("<>"), std::string::npos) << rest;
  EXPECT_EQ(svg.find("<svg "), 0U);
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
  // The namespace is the only address, and a use is of what the document defines itself.
  EXPECT_EQ(count_of(svg, "://"), 1U);
  const std::regex use("href=\"#([^\"]*)\"");
  for (std::sregex_iterator it(svg.begin(), svg.end(), use), end; it != end; ++it) {
    EXPECT_EQ(count_of(svg, "id=\"" + (*it)[1].str() + '"'), 1U);
  }
  EXPECT_EQ(count_of(svg, "href="), count_of(svg, "href=\"#"));
  for (const char* foreign : {"<text", "font", "<image", "<style", "<script", "url("}) {
    EXPECT_EQ(svg.find(foreign), std::string::npos) << foreign;
  }
}

sudoku::Grid grid_of_rows(std::string_view cells) {
  sudoku::Grid grid;
  for (int cell = 0; cell < sudoku::kCells; ++cell) {
    const char c = cells[static_cast<std::size_t>(cell)];
    grid[cell] = static_cast<std::uint8_t>(c == '.' ? 0 : c - '0');
  }
  return grid;
}

const sudoku::Grid kClues = grid_of_rows(
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79");
const sudoku::Grid kSolution = grid_of_rows(
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179");

TEST(Drawing, TitlesAreEscaped) {
  Svg svg(10, 20, "a < b & c > \"d\"\n", "");
  const std::string text = svg.take();
  EXPECT_NE(text.find("<title>a &lt; b &amp; c &gt; \"d\" </title>"), std::string::npos) << text;
  expect_well_formed(text);
}

TEST(Drawing, ASudokuHasAllDigitsAndTellsClues) {
  const std::string svg = sudoku_svg(kClues, kSolution, "A Sudoku");
  expect_well_formed(svg);
  EXPECT_EQ(count_of(svg, "<use "), 81U);
  EXPECT_EQ(count_of(svg, "fill=\"#eaeef2\""), 30U);  // a square under each clue
  EXPECT_NE(
      svg.find("5346789126721953481983425678597614234268537917139248569615372842874196353452861"
               "79"),
      std::string::npos);
  // Clues come first, in a heavier line.
  const std::size_t clues = svg.find("stroke-width=\"4\"");
  const std::size_t others = svg.find("stroke-width=\"2\"");
  ASSERT_LT(clues, others);
  ASSERT_LT(others, svg.size());
  EXPECT_EQ(count_of(std::string_view(svg).substr(clues, others - clues), "<use "), 30U);
}

TEST(Drawing, ABoardOfAnySizeHasItsRegionsAndNumbers) {
  // Two pieces as rows, and two that share the other half as an L and its rest.
  const std::array<std::uint8_t, 16> regions{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 3, 2, 3, 3, 3};
  const std::array<std::uint8_t, 16> clues{1};
  const std::array<std::uint8_t, 16> values{1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1};
  const std::string svg =
      board_svg({.size = 4, .clues = clues, .values = values, .regions = regions}, "A board", "");
  expect_well_formed(svg);
  EXPECT_EQ(count_of(svg, "<use "), 16U);
  EXPECT_EQ(count_of(svg, "fill=\"#eaeef2\""), 1U);
  // The border of the L: down from row 3 to 4 at column 3, along to column 1, down to the end.
  const std::size_t begin = svg.find("stroke-width=\"3\"");
  ASSERT_NE(begin, std::string::npos);
  for (const char* part :
       {"M156 108v48", "M60 156v48", "M60 156h96", "M12 60h192", "M12 108h192"}) {
    EXPECT_NE(svg.find(part), std::string::npos) << part;
  }
  const std::array<std::uint8_t, 256> numbers = [] {
    std::array<std::uint8_t, 256> all{};
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::uint8_t>(i % 16 + 1);
    return all;
  }();
  const std::string large = board_svg(
      {.size = 16, .clues = std::array<std::uint8_t, 256>{}, .values = numbers, .regions = {}},
      "A board", "");
  expect_well_formed(large);
  EXPECT_EQ(count_of(large, "<use "), 16U * (9 + 7 * 2));
}

TEST(Drawing, EveryDigitHasAShapeOfItsOwn) {
  std::set<std::string_view> shapes;
  for (const char sign : std::string_view("-0123456789")) shapes.insert(digit_shape(sign));
  EXPECT_EQ(shapes.size(), 11U);
}

TEST(Drawing, WeightsShadeTheCells) {
  std::array<std::int32_t, sudoku::kCells> weights{};
  weights.fill(-7);
  weights[40] = 1'000'000;
  const std::string svg = weighted_sudoku_svg(kClues, kSolution, weights, "A board");
  expect_well_formed(svg);
  EXPECT_EQ(count_of(svg, "fill=\"#f5b94e\""), 1U);  // the largest weight
  EXPECT_EQ(count_of(svg, "<use "), 81U + 80U * 2U + 7U);
  // Equal weights are all light.
  weights.fill(3);
  EXPECT_EQ(count_of(weighted_sudoku_svg(kClues, kSolution, weights, ""), "fill=\"#f5b94e\""), 0U);
}

TEST(Drawing, QueensStandOnTheirSquares) {
  const std::vector<int> columns = {2, 4, 1, 3};
  const std::string svg = queens_svg(columns);
  expect_well_formed(svg);
  EXPECT_EQ(count_of(svg, "<use "), 4U);
  EXPECT_NE(svg.find("row by row: 2 4 1 3"), std::string::npos);
  EXPECT_NE(svg.find("<use href=\"#queen\" x=\"156\" y=\"60\"/>"), std::string::npos);
  std::string text;
  append_queens_drawing(text, columns, false);
  EXPECT_EQ(text,
            "┌─────────┐\n"
            "│ . Q . . │\n"
            "│ . . . Q │\n"
            "│ Q . . . │\n"
            "│ . . Q . │\n"
            "└─────────┘\n");
  text.clear();
  append_queens_drawing(text, columns, true);
  EXPECT_EQ(count_of(text, "Q"), 4U);
  EXPECT_EQ(count_of(text, "\x1b[0m\n"), 4U);
  const std::vector<int> one = {1};
  expect_well_formed(queens_svg(one));
}

cover::ReadProblem problem_of(const std::string& text) {
  auto read = cover::read_problem(text, {});
  EXPECT_TRUE(read) << text;
  return *read;
}

std::string refusal_of(const std::string& text) {
  const cover::ReadProblem problem = problem_of(text);
  const Result<TilingBoard> board = TilingBoard::of(problem.named);
  return board ? "(none)" : board.error().message;
}

std::string drawing_of(const std::string& text, const std::vector<std::uint32_t>& options,
                       bool colour = false) {
  const cover::ReadProblem problem = problem_of(text);
  const Result<TilingBoard> board = TilingBoard::of(problem.named);
  EXPECT_TRUE(board);
  std::string drawn;
  (*board).append_drawing(drawn, options, colour);
  const std::string svg = (*board).svg(options, "");
  expect_well_formed(svg);
  return drawn;
}

TEST(Drawing, ATilingHasLinesBetweenItsPieces) {
  EXPECT_EQ(drawing_of("1.1 1.2 2.1 2.2 2.3\n1.1 1.2\n2.1 2.2 2.3\n", {0, 1}),
            "┌───────┐\n"
            "│       │\n"
            "├───────┴───┐\n"
            "│           │\n"
            "└───────────┘\n");
  // Numbers may begin anywhere, and other items are not drawn.
  EXPECT_EQ(drawing_of("P 10.7 10.8 11.8\nP 10.7 10.8 11.8\n", {0}),
            "┌───────┐\n"
            "│       │\n"
            "└───┐   │\n"
            "    │   │\n"
            "    └───┘\n");
}

TEST(Drawing, CellsThatNothingCoversAreShown) {
  EXPECT_EQ(drawing_of("1.1 1.2 | 1.3\n1.1 1.2\n1.2 1.3\n", {0}),
            "┌───────┐\n"
            "│       │ .\n"
            "└───────┘\n");
  const cover::ReadProblem problem = problem_of("1.1 1.2 | 1.3\n1.1 1.2\n1.2 1.3\n");
  const std::vector<std::uint32_t> options = {0};
  EXPECT_EQ(count_of((*TilingBoard::of(problem.named)).svg(options, ""), "<rect x"), 1U);
}

TEST(Drawing, LayersOfABoxStandSideBySide) {
  EXPECT_EQ(drawing_of("1.1.1 1.1.2 1.2.1 1.2.2\n1.1.1 1.1.2\n1.2.1 1.2.2\n", {0, 1}),
            "┌───┬───┐   ┌───┬───┐\n"
            "│   │   │   │   │   │\n"
            "└───┴───┘   └───┴───┘\n");
}

TEST(Drawing, PiecesOfATilingHaveColours) {
  const std::string drawn = drawing_of("1.1 1.2 1.3 1.4\n1.1 1.2\n1.3 1.4\n", {0, 1}, true);
  EXPECT_EQ(count_of(drawn, "\x1b[48;5;210m"), 3U);  // two cells and what is between them
  EXPECT_EQ(count_of(drawn, "\x1b[48;5;215m"), 3U);
  EXPECT_EQ(count_of(drawn, "\x1b[0m"), 6U);
}

TEST(Drawing, NeighboursDifferWhereColoursAreFew) {
  // Twenty dominoes side by side in two rows.
  std::string items;
  std::string options;
  std::vector<std::uint32_t> solution;
  for (int row = 1; row <= 2; ++row) {
    for (int column = 1; column <= 20; column += 2) {
      const std::string domino = std::to_string(row) + '.' + std::to_string(column) + ' ' +
                                 std::to_string(row) + '.' + std::to_string(column + 1);
      items += domino + ' ';
      options += domino + '\n';
      solution.push_back(static_cast<std::uint32_t>(solution.size()));
    }
  }
  const cover::ReadProblem problem = problem_of(items + '\n' + options);
  const std::string svg = (*TilingBoard::of(problem.named)).svg(solution, "");
  const std::regex piece("<path d=\"M([0-9]+) ([0-9]+)h[^\"]*\" fill=\"(#[0-9a-f]+)\"/>");
  std::vector<std::string> colours;
  for (std::sregex_iterator it(svg.begin(), svg.end(), piece), end; it != end; ++it) {
    colours.push_back((*it)[3]);
  }
  ASSERT_EQ(colours.size(), 20U);
  for (std::size_t i = 0; i < 20; ++i) {
    if (i % 10 != 9) {
      EXPECT_NE(colours[i], colours[i + 1]);
    }
    if (i < 10) {
      EXPECT_NE(colours[i], colours[i + 10]);
    }
  }
}

TEST(Drawing, ProblemsWithoutABoardAreRefused) {
  const std::string none = "there is no board to draw: ";
  EXPECT_EQ(refusal_of("a b\na b\n"), none + "no item is named as a cell, ROW.COLUMN such as 3.5");
  EXPECT_EQ(refusal_of("1 2\n1 2\n"), none + "no item is named as a cell, ROW.COLUMN such as 3.5");
  EXPECT_EQ(refusal_of("1. .2 1.x 1.2.3.4 -1.2 1234567.1\n1. .2\n1.x 1.2.3.4 -1.2 1234567.1\n"),
            none + "no item is named as a cell, ROW.COLUMN such as 3.5");
  EXPECT_EQ(refusal_of("1.1 1.2 1.1.1\n1.1 1.2\n1.1.1\n"),
            none + "some cells have two numbers and some three");
  EXPECT_EQ(refusal_of("1.1 1.2\n1.1\n1.2\n"),
            none + "no option has two cells, items named ROW.COLUMN such as 3.5");
  EXPECT_EQ(refusal_of("1:2|1.1 1.2\n1.1 1.2\n1.1\n"),
            none + "several options of a solution may have the cell 1.1");
  EXPECT_EQ(refusal_of("a | 1.1 1.2\na 1.1:X 1.2\n"),
            none + "several options of a solution may have the cell 1.1");
  EXPECT_EQ(refusal_of("1.1 999999.999999\n1.1 999999.999999\n"),
            none + "its cells span more than 1000000 places");
  EXPECT_EQ(refusal_of("1.1.0 999999.999999.999999\n1.1.0 999999.999999.999999\n"),
            none + "its cells span more than 1000000 places");
  // Rows of 0 and 1 have columns without such names.
  EXPECT_EQ(refusal_of("1 1 0\n0 0 1\n"),
            none + "no item is named as a cell, ROW.COLUMN such as 3.5");
}

}  // namespace
}  // namespace puzzled
