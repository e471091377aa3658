// The placements of the class whose states are joined many at a time, by column set.
#pragma once

#include <cstdint>
#include <vector>

#include "core/queens/colour/classes.hpp"

namespace puzzled::queens::colour {

/// The rows of a set. Those of `first` come first, and else those nearest the middle of the board,
/// whose queens leave the fewest states.
std::vector<int> rows_in_order(const Board& board, const SquareClass& squares, Lines rows,
                               Lines first = 0);

struct LaneLists {
  std::vector<State> states;          ///< set by set
  std::vector<std::uint32_t> starts;  ///< by number of the column set; one entry more than sets

  std::uint32_t sets() const { return static_cast<std::uint32_t>(starts.size() - 1); }
  std::uint32_t size(std::uint32_t set) const { return starts[set + 1] - starts[set]; }
};

/// Makes lists of lanes, and keeps the memory that this takes.
class LaneLister {
 public:
  /// Lists the placements on these rows, of the column sets whose rank is `lowest` or higher.
  /// `number`: that of a column set, -1 to leave it out.
  void make(const Board& board, const SquareClass& squares, Lines rows,
            const std::vector<std::int32_t>& number, const std::vector<std::uint32_t>& ranks,
            std::uint32_t lowest, LaneLists& lists);

 private:
  struct Found {
    State state;
    std::uint32_t set;
  };
  std::vector<Found> found_;
  std::vector<std::uint32_t> next_;
};

}  // namespace puzzled::queens::colour
