// Puzzles that easy rules do not solve are collected from many boards into one, so that hard rules
// always run on full boards.
#pragma once

#include "core/sudoku/rating/board.hpp"

namespace puzzled::sudoku::rating::PUZZLED_LEVEL {
namespace {

/// The bits of a word that `mask` selects, side by side from the lowest on.
PUZZLED_INLINE std::uint64_t extract_bits(std::uint64_t word, std::uint64_t mask) {
#if defined(__BMI2__)
  return _pext_u64(word, mask);
#else
  std::uint64_t bits = 0;
  for (int at = 0; mask != 0; ++at, mask &= mask - 1) {
    bits |= (word >> __builtin_ctzll(mask) & 1) << at;
  }
  return bits;
#endif
}

/// Copies lanes to those from `first` on, which are empty. REQUIRES: there are enough.
__attribute__((noinline)) void copy_lanes(Board& from, const Plane& lanes, Board& to, int first) {
  struct Piece {
    std::uint64_t mask;
    int word;
    int to_word;
    int shift;
    bool crosses;  // into the next word
  };
  Piece pieces[kWords];
  int count = 0;
  for (int word = 0; word < kWords; ++word) {
    const std::uint64_t mask = lanes[word];
    if (mask == 0) continue;
    const int size = __builtin_popcountll(mask);
    pieces[count++] = {mask, word, first / 64, first % 64, first % 64 + size > 64};
    first += size;
  }
  const std::uint64_t* source = words_of(reinterpret_cast<Plane*>(&from));
  std::uint64_t* target = words_of(reinterpret_cast<Plane*>(&to));
  for (std::size_t plane = 0; plane < kPlanes; ++plane, source += kWords, target += kWords) {
    for (int i = 0; i < count; ++i) {
      const auto& [mask, word, to_word, shift, crosses] = pieces[i];
      const std::uint64_t bits = extract_bits(source[word], mask);
      target[to_word] |= bits << shift;
      if (crosses) target[to_word + 1] |= bits >> (64 - shift);
    }
  }
}

/// The first `count` of some lanes.
PUZZLED_INLINE Plane first_of(Plane lanes, int count) {
  for (int word = 0; word < kWords; ++word) {
    std::uint64_t rest = lanes[word];
    for (; rest != 0 && count > 0; --count) rest &= rest - 1;
    lanes[word] ^= rest;
  }
  return lanes;
}

}  // namespace
}  // namespace puzzled::sudoku::rating::PUZZLED_LEVEL
