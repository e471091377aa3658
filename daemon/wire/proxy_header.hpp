// The header by which a proxy in front of us says whose connection it passes on: the PROXY protocol
// of HAProxy (https://www.haproxy.org/download/2.6/doc/proxy-protocol.txt), version 1 (a line of
// text) and version 2 (binary).
//
// It is read only from peers that the setting `proxy-from` names, and from these always: as the
// specification asks, nobody guesses whether there is one, or a client could make up its address.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "daemon/wire/client_address.hpp"

namespace puzzled::serve {

struct ProxyHeader {
  enum class State {
    kIncomplete,  ///< more bytes are needed
    kComplete,
    kMalformed,  ///< whatever follows; the connection is to be closed
  };

  /// More than any header has, complete or not. Senders keep within 536 bytes, which pass through
  /// every network in one packet.
  static constexpr std::size_t kMaxBytes = 536;

  State state = State::kIncomplete;
  std::size_t size = 0;                   ///< of a complete one, in bytes: requests begin behind it
  std::optional<ClientAddress> client{};  ///< of a complete one; none: the peer speaks for itself,
                                          ///< or does not know for whom (LOCAL, UNKNOWN)
  std::string_view reason{};              ///< of a malformed one, for the log
};

/// Reads the header at the beginning of all bytes that a connection has sent so far; at most
/// kMaxBytes are looked at. Call it again with more bytes while it is incomplete: the outcome does
/// not depend on how they were cut into packets.
ProxyHeader parse_proxy_header(std::string_view bytes);

}  // namespace puzzled::serve
