// What options were called in earlier versions. An old name is refused, as flag, letter, key and
// variable, and the error says the present one.
#pragma once

#include <span>
#include <string_view>

namespace puzzled {

/// An option's name of an earlier version.
struct FormerName {
  std::string_view command;
  std::string_view former;  ///< a name, or a letter
  std::string_view name;    ///< of the option today
  /// Whether the variable of the former name belongs to nobody else today.
  bool frees_variable = true;
};

/// All of them. None is a name or a letter that the command has today.
std::span<const FormerName> former_names();

/// The row of `former`, without dashes, if `command` had an option of that name or letter; else
/// nullptr.
const FormerName* find_former_name(std::string_view command, std::string_view former);

}  // namespace puzzled
