// One thread that owns connections: its Asio loop, its sessions, and the clock that looks after
// their deadlines.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <unordered_set>

#include "daemon/file_descriptor.hpp"
#include "daemon/serve/arenas.hpp"
#include "daemon/serve/log.hpp"
#include "daemon/serve/mailbox.hpp"
#include "daemon/serve/metrics.hpp"
#include "daemon/settings.hpp"
#include "parallel/heartbeat.hpp"

namespace puzzled::serve {

class Session;

/// What all connections share. Arenas, metrics and log are for any thread.
struct Service {
  Arenas& arenas;
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

  /// Serves on the calling thread until stop().
  void run();

  // For any thread.
  void stop();
  void adopt(FileDescriptor connection);  ///< counted in connections_open already
  void set_settings(std::shared_ptr<const ServeSettings> settings);
  void drain();   ///< answer what was accepted, then close every session
  void expire();  ///< the time of the drain is up: refuse what is not answered, then close soon

  /// How long ago its loop last came round; for any thread.
  std::chrono::nanoseconds stalled() const { return heart_.age(); }

  /// What arenas have to tell its sessions.
  Mailbox& mailbox() { return mailbox_; }

  // For its own thread: sessions and what else runs in the loop.
  boost::asio::io_context& context() { return context_; }
  const Service& service() const { return service_; }
  const ServeSettings& settings() const { return *settings_; }
  void add(Session& session) { sessions_.insert(&session); }
  void remove(Session& session) { sessions_.erase(&session); }

  /// Calls session->resume() when there may be room for its requests again.
  void wait_for_room(std::weak_ptr<Session> session) { waiting_.push_back(std::move(session)); }
  void tell_waiting();

 private:
  void schedule_sweep();
  void sweep();

  const Service service_;
  std::shared_ptr<const ServeSettings> settings_;
  boost::asio::io_context context_{1};
  Mailbox mailbox_{context_};
  boost::asio::steady_timer sweep_timer_;
  std::unordered_set<Session*> sessions_;
  std::deque<std::weak_ptr<Session>> waiting_;
  bool draining_ = false;
  parallel::Heartbeat heart_;
};

}  // namespace puzzled::serve
