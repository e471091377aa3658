// Few holes: from the solutions of the empty board, which the engines count that meet in the
// middle, those are taken away that have a queen on a hole. They are counted by the first hole that
// has one: a queen stands there, and the holes before it are not taken. Each of these counts is
// about an Nth part of a search of the whole board.
//
// Torus: columns can be moved around, so that each column of the first row has as many solutions.
#include "core/queens/boards/board_count.hpp"

#include <algorithm>
#include <cstddef>

#include "core/queens/engine_plans.hpp"
#include "core/queens/engines.hpp"

namespace puzzled::queens {
namespace {

// With more holes, a search of the board with its holes takes no longer. Below 11 queens it never
// takes long.
constexpr int kMinQueensToSubtract = 11;

std::vector<Square> holes_of(const Board& board) {
  std::vector<Square> holes;
  for (int row = 0; row < board.queens; ++row) {
    for (int column = 0; column < board.queens; ++column) {
      if (!board.is_free({row, column})) holes.push_back({row, column});
    }
  }
  return holes;
}

/// Turns the board so that a square comes to its upper edge, as near as it can: the search goes
/// down from there. Measured at 16 queens: 63 million placements with a queen in the first row, 76
/// in the eighth, 137 in the last.
struct Image {
  int last = 0;
  bool transposes = false;
  bool flips = false;

  Square of(Square square) const {
    if (transposes) square = {square.column, square.row};
    if (flips) square.row = last - square.row;
    return square;
  }
};

Image image_for(Square square, int queens) {
  const int last = queens - 1;
  const int rows = std::min(square.row, last - square.row);
  const int columns = std::min(square.column, last - square.column);
  const bool transposes = columns < rows;
  return {last, transposes, 2 * (transposes ? square.column : square.row) > last};
}

}  // namespace

Result<std::vector<CountTerm>> plan_board_count(const Board& board, std::string_view isa,
                                                std::uint64_t max_memory) {
  std::vector<CountTerm> terms;
  const auto add_search = [&](const Board& searched, int factor) {
    terms.push_back({plan_bitmask(searched, 0), factor});
  };
  if (is_torus_without_solution(board)) return terms;
  if (board.is_torus && is_empty(board)) {
    Board one_column = board;
    one_column.rows[0] = 1;
    add_search(one_column, board.queens);
    return terms;
  }
  const std::vector<Square> holes = holes_of(board);
  const auto count = static_cast<int>(holes.size());
  if (board.is_torus || board.queens < kMinQueensToSubtract || 2 * count > board.queens) {
    add_search(board, 1);
    return terms;
  }
  Result<std::shared_ptr<const CountPlan>> all =
      plan_count({.queens = board.queens, .isa = isa, .max_memory = max_memory});
  if (!all) return all.error();
  terms.push_back({*all, 1});
  for (int i = 0; i < count; ++i) {
    const Square hole = holes[static_cast<std::size_t>(i)];
    const Image image = image_for(hole, board.queens);
    Board taken = empty_board(board.queens);
    for (int before = 0; before < i; ++before) {
      make_hole(taken, image.of(holes[static_cast<std::size_t>(before)]));
    }
    place_queen(taken, image.of(hole));
    add_search(taken, -1);
  }
  return terms;
}

Result<std::optional<Count>> sum_of_terms(std::span<const CountTerm> terms,
                                          const CountOfPlan& count) {
  // What is subtracted comes last, and 128 bits hold the positive terms.
  Count total = 0;
  for (const CountTerm& term : terms) {
    Result<std::optional<Count>> counted = count(*term.plan);
    if (!counted || !*counted) return counted;
    total += **counted * static_cast<Count>(term.factor);
  }
  return std::optional(total);
}

std::string too_many_to_count(int queens) {
  return "at most " + std::to_string(kMaxQueens) + " queens are counted (got " +
         std::to_string(queens) + ')';
}

}  // namespace puzzled::queens
