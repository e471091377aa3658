// How a session ends: deadlines, the shutdown of the daemon, the close.
#include <sys/socket.h>

#include <algorithm>
#include <string>
#include <utility>

#include "daemon/base/os/peer.hpp"
#include "daemon/net/serve/session.hpp"

namespace puzzled::net {
namespace {

using std::chrono::milliseconds;

/// A client that moves nothing of what it holds for so long may be dropped when others find no
/// room. Longer than a polite client on a crowded machine may need to be given a processor.
constexpr milliseconds kUnmoved{1000};
/// The same for a client that waits for us: for answers, or for its turn to be read or written.
constexpr milliseconds kUnmovedByUs{5000};

/// How much more it counts if the client does not take its answers. Others may only wait for us.
constexpr std::uint64_t kBlockedWeight = 8;

/// When the client has all its answers, its own end is waited for: closing earlier could reset the
/// connection, and the client would lose answers that are still on their way. As long, and no
/// longer, may a client take for its answers once the time of the shutdown is up.
constexpr milliseconds kLinger{1000};

/// How long a shutdown takes requests from a client that does not stop sending, and waits for one
/// from a client that may still send without knowing; then it refuses them for as long. When a
/// client has been silent for kShutdownSilence, nothing more of it can be on its way.
constexpr milliseconds kShutdownIntake{1000};
constexpr milliseconds kShutdownSilence{100};

/// `limit` 0: none.
bool is_over(std::chrono::nanoseconds passed, std::chrono::nanoseconds limit) {
  return limit.count() > 0 && passed >= limit;
}

}  // namespace

// Deadlines.

void Session::check(Clock::time_point now) {
  contain([&] {
    if (is_closed()) return;
    check_deadlines(now);
    proceed();
  });
}

void Session::check_deadlines(Clock::time_point now) {
  const ServeSettings& settings = group_.settings();
  if (stage_ == Stage::kLingering) return check_linger(now);
  if (queue_.has_output() && is_over(now - last_sent_, settings.write_timeout)) {
    return drop(CloseReason::kWriteTimeout);
  }
  // While nothing is read, reading does not tell that a client has left.
  if ((is_paused_ || !takes_requests()) && has_left()) return close(CloseReason::kDisconnected);
  if (group_.shutdown().has_begun) check_shutdown(now);
  if (!takes_requests() || is_paused_ || input_.has_lines()) return;

  if (stage_ == Stage::kHeader) {
    if (is_over(now - input_.line_begun(), settings.read_timeout)) {
      drop(CloseReason::kProxyHeader, "the PROXY header did not arrive in time");
    }
    return;
  }
  if (input_.has_part()) {
    if (!is_over(now - input_.line_begun(), settings.read_timeout)) return;
    constexpr std::string_view kLate = "the line did not end in time";
    constexpr std::string_view kNoFeed =
        "the line did not end in time: a line feed ends it, and a carriage return alone does not";
    const std::string_view reason = input_.has_carriage_return() ? kNoFeed : kLate;
    if (!add_error(ErrorCode::kTimeout, reason)) return drop(CloseReason::kReadTimeout);
    end_intake(CloseReason::kReadTimeout);
    submit();
  } else if (queue_.empty() &&
             is_over(now - std::max(input_.last_read(), last_sent_), settings.idle_timeout)) {
    end_intake(CloseReason::kIdleTimeout);
  }
}

std::uint64_t Session::eviction_score(Clock::time_point now) {
  // One that waits for room itself will move when it gets some.
  if (is_closed() || (waits_for_others_ && queue_.empty())) return 0;
  const Clock::duration unmoved = now - std::max(last_sent_, held_since_);
  if (unmoved < kUnmoved) return 0;
  const int socket = socket_.native_handle();
  const bool waits_for_us =
      is_blocked_ ? takes_bytes(socket)
                  : queue_.in_flight() > 0 || awaits_turn_ || bytes_arrived(socket) > 0;
  if (waits_for_us && unmoved < kUnmovedByUs) return 0;
  return held() * (is_blocked_ ? kBlockedWeight : 1);
}

/// Answers in the kernel are the client's to take, for as long as those before them were. When it
/// has them all, it has a second to close.
void Session::check_linger(Clock::time_point now) {
  const std::size_t unsent = bytes_unsent(socket_.native_handle());
  if (std::exchange(in_kernel_, unsent) != unsent) output_end_ = now;
  const Shutdown& shutdown = group_.shutdown();
  const bool is_late = shutdown.is_expired && now - shutdown.expired >= 2 * kLinger;
  const std::chrono::nanoseconds limit = unsent == 0 ? kLinger : group_.settings().write_timeout;
  if (is_late || is_over(now - output_end_, limit)) close();
}

ListedClient Session::listed(Clock::time_point now) const {
  return {.peer = client_,
          .age = now - begun_,
          .in_flight = queue_.in_flight(),
          .bytes_held = held(),
          .requests = requests_,
          .bytes_in = input_.received(),
          .bytes_out = bytes_out_};
}

/// True when nobody waits for the answers any more, as far as one can tell.
bool Session::has_left() {
  const int socket = socket_.native_handle();
  return is_disconnected(socket) ||
         (queue_.is_searching() && has_ended_sending(socket) && has_local_peer_closed(socket));
}

// The shutdown of the daemon.

void Session::drain() {
  contain([this] {
    waits_for_rate_ = false;
    check_shutdown(Clock::now());
    proceed();
  });
}

/// What the client has sent before the signal is accepted, even if it is still on its way; so for a
/// while, or until it falls silent, everything is. Then what comes is refused, as long as answers
/// are in flight.
void Session::check_shutdown(Clock::time_point now) {
  if (is_closed()) return;
  const Shutdown& shutdown = group_.shutdown();
  if (shutdown.is_expired && now - shutdown.expired >= kLinger) {
    return drop(CloseReason::kShutdownTimeout);
  }
  if (!takes_requests()) return;
  const Clock::duration passed = now - shutdown.begun;
  const Clock::duration silence = now - std::max(input_.last_read(), shutdown.begun);
  const bool is_silent = silence >= kShutdownSilence && bytes_arrived(socket_.native_handle()) == 0;
  if (is_silent || passed >= kShutdownIntake) {
    if (stage_ == Stage::kHeader) return close(CloseReason::kShutdown);  // it has asked for nothing
    enter(Stage::kRefusing);
  }
  const bool is_through = is_silent && queue_.empty() && !input_.has_lines() && is_quiet(now);
  if (is_through || passed >= 2 * kShutdownIntake) cut_off();
}

/// Whether the client has fallen silent, so that it need not be waited for. One that does not know
/// yet that we end may think a while before it sends its next request.
bool Session::is_quiet(Clock::time_point now) const {
  return now - std::max(input_.last_read(), last_sent_) >=
         (was_refused_ ? kShutdownSilence : kShutdownIntake);
}

/// Takes no more requests. What the client has sent beyond that, or still sends, gets one error.
void Session::cut_off() {
  has_unread_ = input_.has_part();
  end_intake(CloseReason::kShutdown);
}

/// Whether the client need not be waited for any more. One that was cut off while it sent, or has
/// just got an answer, may have something on its way, which is to get that error.
bool Session::may_end() {
  if (stage_ != Stage::kFinishing || !queue_.empty()) return false;
  const int socket = socket_.native_handle();
  const bool knows = reason_ != CloseReason::kShutdown || has_unread_ || has_sent_error_ ||
                     group_.shutdown().is_expired || bytes_arrived(socket) > 0 ||
                     has_ended_sending(socket);
  return knows || is_quiet(Clock::now());
}

/// False when there is nothing to be said.
bool Session::send_shutdown_error() {
  if (reason_ != CloseReason::kShutdown || has_sent_error_) return false;
  if (!has_unread_ && bytes_arrived(socket_.native_handle()) == 0) return false;
  has_sent_error_ = true;
  if (!add_error(ErrorCode::kShuttingDown, kShuttingDownText)) return false;
  submit();
  return true;
}

void Session::expire() {
  if (is_closed()) return;
  contain([this] {
    if (takes_requests()) cut_off();
    *cancelled_ = true;
    queue_.refuse_waiting(ErrorCode::kShuttingDown, kShuttingDownText);
    submit();
    proceed();
  });
}

// The close.

void Session::enter(Stage stage) {
  stage_ = std::max(stage_, stage);
}

/// The last reason counts, for it was the stronger one.
void Session::set_reason(CloseReason reason, std::string_view details) noexcept {
  reason_ = reason;
  if (!is_drop(reason)) return;
  ++group_.service().metrics.connections_dropped;
  if (group_.shutdown().is_expired) group_.report_lost_answers();
  Log& log = group_.service().log;
  constexpr std::string_view kEvent = "client dropped";
  const std::string client = client_.text();
  if (details.empty()) {
    log.info(kEvent, {{"client", client}, {"reason", name_of(reason)}});
  } else {
    log.info(kEvent, {{"client", client}, {"reason", name_of(reason)}, {"details", details}});
  }
}

void Session::drop(CloseReason reason, std::string_view details) noexcept {
  if (is_closed()) return;
  set_reason(reason, details);
  // Reset it: else the kernel keeps what the client does not take for minutes.
  boost::system::error_code ignored;
  socket_.set_option(boost::asio::socket_base::linger(true, 0), ignored);
  close();
}

void Session::close(CloseReason reason) noexcept {
  if (is_closed()) return;
  set_reason(reason);
  close();
}

void Session::close() noexcept {
  if (is_closed()) return;
  stage_ = Stage::kClosed;
  const Service& service = group_.service();
  ++service.metrics.closed[static_cast<std::size_t>(reason_)];
  if (service.log.level() <= LogLevel::kDebug) {
    service.log.debug("connection closed",
                      {{"client", client_.text()}, {"reason", name_of(reason_)}});
  }
  *cancelled_ = true;
  group_.remove(*this);
  boost::system::error_code ignored;
  socket_.close(ignored);
  connection_.clear();
  address_.clear(Clock::now());
}

}  // namespace puzzled::net
