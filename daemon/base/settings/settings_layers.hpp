// The layers of settings: flag > PUZZLED_… variable > configuration file > default. One function
// merges them for every command, so that the order is the same everywhere.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"
#include "daemon/base/settings/option.hpp"

namespace puzzled {

/// Where the value of one option comes from.
struct Origin {
  std::string place = "default";  ///< `--threads`, `PUZZLED_THREADS`, `puzzled.toml:7` or `default`
  std::string label;  ///< how an error message begins: `--threads: `, `puzzled.toml:7: threads: `
};

/// How the settings were given.
struct LayeredValues {
  GivenValues flags;
  std::map<std::string, Origin, std::less<>> origins;  ///< of every option, by its name
};

/// Sets the targets of all of the command's options, which must be at their defaults. Reads the
/// environment, and the file that the option `config` names, if the command has one and it is set.
/// Checks each value, and those that bound each other. The error names the flag, the variable or
/// the file's line that is wrong; old names are, with the present one.
Result<LayeredValues> apply_layers(const Command& command, const GivenValues& flags);

/// The settings as a TOML file, each with where it comes from: what `--check-config` prints.
std::string settings_text(const Command& command, const LayeredValues& values);

/// The options of a running daemon whose values a reload found to differ.
struct ChangedOptions {
  std::vector<std::string> changed;       ///< it takes the new value
  std::vector<std::string> need_restart;  ///< it keeps the value that it runs with
};

/// Compares the values of `fresh` with those of `running`, the same table with other targets, and
/// sets what needs a restart back to the running value.
ChangedOptions keep_running(const Command& fresh, const Command& running);

/// A switch, or a choice that is one of two ways to say what a switch says.
struct Switch {
  std::string_view option;  ///< name of the option that sets it
  bool& on;
};

/// If both are on: the one that was given as a flag turns off the one that was not, because flags
/// beat variables. An error if both are flags, or none is.
Result<> resolve_exclusive(const GivenValues& flags, Switch a, Switch b);

}  // namespace puzzled
