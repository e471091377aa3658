// The vector operations of core/simd on plain arrays, so that a test can call every level's.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/simd/kernels.hpp"

namespace puzzled::simd::primitives {

inline constexpr std::size_t kMaxWords = 8;  ///< of 64 bits in a vector

/// The functions of logic.hpp, in their order; and the sum and the carry of add_bits().
enum Logic : std::size_t {
  kOr3,
  kAnd3,
  kXor3,
  kMajority,
  kOrAnd,
  kAndOr,
  kAndOrnot,
  kAndNeither,
  kAndnotOr,
  kOrNeither,
  kOrDiffer,
  kNeither,
  kChoose,
  kOr3Unfused,
  kAndNeitherUnfused,
  kSum,
  kCarry,
  kLogicCount
};

struct LogicResults {
  std::uint64_t words[kLogicCount][kMaxWords];
};

struct Kernel {
  std::size_t vector_bytes;
  std::uint32_t group64;  ///< elements of 64 bits that filters take at a time
  std::uint32_t group32;
  int lanes;

  /// All functions of logic.hpp on vectors of `bytes` bytes: 16, 32 or 64, at most vector_bytes.
  void (*logic)(std::size_t bytes, const std::uint64_t* a, const std::uint64_t* b,
                const std::uint64_t* c, LogicResults& results);
  /// Moves a whole vector from anywhere to anywhere.
  void (*copy)(const std::uint8_t* from, std::uint8_t* to);
  bool (*any_bit)(std::size_t bytes, const std::uint64_t* words);
  int (*count_bits)(std::size_t bytes, const std::uint64_t* words);
  std::uint64_t (*low_bits)(int count);

  // Of transpose.hpp, on whole vectors.
  int (*lane_of_slot)(int slot);
  void (*bits_to_bytes)(const std::uint64_t* planes, std::uint8_t* bytes);
  void (*bytes_to_bits)(const std::uint8_t* bytes, std::uint64_t* planes);
  void (*transpose_16x16_bytes)(std::uint8_t* vectors);
  void (*transpose_words)(std::uint8_t* vector);
  void (*transpose_8x8_words)(std::uint16_t* vectors);
  /// Of blocks of 16 bytes, one for each of a vector's.
  void (*gather_blocks)(const std::uint8_t* const* blocks, std::uint8_t* vector);

  // Of byte_counts.hpp, on whole vectors.
  void (*count_bits_of_bytes)(const std::uint8_t* vector, std::uint8_t* counts);
  void (*add_saturating)(const std::uint8_t* a, const std::uint8_t* b, std::uint8_t* sums);
  void (*multiply_pairs)(const std::int16_t* a, const std::int16_t* b, std::int32_t* sums);

  // Of compress.hpp, on one group; they return masks or counts. `left` elements count.
  std::uint32_t (*find_disjoint64)(const std::uint64_t* group, std::uint64_t bits,
                                   std::uint32_t left);
  std::uint32_t (*find_disjoint32)(const std::uint32_t* group, std::uint32_t bits,
                                   std::uint32_t left);
  std::uint32_t (*find_disjoint_bytes)(const std::uint8_t* group, std::uint8_t bits,
                                       std::uint32_t among);
  std::uint32_t (*compress64)(const std::uint64_t* group, std::uint32_t chosen, std::uint64_t* to);
  std::uint32_t (*compress32)(const std::uint32_t* group, std::uint32_t chosen, std::uint32_t* to);
  void (*compress_bytes)(const std::uint8_t* group, std::uint32_t chosen, std::uint8_t* to);
};

PUZZLED_DECLARE_KERNELS

}  // namespace puzzled::simd::primitives
