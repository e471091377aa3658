// What tests and the fuzz target of the PROXY protocol share: binary headers, and parsing as the
// bytes come.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "daemon/net/wire/proxy_header.hpp"

namespace puzzled::net {

inline constexpr std::string_view kBinarySignature("\r\n\r\n\0\r\nQUIT\n", 12);

/// A header of version 2 that says its length.
inline std::string binary_header(unsigned version_and_command, unsigned family_and_protocol,
                                 std::string_view rest) {
  std::string header(kBinarySignature);
  for (const std::size_t byte : {std::size_t{version_and_command}, std::size_t{family_and_protocol},
                                 rest.size() >> 8U, rest.size() & 0xffU}) {
    header += static_cast<char>(byte);
  }
  return header.append(rest);
}

/// The outcome for `bytes` if they come one by one: when it is known, or at their end.
inline ProxyHeader parse_byte_by_byte(std::string_view bytes) {
  ProxyHeader header = parse_proxy_header({});
  for (std::size_t size = 1; size <= bytes.size(); ++size) {
    if (header.state != ProxyHeader::State::kIncomplete) break;
    header = parse_proxy_header(bytes.substr(0, size));
  }
  return header;
}

inline bool are_same(const ProxyHeader& a, const ProxyHeader& b) {
  return a.state == b.state && a.size == b.size && a.client == b.client && a.reason == b.reason;
}

}  // namespace puzzled::net
