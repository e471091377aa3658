// The table of the options of `puzzled work`, and its manual.
#include <utility>
#include <vector>

#include "core/sudoku/engines.hpp"
#include "daemon/base/settings/common_options.hpp"
#include "daemon/commands/work/work_command.hpp"
#include "daemon/redis/redis_options.hpp"
#include "parallel/workers.hpp"

namespace puzzled::commands {
namespace {

constexpr OptionGroup kFile{"Configuration"};
constexpr OptionGroup kServer{"The server"};
constexpr OptionGroup kBlocks{"Blocks"};
constexpr OptionGroup kWatching{"Watching it"};

constexpr std::uint64_t kMaxHttpAddresses = 16;

std::vector<Option> block_options(redis::WorkSettings& s) {
  return {
      {.name = "min-idle",
       .value = "S",
       .help = "claim blocks of silent workers (default: 10s)",
       .details = "A block whose worker has given no sign of life for so long is taken by another. "
                  "A worker gives one for each block in work every quarter of its own `min-idle`, "
                  "so all workers of a stream should have the same. Longer than the server, the "
                  "network or a machine may hang without anybody being dead; a block that was "
                  "taken too early is solved twice, but answered once.",
       .target = &s.min_idle},
      {.name = "tries",
       .value = "N",
       .help = "deliveries before it is given up (default: 5)",
       .details = "A block that has been given to workers so often, each of which died or hung, "
                  "goes to the stream of dead letters with the reason, and its result is an "
                  "error.",
       .target = &s.tries,
       .minimum = 1,
       .maximum = kAnyNumber},
      {.name = "max-results",
       .value = "N",
       .help = "results that may wait (default: 1000)",
       .details = "While more results than this wait to be taken no block is read, so that the "
                  "server's memory does not fill up when nobody collects. A result takes about as "
                  "much room as its block.",
       .target = &s.max_results,
       .minimum = 1,
       .maximum = kAnyNumber},
  };
}

std::vector<std::string> engine_names() {
  std::vector<std::string> names;
  for (const sudoku::Engine& engine : sudoku::all_engines()) names.emplace_back(engine.name);
  return names;
}

std::vector<Option> answer_options_of_work(WorkCommandSettings& settings) {
  redis::WorkSettings& s = settings.work;
  std::vector<Option> options = {
      {.name = "limit",
       .letter = 'l',
       .value = "K",
       .help = "count up to K solutions; 0: all (default: 1)",
       .details = "Stop at K solutions of a puzzle. With 1 the answer is a solution. With a larger "
                  "K it is the number of solutions, at most K, a tab, and the first solution; with "
                  "0 all solutions are counted. All workers of a stream have the same.",
       .target = &s.limit,
       .maximum = kAnyNumber},
      {.name = "time-limit",
       .value = "S",
       .help = "seconds for a puzzle, then `timeout`",
       .details = "Give up on a puzzle after S seconds, answer `timeout`, and continue with the "
                  "next one. All workers of a stream have the same.",
       .target = &s.time_limit,
       .default_text = "0, which is no limit"},
  };
  options.push_back(blank_option(s.blank));
  options.push_back(engine_option(s.engine, engine_names(),
                                  "How puzzles are solved, as for `puzzled solve`. Engines differ "
                                  "in which of several solutions "
                                  "comes first, so all workers of a stream have the same."));
  return options;
}

}  // namespace

Command work_command(WorkCommandSettings& settings) {
  redis::WorkSettings& s = settings.work;
  Command command{
      .name = "work",
      .help = "solve blocks of puzzles from a stream of a Redis server",
      .arguments = "redis://HOST:PORT/STREAM",
      .description =
          "Takes blocks of lines from a stream of a Redis server and gives each a result: one "
          "answer line for each line, by the rules of `puzzled solve --pipe`. Any number of "
          "workers, on any number of machines, share a stream; whatever dies, each block gets one "
          "result. The page deploy/docs/redis.md states the form of blocks and results, what a "
          "server must be like, and how many workers one feeds. `puzzled feed` feeds a file.\n\n"
          "A server that is lost is looked for until it is back. On SIGTERM or SIGINT the worker "
          "finishes the blocks that it has taken, then exits; a second signal ends it at once, and "
          "another worker takes its blocks after `min-idle`. It is refused if the server may evict "
          "keys (`maxmemory-policy` is not `noeviction`), and if workers of the stream answer with "
          "other settings than its own.\n\n"
          "A password is never an argument: it is read from `password-file`, or from the variable "
          "`PUZZLED_REDIS_PASSWORD`. Every option is also a variable and a key of the "
          "configuration file.",
      .operands =
          {{"redis://HOST:PORT/STREAM",
            "The server and the stream's name: letters, digits and `. _ : -`. The port is 6379 if "
            "none is given; IPv6 is written `[::1]`. A Unix socket is "
            "`redis+unix:///PATH?stream=STREAM`; behind `?`, `db=N` chooses a database."}},
      .examples = {{"puzzled work redis+unix:///run/redis/redis.sock?stream=daily",
                    "Work on the stream `daily` of the server on this machine:"},
                   {"puzzled work --check-config --min-idle 30s",
                    "Print the settings and where each comes from:"}},
      .exit_statuses =
          {{"0", "Stopped by a signal; all blocks that were taken have their results."},
           {"1",
            "Stopped by a signal, but the server was away, so that some block that was taken is "
            "left to others."},
           {"2",
            "Wrong settings, no server at the start, or the server or the stream refused the "
            "worker."},
           {"3",
            "The system gave no more memory, or no thread at the start: the worker ends at once, "
            "and another takes its blocks."}},
      .positionals = &settings.arguments};
  add_options(command, kFile,
              {{.name = "config",
                .letter = 'c',
                .value = "FILE",
                .help = "TOML file of settings",
                .details = "Read settings from FILE, in TOML, a key for each option. A flag "
                           "overrides a variable, which overrides the file. It is not that of "
                           "`puzzled serve`, whose keys are other ones.",
                .target = &settings.config,
                .default_text = "no file",
                .in_file = false},
               {.name = "check-config",
                .help = "check the settings and print them",
                .details = "Check the settings, print each with the place that it comes from, and "
                           "exit.",
                .target = &settings.check_config,
                .in_file = false}});
  std::vector<Option> login = redis::login_options(s.user, s.password_file);
  login.back().is_brief = true;
  add_options(command, kServer, std::move(login));
  add_options(command, kBlocks, block_options(s));
  add_options(command, kAnswers, answer_options_of_work(settings));
  add_options(command, kWork,
              {{.name = "threads",
                .letter = 't',
                .value = "T",
                .help = "threads, a block each (default: 0, one per CPU)",
                .details = "Threads that solve, each a block of its own.",
                .target = &s.threads,
                .default_text = "0, which is one per CPU that the process may use",
                .maximum = parallel::Workers::kMaxThreads},
               isa_option(s.isa)});
  add_options(command, kWatching,
              {{.name = "http",
                .value = "ADDR:PORT",
                .help = "metrics and health; may be repeated (default: off)",
                .details = "Address and port of the HTTP listener: `/metrics` for Prometheus, "
                           "`/healthz`, `/readyz`.",
                .target = &s.http,
                .default_text = "off",
                .maximum = kMaxHttpAddresses,
                .check = check_listen_address}});
  add_options(command, kLog, log_options(s.log_level, s.log_format));
  return command;
}

}  // namespace puzzled::commands
