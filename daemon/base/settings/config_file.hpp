// The configuration file: TOML, one key for each option, no tables.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"

namespace puzzled {

/// One `key = value`.
struct ConfigEntry {
  /// String, integer, float, boolean, array of strings.
  enum class Kind { kWord, kWhole, kDecimal, kSwitch, kWords };

  std::string key;
  /// One, but of arrays: a string without its quotes, a number as decimals.
  std::vector<std::string> values;
  Kind kind = Kind::kWord;
  std::string place;       ///< `FILE:LINE`
  std::uint32_t line = 0;  ///< from 1
};

/// The entries in the order of their lines. The error is `FILE:LINE: reason`, or names the file
/// that cannot be read, or is longer than 1 MiB.
Result<std::vector<ConfigEntry>> read_config_file(const std::string& path);

/// The version of toml++, as `3.3.0`; empty if this program was built without it.
std::string toml_version();

/// The word as a TOML string, quoted.
std::string toml_string(std::string_view word);

}  // namespace puzzled
