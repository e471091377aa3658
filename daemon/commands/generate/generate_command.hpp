// `puzzled generate`: puzzles with exactly one solution, the same ones for the same seed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/result.hpp"
#include "daemon/base/files/output.hpp"
#include "daemon/base/os/interrupt.hpp"
#include "daemon/base/settings/automatic.hpp"
#include "daemon/base/settings/option.hpp"

namespace puzzled::commands {

struct GenerateSettings : OutputSettings {
  std::uint64_t count = 1;
  std::optional<int> clues;
  bool minimal = false;
  std::string difficulty;  ///< a range of ratings; empty: any
  std::string like;        ///< a file of patterns; empty: none
  std::string size;        ///< of a side, with a notation; empty: 9
  std::string rules;       ///< names, with commas between them
  bool jigsaw = false;
  std::uint64_t seed = 1;
  ThreadsSetting threads;
};

Command generate_command(GenerateSettings& settings);
Result<> check_generate(const GenerateSettings& settings);
/// Whether boards of another size or with further rules are to be made.
inline bool makes_boards(const GenerateSettings& settings) {
  return (!settings.size.empty() && settings.size != "9") || !settings.rules.empty() ||
         settings.jigsaw;
}
int run_generate(const GenerateSettings& settings, Interrupt& interrupt);

}  // namespace puzzled::commands
