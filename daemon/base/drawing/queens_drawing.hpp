// A board of queens as a picture, and as text for people.
#pragma once

#include <span>
#include <string>

namespace puzzled {

/// A chessboard with a queen in each row; `columns` are theirs, from 1.
std::string queens_svg(std::span<const int> columns);

/// The same as text: with colours squares have two shades, without there is a frame.
void append_queens_drawing(std::string& text, std::span<const int> columns, bool colour);

}  // namespace puzzled
