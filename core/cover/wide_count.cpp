#include "core/cover/wide_count.hpp"

#include <algorithm>
#include <cmath>

namespace puzzled::cover {
namespace {

// Decimal digits are made and read 19 at a time: 10^19 is the largest power of ten below 2^64.
constexpr std::uint64_t kChunk = 10'000'000'000'000'000'000U;
constexpr std::size_t kChunkDigits = 19;

}  // namespace

WideCount& WideCount::operator*=(const WideCount& other) {
  std::array<std::uint64_t, kWords> product{};
  bool lost = false;
  for (std::size_t i = 0; i < kWords; ++i) {
    if (words_[i] == 0) continue;
    std::uint64_t carry = 0;
    for (std::size_t j = 0; j < kWords; ++j) {
      if (i + j >= kWords) {
        lost = lost || other.words_[j] != 0;
        continue;
      }
      const Count128 sum = Count128{words_[i]} * other.words_[j] + product[i + j] + carry;
      product[i + j] = static_cast<std::uint64_t>(sum);
      carry = static_cast<std::uint64_t>(sum >> 64);
    }
    lost = lost || carry != 0;
  }
  words_ = product;
  overflowed_ = overflowed_ || other.overflowed_ || lost;
  return *this;
}

std::strong_ordering operator<=>(const WideCount& a, const WideCount& b) {
  return std::lexicographical_compare_three_way(a.words_.rbegin(), a.words_.rend(),
                                                b.words_.rbegin(), b.words_.rend());
}

std::string to_text(const WideCount& count) {
  std::array<std::uint64_t, WideCount::kWords> rest = count.words();
  std::string reversed;
  do {
    std::uint64_t remainder = 0;
    for (std::size_t i = rest.size(); i-- > 0;) {
      const Count128 dividend = Count128{remainder} << 64 | rest[i];
      rest[i] = static_cast<std::uint64_t>(dividend / kChunk);
      remainder = static_cast<std::uint64_t>(dividend % kChunk);
    }
    for (std::size_t digit = 0; digit < kChunkDigits; ++digit) {
      reversed.push_back(static_cast<char>('0' + remainder % 10));
      remainder /= 10;
    }
  } while (rest != std::array<std::uint64_t, WideCount::kWords>{});
  while (reversed.size() > 1 && reversed.back() == '0') reversed.pop_back();
  return {reversed.rbegin(), reversed.rend()};
}

double to_double(const WideCount& count) {
  if (count.has_overflowed()) return HUGE_VAL;
  double value = 0;
  for (std::size_t i = WideCount::kWords; i-- > 0;) {
    value = value * 0x1p64 + static_cast<double>(count.words()[i]);
  }
  return value;
}

}  // namespace puzzled::cover
