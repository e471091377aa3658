// A problem whose items and colours have names: what the builder and the text forms make.
#pragma once

#include <string>
#include <vector>

#include "core/cover/problem.hpp"

namespace puzzled::cover {

struct NamedProblem {
  Problem problem{0};
  std::vector<std::string> item_names;        // by item
  std::vector<std::string> colour_names{""};  // by colour; [0], no colour, has no name
};

}  // namespace puzzled::cover
