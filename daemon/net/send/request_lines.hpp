// Blocks of requests that are sent unchanged.
#pragma once

#include <optional>
#include <string_view>

#include "daemon/net/send/block.hpp"

namespace puzzled::net::send {

/// A line that ends the requests.
struct EndLine {
  std::string_view word;    ///< `end` or `quit`
  std::string_view behind;  ///< what follows it, as long as the block keeps its bytes
};

/// Keeps the lines that get an answer, and notes their line numbers and kinds.
std::optional<EndLine> drop_unanswered(Block& block);

}  // namespace puzzled::net::send
