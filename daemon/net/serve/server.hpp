// The daemon at work: its threads and listening sockets, and what happens to them over time:
// signals, reloads, the watchdog, the shutdown.
//
// The threads, and the duty of each:
//
// - I/O (`io-threads`; the first one is main): own the connections, read, parse, write, keep
//   deadlines. The first one accepts. They never wait for a lock of a low-priority thread.
// - Housekeeping (one): signals, reload, shutdown, watchdog, freed memory, log lines that were held
//   back, HTTP. It passes searches to their pool and enforces the limits of both pools. It owns no
//   client's connection, so it delays none.
// - Stream (`threads`, and one for small batches): solve Sudoku lines in batches. What takes long
//   is escalated to the searches.
// - Search (`search-threads`, and spare ones that start when they are needed): queens, target,
//   counts, hard puzzles; at low priority.
// - Log (one): writes the log, so that a stderr that blocks delays nothing else.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "core/result.hpp"
#include "daemon/base/log/log.hpp"
#include "daemon/base/settings/serve_settings.hpp"
#include "daemon/net/limits/budget.hpp"
#include "daemon/net/loop/loop.hpp"
#include "daemon/net/metrics/client_list.hpp"
#include "daemon/net/metrics/metric_source.hpp"
#include "daemon/net/metrics/metrics.hpp"
#include "daemon/net/serve/listen.hpp"
#include "daemon/net/wire/protocol.hpp"

namespace puzzled::net {

class SolverPools;

class Server {
 public:
  /// A thread without a sign of life for this long counts as hung. On a busy machine one may wait
  /// for seconds.
  static constexpr std::chrono::seconds kHung{10};

  /// The parts of a daemon. All must outlive the server, except the pools, which must end before
  /// it, because their work calls back.
  struct Parts {
    SolverPools& pools;
    Budget& budget;  ///< gets the limits of the settings
    Metrics& metrics;
    Log& log;
    LoopThread& housekeeping;  ///< not started yet
  };

  /// Reads the settings again, as the running ones were read; at SIGHUP.
  using Reload = std::function<Result<ReloadedSettings>(const ServeSettings& running)>;

  Server(const ServeSettings& settings, std::vector<ListenSocket> sockets, const Parts& parts,
         Reload reload, std::chrono::nanoseconds hung_after = kHung);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// Serves until SIGTERM or SIGINT, then takes no more connections and returns when every accepted
  /// request is answered and housekeeping has ended. SIGHUP reads the settings again, SIGUSR1
  /// reopens the log, SIGUSR2 is ignored. A second SIGTERM or SIGINT ends the process at once.
  /// False when the shutdown timeout was over before: some requests were refused or their answers
  /// not read, and the pools may still be working on them.
  bool run();

  /// Calls `expire` on the housekeeping thread at the shutdown timeout, so that other protocols can
  /// refuse their requests in flight.
  void at_shutdown_timeout(std::function<void()> expire);

  /// Any thread.
  Phase phase() const;

  /// Asks every I/O thread for its clients, without waiting. `take` is called on the housekeeping
  /// thread for each that answers; a thread that hangs does not.
  void list_clients(const std::function<void(ClientList)>& take);
  std::size_t io_threads() const;

  /// The limits of requests. For the housekeeping thread, which reloads the settings.
  RequestLimits request_limits() const;

  /// The names of the threads that hang: I/O, the pools', the log's. Any thread; takes no lock.
  std::vector<std::string_view> hung() const;

  /// True while none hangs.
  bool alive() const { return hung().empty(); }

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace puzzled::net
