#include "daemon/base/os/peer.hpp"

#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <linux/sockios.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "daemon/base/os/file_descriptor.hpp"

namespace puzzled {
namespace {

/// Port and address as in a query about a socket: in network order.
struct Place {
  std::uint8_t family = AF_UNSPEC;
  std::uint16_t port = 0;
  std::array<std::uint32_t, 4> address{};
};

Place place_of(const sockaddr_storage& storage) {
  Place place{.family = static_cast<std::uint8_t>(storage.ss_family)};
  if (storage.ss_family == AF_INET) {
    sockaddr_in ipv4{};
    std::memcpy(&ipv4, &storage, sizeof ipv4);
    place.port = ipv4.sin_port;
    std::memcpy(place.address.data(), &ipv4.sin_addr, sizeof ipv4.sin_addr);
  } else if (storage.ss_family == AF_INET6) {
    sockaddr_in6 ipv6{};
    std::memcpy(&ipv6, &storage, sizeof ipv6);
    place.port = ipv6.sin6_port;
    std::memcpy(place.address.data(), &ipv6.sin6_addr, sizeof ipv6.sin6_addr);
  }
  return place;
}

struct Question {
  nlmsghdr header{};
  inet_diag_req_v2 body{};
};

struct Answer {
  nlmsghdr header{};
  inet_diag_msg body{};
  std::array<char, 1024> rest{};
};

}  // namespace

bool is_disconnected(int socket) {
  pollfd state{socket, 0, 0};
  return ::poll(&state, 1, 0) > 0 && (state.revents & (POLLHUP | POLLERR)) != 0;
}

bool has_ended_sending(int socket) {
  pollfd state{socket, POLLRDHUP, 0};
  return ::poll(&state, 1, 0) > 0 && (state.revents & POLLRDHUP) != 0;
}

bool takes_bytes(int socket) {
  pollfd state{socket, POLLOUT, 0};
  return ::poll(&state, 1, 0) > 0 && (state.revents & POLLOUT) != 0;
}

std::size_t bytes_unsent(int socket) {
  int bytes = 0;
  if (::ioctl(socket, SIOCOUTQ, &bytes) != 0) return 0;
  return static_cast<std::size_t>(std::max(bytes, 0));
}

void probe_when_silent(int socket) {
  const auto set = [socket](int level, int option, int value) {
    ::setsockopt(socket, level, option, &value, sizeof value);  // not TCP: it has none of these
  };
  set(SOL_SOCKET, SO_KEEPALIVE, 1);
  set(IPPROTO_TCP, TCP_KEEPIDLE, 60);
  set(IPPROTO_TCP, TCP_KEEPINTVL, 15);
  set(IPPROTO_TCP, TCP_KEEPCNT, 4);
}

bool has_local_peer_closed(int socket) {
  sockaddr_storage ours{};
  sockaddr_storage theirs{};
  socklen_t our_size = sizeof ours;
  socklen_t their_size = sizeof theirs;
  if (::getsockname(socket, reinterpret_cast<sockaddr*>(&ours), &our_size) != 0 ||
      ::getpeername(socket, reinterpret_cast<sockaddr*>(&theirs), &their_size) != 0) {
    return false;
  }
  const Place here = place_of(ours);
  const Place there = place_of(theirs);
  if (there.port == 0) return false;

  // If their socket is on this machine, its addresses are ours, exchanged.
  Question question;
  question.header.nlmsg_len = sizeof question;
  question.header.nlmsg_type = SOCK_DIAG_BY_FAMILY;
  question.header.nlmsg_flags = NLM_F_REQUEST;
  question.body.sdiag_family = there.family;
  question.body.sdiag_protocol = IPPROTO_TCP;
  question.body.idiag_states = ~0U;
  question.body.id.idiag_sport = there.port;
  question.body.id.idiag_dport = here.port;
  std::memcpy(question.body.id.idiag_src, there.address.data(), sizeof there.address);
  std::memcpy(question.body.id.idiag_dst, here.address.data(), sizeof here.address);
  question.body.id.idiag_cookie[0] = INET_DIAG_NOCOOKIE;
  question.body.id.idiag_cookie[1] = INET_DIAG_NOCOOKIE;

  const FileDescriptor kernel(
      ::socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_SOCK_DIAG));
  if (::send(kernel.get(), &question, sizeof question, 0) != sizeof question) return false;
  Answer answer;
  const ssize_t got = ::recv(kernel.get(), &answer, sizeof answer, 0);
  const bool is_known = got >= static_cast<ssize_t>(sizeof answer.header + sizeof answer.body) &&
                        answer.header.nlmsg_type == SOCK_DIAG_BY_FAMILY;
  // A socket that a process has open has an inode number.
  return is_known && answer.body.idiag_inode == 0;
}

}  // namespace puzzled
