#include "tests/core/simd/primitives.hpp"

#include "core/simd/byte_counts.hpp"
#include "core/simd/compress.hpp"
#include "core/simd/logic.hpp"
#include "core/simd/transpose.hpp"

namespace puzzled::simd::primitives::PUZZLED_LEVEL {
namespace {

using namespace simd::PUZZLED_LEVEL;

template <class V>
void logic_of(const std::uint64_t* words_a, const std::uint64_t* words_b,
              const std::uint64_t* words_c, LogicResults& results) {
  const V a = load<V>(words_a);
  const V b = load<V>(words_b);
  const V c = load<V>(words_c);
  V sum = a;
  V carry;
  add_bits(sum, carry, b, c);
  const V all[kLogicCount] = {or3(a, b, c),
                              and3(a, b, c),
                              xor3(a, b, c),
                              majority(a, b, c),
                              or_and(a, b, c),
                              and_or(a, b, c),
                              and_ornot(a, b, c),
                              and_neither(a, b, c),
                              andnot_or(a, b, c),
                              or_neither(a, b, c),
                              or_differ(a, b, c),
                              neither(a, b),
                              choose(a, b, c),
                              or3_unfused(a, b, c),
                              and_neither_unfused(a, b, c),
                              sum,
                              carry};
  for (std::size_t i = 0; i < kLogicCount; ++i) store(results.words[i], load_once(all[i]));
}

// Calls `visit` with a vector of so many bytes.
template <class Visit>
PUZZLED_INLINE auto with_width(std::size_t bytes, const Visit& visit) {
  if constexpr (kVectorBytes >= 64) {
    if (bytes == 64) return visit(Vector<std::uint64_t, 64>{});
  }
  if constexpr (kVectorBytes >= 32) {
    if (bytes == 32) return visit(Vector<std::uint64_t, 32>{});
  }
  return visit(Vector<std::uint64_t, 16>{});
}

void logic(std::size_t bytes, const std::uint64_t* a, const std::uint64_t* b,
           const std::uint64_t* c, LogicResults& results) {
  with_width(bytes, [&](auto width) { logic_of<decltype(width)>(a, b, c, results); });
}

void copy(const std::uint8_t* from, std::uint8_t* to) {
  store(to, load<Bytes>(from));
}

bool any_bit_of(std::size_t bytes, const std::uint64_t* words) {
  return with_width(bytes, [&](auto width) { return any_bit(load<decltype(width)>(words)); });
}

int count_bits_of(std::size_t bytes, const std::uint64_t* words) {
  return with_width(bytes, [&](auto width) { return count_bits(load<decltype(width)>(words)); });
}

std::uint64_t low_bits_of(int count) {
  return low_bits(count);
}

int lane_of(int slot) {
  return lane_of_slot(slot);
}

void to_bytes(const std::uint64_t* words, std::uint8_t* bytes) {
  Plane planes[8];
  for (int k = 0; k < 8; ++k) planes[k] = load<Plane>(words + k * (kVectorBytes / 8));
  bits_to_bytes(planes, bytes);
}

void to_bits(const std::uint8_t* bytes, std::uint64_t* words) {
  Plane planes[8];
  bytes_to_bits(bytes, planes);
  for (int k = 0; k < 8; ++k) store(words + k * (kVectorBytes / 8), planes[k]);
}

void transpose_bytes(std::uint8_t* vectors) {
  Bytes v[16];
  for (int i = 0; i < 16; ++i) v[i] = load<Bytes>(vectors + i * kVectorBytes);
  transpose_16x16_bytes(v);
  for (int i = 0; i < 16; ++i) store(vectors + i * kVectorBytes, v[i]);
}

void turn_words(std::uint8_t* vector) {
  store(vector, transpose_words(load<Bytes>(vector)));
}

void transpose_8x8(std::uint16_t* vectors) {
  Bytes v[8];
  for (int i = 0; i < 8; ++i) v[i] = load<Bytes>(vectors + i * kVectorBytes / 2);
  transpose_8x8_words(v);
  for (int i = 0; i < 8; ++i) store(vectors + i * kVectorBytes / 2, v[i]);
}

void gather(const std::uint8_t* const* blocks, std::uint8_t* vector) {
  store(vector, gather_blocks([&](int block) { return blocks[block]; }));
}

void count_bits_in_bytes(const std::uint8_t* vector, std::uint8_t* counts) {
  store(counts, count_bits_of_bytes(load<Vector<std::uint64_t>>(vector)));
}

void add_bytes(const std::uint8_t* a, const std::uint8_t* b, std::uint8_t* sums) {
  store(sums, add_saturating(load<ByteCounts>(a), load<ByteCounts>(b)));
}

void multiply(const std::int16_t* a, const std::int16_t* b, std::int32_t* sums) {
  store(sums, multiply_pairs(load<Shorts>(a), load<Shorts>(b)));
}

template <class T>
GroupMask find(const T* group, T bits, std::uint32_t left) {
  return find_disjoint_of_first<T>(left, load<Group<T>>(group), broadcast<Group<T>>(bits));
}

template <class T>
std::uint32_t compress(const T* group, GroupMask chosen, T* to) {
  return compress_store<T>(to, load<Group<T>>(group), chosen);
}

GroupMask find_bytes(const std::uint8_t* group, std::uint8_t bits, GroupMask among) {
  return find_disjoint_bytes(group, bits, among);
}

void compress_some_bytes(const std::uint8_t* group, GroupMask chosen, std::uint8_t* to) {
  compress_bytes(to, group, chosen);
}

}  // namespace

constinit const Kernel kKernel{.vector_bytes = kVectorBytes,
                               .group64 = kGroupSize<std::uint64_t>,
                               .group32 = kGroupSize<std::uint32_t>,
                               .lanes = kLanes,
                               .logic = logic,
                               .copy = copy,
                               .any_bit = any_bit_of,
                               .count_bits = count_bits_of,
                               .low_bits = low_bits_of,
                               .lane_of_slot = lane_of,
                               .bits_to_bytes = to_bytes,
                               .bytes_to_bits = to_bits,
                               .transpose_16x16_bytes = transpose_bytes,
                               .transpose_words = turn_words,
                               .transpose_8x8_words = transpose_8x8,
                               .gather_blocks = gather,
                               .count_bits_of_bytes = count_bits_in_bytes,
                               .add_saturating = add_bytes,
                               .multiply_pairs = multiply,
                               .find_disjoint64 = find<std::uint64_t>,
                               .find_disjoint32 = find<std::uint32_t>,
                               .find_disjoint_bytes = find_bytes,
                               .compress64 = compress<std::uint64_t>,
                               .compress32 = compress<std::uint32_t>,
                               .compress_bytes = compress_some_bytes};

}  // namespace puzzled::simd::primitives::PUZZLED_LEVEL
