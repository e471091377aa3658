// The table of the options of `puzzled queens`, and its manual.
#include <string>
#include <vector>

#include "core/queens/engines.hpp"
#include "daemon/base/settings/common_options.hpp"
#include "daemon/commands/queens/queens_command.hpp"

namespace puzzled::commands {
namespace {

constexpr OptionGroup kLongCounts{"Long counts"};

std::vector<std::string> queens_engine_names() {
  std::vector<std::string> names = {"auto"};
  for (const std::string_view engine : queens::kEngineNames) names.emplace_back(engine);
  return names;
}

std::vector<Option> answer_options(QueensSettings& s) {
  return {
      {.name = "first",
       .value = "K",
       .help = "list the first K solutions",
       .details = "List the first K solutions in lexicographic order, one a line: the columns of "
                  "the queens, row by row.",
       .target = &s.first,
       .default_text = "no list",
       .minimum = 1,
       .maximum = kAnyNumber},
      {.name = "all",
       .letter = 'a',
       .help = "list all solutions",
       .details = "List all solutions, in lexicographic order.",
       .target = &s.all},
      {.name = "board",
       .letter = 'b',
       .help = "draw the listed solutions (alone: the first)",
       .details = "Draw the listed solutions as boards. Without `--first` and `--all` it draws the "
                  "first solution.",
       .target = &s.board},
      {.name = "count",
       .help = "also print the number of all solutions after a list",
       .details = "Print the number of all solutions, too, after a list. Without a list it is "
                  "printed anyway.",
       .target = &s.count},
      {.name = "unique",
       .letter = 'u',
       .help = "also count those distinct up to symmetry",
       .details = "Print a second number: the solutions distinct up to rotation and reflection "
                  "(fundamental solutions).",
       .target = &s.unique},
  };
}

std::vector<Option> long_count_options(QueensSettings& s) {
  return {
      {.name = "estimate",
       .help = "estimate the time from a sample",
       .details = "Count a random sample of the units instead of all, and print how long the whole "
                  "count will take, with the error of the estimate.",
       .target = &s.estimate},
      {.name = "machines",
       .value = "K",
       .help = "estimate for K machines like this one",
       .details = "Estimate the time for K machines like this one. Needs `--estimate`.",
       .target = &s.machines,
       .default_text = "a few numbers of machines",
       .minimum = 1,
       .maximum = 1'000'000'000},
      checkpoint_option(s.checkpoint),
      part_option(s.part, "puzzled queens merge"),
      taper_option(s.taper),
      {.name = "verify-sample",
       .value = "P",
       .help = "count P % of the units a second time",
       .details = "Count P percent of the units, chosen at random, a second time, and fail if a "
                  "result differs. `one-sided` and `two-sided` then cut them otherwise, so that "
                  "all intermediate results differ. It finds faulty memory and processors, and "
                  "errors of the program.",
       .target = &s.verify_sample,
       .default_text = "none"},
  };
}

std::vector<Option> work_options(QueensSettings& s) {
  return {
      engine_option(s.engine, queens_engine_names(),
                    "How solutions are counted. `one-sided` (8 to 20 queens) and `two-sided` (12 "
                    "to 28) meet in the middle; `bitmask` is the usual search, as a reference. "
                    "`auto` takes the fastest: `bitmask` below 11 queens, `one-sided` up to 20, "
                    "`two-sided` from 21 on."),
      isa_option(s.isa),
      {.name = "split",
       .value = "S",
       .help = "split finer: more units, less memory per unit",
       .details = "How finely the count is split into units, in the measure of the engine. A "
                  "larger S gives more and smaller units, which take less memory each.",
       .target = &s.split,
       .default_text = "chosen by the engine",
       .minimum = 1,
       .maximum = 64},
      threads_option(s.threads),
      memory_option(s.memory, "use at most SIZE, such as 4G (default: half the free)",
                    "Use at most SIZE bytes of memory, such as `500M` or `4G`. If necessary, units "
                    "are split finer or fewer threads work; a count that cannot fit is refused."),
  };
}

}  // namespace

Command queens_command(QueensSettings& s) {
  Command command{
      .name = "queens",
      .help = "count the ways to put N queens on an N×N board, or list them",
      .arguments = "N | merge PART…",
      .keyword = "merge",
      .description =
          "Counts the ways to put N queens on a board of N×N squares so that none attacks another, "
          "or lists them.\n\n"
          "A count is split into units of work, which any thread, process or machine can do. "
          "`--checkpoint` keeps the finished units of a long count, `--part` counts a part of "
          "them, and `merge` adds up parts.",
      .operands = {{"N", "Number of queens, 1 to " + std::to_string(queens::kMaxQueens) + "."},
                   {"merge PART…",
                    "Check that the files hold all parts of one count, and print "
                    "their total."}},
      .examples = {{"puzzled queens 12", "How many solutions do 12 queens have?"},
                   {"puzzled queens 8 --first 2 --board", "Draw the first two solutions:"},
                   {"puzzled queens 14 --checkpoint c14 --unique",
                    "A count that can be interrupted; the same command resumes it:"},
                   {"puzzled queens 16 --estimate --machines 16",
                    "How long would 16 machines take?"},
                   {"puzzled queens 13 --part 1/2 -o 1.part\n"
                    "puzzled queens 13 --part 2/2 -o 2.part\n"
                    "puzzled queens merge 1.part 2.part",
                    "Two machines count a half each; then the halves are added up:"}},
      .exit_statuses = exit_statuses(""),
      .positionals = &s.arguments};
  add_options(command, kAnswers, answer_options(s));
  add_options(command, kLongCounts, long_count_options(s));
  add_options(command, kOutput,
              {output_option(s.output), partial_option(s.partial),
               json_option(s.json, "print JSON objects",
                           "Write JSON objects instead of text: one for each listed solution, one "
                           "for the total, one for an estimate."),
               quiet_option(s.quiet)});
  add_options(command, kWork, work_options(s));
  return command;
}

}  // namespace puzzled::commands
