// Puzzles that easy rules do not solve are collected from many boards into one, so that hard rules
// always run on full boards.
#pragma once

#include "core/sudoku/rating/board.hpp"

namespace puzzled::sudoku::rating::PUZZLED_LEVEL {
namespace {

/// Gives the bits of a word that a mask selects, side by side from the lowest on.
class BitExtractor {
 public:
#if defined(__BMI2__)
  PUZZLED_INLINE void select(std::uint64_t mask) {
    mask_ = mask;
  }
  PUZZLED_INLINE std::uint64_t operator()(std::uint64_t word) const {
    return _pext_u64(word, mask_);
  }
#else
  // Hacker's Delight 7-4: step k moves those bits by 2^k that have an odd number of gaps of that
  // size below them.
  PUZZLED_INLINE void select(std::uint64_t mask) {
    mask_ = mask;
    std::uint64_t gaps = ~mask << 1;
    for (int step = 0; step < kSteps; ++step) {
      std::uint64_t odd = gaps;  // has an odd number of gaps up to here
      for (int shift = 1; shift < 64; shift *= 2) odd ^= odd << shift;
      moves_[step] = odd & mask;
      mask = (mask ^ moves_[step]) | moves_[step] >> (1 << step);
      gaps &= ~odd;
    }
  }
  PUZZLED_INLINE std::uint64_t operator()(std::uint64_t word) const {
    word &= mask_;
    for (int step = 0; step < kSteps; ++step) {
      const std::uint64_t moved = word & moves_[step];
      word = (word ^ moved) | moved >> (1 << step);
    }
    return word;
  }
#endif

 private:
  std::uint64_t mask_ = 0;
#if !defined(__BMI2__)
  static constexpr int kSteps = 6;
  std::uint64_t moves_[kSteps] = {};
#endif
};

/// Where the selected bits of a word of each plane go.
struct Piece {
  BitExtractor extract;
  int word;
  int to_word;
  int shift;
  bool crosses;  // into the next word
};

/// The pieces of lanes that go to those from `first` on. Returns how many they are.
PUZZLED_INLINE int find_pieces(const Plane& lanes, int first, Piece* pieces) {
  int count = 0;
  for (int word = 0; word < kWords; ++word) {
    const std::uint64_t mask = lanes[word];
    if (mask == 0) continue;
    const int size = __builtin_popcountll(mask);
    Piece& piece = pieces[count++];
    piece.extract.select(mask);
    piece.word = word;
    piece.to_word = first / 64;
    piece.shift = first % 64;
    piece.crosses = first % 64 + size > 64;
    first += size;
  }
  return count;
}

/// Sets the bits of the pieces in a plane, in which they are zero.
PUZZLED_INLINE void add_pieces(const Piece* pieces, int count, const std::uint64_t* from,
                               std::uint64_t* to) {
  for (int i = 0; i < count; ++i) {
    const Piece& piece = pieces[i];
    const std::uint64_t bits = piece.extract(from[piece.word]);
    to[piece.to_word] |= bits << piece.shift;
    if (piece.crosses) to[piece.to_word + 1] |= bits >> (64 - piece.shift);
  }
}

/// Copies lanes to those from `first` on, which are empty. REQUIRES: there are enough.
__attribute__((noinline)) void copy_lanes(Board& from, const Plane& lanes, Board& to, int first) {
  Piece pieces[kWords];
  const int count = find_pieces(lanes, first, pieces);
  const std::uint64_t* source = words_of(reinterpret_cast<Plane*>(&from));
  std::uint64_t* target = words_of(reinterpret_cast<Plane*>(&to));
  for (std::size_t plane = 0; plane < kPlanes; ++plane, source += kWords, target += kWords) {
    add_pieces(pieces, count, source, target);
  }
}

/// Moves lanes to the first ones; all others are empty then.
__attribute__((noinline)) void keep_lanes(Board& board, const Plane& lanes) {
  Piece pieces[kWords];
  const int count = find_pieces(lanes, 0, pieces);
  std::uint64_t* words = words_of(reinterpret_cast<Plane*>(&board));
  for (std::size_t plane = 0; plane < kPlanes; ++plane, words += kWords) {
    std::uint64_t kept[kWords] = {};
    add_pieces(pieces, count, words, kept);
    for (int word = 0; word < kWords; ++word) words[word] = kept[word];
  }
}

/// Empties all lanes but these, so that they take part in nothing.
PUZZLED_INLINE void clear_other_lanes(Board& board, Plane lanes) {
  auto* const planes = reinterpret_cast<Plane*>(&board);
  for (std::size_t i = 0; i < kPlanes; ++i) planes[i] &= lanes;
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
