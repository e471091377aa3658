// Cuts a problem into parts of similar expected work.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/cover/problem.hpp"
#include "core/cover/search/presolve.hpp"
#include "core/cover/search/search.hpp"
#include "core/cover/search/symmetric_count.hpp"
#include "core/cover/units.hpp"
#include "core/cover/wide_count.hpp"

namespace puzzled::cover::search {

class UnitCutter {
 public:
  /// Smaller parts are not cut, because starting a unit takes as long as a thousand nodes.
  static constexpr std::uint64_t kMinWorkToCut = 20'000;

  UnitCutter(const Problem& problem, Search& search, bool symmetry,
             std::uint64_t min_work_to_cut = kMinWorkToCut)
      : problem_(problem),
        search_(search),
        symmetry_(symmetry),
        min_work_to_cut_(min_work_to_cut) {}

  /// Cuts into about `units` parts: the largest first, until none is larger than its share.
  void cut(std::size_t units);

  /// Prefixes in the order of a depth-first search, so that neighbours have much in common.
  std::vector<Unit> take_units();
  /// Solutions found while cutting, which are in no unit.
  const WideCount& counted() const { return counted_; }

 private:
  struct Part {
    Unit unit;
    std::uint64_t work;
    symmetry::Form form;               ///< may be empty
    std::vector<std::uint32_t> place;  ///< in the tree
  };

  Choice enter(std::span<const std::uint32_t> prefix);
  void add_root();
  void cut_part(Part part);
  void add_part(const Part& parent, Branch branch, std::uint32_t place);
  bool merge(const Part& part);

  const Problem& problem_;
  Search& search_;
  bool symmetry_;
  std::uint64_t min_work_to_cut_;
  std::vector<Part> parts_;  // a heap, the one with the most work on top
  WideCount counted_;
};

}  // namespace puzzled::cover::search
