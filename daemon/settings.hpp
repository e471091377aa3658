// What each command can be told, and the one table that says so: names, defaults, ranges and help
// of all options. The parser, the environment, `--help` and the spelling suggestions feed on it.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace puzzled {

struct SolveSettings {
  std::vector<std::string> inputs;  ///< empty: standard input
  std::string output = "-";
  std::uint64_t limit = 1;                 ///< 0: all
  std::chrono::nanoseconds time_limit{0};  ///< for each puzzle; 0: none
  std::string format = "auto";
  std::string answer = "auto";
  std::string engine = "batch";  ///< or the name of a sudoku::Engine
  std::string isa = "auto";      ///< of the batches
  int threads = 0;               ///< 0: one for each processor
  bool pretty = false;
  bool verbose = false;
  bool quiet = false;
  bool json = false;
};

struct GenerateSettings {
  std::uint64_t count = 1;
  std::optional<int> clues;
  bool minimal = false;
  std::uint64_t seed = 1;
  std::string output = "-";
  int threads = 0;  ///< 0: one for each processor
  bool quiet = false;
};

struct QueensSettings {
  std::vector<std::string> arguments;  ///< a number of queens, or `merge` and files
  std::uint64_t first = 0;             ///< list that many solutions; 0: not asked for
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
  std::string out = "-";
  bool quiet = false;
  bool json = false;
};

struct TargetSettings {
  std::vector<std::string> inputs;  ///< empty: standard input
  std::string output = "-";
  bool score_only = false;
  bool minimize = false;
  std::string weights;  ///< a file; empty: those of P1074
  std::optional<std::uint64_t> optimal_count;
  bool certificate = false;
  bool check = false;
  std::chrono::nanoseconds time_limit{0};  ///< for each board; 0: none
  std::string format = "auto";
  std::string engine = "bound";
  std::string isa = "auto";
  int threads = 0;  ///< 0: one for each processor
  bool pretty = false;
  bool json = false;
  bool quiet = false;
};

/// One option: how it is written, where its value goes and what may be given.
struct Option {
  std::string_view name;   ///< without dashes: "threads"
  char letter = 0;         ///< short form, 0 for none
  std::string_view value;  ///< name of its value in the help; empty for a switch
  std::string help;        ///< one line; names the default
  std::variant<bool*, int*, std::uint64_t*, std::optional<int>*, std::optional<std::uint64_t>*,
               std::chrono::nanoseconds*, std::string*>
      target;
  std::uint64_t minimum = 0;           ///< of numbers
  std::uint64_t maximum = 0;           ///< of numbers
  std::vector<std::string> choices{};  ///< of words; empty: anything
};

struct Command {
  std::string_view name;
  std::string_view help;       ///< one line
  std::string_view arguments;  ///< behind the options in the usage line; empty: takes none
  std::vector<Option> options;
  std::vector<std::string>* positionals = nullptr;
};

/// The settings of every command, at their defaults until parsed.
struct Settings {
  SolveSettings solve;
  GenerateSettings generate;
  QueensSettings queens;
  TargetSettings target;
};

/// All commands, their options bound to `settings`, which must outlive them.
std::vector<Command> all_commands(Settings& settings);

}  // namespace puzzled
