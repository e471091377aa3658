// Lets one coroutine wait for another. All on one thread, so nothing is missed between a check and
// the wait that follows it.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>

namespace puzzled::send {

class Signal {
 public:
  explicit Signal(boost::asio::io_context& context) : timer_(context) {}

  /// Until notify(), or until `deadline`. For one coroutine at a time.
  boost::asio::awaitable<void> wait(std::chrono::steady_clock::time_point deadline =
                                        std::chrono::steady_clock::time_point::max()) {
    boost::system::error_code ignored;
    timer_.expires_at(deadline);
    co_await timer_.async_wait(boost::asio::redirect_error(boost::asio::use_awaitable, ignored));
  }

  void notify() { timer_.cancel(); }

 private:
  boost::asio::steady_timer timer_;
};

}  // namespace puzzled::send
