// A problem as bit matrices, which are made once and shared by any number of searches.
//
// A set of options is a row of bits, padded to blocks of 512 bits, so the options that a choice
// excludes are removed by one AND-NOT of rows. The live options of each item are counted in bytes
// (16 bits where an item has more than 254 options), padded to blocks likewise.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

#include "core/cover/problem.hpp"

namespace puzzled::cover::search {

/// A zero-initialised array that begins on a cache line, for vectors of 512 bits.
template <class T>
class AlignedArray {
 public:
  AlignedArray() = default;
  explicit AlignedArray(std::size_t size) {
    const std::size_t bytes = (size * sizeof(T) / kLine + 1) * kLine;
    data_.reset(static_cast<T*>(::operator new(bytes, kAlignment)));
    std::memset(static_cast<void*>(data_.get()), 0, bytes);
  }

  T* data() { return data_.get(); }
  const T* data() const { return data_.get(); }
  T& operator[](std::size_t i) { return data_.get()[i]; }
  const T& operator[](std::size_t i) const { return data_.get()[i]; }

 private:
  static constexpr std::size_t kLine = 64;
  static constexpr std::align_val_t kAlignment{kLine};

  struct Free {
    void operator()(T* data) const { ::operator delete(data, kAlignment); }
  };
  std::unique_ptr<T, Free> data_;
};

inline constexpr std::size_t kBlockBytes = 64;
inline constexpr std::size_t kBlockWords = kBlockBytes / 8;

/// The count of a covered item, so large that it is never the item with the fewest options.
inline constexpr std::uint8_t kCovered = 0xff;
inline constexpr std::uint16_t kWideCovered = 0xffff;

/// A row of so many blocks is long. Shorter ones are read whole, which takes no longer.
inline constexpr std::uint32_t kLongRow = 8;

/// Sets a bit in `bits` for each block of the row that is not empty, and clears the others.
[[gnu::always_inline]] inline void note_blocks(const std::uint64_t* row, std::uint32_t blocks,
                                               std::uint64_t* bits) {
  for (std::uint32_t block = 0; block < blocks; ++block) {
    if (block % 64 == 0) bits[block / 64] = 0;
    std::uint64_t some = 0;
    for (std::size_t i = 0; i < kBlockWords; ++i) some |= row[block * kBlockWords + i];
    bits[block / 64] |= std::uint64_t{some != 0} << (block % 64);
  }
}

struct Matrices {
  /// REQUIRES: matrix_size(problem).fits. Not thread-safe against changes of `problem`, which is
  /// not used later.
  explicit Matrices(const Problem& problem);

  std::uint32_t options;
  std::uint32_t items;  ///< primary ones
  bool has_secondary_items;
  bool is_wide;             ///< some item has more options than bytes can count
  std::uint32_t max_depth;  ///< no solution has more options

  std::uint32_t option_blocks;  ///< of a row of options
  std::uint32_t item_blocks;    ///< of the items' bytes
  std::uint32_t wide_blocks;    ///< of the items' 16-bit counts; 0 unless is_wide

  /// By option: the incompatible options, itself included. Only if it is small enough for the
  /// second-level cache; otherwise the search unites the rows of the option's elements.
  AlignedArray<std::uint64_t> exclusions;
  bool has_exclusions;

  /// The first rows: by primary item, its options. Behind them: by secondary item and colour, the
  /// options that disagree with it.
  AlignedArray<std::uint64_t> rows;
  /// Where rows are long: by primary item, a bit for each block of its row that is not empty.
  AlignedArray<std::uint64_t> item_blocks_of;
  std::vector<std::uint32_t> option_rows;        ///< the rows of all options, one after another
  std::vector<std::uint32_t> option_row_starts;  ///< where each option's start; and the end

  /// By option: 1 at each of its primary items.
  AlignedArray<std::uint8_t> ones;
  AlignedArray<std::uint16_t> wide_ones;

  std::vector<std::uint32_t> item_counts;  ///< by primary item: its options

  /// Whether steps skip the empty blocks of a row, and count item by item where that is less work.
  /// It pays where few items have many options: with more than one block of counts it costs more.
  bool has_long_rows() const { return option_blocks >= kLongRow && item_blocks == 1; }
  std::uint32_t block_words() const { return has_long_rows() ? (option_blocks + 63) / 64 : 0; }
  std::size_t row_words() const { return option_blocks * kBlockWords; }
  const std::uint64_t* item_options(std::size_t item) const {
    return rows.data() + item * row_words();
  }
};

/// The size of the matrices of a problem, computed without making them.
struct MatrixSize {
  std::uint64_t bytes;  ///< about, with the levels of a search
  /// Bit sets make sense: the problem has no multiplicities, no item has more than
  /// kMaxOptionsOfItem options, and `bytes` are at most kMaxBytes.
  bool fits;
};
MatrixSize matrix_size(const Problem& problem);

/// Above this size links are used: a step over such long rows takes longer than links take for the
/// few options that change.
inline constexpr std::size_t kMaxBytes = std::size_t{64} << 20;
inline constexpr std::size_t kMaxOptionsOfItem = 65534;

}  // namespace puzzled::cover::search
