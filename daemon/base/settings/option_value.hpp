// One option's value as text: read from a flag, a variable or a file, checked, and written again.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/result.hpp"
#include "daemon/base/settings/option.hpp"

namespace puzzled {

/// `REASON (got 'TEXT')`: how all errors about a value read.
Error wrong_value(const std::string& reason, std::string_view text);

/// Sets the option's target: a list to all values, or to none if there is one and it is empty. The
/// error says what is wrong with a value, without the option's name.
/// REQUIRES: one value, unless the option is a list.
Result<> set_option(const Option& option, std::span<const std::string> values);

/// The value in force, as people read it, those of a list with commas between; empty for what has
/// none.
std::string option_text(const Option& option);

/// The same as it stands in a TOML file.
std::string option_toml(const Option& option);

/// Whether both, rows of the same option, have the same value.
bool have_same_value(const Option& a, const Option& b);

/// Gives `to` the value of `from`, a row of the same option.
void copy_value(const Option& from, const Option& to);

}  // namespace puzzled
