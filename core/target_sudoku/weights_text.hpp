// Weights as text: 81 integers in row order, apart by white space or commas; `#` begins a remark
// that goes to the end of its line.
#pragma once

#include <string_view>

#include "core/result.hpp"
#include "core/sudoku/text/puzzle_text.hpp"
#include "core/target_sudoku/weights.hpp"

namespace puzzled::target {

/// What is wrong with weights, in plain ASCII, and where.
struct WeightsError : Error {
  sudoku::TextPlace place;
};

Result<Weights, WeightsError> parse_weights(std::string_view text);

}  // namespace puzzled::target
