#include "daemon/redis/address.hpp"

#include <sys/un.h>

#include <algorithm>
#include <optional>

#include "daemon/base/text/host_port.hpp"
#include "daemon/base/text/quantity.hpp"

namespace puzzled::redis {
namespace {

constexpr std::uint16_t kDefaultPort = 6379;
constexpr std::size_t kMaxStreamName = 200;
constexpr std::uint32_t kMaxDatabase = 65535;

std::optional<std::string_view> behind(std::string_view text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return std::nullopt;
  return text.substr(prefix.size());
}

/// What stands behind `?`.
struct Parameters {
  std::optional<std::string_view> stream;
  std::uint32_t database = 0;
};

Result<Parameters> parse_parameters(std::string_view text) {
  Parameters parameters;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('&'), text.size());
    const std::string_view parameter = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (const auto stream = behind(parameter, "stream=")) {
      parameters.stream = *stream;
    } else if (const auto database = behind(parameter, "db=")) {
      const auto number = parse_whole<decltype(parameters.database)>(*database);
      if (!number || *number > kMaxDatabase) return Error{"its db must be a number such as db=1"};
      parameters.database = *number;
    } else {
      return Error{"it has an unknown parameter '" + std::string(parameter) +
                   "'; there are stream and db"};
    }
  }
  return parameters;
}

/// Braces would end the tag that keeps the keys of a stream together in a cluster.
Result<> check_stream(std::string_view name) {
  constexpr std::string_view kAllowed =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._:-";
  if (name.empty()) return Error{"it names no stream, as redis://HOST:PORT/STREAM does"};
  if (name.find_first_not_of(kAllowed) != std::string_view::npos) {
    return Error{"a stream's name has letters, digits and . _ : - only"};
  }
  if (std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; })) {
    return Error{
        "a stream's name is no number alone, which elsewhere is that of a database: name a "
        "stream, and the database as in redis://HOST:PORT/STREAM?db=" +
        std::string(name)};
  }
  if (name.size() > kMaxStreamName) {
    return Error{"a stream's name has at most " + std::to_string(kMaxStreamName) + " characters"};
  }
  return {};
}

Result<StreamAddress> parse_unix(std::string_view rest) {
  const std::size_t question = std::min(rest.find('?'), rest.size());
  const std::string_view path = rest.substr(0, question);
  if (!path.starts_with('/')) return Error{"the path of its socket must begin with /"};
  if (path.size() >= sizeof(sockaddr_un::sun_path)) {
    return Error{"the path of its socket must have at most " +
                 std::to_string(sizeof(sockaddr_un::sun_path) - 1) + " bytes"};
  }
  const Result<Parameters> parameters =
      parse_parameters(rest.substr(std::min(question + 1, rest.size())));
  if (!parameters) return parameters.error();
  if (!parameters->stream) {
    return Error{"it names no stream, as redis+unix:///PATH?stream=STREAM does"};
  }
  return StreamAddress{
      {.host = {}, .port = 0, .path = std::string(path), .database = parameters->database},
      std::string(*parameters->stream)};
}

Result<StreamAddress> parse_tcp(std::string_view rest) {
  const std::size_t slash = rest.find('/');
  const std::size_t question = std::min(rest.find('?'), rest.size());
  const std::string_view place = rest.substr(0, std::min(slash, question));
  if (place.find('@') != std::string_view::npos) {
    return Error{
        "users and passwords do not belong there, where everybody sees them: set --user, and "
        "--password-file or the variable PUZZLED_REDIS_PASSWORD"};
  }
  const bool names_stream = slash < question;
  const std::string_view stream =
      names_stream ? rest.substr(slash + 1, question - slash - 1) : std::string_view();
  const Result<Parameters> parameters =
      parse_parameters(rest.substr(std::min(question + 1, rest.size())));
  if (!parameters) return parameters.error();
  if (parameters->stream) return Error{"its stream stands behind the slash, not behind ?"};
  if (place.empty()) return Error{"it names no host"};

  const bool is_bracketed = place.starts_with('[');
  const std::size_t colon = place.rfind(':');
  const bool has_port =
      colon != std::string_view::npos && (!is_bracketed || place.rfind(']') < colon);
  Result<HostPort> host = parse_host_port(
      has_port ? std::string(place) : std::string(place) + ':' + std::to_string(kDefaultPort));
  if (!host || host->port == 0) {
    return Error{"it must be redis://HOST:PORT/STREAM, with a port from 1 to 65535"};
  }
  return StreamAddress{
      {.host = host->host, .port = host->port, .path = {}, .database = parameters->database},
      std::string(stream)};
}

Result<StreamAddress> parse(std::string_view text) {
  if (text.starts_with("rediss://")) {
    return Error{"TLS is not built in: let a tunnel such as stunnel or a proxy speak it"};
  }
  if (const auto rest = behind(text, "redis://")) return parse_tcp(*rest);
  for (const std::string_view scheme : {"redis+unix://", "unix://"}) {
    if (const auto rest = behind(text, scheme)) return parse_unix(*rest);
  }
  return Error{"it must be redis://HOST:PORT/STREAM or redis+unix:///PATH?stream=STREAM"};
}

}  // namespace

std::string Server::text() const {
  if (host.empty()) return path;
  const bool is_ipv6 = host.find(':') != std::string::npos;
  return (is_ipv6 ? '[' + host + ']' : host) + ':' + std::to_string(port);
}

Result<StreamAddress> parse_stream_address(std::string_view text) {
  Result<StreamAddress> address = parse(text);
  Error failure;
  if (address) {
    const Result<> checked = check_stream(address->stream);
    if (checked) return address;
    failure = checked.error();
  } else {
    failure = address.error();
  }
  // What stands before @ may be a password, and messages end up in logs.
  std::string shown(text);
  const std::size_t at = shown.find('@');
  const std::size_t scheme = shown.find("://");
  if (at != std::string::npos && scheme != std::string::npos && scheme + 3 < at) {
    shown.replace(scheme + 3, at - scheme - 3, "...");
  }
  return Error{"'" + shown + "' is no address of a stream: " + failure.message};
}

}  // namespace puzzled::redis
