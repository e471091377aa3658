// One connection: reads requests and submits them, writes the answers, and keeps the deadlines of
// both.
//
//            reads               parses                      solves
//   socket ----------> input_ ----------> queue_ (batches) <----------> pools
//      ^                                     |
//      +-------------------------------------+
//                 writes, in order
//
// Reading stops while the client has as much in flight, or unsent, as it may have: then TCP holds
// it up. Whatever happens (the socket is ready, a batch is answered, there is room again, time
// passes), proceed() does what can be done then, and asks to be told of what it waits for.
//
// Memory. `buffers-total` bounds what all clients together have in their inputs and queues; every
// byte is taken from the Budget before it is used. Requests are parsed only as far as there is room
// for their batches and for the answers, too; what is not parsed yet stays in the input, where a
// request takes least. A client may hold an eighth of what is left, and one that holds nothing
// always gets a little: if there is none, it waits, and the host drops the clients that hold most
// and have not moved any of it for a while.
//
// Exceptions: see exceptions.hpp. Each call that comes from outside drops the session if it throws.
//
// Addresses. A connection from a listed proxy begins with a header that says whose it is; before
// that, nothing else is read. Requests are taken only as fast as the client's address may send them
// (AddressLimits): with none left, nothing is read or parsed until its turn comes.
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
#include "daemon/net/serve/session_host.hpp"
#include "daemon/net/wire/client_address.hpp"

namespace puzzled::net {

/// What a request may ask for under these settings.
RequestLimits request_limits(const ServeSettings& settings);

/// Its host owns it until it is closed; then it lives as long as one of its batches is in a pool.
/// All calls are on the thread of its host.
class Session : public std::enable_shared_from_this<Session> {
 public:
  using Clock = std::chrono::steady_clock;
  using Socket = AsioSocket;

  Session(SessionHost& host, Socket socket, Admission admission);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  void start();

  /// Enforces the deadlines; called every now and then.
  void check(Clock::time_point now);

  /// There may be room for requests again.
  void resume();

  /// The client's address may have some more requests taken.
  void resume_by_rate();

  /// Settings have changed.
  void adjust();

  /// The daemon shuts down: takes what the client has sent by now, refuses what it sends later, and
  /// closes when all is answered.
  void drain();

  /// The time for that is up: refuses what is not answered yet, and closes soon.
  void expire();

  /// Closes now, whatever is in flight, and says why in the log. `details` is for people.
  void drop(CloseReason reason, std::string_view details = {}) noexcept;

  /// Bytes in buffers.
  std::uint64_t held() const { return input_.held() + queue_.held(); }

  /// How much it is in the way of others: what it holds, if none of that has moved for a while, and
  /// more if it is the client that does not take its answers.
  std::uint64_t burden(Clock::time_point now);

  /// What operators are told of it.
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

  /// Whatever `call` throws ends this connection and nothing else.
  template <typename Call>
  void contain(Call call) noexcept {
    contained(call, [this](std::string_view why) {
      ++host_.service().metrics.exceptions;
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
  bool say_last_word();
  bool has_left();
  void set_reason(CloseReason reason, std::string_view details = {}) noexcept;
  void close(CloseReason reason) noexcept;
  void close() noexcept;

  SessionHost& host_;
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
  bool waits_for_others_ = false;            // told host_ so: nothing is read or parsed
  bool waits_for_rate_ = false;              // the same
  bool is_blocked_ = false;                  // the socket takes no answers for now

  // In a shutdown.
  bool was_refused_ = false;    // a request: so the client knows
  bool has_unread_ = false;     // there were bytes that we do not take any more
  bool has_last_word_ = false;  // which is the answer to that

  const Clock::time_point begun_ = Clock::now();
  std::uint64_t requests_ = 0;  // lines taken so far
  std::uint64_t bytes_out_ = 0;

  Clock::time_point last_sent_;   // or when there began to be something to send
  Clock::time_point held_since_;  // when it began to hold anything
  Clock::time_point output_end_;  // or when the client last took some of it
  std::size_t in_kernel_ = 0;     // of the output, at its end
};

}  // namespace puzzled::net
