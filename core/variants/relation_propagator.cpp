#include "core/variants/relation_propagator.hpp"

#include <bit>

namespace puzzled::variants {

RelationTable::RelationTable(std::span<const ValueSet> allowed) {
  for (std::size_t first = 0; first < allowed.size(); first += kPartBits) {
    const std::size_t begin = parts_.size();
    parts_.resize(begin + kPart);
    for (std::size_t values = 1; values < kPart; ++values) {
      const std::size_t value = first + static_cast<std::size_t>(std::countr_zero(values));
      parts_[begin + values] =
          parts_[begin + (values & (values - 1))] | (value < allowed.size() ? allowed[value] : 0);
    }
  }
}

}  // namespace puzzled::variants
