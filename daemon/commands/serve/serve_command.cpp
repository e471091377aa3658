#include "daemon/commands/serve/serve_command.hpp"

#include <unistd.h>

#include <algorithm>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/queens/unit_count.hpp"
#include "core/simd/levels.hpp"
#include "daemon/base/log/log.hpp"
#include "daemon/base/os/exit_code.hpp"
#include "daemon/base/os/heap.hpp"
#include "daemon/base/os/held_signals.hpp"
#include "daemon/base/os/memory_end.hpp"
#include "daemon/base/os/message.hpp"
#include "daemon/base/text/build_info.hpp"
#include "daemon/base/text/host_port.hpp"
#include "daemon/commands/cover/problem_files.hpp"
#include "daemon/net/http/history_sampler.hpp"
#include "daemon/net/http/http_listener.hpp"
#include "daemon/net/loop/loop.hpp"
#include "daemon/net/serve/listen.hpp"
#include "daemon/net/serve/ping.hpp"
#include "daemon/net/serve/server.hpp"
#include "daemon/net/serve/solver_pools.hpp"
#include "parallel/workers.hpp"

namespace puzzled::commands {
namespace {

using net::ListenSocket;

// Which settings can stand side by side.

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

// The run.

net::UnixAccess unix_access(const ServeSettings& settings) {
  net::UnixAccess access{.mode = settings.unix_group.empty() ? mode_t{0600} : mode_t{0660},
                         .group = settings.unix_group};
  const std::string& mode = settings.unix_mode;
  if (!mode.empty()) access.mode = static_cast<mode_t>(std::strtoul(mode.c_str(), nullptr, 8));
  return access;
}

/// Opens the sockets of clients at the addresses of the settings.
Result<> open_client_sockets(const ServeSettings& settings, net::ListenSockets& sockets) {
  const Result<> listening =
      net::listen_tcp(settings.listen, settings.ipv6_only, sockets, sockets.clients);
  if (!listening) return listening.error();
  for (const std::string& path : settings.unix_paths) {
    Result<ListenSocket> socket = net::listen_unix(path, unix_access(settings));
    if (!socket) return socket.error();
    sockets.clients.push_back(std::move(*socket));
  }
  if (!sockets.clients.empty()) return {};
  return Error{"no address to listen on: set --listen or --unix"};
}

/// Opens all sockets; those passed by systemd replace those of clients.
Result<net::ListenSockets> open_sockets(const ServeSettings& settings) {
  net::ListenSockets sockets;
  Result<std::vector<ListenSocket>> inherited = net::inherited_sockets();
  if (!inherited) return inherited.error();
  sockets.clients = std::move(*inherited);
  if (sockets.clients.empty()) {
    if (const Result<> opened = open_client_sockets(settings, sockets); !opened) {
      return opened.error();
    }
  }
  const Result<> listening =
      net::listen_tcp(settings.http, settings.ipv6_only, sockets, sockets.http);
  if (!listening) return listening.error();
  return sockets;
}

std::string host_name() {
  char name[HOST_NAME_MAX + 1] = "";
  ::gethostname(name, sizeof name - 1);
  return name;
}

net::ServerInfo info_of(const ServeSettings& settings, const std::vector<ListenSocket>& sockets) {
  const std::size_t level = simd::find_level(settings.isa).value_or(0);
  std::vector<std::string> addresses;
  addresses.reserve(sockets.size());
  for (const ListenSocket& socket : sockets) addresses.push_back(socket.name());
  return {.host = host_name(),
          .listen = std::move(addresses),
          .version = PUZZLED_VERSION,
          .commit = std::string(kBuildCommit),
          .isa = std::string(simd::kLevels[level].family),
          .stream_threads = settings.threads,
          .search_threads = settings.search_threads};
}

void log_sockets(const std::vector<ListenSocket>& sockets, std::string_view what, Log& log) {
  for (const ListenSocket& socket : sockets) {
    log.info(what, {{"on", socket.name()}});
    if (!socket.is_loopback()) {
      log.warning("other machines can connect, and there are no passwords",
                  {{"on", socket.name()}});
    }
  }
}

/// (Status 2 is none that a container's health check may have.)
int run_ping(const ServeSettings& settings) {
  const Result<> answered = net::ping_daemon(settings);
  if (!answered) {
    complain(answered.error().message);
    return kExitSomeUnanswered;
  }
  std::puts("pong");
  return kExitAllWell;
}

}  // namespace

int run_serve(const ServeCommandSettings& command) {
  const ServeSettings& settings = command.server;
  if (command.ping) return run_ping(settings);
  // Programs that rotate logs may send one at any time; until the server takes it, it means
  // nothing.
  for (const int signal : {SIGUSR1, SIGUSR2}) std::signal(signal, SIG_IGN);
  set_memory_end_status(kExitNoMemory);
  keep_freed_memory();
  Result<net::CoverProblems> covers = read_problem_files(settings.cover_problems);
  if (!covers) return fail(covers.error());
  const HeldSignals held_signals;  // from before anybody can connect
  Result<net::ListenSockets> sockets = open_sockets(settings);
  if (!sockets) return fail(sockets.error());

  std::optional<Log> log;
  log.emplace(log_level_of(settings.log_level), log_format_of(settings.log_format));
  log_sockets(sockets->clients, "listening", *log);
  log_sockets(sockets->http, "listening for http", *log);
  net::ServerInfo info = info_of(settings, sockets->clients);
  net::Budget budget;
  net::Metrics metrics;
  net::LoopThread housekeeping;
  std::optional<net::Server> server;
  std::optional<net::SolverPools> pools;  // end before the server, which their work calls back
  pools.emplace(settings, metrics, housekeeping, &*log, std::move(*covers));
  server.emplace(settings, std::move(sockets->clients),
                 net::Server::Parts{*pools, budget, metrics, *log, housekeeping},
                 [&command](const ServeSettings& running) {
                   return reload_settings(command.given.flags, running);
                 });
  std::optional<net::History> history;
  std::optional<net::HistorySampler> sampler;
  std::optional<net::HttpListener> http;
  if (!sockets->http.empty()) {
    std::vector<FileDescriptor> listening;
    bool only_on_loopback = true;
    for (ListenSocket& socket : sockets->http) {
      only_on_loopback = only_on_loopback && socket.is_loopback();
      listening.emplace_back(socket.release());
    }
    history.emplace();
    const net::HttpSources sources{
        .metrics = metrics,
        .budget = budget,
        .info = std::move(info),
        .phase = [&server] { return server->phase(); },
        .alive = [&server] { return server->alive(); },
        .list_clients =
            [&server](const std::function<void(net::ClientList)>& take) {
              server->list_clients(take);
            },
        .io_threads = server->io_threads(),
        .only_on_loopback = only_on_loopback,
        .searches = [&pools] { return pools->searches(); },
        .cancel_search = [&pools](std::uint64_t id) { return pools->cancel_search(id); },
        .limits = [&server] { return server->request_limits(); },
        .history = &*history};
    sampler.emplace(housekeeping.loop(), *history, sources);
    http.emplace(
        housekeeping.loop(), std::move(listening), sources,
        [&pools](net::RequestBatch& batch, std::function<void()> done) {
          pools->submit(batch, std::move(done));
        },
        *log, net::HttpLimits{.connections = settings.http_connections});
    server->at_shutdown_timeout([&http] { http->expire(); });
  }
  // Only the housekeeping thread takes signals, and only once its loop runs.
  housekeeping.loop().post([&held_signals] { held_signals.release_here(); });
  const int status = server->run() ? kExitAllWell : kExitSomeUnanswered;
  if (budget.requests.used() != 0) {
    // Nobody waits any more for what the pools still work on, and that may take long.
    log.reset();
    std::_Exit(status);
  }
  return status;
}

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
