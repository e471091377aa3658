#include "daemon/net/serve/ping.hpp"

#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "daemon/base/os/file_descriptor.hpp"
#include "daemon/base/os/system_error.hpp"
#include "daemon/base/text/host_port.hpp"
#include "daemon/base/text/ip_address.hpp"

namespace puzzled::net {
namespace {

constexpr timeval kPatience{.tv_sec = 3, .tv_usec = 0};

Error no_pong(const std::string& from, int code) {
  // What a blocking socket says when its time is over.
  const bool is_late = code == EAGAIN || code == EINPROGRESS;
  return system_error("no pong from " + from, is_late ? ETIMEDOUT : code);
}

/// A connected socket; invalid, with errno set, if there is none to be had.
FileDescriptor connect_to(const sockaddr* address, socklen_t size) {
  FileDescriptor descriptor(::socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!descriptor.valid()) return {};
  for (const int way : {SO_SNDTIMEO, SO_RCVTIMEO})
    ::setsockopt(descriptor.get(), SOL_SOCKET, way, &kPatience, sizeof kPatience);
  if (::connect(descriptor.get(), address, size) == 0) return descriptor;
  const int code = errno;
  descriptor = FileDescriptor();
  errno = code;
  return {};
}

Result<FileDescriptor> connect_unix(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) return no_pong(path, ENAMETOOLONG);
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  FileDescriptor connected =
      connect_to(reinterpret_cast<const sockaddr*>(&address), sizeof address);
  if (!connected.valid()) return no_pong(path, errno);
  return connected;
}

/// (Linux takes 0.0.0.0 and :: for this machine.)
Result<FileDescriptor> connect_tcp(const std::string& text) {
  const Result<HostPort> place = parse_listen_address(text);
  if (!place || place->port == 0) return Error{"no pong: " + text + " names no port"};
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_NUMERICSERV;
  addrinfo* found = nullptr;
  const int failure = ::getaddrinfo(place->host == "*" ? nullptr : place->host.c_str(),
                                    std::to_string(place->port).c_str(), &hints, &found);
  if (failure != 0) return Error{"no pong from " + text + ": " + ::gai_strerror(failure)};
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owner(found, ::freeaddrinfo);
  for (const addrinfo* entry = found; entry != nullptr; entry = entry->ai_next) {
    FileDescriptor connected = connect_to(entry->ai_addr, entry->ai_addrlen);
    if (connected.valid()) return connected;
  }
  return no_pong(text, errno);
}

/// Whether the daemon wants a header from where we connect from.
bool is_proxy(int socket, const NetworkList& proxies) {
  sockaddr_storage ours{};
  socklen_t size = sizeof ours;
  if (::getsockname(socket, reinterpret_cast<sockaddr*>(&ours), &size) != 0) return false;
  if (ours.ss_family == AF_UNIX) return proxies.contains_unix();
  IpAddress address{};
  if (ours.ss_family == AF_INET6) {
    sockaddr_in6 ipv6{};
    std::memcpy(&ipv6, &ours, sizeof ipv6);
    std::memcpy(address.data(), &ipv6.sin6_addr, address.size());
  } else {
    sockaddr_in ipv4{};
    std::memcpy(&ipv4, &ours, sizeof ipv4);
    std::uint8_t bytes[4];
    std::memcpy(bytes, &ipv4.sin_addr, sizeof bytes);
    address = ipv4_address(bytes);
  }
  return proxies.contains(address);
}

}  // namespace

Result<> ping_daemon(const ServeSettings& settings) {
  const bool is_unix = settings.listen.empty() || settings.listen[0].empty();
  if (is_unix && settings.unix_paths.empty()) return Error{"no pong: it listens nowhere"};
  const std::string& where = is_unix ? settings.unix_paths[0] : settings.listen[0];
  Result<FileDescriptor> socket = is_unix ? connect_unix(where) : connect_tcp(where);
  if (!socket) return socket.error();

  const Result<NetworkList> proxies = NetworkList::parse(settings.proxy_from);
  std::string request = proxies && is_proxy(socket->get(), *proxies) ? "PROXY UNKNOWN\r\n" : "";
  request += "ping\n";
  if (::send(socket->get(), request.data(), request.size(), MSG_NOSIGNAL) < 0)
    return no_pong(where, errno);
  std::string answer;
  while (answer.find('\n') == std::string::npos && answer.size() < 100) {
    char bytes[100];
    const ssize_t got = ::recv(socket->get(), bytes, sizeof bytes, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return no_pong(where, errno);
    if (got == 0) break;
    answer.append(bytes, static_cast<std::size_t>(got));
  }
  if (answer == "pong\n") return {};
  answer = answer.substr(0, answer.find('\n'));
  return Error{"no pong from " + where + ": it answers '" + answer + "'"};
}

}  // namespace puzzled::net
