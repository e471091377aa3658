// Reads lines of the protocol. deploy/docs/protocol.md is the user's view of it.
#pragma once

#include <string_view>

#include "daemon/net/verbs/request.hpp"

namespace puzzled::net {

/// Reads a line, without its line end. White space in front of it is skipped. Nothing in the result
/// but `tag` and `sudoku` refers to the line.
Request read_request(std::string_view line, const RequestLimits& limits);

}  // namespace puzzled::net
