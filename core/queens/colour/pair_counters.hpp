// Byte counters of pairs, and how they are emptied into cells of 16 bits.
#pragma once

#include "core/queens/colour/block_lists.hpp"
#include "core/simd/byte_counts.hpp"

namespace puzzled::queens::colour::PUZZLED_LEVEL {
namespace {

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

  /// Empties rows into cells.
  void flush(std::uint32_t first, std::uint32_t last) {
    constexpr std::uint32_t kAhead = 6;
    for (std::uint32_t row = first; row < last; ++row) {
      if (row + kAhead < last) {
        const std::uint16_t* const soon = set.cells + cell_of(row + kAhead);
        __builtin_prefetch(soon);
        __builtin_prefetch(soon + kBlockSlots / 2);
      }
      add_to_cells(row);
    }
  }

 private:
  std::uint64_t cell_of(std::uint32_t row) const {
    return (std::uint64_t{block} * task.partner_sets + sets[row]) * kBlockSlots;
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
};

}  // namespace
}  // namespace puzzled::queens::colour::PUZZLED_LEVEL
