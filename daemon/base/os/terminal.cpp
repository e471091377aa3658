#include "daemon/base/os/terminal.hpp"

#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace puzzled {
namespace {

/// The variable's value; empty if it is not set.
std::string_view variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

bool takes_escapes(int descriptor) {
  const std::string_view terminal = variable("TERM");
  return !terminal.empty() && terminal != "dumb" && ::isatty(descriptor) == 1;
}

bool takes_colours(int descriptor) {
  return variable("NO_COLOR").empty() && takes_escapes(descriptor);
}

}  // namespace puzzled
