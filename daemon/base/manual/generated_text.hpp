// What `puzzled --generate KIND` prints: the files that the build makes of the tables of options.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/result.hpp"
#include "daemon/base/settings/option.hpp"

namespace puzzled::manual {

/// KIND is `man:NAME` for the manual pages (`man:puzzled`, `man:puzzled-solve`, …,
/// `man:puzzled.toml`), `complete-bash`, `complete-zsh`, `complete-fish`, `puzzled.toml` (the
/// sample configuration) or `kinds` (this list without itself, one a line). `date` is that of the
/// manual pages. REQUIRES: one of the commands is `serve`.
Result<std::string> generated_text(std::string_view kind, std::span<const Command> commands,
                                   std::string_view date);

}  // namespace puzzled::manual
