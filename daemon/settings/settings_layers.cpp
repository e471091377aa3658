#include "daemon/settings/settings_layers.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "daemon/settings/config_file.hpp"
#include "daemon/settings/network_options.hpp"
#include "daemon/settings/option_value.hpp"
#include "daemon/text/host_port.hpp"
#include "daemon/text/ip_address.hpp"
#include "daemon/text/suggest.hpp"

namespace puzzled {
namespace {

const Option* find_option(const Command& command, std::string_view name) {
  for (const Option& option : command.options) {
    if (option.name == name) return &option;
  }
  return nullptr;
}

/// A value as somebody gave it.
struct Given {
  std::string value;
  std::string origin;
};

/// From the command line or else the environment.
std::optional<Given> outer_value(const Option& option, const GivenValues& flags) {
  if (const auto flag = flags.find(option.name); flag != flags.end()) {
    return Given{flag->second, "--" + std::string(option.name)};
  }
  const std::string variable = variable_name(option.name);
  const char* const value = std::getenv(variable.c_str());
  if (value != nullptr && *value != '\0') {
    return Given{value, variable};
  }
  return std::nullopt;
}

Error unknown_key(const ConfigEntry& entry, const Command& command) {
  std::vector<std::string> names;
  for (const Option& option : command.options) {
    if (option.in_file) names.emplace_back(option.name);
  }
  const std::optional<std::string> guess = suggest(entry.key, names);
  return {entry.place + ": unknown key '" + entry.key + "'" +
          (guess ? "; did you mean '" + *guess + "'?" : "")};
}

/// What kind of TOML value the option wants, if `entry` is of another.
std::optional<std::string> wrong_kind(const Option& option, const ConfigEntry& entry) {
  using Kind = ConfigEntry::Kind;
  if (std::holds_alternative<bool*>(option.target)) {
    return entry.kind == Kind::kSwitch ? std::nullopt : std::optional("true or false");
  }
  if (std::holds_alternative<std::string*>(option.target)) {
    return entry.kind == Kind::kWord ? std::nullopt : std::optional("a string in quotes");
  }
  if (std::holds_alternative<std::chrono::nanoseconds*>(option.target)) {
    return entry.kind != Kind::kSwitch ? std::nullopt
                                       : std::optional("a time such as 10 or \"250ms\"");
  }
  if (option.is_size) {
    const bool good = entry.kind == Kind::kWhole || entry.kind == Kind::kWord;
    return good ? std::nullopt : std::optional("a size such as 4096 or \"4KiB\"");
  }
  return entry.kind == Kind::kWhole ? std::nullopt : std::optional("a whole number without quotes");
}

/// Sets what the file says, though a flag or a variable may stand above it: a file that is wrong is
/// wrong all the same. Where each value stands, by option name.
Result<LayeredValues> apply_file(const Command& command, const std::string& path) {
  LayeredValues places;
  const Result<std::vector<ConfigEntry>> entries = read_config_file(path);
  if (!entries) return entries.error();
  for (const ConfigEntry& entry : *entries) {
    const Option* const option = find_option(command, entry.key);
    if (option == nullptr || !option->in_file) return unknown_key(entry, command);
    if (const std::optional<std::string> wanted = wrong_kind(*option, entry)) {
      return Error{entry.place + ": " + entry.key + " must be " + *wanted};
    }
    if (const Result<> set = set_option(*option, entry.value); !set) {
      return Error{entry.place + ": " + entry.key + ": " + set.error().message};
    }
    places.emplace(entry.key, entry.place);
  }
  return places;
}

/// The right to read and write for the owner, his group and others, in octal: `0660`.
bool is_mode(std::string_view text) {
  return (text.size() == 3 || (text.size() == 4 && text.front() == '0')) &&
         text.find_first_not_of("01234567") == std::string_view::npos;
}

}  // namespace

std::string variable_name(std::string_view option) {
  std::string name = "PUZZLED_";
  for (const char c : option) {
    name += c == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  return name;
}

Result<LayeredValues> apply_layers(const Command& command, const GivenValues& flags) {
  LayeredValues origins;
  for (const Option& option : command.options) origins.emplace(option.name, "default");
  if (const Option* const config = find_option(command, "config"); config != nullptr) {
    const std::optional<Given> path = outer_value(*config, flags);
    if (path && !path->value.empty()) {
      const Result<LayeredValues> places = apply_file(command, path->value);
      if (!places) return places.error();
      for (const auto& [name, place] : *places) origins.insert_or_assign(name, place);
    }
  }
  for (const Option& option : command.options) {
    const std::optional<Given> given = outer_value(option, flags);
    if (!given) continue;
    if (const Result<> set = set_option(option, given->value); !set) {
      return Error{given->origin + ": " + set.error().message};
    }
    origins.insert_or_assign(std::string(option.name), given->origin);
  }
  return origins;
}

Result<> check_serve_settings(const ServeSettings& s, const LayeredValues& origins) {
  // `--listen: `, or `puzzled.toml:3: listen: `
  const auto place = [&](const std::string& name) {
    const std::string& origin = origins.find(name)->second;
    return origin == "--" + name ? origin + ": " : origin + ": " + name + ": ";
  };
  for (const auto& [name, value] : {std::pair("listen", &s.listen), std::pair("http", &s.http)}) {
    if (value->empty()) continue;
    if (const Result<HostPort> address = parse_host_port(*value); !address) {
      return Error{place(name) + "'" + *value + "' " + address.error().message};
    }
  }
  if (!s.unix_mode.empty() && !is_mode(s.unix_mode)) {
    return Error{place("unix-mode") + "'" + s.unix_mode + "' is no mode such as 0600 or 0660"};
  }
  if (const Result<NetworkList> proxies = NetworkList::parse(s.proxy_from); !proxies) {
    return Error{place("proxy-from") + proxies.error().message};
  }
  struct Pair {
    std::string low;
    std::uint64_t low_value;
    std::string high;
    std::uint64_t high_value;
  };
  for (const Pair& pair :
       {Pair{"unsent-pause", s.output_soft_limit, "unsent-drop", s.output_hard_limit},
        Pair{"requests-per-client", s.requests_per_client, "requests-total", s.requests_total},
        Pair{"searches-per-client", s.searches_per_client, "searches-total", s.searches_total}}) {
    if (pair.low_value <= pair.high_value) continue;
    const bool low_given = origins.find(pair.low)->second != "default";
    return Error{low_given ? place(pair.low) + "must not be larger than " + pair.high
                           : place(pair.high) + "must not be smaller than " + pair.low};
  }
  return {};
}

Result<> check_target_flags(const TargetSettings& settings, const GivenValues& flags) {
  if (!settings.check) return {};
  for (const auto& [name, value] : flags) {
    if (name == "check" || name == "weights") continue;
    if (name == "output" || name == "partial" || name == "quiet") continue;
    return Error{"--" + name +
                 " means nothing to --check: a certificate says itself what it is for"};
  }
  return {};
}

std::string settings_text(const Command& command, const LayeredValues& origins) {
  std::string text;
  for (const Option& option : command.options) {
    if (!option.in_file) continue;
    const std::string value = option_text(option);
    std::string line = std::string(option.name) + " = ";
    line += is_bare_in_toml(option) ? value : toml_string(value);
    line.resize(std::max<std::size_t>(line.size(), 40), ' ');
    text += line + "  # " + origins.find(option.name)->second + '\n';
  }
  return text;
}

Result<ReloadedSettings> reload_settings(const ServeSettings& running) {
  ReloadedSettings reloaded;
  const Command fresh = serve_command(reloaded.settings);
  const Result<LayeredValues> origins = apply_layers(fresh, running.flags);
  if (!origins) return origins.error();
  if (const Result<> checked = check_serve_settings(reloaded.settings, *origins); !checked) {
    return checked.error();
  }
  ServeSettings before = running;
  const Command old = serve_command(before);
  for (std::size_t i = 0; i < fresh.options.size(); ++i) {
    const Option& option = fresh.options[i];
    const std::string old_value = option_text(old.options[i]);
    if (option_text(option) == old_value) continue;
    (option.reloads ? reloaded.changed : reloaded.need_restart).emplace_back(option.name);
    if (!option.reloads) {
      if (const Result<> kept = set_option(option, old_value); !kept) return kept.error();
    }
  }
  reloaded.settings.flags = running.flags;
  return reloaded;
}

}  // namespace puzzled
