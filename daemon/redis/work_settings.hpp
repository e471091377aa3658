// The settings of a worker, as plain data. Their table is daemon/commands/work/work_options.cpp.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace puzzled::redis {

struct WorkSettings {
  std::string user;           ///< of the server's access control list; empty: the default user
  std::string password_file;  ///< empty: the variable PUZZLED_REDIS_PASSWORD, or none

  std::uint64_t limit = 1;
  std::chrono::nanoseconds time_limit{0};  ///< of a puzzle; 0: none
  std::string blank;                       ///< further signs for blanks
  std::string engine = "batch";
  std::string isa = "auto";
  int threads = 0;  ///< 0: one for each processor

  /// A block whose worker has given no sign of life for so long is taken by another.
  std::chrono::nanoseconds min_idle = std::chrono::seconds(10);
  std::uint64_t tries = 5;           ///< deliveries of a block before it is given up
  std::uint64_t max_results = 1000;  ///< that nobody has taken; then no block is read

  std::vector<std::string> http;  ///< ADDR:PORT of metrics
  std::string log_level = "info";
  std::string log_format = "text";
};

}  // namespace puzzled::redis
