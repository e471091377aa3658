// One connection: a coroutine that reads requests and hands them on, one that writes the answers,
// and the deadlines of both.
//
//            reads               cuts                        solves
//   socket ----------> input_ ----------> queue_ (pieces) <----------> arenas
//      ^                                     |
//      +-------------------------------------+
//                 writes, in order
//
// Reading stops while the client has as much underway, or unsent, as it may have: then TCP holds it
// up. What both coroutines wait for are changes of this object, told by cancelling a timer.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/steady_timer.hpp>
#include <memory>
#include <string_view>
#include <vector>

#include "daemon/serve/answer_queue.hpp"
#include "daemon/serve/io_thread.hpp"
#include "daemon/serve/request_input.hpp"

namespace puzzled::serve {

/// Lives as long as one of its coroutines or one of its pieces in an arena. All calls are on the
/// thread of its home.
class Session : public std::enable_shared_from_this<Session> {
 public:
  using Clock = IoThread::Clock;
  using Socket = boost::asio::generic::stream_protocol::socket;

  Session(IoThread& home, Socket socket);
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
  void drop(std::string_view reason);

 private:
  enum class Intake {
    kAccepting,
    kRefusing,  ///< every request is answered `error shutting-down`
    kOver,
  };

  boost::asio::awaitable<void> read();
  boost::asio::awaitable<void> discard();
  boost::asio::awaitable<void> write();

  bool may_discard();
  bool discard_some();

  bool may_take();
  std::uint64_t room() const;
  bool receive();
  void cut();
  void submit();
  void answered(AnswerQueue::Entry& entry);
  bool send();
  void end_intake();
  void refuse_rest(ErrorCode code, std::string_view text);
  void add_error(ErrorCode code, std::string_view text);
  void end_output();
  void check_end(Clock::time_point now);
  void check_drain(Clock::time_point now);
  bool is_quiet(Clock::time_point now) const;
  void cut_off();
  bool may_end();
  bool say_last_word();
  bool has_left();
  void close();

  IoThread& home_;
  Socket socket_;
  boost::asio::steady_timer room_;     // never expires; cancelled: see whether reading may go on
  boost::asio::steady_timer answers_;  // the same for writing
  RequestInput input_;
  AnswerQueue queue_;
  std::vector<std::unique_ptr<Piece>> pieces_;
  std::shared_ptr<Abandoned> abandoned_ = std::make_shared<Abandoned>(false);

  Intake intake_ = Intake::kAccepting;
  bool is_paused_ = false;         // not reading, for want of room
  bool waits_for_others_ = false;  // told home_ so
  bool is_blocked_ = false;        // the socket takes no answers for now
  bool draining_ = false;
  bool was_refused_ = false;    // a request, by the drain: the client knows
  bool is_cut_off_ = false;     // it was the drain that ended the intake
  bool has_unread_ = false;     // cut off, and there were bytes that we do not take any more
  bool has_last_word_ = false;  // which is the answer to that
  bool is_expired_ = false;
  bool output_ended_ = false;  // all is written, and the client has been told
  bool is_closed_ = false;

  Clock::time_point last_sent_;  // or when there began to be something to send
  Clock::time_point drain_begun_;
  Clock::time_point drain_expired_;
  Clock::time_point output_end_;  // or when the client last took some of it
  std::size_t in_kernel_ = 0;     // of the output, at its end
};

}  // namespace puzzled::serve
