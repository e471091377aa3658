// Blocks of requests that go as they stand.
#pragma once

#include "daemon/send/block.hpp"

namespace puzzled::send {

/// Keeps the lines that get an answer, and notes their line numbers. True if it found `end`.
bool drop_unanswered(Block& block);

}  // namespace puzzled::send
