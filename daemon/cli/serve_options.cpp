#include "daemon/cli/serve_options.hpp"

#include <utility>

#include "daemon/limits/token_bucket.hpp"
#include "daemon/settings/common_options.hpp"
#include "daemon/settings/option_value.hpp"
#include "daemon/text/host_port.hpp"
#include "daemon/text/ip_address.hpp"
#include "daemon/text/quantity.hpp"
#include "parallel/workers.hpp"

namespace puzzled {
namespace {

constexpr std::uint64_t kKiB = 1024;
constexpr std::uint64_t kMiB = 1024 * kKiB;
constexpr std::uint64_t kGiB = 1024 * kMiB;

/// A limit of what clients may ask of the daemon; deploy/puzzled.toml gives its reason.
Option count_limit(std::string_view name, std::uint64_t& target, std::uint64_t minimum,
                   std::uint64_t maximum) {
  return {.name = name,
          .value = "N",
          .help = "",
          .target = &target,
          .minimum = minimum,
          .maximum = maximum,
          .is_brief = true,
          .reloads = true};
}

Option size_limit(std::string_view name, std::uint64_t& target, std::uint64_t minimum,
                  std::uint64_t maximum) {
  Option option = count_limit(name, target, minimum, maximum);
  option.value = "SIZE";
  option.is_size = true;
  return option;
}

Option time_limit(std::string_view name, std::chrono::nanoseconds& target) {
  return {.name = name,
          .value = "TIME",
          .help = "",
          .target = &target,
          .is_brief = true,
          .reloads = true};
}

/// The same limit, which must not exceed that of the option `other`.
Option at_most(std::string_view other, Option limit) {
  limit.at_most = other;
  return limit;
}

Result<> check_address(const std::string& text) {
  if (text.empty()) return {};
  if (const Result<HostPort> address = parse_host_port(text); !address) {
    return wrong_value(address.error().message, text);
  }
  return {};
}

/// Permissions of the owner, the group and others, in octal: `0660`, `660`.
Result<> check_mode(const std::string& text) {
  const bool is_mode = (text.size() == 3 || (text.size() == 4 && text.front() == '0')) &&
                       text.find_first_not_of("01234567") == std::string::npos;
  if (is_mode || text.empty()) return {};
  return wrong_value("must be a mode such as 0600 or 0660", text);
}

Result<> check_networks(const std::string& text) {
  const Result<NetworkList> networks = NetworkList::parse(text);
  return networks ? Result<>() : networks.error();
}

/// Addresses, threads and log.
std::vector<Option> place_options(ServeCommandSettings& command) {
  ServeSettings& s = command.server;
  return {
      {.name = "listen",
       .value = "ADDR:PORT",
       .help = "TCP address, \"\" for none (default: " + s.listen + ")",
       .target = &s.listen,
       .check = check_address,
       .former_letter = 'l'},
      {.name = "unix",
       .value = "PATH",
       .help = "also listen on a Unix socket",
       .target = &s.unix_path,
       .former_letter = 'u'},
      {.name = "unix-mode",
       .value = "MODE",
       .help = "",
       .target = &s.unix_mode,
       .check = check_mode,
       .is_brief = true},
      {.name = "unix-group",
       .value = "GROUP",
       .help = "",
       .target = &s.unix_group,
       .is_brief = true},
      {.name = "http",
       .value = "ADDR:PORT",
       .help = "serve metrics and a status page (default: off)",
       .target = &s.http,
       .check = check_address},
      {.name = "proxy-from",
       .value = "LIST",
       .help = "",
       .target = &s.proxy_from,
       .check = check_networks,
       .is_brief = true,
       .reloads = true},
      {.name = "config",
       .letter = 'c',
       .value = "FILE",
       .help = "TOML file; the sample puzzled.toml explains every key",
       .target = &command.config,
       .in_file = false},
      {.name = "check-config",
       .value = "",
       .help = "check the settings and print them",
       .target = &command.check_config,
       .in_file = false},
      {.name = "threads",
       .letter = 't',
       .value = "T",
       .help = "solver threads (default: 0, one per CPU)",
       .target = &s.threads,
       .minimum = 0,
       .maximum = parallel::Workers::kMaxThreads},
      {.name = "search-threads",
       .value = "T",
       .help = "search threads (default: 0, one per CPU)",
       .target = &s.search_threads,
       .minimum = 0,
       .maximum = parallel::Workers::kMaxThreads},
      {.name = "io-threads",
       .value = "T",
       .help = "I/O threads, which own the connections (default: 1)",
       .target = &s.io_threads,
       .minimum = 1,
       .maximum = 64},
      {.name = "isa",
       .value = "I",
       .help = "SIMD level: " + listed(isa_names()),
       .target = &s.isa,
       .choices = isa_names()},
      {.name = "log-level",
       .value = "L",
       .help = "trace|debug|info|warning|error|off (default: info)",
       .target = &s.log_level,
       .choices = {"trace", "debug", "info", "warning", "error", "off"},
       .reloads = true},
      {.name = "log-format",
       .value = "F",
       .help = "format of the log on stderr: text|json (default: text)",
       .target = &s.log_format,
       .choices = {"text", "json"}},
  };
}

std::vector<Option> limit_options(ServeSettings& s) {
  return {
      size_limit("line-limit", s.line_limit, 128, kMiB),
      at_most("requests-total",
              count_limit("requests-per-client", s.requests_per_client, 1, kAnyNumber)),
      count_limit("requests-total", s.requests_total, 1, kAnyNumber),
      at_most("output-hard-limit",
              formerly("unsent-pause",
                       size_limit("output-soft-limit", s.output_soft_limit, 4 * kKiB, kGiB))),
      formerly("unsent-drop", size_limit("output-hard-limit", s.output_hard_limit, 4 * kKiB, kGiB)),
      formerly("stall-limit", time_limit("write-timeout", s.write_timeout)),
      size_limit("buffers-total", s.buffers_total, kMiB, 1024 * kGiB),
      count_limit("connections", s.connections, 1, 1'000'000),
      count_limit("address-connections", s.address_connections, 0, 1'000'000),
      count_limit("address-rate", s.address_rate, 0, serve::TokenBucket::kMaxRate),
      formerly("line-deadline", time_limit("read-timeout", s.read_timeout)),
      time_limit("idle-timeout", s.idle_timeout),
      formerly("search-limit", time_limit("search-timeout", s.search_timeout)),
      at_most("searches-total",
              count_limit("searches-per-client", s.searches_per_client, 1, kAnyNumber)),
      count_limit("searches-total", s.searches_total, 1, kAnyNumber),
      count_limit("queens-limit", s.queens_limit, 1, 28),
      count_limit("first-limit", s.first_limit, 1, kAnyNumber),
      formerly("drain-limit", time_limit("shutdown-timeout", s.shutdown_timeout)),
  };
}

}  // namespace

Command serve_command(ServeCommandSettings& settings) {
  Command command{.name = "serve",
                  .help = "answer puzzles over TCP and Unix sockets until a signal stops it",
                  .arguments = "",
                  .options = place_options(settings),
                  .positionals = nullptr};
  const std::vector<Option> limits = limit_options(settings.server);
  command.options.insert(command.options.end(), limits.begin(), limits.end());
  return command;
}

Result<ReloadedSettings> SettingsReload::read_again(const ServeSettings& running,
                                                    const Warn& warn) {
  ServeCommandSettings fresh;
  const Command command = serve_command(fresh);
  const Result<LayeredValues> values = apply_layers(command, flags_);
  if (!values) return values.error();
  for (const std::string& warning : values->warnings) {
    if (warned_.insert(warning).second) warn(warning);
  }
  ServeCommandSettings before;
  before.server = running;
  before.config = fresh.config;
  const Result<ChangedOptions> options = keep_running(command, serve_command(before));
  if (!options) return options.error();
  return ReloadedSettings{std::move(fresh.server), options->changed, options->need_restart};
}

}  // namespace puzzled
