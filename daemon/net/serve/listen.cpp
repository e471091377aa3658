#include "daemon/net/serve/listen.hpp"

#include <fcntl.h>
#include <grp.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

#include "daemon/base/os/system_error.hpp"
#include "daemon/base/text/host_port.hpp"

namespace puzzled::net {
namespace {

constexpr int kFirstInherited = 3;  // SD_LISTEN_FDS_START

bool is_loopback(const sockaddr_storage& address) {
  if (address.ss_family == AF_INET) {
    sockaddr_in ipv4{};
    std::memcpy(&ipv4, &address, sizeof ipv4);
    return (ntohl(ipv4.sin_addr.s_addr) >> 24) == 127;
  }
  if (address.ss_family == AF_INET6) {
    sockaddr_in6 ipv6{};
    std::memcpy(&ipv6, &address, sizeof ipv6);
    return IN6_IS_ADDR_LOOPBACK(&ipv6.sin6_addr);
  }
  return true;
}

std::string name_of(const sockaddr_storage& address, socklen_t size) {
  if (address.ss_family == AF_UNIX) {
    sockaddr_un un{};
    std::memcpy(&un, &address, std::min<std::size_t>(size, sizeof un));
    if (size <= offsetof(sockaddr_un, sun_path)) return "unix:";
    if (un.sun_path[0] != 0) return std::string("unix:") + un.sun_path;
    return "unix:@" + std::string(un.sun_path + 1, size - offsetof(sockaddr_un, sun_path) - 1);
  }
  char host[NI_MAXHOST];
  char port[NI_MAXSERV];
  if (::getnameinfo(reinterpret_cast<const sockaddr*>(&address), size, host, sizeof host, port,
                    sizeof port, NI_NUMERICHOST | NI_NUMERICSERV) != 0) {
    return "?";
  }
  return std::strchr(host, ':') != nullptr ? '[' + std::string(host) + "]:" + port
                                           : std::string(host) + ':' + port;
}

Result<ListenSocket> named(FileDescriptor descriptor, std::string unlink_path = {}) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  if (::getsockname(descriptor.get(), reinterpret_cast<sockaddr*>(&address), &size) != 0) {
    return system_error("getsockname");
  }
  std::string name = name_of(address, size);
  return ListenSocket(std::move(descriptor), std::move(name), is_loopback(address),
                      std::move(unlink_path));
}

/// What the address takes up; nothing of a Unix socket.
std::optional<ListenPlace> place_of(const sockaddr* address, bool takes_ipv4) {
  if (address->sa_family == AF_INET) {
    sockaddr_in ipv4{};
    std::memcpy(&ipv4, address, sizeof ipv4);
    std::uint8_t bytes[sizeof ipv4.sin_addr];
    std::memcpy(bytes, &ipv4.sin_addr, sizeof bytes);
    return ListenPlace{.address = ipv4_address(bytes), .port = ntohs(ipv4.sin_port)};
  }
  if (address->sa_family != AF_INET6) return std::nullopt;
  sockaddr_in6 ipv6{};
  std::memcpy(&ipv6, address, sizeof ipv6);
  ListenPlace place{.port = ntohs(ipv6.sin6_port), .takes_ipv4 = takes_ipv4};
  std::memcpy(place.address.data(), &ipv6.sin6_addr, sizeof place.address);
  return place;
}

/// What a socket takes up; nothing of a Unix socket.
std::optional<ListenPlace> place_of(const ListenSocket& socket) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  int only_ipv6 = 0;
  socklen_t option_size = sizeof only_ipv6;
  if (::getsockname(socket.get(), reinterpret_cast<sockaddr*>(&address), &size) != 0) return {};
  if (address.ss_family == AF_INET6 &&
      ::getsockopt(socket.get(), IPPROTO_IPV6, IPV6_V6ONLY, &only_ipv6, &option_size) != 0) {
    return {};
  }
  return place_of(reinterpret_cast<const sockaddr*>(&address), only_ipv6 == 0);
}

/// The error where somebody listens at `place` already: perhaps ourselves.
Error address_in_use(const std::optional<ListenPlace>& place, const ListenSockets& ours,
                     const std::string& text) {
  for (const std::vector<ListenSocket>* const sockets : {&ours.clients, &ours.http}) {
    for (const ListenSocket& socket : *sockets) {
      const std::optional<ListenPlace> other = place_of(socket);
      if (!place || !other || !overlap(*place, *other)) continue;
      const bool are_apart = is_ipv4(place->address) != is_ipv4(other->address);
      return Error{text + ": this daemon listens there already, at " + socket.name() +
                   (are_apart ? "; ipv6-only lets both families stand side by side" : "")};
    }
  }
  return system_error(text, EADDRINUSE);
}

/// Whether the address is `::`.
bool is_any_ipv6(const addrinfo& place) {
  if (place.ai_family != AF_INET6) return false;
  sockaddr_in6 ipv6{};
  std::memcpy(&ipv6, place.ai_addr, sizeof ipv6);
  return IN6_IS_ADDR_UNSPECIFIED(&ipv6.sin6_addr);
}

/// `takes_ipv4`: `::` takes IPv4, too.
Result<ListenSocket> listen_at(const addrinfo& place, bool takes_ipv4, const ListenSockets& ours,
                               const std::string& text) {
  FileDescriptor descriptor(
      ::socket(place.ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, place.ai_protocol));
  if (!descriptor.valid()) return system_error(text);
  const int on = 1;
  // Without it a restart would wait for the last connections' TIME_WAIT.
  ::setsockopt(descriptor.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (place.ai_family == AF_INET6) {
    const int only_ipv6 = takes_ipv4 && is_any_ipv6(place) ? 0 : 1;
    ::setsockopt(descriptor.get(), IPPROTO_IPV6, IPV6_V6ONLY, &only_ipv6, sizeof only_ipv6);
  }
  if (::bind(descriptor.get(), place.ai_addr, place.ai_addrlen) != 0 ||
      ::listen(descriptor.get(), SOMAXCONN) != 0) {
    if (errno != EADDRINUSE) return system_error(text);
    return address_in_use(place_of(place.ai_addr, takes_ipv4 && is_any_ipv6(place)), ours, text);
  }
  return named(std::move(descriptor));
}

/// The number of a group.
Result<gid_t> group_of(const std::string& name) {
  std::vector<char> texts(4096);
  group entry{};
  group* found = nullptr;
  int failure = 0;
  while ((failure = ::getgrnam_r(name.c_str(), &entry, texts.data(), texts.size(), &found)) ==
         ERANGE) {
    texts.resize(2 * texts.size());
  }
  if (found != nullptr) return entry.gr_gid;
  return failure == 0 ? Error{"unknown group '" + name + "'"}
                      : system_error("group '" + name + "'", failure);
}

/// Gives the file of a bound socket its group and mode.
Result<> set_access(const std::string& path, const UnixAccess& access) {
  if (!access.group.empty()) {
    const Result<gid_t> group = group_of(access.group);
    if (!group) return group.error();
    constexpr uid_t kSameUser = -1;
    if (::fchownat(AT_FDCWD, path.c_str(), kSameUser, *group, AT_SYMLINK_NOFOLLOW) != 0) {
      return system_error("cannot give it to the group '" + access.group + "'");
    }
  }
  int refused = ::fchmodat(AT_FDCWD, path.c_str(), access.mode, AT_SYMLINK_NOFOLLOW);
  // Older C libraries follow no link by way of /proc, which small roots lack.
  if (refused != 0 && errno == EOPNOTSUPP) refused = ::chmod(path.c_str(), access.mode);
  if (refused != 0) {
    return system_error("cannot set its permissions");
  }
  return {};
}

/// True when somebody accepts connections there.
bool is_alive(const sockaddr_un& address) {
  const FileDescriptor probe(::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  return ::connect(probe.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 ||
         errno != ECONNREFUSED;
}

}  // namespace

ListenSocket::ListenSocket(FileDescriptor descriptor, std::string name, bool is_loopback,
                           std::string unlink_path)
    : descriptor_(std::move(descriptor)),
      name_(std::move(name)),
      is_loopback_(is_loopback),
      unlink_path_(std::move(unlink_path)) {}

ListenSocket::~ListenSocket() {
  remove_file();
}

void ListenSocket::remove_file() {
  if (!unlink_path_.empty()) ::unlink(unlink_path_.c_str());
  unlink_path_.clear();
}

Result<std::vector<ListenSocket>> listen_tcp(std::string_view address, bool ipv6_only,
                                             const ListenSockets& ours) {
  const std::string text = "cannot listen on " + std::string(address);
  Result<HostPort> place = parse_listen_address(address);
  if (!place) return Error{text + ": it " + place.error().message};

  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  const int failure = ::getaddrinfo(place->host == "*" ? nullptr : place->host.c_str(),
                                    std::to_string(place->port).c_str(), &hints, &found);
  if (failure != 0) return Error{text + ": " + ::gai_strerror(failure)};
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owner(found, ::freeaddrinfo);

  std::vector<ListenSocket> sockets;
  for (const addrinfo* entry = found; entry != nullptr; entry = entry->ai_next) {
    const bool is_alone = found->ai_next == nullptr;
    Result<ListenSocket> socket = listen_at(*entry, is_alone && !ipv6_only, ours, text);
    // `localhost` and `*` name IPv6 also where there is none.
    const bool is_absent = !socket && entry->ai_family == AF_INET6 &&
                           (errno == EAFNOSUPPORT || errno == EADDRNOTAVAIL);
    if (is_absent && (entry->ai_next != nullptr || !sockets.empty())) continue;
    if (!socket) return socket.error();
    sockets.push_back(std::move(*socket));
  }
  return sockets;
}

Result<> listen_tcp(std::span<const std::string> addresses, bool ipv6_only,
                    const ListenSockets& ours, std::vector<ListenSocket>& to) {
  for (const std::string& address : addresses) {
    Result<std::vector<ListenSocket>> sockets = listen_tcp(address, ipv6_only, ours);
    if (!sockets) return sockets.error();
    std::move(sockets->begin(), sockets->end(), std::back_inserter(to));
  }
  return {};
}

Result<ListenSocket> listen_unix(const std::string& path, const UnixAccess& access) {
  const std::string text = "cannot listen on " + path;
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) return Error{text + ": path too long"};
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);

  struct stat status {};
  if (::lstat(path.c_str(), &status) == 0) {
    if (!S_ISSOCK(status.st_mode))
      return Error{text + ": a file that is not a socket exists there"};
    if (is_alive(address)) return system_error(text, EADDRINUSE);
    ::unlink(path.c_str());
  }
  FileDescriptor descriptor(::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  // Linux makes the file with the mode of the descriptor, less the umask: for nobody else for now.
  if (!descriptor.valid() || ::fchmod(descriptor.get(), 0600) != 0 ||
      ::bind(descriptor.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    return system_error(text);
  }
  Result<ListenSocket> socket = named(std::move(descriptor), path);
  if (!socket) return socket;
  // Until it listens, nobody can connect.
  if (const Result<> set = set_access(path, access); !set) {
    return Error{text + ": " + set.error().message};
  }
  if (::listen(socket->get(), SOMAXCONN) != 0) return system_error(text);
  return socket;
}

Result<std::vector<ListenSocket>> inherited_sockets() {
  std::vector<ListenSocket> sockets;
  const char* const pid = std::getenv("LISTEN_PID");
  const char* const number = std::getenv("LISTEN_FDS");
  if (pid == nullptr || number == nullptr || std::atoll(pid) != ::getpid()) return sockets;
  const int count = std::atoi(number);
  ::unsetenv("LISTEN_PID");
  ::unsetenv("LISTEN_FDS");
  ::unsetenv("LISTEN_FDNAMES");

  for (int i = kFirstInherited; i < kFirstInherited + count; ++i) {
    const std::string text = "inherited descriptor " + std::to_string(i);
    int value = 0;
    socklen_t size = sizeof value;
    if (::getsockopt(i, SOL_SOCKET, SO_ACCEPTCONN, &value, &size) != 0) return system_error(text);
    if (value == 0) return Error{text + ": is not listening"};
    if (::getsockopt(i, SOL_SOCKET, SO_TYPE, &value, &size) != 0) return system_error(text);
    if (value != SOCK_STREAM) return Error{text + ": is not a stream socket"};
    if (::fcntl(i, F_SETFD, FD_CLOEXEC) != 0 || ::fcntl(i, F_SETFL, O_NONBLOCK) != 0) {
      return system_error(text);
    }
    Result<ListenSocket> socket = named(FileDescriptor(i));
    if (!socket) return socket.error();
    sockets.push_back(std::move(*socket));
  }
  return sockets;
}

}  // namespace puzzled::net
