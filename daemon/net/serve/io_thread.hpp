// A thread that owns connections: its loop, its sessions, and the sweep that checks their
// deadlines. It does nothing else, so that nothing delays its clients.
#pragma once

#include <chrono>
#include <functional>
#include <memory>

#include "daemon/base/os/file_descriptor.hpp"
#include "daemon/base/settings/serve_settings.hpp"
#include "daemon/net/loop/loop.hpp"
#include "daemon/net/metrics/client_list.hpp"
#include "daemon/net/serve/session_group.hpp"

namespace puzzled::net {

class IoThread {
 public:
  using Clock = std::chrono::steady_clock;

  IoThread(const Service& service, std::shared_ptr<const ServeSettings> settings)
      : sessions_(loop_, service, std::move(settings), [this] { sweep(); }) {}
  IoThread(const IoThread&) = delete;
  IoThread& operator=(const IoThread&) = delete;

  /// Serves on the calling thread until stop().
  void run() { loop_.run(); }

  // For its own thread, or while it does not run; any thread may post to the loop.
  Loop& loop() { return loop_; }
  SessionGroup& sessions() { return sessions_; }

  // For any thread.
  void stop() { loop_.stop(); }
  /// Makes a session of a connection. If the system cannot watch another descriptor, returns the
  /// error and leaves `connection` and `admission` to the caller.
  boost::system::error_code adopt(FileDescriptor& connection, Admission& admission);
  void set_settings(std::shared_ptr<const ServeSettings> settings);
  void drain();   ///< answer what was accepted, then close every session
  void expire();  ///< the shutdown timeout is over: refuse unanswered requests, then close soon

  /// Calls back with its clients, on its own thread.
  void list_clients(std::function<void(ClientList)> call);

  /// Time since the last heartbeat of its loop; for any thread.
  std::chrono::nanoseconds stalled() const { return loop_.stalled(); }

  /// Whether a client was dropped at the shutdown timeout before it had read its answers; for any
  /// thread.
  bool has_lost_answers() const { return sessions_.has_lost_answers(); }

 private:
  void sweep();
  void drop_worst(Clock::time_point now);

  Loop loop_;
  SessionGroup sessions_;
  Clock::time_point last_check_{};
};

}  // namespace puzzled::net
