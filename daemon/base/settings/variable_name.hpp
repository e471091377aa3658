// The variable of the environment that sets an option.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/result.hpp"
#include "daemon/base/settings/option.hpp"

namespace puzzled {

/// `PUZZLED_LINE_LIMIT` for `line-limit`. If options of that name mean different things in
/// different commands, each has a variable of its own: `PUZZLED_QUEENS_COUNT` for `queens --count`.
std::string variable_name(std::string_view command, std::string_view option);

/// The same without a command, whatever the option means.
std::string plain_variable_name(std::string_view option);

/// The names of options that mean different things in different commands.
std::span<const std::string_view> names_with_several_meanings();

/// The error for a variable that would be ignored although it was meant for `command`: an option's
/// name of an earlier version, or `PUZZLED_COUNT`, which could be any of several.
Result<> check_variables(const Command& command);

}  // namespace puzzled
