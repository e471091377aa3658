// All commands of the program: their settings, their options, and how each is run.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/base/settings/option.hpp"
#include "daemon/commands/canon/canon_command.hpp"
#include "daemon/commands/cover/cover_command.hpp"
#include "daemon/commands/feed/feed_command.hpp"
#include "daemon/commands/generate/generate_command.hpp"
#include "daemon/commands/minimal/minimal_command.hpp"
#include "daemon/commands/queens/queens_command.hpp"
#include "daemon/commands/rate/rate_command.hpp"
#include "daemon/commands/send/send_command.hpp"
#include "daemon/commands/serve/serve_options.hpp"
#include "daemon/commands/shuffle/shuffle_command.hpp"
#include "daemon/commands/solve/solve_command.hpp"
#include "daemon/commands/target/target_command.hpp"
#include "daemon/commands/work/work_command.hpp"

namespace puzzled::commands {

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

}  // namespace puzzled::commands
