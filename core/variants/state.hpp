// What a search knows of a board: the candidates of each cell, and which rules have to look again.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/variants/model.hpp"

namespace puzzled::variants {

/// The queue has a bit for each propagator, in words of 64, and a bit for each word.
inline constexpr std::size_t kMaxPropagators = 64 * 64;

/// Propagators of one word of the queue.
struct QueueBits {
  std::uint32_t word = 0;
  std::uint64_t bits = 0;
};

/// Of each cell the propagators that watch it: `bits` from begin[cell] to begin[cell + 1].
struct Watchers {
  std::vector<QueueBits> bits;
  std::vector<std::uint32_t> begin;
};

class State {
 public:
  /// `watchers` must outlive this.
  State(const Watchers& watchers, std::size_t propagators)
      : watchers_(watchers), pending_((propagators + 63) / 64), fixed_(watchers.begin.size()) {}

  ValueSet operator[](Cell cell) const { return candidates_[cell]; }

  /// Leaves a cell only those of its candidates that are in `values`; false if none is left. What
  /// depends on the cell is queued.
  bool keep(Cell cell, ValueSet values) {
    const ValueSet before = candidates_[cell];
    const ValueSet after = before & values;
    if (after == before) return true;
    candidates_[cell] = after;
    if (is_single(after)) {
      fixed_[fixed_count_++] = cell;
    } else if (after == 0) {
      failed_ = cell;
      return false;
    }
    queue_watchers(cell);
    return true;
  }

  /// Removes values from several cells; false if one has no other.
  bool remove(std::span<const Cell> cells, ValueSet values) {
    // Which cells have the values is what no processor predicts, so they are gathered without a
    // branch for each.
    Cell holders[kMaxCells];
    std::size_t count = 0;
    const ValueSet* const candidates = candidates_;
    for (const Cell cell : cells) {
      holders[count] = cell;
      count += (candidates[cell] & values) != 0;
    }
    for (std::size_t i = 0; i < count; ++i) {
      if (!keep(holders[i], ~values)) return false;
    }
    return true;
  }

 private:
  friend class TreeSearch;

  static constexpr Cell kNoCell = kMaxCells;

  void queue_watchers(Cell cell) {
    const QueueBits* const end = watchers_.bits.data() + watchers_.begin[cell + 1U];
    for (const QueueBits* w = watchers_.bits.data() + watchers_.begin[cell]; w != end; ++w) {
      pending_[w->word] |= w->bits;
      busy_ |= std::uint64_t{1} << w->word;
    }
  }

  void queue_all(std::size_t propagators) {
    for (std::size_t i = 0; i < propagators; i += 64) {
      const std::size_t left = propagators - i;
      pending_[i / 64] = left < 64 ? (std::uint64_t{1} << left) - 1 : ~std::uint64_t{0};
      busy_ |= std::uint64_t{1} << (i / 64);
    }
  }

  /// REQUIRES: busy_ != 0.
  std::size_t take_first() {
    const auto word = static_cast<std::size_t>(std::countr_zero(busy_));
    const auto bit = static_cast<std::size_t>(std::countr_zero(pending_[word]));
    pending_[word] &= pending_[word] - 1;
    if (pending_[word] == 0) busy_ &= busy_ - 1;
    return word * 64 + bit;
  }

  void forget_all() {
    for (; busy_ != 0; busy_ &= busy_ - 1) {
      pending_[static_cast<std::size_t>(std::countr_zero(busy_))] = 0;
    }
  }

  void forget_all_but(std::span<const std::uint64_t> propagators) {
    for (std::uint64_t left = busy_; left != 0; left &= left - 1) {
      const auto word = static_cast<std::size_t>(std::countr_zero(left));
      pending_[word] &= propagators[word];
      if (pending_[word] == 0) busy_ &= ~(std::uint64_t{1} << word);
    }
  }

  ValueSet* candidates_ = nullptr;
  const Watchers& watchers_;
  std::vector<std::uint64_t> pending_;  // propagators, by their numbers
  std::uint64_t busy_ = 0;              // words of `pending_` that are not 0
  Cell failed_ = kNoCell;               // that has no candidates left
  std::vector<Cell> fixed_;             // cells whose value their peers have not been told of
  std::size_t fixed_count_ = 0;
};

}  // namespace puzzled::variants
