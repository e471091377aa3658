// Blocks of requests that go as they stand.
#pragma once

#include <optional>
#include <string_view>

#include "daemon/send/block.hpp"

namespace puzzled::send {

/// Keeps the lines that get an answer, and notes their line numbers. What stands
/// behind a line `end`, if there is one, as long as the block keeps its bytes.
std::optional<std::string_view> drop_unanswered(Block& block);

}  // namespace puzzled::send
