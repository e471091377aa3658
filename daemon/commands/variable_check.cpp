#include "daemon/commands/variable_check.hpp"

#include <set>
#include <string_view>

#include "daemon/base/settings/variable_name.hpp"
#include "daemon/base/text/suggest.hpp"
#include "daemon/commands/commands.hpp"

namespace puzzled::commands {
namespace {

/// Names of variables that may be misspelt names of ours.
std::set<std::string> names_to_check(const char* const* environment) {
  std::set<std::string> names;
  for (; *environment != nullptr; ++environment) {
    const std::string_view entry = *environment;
    const std::string_view name = entry.substr(0, entry.find('='));
    const bool is_set = name.size() + 1 < entry.size();
    const bool from_kubernetes =
        name.starts_with("PUZZLED_PORT") || name.starts_with("PUZZLED_SERVICE_");
    // After one edit, one half of PUZZLED_ is unchanged.
    const bool is_near = name.starts_with("PUZZ") || name.find("LED_") != std::string_view::npos;
    if (is_set && is_near && !from_kubernetes) names.emplace(name);
  }
  return names;
}

}  // namespace

std::vector<std::string> variable_warnings(const char* const* environment) {
  const std::set<std::string> names = names_to_check(environment);
  if (names.empty()) return {};
  std::set<std::string> known;
  for (const Command& command : all_commands()) {
    for (const Option& option : command.options)
      known.insert(variable_name(command.name, option.name));
  }
  // Commands that have such an option refuse its plain name; to others it is nobody's mistake.
  for (const std::string_view name : names_with_several_meanings()) {
    known.insert(plain_variable_name(name));
  }
  std::vector<std::string> warnings;
  for (const std::string& name : names) {
    if (known.contains(name)) continue;
    for (const std::string& near : known) {
      if (edit_distance(name, near) != 1) continue;
      warnings.push_back("variable " + name + " is unknown; did you mean " + near + "?");
      break;
    }
  }
  return warnings;
}

}  // namespace puzzled::commands
