// A sum of cells of which some may be equal: groups of cells that differ are bounded as wholes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/variants/propagator.hpp"
#include "core/variants/sum_group.hpp"

namespace puzzled::variants {

/// Up to 9 values. First by the bounds of each group; where these leave something to remove, or few
/// groups are open, exactly as far as the groups are concerned: by the sums that those before and
/// those behind a group can reach.
class GroupedSumPropagator final : public Propagator {
 public:
  struct Part {
    SumGroup group;
    int coefficient = 1;
  };
  static constexpr std::size_t kMaxParts = 100;

  /// `parts`, and `cells`, which are those of all parts, must outlive this. REQUIRES: 1 to
  /// kMaxParts parts.
  GroupedSumPropagator(std::span<const Part> parts, std::span<const Cell> cells, int values,
                       int total);

  std::span<const Cell> cells() const override { return cells_; }
  bool propagate(State& state) const override;

 private:
  struct Interval {
    int least;
    int most;
  };
  struct Looks;

  Interval bounds(const Part& part, const SumGroup::Look& look) const;
  bool leave_within_bounds(State& state, const Looks& looks) const;
  Interval open_interval(const Looks& looks, std::size_t i) const;
  static std::uint64_t sums_of(const Part& part, const SumGroup::Look& look, Interval interval);
  int mirror_of(const Part& part) const;
  template <class Reach>
  bool leave_reachable(State& state, const Looks& looks) const;
  bool keep_sums(State& state, const Looks& looks, std::size_t i, std::uint64_t sums) const;

  std::span<const Part> parts_;
  std::span<const Cell> cells_;
  int values_;
  int total_;
  bool is_reachable_ = false;  // whether sums fit words of bits
  bool is_narrow_ = false;     // of 64 bits
};

}  // namespace puzzled::variants
