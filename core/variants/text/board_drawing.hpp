// Boards drawn as text for people, with lines between regions.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/variants/text/answered_board.hpp"

namespace puzzled::variants {

/// Draws a board with a text in each cell, its clues in brackets or, with `colour`, bold. Lines run
/// only where some two neighbours are of different regions. REQUIRES: the texts are of ASCII.
void append_drawing(std::string& text, const AnsweredBoard& board,
                    std::span<const std::string> cells, bool colour);

/// The same with a value in each cell.
void append_drawing(std::string& text, const AnsweredBoard& board,
                    std::span<const std::uint8_t> values, bool colour);

}  // namespace puzzled::variants
