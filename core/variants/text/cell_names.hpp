// How cells are named in texts (`R1C9`), and the lines that clues outside the board speak of.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/variants/model.hpp"

namespace puzzled::variants {

/// How the numbers of rows and columns above 9 are written.
enum class CellNumbers : bool {
  kDecimal,  ///< `R10C12`
  kLetters,  ///< `RaCc`, a character each
};

/// The cell of that name, in letters of either case; nothing if the board has none such.
std::optional<Cell> find_cell(std::string_view name, int size, CellNumbers numbers);

/// `r1c1` to `r25c25`, as in messages.
std::string name_of_cell(Cell cell, int size);

void append_cell_name(std::string& to, Cell cell, int size, CellNumbers numbers);

/// A row or column from its first cell, or from its last.
std::vector<Cell> row_cells(int row, int size, bool from_last);
std::vector<Cell> column_cells(int column, int size, bool from_last);

/// From a cell on, in steps of so many rows and columns, to the border.
std::vector<Cell> ray_cells(int row, int column, int down, int right, int size);

/// Whether two cells share a side.
bool are_neighbours(Cell a, Cell b, int size);

/// Decimal digits and nothing else, at most six of them, up to `max`.
std::optional<int> parse_number(std::string_view text, int max);

/// Numbers above all that rules ask of boards are taken for mistakes.
inline constexpr int kMaxRuleNumber = 100'000;

}  // namespace puzzled::variants
