// Where a setting comes from: flag > PUZZLED_… variable > configuration file > default. One
// function merges them for every command, so that the order is the same everywhere (CLI11 2.1 would
// let a file beat the environment).
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"
#include "daemon/settings/settings.hpp"

namespace puzzled {

/// Of each option, by name, where its value comes from: `--threads`, `PUZZLED_THREADS`,
/// `puzzled.toml:7` or `default`.
using LayeredValues = std::map<std::string, std::string, std::less<>>;

/// `PUZZLED_LINE_LIMIT` for `line-limit`.
std::string variable_name(std::string_view option);

/// Sets the targets of all of the command's options, which must be at their defaults. Reads the
/// environment, and the file that the option `config` names, if the command has one and it is set.
/// The error names the flag, the variable or the file's line that is wrong.
Result<LayeredValues> apply_layers(const Command& command, const GivenValues& flags);

/// What no single option can tell: addresses that are none, limits that contradict each other.
Result<> check_serve_settings(const ServeSettings& settings, const LayeredValues& origins);

/// Flags of `target` that mean nothing beside `--check`. (Variables are defaults for every run, and
/// may go unused.)
Result<> check_target_flags(const TargetSettings& settings, const GivenValues& flags);

/// The settings as a TOML file, each with where it comes from: what `--check-config` prints.
std::string settings_text(const Command& command, const LayeredValues& origins);

/// Reads the configuration of a daemon that runs with `running` again, with the same flags and
/// environment. Log level and limits take their new values; what needs a restart keeps the old one.
Result<ReloadedSettings> reload_settings(const ServeSettings& running);

}  // namespace puzzled
