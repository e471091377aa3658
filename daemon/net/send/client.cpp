#include "daemon/net/send/client.hpp"

#include <fcntl.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <cerrno>
#include <deque>
#include <system_error>
#include <utility>
#include <vector>

#include "daemon/net/loop/loop.hpp"
#include "daemon/net/send/endpoint.hpp"

namespace puzzled::net::send {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

int copy_of(int descriptor) {
  const int copy = ::fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
  if (copy < 0) throw std::system_error(errno, std::generic_category(), "fcntl");
  return copy;
}

WorkOptions with_retries(const ClientOptions& options) {
  WorkOptions work = options.work;
  work.retries = options.retries;
  return work;
}

}  // namespace

struct Client::Parts {
  Parts(const ClientOptions& given, const Interrupt& interrupted,
        std::function<bool(std::string_view)> output)
      : options(given),
        interrupt(interrupted),
        write(std::move(output)),
        feed(given.input, given.feed, interrupted,
             [this] { loop.post([this] { feed_changed(); }); }),
        work(
            with_retries(given), feed, [this](std::string_view answers) { write_answers(answers); },
            [this] { notify_soon(); }),
        interrupt_watch(loop, copy_of(interrupted.poll_fd()), [this] { stop_now(); }),
        end_timer(loop, [this] { work.stop(); }) {}

  void write_answers(std::string_view answers) {
    if (output_closed || write(answers)) return;
    output_closed = true;
    stop_now();
  }

  void feed_changed() {
    if (feed.ended()) return notify_all();
    work.notify_idle();
  }

  /// Posted, because the caller is in the middle of its own work.
  void notify_soon() {
    if (std::exchange(notify_is_posted, true)) return;
    loop.defer([this] {
      notify_is_posted = false;
      notify_all();
    });
  }

  void notify_all() {
    for (Connection& connection : connections) connection.notify();
  }

  /// Gives up all connections, answers or not.
  void stop_now() {
    work.stop();
    loop.defer([this] {
      for (Connection& connection : connections) connection.abort();
    });
  }

  asio::awaitable<void> run_connection(Connection& connection) {
    co_await connection.run();
    work.leave();
    if (++finished == connections.size()) loop.stop();
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
    for (const Connection& connection : connections) {
      if (!end.connection && !connection.lost_once().empty()) {
        end.connection = connection.lost_once();
      }
    }
    end.connected = end.refused < connections.size();
    work.give_up_waiting();
    end.unanswered = work.lost();
    end.once = work.lost_once();
    if (!work.stopped() && !feed.has_given_all()) end.unread = feed.next_line();
    end.input = feed.error();
    return end;
  }

  const ClientOptions options;
  const Interrupt& interrupt;
  const std::function<bool(std::string_view)> write;
  Loop loop;
  InputFeed feed;
  Work work;
  std::vector<Endpoint> endpoints;
  ReadBuffer buffer;
  std::deque<Connection> connections;
  std::size_t finished = 0;
  Readable interrupt_watch;
  LoopTimer end_timer;  // of the sending; what is in flight is still answered
  bool output_closed = false;
  bool notify_is_posted = false;
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
    parts.connections.emplace_back(parts.loop, parts.work, parts.endpoints, parts.options.retries,
                                   parts.options.timeouts, parts.buffer);
    parts.work.join();
  }
  for (Connection& connection : parts.connections) {
    asio::co_spawn(parts.loop.context(), parts.run_connection(connection), asio::detached);
  }
  parts.interrupt_watch.start();
  if (parts.options.duration.count() > 0) parts.end_timer.start(parts.options.duration);
  parts.loop.run();
  ClientEnd end = parts.end();
  parts.feed.stop();
  parts.feed.join();
  return end;
}

const Work& Client::work() const {
  return parts_->work;
}

const InputFeed& Client::input() const {
  return parts_->feed;
}

}  // namespace puzzled::net::send
