#include "core/variants/text/board_drawing.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

namespace puzzled::variants {
namespace {

class BoardDrawing {
 public:
  BoardDrawing(std::string& text, const AnsweredBoard& board, std::span<const std::string> cells,
               bool colour)
      : text_(text), board_(board), cells_(cells), colour_(colour), size_(board.size) {
    for (const std::string& cell : cells) width_ = std::max(width_, cell.size());
  }

  void draw() {
    for (int row = 0; row <= size_; ++row) {
      if (has_border_above(row)) draw_border(row);
      if (row == size_) break;
      for (int column = 0; column <= size_; ++column) {
        if (has_border_left(column)) text_ += is_apart_left(row, column) ? "│" : " ";
        if (column < size_) draw_cell(static_cast<std::size_t>(row * size_ + column));
      }
      text_ += '\n';
    }
  }

 private:
  int region(int row, int column) const {
    if (row < 0 || column < 0 || row >= size_ || column >= size_) return -1;
    return board_.regions.empty() ? 0
                                  : board_.regions[static_cast<std::size_t>(row * size_ + column)];
  }
  bool is_apart_left(int row, int column) const {
    return region(row, column - 1) != region(row, column);
  }
  bool is_apart_above(int row, int column) const {
    return region(row - 1, column) != region(row, column);
  }
  bool has_border_left(int column) const {
    for (int row = 0; row < size_; ++row) {
      if (is_apart_left(row, column)) return true;
    }
    return false;
  }
  bool has_border_above(int row) const {
    for (int column = 0; column < size_; ++column) {
      if (is_apart_above(row, column)) return true;
    }
    return false;
  }

  void draw_border(int row) {
    for (int column = 0; column <= size_; ++column) {
      if (has_border_left(column)) {
        const bool up = row > 0 && is_apart_left(row - 1, column);
        const bool down = row < size_ && is_apart_left(row, column);
        const bool left = column > 0 && is_apart_above(row, column - 1);
        const bool right = column < size_ && is_apart_above(row, column);
        // Bits: up, down, left, right.
        constexpr std::array<std::string_view, 16> kJoints{" ", "│", "│", "│", "─", "┘", "┐", "┤",
                                                           "─", "└", "┌", "├", "─", "┴", "┬", "┼"};
        text_ += kJoints[(up ? 1U : 0U) + (down ? 2U : 0U) + (left ? 4U : 0U) + (right ? 8U : 0U)];
      }
      if (column == size_) break;
      for (std::size_t i = 0; i < width_ + 2; ++i) text_ += is_apart_above(row, column) ? "─" : " ";
    }
    text_ += '\n';
  }

  void draw_cell(std::size_t cell) {
    const bool is_clue = board_.clues[cell] != 0;
    text_.append(width_ - cells_[cell].size() + (colour_ ? 1 : 0), ' ');
    if (colour_) {
      text_.append(is_clue ? "\x1b[1m" : "\x1b[36m").append(cells_[cell]).append("\x1b[0m ");
    } else {
      text_ += is_clue ? '[' : ' ';
      text_ += cells_[cell];
      text_ += is_clue ? ']' : ' ';
    }
  }

  std::string& text_;
  const AnsweredBoard& board_;
  const std::span<const std::string> cells_;
  const bool colour_;
  const int size_;
  std::size_t width_ = 1;
};

}  // namespace

void append_drawing(std::string& text, const AnsweredBoard& board,
                    std::span<const std::string> cells, bool colour) {
  BoardDrawing(text, board, cells, colour).draw();
}

void append_drawing(std::string& text, const AnsweredBoard& board,
                    std::span<const std::uint8_t> values, bool colour) {
  std::vector<std::string> cells(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    board.notation->append(cells[i], values[i], board.is_lower_case);
    if (board.notation->has_numbers() && cells[i].size() == 1) cells[i].insert(0, 1, ' ');
  }
  append_drawing(text, board, std::span<const std::string>(cells), colour);
}

}  // namespace puzzled::variants
