// `puzzled serve`: the daemon's settings and the table of its options, what is checked of them, its
// run, and how a running daemon reads them again.
#pragma once

#include <string>

#include "core/result.hpp"
#include "daemon/base/settings/option.hpp"
#include "daemon/base/settings/serve_settings.hpp"
#include "daemon/base/settings/settings_layers.hpp"

namespace puzzled::commands {

/// The daemon's settings, and what only the command needs to know.
struct ServeCommandSettings {
  ServeSettings server;
  std::string config;  ///< a TOML file; empty: none
  bool check_config = false;
  LayeredValues given;  ///< as apply_layers() gave them at the start
};

/// The table of its options, bound to `settings`.
Command serve_command(ServeCommandSettings& settings);

/// The error names two of `listen`, of `http` or of `unix` that cannot stand side by side, and says
/// what to do. Names are not looked up: what they lead to shows when the daemon listens.
Result<> check_addresses(const ServeSettings& settings, const LayeredValues& values);

/// Checks the addresses, and notes how the settings were given.
Result<> check_serve(ServeCommandSettings& settings, const LayeredValues& values);

/// Serves until a signal ends it; returns the exit status. Takes the signals itself.
/// REQUIRES: no other thread runs.
int run_serve(const ServeCommandSettings& settings);

/// Reads the settings of a running daemon again: the same flags and environment, and the file as it
/// is now. Log level and limits take their new values; what needs a restart keeps that of
/// `running`.
Result<ReloadedSettings> reload_settings(const GivenValues& flags, const ServeSettings& running);

}  // namespace puzzled::commands
