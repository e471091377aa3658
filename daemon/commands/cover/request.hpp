// The request of `puzzled cover`: its settings, parsed and checked against each other.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "core/cover/engines.hpp"
#include "core/cover/text/problem_text.hpp"
#include "core/result.hpp"
#include "daemon/commands/cover/problem_input.hpp"
#include "daemon/commands/units/unit_options.hpp"

namespace puzzled::commands {

/// The options of the command, as given. Its arguments are files of problems (none: standard
/// input), or `merge` and files of parts.
struct CoverSettings : UnitSettings {
  bool has_solution = false;
  bool pretty = false;      ///< draw tilings as text
  bool svg = false;         ///< draw one tiling as a picture
  bool options = false;     ///< list the texts of options instead of their numbers
  std::uint64_t limit = 0;  ///< count up to here; 0: all
  bool minimize = false;
  bool maximize = false;
  std::string cost = "input";
  std::chrono::nanoseconds time_limit{0};  ///< for each problem; 0: none
  std::string format = "auto";
  std::string first_line = "auto";
  bool no_symmetry = false;
  std::string max_line = "16M";
  std::string max_problem = "64M";
  std::string example;  ///< print this classic problem
  std::string words;    ///< a file of words for it
};

struct CoverRequest : UnitRequest {
  enum class Kind {
    kCount,        ///< the number of solutions, perhaps after a list of them
    kHasSolution,  ///< whether there is one
    kBest,         ///< the best cost
    kEstimate,     ///< how long a count would take
    kPart,         ///< a part of a count, into a file
    kMerge,        ///< the parts' total
    kExample,      ///< the text of a classic problem
  };

  Kind kind = Kind::kCount;
  bool counts_options = false;  ///< the cost of a solution is how many options it has
  cover::CoverForm form = cover::CoverForm::kAuto;
  cover::FirstLine first_line = cover::FirstLine::kAuto;
  cover::Engine engine = cover::Engine::kAuto;
  CoverInputLimits limits;
};

/// Reads the settings; the error says which of them is wrong, or which two contradict each other.
Result<CoverRequest> read_request(const CoverSettings& settings);

}  // namespace puzzled::commands
