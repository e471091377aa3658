#include "daemon/net/serve/acceptor.hpp"

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

#include "daemon/base/os/peer.hpp"
#include "daemon/net/wire/protocol.hpp"

namespace puzzled::net {
namespace {

/// Connections taken in a row before other work of the thread has its turn: some milliseconds of
/// it. In a flood a turn of all sessions takes far longer, and what waits in the system's queue for
/// one turn too many is dropped there, and tried again by its client after seconds.
constexpr int kBurst = 1024;

/// How long to wait when the system has no descriptor to give.
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
void send_busy(int connection, std::string_view why) {
  const std::string line = error_answer(ErrorCode::kBusy, why) + '\n';
  [[maybe_unused]] const ssize_t sent =
      ::send(connection, line.data(), line.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  ::shutdown(connection, SHUT_WR);
}

}  // namespace

Acceptor::Acceptor(SessionGroup& group, ListenSocket socket, Give give)
    : group_(group),
      socket_(std::move(socket)),
      give_(std::move(give)),
      listening_(group.loop(), socket_.release(), [this] { accept(); }),
      pause_(group.loop(), [this] { listening_.start(); }),
      spare_(open_spare()),
      probe_(::epoll_create1(EPOLL_CLOEXEC)),
      forgetting_(group.loop(), [this] { forget_refused(); }) {}

void Acceptor::accept() {
  take_up_to(kBurst);
  if (needs_pause_) {
    pause_.start(kPause);
  } else {
    listening_.start();
  }
}

void Acceptor::stop() {
  take_up_to(SOMAXCONN);
  listening_.close();
  socket_.remove_file();
  pause_.cancel();
  forgetting_.cancel();
  refused_.clear();
}

/// Takes connections until there are none, or a pause is needed.
void Acceptor::take_up_to(int most) {
  needs_pause_ = false;
  for (int i = 0; i < most && take(); ++i) {
  }
}

/// Takes one connection. False when there is none, or when a pause is needed.
bool Acceptor::take() {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  FileDescriptor connection(::accept4(listening_.get(), reinterpret_cast<sockaddr*>(&address),
                                      &size, SOCK_NONBLOCK | SOCK_CLOEXEC));
  if (connection.valid()) {
    admit(std::move(connection), ClientAddress(address));
    return true;
  }
  const int code = errno;
  if (code == EAGAIN || code == EWOULDBLOCK) return false;
  if (code == EMFILE || code == ENFILE) return refuse_without_descriptor();
  if (code == EINTR || code == ECONNABORTED || code == EPROTO) return true;  // that client's matter
  group_.service().log.warning("cannot accept connections",
                               {{"listen", socket_.name()}, {"reason", std::strerror(code)}});
  needs_pause_ = true;
  return false;
}

void Acceptor::admit(FileDescriptor connection, const ClientAddress& client) {
  Lease lease(group_.service().budget.connections);
  if (!lease.grow(1)) {
    group_.service().log.warning(
        "connection refused: too many connections",
        {{"client", client.text()}, {"connections", group_.service().budget.connections.limit()}});
    return refuse(std::move(connection), kTooMany);
  }
  Admission admission{
      .client = client, .awaits_header = group_.is_proxy(client), .connection = std::move(lease)};
  if (!admission.awaits_header) {
    std::optional<AddressLease> address = group_.service().budget.addresses.admit(client);
    if (!address) {
      group_.service().log.warning(kRefusedByAddress, {{"client", client.text()}});
      return refuse(std::move(connection), kTooManyOfAddress);
    }
    admission.address = std::move(*address);
  }
  if (!can_be_watched(connection.get())) return refuse_unwatched(std::move(connection), errno);
  set_options(connection.get());
  if (const boost::system::error_code error = give_(connection, admission)) {
    return refuse_unwatched(std::move(connection), error.value());
  }
  ++group_.service().metrics.connections_accepted;
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
  group_.service().log.warning("connection refused: cannot watch it for events",
                               {{"reason", std::strerror(code)}});
  needs_pause_ = true;
  refuse(std::move(connection), "cannot take another connection; try again later");
}

void Acceptor::refuse(FileDescriptor connection, std::string_view why) {
  ++group_.service().metrics.connections_refused;
  send_busy(connection.get(), why);
  if (refused_.size() == kMaxRefused) refused_.pop_front();
  refused_.push_back({std::move(connection), Loop::Clock::now() + kRefusedFor});
  if (!forgetting_.is_active()) forgetting_.start_at(refused_.front().when);
}

/// Gives up the spare descriptor to take the connection and tell it. Left unaccepted it would keep
/// the listening socket readable, and us busy.
bool Acceptor::refuse_without_descriptor() {
  refused_.clear();
  spare_ = FileDescriptor();
  FileDescriptor connection(
      ::accept4(listening_.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
  const bool took = connection.valid();
  if (took) send_busy(connection.get(), kTooMany);
  connection = FileDescriptor();
  spare_ = open_spare();
  if (took) ++group_.service().metrics.connections_refused;
  group_.service().log.warning("connection refused: no file descriptors left");
  needs_pause_ = !took;
  return took;
}

void Acceptor::forget_refused() {
  const Loop::Clock::time_point now = Loop::Clock::now();
  while (!refused_.empty() && refused_.front().when <= now) refused_.pop_front();
  if (!refused_.empty()) forgetting_.start_at(refused_.front().when);
}

}  // namespace puzzled::net
