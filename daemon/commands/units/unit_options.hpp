// The settings that `puzzled cover` and `puzzled queens` have in common: counts that are cut into
// units of work, lists of solutions, and parts that are merged.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "daemon/base/settings/automatic.hpp"
#include "daemon/base/settings/common_options.hpp"
#include "daemon/base/settings/option.hpp"
#include "daemon/commands/units/part.hpp"

namespace puzzled::commands {

inline constexpr OptionGroup kLongCounts{"Long counts"};

/// The options, as given.
struct UnitSettings : OutputSettings {
  std::vector<std::string> arguments;  ///< what is counted, or `merge` and files
  std::uint64_t first = 0;             ///< list that many solutions; 0: not given
  bool all = false;
  bool count = false;
  bool estimate = false;
  std::string engine = "auto";
  IsaSetting isa;
  ThreadsSetting threads;
  std::string memory;      ///< a size; empty: half of what is free
  std::string checkpoint;  ///< empty: none
  std::string part;        ///< `i/K`; empty: the whole
  bool taper = false;      ///< later parts are smaller
  bool json = false;

  bool merges() const { return !arguments.empty() && arguments[0] == "merge"; }
};

/// What these options ask for.
struct UnitRequest {
  std::vector<std::string> inputs;  ///< the arguments, behind `merge`
  std::uint64_t listed = 0;         ///< list at most that many solutions; 0: no list
  bool counted = false;             ///< print the number of solutions
  Part part;
  std::optional<std::uint64_t> memory;  ///< bytes
};

/// Reads all of it but `counted`. The error: an option is wrong, or two contradict each other
/// whatever else is asked for.
Result<> read_units(const UnitSettings& settings, UnitRequest& request);

/// What is wrong with the options beside `--part`, if anything is.
std::optional<Error> part_contradiction(const UnitSettings& settings);

/// Whether `--checkpoint` and `--output` name the same file, as an error.
std::optional<Error> file_contradiction(const UnitSettings& settings);

/// `--first` and `--all`, with their details.
std::vector<Option> list_options(UnitSettings& target, std::string first, std::string all);

Option count_option(bool& target);

/// `--checkpoint`, `--part` and `--taper`; `merge` is the command that adds up parts.
std::vector<Option> part_options(UnitSettings& target, const std::string& merge);

/// Output, partial, JSON and quiet.
std::vector<Option> unit_output_options(UnitSettings& target);

/// The arguments `merge PART…`.
Entry merge_operand();

}  // namespace puzzled::commands
