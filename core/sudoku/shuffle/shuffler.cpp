#include "core/sudoku/shuffle/shuffler.hpp"

#include <algorithm>

#include "core/sudoku/text/cells.hpp"

namespace puzzled::sudoku {
namespace {

shuffle::Moves moves_of(const Transformation& transformation) {
  shuffle::Moves moves{};
  std::ranges::copy(transformation.columns, moves.columns);
  std::ranges::copy(transformation.rows, moves.rows);
  moves.transposes = transformation.transposes;
  for (const char blank : {'0', '.', '_', '*'}) {
    moves.characters[blank & 15] = static_cast<std::uint8_t>(blank);
  }
  for (std::size_t digit = 1; digit <= kSide; ++digit) {
    moves.characters[digit] = static_cast<std::uint8_t>('0' + transformation.digits[digit]);
  }
  return moves;
}

// The same as a kernel does, for any cell characters.
void transform_characters(const std::uint8_t* cells, const Transformation& transformation,
                          char* to) {
  const auto& [rows, columns, digits, transposes] = transformation;
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    const std::size_t row = rows[cell / kSide];
    const std::size_t column = columns[cell % kSide];
    const char c =
        static_cast<char>(cells[transposes ? kSide * column + row : kSide * row + column]);
    const int value = cell_value(c);
    to[cell] = value > 0 ? static_cast<char>('0' + digits[static_cast<std::size_t>(value)]) : c;
  }
}

}  // namespace

void Shuffler::transform(std::string_view cells, const Transformation& transformation,
                         char* to) const {
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(cells.data());
  if (kernel_->transform(bytes, moves_of(transformation), to)) return;
  transform_characters(bytes, transformation, to);
}

}  // namespace puzzled::sudoku
