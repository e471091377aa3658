// Numbers of solutions: unsigned integers of 512 bits that detect overflow. (There are more than
// 2^128 domino tilings of 20x20 squares.)
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>

namespace puzzled::cover {

/// The engines count with it while it suffices.
__extension__ using Count128 = unsigned __int128;

class WideCount {
 public:
  static constexpr std::size_t kWords = 8;

  constexpr WideCount() = default;
  constexpr WideCount(std::uint64_t value) : words_{value} {}

  /// Whether a sum or product has ever been too large: then the value is unspecified.
  constexpr bool has_overflowed() const { return overflowed_; }

  /// Little-endian words of 64 bits, for files.
  constexpr const std::array<std::uint64_t, kWords>& words() const { return words_; }
  static constexpr WideCount from_words(const std::array<std::uint64_t, kWords>& words) {
    WideCount count;
    count.words_ = words;
    return count;
  }

  constexpr WideCount& operator+=(const WideCount& other) {
    unsigned char carry = 0;
    for (std::size_t i = 0; i < kWords; ++i) {
      const Count128 sum = Count128{words_[i]} + other.words_[i] + carry;
      words_[i] = static_cast<std::uint64_t>(sum);
      carry = static_cast<unsigned char>(sum >> 64);
    }
    overflowed_ = overflowed_ || other.overflowed_ || carry != 0;
    return *this;
  }
  WideCount& operator*=(const WideCount& other);

  friend WideCount operator+(WideCount a, const WideCount& b) { return a += b; }
  friend WideCount operator*(WideCount a, const WideCount& b) { return a *= b; }
  friend constexpr bool operator==(const WideCount& a, const WideCount& b) = default;
  friend std::strong_ordering operator<=>(const WideCount& a, const WideCount& b);

 private:
  std::array<std::uint64_t, kWords> words_{};  // the least significant first
  bool overflowed_ = false;
};

/// In decimal.
std::string to_text(const WideCount& count);

/// The nearest double; infinity if there is none.
double to_double(const WideCount& count);

}  // namespace puzzled::cover
