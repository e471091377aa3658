#include "core/queens/boards/board.hpp"

namespace puzzled::queens {

Board empty_board(int queens, bool is_torus) {
  Board board{.queens = queens, .is_torus = is_torus};
  for (int row = 0; row < queens; ++row) board.rows[row] = (std::uint64_t{1} << queens) - 1;
  return board;
}

bool is_empty(const Board& board) {
  return board.rows == empty_board(board.queens).rows;
}

bool is_torus_without_solution(const Board& board) {
  return board.is_torus && (board.queens % 2 == 0 || board.queens % 3 == 0);
}

void make_hole(Board& board, Square square) {
  const std::uint64_t bit = std::uint64_t{1} << square.column;
  board.rows[square.row] &= ~bit;
  board.holes[square.row] |= bit;
}

void place_queen(Board& board, Square square) {
  const std::uint64_t own = std::uint64_t{1} << square.column;
  for (int row = 0; row < board.queens; ++row) {
    if (row == square.row) continue;
    std::uint64_t attacked = own;
    for (int column : {square.column + row - square.row, square.column - row + square.row}) {
      if (board.is_torus) column = (column + board.queens) % board.queens;
      if (column >= 0 && column < board.queens) attacked |= std::uint64_t{1} << column;
    }
    board.rows[row] &= ~attacked;
  }
  board.rows[square.row] &= own;
}

}  // namespace puzzled::queens
