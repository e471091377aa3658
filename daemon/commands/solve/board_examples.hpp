// Boards of other sizes and rules to try `puzzled solve` on, and to learn from how a board is
// written. They were made for this program: random grids, and as few clues as leave one solution.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/result.hpp"

namespace puzzled::commands {

struct BoardExample {
  std::string_view name;
  std::string_view description;
  std::string_view line;  ///< states the board
};

std::span<const BoardExample> board_examples();

/// A comment that says what it is, and the line. The error lists the names.
Result<std::string> board_example_text(std::string_view name);

}  // namespace puzzled::commands
