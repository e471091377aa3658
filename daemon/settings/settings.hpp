// What each command can be told, and the one table that says so: names, defaults, ranges and help
// of all options. The parser, the environment, `--help` and the spelling suggestions feed on it.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace puzzled {

struct SolveSettings {
  std::vector<std::string> inputs;  ///< empty: standard input
  std::string output = "-";
  bool partial = false;                    ///< keep incomplete output
  std::uint64_t limit = 1;                 ///< 0: all
  std::chrono::nanoseconds time_limit{0};  ///< for each puzzle; 0: none
  std::string format = "auto";
  std::string answer = "auto";
  std::string engine = "batch";  ///< the name of a sudoku::Engine
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
  bool partial = false;  ///< keep incomplete output
  int threads = 0;       ///< 0: one for each processor
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
  bool partial = false;  ///< keep incomplete output
  bool quiet = false;
  bool json = false;
};

struct TargetSettings {
  std::vector<std::string> inputs;  ///< empty: standard input
  std::string output = "-";
  bool partial = false;  ///< keep incomplete output
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

/// Values by the name of their option, as text.
using GivenValues = std::map<std::string, std::string, std::less<>>;

/// The daemon. Every limit has its reason in the sample configuration.
struct ServeSettings {
  std::string listen = "127.0.0.1:9009";  ///< ADDR:PORT; port 0: any free one; empty: no TCP
  std::string unix_path;                  ///< of a Unix socket; empty: none
  std::string unix_mode;   ///< its permissions, octal; empty: 0600, 0660 with a group
  std::string unix_group;  ///< to whom the socket is given; empty: to nobody
  std::string http;        ///< ADDR:PORT of metrics and status page; empty: off
  std::string config;      ///< a TOML file; empty: none
  bool check_config = false;
  GivenValues flags;  ///< of the command line, which stand above a configuration that is read again

  int threads = 0;         ///< of the stream; 0: one for each processor
  int search_threads = 0;  ///< of queens, target and counts; 0: one for each processor
  std::string isa = "auto";
  int io_threads = 1;  ///< that own the connections

  std::uint64_t line_limit = 4096;            ///< bytes of a request line
  std::uint64_t requests_per_client = 32768;  ///< accepted and not yet answered
  std::uint64_t requests_total = 1048576;     ///< the same over all clients
  std::uint64_t output_soft_limit = 1048576;  ///< bytes unsent at which we stop reading a client
  std::uint64_t output_hard_limit = 8388608;  ///< bytes unsent at which we drop it
  std::chrono::nanoseconds write_timeout = std::chrono::seconds(30);  ///< nothing taken: drop it
  std::uint64_t buffers_total = 67108864;  ///< bytes of requests and answers of all clients
  std::uint64_t connections = 10000;
  std::uint64_t address_connections = 0;  ///< of one address at a time; 0: no limit
  std::uint64_t address_rate = 0;         ///< requests a second of one address; 0: no limit
  std::string proxy_from;                 ///< proxies that name their clients; empty: nobody
  std::chrono::nanoseconds read_timeout = std::chrono::seconds(10);    ///< from its first byte
  std::chrono::nanoseconds idle_timeout = std::chrono::minutes(10);    ///< 0: never
  std::chrono::nanoseconds search_timeout = std::chrono::seconds(10);  ///< of one search; 0: none
  std::uint64_t searches_per_client = 16;                              ///< waiting or running
  std::uint64_t searches_total = 256;  ///< the same over all clients
  std::uint64_t queens_limit = 18;     ///< largest N that is counted
  std::uint64_t first_limit = 1000;    ///< most solutions that `first` lists
  std::chrono::nanoseconds shutdown_timeout = std::chrono::seconds(30);

  std::string log_level = "info";   ///< trace|debug|info|warning|error|off
  std::string log_format = "text";  ///< text|json
};

/// What reading the configuration again gave.
struct ReloadedSettings {
  ServeSettings settings;                 ///< those to go on with
  std::vector<std::string> changed;       ///< options that are different from now on
  std::vector<std::string> need_restart;  ///< options that differ in the file, but not yet here
};

/// The client and load generator.
struct SendSettings {
  std::vector<std::string> arguments;  ///< ADDR, then at most one file or -
  std::string output = "-";
  bool partial = false;  ///< keep incomplete output
  std::uint64_t connections = 1;
  std::uint64_t pipeline = 0;            ///< requests underway on a connection; 0: as many as fit
  std::uint64_t rate = 0;                ///< requests a second over all connections; 0: no limit
  std::chrono::nanoseconds duration{0};  ///< repeat the input that long; 0: once
  std::uint64_t retries = 5;             ///< of a refused connection, with backoff
  std::chrono::nanoseconds connect_timeout = std::chrono::seconds(10);  ///< 0: none
  std::chrono::nanoseconds timeout = std::chrono::minutes(2);  ///< without an answer; 0: none
  bool latency = false;                                        ///< percentiles in the summary
  bool quiet = false;
  bool json = false;
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
  /// Former choices, each with the message that refuses it and names what to use instead.
  std::vector<std::pair<std::string_view, std::string_view>> former_choices{};
  bool is_size = false;   ///< a number of bytes, which may be written as 4KiB
  bool is_limit = false;  ///< `--help` lists it in short, in a paragraph of its own
  bool in_file = true;    ///< may stand in the configuration file
  bool reloads = false;   ///< a running daemon can take a new value
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
  ServeSettings serve;
  SendSettings send;
};

/// All commands, their options bound to `settings`, which must outlive them.
std::vector<Command> all_commands(Settings& settings);

}  // namespace puzzled
