// Lets one coroutine of a loop wait for another. All run on the loop's thread, so no notification
// is missed between a check and the wait that follows it.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "daemon/net/loop/loop.hpp"

namespace puzzled::net {

class Event {
 public:
  explicit Event(Loop& loop) : timer_(loop.context()) {}

  /// Until notify(), or until `deadline`. For one coroutine at a time.
  boost::asio::awaitable<void> wait(
      Loop::Clock::time_point deadline = Loop::Clock::time_point::max()) {
    boost::system::error_code ignored;
    timer_.expires_at(deadline);
    co_await timer_.async_wait(boost::asio::redirect_error(boost::asio::use_awaitable, ignored));
  }

  void notify() { timer_.cancel(); }

 private:
  boost::asio::steady_timer timer_;
};

}  // namespace puzzled::net
