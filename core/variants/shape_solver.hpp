// Solves boards of any shape, and keeps what it made ready for the last shapes: boards that differ
// in their clues alone share it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/result.hpp"
#include "core/search_limits.hpp"
#include "core/variants/puzzle.hpp"
#include "core/variants/rules.hpp"
#include "core/variants/search.hpp"
#include "core/variants/time_left.hpp"

namespace puzzled::variants {

/// For one thread at a time.
class ShapeSolver {
 public:
  /// Makes the regions and rules of `puzzle` ready for what follows; fails as reduce() does. False
  /// if time was up before they were.
  Result<bool> prepare(const Puzzle& puzzle, TimeLeft& time);

  /// Solves a board of that shape whose cells may hold these values. REQUIRES: prepare().
  Found solve(std::span<const ValueSet> allowed, const SearchLimits& limits);

  /// What the cells of a board of that shape may hold by its rules and by `allowed`; nothing if one
  /// has no value left. Valid until the next call. REQUIRES: prepare().
  std::optional<std::span<const ValueSet>> candidates(std::span<const ValueSet> allowed);

  /// For boards of that shape, whatever else is asked of them. REQUIRES: prepare().
  Search& search() { return *shapes_.front().search; }

  /// Two clues that must differ and do not, in cell order. REQUIRES: prepare().
  std::optional<std::pair<Cell, Cell>> find_conflict(std::span<const ValueSet> allowed) const;

  /// Of the last board that had one: its first solution, a value for each cell.
  std::span<const std::uint8_t> first() const { return shapes_.front().search->first(); }

 private:
  struct Shape {
    Puzzle puzzle;  // without what cells may hold
    std::size_t bytes = 0;
    std::unique_ptr<const Rules> rules;
    std::unique_ptr<Search> search;
  };

  /// Leaves no more than there may be beside another.
  void forget_old();

  // The last used first. A shape of 9x9 takes some 100 KB, one of 25x25 some MB, with few rules.
  static constexpr std::size_t kMaxShapes = 8;
  static constexpr std::size_t kMaxKeptBytes = std::size_t{16} << 20U;
  std::list<Shape> shapes_;
  std::vector<ValueSet> candidates_;
};

}  // namespace puzzled::variants
