// The request of `puzzled queens`: its settings, parsed and checked against each other.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "daemon/commands/units/part.hpp"

namespace puzzled::commands {

/// The options of the command, as given.
struct QueensSettings {
  std::vector<std::string> arguments;  ///< a number of queens, or `merge` and files
  std::uint64_t first = 0;             ///< list that many solutions; 0: not given
  bool all = false;
  bool count = false;
  bool unique = false;
  bool board = false;
  std::string engine = "auto";  ///< or one of queens::kEngineNames
  std::string isa = "auto";
  std::uint64_t split = 0;  ///< 0: the engine's choice
  int threads = 0;          ///< 0: one for each processor
  std::string memory;       ///< a size; empty: half of what is free
  std::string checkpoint;   ///< empty: none
  std::string verify_sample;
  bool estimate = false;
  std::uint64_t machines = 0;  ///< 0: some
  std::string part;            ///< `i/K`; empty: the whole
  bool taper = false;          ///< later parts are smaller
  std::string output = "-";
  bool partial = false;  ///< keep incomplete output
  bool quiet = false;
  bool json = false;
};

struct QueensRequest {
  enum class Kind {
    kAnswer,    ///< a list of solutions, or their number, or both
    kEstimate,  ///< how long a count would take
    kPart,      ///< a part of a count, into a file
    kMerge,     ///< the parts' total
  };

  Kind kind = Kind::kAnswer;
  int queens = 0;                        ///< all but kMerge
  std::vector<std::string> parts_files;  ///< kMerge
  std::uint64_t listed = 0;              ///< list at most that many solutions; 0: no list
  bool counted = false;                  ///< print the number of solutions
  Part part;
  std::optional<std::uint64_t> memory;  ///< bytes
  double verified_share = 0;            ///< of the units: 0 to 1
};

/// Reads the settings; the error says which of them is wrong, or which two contradict each other.
Result<QueensRequest> read_request(const QueensSettings& settings);

/// `5`, `5%`, `0.1 %`: a share of more than 0 and at most 1.
std::optional<double> parse_percent(const std::string& text);

}  // namespace puzzled::commands
