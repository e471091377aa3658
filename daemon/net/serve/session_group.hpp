// The sessions of one I/O thread, what they share, and where those wait that find no room.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string_view>
#include <unordered_map>

#include "daemon/base/log/log.hpp"
#include "daemon/base/settings/serve_settings.hpp"
#include "daemon/base/text/ip_address.hpp"
#include "daemon/net/limits/budget.hpp"
#include "daemon/net/loop/loop.hpp"
#include "daemon/net/metrics/metrics.hpp"
#include "daemon/net/serve/request_input.hpp"
#include "daemon/net/wire/client_address.hpp"

namespace puzzled::net {

class Session;
class SolverPools;

/// What all connections share. Any thread may use all of it.
struct Service {
  SolverPools& pools;
  Budget& budget;
  Metrics& metrics;
  Log& log;
};

/// How far the shutdown of the daemon has come.
struct Shutdown {
  using Clock = std::chrono::steady_clock;

  bool has_begun = false;       ///< what was accepted is answered, then every session closes
  bool is_expired = false;      ///< the time for that is up
  Clock::time_point begun{};    ///< if has_begun
  Clock::time_point expired{};  ///< if is_expired
};

/// To a client whose address has as many connections as it may, and to the log.
inline constexpr std::string_view kTooManyOfAddress =
    "too many connections from your address; try again later";
inline constexpr std::string_view kRefusedByAddress =
    "connection refused: too many connections from its address";

/// What a connection brings along that is let in.
struct Admission {
  ClientAddress client;        ///< its socket's
  bool awaits_header = false;  ///< that is a proxy's, which is to say whose connection it is
  Lease connection;            ///< of Budget::connections
  AddressLease address{};      ///< of Budget::addresses; nobody's if awaits_header
};

/// For the thread of its loop, but for has_lost_answers().
class SessionGroup {
 public:
  using Clock = std::chrono::steady_clock;

  /// `sweep` is called every now and then while there are sessions.
  SessionGroup(Loop& loop, const Service& service, std::shared_ptr<const ServeSettings> settings,
               std::function<void()> sweep);

  Loop& loop() { return loop_; }
  const Service& service() const { return service_; }
  const ServeSettings& settings() const { return *settings_; }
  const Shutdown& shutdown() const { return shutdown_; }

  /// Whether that is a proxy whose PROXY header is trusted (`proxy-from`).
  bool is_proxy(const ClientAddress& peer) const { return contains(proxies_, peer); }

  void add(std::shared_ptr<Session> session);
  void remove(Session& session) { sessions_.erase(&session); }
  std::size_t size() const { return sessions_.size(); }

  /// Calls `call(session)` for each; any may be removed meanwhile.
  template <typename Call>
  void for_each(Call call) {
    for (auto next = sessions_.begin(); next != sessions_.end();) {
      const std::shared_ptr<Session> session = (next++)->second;
      call(session);
    }
  }

  /// Calls `resume` when there may be room for a client's requests again. If it is memory that is
  /// missing, clients that hold much of it and move none are dropped, if need be.
  void wait_for_room(std::function<void()> resume);

  /// Calls `resume` at that time.
  void wait_for_rate(Clock::time_point when, std::function<void()> resume);

  /// Something has come back that sessions may be waiting for.
  void notify_waiting();

  /// A client was dropped that had not taken its answers when the time of the shutdown was up.
  void report_lost_answers() noexcept { has_lost_answers_ = true; }
  bool has_lost_answers() const { return has_lost_answers_; }  ///< any thread

  void use_settings(std::shared_ptr<const ServeSettings> settings);
  void begin_shutdown();
  void expire_shutdown();

  /// How often deadlines are checked, at least.
  Clock::duration sweep_interval() const;

  /// Memory up to which clients may be read from. The rest is for answers: could all of it be taken
  /// by requests, none of them would ever be answered.
  static std::uint64_t max_for_reading(const Quota& bytes) {
    return bytes.limit() - bytes.limit() / 8;
  }

  /// Memory that a client needs to have a request read and answered.
  static constexpr std::uint64_t kRoomForOne = 2 * RequestInput::kMinRead;

  /// How often clients that wait for room are looked after.
  static constexpr std::chrono::milliseconds kCrowdedSweep{20};

 private:
  struct Waiting {
    std::function<void()> resume;
    Lease count;  // of Budget::waiting_clients
  };

  void schedule_sweep();
  void resume_by_rate();

  Loop& loop_;
  const Service service_;
  std::shared_ptr<const ServeSettings> settings_;
  NetworkList proxies_;  // of the settings
  std::unordered_map<Session*, std::shared_ptr<Session>> sessions_;
  std::deque<Waiting> waiting_;
  std::multimap<Clock::time_point, std::function<void()>> waiting_for_rate_;  // until then
  LoopTimer sweep_;
  LoopTimer next_by_rate_;
  Shutdown shutdown_;
  std::atomic<bool> has_lost_answers_ = false;
};

}  // namespace puzzled::net
