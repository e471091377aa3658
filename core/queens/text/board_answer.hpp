// What is asked of a board, and how it is answered in text: the same by the command and by the
// daemon.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "core/queens/regions/region_board.hpp"
#include "core/queens/unit_count.hpp"
#include "core/search_limits.hpp"

namespace puzzled::queens {

struct BoardQuestion {
  std::uint64_t listed = 0;   ///< so many solutions are listed, at most
  bool counts = false;        ///< they are counted, behind the list
  std::uint64_t limit = 0;    ///< they are counted up to it; 0: all, if they are counted
  bool has_solution = false;  ///< yes or no, and nothing else
  bool json = false;

  /// Nothing in particular: boards of regions are solved, others are counted.
  bool is_default() const { return listed == 0 && !counts && limit == 0 && !has_solution; }

  bool operator==(const BoardQuestion&) const = default;
};

/// A line each, with its line feed.
void append_count(std::string& text, int queens, Count count, const std::optional<Count>& unique,
                  bool json);
void append_has_solution(std::string& text, bool is_there, bool json);
void append_no_solution(std::string& text, bool json);

/// Appends a solution, the column of each row's queen, from 1.
using FormatColumns = std::function<void(std::string& text, std::span<const int> columns)>;

enum class BoardVerdict {
  kSolved,
  kNoSolution,  ///< of a list or of has_solution; a count of 0 is as good as any other
  kStopped,     ///< before the answer was complete: what was found by then is appended
};

/// Appends the answer, for which lists are held in memory: parallel::list_queens() writes long ones
/// as they are found. `limits` say when to stop; their number of solutions means nothing.
BoardVerdict answer_regions(std::string& text, const RegionBoard& board,
                            const BoardQuestion& question, const FormatColumns& format,
                            const SearchLimits& limits);

}  // namespace puzzled::queens
