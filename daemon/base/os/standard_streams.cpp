#include "daemon/base/os/standard_streams.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <string>

#include "daemon/base/os/system_error.hpp"

namespace puzzled {
namespace {

/// Checks that a stream is open, and not for `other_direction` only.
Result<> check_stream(int stream, int other_direction, const char* name, const char* use) {
  const int flags = ::fcntl(stream, F_GETFL);
  if (flags < 0 || (flags & O_PATH) != 0) return Error{std::string(name) + " is closed"};
  if ((flags & O_ACCMODE) == other_direction) {
    return Error{std::string(name) + " is not open for " + use};
  }
  return {};
}

}  // namespace

Result<> fill_closed_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) >= 0) continue;
    // O_PATH gives a name, not the file: nobody can read or write it. /dev/null would swallow
    // results. The lowest free number is taken, which is this one.
    if (::open("/", O_PATH | O_CLOEXEC) < 0) return system_error("a closed standard stream");
  }
  return {};
}

Result<> check_standard_input() {
  return check_stream(STDIN_FILENO, O_WRONLY, "standard input", "reading");
}

Result<> check_standard_output() {
  return check_stream(STDOUT_FILENO, O_RDONLY, "standard output", "writing");
}

}  // namespace puzzled
