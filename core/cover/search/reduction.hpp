// Options that are in no solution, as can be seen at once: whoever chooses one leaves some item
// without an option.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/cover/problem.hpp"

namespace puzzled::cover::search {

struct Reduced {
  Problem problem;
  std::vector<std::uint32_t> options;  ///< their numbers before, in ascending order
};

/// `problem` without such options, which has the same number of solutions. Options that block
/// others' items only once these are gone are found while it pays; of many options a sample is
/// looked at first, and nothing goes if none of it does.
Reduced reduced(const Problem& problem, std::string_view isa);

}  // namespace puzzled::cover::search
