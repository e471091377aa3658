#include "daemon/base/settings/option.hpp"

#include <algorithm>

#include "daemon/base/text/suggest.hpp"

namespace puzzled {

const Option* find_option(std::span<const Option> options, std::string_view name) {
  const auto found = std::find_if(options.begin(), options.end(),
                                  [name](const Option& option) { return option.name == name; });
  return found == options.end() ? nullptr : &*found;
}

std::optional<std::string> suggest_option(std::span<const Option> options, std::string_view typed) {
  std::vector<std::string> names;
  for (const Option& option : options) names.emplace_back(option.name);
  return suggest(typed, names);
}

}  // namespace puzzled
