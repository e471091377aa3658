// Parses `HOST:PORT`, for listeners and for clients.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/result.hpp"

namespace puzzled {

struct HostPort {
  std::string host;  ///< a name or an address, without brackets
  std::uint16_t port = 0;
};

/// Reads `HOST:PORT`, `[IPV6]:PORT`, `:PORT` or `PORT`; without HOST it is 127.0.0.1. The
/// resolver checks HOST. The error says what the text must be, without the text itself.
Result<HostPort> parse_host_port(std::string_view text);

/// The same for listeners, which must not be told `:PORT`: to many programs that means all
/// addresses, to clients of ours this machine.
Result<HostPort> parse_listen_address(std::string_view text);

}  // namespace puzzled
