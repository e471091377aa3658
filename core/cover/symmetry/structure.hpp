// A problem, or a residual one, as a graph, whose automorphisms are its symmetries.
//
// Its vertices are the options, their primary items, and those secondary items and colours by which
// some of the options disagree. An automorphism that keeps the kinds of vertices maps solutions to
// solutions, and isomorphic graphs have equally many solutions.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/cover/problem.hpp"

namespace puzzled::cover::symmetry {

struct Structure {
  /// The graph of these options of `problem`: option i is vertex i.
  Structure(const Problem& problem, std::span<const std::uint32_t> options);

  std::uint32_t options;
  std::uint32_t vertices = 0;
  std::vector<std::uint8_t> kinds;        ///< by vertex
  std::vector<std::uint32_t> starts;      ///< by vertex: where its neighbours begin; and the end
  std::vector<std::uint32_t> neighbours;  ///< of all vertices, each one's in ascending order

  std::span<const std::uint32_t> neighbours_of(std::uint32_t vertex) const {
    return std::span(neighbours).subspan(starts[vertex], starts[vertex + 1] - starts[vertex]);
  }
};

}  // namespace puzzled::cover::symmetry
