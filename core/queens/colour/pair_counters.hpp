// Byte counters of pairs, and what becomes of them: sums in cells of 16 bits, or products with
// weights.
#pragma once

#include "core/queens/colour/block_lists.hpp"
#include "core/simd/byte_counts.hpp"

namespace puzzled::queens::colour::PUZZLED_LEVEL {
namespace {

/// Adds value * factor. The residues are multiplied and added by themselves: see Tally.
PUZZLED_INLINE void add_product(meet::Tally& tally, std::uint64_t value, std::uint64_t factor) {
  tally.count += value * factor;
  for (int i = 0; i < 2; ++i) {
    const std::uint64_t modulus = i == 0 ? 2147483647 : 4294967291;
    tally.residues[i] =
        (tally.residues[i] + (value % modulus) * (factor % modulus) % modulus) % modulus;
  }
}

/// The counters of one row set while a stem is joined, a row for each column set of partners.
struct CounterRows {
  const JoinTask& task;
  const RowSetTask& set;
  std::uint32_t block;
  const std::uint32_t* sets;  ///< column sets of the rows
  ByteCounts* rows;

  bool any_full(std::uint32_t count) const {
    ByteCounts full{};
    for (std::uint32_t i = 0; i < count; ++i) {
      full |= reinterpret_cast<ByteCounts>(rows[i] == 255);
    }
    return any_bit(full);
  }

  template <bool kCareful>
  PUZZLED_INLINE void add_one(std::uint32_t row, std::uint32_t slot) {
    auto& counter = reinterpret_cast<std::uint8_t*>(rows + row)[slot];
    counter = static_cast<std::uint8_t>(counter + (counter < 255 ? 1 : 0));
    if constexpr (kCareful) flush_if_half_full(row);
  }

  PUZZLED_INLINE void flush_if_half_full(std::uint32_t row) {
    if (any_bit(rows[row] & 128)) flush(row, row + 1);
  }

  /// Empties rows into cells or sums.
  void flush(std::uint32_t first, std::uint32_t last) {
    if (set.planes == 0) {
      for (std::uint32_t row = first; row < last; ++row) add_to_cells(row);
      return;
    }
    // 64 rows of products fit 31 bits: 64 * 2 * 2 * 255 * 32767 = 2139 million.
    constexpr std::uint32_t kRowsAtOnce = 64;
    for (; first < last; first += kRowsAtOnce) {
      const std::uint32_t end = last - first < kRowsAtOnce ? last : first + kRowsAtOnce;
      for (int plane = 0; plane < set.planes; ++plane) weigh(first, end, plane);
      for (std::uint32_t row = first; row < end; ++row) rows[row] = ByteCounts{};
    }
  }

 private:
  std::uint64_t cell_of(std::uint32_t row) const {
    const std::uint64_t planes = set.planes == 0 ? 1 : static_cast<std::uint64_t>(set.planes);
    return (std::uint64_t{block} * task.partner_sets + sets[row]) * planes * kBlockSlots;
  }

  void add_to_cells(std::uint32_t row) {
    using Cells = Vector<std::uint16_t>;
    const std::uint64_t first = cell_of(row);
    std::uint16_t* const cells = set.cells + first;
    const auto counts = reinterpret_cast<Cells>(rows[row]);
    rows[row] = ByteCounts{};
    const Cells even = load<Cells>(cells) + (counts & 255);
    const Cells odd = load<Cells>(cells + kBlockSlots / 2) + (counts >> 8);
    store(cells, even);
    store(cells + kBlockSlots / 2, odd);
    // A cell is below 2^15 before a sum of up to 255.
    if (!any_bit((even | odd) & 0x8000)) return;
    for (int i = 0; i < kBlockSlots; ++i) {
      if (cells[i] < 0x8000) continue;
      add_spill(*set.spills, first + static_cast<std::uint64_t>(i), cells[i]);
      cells[i] = 0;
    }
  }

  void weigh(std::uint32_t first, std::uint32_t last, int plane) {
    Sums sums{};
    for (std::uint32_t row = first; row < last; ++row) {
      const std::uint16_t* const weights = set.cells + cell_of(row) + plane * kBlockSlots;
      const auto counts = reinterpret_cast<Vector<std::uint16_t>>(rows[row]);
      sums += multiply_pairs(reinterpret_cast<Shorts>(counts & 255), load<Shorts>(weights));
      sums += multiply_pairs(reinterpret_cast<Shorts>(counts >> 8),
                             load<Shorts>(weights + kBlockSlots / 2));
    }
    std::uint64_t total = 0;
    for (int i = 0; i < kVectorBytes / 4; ++i) total += static_cast<std::uint32_t>(sums[i]);
    if (total != 0) add_product(*set.sum, total, set.weight << 15 * plane);
  }
};

}  // namespace
}  // namespace puzzled::queens::colour::PUZZLED_LEVEL
