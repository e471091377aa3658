#include "daemon/net/serve/session.hpp"

#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "daemon/base/os/peer.hpp"
#include "daemon/net/wire/protocol.hpp"
#include "daemon/net/wire/proxy_header.hpp"

namespace puzzled::net {
namespace {

using boost::system::error_code;

/// What a client that holds nothing may always take to have some requests parsed, however full the
/// daemon is.
constexpr std::uint64_t kMinParse = std::uint64_t{2} << 10;

/// A client may hold an eighth of what all clients together have left: one alone gets as much as it
/// wants, a thousand share, and a newcomer always finds something (the dynamic thresholds of
/// switches: Choudhury and Hahne, 1998).
constexpr std::uint64_t kShare = 8;

/// What has been read takes up to three times as much when it is parsed: in batches and answers.
constexpr std::uint64_t kParseFactor = 3;

constexpr std::size_t kWriteParts = 64;

bool would_block(int code) {
  return code == EAGAIN || code == EWOULDBLOCK || code == EINTR;
}

}  // namespace

RequestLimits request_limits(const ServeSettings& settings) {
  return {.line_bytes = settings.line_limit,
          .queens = settings.queens_limit,
          .first = settings.first_limit,
          .answer_bytes = settings.buffers_total / kShare};
}

Session::Session(SessionGroup& group, Socket socket, Admission admission)
    : group_(group),
      connection_(std::move(admission.connection)),
      socket_(std::move(socket)),
      client_(admission.client),
      address_(std::move(admission.address)),
      input_(request_limits(group.settings()), group.service().budget.bytes,
             group.service().metrics),
      queue_(group.service().budget, group.service().metrics),
      stage_(admission.awaits_header ? Stage::kHeader : Stage::kServing),
      last_sent_(begun_) {}

void Session::start() {
  contain([this] {
    group_.add(shared_from_this());
    // Most ask as they connect: they need not wait until the others have had their turn once more.
    is_readable_ = bytes_arrived(socket_.native_handle()) > 0;
    proceed();
  });
}

/// Until reading and writing wait for something.
void Session::proceed() {
  do {
    take_requests();
  } while (write_answers());
}

void Session::wait_until_readable() {
  if (std::exchange(awaits_reading_, true)) return;
  socket_.async_wait(Socket::wait_read, [self = shared_from_this()](error_code) {
    self->awaits_reading_ = false;
    self->contain([&] {
      self->is_readable_ = true;
      self->proceed();
    });
  });
}

void Session::wait_until_writable() {
  if (std::exchange(awaits_writing_, true)) return;
  socket_.async_wait(Socket::wait_write, [self = shared_from_this()](error_code) {
    self->awaits_writing_ = false;
    self->contain([&] { self->proceed(); });
  });
}

void Session::wait_for_turn() {
  if (std::exchange(awaits_turn_, true)) return;
  group_.add_turn();
  group_.loop().defer([self = shared_from_this()] {
    self->awaits_turn_ = false;
    self->group_.end_turn();
    self->contain([&] { self->proceed(); });
  });
}

// Reading.

void Session::take_requests() {
  while (takes_requests() && !awaits_turn_) {
    if (!may_take()) {
      is_paused_ = true;
      return;
    }
    // It was not the client that took its time.
    if (std::exchange(is_paused_, false)) input_.restart_line_timer();
    if (!input_.has_lines()) {
      if (input_.at_end()) return end_intake(CloseReason::kEndOfInput);
      if (!is_readable_) return wait_until_readable();
      is_readable_ = false;
      if (!receive()) continue;
      // What came is not cut before there is room for all of it: pieces of two lines cost as much
      // as large ones.
      if (stage_ == Stage::kServing && input_.has_lines() && !may_take()) continue;
    }
    if (stage_ == Stage::kHeader && !read_header()) continue;
    parse();
    if (input_.ended()) return end_intake(input_.ended_by());
    // Other clients have their turn first, new ones among them.
    if (input_.has_lines()) wait_for_turn();
  }
  if (!is_closed() && may_discard()) discard();
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

/// A client that can send without end might never read. In a shutdown, which tells everybody,
/// nothing is read before all has got through: what the client's system has, no reset destroys.
bool Session::may_discard() {
  return stage_ == Stage::kLingering &&
         (!group_.shutdown().has_begun || bytes_unsent(socket_.native_handle()) == 0);
}

/// What the client may take of what is left for all, beyond what it holds.
std::uint64_t Session::share() const {
  const Quota& bytes = group_.service().budget.bytes;
  const std::uint64_t most = bytes.left_below(SessionGroup::max_to_share(bytes)) / kShare;
  return most - std::min(held(), most);
}

/// Bytes that the client may take now. If it holds nothing but what it has sent, enough for the
/// next request, for which it has to wait only if there is nothing left at all.
std::uint64_t Session::room() const {
  if (queue_.empty()) return std::max(share(), min_room());
  const std::uint64_t unsent = input_.held() + queue_.unsent();
  return unsent < group_.settings().output_soft_limit ? share() : 0;
}

std::uint64_t Session::min_room() const {
  return std::max(SessionGroup::kRoomForOne, input_.needs());
}

bool Session::may_take() const {
  if (waits_for_others_ || waits_for_rate_ || queue_.has_waiting()) return false;
  return queue_.in_flight() < group_.settings().requests_per_client && room() >= min_room();
}

void Session::wait_for_others() {
  if (std::exchange(waits_for_others_, true)) return;
  group_.wait_for_room([weak = weak_from_this()] {
    if (const auto self = weak.lock()) self->resume();
  });
}

void Session::resume() {
  waits_for_others_ = false;
  contain([this] { wait_for_turn(); });
}

void Session::resume_by_rate() {
  waits_for_rate_ = false;
  contain([this] { proceed(); });
}

/// Reads what has arrived, as much as there is room for. False if that is nothing.
bool Session::receive() {
  using Receipt = RequestInput::Receipt;
  if (held() == 0) held_since_ = Clock::now();
  const std::uint64_t soft_limit = group_.settings().output_soft_limit;
  const std::uint64_t unsent = input_.held() + queue_.unsent();
  const std::uint64_t most =
      std::min(soft_limit - std::min(unsent, soft_limit), room() / kParseFactor);
  const Receipt receipt =
      input_.receive(socket_.native_handle(), std::max(most, RequestInput::kMinRead),
                     SessionGroup::max_for_reading(group_.service().budget.bytes));
  if (receipt == Receipt::kBroken)
    close(CloseReason::kDisconnected);  // reset: the rest has no reader
  if (receipt == Receipt::kNoRoom) wait_for_others();
  return receipt == Receipt::kSome;
}

/// Takes the header by which a proxy says whose connection this is from the input. False while it
/// is not all there, and when there will be no requests.
bool Session::read_header() {
  const ProxyHeader header = parse_proxy_header(input_.text());
  if (header.state == ProxyHeader::State::kMalformed) {
    drop(CloseReason::kProxyHeader, header.reason);
    return false;
  }
  if (header.state == ProxyHeader::State::kIncomplete) {
    // One that says nothing at all is somebody who looks whether the port is open.
    if (input_.at_end() && input_.has_part()) {
      drop(CloseReason::kProxyHeader, "the PROXY header is incomplete");
    }
    input_.wait_for_more();
    return false;
  }
  input_.drop_front(header.size);
  enter(Stage::kServing);
  if (header.client) client_ = *header.client;
  const Service& service = group_.service();
  std::optional<AddressLease> address = service.budget.addresses.admit(client_);
  if (!address) {
    ++service.metrics.connections_refused;
    service.log.warning(kRefusedByAddress, {{"client", client_.text()}});
    add_error(ErrorCode::kBusy, kTooManyOfAddress);
    end_intake(CloseReason::kAddressConnections);
    submit();
    return false;
  }
  address_ = std::move(*address);
  return true;
}

/// As many requests, `most` at most, as the rate of the client's address lets us take now. If there
/// are none, nothing is read until there are some. A shutdown does not wait for that.
std::uint64_t Session::take_by_rate(std::uint64_t most) {
  if (group_.shutdown().has_begun) return most;
  const AddressLease::Grant grant = address_.take(most, Clock::now());
  if (grant.requests == 0) {
    ++group_.service().metrics.rate_waits;
    group_.wait_for_rate(grant.when, [weak = weak_from_this()] {
      if (const auto self = weak.lock()) self->resume_by_rate();
    });
    waits_for_rate_ = true;
  }
  return grant.requests;
}

/// Parses the requests that are there, as many as there is room for, and submits them.
void Session::parse() {
  const ServeSettings& settings = group_.settings();
  const std::uint64_t least = std::max(kMinParse, input_.needs());
  if (least > group_.service().budget.bytes.limit()) return drop(CloseReason::kRequestTooLarge);
  {
    // What is left of the grant goes back before anything is answered.
    Grant grant(group_.service().budget);
    const std::uint64_t lines = std::min(
        {settings.requests_per_client - std::min(queue_.in_flight(), settings.requests_per_client),
         input_.held(), RequestParser::kMaxLinesInTurn});
    const std::uint64_t bytes = std::min(room(), kParseFactor * settings.output_soft_limit);
    if (grant.lines.grow_up_to(std::max<std::uint64_t>(lines, 1)) == 0 ||
        grant.bytes.grow_up_to(std::max(bytes, least)) < least) {
      return wait_for_others();
    }
    const std::uint64_t allowed = take_by_rate(grant.lines.amount());
    if (allowed == 0) return;
    std::vector<std::unique_ptr<RequestBatch>> batches;
    input_.parse(allowed, batches, grant.bytes.amount(), group_.work_of_turn());
    const Clock::time_point now = Clock::now();
    std::uint64_t taken = 0;
    for (std::unique_ptr<RequestBatch>& batch : batches) {
      taken += batch->lines;
      batch->arrived = now;
      batch->cancelled = cancelled_;
      batch->client = client_;
      if (stage_ == Stage::kRefusing) {
        was_refused_ = was_refused_ || batch->kind != BatchKind::kAnswered;
        refuse(*batch, ErrorCode::kShuttingDown, kShuttingDownText);
      }
      queue_.add(std::move(batch), grant);
    }
    requests_ += taken;
    address_.give_back(allowed - taken);
  }
  submit();
}

/// Takes no more requests, for that reason; what was taken is still answered.
void Session::end_intake(CloseReason reason) {
  enter(Stage::kFinishing);
  set_reason(reason);
  input_.clear();
}

/// Puts an error behind all other answers. False if there is no room for it.
bool Session::add_error(ErrorCode code, std::string_view text) {
  auto batch = std::make_unique<RequestBatch>();
  batch->answers.append(error_answer(code, text) + '\n');
  batch->tally.errors[static_cast<std::size_t>(code)] = 1;
  Grant grant(group_.service().budget);
  if (!grant.bytes.grow(memory_of(*batch))) return false;
  queue_.add(std::move(batch), grant);
  return true;
}

// Solving.

void Session::submit() {
  const bool had_output = queue_.has_output();
  while (AnswerQueue::Entry* const entry = queue_.next_to_submit(group_.settings())) {
    // The session lives until it is called back, and what may be its last reference is given up on
    // its own thread.
    group_.submit(
        {entry->batch.get(), [&loop = group_.loop(), self = shared_from_this(), entry]() mutable {
           loop.post([self = std::move(self), entry] { self->answered(*entry); });
         }});
  }
  if (!had_output && queue_.has_output()) last_sent_ = Clock::now();
}

void Session::answered(AnswerQueue::Entry& entry) {
  contain([&] {
    const bool had_output = queue_.has_output();
    queue_.answered(entry);
    group_.notify_waiting();
    if (is_closed()) return;
    if (is_blocked_ && queue_.unsent() > group_.settings().output_hard_limit) {
      return drop(CloseReason::kOutputLimit);
    }
    if (!had_output) last_sent_ = Clock::now();
    submit();
    proceed();
  });
}

// Writing.

/// True if that has made room for requests that had to wait.
bool Session::write_answers() {
  if (stage_ >= Stage::kLingering || awaits_writing_) return false;
  const std::uint64_t held_before = queue_.held();
  bool takes_more = send();
  const bool ends = takes_more && may_end();
  if (ends && send_shutdown_error()) takes_more = send();
  if (!takes_more) {
    if (!is_closed()) wait_until_writable();
  } else if (ends || queue_.is_closed()) {
    end_output();
  }
  return !is_closed() && is_paused_ && queue_.held() < held_before;
}

/// Sends all answers there are, in order. False if the socket takes no more for now.
bool Session::send() {
  bool takes_more = true;
  while (takes_more && !is_closed() && queue_.has_output()) {
    std::array<iovec, kWriteParts> parts;
    msghdr message{};
    message.msg_iov = parts.data();
    message.msg_iovlen = queue_.gather(parts);
    const ssize_t sent = ::sendmsg(socket_.native_handle(), &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0) {
      takes_more = false;
      if (!would_block(errno)) close(CloseReason::kDisconnected);  // reset: the rest has no reader
      break;
    }
    queue_.sent(static_cast<std::size_t>(sent));
    bytes_out_ += static_cast<std::uint64_t>(sent);
    group_.service().metrics.bytes_out += static_cast<std::uint64_t>(sent);
    last_sent_ = Clock::now();
    submit();  // what waited for this
    group_.notify_waiting();
  }
  is_blocked_ = !takes_more;
  return takes_more;
}

void Session::end_output() {
  *cancelled_ = true;  // what was behind a batch that closes
  if (input_.at_end()) return close();
  enter(Stage::kLingering);
  output_end_ = Clock::now();
  ::shutdown(socket_.native_handle(), SHUT_WR);
  if (may_discard()) discard();
}

void Session::adjust() {
  contain([this] {
    waits_for_rate_ = false;
    input_.set_limits(request_limits(group_.settings()));
    submit();
    proceed();
  });
}

}  // namespace puzzled::net
