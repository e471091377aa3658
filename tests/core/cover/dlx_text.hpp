// A problem in Knuth's form again: what was read of a text and written again is the same problem.
#pragma once

#include <string>

#include "core/cover/text/problem_text.hpp"

namespace puzzled::cover {

inline void append_item_line(std::string& to, const NamedProblem& named) {
  const Problem& problem = named.problem;
  for (std::size_t item = 0; item < problem.items(); ++item) {
    if (item > 0) to += ' ';
    if (item == problem.primary_items()) to += "| ";
    const Bounds bounds = item < problem.primary_items() ? problem.bounds(item) : Bounds{};
    if (bounds.lo != bounds.hi) to += std::to_string(bounds.lo) + ':';
    if (bounds != Bounds{}) to += std::to_string(bounds.hi) + '|';
    to += named.item_names[item];
  }
  to += '\n';
}

/// Appends the problem in Knuth's form: read_problem() makes the same problem of it if its colours
/// are numbered in the order in which its options name them first. Idle options are left out: the
/// form has no words for them.
/// REQUIRES: there is a primary item; names are as read_problem() accepts them.
inline void append_dlx(std::string& to, const NamedProblem& named) {
  append_item_line(to, named);
  const Problem& problem = named.problem;
  for (std::size_t option = 0; option < problem.options(); ++option) {
    if (problem.is_idle(option)) continue;
    const char* gap = "";
    for (const auto [item, colour] : problem.option(option)) {
      to.append(gap).append(named.item_names[item]);
      if (colour != 0) to.append(":").append(named.colour_names[colour]);
      gap = " ";
    }
    if (problem.cost(option) != 0) to += " |" + std::to_string(problem.cost(option));
    to += '\n';
  }
}

}  // namespace puzzled::cover
