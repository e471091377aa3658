// What `puzzled generate` is asked for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "daemon/base/files/output.hpp"
#include "daemon/base/settings/automatic.hpp"

namespace puzzled::commands {

struct GenerateSettings : OutputSettings {
  std::uint64_t count = 1;
  std::optional<int> clues;
  bool minimal = false;
  std::string difficulty;  ///< a range of ratings, or its name; empty: any
  std::string symmetry = "none";
  bool distinct = false;   ///< no two are equivalent
  bool solutions = false;  ///< a solution behind each puzzle
  bool csv = false;
  bool npy = false;     ///< puzzles and solutions as arrays, in two files
  std::string columns;  ///< names, with commas between them; empty: all, of CSV
  std::string like;     ///< a file of patterns; empty: none
  std::string size;     ///< of a side, with a notation; empty: 9
  std::string rules;    ///< names, with commas between them
  bool jigsaw = false;
  std::uint64_t seed = 1;
  ThreadsSetting threads;
};

/// Whether boards of another size or with further rules are to be made.
inline bool makes_boards(const GenerateSettings& settings) {
  return (!settings.size.empty() && settings.size != "9") || !settings.rules.empty() ||
         settings.jigsaw;
}

}  // namespace puzzled::commands
