// Which cells must differ: a set of cells for each cell.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/variants/model.hpp"

namespace puzzled::variants {

class Peers {
 public:
  explicit Peers(std::size_t cells)
      : words_((cells + kWordBits - 1) / kWordBits), bits_(cells * words_) {}

  /// The cells differ from each other.
  void add(std::span<const Cell> group) {
    std::uint64_t all[kMaxWords] = {};
    for (const Cell cell : group) all[cell / kWordBits] |= bit_of(cell);
    for (const Cell cell : group) {
      for (std::size_t w = 0; w < words_; ++w) bits_[cell * words_ + w] |= all[w];
      bits_[cell * words_ + cell / kWordBits] &= ~bit_of(cell);
    }
  }

  bool differ(Cell a, Cell b) const {
    return (bits_[a * words_ + b / kWordBits] >> (b % kWordBits) & 1) != 0;
  }

  /// Whether each two of them do.
  bool all_differ(std::span<const Cell> cells) const {
    for (std::size_t i = 1; i < cells.size(); ++i) {
      for (std::size_t k = 0; k < i; ++k) {
        if (!differ(cells[i], cells[k])) return false;
      }
    }
    return true;
  }

  std::size_t cells() const { return bits_.size() / words_; }

  /// Cells that differ from `cell`, a bit for each.
  std::span<const std::uint64_t> of(Cell cell) const {
    return std::span(bits_).subspan(cell * words_, words_);
  }

 private:
  static constexpr std::size_t kWordBits = 64;
  static constexpr std::size_t kMaxWords = (kMaxCells + kWordBits - 1) / kWordBits;

  static std::uint64_t bit_of(Cell cell) { return std::uint64_t{1} << (cell % kWordBits); }

  std::size_t words_;
  std::vector<std::uint64_t> bits_;
};

}  // namespace puzzled::variants
