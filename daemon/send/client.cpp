#include "daemon/send/client.hpp"

#include <fcntl.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cerrno>
#include <deque>
#include <system_error>
#include <utility>
#include <vector>

#include "daemon/send/connection.hpp"
#include "daemon/send/endpoint.hpp"

namespace puzzled::send {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

int copy_of(int descriptor) {
  const int copy = ::fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
  if (copy < 0) throw std::system_error(errno, std::generic_category(), "fcntl");
  return copy;
}

}  // namespace

struct Client::Parts {
  Parts(const ClientOptions& given, const Interrupt& interrupted,
        std::function<bool(std::string_view)> output)
      : options(given),
        interrupt(interrupted),
        write(std::move(output)),
        feed(given.input, given.feed, interrupted,
             [this] { asio::post(context, [this] { feed_changed(); }); }),
        work(
            given.work, feed, [this](std::string_view answers) { write_answers(answers); },
            [this] { wake_soon(); }),
        interrupt_watch(context, copy_of(interrupted.wake_fd())),
        end_timer(context) {}

  void write_answers(std::string_view answers) {
    if (output_closed || write(answers)) return;
    output_closed = true;
    stop_now();
  }

  void feed_changed() {
    if (feed.ended()) return wake_all();
    work.wake_idle();
  }

  /// Not at once: whoever calls is in the middle of something.
  void wake_soon() {
    if (std::exchange(wake_is_posted, true)) return;
    asio::post(context, [this] {
      wake_is_posted = false;
      wake_all();
    });
  }

  void wake_all() {
    for (Connection& connection : connections) connection.wake();
  }

  /// Gives up all connections, answers or not.
  void stop_now() {
    work.stop();
    asio::post(context, [this] {
      for (Connection& connection : connections) connection.abort();
    });
  }

  asio::awaitable<void> run_connection(Connection& connection) {
    co_await connection.run();
    if (++finished < connections.size()) co_return;
    error_code ignored;
    interrupt_watch.close(ignored);
    end_timer.cancel();
  }

  asio::awaitable<void> watch_interrupt() {
    error_code error;
    co_await interrupt_watch.async_wait(asio::posix::stream_descriptor::wait_read,
                                        asio::redirect_error(asio::use_awaitable, error));
    if (!error) stop_now();
  }

  /// Ends the sending; what is underway is still answered.
  asio::awaitable<void> watch_clock() {
    error_code error;
    end_timer.expires_after(options.duration);
    co_await end_timer.async_wait(asio::redirect_error(asio::use_awaitable, error));
    if (!error) work.stop();
  }

  ClientEnd end() {
    ClientEnd end;
    end.interrupted = interrupt.requested();
    for (const Connection& connection : connections) {
      if (connection.end() == Connection::End::kRefused) ++end.refused;
      if (connection.end() == Connection::End::kLost) ++end.lost;
      const bool failed = connection.end() != Connection::End::kDone;
      if (failed && !end.connection) end.connection = connection.message();
    }
    end.connected = end.refused < connections.size();
    work.lose_returned();
    end.unanswered = work.lost();
    if (!work.stopped() && !feed.ended()) end.unread = feed.next_line();
    end.input = feed.error();
    return end;
  }

  const ClientOptions options;
  const Interrupt& interrupt;
  const std::function<bool(std::string_view)> write;
  asio::io_context context{1};
  InputFeed feed;
  Work work;
  std::vector<Endpoint> endpoints;
  ReadBuffer buffer;
  std::deque<Connection> connections;
  std::size_t finished = 0;
  asio::posix::stream_descriptor interrupt_watch;
  asio::steady_timer end_timer;
  bool output_closed = false;
  bool wake_is_posted = false;
};

Client::Client(const ClientOptions& options, const Interrupt& interrupt,
               std::function<bool(std::string_view)> write)
    : parts_(std::make_unique<Parts>(options, interrupt, std::move(write))) {}

Client::~Client() = default;

Result<ClientEnd> Client::run() {
  Parts& parts = *parts_;
  Result<std::vector<Endpoint>> endpoints = resolve(parts.options.address);
  if (!endpoints) return endpoints.error();
  parts.endpoints = std::move(*endpoints);
  if (const Result<> started = parts.feed.start(); !started) return started.error();
  for (std::uint64_t i = 0; i < parts.options.work.connections; ++i) {
    parts.connections.emplace_back(parts.context, parts.work, parts.endpoints,
                                   parts.options.retries, parts.options.patience, parts.buffer);
  }
  for (Connection& connection : parts.connections) {
    asio::co_spawn(parts.context, parts.run_connection(connection), asio::detached);
  }
  asio::co_spawn(parts.context, parts.watch_interrupt(), asio::detached);
  if (parts.options.duration.count() > 0) {
    asio::co_spawn(parts.context, parts.watch_clock(), asio::detached);
  }
  parts.context.run();
  ClientEnd end = parts.end();
  parts.feed.stop();
  return end;
}

const AnswerTally& Client::tally() const {
  return parts_->work.tally();
}

std::uint64_t Client::consumed() const {
  return parts_->feed.consumed();
}

const Work& Client::work() const {
  return parts_->work;
}

}  // namespace puzzled::send
