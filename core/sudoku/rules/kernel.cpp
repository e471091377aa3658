// The band engine's rules and its search of a chute: as many boards side by side as a vector holds.
#include "core/sudoku/rules/kernel.hpp"

#include "core/sudoku/rules/cells.hpp"
#include "core/sudoku/rules/chute_search.hpp"
#include "core/sudoku/rules/one_board.hpp"
#include "core/sudoku/rules/several_boards.hpp"

namespace puzzled::sudoku::rules::PUZZLED_LEVEL {

constinit const Kernel kKernel{.read_board = read_board,
                               .write_grid = write_grid,
                               .propagate = propagate_board,
                               .propagate_and_count = propagate_and_count,
                               .propagate_all = propagate_all,
                               .side_by_side = kMaxBoards,
                               .count_places = count_places_of,
                               .take_chute = take_chute,
                               .search_chute = search_chute,
                               .put_chute = put_chute};

}  // namespace puzzled::sudoku::rules::PUZZLED_LEVEL
