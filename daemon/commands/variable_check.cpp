#include "daemon/commands/variable_check.hpp"

#include <map>
#include <set>
#include <string_view>

#include "daemon/base/settings/settings_layers.hpp"
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
  Settings settings;
  std::map<std::string, std::string> known;  // each name of a variable, and the one to suggest
  for (const Command& command : all_commands(settings)) {
    for (const Option& option : command.options) {
      const std::string name = variable_name(option.name);
      known.emplace(name, name);
      if (!option.former_name.empty()) known.emplace(variable_name(option.former_name), name);
    }
  }
  std::vector<std::string> warnings;
  for (const std::string& name : names) {
    if (known.contains(name)) continue;
    for (const auto& [near, meant] : known) {
      if (edit_distance(name, near) != 1) continue;
      warnings.push_back("variable " + name + " is unknown; did you mean " + meant + "?");
      break;
    }
  }
  return warnings;
}

}  // namespace puzzled::commands
