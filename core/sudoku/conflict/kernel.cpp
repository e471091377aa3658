// The check for conflicts, of one board at a time.
#include "core/sudoku/conflict/kernel.hpp"

#include "core/sudoku/conflict/units.hpp"

namespace puzzled::sudoku::conflict::PUZZLED_LEVEL {
namespace {

bool find_conflict(const std::uint8_t* cells) {
  return has_conflict(cells);
}

}  // namespace

constinit const Kernel kKernel{.has_conflict = find_conflict};

}  // namespace puzzled::sudoku::conflict::PUZZLED_LEVEL
