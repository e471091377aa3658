// One option's value as text: read from a flag, a variable or a file, checked, and written again.
#pragma once

#include <string>
#include <string_view>

#include "core/result.hpp"
#include "daemon/settings/option.hpp"

namespace puzzled {

/// `REASON (got 'TEXT')`: how all errors about a value read.
Error wrong_value(const std::string& reason, std::string_view text);

/// Sets the option's target. The error says what is wrong with `text`, without the option's name.
Result<> set_option(const Option& option, std::string_view text);

/// The value in force, as set_option() reads it; empty for what has none.
std::string option_text(const Option& option);

/// Whether the value stands without quotes in a TOML file.
bool is_bare_in_toml(const Option& option);

}  // namespace puzzled
