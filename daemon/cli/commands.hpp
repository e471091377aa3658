// All commands of the program: their settings, their options, and how each is run.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/cli/cover_command.hpp"
#include "daemon/cli/feed_command.hpp"
#include "daemon/cli/generate_command.hpp"
#include "daemon/cli/queens_command.hpp"
#include "daemon/cli/send_command.hpp"
#include "daemon/cli/serve_options.hpp"
#include "daemon/cli/solve_command.hpp"
#include "daemon/cli/target_command.hpp"
#include "daemon/cli/work_command.hpp"
#include "daemon/settings/option.hpp"
#include "daemon/tools/canon_command.hpp"
#include "daemon/tools/minimal_command.hpp"
#include "daemon/tools/rate_command.hpp"
#include "daemon/tools/shuffle_command.hpp"

namespace puzzled {

/// The settings of every command, at their defaults until parsed.
struct Settings {
  SolveSettings solve;
  GenerateSettings generate;
  CanonSettings canon;
  ShuffleSettings shuffle;
  RateSettings rate;
  MinimalSettings minimal;
  QueensSettings queens;
  TargetSettings target;
  CoverSettings cover;
  ServeCommandSettings serve;
  SendSettings send;
  WorkCommandSettings work;           ///< used where hiredis is
  FeedCommandSettings feed;           ///< used where hiredis is
  std::vector<std::string> warnings;  ///< about what was given, to be told before the command runs
};

/// All commands, their options bound to `settings`, which must outlive them.
std::vector<Command> all_commands(Settings& settings);

/// The command of that name, as all_commands() has it; nothing if there is none. Making all of them
/// takes a tenth of a millisecond more, a tenth of what the program takes to start.
std::optional<Command> make_command(std::string_view name, Settings& settings);

/// Runs the command of that name. Returns the exit status.
/// REQUIRES: there is one; SIGPIPE is ignored; no other thread runs.
int run_command(std::string_view name, const Settings& settings);

}  // namespace puzzled
