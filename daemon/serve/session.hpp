// One connection: reads requests and hands them on, writes the answers, and keeps the deadlines of
// both.
//
//            reads               cuts                        solves
//   socket ----------> input_ ----------> queue_ (batches) <----------> pools
//      ^                                     |
//      +-------------------------------------+
//                 writes, in order
//
// Reading stops while the client has as much underway, or unsent, as it may have: then TCP holds it
// up. Whatever happens (the socket is ready, a batch is answered, there is room again, time
// passes), go_on() does what can be done then, and asks to be told of what it waits for.
//
// Memory. `buffers-total` bounds what all clients together have in their inputs and queues; every
// byte is taken from it before it is used (lease.hpp). Requests are cut only as far as there is
// room for their batches and for the answers, too; what is not cut yet stays in the input, where a
// request takes least. A client may hold an eighth of what is left, and one that holds nothing
// always gets a little: if there is none, it waits, and IoThread drops the clients that hold most
// and have not moved any of it for a while.
//
// Exceptions: see contained.hpp. Each call that comes from outside drops the session if it throws.
#pragma once

#include <memory>
#include <string_view>

#include "daemon/serve/answer_queue.hpp"
#include "daemon/serve/io_thread.hpp"
#include "daemon/serve/loop_types.hpp"
#include "daemon/serve/pending.hpp"
#include "daemon/serve/request_input.hpp"

namespace puzzled::serve {

/// Its io owns it until it is closed; then it lives as long as one of its batches is in an pool.
/// All calls are on the thread of its io.
class Session : public std::enable_shared_from_this<Session> {
 public:
  using Clock = IoThread::Clock;
  using Socket = LoopSocket;

  /// `connection` is counted in Metrics::connections_open.
  Session(IoThread& io, Socket socket, Lease connection);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  void start();

  /// Enforces the deadlines; called every now and then.
  void check(Clock::time_point now);

  /// There may be room for requests again.
  void resume();

  /// Settings have changed.
  void adjust();

  /// Takes what the client has sent by now, refuses what it sends later, and closes when all is
  /// answered.
  void drain();

  /// The time of the drain is up: refuses what is not answered yet, and closes soon.
  void expire();

  /// Closes now, whatever is underway, and says why in the log.
  void drop(std::string_view reason) noexcept;

  /// Bytes in buffers.
  std::uint64_t held() const { return input_.held() + queue_.held(); }

  /// How much it is in the way of others: what it holds, if none of that has moved for a while, and
  /// more if it is the client that does not take its answers.
  std::uint64_t burden(Clock::time_point now);

 private:
  enum class Intake {
    kAccepting,
    kRefusing,  ///< every request is answered `error shutting-down`
    kOver,
  };

  void go_on();
  void take_requests();
  void discard();
  bool write_answers();
  void wait_until_readable();
  void wait_until_writable();
  void wait_for_turn();

  template <typename Call>
  void contain(Call call) noexcept;

  bool may_discard();
  bool may_take() const;
  std::uint64_t share() const;
  std::uint64_t room() const;
  std::uint64_t least_room() const;
  void wait_for_others();
  bool receive();
  void cut();
  void submit();
  void answered(AnswerQueue::Entry& entry);
  void end_unanswered();
  bool send();
  void end_intake();
  void refuse_rest(ErrorCode code, std::string_view text);
  bool add_error(ErrorCode code, std::string_view text);
  void end_output();
  void check_deadlines(Clock::time_point now);
  void check_end(Clock::time_point now);
  void check_drain(Clock::time_point now);
  bool is_quiet(Clock::time_point now) const;
  void cut_off();
  bool may_end();
  bool say_last_word();
  bool has_left();
  void close() noexcept;

  IoThread& io_;
  Lease connection_;
  Socket socket_;
  Pending reading_;  // waits until the socket can be read
  Pending writing_;  // waits until it can be written to
  Pending turn_;     // waits until others had their turn
  RequestInput input_;
  AnswerQueue queue_;
  std::shared_ptr<CancelFlag> cancelled_ = std::make_shared<CancelFlag>(false);

  Intake intake_ = Intake::kAccepting;
  bool is_readable_ = false;       // as far as the system has told
  bool is_paused_ = false;         // not reading, for want of room
  bool waits_for_others_ = false;  // told io_ so: nothing is read or cut
  bool is_blocked_ = false;        // the socket takes no answers for now
  bool draining_ = false;
  bool was_refused_ = false;    // a request, by the drain: the client knows
  bool is_cut_off_ = false;     // it was the drain that ended the intake
  bool has_unread_ = false;     // cut off, and there were bytes that we do not take any more
  bool has_last_word_ = false;  // which is the answer to that
  bool is_expired_ = false;
  bool output_ended_ = false;  // all is written, and the client has been told
  bool is_closed_ = false;

  Clock::time_point last_sent_;   // or when there began to be something to send
  Clock::time_point held_since_;  // when it began to hold anything
  Clock::time_point drain_begun_;
  Clock::time_point drain_expired_;
  Clock::time_point output_end_;  // or when the client last took some of it
  std::size_t in_kernel_ = 0;     // of the output, at its end
};

}  // namespace puzzled::serve
