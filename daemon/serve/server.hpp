// The daemon at work: its I/O threads and listening sockets, and what happens to them over time:
// signals, reloads, the watchdog, the drain at the end.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "daemon/log/log.hpp"
#include "daemon/metrics/metrics.hpp"
#include "daemon/metrics/server_info.hpp"
#include "daemon/serve/listen.hpp"
#include "daemon/settings/serve_settings.hpp"

namespace boost::asio {
class io_context;
}

namespace puzzled::serve {

class SolverPools;

class Server {
 public:
  /// A thread without a sign of life for that long hangs. A busy machine may keep one waiting for
  /// seconds.
  static constexpr std::chrono::seconds kHung{10};

  /// All that is referred to must outlive this, but for the pools, which must end before: what
  /// they still work on calls back.
  Server(const ServeSettings& settings, std::vector<ListenSocket> sockets, SolverPools& pools,
         Metrics& metrics, Log& log, std::chrono::nanoseconds hung_after = kHung);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// Serves until SIGTERM or SIGINT, then takes no more connections and returns when every accepted
  /// request is answered. SIGHUP reads the settings again. A second SIGTERM or SIGINT ends the
  /// process at once. False when the drain took longer than it may: some requests were refused, or
  /// their answers not taken, and the pools may still be at work on them.
  bool run();

  /// Calls `expire` on that loop when the time of the drain is up: requests of other protocols in
  /// flight are to be refused then.
  void at_shutdown_timeout(std::function<void()> expire);

  /// The loop of the calling thread of run(), for listeners of other protocols.
  boost::asio::io_context& context();

  /// Any thread.
  Phase phase() const;

  /// Which of all our threads hang, by what they do: I/O, the pools', the log's. Any thread; takes
  /// no lock.
  std::vector<std::string_view> hung() const;

  /// True while none hangs.
  bool alive() const { return hung().empty(); }

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace puzzled::serve
