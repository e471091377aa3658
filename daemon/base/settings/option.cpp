#include "daemon/base/settings/option.hpp"

#include <algorithm>

#include "daemon/base/text/suggest.hpp"

namespace puzzled {

const Option* find_option(std::span<const Option> options, std::string_view name) {
  const auto found = std::find_if(options.begin(), options.end(), [name](const Option& option) {
    return option.name == name || (!name.empty() && option.former_name == name);
  });
  return found == options.end() ? nullptr : &*found;
}

std::optional<std::string> suggest_option(std::span<const Option> options, std::string_view typed) {
  std::vector<std::string> names;
  for (const Option& option : options) names.emplace_back(option.name);
  for (const Option& option : options) {
    if (!option.former_name.empty()) names.emplace_back(option.former_name);
  }
  const std::optional<std::string> guess = suggest(typed, names);
  if (!guess) return std::nullopt;
  return std::string(find_option(options, *guess)->name);
}

}  // namespace puzzled
