#include "core/sudoku/shuffle/kernel.hpp"

#include "core/simd/bytes.hpp"

namespace puzzled::sudoku::shuffle::PUZZLED_LEVEL {
namespace {

using namespace simd::PUZZLED_LEVEL;

// What becomes of a character is told by its low four bits, which these blanks share with others.
PUZZLED_INLINE bool has_other_blanks(const std::uint8_t* cells) {
  constexpr int kStarts[] = {0, 16, 32, 48, 64, kCells - 16};
  Bytes others{};
  for (const int start : kStarts) {
    const Bytes c = load<Bytes>(cells + start);
    others |= reinterpret_cast<Bytes>(((c | 0x20) == 'x') | (c == '?') | (c == '-'));
  }
  return any_bit(others);
}

bool transform(const std::uint8_t* cells, const Moves& moves, char* to) {
  if (has_other_blanks(cells)) return false;
  Bytes lines[kSide];
  read_rows(cells, lines);
  if (moves.transposes) transpose(lines);
  const Bytes columns = load<Bytes>(moves.columns->bytes);
  // What becomes of a character, by its low four bits: blanks stay what they are.
  constexpr Bytes kBlanks = {'0', 0, 0, 0, 0, 0, 0, 0, 0, 0, '*', 0, 0, 0, '.', '_'};
  const Bytes characters =
      kBlanks | look_up(load<Bytes>(moves.digits->bytes), load<Bytes>(moves.places->bytes));
  const std::uint8_t* const rows = moves.rows->bytes;
  for (int row = 0; row < kSide; ++row) {
    store(to + kSide * row, look_up(characters, look_up(lines[rows[row]], columns)));
  }
  return true;
}

}  // namespace

constinit const Kernel kKernel{.transform = transform};

}  // namespace puzzled::sudoku::shuffle::PUZZLED_LEVEL
