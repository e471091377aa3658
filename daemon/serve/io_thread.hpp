// One thread that owns connections: its Asio loop, its sessions, and the clock that looks after
// their deadlines.
#pragma once

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

#include "daemon/limits/lease.hpp"
#include "daemon/log/log.hpp"
#include "daemon/metrics/metrics.hpp"
#include "daemon/os/file_descriptor.hpp"
#include "daemon/serve/loop_types.hpp"
#include "daemon/serve/mailbox.hpp"
#include "daemon/serve/pending.hpp"
#include "daemon/serve/solver_pools.hpp"
#include "daemon/settings/serve_settings.hpp"
#include "parallel/heartbeat.hpp"

namespace puzzled::serve {

class Session;

/// What all connections share. SolverPools, metrics and log are for any thread.
struct Service {
  SolverPools& pools;
  Metrics& metrics;
  Log& log;
};

class IoThread {
 public:
  using Clock = std::chrono::steady_clock;

  IoThread(const Service& service, std::shared_ptr<const ServeSettings> settings);
  ~IoThread();
  IoThread(const IoThread&) = delete;
  IoThread& operator=(const IoThread&) = delete;

  /// Serves on the calling thread until stop(), whatever throws.
  void run();

  // For any thread.
  void stop();
  /// Makes a session of a connection, which has its lease. If the system does not let us watch one
  /// more, it says why, and the connection stays with the caller.
  boost::system::error_code adopt(FileDescriptor& connection, Lease& lease);
  void set_settings(std::shared_ptr<const ServeSettings> settings);
  void drain();   ///< answer what was accepted, then close every session
  void expire();  ///< the time of the drain is up: refuse what is not answered, then close soon

  /// How long ago its loop last came round; for any thread.
  std::chrono::nanoseconds stalled() const { return heart_.age(); }

  /// Calls it, in the loop's thread, whenever an exception has come out of the loop: it must go on
  /// with what that may have torn down (pending.hpp), and may throw. Before run().
  void on_resume(std::function<void()> call) { on_resume_.push_back(std::move(call)); }

  /// What pools have to tell its sessions.
  Mailbox& mailbox() { return mailbox_; }

  // For its own thread: sessions and what else runs in the loop.
  boost::asio::io_context& context() { return context_; }
  const Service& service() const { return service_; }
  const ServeSettings& settings() const { return *settings_; }
  void add(std::shared_ptr<Session> session);
  void remove(Session& session) { sessions_.erase(&session); }

  /// Calls session->resume() when there may be room for its requests again. If it is memory that is
  /// missing, clients that hold much of it and move none are dropped, if need be.
  void wait_for_room(std::weak_ptr<Session> session);
  void notify_waiting();

  /// Memory up to which clients may be read from. The rest is for answers: could all of it be taken
  /// by requests, none of them would ever be answered.
  static std::uint64_t most_for_reading(const ServeSettings& settings) {
    return settings.buffers_total - settings.buffers_total / 8;
  }

 private:
  struct Waiting {
    std::weak_ptr<Session> session;
    Lease count;  // of Metrics::clients_waiting
  };

  template <typename Call>
  void for_each_session(Call call);
  void resume();
  void schedule_sweep();
  void sweep();
  void drop_worst(Clock::time_point now);

  const Service service_;
  std::shared_ptr<const ServeSettings> settings_;
  boost::asio::io_context context_{1};
  Mailbox mailbox_{context_};
  LoopTimer sweep_timer_;
  std::unordered_map<Session*, std::shared_ptr<Session>> sessions_;
  std::deque<Waiting> waiting_;
  Pending sweep_;
  std::vector<std::function<void()>> on_resume_;
  bool draining_ = false;
  Clock::time_point last_check_{};
  parallel::Heartbeat heart_;
};

}  // namespace puzzled::serve
