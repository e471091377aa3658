// What a search knows of a board: the candidates of each cell, and which rules have to look again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/variants/model.hpp"

namespace puzzled::variants {

/// Propagators that watch a cell: bits of one word of the queue.
struct Watchers {
  std::size_t word = 0;
  std::uint64_t bits = 0;
};

class State {
 public:
  /// `watchers`: of all cells in order; those of a cell begin at its place in `begins`. Both must
  /// outlive this. `words`: of the queue.
  State(std::span<const Watchers> watchers, std::span<const std::uint32_t> begins,
        std::size_t words)
      : watchers_(watchers), begins_(begins), pending_(words) {}

  ValueSet operator[](Cell cell) const { return candidates_[cell]; }

  /// Leaves a cell only those of its candidates that are in `values`; false if none is left. What
  /// depends on the cell is queued.
  bool keep(Cell cell, ValueSet values) {
    const ValueSet before = candidates_[cell];
    const ValueSet after = before & values;
    if (after == before) return true;
    candidates_[cell] = after;
    if (after == 0) {
      failed_ = cell;
      return false;
    }
    for (std::uint32_t i = begins_[cell]; i < begins_[cell + 1U]; ++i) {
      pending_[watchers_[i].word] |= watchers_[i].bits;
    }
    if (is_single(after)) fixed_.push_back(cell);
    return true;
  }

 private:
  friend class Search;

  ValueSet* candidates_ = nullptr;
  const std::span<const Watchers> watchers_;
  const std::span<const std::uint32_t> begins_;
  std::vector<std::uint64_t> pending_;  // propagators, by their numbers
  Cell failed_ = 0;                     // that has no candidates left
  std::vector<Cell> fixed_;             // cells whose value their peers have not been told of
};

}  // namespace puzzled::variants
