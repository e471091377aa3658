// A connection that is opened again whenever it is lost, with patience without end: whoever calls
// waits until the server is there and has answered.
#pragma once

#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

#include "daemon/redis/connection.hpp"
#include "daemon/redis/reply.hpp"

namespace puzzled::redis {

/// Any thread may call; one call at a time is under way.
class ServerLink {
 public:
  struct Hooks {
    /// What has to be done with each new connection before it is used.
    std::function<Outcome<>(Connection&)> prepare;
    std::function<void(const std::string& reason)> lost;  ///< and, now and then, still lost
    std::function<void()> back;
    std::function<void()> tries;  ///< before each try: a sign of life
  };

  /// Patience ends so long after `stop_descriptor` has become readable.
  ServerLink(Server server, Login login, int stop_descriptor,
             std::chrono::milliseconds patience_at_end, Hooks hooks);

  /// The first connection, which is tried for so long, so that a wrong address is said.
  Outcome<> open(std::chrono::milliseconds time);

  /// What `ask` returns. It is asked again after failures that pass; one that was asked twice may
  /// have been done twice, or done before. A Failure is one that does not pass, or the last one
  /// before patience ended.
  template <class T>
  Outcome<T> call(const std::function<Outcome<T>(Connection&)>& ask) {
    const std::lock_guard lock(mutex_);
    for (;;) {
      if (const Outcome<> there = reconnect(); !there) return there.error();
      Outcome<T> answer = ask(*connection_);
      if (answer || answer.error().kind == Failure::Kind::kRefused) {
        if (answer) pause_ = kFirstPause;
        return answer;
      }
      lose(answer.error());
    }
  }

 private:
  using Clock = std::chrono::steady_clock;

  Outcome<> reconnect();
  void lose(const Failure& failure);
  bool has_patience();

  const Server server_;
  const Login login_;
  const int stop_descriptor_;
  const std::chrono::milliseconds patience_at_end_;
  const Hooks hooks_;
  std::mutex mutex_;  // of the rest
  std::optional<Connection> connection_;
  std::optional<Failure> failure_;  // why there is no connection
  std::chrono::milliseconds pause_ = kFirstPause;
  Clock::time_point told_{};  // when it was said last that there is none
  std::optional<Clock::time_point> stopped_;
};

}  // namespace puzzled::redis
