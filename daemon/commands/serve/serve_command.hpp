// `puzzled serve`: the daemon's settings, the table of its options, their checks, its run, and
// their reload.
#pragma once

#include "core/result.hpp"
#include "daemon/base/settings/common_options.hpp"
#include "daemon/base/settings/option.hpp"
#include "daemon/base/settings/serve_settings.hpp"
#include "daemon/base/settings/settings_layers.hpp"

namespace puzzled::commands {

/// The daemon's settings, and what only the command needs to know.
struct ServeCommandSettings : ConfigSettings {
  ServeSettings server;
  bool ping = false;    ///< only ask the daemon that runs with these settings
  LayeredValues given;  ///< as apply_layers() gave them at the start
};

Command serve_command(ServeCommandSettings& settings);

/// The error names two of `listen`, of `http` or of `unix` that conflict, and says what to do. Host
/// names are not resolved here, but when the daemon listens.
Result<> check_addresses(const ServeSettings& settings, const LayeredValues& values);

/// Checks the addresses, and stores how the settings were given.
Result<> check_serve(ServeCommandSettings& settings, const LayeredValues& values);

/// Serves until a signal ends it; returns the exit status. Takes the signals itself.
/// REQUIRES: no other thread runs.
int run_serve(const ServeCommandSettings& settings);

/// Reads the settings of a running daemon again: the same flags and environment, and the file as it
/// is now. Log level and limits take their new values; what needs a restart keeps that of
/// `running`.
Result<ReloadedSettings> reload_settings(const GivenValues& flags, const ServeSettings& running);

}  // namespace puzzled::commands
