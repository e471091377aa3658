// The address of the daemon, as the user gives it.
#pragma once

#include <boost/asio/generic/stream_protocol.hpp>
#include <string>
#include <vector>

#include "core/result.hpp"

namespace puzzled::net::send {

using Endpoint = boost::asio::generic::stream_protocol::endpoint;

/// `HOST:PORT`, `[IPV6]:PORT` or `PORT` (on this machine), resolved to all its addresses; or the
/// path of a Unix socket, which has a slash, begins with `unix:`, or names an existing socket.
Result<std::vector<Endpoint>> resolve(const std::string& address);

}  // namespace puzzled::net::send
