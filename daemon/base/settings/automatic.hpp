// Settings that a user may leave to the program: `isa = "auto"` and `threads = 0`. Options set and
// print them as they were given; everybody else reads what they stand for.
#pragma once

#include <string>
#include <string_view>

#include "parallel/workers.hpp"

namespace puzzled {

/// Level of instructions. Read as the engines take it: empty for the best of this processor.
struct IsaSetting {
  std::string given = "auto";

  operator std::string_view() const { return given == "auto" ? std::string_view() : given; }
};

/// A number of threads. Given as 0, it is read as one for each CPU that the process may use.
struct ThreadsSetting {
  int given = 0;

  operator int() const { return given > 0 ? given : parallel::available_threads(); }
};

}  // namespace puzzled
