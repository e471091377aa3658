// `puzzled target`: the proven best score of every board, with a grid that attains it.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "daemon/base/os/interrupt.hpp"
#include "daemon/base/settings/option.hpp"
#include "daemon/base/text/input_form.hpp"

namespace puzzled::commands {

struct TargetSettings {
  std::vector<std::string> inputs;  ///< empty: standard input
  std::string output = "-";
  bool partial = false;  ///< keep incomplete output
  bool score_only = false;
  bool minimize = false;
  std::string weights;  ///< a file; empty: those of P1074
  std::optional<std::uint64_t> optimal_count;
  bool certificate = false;
  bool check = false;
  std::chrono::nanoseconds time_limit{0};  ///< for each board; 0: none
  InputForm form;
  std::string engine = "bound";
  std::string isa = "auto";
  int threads = 0;  ///< 0: one for each processor
  bool pretty = false;
  bool json = false;          ///< answers as objects
  bool json_summary = false;  ///< on stderr
  bool quiet = false;
};

/// The table of its options, bound to `settings`.
Command target_command(TargetSettings& settings);

/// An error for a flag that has no effect beside `--check` (variables are defaults for every run,
/// and may go unused), and for flags that contradict each other.
Result<> check_target_flags(TargetSettings& settings, const GivenValues& flags);

/// Runs the command; reports on stderr. Returns the exit status.
int run_target(const TargetSettings& settings, Interrupt& interrupt);

}  // namespace puzzled::commands
