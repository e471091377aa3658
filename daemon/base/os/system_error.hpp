// Failures of system calls, as errors for people; what a limit of the system caused names the limit
// to raise.
#pragma once

#include <cerrno>
#include <cstring>
#include <exception>
#include <string>
#include <utility>

#include "core/result.hpp"

namespace puzzled {

/// `message`, with the limit added if it says that there are too many open files:
/// `f: Too many open files (the limit is 5, see ulimit -n)`.
std::string with_file_limit(std::string message);

/// The text of an exception, with the limit that caused it: open files or threads.
std::string failure_text(const std::exception& failure);

/// Whether the system gave no thread.
bool is_for_want_of_threads(const std::exception& failure);

/// `what: strerror(code)`, with the limit added if there are too many open files.
inline Error system_error(std::string what, int code = errno) {
  return {with_file_limit(std::move(what) + ": " + std::strerror(code))};
}

}  // namespace puzzled
