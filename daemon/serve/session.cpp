#include "daemon/serve/session.hpp"

#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <boost/asio/post.hpp>
#include <utility>
#include <vector>

#include "daemon/os/peer.hpp"
#include "daemon/serve/contained.hpp"
#include "daemon/wire/protocol.hpp"

namespace puzzled::serve {
namespace {

using boost::system::error_code;
using std::chrono::milliseconds;

/// What a client that holds nothing may always take to have some requests cut, however full the
/// daemon is.
constexpr std::uint64_t kMinCut = std::uint64_t{2} << 10;

/// A client may hold an eighth of what all clients together have left: one alone gets as much as it
/// wants, a thousand share, and a newcomer always finds something (the dynamic thresholds of
/// switches: Choudhury and Hahne, 1998).
constexpr std::uint64_t kShare = 8;

/// What has been read takes up to three times as much when it is cut: in batches and answers.
constexpr std::uint64_t kCutFactor = 3;

/// A client that moves nothing of what it holds for so long may be dropped when others find no
/// room. Longer than a polite client on a crowded machine may need to be given a processor.
constexpr milliseconds kUnmoved{1000};
/// The same for a client that waits for us: for answers, or for its turn to be read or written.
constexpr milliseconds kUnmovedByUs{5000};

/// How much more it counts if the client does not take its answers. Others may only wait for us.
constexpr std::uint64_t kBlockedWeight = 8;

/// Behind the last answer the client's own end is waited for: closing earlier could reset the
/// connection, and the client would lose answers that are still underway. As long, and no longer,
/// may a client take for its answers once the time of the drain is up.
constexpr milliseconds kLinger{1000};

/// How long a drain takes requests from a client that does not stop sending, and waits for one from
/// a client that may still send without knowing; then it refuses them for as long. Silence must
/// last kDrainSilence until nothing more can be underway.
constexpr milliseconds kDrainIntake{1000};
constexpr milliseconds kDrainSilence{100};

constexpr std::size_t kWriteParts = 64;

RequestLimits request_limits(const ServeSettings& settings) {
  return {.line_bytes = settings.line_limit,
          .queens = settings.queens_limit,
          .first = settings.first_limit,
          .answer_bytes = settings.buffers_total / kShare};
}

bool would_block(int code) {
  return code == EAGAIN || code == EWOULDBLOCK || code == EINTR;
}

}  // namespace

Session::Session(IoThread& io, Socket socket, Lease connection)
    : io_(io),
      connection_(std::move(connection)),
      socket_(std::move(socket)),
      input_(request_limits(io.settings()), io.service().metrics),
      queue_(io.service().metrics),
      last_sent_(Clock::now()) {}

/// Whatever `call` throws ends this connection and nothing else.
template <typename Call>
void Session::contain(Call call) noexcept {
  contained(call, [this](std::string_view reason) {
    ++io_.service().metrics.exceptions;
    drop(reason);
  });
}

void Session::start() {
  contain([this] {
    io_.add(shared_from_this());
    go_on();
  });
}

/// Until reading and writing wait for something.
void Session::go_on() {
  do {
    take_requests();
  } while (write_answers());
}

void Session::wait_until_readable() {
  if (reading_.is_active()) return;
  socket_.async_wait(Socket::wait_read,
                     [self = shared_from_this(), token = reading_.begin()](error_code) mutable {
                       token.end();
                       self->contain([&] {
                         self->is_readable_ = true;
                         self->go_on();
                       });
                     });
}

void Session::wait_until_writable() {
  if (writing_.is_active()) return;
  socket_.async_wait(Socket::wait_write,
                     [self = shared_from_this(), token = writing_.begin()](error_code) mutable {
                       token.end();
                       self->contain([&] { self->go_on(); });
                     });
}

void Session::wait_for_turn() {
  if (turn_.is_active()) return;
  boost::asio::post(io_.context(), [self = shared_from_this(), token = turn_.begin()]() mutable {
    token.end();
    self->contain([&] { self->go_on(); });
  });
}

// Reading.

void Session::take_requests() {
  while (!is_closed_ && intake_ != Intake::kOver && !turn_.is_active()) {
    if (!may_take()) {
      is_paused_ = true;
      return;
    }
    // It was not the client that took its time.
    if (std::exchange(is_paused_, false)) input_.begin_line_anew();
    if (!input_.has_lines()) {
      if (input_.at_end()) return end_intake();
      if (!is_readable_) return wait_until_readable();
      is_readable_ = false;
      if (!receive()) continue;
    }
    cut();
    if (input_.ended()) return end_intake();
    // Others have their turn first, be it that of who connects just now.
    if (input_.has_lines()) wait_for_turn();
  }
  if (!is_closed_ && may_discard()) discard();
}

/// Behind the end of the intake the client may go on sending. What it sends is read and forgotten
/// until it closes, once it can know that we have ended; before, it is not read at all.
void Session::discard() {
  if (!is_readable_) return wait_until_readable();
  is_readable_ = false;
  std::array<char, std::size_t{64} << 10> nowhere;
  const ssize_t got = ::recv(socket_.native_handle(), nowhere.data(), nowhere.size(), MSG_DONTWAIT);
  if (got == 0 || (got < 0 && !would_block(errno))) return close();
  wait_until_readable();
}

/// A client that can send without end might never read. In a drain, which tells everybody, nothing
/// is read before all has got through: what the client's system has, no reset destroys.
bool Session::may_discard() {
  return output_ended_ && (!draining_ || bytes_unsent(socket_.native_handle()) == 0);
}

/// What the client may take of what is left for all, beyond what it holds.
std::uint64_t Session::share() const {
  const std::uint64_t total = io_.settings().buffers_total;
  const std::uint64_t used = io_.service().metrics.buffer_bytes;
  const std::uint64_t most = (total - std::min(used, total)) / kShare;
  return most - std::min(held(), most);
}

/// Bytes that the client may take now. If it holds nothing but what it has sent, enough for the
/// next request, for which it has to wait only if there is nothing left at all.
std::uint64_t Session::room() const {
  if (queue_.empty()) return std::max(share(), least_room());
  const std::uint64_t in_use = input_.held() + queue_.in_use();
  return in_use < io_.settings().output_soft_limit ? share() : 0;
}

std::uint64_t Session::least_room() const {
  return std::max(2 * RequestInput::kMinRead, input_.needs());
}

bool Session::may_take() const {
  const ServeSettings& settings = io_.settings();
  if (waits_for_others_ || queue_.has_waiting()) return false;
  return queue_.in_flight() < settings.requests_per_client && room() >= least_room();
}

void Session::wait_for_others() {
  if (!waits_for_others_) io_.wait_for_room(weak_from_this());
  waits_for_others_ = true;
}

void Session::resume() {
  waits_for_others_ = false;
  contain([this] { wait_for_turn(); });
}

/// Reads what has arrived, as much as there is room for. False if that is nothing.
bool Session::receive() {
  using Receipt = RequestInput::Receipt;
  const ServeSettings& settings = io_.settings();
  if (held() == 0) held_since_ = Clock::now();
  const std::uint64_t in_use = input_.held() + queue_.in_use();
  const std::uint64_t most =
      std::min(settings.output_soft_limit - std::min(in_use, settings.output_soft_limit),
               room() / kCutFactor);
  const Receipt receipt =
      input_.receive(socket_.native_handle(), std::max(most, RequestInput::kMinRead),
                     IoThread::most_for_reading(settings));
  if (receipt == Receipt::kBroken) close();  // nobody waits for the rest
  if (receipt == Receipt::kNoRoom) wait_for_others();
  return receipt == Receipt::kSome;
}

/// Hands on the requests that are there, as many as there is room for.
void Session::cut() {
  const ServeSettings& settings = io_.settings();
  const std::uint64_t least = std::max(kMinCut, input_.needs());
  if (least > settings.buffers_total) return drop("a request takes more than buffers-total");
  {
    // What is left of the grant goes back before anything is answered.
    Grant grant(io_.service().metrics);
    const std::uint64_t lines = std::min(
        {settings.requests_per_client - std::min(queue_.in_flight(), settings.requests_per_client),
         input_.held(), RequestParser::kMaxLinesInTurn});
    const std::uint64_t bytes = std::min(room(), kCutFactor * settings.output_soft_limit);
    if (grant.lines.grow_up_to(std::max<std::uint64_t>(lines, 1), settings.requests_total) == 0 ||
        grant.bytes.grow_up_to(std::max(bytes, least), settings.buffers_total) < least) {
      return wait_for_others();
    }
    std::vector<std::unique_ptr<RequestBatch>> batches;
    input_.cut(grant.lines.amount(), batches, grant.bytes.amount());
    const Clock::time_point now = Clock::now();
    for (std::unique_ptr<RequestBatch>& batch : batches) {
      batch->arrived = now;
      batch->cancelled = cancelled_;
      if (intake_ == Intake::kRefusing) {
        was_refused_ = was_refused_ || batch->kind != BatchKind::kAnswered;
        refuse(*batch, ErrorCode::kShuttingDown, kShuttingDownText);
      }
      queue_.add(std::move(batch), grant);
    }
  }
  submit();
}

void Session::end_intake() {
  intake_ = Intake::kOver;
  input_.clear();
}

/// Answers the line that has begun with an error, and takes no more.
void Session::refuse_rest(ErrorCode code, std::string_view text) {
  if (!add_error(code, text)) return drop(text);
  end_intake();
  submit();
}

/// Puts an error behind all other answers. False if there is no room for it.
bool Session::add_error(ErrorCode code, std::string_view text) {
  auto batch = std::make_unique<RequestBatch>();
  batch->answers.append(error_answer(code, text) + '\n');
  batch->tally.errors[static_cast<std::size_t>(code)] = 1;
  Grant grant(io_.service().metrics);
  if (!grant.bytes.grow(memory_of(*batch), io_.settings().buffers_total)) return false;
  queue_.add(std::move(batch), grant);
  return true;
}

// Solving.

void Session::submit() {
  const bool had_output = queue_.has_output();
  while (AnswerQueue::Entry* const entry = queue_.next_to_submit(io_.settings())) {
    // Made before, so that calling back cannot fail. It holds the last reference if need be, which
    // is given up on the session's own thread.
    auto call = std::make_unique<CallList::Call>(
        [self = shared_from_this(), entry] { self->answered(*entry); });
    io_.service().pools.submit(*entry->batch, [&mailbox = io_.mailbox(), ready = call.get()] {
      mailbox.put(std::unique_ptr<CallList::Call>(ready));
    });
    static_cast<void>(call.release());  // the pool has it
  }
  if (!had_output && queue_.has_output()) last_sent_ = Clock::now();
}

void Session::answered(AnswerQueue::Entry& entry) {
  contain([&] {
    const bool had_output = queue_.has_output();
    const bool is_last = queue_.is_last(entry) && input_.ended();
    const bool has_failed = entry.batch->closes && !is_last;
    queue_.answered(entry);
    io_.notify_waiting();
    if (is_closed_) return;
    if (has_failed) end_unanswered();
    if (is_blocked_ && queue_.unsent() > io_.settings().output_hard_limit) {
      return drop("too many answers wait for it");
    }
    if (!had_output) last_sent_ = Clock::now();
    submit();
    go_on();
  });
}

/// There was not even memory to say so: what came before is still sent, then this closes.
void Session::end_unanswered() {
  ++io_.service().metrics.connections_dropped;
  io_.service().log.warning("client dropped", {{"reason", "no memory for an answer"}});
  end_intake();
}

// Writing.

/// True if that has made room for requests that had to wait.
bool Session::write_answers() {
  if (is_closed_ || output_ended_ || writing_.is_active()) return false;
  const std::uint64_t held_before = queue_.held();
  bool takes_more = send();
  const bool ends = takes_more && may_end();
  if (ends && say_last_word()) takes_more = send();
  if (!takes_more) {
    if (!is_closed_) wait_until_writable();
  } else if (ends || queue_.is_closed()) {
    end_output();
  }
  return !is_closed_ && is_paused_ && queue_.held() < held_before;
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
    io_.service().metrics.bytes_out += static_cast<std::uint64_t>(sent);
    last_sent_ = Clock::now();
    submit();  // what waited for this
    io_.notify_waiting();
  }
  is_blocked_ = !takes_more;
  return takes_more;
}

void Session::end_output() {
  *cancelled_ = true;  // what was behind a batch that closes
  if (input_.at_end()) return close();
  output_ended_ = true;
  output_end_ = Clock::now();
  ::shutdown(socket_.native_handle(), SHUT_WR);
  if (may_discard()) discard();
}

// Deadlines, and the end.

void Session::check(Clock::time_point now) {
  contain([&] {
    if (is_closed_) return;
    check_deadlines(now);
    go_on();
  });
}

void Session::check_deadlines(Clock::time_point now) {
  const ServeSettings& settings = io_.settings();
  const auto is_over = [](Clock::duration passed, std::chrono::nanoseconds limit) {
    return limit.count() > 0 && passed >= limit;
  };
  if (output_ended_) return check_end(now);
  if (queue_.has_output() && is_over(now - last_sent_, settings.write_timeout)) {
    return drop("takes no answers");
  }
  // Who does not read does not see that a client has left.
  if ((is_paused_ || intake_ == Intake::kOver) && has_left()) return close();
  if (draining_) check_drain(now);
  if (is_closed_) return;
  if (intake_ == Intake::kOver || is_paused_ || input_.has_lines()) return;

  if (input_.has_part()) {
    if (!is_over(now - input_.line_begun(), settings.read_timeout)) return;
    refuse_rest(ErrorCode::kTimeout, "the line was not ended in time");
    if (!is_closed_) ++io_.service().metrics.connections_dropped;
  } else if (queue_.empty() &&
             is_over(now - std::max(input_.last_read(), last_sent_), settings.idle_timeout)) {
    ++io_.service().metrics.connections_dropped;
    end_intake();
  }
}

std::uint64_t Session::burden(Clock::time_point now) {
  // One that waits for room itself will move when it gets some.
  if (is_closed_ || (waits_for_others_ && queue_.empty())) return 0;
  const Clock::duration unmoved = now - std::max(last_sent_, held_since_);
  if (unmoved < kUnmoved) return 0;
  const int socket = socket_.native_handle();
  const bool waits_for_us =
      is_blocked_ ? takes_bytes(socket)
                  : queue_.in_flight() > 0 || turn_.is_active() || bytes_arrived(socket) > 0;
  if (waits_for_us && unmoved < kUnmovedByUs) return 0;
  return held() * (is_blocked_ ? kBlockedWeight : 1);
}

/// A client may go on taking what is in the kernel; from when it does not, it has a second to
/// close.
void Session::check_end(Clock::time_point now) {
  const std::size_t unsent = bytes_unsent(socket_.native_handle());
  if (std::exchange(in_kernel_, unsent) != unsent) output_end_ = now;
  const bool is_late = is_expired_ && now - drain_expired_ >= 2 * kLinger;
  if (is_late || now - output_end_ >= kLinger) close();
}

void Session::adjust() {
  contain([this] {
    input_.set_limits(request_limits(io_.settings()));
    submit();
    go_on();
  });
}

void Session::drain() {
  contain([this] {
    draining_ = true;
    drain_begun_ = Clock::now();
    check_drain(drain_begun_);
    go_on();
  });
}

/// What the client has sent before the signal is accepted, even if it is still underway; so for a
/// while, or until it falls silent, everything is. Then what comes is refused, as long as answers
/// are underway.
void Session::check_drain(Clock::time_point now) {
  if (is_closed_) return;
  if (is_expired_ && now - drain_expired_ >= kLinger) return drop("takes no answers in the drain");
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
  if (!add_error(ErrorCode::kShuttingDown, kShuttingDownText)) return false;
  submit();
  return true;
}

void Session::expire() {
  if (is_closed_ || is_expired_) return;
  contain([this] {
    is_expired_ = true;
    drain_expired_ = Clock::now();
    if (intake_ != Intake::kOver) cut_off();
    *cancelled_ = true;
    queue_.refuse_waiting(ErrorCode::kShuttingDown, kShuttingDownText);
    submit();
    go_on();
  });
}

/// True when nobody waits for the answers any more, as far as one can tell.
bool Session::has_left() {
  const int socket = socket_.native_handle();
  return is_disconnected(socket) ||
         (queue_.is_searching() && has_ended_sending(socket) && has_local_peer_closed(socket));
}

void Session::drop(std::string_view reason) noexcept {
  if (is_closed_) return;
  ++io_.service().metrics.connections_dropped;
  io_.service().log.info("client dropped", {{"reason", reason}});
  // Reset it: else the kernel keeps what the client does not take for minutes.
  error_code ignored;
  socket_.set_option(boost::asio::socket_base::linger(true, 0), ignored);
  close();
}

void Session::close() noexcept {
  if (is_closed_) return;
  is_closed_ = true;
  *cancelled_ = true;
  io_.remove(*this);
  error_code ignored;
  socket_.close(ignored);
  connection_.clear();
}

}  // namespace puzzled::serve
