// What a session knows of the I/O thread that owns it, and of the daemon.
#pragma once

#include <chrono>
#include <memory>
#include <string_view>

#include "daemon/base/log/log.hpp"
#include "daemon/base/settings/serve_settings.hpp"
#include "daemon/net/limits/budget.hpp"
#include "daemon/net/loop/loop.hpp"
#include "daemon/net/metrics/metrics.hpp"
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

/// The end of the daemon, as far as it has come.
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

/// For the thread of its loop.
class SessionHost {
 public:
  virtual ~SessionHost() = default;

  virtual Loop& loop() = 0;
  virtual const Service& service() const = 0;
  virtual const ServeSettings& settings() const = 0;
  virtual const Shutdown& shutdown() const = 0;

  /// Whether that is a proxy whose word on its clients' addresses is believed (`proxy-from`).
  virtual bool is_proxy(const ClientAddress& peer) const = 0;

  virtual void add(std::shared_ptr<Session> session) = 0;
  virtual void remove(Session& session) = 0;

  /// Calls session->resume() when there may be room for its requests again. If it is memory that is
  /// missing, clients that hold much of it and move none are dropped, if need be.
  virtual void wait_for_room(std::weak_ptr<Session> session) = 0;

  /// Calls session->resume_by_rate() at that time.
  virtual void wait_for_rate(std::weak_ptr<Session> session, Loop::Clock::time_point when) = 0;

  /// Something has come back that sessions may be waiting for.
  virtual void notify_waiting() = 0;

  /// A client was dropped that had not taken its answers when the time of the shutdown was up.
  virtual void report_lost_answers() noexcept = 0;

  /// Memory up to which clients may be read from. The rest is for answers: could all of it be taken
  /// by requests, none of them would ever be answered.
  static std::uint64_t max_for_reading(const Quota& bytes) {
    return bytes.limit() - bytes.limit() / 8;
  }
};

}  // namespace puzzled::net
