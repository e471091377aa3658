// `HOST:PORT` as users write it: the one reading of it, for those who listen and those who connect.
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

/// Reads `HOST:PORT`, `[IPV6]:PORT`, `:PORT` or `PORT`; without HOST it is 127.0.0.1. What HOST may
/// be is the resolver's to judge. The error says what is wrong, without `text`.
Result<HostPort> parse_host_port(std::string_view text);

}  // namespace puzzled
