// What the system refused, as a failure that people can read.
#pragma once

#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include "core/result.hpp"
#include "daemon/os/system_limit.hpp"

namespace puzzled {

/// `what: strerror(code)`, with the limit behind it if there are too many open files.
inline Error system_error(std::string what, int code = errno) {
  return {with_file_limit(std::move(what) + ": " + std::strerror(code))};
}

}  // namespace puzzled
