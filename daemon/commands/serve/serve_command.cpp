#include "daemon/commands/serve/serve_command.hpp"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/queens/unit_count.hpp"
#include "core/result.hpp"
#include "core/simd/levels.hpp"
#include "daemon/base/log/log.hpp"
#include "daemon/base/os/exit_code.hpp"
#include "daemon/base/os/heap.hpp"
#include "daemon/base/os/held_signals.hpp"
#include "daemon/base/os/memory_end.hpp"
#include "daemon/base/os/message.hpp"
#include "daemon/base/settings/settings_layers.hpp"
#include "daemon/commands/cover/problem_files.hpp"
#include "daemon/net/http/history_sampler.hpp"
#include "daemon/net/http/http_listener.hpp"
#include "daemon/net/loop/loop.hpp"
#include "daemon/net/serve/listen.hpp"
#include "daemon/net/serve/server.hpp"
#include "daemon/net/serve/solver_pools.hpp"
#include "parallel/workers.hpp"

namespace puzzled::commands {
namespace {

using net::ListenSocket;

net::UnixAccess unix_access(const ServeSettings& settings) {
  net::UnixAccess access{.mode = settings.unix_group.empty() ? mode_t{0600} : mode_t{0660},
                         .group = settings.unix_group};
  const std::string& mode = settings.unix_mode;
  if (!mode.empty()) access.mode = static_cast<mode_t>(std::strtoul(mode.c_str(), nullptr, 8));
  return access;
}

/// Opens the sockets of clients at the addresses of the settings.
Result<> open_client_sockets(const ServeSettings& settings, net::ListenSockets& sockets) {
  for (const std::string& address : settings.listen) {
    Result<std::vector<ListenSocket>> tcp = net::listen_tcp(address, settings.ipv6_only, sockets);
    if (!tcp) return tcp.error();
    std::move(tcp->begin(), tcp->end(), std::back_inserter(sockets.clients));
  }
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
  for (const std::string& address : settings.http) {
    Result<std::vector<ListenSocket>> tcp = net::listen_tcp(address, settings.ipv6_only, sockets);
    if (!tcp) return tcp.error();
    std::move(tcp->begin(), tcp->end(), std::back_inserter(sockets.http));
  }
  return sockets;
}

net::ServerInfo info_of(const ServeSettings& settings) {
  const std::size_t level = simd::find_level(settings.isa).value_or(0);
  return {.version = PUZZLED_VERSION,
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

}  // namespace

int run_serve(const ServeCommandSettings& command) {
  const ServeSettings& settings = command.server;
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
    const net::HttpSources sources{.metrics = metrics,
                                   .budget = budget,
                                   .info = info_of(settings),
                                   .phase = [&server] { return server->phase(); },
                                   .alive = [&server] { return server->alive(); },
                                   .list_clients =
                                       [&server](const std::function<void(net::ClientList)>& take) {
                                         server->list_clients(take);
                                       },
                                   .io_threads = server->io_threads(),
                                   .only_on_loopback = only_on_loopback,
                                   .searches = [&pools] { return pools->searches(); },
                                   .limits = [&server] { return server->request_limits(); },
                                   .history = &*history};
    sampler.emplace(housekeeping.loop(), *history, sources);
    http.emplace(
        housekeeping.loop(), std::move(listening), sources,
        [&pools](net::RequestBatch& batch, std::function<void()> done) {
          pools->submit(batch, std::move(done));
        },
        *log);
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

}  // namespace puzzled::commands
