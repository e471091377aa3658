// Failures that come of a limit of the system, told so that the user knows which one to raise.
#pragma once

#include <exception>
#include <string>

namespace puzzled {

/// `message`, with the limit behind it if it says that there are too many open files:
/// `f: Too many open files (the limit is 5, see ulimit -n)`.
std::string with_file_limit(std::string message);

/// What an exception says, with the limit that is behind it: open files, threads or memory.
std::string failure_text(const std::exception& failure);

}  // namespace puzzled
