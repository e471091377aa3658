#include "daemon/base/settings/settings_layers.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "daemon/base/os/message.hpp"
#include "daemon/base/settings/config_file.hpp"
#include "daemon/base/settings/former_names.hpp"
#include "daemon/base/settings/option_value.hpp"
#include "daemon/base/settings/variable_name.hpp"

namespace puzzled {
namespace {

using Values = std::vector<std::string>;

/// One layer: the values that an option has in it, none if it does not have it; and the spelling of
/// names in it.
struct Layer {
  std::function<Values(const Option& option)> values;
  std::function<std::string(std::string_view name)> spelling;
};

/// An empty flag clears those before it, so that what an alias says can be taken back.
Layer flags_layer(const GivenValues& flags) {
  return {.values =
              [&flags](const Option& option) {
                Values values;
                const auto [first, last] = flags.equal_range(option.name);
                for (auto flag = first; flag != last; ++flag) {
                  const bool clears = flag->second.empty() || values == Values{""};
                  if (clears) values.clear();
                  values.push_back(flag->second);
                }
                return values;
              },
          .spelling = [](std::string_view name) { return "--" + std::string(name); }};
}

/// What stands between commas, without the blanks around it.
Values listed_values(std::string_view text) {
  constexpr std::string_view kBlanks = " \t";
  Values values;
  for (;;) {
    const std::size_t comma = text.find(',');
    std::string_view value = text.substr(0, comma);
    value.remove_prefix(std::min(value.find_first_not_of(kBlanks), value.size()));
    value.remove_suffix(value.size() - (value.find_last_not_of(kBlanks) + 1));
    values.emplace_back(value);
    if (comma == std::string_view::npos) return values;
    text.remove_prefix(comma + 1);
  }
}

Layer environment_layer(std::string_view command) {
  const auto spelling = [command](std::string_view name) { return variable_name(command, name); };
  return {.values = [spelling](const Option& option) -> Values {
            const char* const value = std::getenv(spelling(option.name).c_str());
            if (value == nullptr || *value == '\0') return {};
            return is_list(option) ? listed_values(value) : Values{value};
          },
          .spelling = spelling};
}

/// What a layer gives.
struct Given {
  Values values;
  Origin origin;
};

/// The values of the option in the layer, if it has any there.
std::optional<Given> given_by(const Layer& layer, const Option& option) {
  Values values = layer.values(option);
  if (values.empty()) return std::nullopt;
  const std::string name = layer.spelling(option.name);
  return Given{std::move(values), {name, name + ": "}};
}

Error unknown_key(const ConfigEntry& entry, const Command& command) {
  const std::string unknown = entry.place + ": unknown key '" + entry.key + "'";
  if (const FormerName* const old = find_former_name(command.name, entry.key); old != nullptr) {
    return {unknown + "; it is now " + single_quoted(old->name)};
  }
  std::vector<Option> options = command.options;
  std::erase_if(options, [](const Option& option) { return !option.in_file; });
  const std::optional<std::string> guess = suggest_option(options, entry.key);
  return {unknown + (guess ? "; did you mean '" + *guess + "'?" : "")};
}

/// What kind of TOML value the option wants, if `entry` is of another.
std::optional<std::string> wrong_kind(const Option& option, const ConfigEntry& entry) {
  using enum ConfigEntry::Kind;
  if (std::holds_alternative<bool*>(option.target)) {
    return entry.kind == kSwitch ? std::nullopt : std::optional("true or false");
  }
  if (is_list(option)) {
    return entry.kind == kWord || entry.kind == kWords
               ? std::nullopt
               : std::optional("a string in quotes, or an array of such");
  }
  if (std::holds_alternative<std::string*>(option.target)) {
    return entry.kind == kWord ? std::nullopt : std::optional("a string in quotes");
  }
  if (std::holds_alternative<std::chrono::nanoseconds*>(option.target)) {
    const bool good = entry.kind != kSwitch && entry.kind != kWords;
    return good ? std::nullopt : std::optional("a time such as 10 or \"250ms\"");
  }
  if (option.is_size) {
    const bool good = entry.kind == kWhole || entry.kind == kWord;
    return good ? std::nullopt : std::optional("a size such as 4096 or \"4KiB\"");
  }
  return entry.kind == kWhole ? std::nullopt : std::optional("a whole number without quotes");
}

/// Sets what the file says, although a flag or a variable may override it: an error in the file is
/// reported all the same.
Result<> apply_file(const Command& command, const std::string& path, LayeredValues& values) {
  const Result<std::vector<ConfigEntry>> entries = read_config_file(path);
  if (!entries) return entries.error();
  for (const ConfigEntry& entry : *entries) {
    const Option* const option = find_option(command.options, entry.key);
    if (option == nullptr || !option->in_file) return unknown_key(entry, command);
    if (const std::optional<std::string> wanted = wrong_kind(*option, entry)) {
      return Error{entry.place + ": " + entry.key + " must be " + *wanted};
    }
    const Origin origin{entry.place, entry.place + ": " + entry.key + ": "};
    if (const Result<> set = set_option(*option, entry.values); !set) {
      return Error{origin.label + set.error().message};
    }
    values.origins[entry.key] = origin;
  }
  return {};
}

/// Sets what a flag or else a variable says.
Result<> apply_flag_or_variable(const Option& option, const Layer& flags, const Layer& environment,
                                LayeredValues& values) {
  std::optional<Given> used = given_by(flags, option);
  if (!used) used = given_by(environment, option);
  if (!used) return {};
  if (const Result<> set = set_option(option, used->values); !set) {
    return Error{used->origin.label + set.error().message};
  }
  values.origins[std::string(option.name)] = used->origin;
  return {};
}

/// Checks the options that bound each other; both must be numbers.
Result<> check_bounds(const Command& command, const LayeredValues& values) {
  for (const Option& low : command.options) {
    if (low.at_most.empty()) continue;
    const Option& high = *find_option(command.options, low.at_most);
    if (*std::get<std::uint64_t*>(low.target) <= *std::get<std::uint64_t*>(high.target)) continue;
    const Origin& of_low = values.origins.find(low.name)->second;
    const Origin& of_high = values.origins.find(high.name)->second;
    return Error{!of_low.label.empty()
                     ? of_low.label + "must not be larger than " + std::string(high.name)
                     : of_high.label + "must not be smaller than " + std::string(low.name)};
  }
  return {};
}

}  // namespace

Result<LayeredValues> apply_layers(const Command& command, const GivenValues& flags) {
  LayeredValues values{.flags = flags, .origins = {}};
  for (const Option& option : command.options) values.origins[std::string(option.name)];
  if (const Result<> checked = check_variables(command); !checked) return checked.error();
  const Layer environment = environment_layer(command.name);
  const Layer command_line = flags_layer(flags);
  if (const Option* const config = find_option(command.options, "config"); config != nullptr) {
    std::optional<Given> path = given_by(command_line, *config);
    if (!path) path = given_by(environment, *config);
    if (path && !path->values.back().empty()) {
      const Result<> applied = apply_file(command, path->values.back(), values);
      if (!applied) return applied.error();
    }
  }
  for (const Option& option : command.options) {
    const Result<> applied = apply_flag_or_variable(option, command_line, environment, values);
    if (!applied) return applied.error();
  }
  if (const Result<> checked = check_bounds(command, values); !checked) return checked.error();
  return values;
}

std::string settings_text(const Command& command, const LayeredValues& values) {
  std::string text;
  for (const Option& option : command.options) {
    if (!option.in_file) continue;
    std::string line = std::string(option.name) + " = " + option_toml(option);
    line.resize(std::max<std::size_t>(line.size(), 40), ' ');
    text += line + "  # " + values.origins.find(option.name)->second.place + '\n';
  }
  return text;
}

ChangedOptions keep_running(const Command& fresh, const Command& running) {
  ChangedOptions result;
  for (std::size_t i = 0; i < fresh.options.size(); ++i) {
    const Option& option = fresh.options[i];
    if (have_same_value(option, running.options[i])) continue;
    (option.reloads ? result.changed : result.need_restart).emplace_back(option.name);
    if (!option.reloads) copy_value(running.options[i], option);
  }
  return result;
}

Result<> resolve_exclusive(const GivenValues& flags, Switch a, Switch b) {
  if (!a.on || !b.on) return {};
  const bool a_is_flag = flags.contains(a.option);
  const bool b_is_flag = flags.contains(b.option);
  if (a_is_flag == b_is_flag) {
    return Error{"--" + std::string(a.option) + " and --" + std::string(b.option) +
                 " cannot be combined"};
  }
  (a_is_flag ? b : a).on = false;
  return {};
}

}  // namespace puzzled
