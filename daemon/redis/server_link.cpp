#include "daemon/redis/server_link.hpp"

#include <algorithm>
#include <utility>

namespace puzzled::redis {
namespace {

constexpr std::chrono::seconds kTellEvery{30};

}  // namespace

ServerLink::ServerLink(Server server, Login login, int stop_descriptor,
                       std::chrono::milliseconds patience_at_end, Hooks hooks)
    : server_(std::move(server)),
      login_(std::move(login)),
      stop_descriptor_(stop_descriptor),
      patience_at_end_(patience_at_end),
      hooks_(std::move(hooks)) {}

Outcome<> ServerLink::open(std::chrono::milliseconds time) {
  const std::lock_guard lock(mutex_);
  const Clock::time_point end = Clock::now() + time;
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
    Outcome<Connection> connection = open_patiently(server_, login_,
                                                    {.time = std::max(left, kFirstPause),
                                                     .stop_descriptor = stop_descriptor_,
                                                     .tell = hooks_.lost});
    if (!connection) return connection.error();
    const Outcome<> prepared = hooks_.prepare(*connection);
    if (prepared) {
      connection->set_reply_patience(Patience().reply);
      connection_.emplace(std::move(*connection));
      return {};
    }
    const Failure failure{prepared.error().kind, server_.text() + ": " + prepared.error().message};
    if (failure.kind == Failure::Kind::kRefused || Clock::now() + kFirstPause >= end) {
      return failure;
    }
    // The server may have ended just then.
    hooks_.lost(failure.message);
    if (wait_for_stop(stop_descriptor_, kFirstPause)) return failure;
  }
}

bool ServerLink::has_patience() {
  if (!wait_for_stop(stop_descriptor_, std::chrono::milliseconds(0))) return true;
  if (!stopped_) stopped_ = Clock::now();
  return Clock::now() - *stopped_ < patience_at_end_;
}

void ServerLink::lose(const Failure& failure) {
  connection_.reset();
  const bool is_new = !failure_ || failure_->message != failure.message;
  failure_ = failure;
  if (!is_new && Clock::now() - told_ < kTellEvery) return;
  told_ = Clock::now();
  hooks_.lost(failure.message);
}

/// The server may have lost its data, or be another one, or be configured anew: what prepare()
/// refuses is final. A login that is refused is not: passwords are changed in two places.
Outcome<> ServerLink::reconnect() {
  while (!connection_) {
    if (!has_patience()) return *failure_;
    const int descriptor = stopped_ ? -1 : stop_descriptor_;
    wait_for_stop(descriptor, pause_);
    pause_ = std::min(2 * pause_, kLongestPause);
    hooks_.tries();
    Outcome<Connection> connection = Connection::open(server_, login_);
    if (!connection) {
      lose(connection.error());
      continue;
    }
    if (const Outcome<> prepared = hooks_.prepare(*connection); !prepared) {
      if (prepared.error().kind == Failure::Kind::kRefused) return prepared.error();
      lose(prepared.error());
      continue;
    }
    connection_.emplace(std::move(*connection));
    failure_.reset();
    hooks_.back();
  }
  return {};
}

}  // namespace puzzled::redis
