// A house whose cells are cut into two parts, one of which has a given sum: what is inside a
// sandwich and what is outside, the first x cells of an X-sum and the rest.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/variants/model.hpp"

namespace puzzled::variants {

/// What the cells of both parts may hold; nothing, if the house cannot be cut so.
struct SplitValues {
  ValueSet in_part = 0;
  ValueSet in_rest = 0;
};

/// The ways to give one part some values of a set, which have a given sum, and the other part the
/// other values.
class SplitHouse {
 public:
  /// `count` cells are in the part. REQUIRES: 0 <= count, at most as many as there are values.
  SplitHouse(ValueSet values, int count, int total);

  /// False if no values have the sum.
  bool is_possible() const { return is_in_range_ && !(is_listed_ && sets_.empty()); }

  /// How many ways find() goes through.
  std::size_t count() const { return sets_.size(); }

  /// Nothing if the parts, given by the candidates of their cells, can hold no such values.
  /// REQUIRES: is_possible(); together as many cells as values.
  bool find(std::span<const ValueSet> part, std::span<const ValueSet> rest,
            SplitValues& found) const;

 private:
  ValueSet values_;
  int count_;
  int total_;
  bool is_in_range_;
  bool is_listed_ = false;      // whether all sets are known; if they are too many, bounds do
  std::vector<ValueSet> sets_;  // that the part may hold
};

}  // namespace puzzled::variants
