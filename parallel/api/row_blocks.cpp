#include "parallel/api/row_blocks.hpp"

#include <optional>

#include "core/api/search_result.hpp"
#include "core/sudoku/conflict.hpp"
#include "parallel/unit_queue.hpp"

namespace puzzled {
namespace {

using sudoku::kCells;

// Blocks for each thread, so that one with hard puzzles does not hold up the others.
constexpr std::size_t kBlocksPerThread = 8;

std::size_t block_rows(std::size_t rows, BlockRows size, std::size_t threads) {
  if (threads == 1) return size.max;
  return std::clamp(rows / (threads * kBlocksPerThread) + 1, size.min, size.max);
}

}  // namespace

void FirstFault::report(std::size_t row, const std::string& reason) {
  const std::lock_guard lock(mutex_);
  if (row >= row_) return;
  row_ = row;
  reason_ = reason;
}

bool FirstFault::is_set() const {
  const std::lock_guard lock(mutex_);
  return row_ != kNone;
}

Result<> FirstFault::result() const {
  const std::lock_guard lock(mutex_);
  if (row_ == kNone) return {};
  return Error{"row " + std::to_string(row_) + ": " + reason_};
}

bool are_digits(Rows rows, std::size_t begin, std::size_t end, FirstFault& fault) {
  constexpr std::size_t kStep = 16;  // rows that make a whole number of vectors
  for (std::size_t row = begin; row < end; row += kStep) {
    const std::uint8_t* const first = rows.data() + row * kCells;
    const std::uint8_t* const last = rows.data() + std::min(row + kStep, end) * kCells;
    std::uint8_t highest = 0;  // without a branch a cell, so that the compiler takes vectors
    for (const std::uint8_t* cell = first; cell < last; ++cell) highest = std::max(highest, *cell);
    if (highest <= 9) continue;
    const auto bad = std::find_if(first, last, [](std::uint8_t d) { return d > 9; });
    const std::ptrdiff_t at = bad - first;
    fault.report(row + static_cast<std::size_t>(at / kCells),
                 sudoku::name_of_cell(static_cast<int>(at % kCells)) + " is " +
                     std::to_string(*bad) + ", not 0 to 9");
    return false;
  }
  return true;
}

bool Block::read(Rows rows, std::vector<sudoku::Grid>& grids) const {
  grids.clear();
  grids.reserve(size());
  for (std::size_t row = begin; row < end; ++row) {
    if (!puzzled::are_digits(rows, row, row + 1, fault)) return false;
    std::copy_n(rows.data() + row * kCells, kCells, grids.emplace_back().digits.begin());
  }
  return true;
}

bool Block::read_consistent(Rows rows, std::vector<sudoku::Grid>& grids) const {
  const bool are_read = read(rows, grids);
  for (std::size_t i = 0; i < grids.size(); ++i) {
    if (const std::optional<sudoku::Conflict> conflict = sudoku::find_conflict(grids[i])) {
      fault.report(begin + i, to_text(*conflict));
      return false;
    }
  }
  return are_read;
}

Result<> for_each_block(std::size_t rows, BlockRows size, const RunOptions& run,
                        const BlockWork& work) {
  if (rows == 0) return {};
  const int threads = worker_count(run.threads);
  const std::size_t step = block_rows(rows, size, static_cast<std::size_t>(threads));
  const std::size_t blocks = (rows + step - 1) / step;
  FirstFault fault;
  const bool is_whole = run_watched(run, size.pieces, [&](RunState& state) {
    parallel::Workers workers(threads);
    parallel::for_each_unit(workers, blocks, [&] {
      return [&](std::size_t number) {
        if (is_stopped(state.stop)) return false;
        work({number * step, std::min((number + 1) * step, rows), state, fault, workers});
        state.done.fetch_add(1.0 / static_cast<double>(blocks), std::memory_order_relaxed);
        return !state.look() && !fault.is_set();
      };
    });
  });
  if (!is_whole) return stopped_error();
  return fault.result();
}

Result<> check_size(Rows cells, std::size_t rows, const char* what) {
  if (cells.size() == rows * kCells) return {};
  return Error{std::string(what) + " must be " + std::to_string(rows) + " rows of 81 cells (got " +
               std::to_string(cells.size()) + " cells)"};
}

Result<std::size_t> count_of(Rows cells) {
  if (cells.size() % kCells == 0) return cells.size() / kCells;
  return Error{"the cells must be rows of 81 (got " + std::to_string(cells.size()) + " cells)"};
}

}  // namespace puzzled
