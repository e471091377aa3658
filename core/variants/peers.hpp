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
    for (const Cell a : group) {
      for (const Cell b : group) {
        if (a != b) bits_[a * words_ + b / kWordBits] |= std::uint64_t{1} << (b % kWordBits);
      }
    }
  }

  bool differ(Cell a, Cell b) const {
    return (bits_[a * words_ + b / kWordBits] >> (b % kWordBits) & 1) != 0;
  }

  std::size_t words() const { return words_; }

  /// Cells that differ from `cell`, a bit for each.
  std::span<const std::uint64_t> of(Cell cell) const {
    return std::span(bits_).subspan(cell * words_, words_);
  }

 private:
  static constexpr std::size_t kWordBits = 64;

  std::size_t words_;
  std::vector<std::uint64_t> bits_;
};

}  // namespace puzzled::variants
