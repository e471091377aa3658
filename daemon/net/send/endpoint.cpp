#include "daemon/net/send/endpoint.hpp"

#include <sys/stat.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <optional>
#include <string_view>

#include "daemon/base/text/host_port.hpp"

namespace puzzled::net::send {
namespace {

/// What is there; nothing where nothing is, or where we may not look.
std::optional<mode_t> mode_of(const std::string& path) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) return std::nullopt;
  return info.st_mode;
}

bool is_socket(const std::string& path) {
  const std::optional<mode_t> mode = mode_of(path);
  return mode && S_ISSOCK(*mode);
}

Result<std::vector<Endpoint>> unix_endpoint(const std::string& path) {
  // One byte of the address is for the zero behind the path.
  if (path.empty() || path.size() >= sizeof(sockaddr_un::sun_path)) {
    return Error{"the path of a Unix socket must have 1 to " +
                 std::to_string(sizeof(sockaddr_un::sun_path) - 1) + " bytes (got '" + path + "')"};
  }
  // A socket may still be created. Any other file would look like a socket without listener.
  if (mode_of(path) && !is_socket(path)) return Error{"'" + path + "' is not a socket"};
  return std::vector<Endpoint>{boost::asio::local::stream_protocol::endpoint(path)};
}

}  // namespace

Result<std::vector<Endpoint>> resolve(const std::string& address) {
  using boost::asio::ip::tcp;
  constexpr std::string_view kUnix = "unix:";
  if (address.starts_with(kUnix)) return unix_endpoint(address.substr(kUnix.size()));
  if (address.find('/') != std::string::npos || is_socket(address)) return unix_endpoint(address);

  Result<HostPort> place = parse_host_port(address);
  if (!place) {
    return Error{"the daemon's address " + place.error().message +
                 ", or be the path of a Unix socket (got '" + address + "')"};
  }
  if (place->port == 0) {
    return Error{"the daemon's address must have a port from 1 to 65535 (got '" + address + "')"};
  }
  boost::asio::io_context context;
  tcp::resolver resolver(context);
  boost::system::error_code error;
  const auto found = resolver.resolve(place->host, std::to_string(place->port), error);
  if (error) return Error{address + ": " + error.message()};
  std::vector<Endpoint> endpoints;
  for (const auto& entry : found) endpoints.emplace_back(entry.endpoint());
  return endpoints;
}

}  // namespace puzzled::net::send
