// Weights as text: 81 integers in row order, apart by white space or commas; `#` begins a remark
// that goes to the end of its line.
#pragma once

#include <string>
#include <string_view>

#include "core/sudoku/text/puzzle_text.hpp"
#include "core/target_sudoku/weights.hpp"

namespace puzzled::target {

struct WeightsText {
  Weights weights;
  std::string error;  ///< empty: the weights are good; else the reason, one line of plain ASCII
  sudoku::TextPlace error_place;
};

WeightsText parse_weights(std::string_view text);

}  // namespace puzzled::target
