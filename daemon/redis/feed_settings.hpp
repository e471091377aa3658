// The settings of a feeder, as plain data. Their table is daemon/commands/feed/feed_options.cpp.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace puzzled::redis {

struct FeedSettings {
  std::string user{};           ///< of the server's access control list; empty: the default user
  std::string password_file{};  ///< empty: the variable PUZZLED_REDIS_PASSWORD, or none
  /// The server takes a tenth of a millisecond for a block, however small it is: at 8192 lines that
  /// is 13 ns a line.
  std::uint64_t block_lines = 8192;
  std::uint64_t window = 64;  ///< blocks that are read but not yet written
  /// How long the server may be away; 0: without limit.
  std::chrono::nanoseconds patience = std::chrono::minutes(5);
};

}  // namespace puzzled::redis
