// How to branch in a problem, or a residual one, by its symmetries.
#pragma once

#include <cstdint>
#include <vector>

#include "core/cover/problem.hpp"
#include "core/cover/search/search.hpp"
#include "core/cover/symmetry/form.hpp"

namespace puzzled::cover::search {

/// An option to be tried, and the size of its orbit.
struct Branch {
  std::uint32_t option;
  std::uint32_t weight;
};

/// How a part of a problem may be cut up.
struct Cut {
  std::vector<Branch> branches;  ///< empty: there is no symmetry, or looking for it does not pay
  symmetry::Form form;           ///< empty if it is not known
  std::uint64_t cost = 0;        ///< of looking, in nodes
};

/// Looks for symmetry at a level of `search`, if it may pay for so many nodes.
Cut cut_by_symmetry(const Problem& problem, const Search& search, std::uint32_t level,
                    std::uint64_t expected_nodes);

/// The form of what is left at a level; empty if to find it costs more than so many nodes' tenth.
symmetry::Form form_at(const Problem& problem, const Search& search, std::uint32_t level,
                       std::uint64_t expected_nodes);

}  // namespace puzzled::cover::search
