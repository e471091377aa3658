// The summary line of a run.
#pragma once

#include <string>

#include "core/sudoku/block_solver.hpp"

namespace puzzled::commands {

struct Summary {
  sudoku::Tally tally;
  double seconds = 0;
  int threads = 1;
  bool interrupted = false;
  std::uint64_t decoration = 0;  ///< lines that were skipped
  std::string skipped{};         ///< skipped_text()
};

/// `10000 puzzles: 9990 solved, 7 unsolvable, 3 invalid`; further kinds only where there are some.
std::string tally_text(const sudoku::Tally& tally, bool interrupted);

/// `10000 puzzles: 9990 solved, 7 unsolvable, 3 invalid in 0.012 s (820 k/s, 2 threads)`.
std::string summary_text(const Summary& summary);

/// `generated 1000 puzzles in 0.412 s (2.43 k/s, 2 threads)`.
std::string generated_text(const Summary& summary);

/// The summary of a solving run as one JSON object on one line.
std::string summary_json(const Summary& summary);

/// Writes the summary of a solving run to standard error, as text or as JSON.
void report(const Summary& summary, bool as_json);

}  // namespace puzzled::commands
