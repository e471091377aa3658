#include "daemon/send/endpoint.hpp"

#include <sys/stat.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <string_view>

namespace puzzled::send {
namespace {

bool is_socket(const std::string& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 && S_ISSOCK(info.st_mode);
}

Result<std::vector<Endpoint>> unix_endpoint(const std::string& path) {
  // One byte of the address is for the zero behind the path.
  if (path.empty() || path.size() >= sizeof(sockaddr_un::sun_path)) {
    return Error{"'" + path + "' is no path of a Unix socket: it must have 1 to " +
                 std::to_string(sizeof(sockaddr_un::sun_path) - 1) + " bytes"};
  }
  return std::vector<Endpoint>{boost::asio::local::stream_protocol::endpoint(path)};
}

}  // namespace

Result<std::vector<Endpoint>> resolve(const std::string& address) {
  using boost::asio::ip::tcp;
  constexpr std::string_view kUnix = "unix:";
  if (address.starts_with(kUnix)) return unix_endpoint(address.substr(kUnix.size()));
  if (address.find('/') != std::string::npos || is_socket(address)) return unix_endpoint(address);

  const std::size_t colon = address.rfind(':');
  std::string host = colon == std::string::npos ? "" : address.substr(0, colon);
  const std::string port = address.substr(colon + 1);
  if (host.size() > 2 && host.front() == '[' && host.back() == ']') {
    host = host.substr(1, host.size() - 2);
  }
  if (host.empty()) host = "127.0.0.1";
  if (port.empty() || port.find_first_not_of("0123456789") != std::string::npos) {
    return Error{"'" + address +
                 "' is neither ADDR:PORT such as 127.0.0.1:9009 nor a Unix socket's path"};
  }
  boost::asio::io_context context;
  tcp::resolver resolver(context);
  boost::system::error_code error;
  const auto found = resolver.resolve(host, port, error);
  if (error) return Error{address + ": " + error.message()};
  std::vector<Endpoint> endpoints;
  for (const auto& entry : found) endpoints.emplace_back(entry.endpoint());
  return endpoints;
}

}  // namespace puzzled::send
