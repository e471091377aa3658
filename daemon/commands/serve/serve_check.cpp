// Which settings of `puzzled serve` can stand side by side, at its start and when it reads them
// again.

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "daemon/base/text/host_port.hpp"
#include "daemon/base/text/listen_place.hpp"
#include "daemon/commands/serve/serve_command.hpp"

namespace puzzled::commands {
namespace {

bool any_overlap(const HostPort& a, const HostPort& b, bool ipv6_only) {
  for (const ListenPlace& of_a : listen_places(a, ipv6_only)) {
    for (const ListenPlace& of_b : listen_places(b, ipv6_only)) {
      if (overlap(of_a, of_b)) return true;
    }
  }
  return false;
}

bool are_same(const HostPort& a, const HostPort& b) {
  const std::optional<IpAddress> ip = parse_ip_address(a.host);
  return a.host == b.host || (ip && ip == parse_ip_address(b.host));
}

std::string same(const std::string& a, const std::string& b, const std::string& what) {
  return a == b ? a + " is given twice" : a + " and " + b + " are the same " + what;
}

/// Why two addresses, each of which is well formed, cannot stand side by side.
std::optional<std::string> clash(const std::string& a, const std::string& b, bool ipv6_only) {
  const Result<HostPort> of_a = parse_listen_address(a);
  const Result<HostPort> of_b = parse_listen_address(b);
  if (!of_a || !of_b || of_a->port != of_b->port || of_a->port == 0) return std::nullopt;
  if (are_same(*of_a, *of_b)) return same(a, b, "address");
  if (!any_overlap(*of_a, *of_b, ipv6_only)) return std::nullopt;
  if (any_overlap(*of_a, *of_b, true)) {
    return a + " and " + b + " overlap; leave one of them out";
  }
  const bool a_takes_both = listen_places(*of_a, ipv6_only).front().takes_ipv4;
  return (a_takes_both ? a : b) + " serves IPv4, too, and so takes " + (a_takes_both ? b : a) +
         "; set ipv6-only, or leave one of them out";
}

std::optional<std::string> any_clash(const std::vector<std::string>& addresses, bool ipv6_only) {
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      std::optional<std::string> found = clash(addresses[j], addresses[i], ipv6_only);
      if (found) return found;
    }
  }
  return std::nullopt;
}

std::optional<std::string> any_same_path(const std::vector<std::string>& paths) {
  const auto normal = [](const std::string& path) {
    return std::filesystem::path(path).lexically_normal();
  };
  for (auto path = paths.begin(); path != paths.end(); ++path) {
    const auto before = std::find_if(paths.begin(), path, [&](const std::string& other) {
      return normal(other) == normal(*path);
    });
    if (before != path) return same(*before, *path, "path");
  }
  return std::nullopt;
}

}  // namespace

Result<> check_addresses(const ServeSettings& settings, const LayeredValues& values) {
  const auto found = [&values](std::string_view option, const std::optional<std::string>& reason) {
    return reason ? Result<>(Error{values.origins.find(option)->second.label + *reason})
                  : Result<>();
  };
  Result<> checked = found("listen", any_clash(settings.listen, settings.ipv6_only));
  if (checked) checked = found("http", any_clash(settings.http, settings.ipv6_only));
  if (checked) checked = found("unix", any_same_path(settings.unix_paths));
  return checked;
}

Result<> check_serve(ServeCommandSettings& settings, const LayeredValues& values) {
  settings.given = values;
  return check_addresses(settings.server, values);
}

Result<ReloadedSettings> reload_settings(const GivenValues& flags, const ServeSettings& running) {
  ServeCommandSettings fresh;
  const Command command = serve_command(fresh);
  const Result<LayeredValues> values = apply_layers(command, flags);
  if (!values) return values.error();
  if (const Result<> checked = check_addresses(fresh.server, *values); !checked) {
    return checked.error();
  }
  ServeCommandSettings before;
  before.server = running;
  before.config = fresh.config;
  const ChangedOptions options = keep_running(command, serve_command(before));
  return ReloadedSettings{std::move(fresh.server), options.changed, options.need_restart};
}

}  // namespace puzzled::commands
