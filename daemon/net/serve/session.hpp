// One connection: reads requests and submits them, writes the answers, and keeps the deadlines of
// both.
//
//            reads               parses                      solves
//   socket ----------> input_ ----------> queue_ (batches) <----------> pools
//      ^                                     |
//      +-------------------------------------+
//                 writes, in order
//
// Reading stops while the client is at its limit of requests in flight or unsent answers; TCP then
// slows it down. On every event (the socket is ready, a batch is answered, there is room again,
// time passes) proceed() does what it can, and registers for the events that it waits for.
//
// Memory. `buffers-total` bounds the inputs and queues of all clients together; every byte is taken
// from the Budget before it is used. Requests are parsed only while there is room for their batches
// and their answers; the others stay in the input, where they take least. A client may hold an
// eighth of what is left to share, and one that holds nothing always gets a little, for which some
// is kept (SessionGroup::max_to_share): if there is none, it waits, and the I/O thread drops the
// clients that hold most without progress.
//
// Exceptions: see exceptions.hpp. Every call from outside drops the session if it throws.
//
// Addresses. A connection from a listed proxy begins with a header that names the client, which is
// read first. Requests are taken at most at the rate of the client's address (AddressLimits): when
// it is used up, nothing is read or parsed until its turn comes.
//
// session.cpp reads and writes; session_end.cpp has the deadlines, the shutdown and the close.
#pragma once

#include <memory>
#include <string_view>

#include "daemon/net/loop/asio_types.hpp"
#include "daemon/net/metrics/client_list.hpp"
#include "daemon/net/metrics/close_reason.hpp"
#include "daemon/net/serve/answer_queue.hpp"
#include "daemon/net/serve/exceptions.hpp"
#include "daemon/net/serve/request_input.hpp"
#include "daemon/net/serve/session_group.hpp"
#include "daemon/net/wire/client_address.hpp"

namespace puzzled::net {

/// The limits of requests under these settings.
RequestLimits request_limits(const ServeSettings& settings);

/// Its group owns it until it is closed; then it lives as long as one of its batches is in a pool.
/// All calls are on the thread of its group.
class Session : public std::enable_shared_from_this<Session> {
 public:
  using Clock = std::chrono::steady_clock;
  using Socket = AsioSocket;

  Session(SessionGroup& group, Socket socket, Admission admission);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  void start();

  /// Enforces the deadlines; called regularly.
  void check(Clock::time_point now);

  /// There may be room for requests again.
  void resume();

  /// The rate of the client's address allows more requests.
  void resume_by_rate();

  /// Settings have changed.
  void adjust();

  /// The daemon shuts down: accepts the requests that the client has sent by now, refuses later
  /// ones, and closes when all are answered.
  void drain();

  /// The shutdown timeout is over: refuses what is not answered yet, and closes soon.
  void expire();

  /// Closes now, whatever is in flight, and says why in the log. `details` is for people.
  void drop(CloseReason reason, std::string_view details = {}) noexcept;

  /// Bytes in buffers.
  std::uint64_t held() const { return input_.held() + queue_.held(); }

  /// The session with the highest score is dropped first when memory is short: the bytes that it
  /// holds if none have moved for a while, and more if the client does not read its answers.
  std::uint64_t eviction_score(Clock::time_point now);

  /// Its row in the list of clients.
  ListedClient listed(Clock::time_point now) const;

 private:
  /// How far the connection has come. It never goes back.
  enum class Stage {
    kHeader,     ///< a proxy is to say whose connection this is
    kServing,    ///< requests are taken
    kRefusing,   ///< every request is answered `error shutting-down`
    kFinishing,  ///< no request is taken any more; answers are still written
    kLingering,  ///< all is written, the client has been told, and its own end is waited for
    kClosed,
  };

  void proceed();
  void take_requests();
  void discard();
  bool write_answers();
  void wait_until_readable();
  void wait_until_writable();
  void wait_for_turn();

  /// An exception of `call` ends this connection only.
  template <typename Call>
  void contain(Call call) noexcept {
    contained(call, [this](std::string_view why) {
      ++group_.service().metrics.exceptions;
      drop(CloseReason::kException, why);
    });
  }

  void enter(Stage stage);
  bool takes_requests() const { return stage_ < Stage::kFinishing; }
  bool is_closed() const { return stage_ == Stage::kClosed; }

  bool may_discard();
  bool may_take() const;
  std::uint64_t share() const;
  std::uint64_t room() const;
  std::uint64_t min_room() const;
  void wait_for_others();
  bool receive();
  bool read_header();
  std::uint64_t take_by_rate(std::uint64_t most);
  void parse();
  void submit();
  void answered(AnswerQueue::Entry& entry);
  bool send();
  void end_intake(CloseReason reason);
  bool add_error(ErrorCode code, std::string_view text);
  void end_output();
  void check_deadlines(Clock::time_point now);
  void check_linger(Clock::time_point now);
  void check_shutdown(Clock::time_point now);
  bool is_quiet(Clock::time_point now) const;
  void cut_off();
  bool may_end();
  bool send_shutdown_error();
  bool has_left();
  void set_reason(CloseReason reason, std::string_view details = {}) noexcept;
  void close(CloseReason reason) noexcept;
  void close() noexcept;

  SessionGroup& group_;
  Lease connection_;
  Socket socket_;
  ClientAddress client_;
  AddressLease address_;
  RequestInput input_;
  AnswerQueue queue_;
  std::shared_ptr<CancelFlag> cancelled_ = std::make_shared<CancelFlag>(false);

  Stage stage_ = Stage::kServing;
  CloseReason reason_ = CloseReason::kNone;  // for which it has begun to end
  bool awaits_reading_ = false;              // until the socket can be read
  bool awaits_writing_ = false;              // until it can be written to
  bool awaits_turn_ = false;                 // until others had their turn
  bool is_readable_ = false;                 // as far as the system has told
  bool is_paused_ = false;                   // not reading, for want of room
  bool waits_for_others_ = false;            // told group_ so: nothing is read or parsed
  bool waits_for_rate_ = false;              // the same
  bool is_blocked_ = false;                  // the socket takes no answers for now

  // In a shutdown.
  bool was_refused_ = false;     // a request: so the client knows
  bool has_unread_ = false;      // there were bytes that we do not take any more
  bool has_sent_error_ = false;  // which is the answer to that

  const Clock::time_point begun_ = Clock::now();
  std::uint64_t requests_ = 0;  // lines taken so far
  std::uint64_t bytes_out_ = 0;

  Clock::time_point last_sent_;   // or when there began to be something to send
  Clock::time_point held_since_;  // when it began to hold anything
  Clock::time_point output_end_;  // or when the client last took some of it
  std::size_t in_kernel_ = 0;     // of the output, at its end
};

}  // namespace puzzled::net
