// One thread that owns connections: its loop, its sessions, and the sweep that looks after their
// deadlines. It does nothing else, so that nothing delays its clients.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <unordered_map>

#include "daemon/base/os/file_descriptor.hpp"
#include "daemon/base/settings/serve_settings.hpp"
#include "daemon/base/text/ip_address.hpp"
#include "daemon/net/limits/budget.hpp"
#include "daemon/net/loop/loop.hpp"
#include "daemon/net/metrics/client_list.hpp"
#include "daemon/net/serve/session_host.hpp"
#include "daemon/net/wire/client_address.hpp"

namespace puzzled::net {

class IoThread final : public SessionHost {
 public:
  using Clock = std::chrono::steady_clock;

  IoThread(const Service& service, std::shared_ptr<const ServeSettings> settings);
  ~IoThread() override;
  IoThread(const IoThread&) = delete;
  IoThread& operator=(const IoThread&) = delete;

  /// Serves on the calling thread until stop().
  void run() { loop_.run(); }

  // For any thread.
  void stop() { loop_.stop(); }
  /// Makes a session of a connection. If the system does not let us watch one more, it says why,
  /// and the connection and what it has stay with the caller.
  boost::system::error_code adopt(FileDescriptor& connection, Admission& admission);
  void set_settings(std::shared_ptr<const ServeSettings> settings);
  void drain();   ///< answer what was accepted, then close every session
  void expire();  ///< the time for that is up: refuse what is not answered, then close soon

  /// Calls back with its clients, on its own thread.
  void list_clients(std::function<void(ClientList)> call);

  /// How long ago its loop last came round; for any thread.
  std::chrono::nanoseconds stalled() const { return loop_.stalled(); }

  /// Whether a client was dropped that had not taken its answers when the time of the shutdown was
  /// up; for any thread.
  bool has_lost_answers() const { return has_lost_answers_; }

  // For its own thread: SessionHost, and what else runs in the loop.
  Loop& loop() override { return loop_; }
  const Service& service() const override { return service_; }
  const ServeSettings& settings() const override { return *settings_; }
  const Shutdown& shutdown() const override { return shutdown_; }
  bool is_proxy(const ClientAddress& peer) const override { return contains(proxies_, peer); }
  void add(std::shared_ptr<Session> session) override;
  void remove(Session& session) override { sessions_.erase(&session); }
  void wait_for_room(std::weak_ptr<Session> session) override;
  void wait_for_rate(std::weak_ptr<Session> session, Clock::time_point when) override;
  void notify_waiting() override;
  void report_lost_answers() noexcept override { has_lost_answers_ = true; }

 private:
  struct Waiting {
    std::weak_ptr<Session> session;
    Lease count;  // of Budget::waiting_clients
  };

  template <typename Call>
  void for_each_session(Call call);
  void use_settings(std::shared_ptr<const ServeSettings> settings);
  void resume_by_rate();
  void schedule_sweep();
  void sweep();
  void drop_worst(Clock::time_point now);

  const Service service_;
  std::shared_ptr<const ServeSettings> settings_;
  NetworkList proxies_;  // of the settings
  Loop loop_;
  LoopTimer sweep_;
  std::unordered_map<Session*, std::shared_ptr<Session>> sessions_;
  std::deque<Waiting> waiting_;
  std::multimap<Clock::time_point, std::weak_ptr<Session>> waiting_for_rate_;  // until then
  LoopTimer next_by_rate_;
  Shutdown shutdown_;
  std::atomic<bool> has_lost_answers_ = false;
  Clock::time_point last_check_{};
};

}  // namespace puzzled::net
