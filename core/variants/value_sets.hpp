// Sets of so many values with a given sum.
#pragma once

#include <vector>

#include "core/variants/model.hpp"

namespace puzzled::variants {

/// The sums of the `count` least and of the `count` greatest of the values.
/// REQUIRES: 0 <= count, at most as many as there are values.
int least_sum(ValueSet values, int count);
int greatest_sum(ValueSet values, int count);

/// The sets of `count` of the values that sum to `total`; false if they are more than `max`, then
/// `sets` has some of them.
bool find_sets(ValueSet values, int count, int total, std::size_t max, std::vector<ValueSet>& sets);

}  // namespace puzzled::variants
