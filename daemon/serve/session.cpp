#include "daemon/serve/session.hpp"

#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <exception>
#include <utility>

#include "daemon/serve/peer.hpp"

namespace puzzled::serve {
namespace {

using boost::asio::redirect_error;
using boost::asio::use_awaitable;
using boost::system::error_code;
using std::chrono::milliseconds;

/// What a client may always send when nothing of it is underway, however full the daemon is.
constexpr std::size_t kLeastRead = std::size_t{8} << 10;

/// A client may hold an eighth of what all clients together have left: one alone gets as much as it
/// wants, a thousand share, and a newcomer always finds something (the dynamic thresholds of
/// switches: Choudhury and Hahne, 1998).
constexpr std::uint64_t kShare = 8;

/// Behind the last answer the client's own end is waited for: closing earlier could reset the
/// connection, and the client would lose answers that are still underway. As long, and no longer,
/// may a client take for its answers once the time of the drain is up.
constexpr milliseconds kLinger{1000};

/// How long a drain takes requests from a client that does not stop sending, and waits for one from
/// a client that may still send without knowing; then it refuses them for as long. Silence must
/// last kDrainSilence until nothing more can be underway.
constexpr milliseconds kDrainIntake{1000};
constexpr milliseconds kDrainSilence{100};
constexpr std::string_view kShuttingDown = "the daemon is shutting down";

constexpr std::size_t kWriteParts = 64;

RequestLimits request_limits(const ServeSettings& settings) {
  return {.line_bytes = settings.line_limit,
          .queens = settings.queens_limit,
          .first = settings.first_limit};
}

bool would_block(int code) {
  return code == EAGAIN || code == EWOULDBLOCK || code == EINTR;
}

}  // namespace

Session::Session(IoThread& home, Socket socket)
    : home_(home),
      socket_(std::move(socket)),
      room_(home.context(), Clock::time_point::max()),
      answers_(home.context(), Clock::time_point::max()),
      input_(request_limits(home.settings()), home.service().metrics),
      queue_(home.service().metrics),
      last_sent_(Clock::now()) {}

void Session::start() {
  home_.add(*this);
  const auto self = shared_from_this();
  const auto ended = [self](const std::exception_ptr& failure) {
    if (failure) self->drop("out of memory");
  };
  boost::asio::co_spawn(
      home_.context(), [self] { return self->read(); }, ended);
  boost::asio::co_spawn(
      home_.context(), [self] { return self->write(); }, ended);
}

// Reading.

boost::asio::awaitable<void> Session::read() {
  error_code ignored;
  while (!is_closed_ && intake_ != Intake::kOver) {
    if (!may_take()) {
      is_paused_ = true;
      co_await room_.async_wait(redirect_error(use_awaitable, ignored));
      is_paused_ = false;
      if (is_closed_) co_return;
      input_.begin_line_anew();  // it was not the client that took its time
      continue;
    }
    if (!input_.has_lines()) {
      if (input_.at_end()) break;
      co_await socket_.async_wait(Socket::wait_read, redirect_error(use_awaitable, ignored));
      if (is_closed_) co_return;
      if (intake_ == Intake::kOver) break;
      if (!receive()) continue;
    }
    cut();
    if (input_.ended()) break;
  }
  if (is_closed_) co_return;
  end_intake();
  if (!input_.at_end()) co_await discard();
}

/// Behind the end of the intake the client may go on sending. What it sends is read and forgotten
/// until it closes, once it can know that we have ended; before, it is not read at all.
boost::asio::awaitable<void> Session::discard() {
  error_code ignored;
  while (!may_discard()) {
    co_await room_.async_wait(redirect_error(use_awaitable, ignored));
    if (is_closed_) co_return;
  }
  for (;;) {
    co_await socket_.async_wait(Socket::wait_read, redirect_error(use_awaitable, ignored));
    if (is_closed_) co_return;
    if (!discard_some()) co_return close();
  }
}

/// A client that can send without end might never read. In a drain, which tells everybody, nothing
/// is read before all has got through: what the client's system has, no reset destroys.
bool Session::may_discard() {
  return output_ended_ && (!draining_ || bytes_unsent(socket_.native_handle()) == 0);
}

/// False when there is nothing to come any more.
bool Session::discard_some() {
  std::array<char, std::size_t{64} << 10> nowhere;
  const ssize_t got = ::recv(socket_.native_handle(), nowhere.data(), nowhere.size(), MSG_DONTWAIT);
  return got > 0 || (got < 0 && would_block(errno));
}

/// Bytes that the client may still have in our buffers.
std::uint64_t Session::room() const {
  const ServeSettings& settings = home_.settings();
  const std::uint64_t used_by_all = home_.service().metrics.buffer_bytes;
  const std::uint64_t left = settings.buffers_total - std::min(used_by_all, settings.buffers_total);
  const std::uint64_t held = queue_.held() + input_.held();
  const std::uint64_t most = std::min(settings.unsent_pause, left / kShare);
  if (queue_.empty()) return std::max<std::uint64_t>(most - std::min(held, most), kLeastRead);
  return most - std::min(held, most);
}

bool Session::may_take() {
  const ServeSettings& settings = home_.settings();
  if (queue_.has_waiting() || queue_.in_flight() >= settings.requests_per_client) return false;
  if (room() == 0) return false;
  if (home_.service().metrics.requests_in_flight < settings.requests_total) return true;
  if (!waits_for_others_) home_.wait_for_room(weak_from_this());
  waits_for_others_ = true;
  return false;
}

void Session::resume() {
  waits_for_others_ = false;
  room_.cancel();
}

/// Reads what has arrived, as much as there is room for. False if that is nothing.
bool Session::receive() {
  const RequestInput::Receipt receipt = input_.receive(socket_.native_handle(), room());
  if (receipt == RequestInput::Receipt::kBroken) close();  // nobody waits for the rest
  return receipt == RequestInput::Receipt::kSome;
}

/// Hands on the requests that are there, as many as there is room for.
void Session::cut() {
  const ServeSettings& settings = home_.settings();
  const std::uint64_t underway = home_.service().metrics.requests_in_flight;
  const std::uint64_t most = std::min(
      settings.requests_per_client - std::min(queue_.in_flight(), settings.requests_per_client),
      settings.requests_total - std::min(underway, settings.requests_total));
  input_.cut(std::max<std::uint64_t>(most, 1), pieces_);
  const Clock::time_point now = Clock::now();
  for (std::unique_ptr<Piece>& piece : pieces_) {
    piece->arrived = now;
    piece->abandoned = abandoned_;
    if (intake_ == Intake::kRefusing) {
      was_refused_ = was_refused_ || piece->kind != PieceKind::kReady;
      refuse(*piece, ErrorCode::kShuttingDown, kShuttingDown);
    }
    queue_.add(std::move(piece));
  }
  pieces_.clear();
  submit();
}

void Session::end_intake() {
  intake_ = Intake::kOver;
  input_.clear();
  answers_.cancel();
}

/// Answers the line that has begun with an error, and takes no more.
void Session::refuse_rest(ErrorCode code, std::string_view text) {
  add_error(code, text);
  end_intake();
  submit();
  // The reader waits for one of these.
  room_.cancel();
  error_code ignored;
  socket_.cancel(ignored);
}

/// Puts an error behind all other answers.
void Session::add_error(ErrorCode code, std::string_view text) {
  auto piece = std::make_unique<Piece>();
  piece->answers.append(error_answer(code, text) + '\n');
  piece->tally.errors[static_cast<std::size_t>(code)] = 1;
  queue_.add(std::move(piece));
}

// Solving.

void Session::submit() {
  const bool had_output = queue_.has_output();
  while (AnswerQueue::Entry* const entry = queue_.next_to_submit(home_.settings())) {
    home_.service().arenas.submit(*entry->piece, [self = shared_from_this(), entry]() mutable {
      Mailbox& mailbox = self->home_.mailbox();
      // Moved, so that the last reference is given up on the session's own thread.
      mailbox.put([self = std::move(self), entry] { self->answered(*entry); });
    });
  }
  if (had_output || !queue_.has_output()) return;
  last_sent_ = Clock::now();
  answers_.cancel();
}

void Session::answered(AnswerQueue::Entry& entry) {
  const bool had_output = queue_.has_output();
  queue_.answered(entry);
  home_.tell_waiting();
  if (is_closed_) return;
  if (is_blocked_ && queue_.unsent() > home_.settings().unsent_drop) {
    return drop("too many answers wait for it");
  }
  if (!had_output) {
    last_sent_ = Clock::now();
    answers_.cancel();
  }
  submit();
  if (is_paused_) room_.cancel();
}

// Writing.

boost::asio::awaitable<void> Session::write() {
  error_code ignored;
  while (!is_closed_) {
    if (!send()) {
      co_await socket_.async_wait(Socket::wait_write, redirect_error(use_awaitable, ignored));
    } else if (may_end()) {
      if (!say_last_word()) co_return end_output();
    } else if (!is_closed_) {
      co_await answers_.async_wait(redirect_error(use_awaitable, ignored));
    }
  }
}

/// Sends all answers there are, in order. False if the socket takes no more for now.
bool Session::send() {
  bool takes_more = true;
  while (takes_more && !is_closed_ && queue_.has_output()) {
    std::array<iovec, kWriteParts> parts;
    msghdr message{};
    message.msg_iov = parts.data();
    message.msg_iovlen = queue_.gather(parts);
    const ssize_t sent = ::sendmsg(socket_.native_handle(), &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0) {
      takes_more = false;
      if (!would_block(errno)) close();  // reset: nobody waits for the rest
      break;
    }
    queue_.sent(static_cast<std::size_t>(sent));
    home_.service().metrics.bytes_out += static_cast<std::uint64_t>(sent);
    last_sent_ = Clock::now();
    submit();  // what waited for this
    if (is_paused_) room_.cancel();
  }
  is_blocked_ = !takes_more;
  return takes_more;
}

void Session::end_output() {
  if (input_.at_end()) return close();
  output_ended_ = true;
  output_end_ = Clock::now();
  ::shutdown(socket_.native_handle(), SHUT_WR);
  room_.cancel();
}

// Deadlines, and the end.

void Session::check(Clock::time_point now) {
  if (is_closed_) return;
  const ServeSettings& settings = home_.settings();
  const auto is_over = [](Clock::duration passed, std::chrono::nanoseconds limit) {
    return limit.count() > 0 && passed >= limit;
  };
  if (output_ended_) return check_end(now);
  if (queue_.has_output() && is_over(now - last_sent_, settings.stall_limit)) {
    return drop("takes no answers");
  }
  // Who does not read does not see that a client has left.
  if ((is_paused_ || intake_ == Intake::kOver) && has_left()) return close();
  if (draining_) check_drain(now);
  if (is_closed_) return;
  if (intake_ == Intake::kOver || is_paused_ || input_.has_lines()) return;

  if (input_.has_part()) {
    if (!is_over(now - input_.line_begun(), settings.line_deadline)) return;
    ++home_.service().metrics.connections_dropped;
    refuse_rest(ErrorCode::kTimeout, "the line was not ended in time");
  } else if (queue_.empty() &&
             is_over(now - std::max(input_.last_read(), last_sent_), settings.idle_timeout)) {
    ++home_.service().metrics.connections_dropped;
    end_intake();
    error_code ignored;
    socket_.cancel(ignored);
  }
}

/// A client may go on taking what is in the kernel; from when it does not, it has a second to
/// close.
void Session::check_end(Clock::time_point now) {
  const std::size_t unsent = bytes_unsent(socket_.native_handle());
  if (std::exchange(in_kernel_, unsent) != unsent) output_end_ = now;
  const bool is_late = is_expired_ && now - drain_expired_ >= 2 * kLinger;
  if (is_late || now - output_end_ >= kLinger) return close();
  if (unsent == 0) room_.cancel();
}

void Session::adjust() {
  input_.set_limits(request_limits(home_.settings()));
  submit();
  room_.cancel();
}

void Session::drain() {
  draining_ = true;
  drain_begun_ = Clock::now();
  check_drain(drain_begun_);
}

/// What the client has sent before the signal is accepted, even if it is still underway; so for a
/// while, or until it falls silent, everything is. Then what comes is refused, as long as answers
/// are underway.
void Session::check_drain(Clock::time_point now) {
  if (is_closed_) return;
  if (is_expired_ && now - drain_expired_ >= kLinger) return drop("takes no answers in the drain");
  if (is_cut_off_) answers_.cancel();  // silence may have come
  if (intake_ == Intake::kOver) return;
  const Clock::duration passed = now - drain_begun_;
  const Clock::duration silence = now - std::max(input_.last_read(), drain_begun_);
  const bool is_silent = silence >= kDrainSilence && bytes_arrived(socket_.native_handle()) == 0;
  if (is_silent || passed >= kDrainIntake) intake_ = Intake::kRefusing;
  const bool is_through = is_silent && queue_.empty() && !input_.has_lines() && is_quiet(now);
  if (is_through || passed >= 2 * kDrainIntake) cut_off();
}

/// Whether the client has fallen silent, so that it need not be waited for. One that does not know
/// yet that we end may think a while before it sends its next request.
bool Session::is_quiet(Clock::time_point now) const {
  return now - std::max(input_.last_read(), last_sent_) >=
         (was_refused_ ? kDrainSilence : kDrainIntake);
}

/// Takes no more. What the client has sent beyond that, or still sends, gets one last word.
void Session::cut_off() {
  is_cut_off_ = true;
  has_unread_ = input_.has_part();
  end_intake();
  room_.cancel();
  error_code ignored;
  socket_.cancel(ignored);
}

/// Whether the client need not be waited for any more. One that was cut off while it sent, or has
/// just got an answer, may have something underway, which shall get its last word.
bool Session::may_end() {
  if (intake_ != Intake::kOver || !queue_.empty()) return false;
  const int socket = socket_.native_handle();
  const bool knows = !is_cut_off_ || has_unread_ || has_last_word_ || is_expired_ ||
                     bytes_arrived(socket) > 0 || has_ended_sending(socket);
  return knows || is_quiet(Clock::now());
}

/// False when there is nothing to be said.
bool Session::say_last_word() {
  if (!is_cut_off_ || has_last_word_) return false;
  if (!has_unread_ && bytes_arrived(socket_.native_handle()) == 0) return false;
  has_last_word_ = true;
  add_error(ErrorCode::kShuttingDown, kShuttingDown);
  submit();
  return true;
}

void Session::expire() {
  if (is_closed_ || is_expired_) return;
  is_expired_ = true;
  drain_expired_ = Clock::now();
  if (intake_ != Intake::kOver) cut_off();
  *abandoned_ = true;
  queue_.refuse_waiting(ErrorCode::kShuttingDown, kShuttingDown);
  submit();
  answers_.cancel();
}

/// True when nobody waits for the answers any more, as far as one can tell.
bool Session::has_left() {
  const int socket = socket_.native_handle();
  return is_disconnected(socket) ||
         (queue_.is_searching() && has_ended_sending(socket) && has_local_peer_closed(socket));
}

void Session::drop(std::string_view reason) {
  if (is_closed_) return;
  ++home_.service().metrics.connections_dropped;
  home_.service().log.info("client dropped", {{"reason", reason}});
  // Reset it: else the kernel keeps what the client does not take for minutes.
  error_code ignored;
  socket_.set_option(boost::asio::socket_base::linger(true, 0), ignored);
  close();
}

void Session::close() {
  if (is_closed_) return;
  is_closed_ = true;
  *abandoned_ = true;
  home_.remove(*this);
  error_code ignored;
  socket_.close(ignored);
  room_.cancel();
  answers_.cancel();
  --home_.service().metrics.connections_open;
}

}  // namespace puzzled::serve
