// SplitMix64: numbers that look random and are the same on every machine (G. Steele, D. Lea, C.
// Flood, "Fast splittable pseudorandom number generators", 2014).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace puzzled {

/// Its finaliser: every bit of the result depends on every bit of `x`.
constexpr std::uint64_t mixed_bits(std::uint64_t x) {
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31U);
}

/// Less than `bound`, which is more than 0: even bits give even numbers, as far as 64 bits go.
constexpr std::uint64_t scaled_bits(std::uint64_t bits, std::uint64_t bound) {
  __extension__ using Product = unsigned __int128;
  return static_cast<std::uint64_t>(Product{bits} * bound >> 64U);
}

class SplitMix64 {
 public:
  constexpr explicit SplitMix64(std::uint64_t seed) : state_(seed) {}

  constexpr std::uint64_t next() { return mixed_bits(state_ += 0x9e3779b97f4a7c15U); }

  /// Less than `bound`, which is more than 0.
  constexpr std::uint64_t below(std::uint64_t bound) { return scaled_bits(next(), bound); }

 private:
  std::uint64_t state_;
};

/// Puts the values in a random order. `random` has below(), as SplitMix64 has it.
template <class T, std::size_t Extent, class Random>
constexpr void shuffle_values(std::span<T, Extent> values, Random& random) {
  for (std::size_t left = values.size(); left > 1; --left) {
    std::swap(values[left - 1], values[random.below(left)]);
  }
}

}  // namespace puzzled
