// What a run says of its input beside the answers: lines that were skipped, and what the input may
// be if there are hardly any puzzles in it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/sudoku/text/puzzle_text.hpp"
#include "daemon/progress/run_counters.hpp"

namespace puzzled {

/// `, 3 lines of titles and rulers skipped`, for a summary; empty if there are none.
std::string skipped_text(const RunCounters& counters);

/// Of the draining stage.
class InputReport {
 public:
  /// What a block had.
  void add(std::uint64_t puzzles, std::uint64_t invalid) {
    if (puzzles_ < kFirst) {
      puzzles_ += puzzles;
      invalid_ += invalid;
    }
  }
  /// An invalid puzzle of the first input, at that line of it.
  void add_fault(std::uint64_t line, std::string_view reason);

  /// A message for the end of the run if most of the first hundred puzzles were invalid, or none
  /// was found; else empty. `has_answers`: there was a puzzle, or an answer `invalid`. `name` and
  /// `beginning` are those of the first input.
  std::string closing_message(const std::string& name, std::string_view beginning, bool has_answers,
                              const RunCounters& counters) const;

 private:
  static constexpr std::uint64_t kFirst = 100;

  std::uint64_t puzzles_ = 0;  // of the first blocks
  std::uint64_t invalid_ = 0;
  std::uint64_t early_faults_ = 0;  // in the first lines
  std::string first_reason_;
};

}  // namespace puzzled
