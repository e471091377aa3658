// Depth-first branch and bound below one node.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/cover/best.hpp"
#include "core/cover/cost/instance.hpp"
#include "core/cover/cost/node.hpp"
#include "core/cover/cost/tightener.hpp"
#include "core/stop.hpp"

namespace puzzled::cover::cost {

/// The alternatives at a node: every solution below it has one of `options`, unless the chosen
/// options are a solution already. Cheapest first; each alternative excludes those before it.
struct Branching {
  std::vector<LiveOption> options;
  bool is_solution = false;
};

/// REQUIRES: as Tightener::branch_item().
Branching branch(const Instance& instance, const Tightener& tightener, const Node& node);

/// Finds ever cheaper solutions. For one thread; its memory is reused by later searches.
class Descent {
 public:
  /// Its nodes take at most `max_bytes`.
  Descent(const Instance& instance, std::uint64_t max_bytes)
      : instance_(instance), tightener_(instance), max_bytes_(max_bytes) {}

  /// The cheapest solution below `top` that is cheaper than the incumbent, which it becomes. False:
  /// stopped, or out of memory.
  bool improve(const Node& top, SharedIncumbent& incumbent, const StopFlag& stop);

  /// Any solution below `top` of at most this cost. False: as above.
  bool find_any(const Node& top, std::int64_t max_cost, const StopFlag& stop);

  /// Of the last search.
  const std::optional<std::vector<std::uint32_t>>& solution() const { return solution_; }
  std::int64_t solution_cost() const { return solution_cost_; }
  std::int64_t bound() const {
    return bound_;
  }  ///< if it was stopped: solutions not yet searched cost at least this
  std::uint64_t nodes() const { return nodes_; }
  bool lacks_memory() const { return lacks_memory_; }

 private:
  struct Frame {
    Node node;
    std::vector<LiveOption> options;  // as in Branching
    std::size_t next = 0;
    std::uint64_t bytes = 0;
  };

  bool search(const Node& top, const StopFlag& stop);
  void enter(std::size_t depth, const StopFlag& stop);
  void measure(Frame& frame);
  bool step(std::size_t& depth, const StopFlag& stop);
  std::int64_t max_weight() const;
  void record(const Node& node);
  std::int64_t open_bound(std::size_t depth) const;

  const Instance& instance_;
  Tightener tightener_;
  SharedIncumbent* incumbent_ = nullptr;  // none: any solution will do
  std::int64_t max_cost_ = 0;
  std::vector<Frame> frames_;  // by depth; those behind the current one only hold memory
  std::optional<std::vector<std::uint32_t>> solution_;
  std::int64_t solution_cost_ = 0;
  std::int64_t bound_ = 0;
  std::uint64_t nodes_ = 0;
  std::uint64_t max_bytes_;
  std::uint64_t bytes_ = 0;  // of all frames
  bool lacks_memory_ = false;
};

/// Finds, among the solutions of the least cost, the one whose ascending list of options comes
/// first in lexicographic order. It is separate, so that the search for the cost may find any of
/// them.
class FirstBest {
 public:
  FirstBest(const Instance& instance, std::uint64_t max_bytes)
      : instance_(instance), tightener_(instance), descent_(instance, max_bytes) {}

  /// Begins with a solution of the least cost. Fixes option after option: one that is smaller than
  /// the known solution's next either begins a solution, which is the known one from then on, or is
  /// excluded for good. So every option is tried once. False: stopped; options() are a solution.
  bool find(const Node& root, std::int64_t least_cost, std::vector<std::uint32_t> solution,
            const StopFlag& stop);

  const std::vector<std::uint32_t>& options() const { return solution_; }
  std::uint64_t nodes() const { return nodes_; }
  bool lacks_memory() const { return descent_.lacks_memory(); }

 private:
  bool try_smaller(const StopFlag& stop);
  void fix_next();

  const Instance& instance_;
  Tightener tightener_;
  Descent descent_;
  Node node_;  // what is fixed is chosen; nothing that comes before it is live
  std::int64_t least_cost_ = 0;
  std::vector<std::uint32_t> solution_;
  std::uint64_t nodes_ = 0;
};

}  // namespace puzzled::cover::cost
