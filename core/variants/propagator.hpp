// A rule at work: it removes candidates that it can see to be impossible.
#pragma once

#include <cstdint>
#include <span>

#include "core/variants/state.hpp"

namespace puzzled::variants {

/// One rule over some cells. It has no state of its own, so that a search may go back without
/// telling it, and any number of threads may use it.
class Propagator {
 public:
  Propagator() = default;
  virtual ~Propagator() = default;
  Propagator(const Propagator&) = delete;
  Propagator& operator=(const Propagator&) = delete;

  /// The cells it looks at: it runs again whenever a candidate of one of them has gone.
  virtual std::span<const Cell> cells() const = 0;

  /// Removes candidates by State::keep(), none that a solution needs; false if there is no
  /// solution. A full board that breaks the rule must be refused, unless two cells that must differ
  /// break it.
  virtual bool propagate(State& state) const = 0;

  /// Whether it may refuse a full board in which all cells differ that must. What may not is not
  /// asked about a full board.
  virtual bool checks_full_boards() const { return true; }

  /// About how many nanoseconds a run takes at most: what TimeLeft is told.
  virtual std::uint64_t steps() const { return 16 + 4 * cells().size() * cells().size(); }
};

}  // namespace puzzled::variants
