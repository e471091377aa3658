// What a search knows of a board: the candidates of each cell, and which rules have to look again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/variants/model.hpp"

namespace puzzled::variants {

/// Words of 64 bits: of each cell the propagators that watch it.
inline constexpr std::size_t kMaxPropagatorWords = 8;

class State {
 public:
  /// `watchers`: `words` words for each cell. They must outlive this.
  State(std::span<const std::uint64_t> watchers, std::size_t words)
      : watchers_(watchers), words_(words) {}

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
    const std::uint64_t* const watchers = watchers_.data() + cell * words_;
    for (std::size_t w = 0; w < words_; ++w) pending_[w] |= watchers[w];
    if (is_single(after)) fixed_.push_back(cell);
    return true;
  }

 private:
  friend class Search;

  ValueSet* candidates_ = nullptr;
  const std::span<const std::uint64_t> watchers_;
  const std::size_t words_;
  std::uint64_t pending_[kMaxPropagatorWords]{};  // propagators, by their numbers
  Cell failed_ = 0;                               // that has no candidates left
  std::vector<Cell> fixed_;  // cells whose value their peers have not been told of
};

}  // namespace puzzled::variants
