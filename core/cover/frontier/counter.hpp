// The counts of frontier states: unsigned integers of a fixed number of words, as few as possible,
// because the tables are mostly counts.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/cover/wide_count.hpp"

namespace puzzled::cover::frontier {

template <std::size_t kWords>
struct Counter {
  std::array<std::uint64_t, kWords> words{};  // the least significant first

  bool is_zero() const {
    std::uint64_t any = 0;
    for (const std::uint64_t word : words) any |= word;
    return any == 0;
  }

  /// REQUIRES: the sum fits.
  void add(const Counter& other) {
    Count128 carry = 0;
    for (std::size_t i = 0; i < kWords; ++i) {
      carry += Count128{words[i]} + other.words[i];
      words[i] = static_cast<std::uint64_t>(carry);
      carry >>= 64;
    }
  }

  /// REQUIRES: other <= *this.
  void subtract(const Counter& other) {
    std::uint64_t borrow = 0;
    for (std::size_t i = 0; i < kWords; ++i) {
      const Count128 difference = Count128{words[i]} - other.words[i] - borrow;
      words[i] = static_cast<std::uint64_t>(difference);
      borrow = static_cast<std::uint64_t>(difference >> 64) & 1;
    }
  }

  /// Whether it fits; if not, the value is unspecified.
  bool add_product(const Counter& other, std::uint64_t factor) {
    Count128 carry = 0;
    for (std::size_t i = 0; i < kWords; ++i) {
      carry += Count128{other.words[i]} * factor + words[i];
      words[i] = static_cast<std::uint64_t>(carry);
      carry >>= 64;
    }
    return carry == 0;
  }
};

}  // namespace puzzled::cover::frontier
