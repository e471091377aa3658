// The generator's own random numbers: the standard library's distributions differ between
// implementations, and a generated puzzle must not.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace puzzled::sudoku {

/// xoshiro256** by D. Blackman and S. Vigna (2018), seeded by splitmix64 as they recommend. Every
/// (seed, stream) pair gives a sequence of its own.
class Random {
 public:
  Random(std::uint64_t seed, std::uint64_t stream) {
    // Two rounds: streams of neighbouring seeds must not overlap.
    std::uint64_t x = seed;
    x = splitmix(x) ^ stream;
    for (std::uint64_t& word : state_) word = splitmix(x);
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

  template <typename T, std::size_t Extent>
  void shuffle(std::span<T, Extent> values) {
    for (std::size_t left = values.size(); left > 1; --left) {
      std::swap(values[left - 1], values[below(left)]);
    }
  }

 private:
  static std::uint64_t splitmix(std::uint64_t& state) {
    state += 0x9e3779b97f4a7c15U;
    std::uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }

  std::array<std::uint64_t, 4> state_{};
};

}  // namespace puzzled::sudoku
