#include "core/sudoku/shuffle/kernel.hpp"

#include "core/simd/bytes.hpp"

namespace puzzled::sudoku::shuffle::PUZZLED_LEVEL {
namespace {

using namespace simd::PUZZLED_LEVEL;

// The blanks X and x have the same low four bits as 8.
bool transform(const std::uint8_t* cells, const Moves& moves, char* to) {
  Bytes lines[kSide];
  read_rows(cells, lines);
  Bytes letters{};
  for (const Bytes& line : lines) {
    letters |= reinterpret_cast<Bytes>((line | 0x20) == 'x');
  }
  if (any_bit(letters)) return false;
  if (moves.transposes) transpose(lines);
  const Bytes columns = load<Bytes>(moves.columns);
  const Bytes characters = load<Bytes>(moves.characters);
  for (int row = 0; row < kSide; ++row) {
    store(to + kSide * row, look_up(characters, look_up(lines[moves.rows[row]], columns)));
  }
  return true;
}

}  // namespace

constinit const Kernel kKernel{.transform = transform};

}  // namespace puzzled::sudoku::shuffle::PUZZLED_LEVEL
