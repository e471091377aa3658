// Random numbers that are the same on every platform, unlike the standard library's distributions,
// so that generated puzzles are, too.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/split_mix.hpp"

namespace puzzled::sudoku {

/// xoshiro256** by D. Blackman and S. Vigna (2018), seeded by SplitMix64 as they recommend. Every
/// (seed, stream) pair gives a sequence of its own.
class Random {
 public:
  Random(std::uint64_t seed, std::uint64_t stream) {
    // Two rounds: streams of neighbouring seeds must not overlap.
    SplitMix64 words(SplitMix64(seed).next() ^ stream);
    for (std::uint64_t& word : state_) word = words.next();
  }

  std::uint64_t next() {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  /// A number below `bound`, which is at least 1. The bias of at most bound / 2^32 is negligible
  /// for choices among cells and digits.
  std::size_t below(std::size_t bound) {
    return static_cast<std::size_t>(((next() >> 32) * bound) >> 32);
  }

 private:
  std::array<std::uint64_t, 4> state_{};
};

}  // namespace puzzled::sudoku
