#include "cell_rows.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>

#include "core/sudoku/conflict.hpp"

namespace py = pybind11;

namespace puzzled::python {
namespace {

using sudoku::Grid;
using sudoku::kCells;

std::string bad_cell(int cell, int value) {
  return "r" + std::to_string(sudoku::row_of(cell) + 1) + "c" +
         std::to_string(sudoku::column_of(cell) + 1) + " is " + std::to_string(value) +
         ", not 0 to 9";
}

}  // namespace

CellRows::CellRows(const CellArray& array)
    : data_(array.data()), size_(static_cast<std::size_t>(array.ndim() == 2 ? array.shape(0) : 0)) {
  if (array.ndim() != 2 || array.shape(1) != kCells) {
    throw py::value_error("puzzles must have the shape (n, 81)");
  }
}

Grid CellRows::grid(std::size_t row) const {
  Grid grid;
  std::copy_n(cells(row), kCells, grid.digits.begin());
  return grid;
}

bool CellRows::are_digits(RowRange rows, FirstFault& fault) const {
  constexpr std::size_t kStep = 16;  // rows that make a whole number of vectors
  for (std::size_t row = rows.begin; row < rows.end; row += kStep) {
    const std::uint8_t* const begin = cells(row);
    const std::uint8_t* const end = cells(std::min(row + kStep, rows.end));
    std::uint8_t highest = 0;  // without a branch a cell, so that the compiler takes vectors
    for (const std::uint8_t* cell = begin; cell < end; ++cell) highest = std::max(highest, *cell);
    if (highest <= 9) continue;
    const auto bad = std::find_if(begin, end, [](std::uint8_t d) { return d > 9; });
    const std::ptrdiff_t at = bad - begin;
    fault.report(row + static_cast<std::size_t>(at / kCells),
                 bad_cell(static_cast<int>(at % kCells), *bad));
    return false;
  }
  return true;
}

bool CellRows::read(RowRange rows, std::vector<Grid>& grids, FirstFault& fault) const {
  grids.clear();
  for (std::size_t row = rows.begin; row < rows.end; ++row) {
    if (!are_digits({row, row + 1}, fault)) return false;
    grids.push_back(grid(row));
  }
  return true;
}

bool CellRows::read_consistent(RowRange rows, std::vector<Grid>& grids, FirstFault& fault) const {
  const bool are_read = read(rows, grids, fault);
  for (std::size_t i = 0; i < grids.size(); ++i) {
    if (const std::optional<sudoku::Conflict> conflict = sudoku::find_conflict(grids[i])) {
      fault.report(rows.begin + i, to_text(*conflict));
      return false;
    }
  }
  return are_read;
}

CellArray make_cell_array(std::size_t rows) {
  return CellArray({static_cast<py::ssize_t>(rows), static_cast<py::ssize_t>(kCells)});
}

void write_row(const Grid& grid, std::uint8_t* to, std::size_t row) {
  std::copy(grid.digits.begin(), grid.digits.end(), to + row * kCells);
}

void write_characters(const std::uint8_t* cells, char blank, char* to) {
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    to[cell] = cells[cell] == 0 ? blank : static_cast<char>('0' + cells[cell]);
  }
}

}  // namespace puzzled::python
