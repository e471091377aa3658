// Failures of system calls, as errors for people.
#pragma once

#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include "core/result.hpp"
#include "daemon/base/os/system_limit.hpp"

namespace puzzled {

/// `what: strerror(code)`, with the limit added if there are too many open files.
inline Error system_error(std::string what, int code = errno) {
  return {with_file_limit(std::move(what) + ": " + std::strerror(code))};
}

}  // namespace puzzled
