#include "socket_client.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "daemon_process.hpp"

namespace puzzled::net {
namespace {

FileDescriptor connected(int family, const void* address, socklen_t size, int receive_buffer) {
  FileDescriptor socket(::socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (receive_buffer != 0) {
    ::setsockopt(socket.get(), SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
  }
  if (::connect(socket.get(), static_cast<const sockaddr*>(address), size) != 0) {
    ADD_FAILURE() << "connect: " << std::strerror(errno);
  }
  const int on = 1;
  ::setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  ::fcntl(socket.get(), F_SETFL, O_NONBLOCK);
  return socket;
}

}  // namespace

SocketClient::SocketClient(int port, int receive_buffer) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socket_ = connected(AF_INET, &address, sizeof address, receive_buffer);
}

SocketClient::SocketClient(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, path.c_str(), sizeof address.sun_path - 1);
  socket_ = connected(AF_UNIX, &address, sizeof address, 0);
}

bool SocketClient::wait(short events) {
  pollfd state{socket_.get(), events, 0};
  const int patience_ms =
      static_cast<int>(std::chrono::duration_cast<std::chrono::milliseconds>(kPatience).count());
  if (::poll(&state, 1, patience_ms) > 0) return true;
  ADD_FAILURE() << "the daemon keeps us waiting";
  return false;
}

bool SocketClient::send(std::string_view bytes) {
  // Answers are taken meanwhile: the daemon stops reading from a client that takes none.
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent > 0) {
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    } else if (errno != EAGAIN && errno != EINTR) {
      return false;
    } else {
      pollfd state{socket_.get(), POLLIN | POLLOUT, 0};
      if (::poll(&state, 1, 60'000) <= 0) {
        ADD_FAILURE() << "the daemon takes nothing";
        return false;
      }
      if ((state.revents & POLLIN) != 0 && !fill(1 << 16)) return false;
    }
  }
  return true;
}

std::size_t SocketClient::send_some(std::string_view bytes) {
  const ssize_t sent = ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
  return sent > 0 ? static_cast<std::size_t>(sent) : 0;
}

void SocketClient::half_close() {
  ::shutdown(socket_.get(), SHUT_WR);
}

void SocketClient::reset() {
  const linger at_once{1, 0};
  ::setsockopt(socket_.get(), SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  close();
}

/// Reads more, `bytes` at most. False at the end.
bool SocketClient::fill(std::size_t bytes) {
  const std::size_t before = read_.size();
  read_.resize(before + bytes);
  ssize_t got = -1;
  do {
    got = ::recv(socket_.get(), read_.data() + before, bytes, 0);
  } while (got < 0 && (errno == EINTR || errno == EAGAIN) && wait(POLLIN));
  was_reset_ = was_reset_ || (got < 0 && errno == ECONNRESET);
  read_.resize(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  return got > 0;
}

std::string SocketClient::read_line() {
  std::size_t end = 0;
  while ((end = read_.find('\n')) == std::string::npos) {
    if (!fill(1 << 12)) return std::exchange(read_, {});
  }
  std::string line = read_.substr(0, end);
  read_.erase(0, end + 1);
  return line;
}

std::string SocketClient::read_all() {
  while (fill(1 << 16)) {
  }
  return std::exchange(read_, {});
}

std::string SocketClient::read_some(std::size_t bytes) {
  if (read_.empty()) fill(bytes);
  std::string taken = read_.substr(0, bytes);
  read_.erase(0, bytes);
  return taken;
}

bool SocketClient::sees_end() {
  return read_.empty() && !fill(1);
}

std::string answers_to(int port, std::string_view requests) {
  SocketClient client(port);
  client.send(requests);
  client.half_close();
  return client.read_all();
}

}  // namespace puzzled::net
