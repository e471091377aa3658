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

constexpr OptionGroup kServer{"The server"};
constexpr OptionGroup kBlocks{"Blocks"};
constexpr OptionGroup kWatching{"Watching it"};

std::vector<Option> block_options(redis::WorkSettings& s) {
  return {
      Option("min-idle", "S", &s.min_idle, "claim blocks of silent workers (default: 10s)",
             "A block whose worker has given no sign of life for so long is taken by another. A "
             "worker gives one for each block in work every quarter of its own `min-idle`, so all "
             "workers of a stream should have the same. Longer than the server, the network or a "
             "machine may hang without anybody being dead; a block that was taken too early is "
             "solved twice, but answered once."),
      Option("tries", "N", &s.tries, "deliveries before it is given up (default: 5)",
             "A block that has been given to workers so often, each of which died or hung, goes to "
             "the stream of dead letters with the reason, and its result is an error.",
             {.minimum = 1, .maximum = kAnyNumber}),
      Option("max-results", "N", &s.max_results, "results that may wait (default: 1000)",
             "While more results than this wait to be taken no block is read, so that the server's "
             "memory does not fill up when nobody collects. A result takes about as much room as "
             "its block.",
             {.minimum = 1, .maximum = kAnyNumber}),
  };
}

std::vector<Option> answer_options_of_work(redis::WorkSettings& s) {
  return {
      Option("limit", "K", &s.limit, "count up to K solutions; 0: all (default: 1)",
             "Stop at K solutions of a puzzle. With 1 the answer is a solution. With a larger K it "
             "is the number of solutions, at most K, a tab, and the first solution; with 0 all "
             "solutions are counted. All workers of a stream have the same.",
             {.letter = 'l', .maximum = kAnyNumber}),
      time_limit_option(
          s.time_limit, "seconds for a puzzle, then `timeout`",
          "Give up on a puzzle after S seconds, answer `timeout`, and continue with the next one. "
          "All workers of a stream have the same."),
      blank_option(s.blank),
      engine_option(s.engine, names_of(sudoku::all_engines()),
                    "How puzzles are solved, as for `puzzled solve`. Engines differ in which of "
                    "several solutions comes first, so all workers of a stream have the same."),
  };
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
      .operands = {redis::stream_operand()},
      .examples = {{"puzzled work redis+unix:///run/redis/redis.sock?stream=daily",
                    "Work on the stream `daily` of the server on this machine:"},
                   {"puzzled work --check-config --min-idle 30s",
                    "Print the settings and where each comes from:"}},
      .exit_statuses = {{"0",
                         "Stopped by a signal; all blocks that were taken have their results."},
                        {"1",
                         "Stopped by a signal, but the server was away, so that some block that "
                         "was taken is left to others."},
                        {"2",
                         "Wrong settings, no server at the start, or the server or the stream "
                         "refused the worker."},
                        {"3",
                         "The system gave no more memory, or no thread at the start: the worker "
                         "ends at once, and another takes its blocks."}},
      .positionals = &settings.arguments};
  add_options(command, kConfiguration,
              config_options(settings, "TOML file of settings",
                             "Read settings from FILE, in TOML, a key for each option. A flag "
                             "overrides a variable, which overrides the file. It is not that of "
                             "`puzzled serve`, whose keys are other ones."));
  std::vector<Option> login = redis::login_options(s.user, s.password_file);
  login.back().is_brief = true;
  add_options(command, kServer, std::move(login));
  add_options(command, kBlocks, block_options(s));
  add_options(command, kAnswers, answer_options_of_work(s));
  add_options(
      command, kWork,
      {threads_option("threads", s.threads, "threads, a block each (default: 0, one per CPU)",
                      "Threads that solve, each a block of its own."),
       isa_option(s.isa)});
  add_options(command, kWatching,
              {http_option(s.http, "metrics and health; may be repeated (default: off)", ".")});
  add_options(command, kLog, log_options(s.log_level, s.log_format));
  return command;
}

}  // namespace puzzled::commands
