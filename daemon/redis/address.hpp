// Where a stream of blocks is: the server and the stream's name, as the user gives them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/result.hpp"

namespace puzzled::redis {

/// A server: host and port, or a Unix socket.
struct Server {
  std::string host;  ///< a name or an address; empty: `path` counts
  std::uint16_t port = 0;
  std::string path;            ///< of a Unix socket
  std::uint32_t database = 0;  ///< numbered as SELECT takes them

  /// `HOST:PORT`, `[::1]:PORT` or the path: for messages.
  std::string text() const;
};

struct StreamAddress {
  Server server;
  std::string stream;
};

/// Reads
///   redis://HOST:PORT/STREAM          port 6379 if none is given; [::1] for IPv6
///   redis+unix:///PATH?stream=STREAM  or unix:///PATH?stream=STREAM
/// each with `db=N` behind `?`, `&` between. The error names `text` and what is wrong with it. A
/// user or a password in it is refused: everybody on the machine sees the command line.
Result<StreamAddress> parse_stream_address(std::string_view text);

}  // namespace puzzled::redis
