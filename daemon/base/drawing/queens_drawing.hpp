// A board of queens as a picture, and as text for people.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace puzzled {

/// What a board has beside queens. Either function may be null.
struct BoardMarks {
  std::function<bool(int row, int column)> is_hole{};
  std::function<int(int row, int column)> region{};  ///< from 0
  std::string_view signs{};                          ///< of the regions

  bool has_hole(int row, int column) const { return is_hole && is_hole(row, column); }
};

/// A board with a queen in each row; `columns` are theirs, from 1. It is a chessboard, from which
/// holes are missing, or in the colours of its regions.
std::string queens_svg(std::span<const int> columns, const BoardMarks& marks = {});

/// The same as text. With colours a square has a shade; without, there is a frame, holes are `#`,
/// and squares of a region have its sign.
void append_queens_drawing(std::string& text, std::span<const int> columns, bool colour,
                           const BoardMarks& marks = {});

}  // namespace puzzled
