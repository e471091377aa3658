// What a run reports about its input: lines that were skipped, and what the input may be if it has
// hardly any puzzles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/sudoku/text/puzzle_text.hpp"
#include "daemon/base/files/input_blocks.hpp"
#include "daemon/base/progress/run_counters.hpp"

namespace puzzled::commands {

/// `, 3 lines of titles and rulers skipped`, for a summary; empty if there are none.
std::string skipped_text(const RunCounters& counters);

/// Of the draining stage.
class InputReport {
 public:
  /// What the next block had, which came from this input.
  void add(std::size_t input, std::uint64_t puzzles, std::uint64_t invalid);
  /// An invalid puzzle of the first input, at that line of it.
  void add_fault(std::uint64_t line, std::string_view reason);

  /// A message for the end of the run if most of the first hundred puzzles were invalid, or none
  /// was found; else empty. `has_answers`: there was a puzzle, or an answer `invalid`. `name` and
  /// `beginning` are those of the first input.
  std::string closing_message(const std::string& name, std::string_view beginning, bool has_answers,
                              const RunCounters& counters) const;

  /// The same, or which inputs had no puzzle though others had some.
  std::string closing_message(const InputBlocks& inputs, bool has_answers,
                              const RunCounters& counters) const;

  /// The same where each line should be a pair of a puzzle and a grid.
  std::string closing_message_on_pairs(const std::string& name) const;

  /// Whether an input had text, but no puzzle. REQUIRES: all blocks have been added.
  bool has_input_without_puzzle() const { return !without_puzzle().empty(); }

 private:
  std::vector<std::size_t> without_puzzle() const;

  static constexpr std::uint64_t kFirst = 100;

  std::uint64_t puzzles_ = 0;  // of the first blocks
  std::uint64_t invalid_ = 0;
  std::uint64_t early_faults_ = 0;  // in the first lines
  std::string first_reason_;
  std::vector<std::size_t> without_puzzle_;  // of the inputs before the one at hand
  std::optional<std::size_t> input_;         // at hand
  bool has_puzzle_ = false;                  // it had one
};

}  // namespace puzzled::commands
