#include "daemon/base/os/system_error.hpp"

#include <sys/resource.h>

namespace puzzled {
namespace {

bool speaks_of(const std::string& message, int code) {
  return message.find(std::strerror(code)) != std::string::npos;
}

std::string limit_text(rlim_t limit) {
  return limit == RLIM_INFINITY ? "none" : std::to_string(limit);
}

}  // namespace

// Errors are recognised by their text: the standard library, Boost and oneTBB have types of their
// own for codes of the system, but all use the words of strerror().

std::string with_file_limit(std::string message) {
  if (!speaks_of(message, EMFILE) || speaks_of(message, ENFILE)) return message;
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  return message + " (the limit is " + limit_text(files.rlim_cur) + ", see ulimit -n)";
}

// Only the start of a thread fails with it and throws.
bool is_for_want_of_threads(const std::exception& failure) {
  return speaks_of(failure.what(), EAGAIN);
}

std::string failure_text(const std::exception& failure) {
  // Boost's text ends in ` [system:24]`, which is of no use here.
  const std::string what = failure.what();
  const std::string message = what.substr(0, what.find(" [system:"));
  if (!is_for_want_of_threads(failure)) return with_file_limit(message);
  rlimit threads{};
  ::getrlimit(RLIMIT_NPROC, &threads);
  return "cannot start a thread: " + std::string(std::strerror(EAGAIN)) + " (the user's limit is " +
         limit_text(threads.rlim_cur) +
         ", see ulimit -u; memory for its stack may be short, too, see ulimit -v)";
}

}  // namespace puzzled
