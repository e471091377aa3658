// Drawn boards of target Sudoku in colours.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <regex>
#include <string>
#include <utility>

#include "core/target_sudoku/answer_text.hpp"

namespace puzzled::target {
namespace {

/// How light a grey of the 256-colour terminal is, from 0 to 1 (WCAG 2: relative luminance).
double luminance(int grey) {
  const double level = (8 + 10 * (grey - 232)) / 255.0;
  return level <= 0.03928 ? level / 12.92 : std::pow((level + 0.055) / 1.055, 2.4);
}

double contrast(int one, int other) {
  // The list makes copies; of two arguments std::minmax() would keep references to temporaries.
  const auto [dark, light] = std::minmax({luminance(one), luminance(other)});
  return (light + 0.05) / (dark + 0.05);
}

TEST(TargetDrawing, IsReadableWhateverColoursTheTerminalHas) {
  Grid grid;
  grid.digits[0] = 5;
  Weights many;
  for (int cell = 0; cell < kCells; ++cell) many.cells[static_cast<std::size_t>(cell)] = cell - 40;
  for (const Weights& weights : {kTargetWeights, many, Weights{}}) {
    std::string text;
    append_answer(text, grid, weights, {}, {.form = AnswerForm::kPrettyColour});
    // Every sequence either names both colours, readable on each other, or ends them.
    const std::regex sequence("\x1b\\[([0-9;]*)m");
    const std::regex both("(?:1;)?38;5;([0-9]+);48;5;([0-9]+)");
    int cells = 0;
    for (std::sregex_iterator it(text.begin(), text.end(), sequence), end; it != end; ++it) {
      const std::string codes = (*it)[1];
      if (codes == "0") continue;
      std::smatch colours;
      ASSERT_TRUE(std::regex_match(codes, colours, both)) << codes;
      EXPECT_GE(contrast(std::stoi(colours[1]), std::stoi(colours[2])), 4.5) << codes;
      ++cells;
    }
    EXPECT_EQ(cells, kCells);
  }
}

}  // namespace
}  // namespace puzzled::target
