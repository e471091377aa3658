// What the options of `puzzled solve` say.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "daemon/commands/bulk/tool_settings.hpp"

namespace puzzled::commands {

struct SolveSettings : ToolSettings {
  std::uint64_t limit = 1;                 ///< 0: all
  std::chrono::nanoseconds time_limit{0};  ///< for each puzzle; 0: none
  std::string answer = "auto";
  std::string size;              ///< `N` or `N:ALPHABET` of boards; empty: 9
  std::string rules;             ///< names of variants::Rule, with commas, beside the usual ones
  bool all = false;              ///< lists solutions in order
  bool true_candidates = false;  ///< and how many solutions have each
  bool estimate = false;         ///< of the number of solutions
  std::uint64_t max = 0;         ///< of solutions of a list, or of a candidate; 0: not given
  bool numbers = false;          ///< of puzzles, in lists
  std::string example;           ///< the name of a BoardExample to print
  bool pipe = false;             ///< an answer for each line, whatever it is
  std::string engine = "batch";  ///< the name of a sudoku::Engine
  bool pretty = false;
  bool svg = false;           ///< a picture of the first puzzle
  bool json = false;          ///< answers as objects
  bool npy = false;           ///< puzzles and solutions as arrays, in two files
  bool json_summary = false;  ///< on stderr
};

}  // namespace puzzled::commands
