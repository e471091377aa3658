#include "core/queens/regions/region_board.hpp"

#include <array>

namespace puzzled::queens {

Result<RegionBoard> make_region_board(std::string_view signs) {
  RegionBoard board;
  while (static_cast<std::size_t>(board.queens) * static_cast<std::size_t>(board.queens) <
         signs.size()) {
    ++board.queens;
  }
  if (signs.empty() || board.queens > kMaxBoardQueens ||
      static_cast<std::size_t>(board.queens) * static_cast<std::size_t>(board.queens) !=
          signs.size()) {
    return Error{"a board must have N times N squares, N from 1 to " +
                 std::to_string(kMaxBoardQueens) + " (got " + std::to_string(signs.size()) + ")"};
  }
  std::array<int, 256> numbers{};  // of the signs, from 1; 0: not met yet
  int regions = 0;
  board.regions.reserve(signs.size());
  for (const char sign : signs) {
    int& number = numbers[static_cast<unsigned char>(sign)];
    if (number == 0) {
      number = ++regions;
      board.signs += sign;
    }
    board.regions.push_back(static_cast<std::uint8_t>(number - 1));
  }
  if (regions != board.queens) {
    const std::string queens = std::to_string(board.queens);
    return Error{"a board of " + queens + " rows needs " + queens + " regions (got " +
                 std::to_string(regions) + ")"};
  }
  return board;
}

std::string to_line(const RegionBoard& board) {
  std::string line;
  line.reserve(board.regions.size());
  for (const std::size_t region : board.regions) line += board.signs[region];
  return line;
}

}  // namespace puzzled::queens
