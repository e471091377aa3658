// Counts by frontier dynamic programming: goes through the primary items in a fixed order and
// keeps, instead of partial solutions, the sets of items that they cover, each with how many there
// are. Tilings of long or narrow boards have few such sets however many solutions they have.
// (Knuth, The Art of Computer Programming, volume 4A, section 7.1.4, counts so with zero-suppressed
// decision diagrams; here only one layer of the diagram is kept at a time.)
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "core/cover/problem.hpp"
#include "core/cover/wide_count.hpp"
#include "core/result.hpp"
#include "core/stop.hpp"

namespace puzzled::cover {

/// A frontier that runs beside a search gets one step for so many expected nodes of the search: a
/// twentieth of its time.
inline constexpr std::uint64_t kExpectedNodesPerStep = 64;

/// A count that can be left and continued at any time. For one thread at a time.
class FrontierCount {
 public:
  /// Why the frontier cannot take `problem` (colours, multiplicities); nothing if it can.
  static std::optional<Error> refusal(const Problem& problem);

  /// Null if there is a refusal(). Copies what it needs of the problem. The states (tables that
  /// grow included) take at most `max_memory` bytes; a problem that always has more than 512 items
  /// open gives up at once.
  static std::unique_ptr<FrontierCount> make(const Problem& problem, std::uint64_t max_memory);

  virtual ~FrontierCount() = default;
  FrontierCount(const FrontierCount&) = delete;
  FrontierCount& operator=(const FrontierCount&) = delete;

  /// Continues for about `max_steps` steps: states visited and options added to them, 5 to 50 ns
  /// each. True: it is done, or gave up.
  virtual bool run(std::uint64_t max_steps, const StopFlag& stop = kNeverStop) = 0;

  /// Whether it would have needed more than its memory, which is then freed.
  virtual bool gave_up() const = 0;

  /// Exact up to 512 bits, else has_overflowed().
  /// REQUIRES: run() was true, and not gave_up().
  virtual WideCount count() const = 0;

  virtual std::uint64_t states() const = 0;  ///< visited so far
  virtual std::uint64_t steps() const = 0;   ///< done so far

  /// At most 2^log2_width states can occur. For tilings far fewer do: for tetrominoes on 8x10
  /// cells, 2^20 of 2^28.
  double log2_width = 0;

  /// Tilings have widths of 12 to 29, and all that the frontier was seen to count faster than a
  /// search with symmetry and cache is below 30.
  bool is_narrow() const { return log2_width <= 30; }

 protected:
  FrontierCount() = default;
};

}  // namespace puzzled::cover
