#include "daemon/settings/network_options.hpp"

#include "daemon/settings/common_options.hpp"
#include "daemon/text/quantity.hpp"
#include "parallel/workers.hpp"

namespace puzzled {
namespace {

constexpr std::uint64_t kKiB = 1024;
constexpr std::uint64_t kMiB = 1024 * kKiB;
constexpr std::uint64_t kGiB = 1024 * kMiB;

/// A bound on what clients may ask of the daemon; deploy/puzzled.toml gives its reason.
Option count_limit(std::string_view name, std::uint64_t& target, std::uint64_t minimum,
                   std::uint64_t maximum) {
  return {.name = name,
          .value = "N",
          .help = "",
          .target = &target,
          .minimum = minimum,
          .maximum = maximum,
          .is_limit = true,
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
          .is_limit = true,
          .reloads = true};
}

/// Where the daemon listens, and what answers.
std::vector<Option> place_options(ServeSettings& s) {
  return {
      {.name = "listen",
       .letter = 'l',
       .value = "ADDR:PORT",
       .help = "TCP, \"\": none (default: " + s.listen + ")",
       .target = &s.listen},
      {.name = "unix",
       .letter = 'u',
       .value = "PATH",
       .help = "a Unix socket, too",
       .target = &s.unix_path},
      {.name = "unix-mode",
       .value = "MODE",
       .help = "its permissions (default: 0600, with a group 0660)",
       .target = &s.unix_mode},
      {.name = "unix-group",
       .value = "GROUP",
       .help = "the group that owns it (default: ours)",
       .target = &s.unix_group},
      {.name = "http",
       .value = "ADDR:PORT",
       .help = "metrics and status page (default: off)",
       .target = &s.http},
      {.name = "proxy-from",
       .value = "LIST",
       .help = "proxies that name their clients (default: none)",
       .target = &s.proxy_from,
       .reloads = true},
      {.name = "config",
       .letter = 'c',
       .value = "FILE",
       .help = "TOML; the sample puzzled.toml explains all",
       .target = &s.config,
       .in_file = false},
      {.name = "check-config",
       .value = "",
       .help = "print the settings in force, or what is wrong",
       .target = &s.check_config,
       .in_file = false},
      {.name = "threads",
       .letter = 't',
       .value = "T",
       .help = "that solve lines (default: 0, one for each processor)",
       .target = &s.threads,
       .minimum = 0,
       .maximum = parallel::Workers::kMaxThreads},
      {.name = "search-threads",
       .value = "T",
       .help = "that search: queens, target… (default: 0, as above)",
       .target = &s.search_threads,
       .minimum = 0,
       .maximum = parallel::Workers::kMaxThreads},
      {.name = "io-threads",
       .value = "T",
       .help = "that own the connections (default: 1)",
       .target = &s.io_threads,
       .minimum = 1,
       .maximum = 64},
      {.name = "isa",
       .value = "I",
       .help = listed(isa_names()),
       .target = &s.isa,
       .choices = isa_names()},
      {.name = "log-level",
       .value = "L",
       .help = "trace|debug|info|warning|error|off",
       .target = &s.log_level,
       .choices = {"trace", "debug", "info", "warning", "error", "off"},
       .reloads = true},
      {.name = "log-format",
       .value = "F",
       .help = "text|json, to stderr (default: text)",
       .target = &s.log_format,
       .choices = {"text", "json"}},
  };
}

std::vector<Option> limit_options(ServeSettings& s) {
  return {
      size_limit("line-limit", s.line_limit, 128, kMiB),
      count_limit("requests-per-client", s.requests_per_client, 1, kAnyNumber),
      count_limit("requests-total", s.requests_total, 1, kAnyNumber),
      size_limit("unsent-pause", s.output_soft_limit, 4 * kKiB, kGiB),
      size_limit("unsent-drop", s.output_hard_limit, 4 * kKiB, kGiB),
      time_limit("stall-limit", s.write_timeout),
      size_limit("buffers-total", s.buffers_total, kMiB, 1024 * kGiB),
      count_limit("connections", s.connections, 1, 1'000'000),
      count_limit("address-connections", s.address_connections, 0, 1'000'000),
      count_limit("address-rate", s.address_rate, 0, 1'000'000'000),
      time_limit("line-deadline", s.read_timeout),
      time_limit("idle-timeout", s.idle_timeout),
      time_limit("search-limit", s.search_timeout),
      count_limit("searches-per-client", s.searches_per_client, 1, kAnyNumber),
      count_limit("searches-total", s.searches_total, 1, kAnyNumber),
      count_limit("queens-limit", s.queens_limit, 1, 28),
      count_limit("first-limit", s.first_limit, 1, kAnyNumber),
      time_limit("drain-limit", s.shutdown_timeout),
  };
}

}  // namespace

Command serve_command(ServeSettings& s) {
  Command command{.name = "serve",
                  .help = "answer puzzles over TCP and Unix sockets, until told to stop",
                  .arguments = "",
                  .options = place_options(s),
                  .positionals = nullptr};
  const std::vector<Option> limits = limit_options(s);
  command.options.insert(command.options.end(), limits.begin(), limits.end());
  return command;
}

Command send_command(SendSettings& s) {
  Command command{.name = "send",
                  .help = "send a file of requests to a daemon, write the answers in order",
                  .arguments = "ADDR:PORT|PATH [FILE|-]",
                  .options = {},
                  .positionals = &s.arguments};
  command.options = {
      output_option(s.output),
      partial_option(s.partial),
      {.name = "connections",
       .letter = 'c',
       .value = "N",
       .help = "spread the lines over N connections (default: 1)",
       .target = &s.connections,
       .minimum = 1,
       .maximum = 60'000},
      {.name = "pipeline",
       .letter = 'p',
       .value = "N",
       .help = "most requests unanswered on each (default: many)",
       .target = &s.pipeline,
       .minimum = 1,
       .maximum = 1'000'000'000},
      {.name = "rate",
       .letter = 'r',
       .value = "N",
       .help = "N requests a second in all (default: no limit)",
       .target = &s.rate,
       .minimum = 1,
       .maximum = 1'000'000'000},
      {.name = "duration",
       .letter = 'd',
       .value = "TIME",
       .help = "repeat the file that long; answers are dropped",
       .target = &s.duration},
      {.name = "retries",
       .value = "N",
       .help = "of a refused connection (default: " + std::to_string(s.retries) + ")",
       .target = &s.retries,
       .minimum = 0,
       .maximum = 1000},
      {.name = "connect-timeout",
       .value = "TIME",
       .help =
           "longest wait to connect, 0: none (default: " + duration_text(s.connect_timeout) + ")",
       .target = &s.connect_timeout},
      {.name = "timeout",
       .value = "TIME",
       .help = "longest wait for an answer (default: " + duration_text(s.timeout) + ")",
       .target = &s.timeout},
      {.name = "latency",
       .letter = 'l',
       .value = "",
       .help = "how long answers took: p50, p90, p99, p99.9, max",
       .target = &s.latency},
      quiet_option(s.quiet),
      {.name = "json",
       .letter = 'j',
       .value = "",
       .help = "summary as one JSON object",
       .target = &s.json},
  };
  return command;
}

}  // namespace puzzled
