// The lanes that are in no layer, one by one, each with all partners of its prefix.
#pragma once

#include "core/queens/colour/pair_counters.hpp"

namespace puzzled::queens::colour::PUZZLED_LEVEL {
namespace {

struct Single {
  State lane;
  std::uint32_t slot;
};

#if defined(__AVX512VBMI__)

/// Squares of partners are looked up, those of 64 partners at a time.
constexpr bool kLooksSquaresUp = true;

/// Which squares a lane leaves free, by number: bytes of ones.
class FreeSquares {
 public:
  FreeSquares(State lane, const SquareBits* squares, int count) : count_(count) {
    const __m512i bits = _mm512_set1_epi64(static_cast<long long>(lane));
    for (int i = 0; i < (count + 63) / 64; ++i) {
      free_[i] = _mm512_movm_epi8(free_of_32(bits, squares + 64 * i) |
                                  std::uint64_t{free_of_32(bits, squares + 64 * i + 32)} << 32);
    }
  }

  PUZZLED_INLINE __m512i look_up(const std::uint8_t* numbers) const {
    const __m512i index = _mm512_loadu_si512(numbers);
    if (count_ <= 64) return _mm512_permutexvar_epi8(index, free_[0]);
    const __m512i low = _mm512_permutex2var_epi8(free_[0], index, free_[1]);
    if (count_ <= 128) return low;
    const __m512i high = _mm512_permutex2var_epi8(free_[2], index, free_[3]);
    return _mm512_mask_blend_epi8(_mm512_movepi8_mask(index), low, high);
  }

 private:
  // The byte of a number has the state's bits from that one on.
  static std::uint32_t free_of_32(__m512i bits, const SquareBits* squares) {
    const __m512i taken = _mm512_multishift_epi64_epi8(_mm512_loadu_si512(squares), bits);
    return _mm512_testn_epi16_mask(taken, _mm512_set1_epi16(0x0101));
  }

  int count_;
  __m512i free_[4] = {};
};

template <bool kCareful>
PUZZLED_INLINE void test_single(const JoinTask& task, const RowSetTask& set, std::uint32_t number,
                                const Single& single, CounterRows& counters) {
  const Prefix& prefix = task.prefixes[number];
  const FreeSquares free(single.lane, task.squares + prefix.first_square, prefix.squares);
  const std::uint32_t end = set.single_starts[number + 1];
  for (std::uint32_t i = set.single_starts[number]; i < end; i += 64) {
    __m512i fit = free.look_up(set.single_squares[0] + i);
    for (int queen = 1; queen < task.rest; ++queen) {
      fit = _mm512_and_si512(fit, free.look_up(set.single_squares[queen] + i));
    }
    std::uint64_t found =
        _mm512_movepi8_mask(fit) & low_bits(static_cast<int>(end - i < 64 ? end - i : 64));
    for (; found != 0; found &= found - 1) {
      counters.add_one<kCareful>(
          set.single_rows[i + static_cast<std::uint32_t>(__builtin_ctzll(found))], single.slot);
    }
  }
}

#else

constexpr bool kLooksSquaresUp = false;

template <bool kCareful>
PUZZLED_INLINE void test_single(const JoinTask&, const RowSetTask& set, std::uint32_t number,
                                const Single& single, CounterRows& counters) {
  const auto lane = broadcast<Group<State> >(single.lane);
  const std::uint32_t end = set.single_starts[number + 1];
  for (std::uint32_t i = set.single_starts[number]; i < end; i += kGroupSize<State>) {
    GroupMask fit =
        find_disjoint_of_first<State>(end - i, load<Group<State> >(set.single_states + i), lane);
    for (; fit != 0; fit &= fit - 1) {
      counters.add_one<kCareful>(
          set.single_rows[i + static_cast<std::uint32_t>(__builtin_ctz(fit))], single.slot);
    }
  }
}

#endif

template <bool kCareful>
void test_singles(const JoinTask& task, const RowSetTask& set, std::uint32_t prefix,
                  const Single* singles, std::uint32_t count, CounterRows& counters) {
  if (set.single_starts[prefix] == set.single_starts[prefix + 1]) return;
  for (std::uint32_t i = 0; i < count; ++i) {
    test_single<kCareful>(task, set, prefix, singles[i], counters);
  }
}

}  // namespace
}  // namespace puzzled::queens::colour::PUZZLED_LEVEL
