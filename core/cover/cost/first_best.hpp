// Finds, among the solutions of the least cost, the one whose ascending list of options comes first
// in lexicographic order. It is separate, so that the search for the cost may find any of them.
#pragma once

#include <cstdint>
#include <vector>

#include "core/cover/cost/descent.hpp"
#include "core/cover/cost/instance.hpp"
#include "core/cover/cost/node.hpp"
#include "core/cover/cost/tightener.hpp"
#include "core/stop.hpp"

namespace puzzled::cover::cost {

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
