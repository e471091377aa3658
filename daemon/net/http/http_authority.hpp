// The host and port that an http URI, a Host header or an Origin names. The whole text must match:
// a prefix that looks like one of our names is not enough.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "daemon/base/text/ip_address.hpp"

namespace puzzled::net {

struct HttpAuthority {
  std::string name{};                  ///< in lower case; empty if it is an address
  std::optional<IpAddress> address{};  ///< written as 127.0.0.1 or [::1]
  std::uint16_t port = kDefaultPort;

  static constexpr std::uint16_t kDefaultPort = 80;

  bool operator==(const HttpAuthority&) const = default;
};

/// `name`, `127.0.0.1` or `[::1]`, perhaps with `:PORT`; nothing if the text is anything else. A
/// name that ends in a number (`127.1`, `0x7f.1`) is refused: some programs take it for an address.
std::optional<HttpAuthority> parse_http_authority(std::string_view text);

/// `http://AUTHORITY`, the origin of the page for which a browser asks; nothing if the text is
/// anything else, `https` included.
std::optional<HttpAuthority> parse_http_origin(std::string_view text);

/// The target of a request, in its parts.
struct HttpTarget {
  std::optional<std::string_view> authority{};  ///< of `http://AUTHORITY/path`, which proxies send
  std::string_view path{};
  std::string_view query{};  ///< behind the question mark
};
HttpTarget split_http_target(std::string_view target);

}  // namespace puzzled::net
