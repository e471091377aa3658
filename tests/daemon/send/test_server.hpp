// A small server for tests of the client: a thread for each connection, which does what the test
// tells it to.
#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "daemon/base/os/file_descriptor.hpp"

namespace puzzled::net::send {

/// A connection, as the test's function sees it. Blocking.
class Peer {
 public:
  explicit Peer(FileDescriptor socket) : socket_(std::move(socket)) {}

  /// The next line with its line feed; nothing when the client has sent all.
  std::optional<std::string> line() {
    for (;;) {
      const std::size_t feed = bytes_.find('\n', at_);
      if (feed != std::string::npos) {
        std::string line = bytes_.substr(at_, feed + 1 - at_);
        at_ = feed + 1;
        return line;
      }
      bytes_.erase(0, std::exchange(at_, 0));
      char buffer[16384];
      const ssize_t got = ::recv(socket_.get(), buffer, sizeof buffer, 0);
      if (got <= 0) return std::nullopt;
      bytes_.append(buffer, static_cast<std::size_t>(got));
    }
  }

  /// All whole lines that are there, at least one; empty when the client has sent all.
  std::string lines() {
    std::string lines = line().value_or("");
    const std::size_t last = bytes_.rfind('\n');
    if (last != std::string::npos && last >= at_) {
      lines += bytes_.substr(at_, last + 1 - at_);
      at_ = last + 1;
    }
    return lines;
  }

  void say(std::string_view text) {
    while (!text.empty()) {
      const ssize_t sent = ::send(socket_.get(), text.data(), text.size(), MSG_NOSIGNAL);
      if (sent <= 0) return;
      text.remove_prefix(static_cast<std::size_t>(sent));
    }
  }

  /// Whether the client ends its side within this time.
  bool ends_within(int milliseconds) const {
    pollfd event{socket_.get(), POLLRDHUP, 0};
    return ::poll(&event, 1, milliseconds) > 0;
  }

  /// Closes with a reset, as a peer that was killed does.
  void reset() {
    const linger none{1, 0};
    ::setsockopt(socket_.get(), SOL_SOCKET, SO_LINGER, &none, sizeof none);
    socket_ = FileDescriptor();
  }

 private:
  FileDescriptor socket_;
  std::string bytes_;
  std::size_t at_ = 0;
};

class TestServer {
 public:
  /// `serve` is called for each connection on a thread of its own, with its number from 0.
  explicit TestServer(std::function<void(Peer&, int)> serve, int port = 0)
      : serve_(std::move(serve)), listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    const int on = 1;
    ::setsockopt(listener_.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    socklen_t size = sizeof address;
    auto* const general = reinterpret_cast<sockaddr*>(&address);
    EXPECT_EQ(::bind(listener_.get(), general, size), 0);
    EXPECT_EQ(::listen(listener_.get(), 128), 0);
    EXPECT_EQ(::getsockname(listener_.get(), general, &size), 0);
    port_ = ntohs(address.sin_port);
    acceptor_ = std::thread([this] { accept(); });
  }

  ~TestServer() {
    stopped_ = true;
    acceptor_.join();
    for (std::thread& thread : threads_) thread.join();
  }
  TestServer(const TestServer&) = delete;
  TestServer& operator=(const TestServer&) = delete;

  std::string address() const { return "127.0.0.1:" + std::to_string(port_); }

 private:
  void accept() {
    for (int number = 0; !stopped_;) {
      pollfd event{listener_.get(), POLLIN, 0};
      if (::poll(&event, 1, 20) <= 0) continue;
      FileDescriptor socket(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
      if (!socket.valid()) continue;
      threads_.emplace_back(
          [this, number, peer = Peer(std::move(socket))]() mutable { serve_(peer, number); });
      ++number;
    }
  }

  const std::function<void(Peer&, int)> serve_;
  FileDescriptor listener_;
  int port_ = 0;
  std::atomic<bool> stopped_ = false;
  std::vector<std::thread> threads_;  // of the acceptor, until it ends
  std::thread acceptor_;
};

/// Answers each line with itself.
inline void echo(Peer& peer, int) {
  for (std::string lines = peer.lines(); !lines.empty(); lines = peer.lines()) peer.say(lines);
}

}  // namespace puzzled::net::send
