// Brings word from other threads to a loop's thread, without a lock. boost::asio::post() wakes the
// loop while it holds a mutex that the loop takes first of all: so the poster loses its processor
// to the loop, and the loop waits for the poster's next turn. With a search, of low priority on a
// busy machine, that took up to 50 ms, in which nobody's single puzzle was answered.
#pragma once

#include <boost/asio/io_context.hpp>
#include <functional>
#include <memory>

#include "daemon/serve/call_list.hpp"
#include "daemon/serve/loop_types.hpp"
#include "daemon/serve/pending.hpp"

namespace puzzled::serve {

class Mailbox {
 public:
  /// Throws std::system_error if the system gives no descriptor.
  explicit Mailbox(boost::asio::io_context& context);
  Mailbox(const Mailbox&) = delete;
  Mailbox& operator=(const Mailbox&) = delete;

  /// Has the loop call it soon; what one thread puts, in that order. Any thread; never waits. An
  /// exception of a call comes out of the loop.
  void put(std::unique_ptr<CallList::Call> call) noexcept;
  void put(std::function<void()> call);

  /// Goes on when an exception has come out of the loop. On the loop's thread.
  void resume();

 private:
  void wait();

  CallList calls_;
  Pending waiting_;
  LoopDescriptor bell_;  // rung when the first of them comes
};

}  // namespace puzzled::serve
