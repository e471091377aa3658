// The request of `puzzled queens`: its settings, parsed and checked against each other.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/queens/boards/board.hpp"
#include "core/result.hpp"
#include "daemon/commands/units/unit_options.hpp"

namespace puzzled::commands {

/// The options of the command, as given. Its arguments are a number of queens, or `merge` and files
/// of parts.
struct QueensSettings : UnitSettings {
  bool unique = false;
  bool any = false;
  std::uint64_t random = 0;    ///< draw that many solutions; 0: not given
  std::uint64_t generate = 0;  ///< make that many boards of region queens; 0: not given
  std::uint64_t seed = 1;      ///< of either
  bool has_solution = false;
  std::uint64_t limit = 0;  ///< count up to it, then stop; 0: count all
  bool torus = false;
  std::vector<std::string> holes;   ///< squares `r,c`
  std::vector<std::string> placed;  ///< the same, of queens that stand there
  bool board = false;
  bool pretty = false;
  bool svg = false;
  std::uint64_t split = 0;  ///< 0: the engine's choice
  std::string verify_sample;
  std::uint64_t machines = 0;  ///< 0: some

  bool draws() const { return board || pretty || svg; }
};

/// The largest board of kSingle, and the largest that is drawn: its picture takes megabytes.
inline constexpr int kMaxSingleQueens = 100'000;
inline constexpr int kMaxDrawnQueens = 1000;

struct QueensRequest : UnitRequest {
  enum class Kind {
    kAnswer,    ///< a list of solutions, or their number, or both
    kBoards,    ///< the same on other boards
    kSingle,    ///< a solution or boards that are made, or whether there is a solution
    kEstimate,  ///< how long a count would take
    kPart,      ///< a part of a count, into a file
    kMerge,     ///< the parts' total
  };

  Kind kind = Kind::kAnswer;
  int queens = 0;       ///< all but kMerge and boards of files
  queens::Board board;  ///< of kBoards, unless `inputs` name files
  /// A count in units is of this board: `board`, or the only one of `inputs`.
  bool counts_board = false;
  bool lists_classes = false;  ///< of solutions that are images of each other, the first alone
  double verified_share = 0;   ///< of the units: 0 to 1
};

/// Reads the settings; the error says which of them is wrong, or which two contradict each other.
Result<QueensRequest> read_request(const QueensSettings& settings);

/// `5`, `5%`, `0.1 %`: a share of more than 0 and at most 1.
std::optional<double> parse_percent(const std::string& text);

}  // namespace puzzled::commands
