// Rows of cells, spread over threads in blocks. The result of a row depends on that row alone, so
// results are the same for any number of threads.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <mutex>
#include <string>
#include <vector>

#include "core/sudoku/grid.hpp"
#include "parallel/api/threads.hpp"
#include "puzzled/bulk.hpp"

namespace puzzled {

/// The first faulty row and what is wrong with it. Thread-safe.
class FirstFault {
 public:
  void report(std::size_t row, const std::string& reason);
  bool is_set() const;

  /// `row 17: REASON`; success if there is no fault.
  Result<> result() const;

 private:
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

  mutable std::mutex mutex_;
  std::size_t row_ = kNone;
  std::string reason_;
};

/// Whether all cells of the rows `begin` to `end` - 1 are 0 to 9. If not, reports the first that is
/// not.
bool are_digits(Rows rows, std::size_t begin, std::size_t end, FirstFault& fault);

/// How many rows a block has: enough for a batch of the engine, few enough that the threads finish
/// at about the same time and that a stop takes at most a second.
struct BlockRows {
  std::size_t min = 1;
  std::size_t max = 1;
  Pieces pieces = Pieces::kShort;  ///< how long a block takes, or the work between two look()
};

/// Rows `begin` to `end` - 1, on one of the threads of a call.
struct Block {
  std::size_t begin;
  std::size_t end;
  RunState& state;
  FirstFault& fault;
  parallel::Workers& workers;

  std::size_t size() const { return end - begin; }
  Rows of(Rows rows) const { return rows.subspan(begin * sudoku::kCells, size() * sudoku::kCells); }

  bool are_digits(Rows rows) const { return puzzled::are_digits(rows, begin, end, fault); }

  /// Copies these rows, up to the first that are_digits() reports, to `grids`. True if it copied
  /// all of them.
  bool read(Rows rows, std::vector<sudoku::Grid>& grids) const;

  /// The same, and reports rows that hold a digit twice in a unit, too.
  bool read_consistent(Rows rows, std::vector<sudoku::Grid>& grids) const;
};

using BlockWork = std::function<void(const Block& block)>;

/// Calls `work` for all rows, block by block, on the threads that `run` says. Blocks are handed out
/// in rising order and none after a fault, so the fault of the lowest row is always found.
Result<> for_each_block(std::size_t rows, BlockRows size, const RunOptions& run,
                        const BlockWork& work);

/// Success if `cells` are `rows` rows of 81.
Result<> check_size(Rows cells, std::size_t rows, const char* what);

/// The number of rows in `cells`; an error if the last one is not whole.
Result<std::size_t> count_of(Rows cells);

/// REQUIRES: are_digits() of this row.
inline Grid grid_at(Rows rows, std::size_t row) {
  std::array<std::uint8_t, Grid::kCells> digits;
  std::copy_n(rows.data() + row * digits.size(), digits.size(), digits.begin());
  return Grid::unchecked(digits);
}

inline void write_row(const sudoku::Grid& grid, MutableRows to, std::size_t row) {
  std::copy(grid.digits.begin(), grid.digits.end(), to.data() + row * sudoku::kCells);
}

}  // namespace puzzled
