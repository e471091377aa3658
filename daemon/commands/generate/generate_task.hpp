// From the settings of `puzzled generate` to the task: which options go together, and what they
// mean together.
#pragma once

#include <string_view>
#include <vector>

#include "core/result.hpp"
#include "daemon/base/settings/settings_layers.hpp"
#include "daemon/commands/generate/generate_settings.hpp"
#include "daemon/commands/generate/puzzle_maker.hpp"

namespace puzzled::commands {

/// Settles which options hold where a flag and a variable ask for different things.
Result<> check_generate(GenerateSettings& settings, const LayeredValues& values);

/// Reads the names of columns, with commas between them.
Result<std::vector<Column>> parse_columns(std::string_view text);

/// The task, without the patterns of a file. REQUIRES: check_generate() let the settings pass, and
/// they ask for 9x9.
GenerateTask task_of(const GenerateSettings& settings);

}  // namespace puzzled::commands
