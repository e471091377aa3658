// Messages of the program on stderr.
#pragma once

#include <cstdio>
#include <string>

namespace puzzled {

/// One line on stderr: `puzzled: MESSAGE`. A single write, so that lines of threads do not mix.
inline void complain(const std::string& message) {
  const std::string line = "puzzled: " + message + '\n';
  std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace puzzled
