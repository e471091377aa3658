// What `puzzled serve` can be told: the table of its options, and how a running daemon reads them
// again.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

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
  GivenValues flags;                  ///< as they were given
  std::vector<std::string> warnings;  ///< those that apply_layers() gave at the start
};

/// The table of its options, bound to `settings`.
Command serve_command(ServeCommandSettings& settings);

/// Reads the settings of a running daemon again: the same flags and environment, and the file as it
/// is now.
class SettingsReload {
 public:
  using Warn = std::function<void(const std::string& warning)>;

  /// `given` are the warnings that were given before; none is given twice.
  SettingsReload(GivenValues flags, const std::vector<std::string>& given)
      : flags_(std::move(flags)), warned_(given.begin(), given.end()) {}

  /// Log level and limits take their new values; what needs a restart keeps that of `running`.
  /// Calls `warn` for each former name that was not warned of before.
  Result<ReloadedSettings> read_again(const ServeSettings& running, const Warn& warn);

 private:
  GivenValues flags_;
  std::set<std::string> warned_;
};

}  // namespace puzzled::commands
