#include "daemon/cli/variable_check.hpp"

#include <set>
#include <string_view>

#include "daemon/settings/settings.hpp"
#include "daemon/settings/settings_layers.hpp"
#include "daemon/text/suggest.hpp"

namespace puzzled {
namespace {

/// Names of variables that may be misspelt ones of ours.
std::set<std::string> names_to_check(const char* const* environment) {
  std::set<std::string> names;
  for (; *environment != nullptr; ++environment) {
    const std::string_view entry = *environment;
    const std::string_view name = entry.substr(0, entry.find('='));
    const bool is_set = name.size() + 1 < entry.size();
    const bool from_kubernetes =
        name.starts_with("PUZZLED_PORT") || name.starts_with("PUZZLED_SERVICE_");
    // One edit leaves one of the two halves of PUZZLED_ as it is.
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
  std::set<std::string> known;
  for (const Command& command : all_commands(settings)) {
    for (const Option& option : command.options) known.insert(variable_name(option.name));
  }
  std::vector<std::string> warnings;
  for (const std::string& name : names) {
    if (known.contains(name)) continue;
    for (const std::string& meant : known) {
      if (edit_distance(name, meant) != 1) continue;
      warnings.push_back("the variable " + name + " sets nothing; did you mean " + meant + "?");
      break;
    }
  }
  return warnings;
}

}  // namespace puzzled
