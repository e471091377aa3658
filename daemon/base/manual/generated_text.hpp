// What `puzzled --generate KIND` prints: the files that the build makes of the tables of options.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/result.hpp"
#include "daemon/base/manual/document.hpp"
#include "daemon/base/settings/option.hpp"

namespace puzzled::manual {

/// KIND is `man:NAME` for the manual pages (`man:puzzled`, `man:puzzled-solve`, …,
/// `man:puzzled.toml`), `complete-bash`, `complete-zsh`, `complete-fish`, `puzzled.toml` (the
/// sample configuration) or `kinds` (this list without itself, one a line). `date` is that of the
/// manual pages. REQUIRES: one of the commands is `serve`.
Result<std::string> generated_text(std::string_view kind, std::span<const Command> commands,
                                   std::string_view date);

// What it consists of:

/// A manual page for man(1), in the macros of man(7). `date` is `YYYY-MM-DD`, `version` the version
/// of the program.
std::string man_page(const Document& document, std::string_view date, std::string_view version);

/// deploy/puzzled.toml: every key of the daemon, commented out at its default, below what it does;
/// from the table of `puzzled serve` at its defaults.
std::string sample_config(const Command& serve);

// Completions for the shells: commands, options with their help, choices, and names of files.
std::string bash_completions(std::span<const Command> commands);
std::string zsh_completions(std::span<const Command> commands);
std::string fish_completions(std::span<const Command> commands);

}  // namespace puzzled::manual
