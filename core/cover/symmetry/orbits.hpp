// The orbits of options under the automorphisms of a structure: options of one orbit are in equally
// many solutions.
//
// For options of one cell all vertices are singled out, beginning with the option. If two such
// refinements have the same trace, their orders give a bijection of the vertices; it is used if it
// is an automorphism, which is verified edge by edge. So a missed automorphism costs time, never
// correctness.
#pragma once

#include <cstdint>
#include <vector>

#include "core/cover/symmetry/refinement.hpp"
#include "core/cover/symmetry/structure.hpp"

namespace puzzled::cover::symmetry {

class Orbits {
 public:
  /// `refinement` is stable, not discrete. At most `max_leaves` times all vertices are singled out.
  Orbits(const Structure& structure, const Refinement& refinement, int max_leaves);

  /// The representative of an option's orbit.
  std::uint32_t find(std::uint32_t option);
  /// Whether some orbit has more than one option.
  bool any() const { return any_; }
  /// The effort, see Refinement::work().
  std::uint64_t work() const { return work_; }

 private:
  /// Where singling out all vertices, beginning with an option, has led to.
  struct Leaf {
    std::uint32_t option;
    std::uint64_t trace;
    std::vector<std::uint32_t> order;
  };

  Leaf leaf_of(std::uint32_t option, std::uint32_t salt);
  void join_cell(const std::uint32_t* first, const std::uint32_t* last);
  bool try_option(std::uint32_t option, std::vector<Leaf>& representatives);
  bool merge(const Leaf& from, const Leaf& to);
  bool is_automorphism(const std::vector<std::uint32_t>& image) const;

  const Structure& structure_;
  const Refinement& root_;
  int leaves_left_;
  int failures_ = 0;  // in a row
  bool any_ = false;
  std::uint64_t work_ = 0;
  std::vector<std::uint32_t> parent_;  // a forest: by option
};

}  // namespace puzzled::cover::symmetry
