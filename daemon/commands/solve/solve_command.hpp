// `puzzled solve`: files of puzzles in, one stream of answers out.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "daemon/base/os/interrupt.hpp"
#include "daemon/base/settings/option.hpp"
#include "daemon/base/text/input_form.hpp"

namespace puzzled::commands {

struct SolveSettings {
  std::vector<std::string> inputs;  ///< empty: standard input
  std::string output = "-";
  bool partial = false;                    ///< keep incomplete output
  std::uint64_t limit = 1;                 ///< 0: all
  std::chrono::nanoseconds time_limit{0};  ///< for each puzzle; 0: none
  InputForm form;
  std::string answer = "auto";
  std::string part;              ///< `I/K`; empty: the whole
  bool pipe = false;             ///< an answer for each line, whatever it is
  std::string engine = "batch";  ///< the name of a sudoku::Engine
  std::string isa = "auto";      ///< of the batches
  int threads = 0;               ///< 0: one for each processor
  bool pretty = false;
  bool verbose = false;
  bool quiet = false;
  bool json = false;          ///< answers as objects
  bool json_summary = false;  ///< on stderr
};

/// The table of its options, bound to `settings`.
Command solve_command(SolveSettings& settings);

/// An error for settings that contradict each other; where a flag contradicts a variable, the flag
/// holds.
Result<> check_solve_flags(SolveSettings& settings, const GivenValues& flags);

/// Runs the command; reports on stderr. Returns the exit status.
int run_solve(const SolveSettings& settings, Interrupt& interrupt);

}  // namespace puzzled::commands
