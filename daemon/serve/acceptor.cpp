#include "daemon/serve/acceptor.hpp"

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include "daemon/os/peer.hpp"
#include "daemon/serve/contained.hpp"
#include "daemon/wire/protocol.hpp"

namespace puzzled::serve {
namespace {

/// Connections taken in a row before other work of the thread has its turn: some milliseconds of
/// it. In a flood a turn of all sessions takes far longer, and what waits in the system's queue for
/// one turn too many is dropped there, and tried again by its client after seconds.
constexpr int kBurst = 1024;

/// How long to wait when the system has no descriptor or no memory to give.
constexpr std::chrono::milliseconds kPause{50};

/// A refused client keeps its connection that long, to read why: closing at once could reset it
/// before. Not more of them than that, so that they do not use up what others need.
constexpr std::chrono::milliseconds kRefusedFor{300};
constexpr std::size_t kMaxRefused = 32;

/// Bytes that the kernel takes of answers it cannot send yet. Answers wait with us, where they are
/// bounded, and not in a send buffer that grows to megabytes for a client that never reads.
constexpr int kUnsentInKernel = 128 << 10;

FileDescriptor open_spare() {
  return FileDescriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC));
}

void set_options(int connection) {
  const auto set = [connection](int level, int option, int value) {
    ::setsockopt(connection, level, option, &value, sizeof value);  // not TCP: it has none of these
  };
  set(IPPROTO_TCP, TCP_NODELAY, 1);
  set(IPPROTO_TCP, TCP_NOTSENT_LOWAT, kUnsentInKernel);
  probe_when_silent(connection);
}

constexpr std::string_view kTooMany = "too many connections; try again later";

/// Says why, and that this is all. The socket's buffer is empty, so it takes the line.
void say_busy(int connection, std::string_view why) {
  const std::string line = error_answer(ErrorCode::kBusy, why) + '\n';
  [[maybe_unused]] const ssize_t sent =
      ::send(connection, line.data(), line.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  ::shutdown(connection, SHUT_WR);
}

}  // namespace

Acceptor::Acceptor(IoThread& io, ListenSocket socket, Give give)
    : io_(io),
      socket_(std::move(socket)),
      give_(std::move(give)),
      descriptor_(io.context(), socket_.release()),
      pause_(io.context()),
      spare_(open_spare()),
      probe_(::epoll_create1(EPOLL_CLOEXEC)),
      refused_timer_(io.context()) {}

void Acceptor::start() {
  io_.on_resume([self = shared_from_this()] { self->resume(); });
  wait();
}

/// With whatever an exception has torn down: nobody would notice if accepting did not go on.
void Acceptor::resume() {
  if (descriptor_.is_open() && !waiting_.is_active()) pause();
  if (!refused_.empty() && !forgetting_.is_active()) forget_refused();
}

void Acceptor::wait() {
  descriptor_.async_wait(
      LoopDescriptor::wait_read,
      [self = shared_from_this(), token = waiting_.begin()](boost::system::error_code) mutable {
        token.end();
        if (self->descriptor_.is_open()) self->accept();
      });
}

void Acceptor::pause() {
  pause_.expires_after(kPause);
  pause_.async_wait(
      [self = shared_from_this(), token = waiting_.begin()](boost::system::error_code) mutable {
        token.end();
        if (self->descriptor_.is_open()) self->wait();
      });
}

void Acceptor::accept() {
  needs_pause_ = false;
  for (int i = 0; i < kBurst && descriptor_.is_open(); ++i) {
    if (!take()) break;
  }
  if (needs_pause_) {
    pause();
  } else {
    wait();
  }
}

void Acceptor::stop() {
  contained(
      [this] {
        for (int i = 0; i < SOMAXCONN && take(); ++i) {
        }
      },
      [this](std::string_view reason) {
        log_exception(io_.service().metrics, &io_.service().log, "accept", reason);
      });
  boost::system::error_code ignored;
  descriptor_.close(ignored);
  socket_.remove_file();
  pause_.cancel();
  refused_timer_.cancel();
  refused_.clear();
}

/// Takes one connection. False when there is none, or when a pause is needed.
bool Acceptor::take() {
  FileDescriptor connection(
      ::accept4(descriptor_.native_handle(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
  if (connection.valid()) {
    admit(std::move(connection));
    return true;
  }
  const int code = errno;
  if (code == EAGAIN || code == EWOULDBLOCK) return false;
  if (code == EMFILE || code == ENFILE) return refuse_without_descriptor();
  if (code == EINTR || code == ECONNABORTED || code == EPROTO) return true;  // that client's matter
  io_.service().log.warning("cannot accept",
                            {{"listen", socket_.name()}, {"reason", std::strerror(code)}});
  needs_pause_ = true;
  return false;
}

void Acceptor::admit(FileDescriptor connection) {
  Metrics& metrics = io_.service().metrics;
  Lease lease(metrics.connections_open);
  if (!lease.grow(1, io_.settings().connections)) {
    io_.service().log.warning("connection refused: there are enough",
                              {{"connections", io_.settings().connections}});
    return refuse(std::move(connection), kTooMany);
  }
  if (!can_be_watched(connection.get())) return refuse_unwatched(std::move(connection), errno);
  set_options(connection.get());
  if (const boost::system::error_code error = give_(connection, lease)) {
    return refuse_unwatched(std::move(connection), error.value());
  }
  ++metrics.connections_accepted;
}

/// Tries it on an epoll of our own: where Asio fails to add one to its own, it keeps what it has
/// allocated for it until the end.
bool Acceptor::can_be_watched(int connection) {
  if (!probe_.valid()) return true;
  epoll_event event{};
  if (::epoll_ctl(probe_.get(), EPOLL_CTL_ADD, connection, &event) != 0) return false;
  ::epoll_ctl(probe_.get(), EPOLL_CTL_DEL, connection, nullptr);
  return true;
}

void Acceptor::refuse_unwatched(FileDescriptor connection, int code) {
  io_.service().log.warning("connection refused: it cannot be watched",
                            {{"reason", std::strerror(code)}});
  needs_pause_ = true;
  refuse(std::move(connection), "no room for one more connection; try again later");
}

void Acceptor::refuse(FileDescriptor connection, std::string_view why) {
  ++io_.service().metrics.connections_refused;
  say_busy(connection.get(), why);
  if (refused_.size() == kMaxRefused) refused_.pop_front();
  refused_.push_back({std::move(connection), IoThread::Clock::now() + kRefusedFor});
  if (!forgetting_.is_active()) forget_refused();
}

/// Gives up the spare descriptor to take the connection and tell it. Left unaccepted it would keep
/// the listening socket readable, and us busy.
bool Acceptor::refuse_without_descriptor() {
  refused_.clear();
  spare_ = FileDescriptor();
  FileDescriptor connection(
      ::accept4(descriptor_.native_handle(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
  const bool took = connection.valid();
  if (took) say_busy(connection.get(), kTooMany);
  connection = FileDescriptor();
  spare_ = open_spare();
  if (took) ++io_.service().metrics.connections_refused;
  io_.service().log.warning("connection refused: no file descriptor left");
  needs_pause_ = !took;
  return took;
}

void Acceptor::forget_refused() {
  const IoThread::Clock::time_point now = IoThread::Clock::now();
  while (!refused_.empty() && refused_.front().when <= now) refused_.pop_front();
  if (refused_.empty()) return;
  refused_timer_.expires_at(refused_.front().when);
  refused_timer_.async_wait([self = shared_from_this(),
                             token = forgetting_.begin()](boost::system::error_code error) mutable {
    token.end();
    if (!error) self->forget_refused();
  });
}

}  // namespace puzzled::serve
