// The header by which a proxy in front of the daemon names the client of a connection: the PROXY
// protocol of HAProxy (https://www.haproxy.org/download/2.6/doc/proxy-protocol.txt), version 1 (a
// line of text) and version 2 (binary).
//
// It is required of the peers that the setting `proxy-from` lists, and read from no others. As the
// specification demands, the reader does not guess whether there is one: a client could then make
// up its address.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "daemon/net/wire/client_address.hpp"

namespace puzzled::net {

struct ProxyHeader {
  enum class State {
    kIncomplete,  ///< more bytes are needed
    kComplete,
    kMalformed,  ///< whatever follows; the connection is to be closed
  };

  /// Longest header that is accepted. The specification has senders stay within 536 bytes, which
  /// every network passes in one packet.
  static constexpr std::size_t kMaxBytes = 536;

  State state = State::kIncomplete;
  std::size_t size = 0;                   ///< of a complete one, in bytes: requests begin behind it
  std::optional<ClientAddress> client{};  ///< of a complete one; none (LOCAL, UNKNOWN): use the
                                          ///< peer's own address
  std::string_view reason{};              ///< of a malformed one, for the log
};

/// Reads the header at the beginning of all bytes that a connection has sent so far; at most
/// kMaxBytes are looked at. Call it again with more bytes while it is incomplete: the outcome does
/// not depend on how they were cut into packets.
ProxyHeader parse_proxy_header(std::string_view bytes);

}  // namespace puzzled::net
