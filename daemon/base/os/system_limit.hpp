// Failures caused by a limit of the system: the message names the limit to raise.
#pragma once

#include <exception>
#include <string>

namespace puzzled {

/// `message`, with the limit added if it says that there are too many open files:
/// `f: Too many open files (the limit is 5, see ulimit -n)`.
std::string with_file_limit(std::string message);

/// The text of an exception, with the limit that caused it: open files or threads.
std::string failure_text(const std::exception& failure);

/// Whether the system gave no thread.
bool is_for_want_of_threads(const std::exception& failure);

}  // namespace puzzled
