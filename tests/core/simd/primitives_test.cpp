// The vector operations of every level against plain code, bit by bit.
#include "tests/core/simd/primitives.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <random>
#include <set>
#include <vector>

#include "tests/core/each_level.hpp"

namespace puzzled::simd {
namespace {

using primitives::kLogicCount;

class SimdPrimitives : public EachLevel {
 protected:
  const primitives::Kernel& kernel() const { return *primitives::find_kernel(isa()); }

  std::vector<std::size_t> widths() const {
    std::vector<std::size_t> all;
    for (std::size_t bytes = 16; bytes <= kernel().vector_bytes; bytes *= 2) all.push_back(bytes);
    return all;
  }

  template <class T>
  std::vector<T> random_values(std::size_t count) {
    std::vector<T> values(count);
    for (T& value : values) value = static_cast<T>(random_());
    return values;
  }

  std::mt19937_64 random_{1};
};
PUZZLED_EACH_LEVEL(SimdPrimitives);

std::array<std::uint64_t, kLogicCount> plain_logic(std::uint64_t a, std::uint64_t b,
                                                   std::uint64_t c) {
  const std::uint64_t majority = (a & b) | (a & c) | (b & c);
  return {a | b | c,          a & b & c,    a ^ b ^ c,    majority,     a | (b & c), a & (b | c),
          a & (b | ~c),       a & ~(b | c), (a & ~b) | c, a | ~(b | c), a | (b ^ c), ~(a | b),
          (a & b) | (~a & c), a | b | c,    a & ~(b | c), a ^ b ^ c,    majority};
}

TEST_P(SimdPrimitives, LogicIsAsInPlainCode) {
  for (const std::size_t bytes : widths()) {
    for (int round = 0; round < 50; ++round) {
      const auto a = random_values<std::uint64_t>(bytes / 8);
      const auto b = random_values<std::uint64_t>(bytes / 8);
      const auto c = random_values<std::uint64_t>(bytes / 8);
      primitives::LogicResults results{};
      kernel().logic(bytes, a.data(), b.data(), c.data(), results);
      for (std::size_t word = 0; word < bytes / 8; ++word) {
        const auto expected = plain_logic(a[word], b[word], c[word]);
        for (std::size_t i = 0; i < kLogicCount; ++i) {
          ASSERT_EQ(results.words[i][word], expected[i]) << "function " << i << ", bytes " << bytes;
        }
      }
    }
  }
}

TEST_P(SimdPrimitives, VectorsMoveFromAnywhereToAnywhere) {
  const std::size_t bytes = kernel().vector_bytes;
  const auto from = random_values<std::uint8_t>(2 * bytes);
  for (std::size_t at = 0; at < bytes; ++at) {
    std::vector<std::uint8_t> to(2 * bytes, 0xA5);
    kernel().copy(from.data() + at, to.data() + bytes - at);
    for (std::size_t i = 0; i < to.size(); ++i) {
      const bool is_inside = i >= bytes - at && i < 2 * bytes - at;
      ASSERT_EQ(to[i], is_inside ? from[at + i - (bytes - at)] : 0xA5);
    }
  }
}

TEST_P(SimdPrimitives, BitsAreFoundAndCounted) {
  for (const std::size_t bytes : widths()) {
    std::vector<std::uint64_t> words(bytes / 8);
    EXPECT_FALSE(kernel().any_bit(bytes, words.data()));
    EXPECT_EQ(kernel().count_bits(bytes, words.data()), 0);
    for (std::size_t bit = 0; bit < 8 * bytes; ++bit) {
      std::vector<std::uint64_t> one(bytes / 8);
      one[bit / 64] = std::uint64_t{1} << (bit % 64);
      ASSERT_TRUE(kernel().any_bit(bytes, one.data())) << bit;
      ASSERT_EQ(kernel().count_bits(bytes, one.data()), 1) << bit;
    }
    int count = 0;
    for (std::uint64_t& word : words) {
      word = random_();
      count += std::popcount(word);
    }
    EXPECT_EQ(kernel().count_bits(bytes, words.data()), count);
  }
  for (int count = -70; count < 140; ++count) {
    std::uint64_t expected = 0;
    for (int bit = 0; bit < 64 && bit < count; ++bit) expected |= std::uint64_t{1} << bit;
    ASSERT_EQ(kernel().low_bits(count), expected) << count;
  }
}

TEST_P(SimdPrimitives, PlanesBecomeBytesAndPlanesAgain) {
  const auto lanes = static_cast<std::size_t>(kernel().lanes);
  ASSERT_EQ(lanes, 8 * kernel().vector_bytes);
  const auto planes = random_values<std::uint64_t>(lanes / 8);
  std::vector<std::uint8_t> bytes(lanes);
  kernel().bits_to_bytes(planes.data(), bytes.data());
  std::set<int> seen;
  for (std::size_t slot = 0; slot < lanes; ++slot) {
    const auto lane = static_cast<std::size_t>(kernel().lane_of_slot(static_cast<int>(slot)));
    ASSERT_LT(lane, lanes);
    seen.insert(static_cast<int>(lane));
    for (std::size_t k = 0; k < 8; ++k) {
      const std::uint64_t word = planes[k * lanes / 64 + lane / 64];
      ASSERT_EQ(bytes[slot] >> k & 1U, word >> (lane % 64) & 1U) << slot << ' ' << k;
    }
  }
  EXPECT_EQ(seen.size(), lanes);
  std::vector<std::uint64_t> back(planes.size());
  kernel().bytes_to_bits(bytes.data(), back.data());
  EXPECT_EQ(back, planes);
}

TEST_P(SimdPrimitives, BytesAreMovedWithinBlocks) {
  const std::size_t bytes = kernel().vector_bytes;
  const auto before = random_values<std::uint8_t>(16 * bytes);
  std::vector<std::uint8_t> after = before;
  kernel().transpose_16x16_bytes(after.data());
  for (std::size_t vector = 0; vector < 16; ++vector) {
    for (std::size_t i = 0; i < bytes; ++i) {
      ASSERT_EQ(after[vector * bytes + i], before[i % 16 * bytes + i / 16 * 16 + vector]);
    }
  }
  std::vector<std::uint8_t> turned(before.begin(), before.begin() + static_cast<long>(bytes));
  kernel().transpose_words(turned.data());
  for (std::size_t i = 0; i < bytes; ++i) {
    ASSERT_EQ(turned[i], before[i / 4 % 4 * (bytes / 4) + i / 16 * 4 + i % 4]) << i;
  }
}

TEST_P(SimdPrimitives, WordsAreTransposedWithinBlocks) {
  const std::size_t words = kernel().vector_bytes / 2;
  const auto before = random_values<std::uint16_t>(8 * words);
  std::vector<std::uint16_t> after = before;
  kernel().transpose_8x8_words(after.data());
  for (std::size_t vector = 0; vector < 8; ++vector) {
    for (std::size_t i = 0; i < words; ++i) {
      ASSERT_EQ(after[vector * words + i], before[i % 8 * words + i / 8 * 8 + vector]);
    }
  }
}

TEST_P(SimdPrimitives, BlocksComeFromAnywhere) {
  const std::size_t bytes = kernel().vector_bytes;
  const auto memory = random_values<std::uint8_t>(256);
  const std::size_t places[] = {3, 201, 88, 17};
  std::vector<const std::uint8_t*> blocks;
  for (const std::size_t place : places) blocks.push_back(memory.data() + place);
  std::vector<std::uint8_t> vector(bytes);
  kernel().gather_blocks(blocks.data(), vector.data());
  for (std::size_t i = 0; i < bytes; ++i) {
    ASSERT_EQ(vector[i], memory[places[i / 16] + i % 16]) << i;
  }
}

// Every byte at every place, and every sum of two.
TEST_P(SimdPrimitives, BytesAreCountersOfTheirOwn) {
  const std::size_t bytes = kernel().vector_bytes;
  std::vector<std::uint8_t> a(bytes);
  std::vector<std::uint8_t> b(bytes);
  std::vector<std::uint8_t> result(bytes);
  for (unsigned first = 0; first < 256; ++first) {
    for (std::size_t i = 0; i < bytes; ++i) a[i] = static_cast<std::uint8_t>(first + 37 * i);
    kernel().count_bits_of_bytes(a.data(), result.data());
    for (std::size_t i = 0; i < bytes; ++i) ASSERT_EQ(result[i], std::popcount(a[i])) << +a[i];
    for (unsigned second = 0; second < 256; ++second) {
      for (std::size_t i = 0; i < bytes; ++i) b[i] = static_cast<std::uint8_t>(second + 11 * i);
      kernel().add_saturating(a.data(), b.data(), result.data());
      for (std::size_t i = 0; i < bytes; ++i) {
        ASSERT_EQ(result[i], std::min(255, a[i] + b[i])) << +a[i] << " + " << +b[i];
      }
    }
  }
}

TEST_P(SimdPrimitives, ProductsOfPairsAreExact) {
  const std::size_t words = kernel().vector_bytes / 2;
  for (int round = 0; round < 200; ++round) {
    auto a = random_values<std::int16_t>(words);
    auto b = random_values<std::int16_t>(words);
    // The least number alone is left out: four of them give 2^31.
    for (std::size_t i = 0; i < words; ++i) {
      if (round % 4 == 0) a[i] = round % 8 == 0 ? 32767 : -32767;
      if (round % 3 == 0) b[i] = 32767;
      if (a[i] == -32768) a[i] = 0;
      if (b[i] == -32768) b[i] = 0;
    }
    std::vector<std::int32_t> sums(words / 2);
    kernel().multiply_pairs(a.data(), b.data(), sums.data());
    for (std::size_t i = 0; i < words / 2; ++i) {
      ASSERT_EQ(sums[i], a[2 * i] * b[2 * i] + a[2 * i + 1] * b[2 * i + 1]);
    }
  }
}

template <class T, class Find, class Compress>
void expect_filter(std::uint32_t size, const std::vector<T>& group, T bits, const Find& find,
                   const Compress& compress) {
  for (std::uint32_t left = 1; left <= size + 2; ++left) {
    std::uint32_t expected = 0;
    for (std::uint32_t i = 0; i < size && i < left; ++i) {
      if ((group[i] & bits) == 0) expected |= std::uint32_t{1} << i;
    }
    ASSERT_EQ(find(group.data(), bits, left), expected) << left;
  }
  for (std::uint32_t chosen = 0; chosen < std::uint32_t{1} << size; ++chosen) {
    std::vector<T> to(size, 77);
    std::vector<T> expected;
    for (std::uint32_t i = 0; i < size; ++i) {
      if ((chosen >> i & 1) != 0) expected.push_back(group[i]);
    }
    ASSERT_EQ(compress(group.data(), chosen, to.data()), expected.size());
    to.resize(expected.size());
    ASSERT_EQ(to, expected) << chosen;
  }
}

TEST_P(SimdPrimitives, FiltersKeepWhatHasNoBitInCommon) {
  for (int round = 0; round < 8; ++round) {
    const std::uint64_t bits = random_() & random_() & random_() & random_() & random_();
    auto group64 = random_values<std::uint64_t>(kernel().group64);
    for (std::uint64_t& state : group64) state &= random_();
    expect_filter(kernel().group64, group64, bits, kernel().find_disjoint64, kernel().compress64);
    if (HasFatalFailure()) return;
    auto group32 = random_values<std::uint32_t>(kernel().group32);
    for (std::uint32_t& key : group32) key &= static_cast<std::uint32_t>(random_());
    expect_filter(kernel().group32, group32, static_cast<std::uint32_t>(bits),
                  kernel().find_disjoint32, kernel().compress32);
    if (HasFatalFailure()) return;
  }
}

TEST_P(SimdPrimitives, FiltersOfBytesDoTheSame) {
  const std::uint32_t size = kernel().group32;
  const auto group = random_values<std::uint8_t>(size);
  for (std::uint32_t chosen = 0; chosen < std::uint32_t{1} << size; ++chosen) {
    const auto bits = static_cast<std::uint8_t>(1U << chosen % 8);
    std::uint32_t fit = 0;
    std::vector<std::uint8_t> expected;
    for (std::uint32_t i = 0; i < size; ++i) {
      if ((chosen >> i & 1) == 0) continue;
      expected.push_back(group[i]);
      if ((group[i] & bits) == 0) fit |= std::uint32_t{1} << i;
    }
    ASSERT_EQ(kernel().find_disjoint_bytes(group.data(), bits, chosen), fit);
    std::vector<std::uint8_t> to(size, 77);
    kernel().compress_bytes(group.data(), chosen, to.data());
    to.resize(expected.size());
    ASSERT_EQ(to, expected) << chosen;
  }
}

}  // namespace
}  // namespace puzzled::simd
