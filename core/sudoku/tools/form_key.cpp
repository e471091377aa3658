#include "core/sudoku/tools/form_key.hpp"

#include <array>
#include <bit>
#include <cstring>

namespace puzzled::sudoku {
namespace {

__extension__ using Product = unsigned __int128;

// Both halves of a product depend on all bits of its factors.
std::uint64_t folded_product(std::uint64_t a, std::uint64_t b) {
  const Product product = static_cast<Product>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

}  // namespace

// Keys decide which part of a data set a puzzle is in, so they must be the same everywhere.
static_assert(std::endian::native == std::endian::little, "turn the words round after memcpy");

FormKey key_of(const Grid& form) {
  // Digits have four bits: two words of eight cells make one.
  constexpr std::size_t kWords = 5;
  std::array<std::uint64_t, 2 * kWords> cells;
  std::memcpy(cells.data(), form.digits.data(), sizeof cells);
  FormKey key{.high = 0x9e3779b97f4a7c15U + form[80], .low = 0xd1342543de82ef95U ^ form[80]};
  for (std::size_t i = 0; i < kWords; ++i) {
    const std::uint64_t word = cells[i] | cells[i + kWords] << 4;
    key.high = folded_product(key.high ^ word, 0xbf58476d1ce4e5b9U) + word;
    key.low = folded_product(key.low + word, 0x94d049bb133111ebU) ^ word;
  }
  key.high = folded_product(key.high, 0xc2b2ae3d27d4eb4fU) ^ key.low;
  key.low = folded_product(key.low, 0xa0761d6478bd642fU) + key.high;
  if (key == FormKey{}) key.low = 1;  // two zeros stand for nothing
  return key;
}

}  // namespace puzzled::sudoku
