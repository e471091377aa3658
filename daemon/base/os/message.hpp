// Messages of the program on stderr.
#pragma once

#include <cstdint>
#include <cstdio>
#include <map>
#include <string>
#include <string_view>

#include "core/result.hpp"
#include "daemon/base/os/exit_code.hpp"

namespace puzzled {

/// One line on stderr: `puzzled: MESSAGE`. A single write, so that lines of threads do not mix.
inline void complain(const std::string& message) {
  const std::string line = "puzzled: " + message + '\n';
  std::fwrite(line.data(), 1, line.size(), stderr);
}

/// Flags that nobody typed, for a variable sets their options: `--limit`, `PUZZLED_COVER_LIMIT`.
using UntypedFlags = std::map<std::string, std::string>;

/// fail() names the variables of these flags from now on. REQUIRES: no other thread runs.
void set_untyped_flags(UntypedFlags flags);

/// What a command says and returns that cannot go on: the error, and of each flag in it that nobody
/// typed, which variable it stands for.
int fail(const Error& error);

/// `1 thread`, `2 threads`.
inline std::string plural(std::uint64_t number, const std::string& thing) {
  return std::to_string(number) + ' ' + thing + (number == 1 ? "" : "s");
}

/// `'text'`. (`"'" + std::string(text)` makes g++ 12 warn at -O3 of an overlap that is not there.)
inline std::string single_quoted(std::string_view text) {
  std::string result = "'";
  result += text;
  result += '\'';
  return result;
}

}  // namespace puzzled
