// The table of the options of `puzzled queens`, and its manual.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/queens/engines.hpp"
#include "daemon/commands/queens/queens_command.hpp"
#include "daemon/commands/units/unit_options.hpp"

namespace puzzled::commands {
namespace {

/// The options that stand at the end of the short help.
constexpr std::string_view kBriefOptions[] = {"verify-sample", "taper", "partial", "isa", "split"};

std::vector<Option> answer_options(QueensSettings& s) {
  return {
      Option("board", "", &s.board, "draw the listed solutions (alone: the first)",
             "Draw the listed solutions as boards. Without `--first` and `--all` it draws the "
             "first solution.",
             {.letter = 'b'}),
      pretty_option(s.pretty, "draw them for people, in colours on a terminal",
                    "Draw the listed solutions, alone the first one, as chessboards. On a terminal "
                    "squares have two colours, unless `NO_COLOR` is set or `TERM` is `dumb`."),
      svg_option(s.svg,
                 "Draw the first solution. Without one (2 and 3 queens) nothing is drawn, "
                 "and the exit status is 2."),
      count_option(s.count),
      Option("unique", "", &s.unique, "also count those distinct up to symmetry",
             "Print a second number: the solutions distinct up to rotation and reflection "
             "(fundamental solutions).",
             {.letter = 'u'}),
  };
}

std::vector<Option> estimate_options(QueensSettings& s) {
  return {
      Option("estimate", "", &s.estimate, "estimate the time from a sample",
             "Count a random sample of the units instead of all, and print how long the whole "
             "count will take, with the error of the estimate."),
      Option("machines", "K", &s.machines, "estimate for K machines like this one",
             "Estimate the time for K machines like this one. Needs `--estimate`.",
             {.default_text = "a few numbers of machines", .minimum = 1, .maximum = 1'000'000'000}),
  };
}

Option verify_option(std::string& target) {
  return Option(
      "verify-sample", "P", &target, "count P % of the units a second time",
      "Count P percent of the units, chosen at random, a second time, and fail if a result "
      "differs. All engines but `bitmask` then go another way, so that all intermediate "
      "results differ. It finds faulty memory and processors, and errors of the program.",
      {.default_text = "none"});
}

std::vector<Option> work_options(QueensSettings& s) {
  return {
      engine_option(
          s.engine, names_of(queens::kEngineNames, {"auto"}),
          "How solutions are counted. `one-sided` (8 to 20 queens) and `two-sided` (12 to 28) meet "
          "in the middle; `colour` (any number) counts black and white queens apart; `bitmask` is "
          "the usual search, as a reference. `auto` takes the fastest: "
          "`bitmask` below 11 queens, `one-sided` up to 20, `colour` up to 23, `two-sided` from 24 "
          "on."),
      isa_option(s.isa),
      Option("split", "S", &s.split, "split finer: more units, less memory per unit",
             "How finely the count is split into units, in the measure of the engine. A larger S "
             "gives more and smaller units, which take less memory each.",
             {.default_text = "chosen by the engine", .minimum = 1, .maximum = 64}),
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
                   merge_operand()},
      .examples = {{"puzzled queens 12", "How many solutions do 12 queens have?"},
                   {"puzzled queens 8 --first 2 --board", "Draw the first two solutions:"},
                   {"puzzled queens 8 --svg -o queens.svg", "The first one as a picture:"},
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
  add_options(command, kAnswers,
              list_options(s,
                           "List the first K solutions in lexicographic order, one a line: the "
                           "columns of the queens, row by row.",
                           "List all solutions, in lexicographic order."));
  add_options(command, kAnswers, answer_options(s));
  add_options(command, kLongCounts, estimate_options(s));
  add_options(command, kLongCounts, part_options(s, "puzzled queens merge"));
  add_options(command, kLongCounts, {verify_option(s.verify_sample)});
  add_options(command, kOutput, unit_output_options(s));
  add_options(command, kWork, work_options(s));
  for (Option& option : command.options) {
    option.is_brief = std::ranges::count(kBriefOptions, option.name) > 0;
  }
  return command;
}

}  // namespace puzzled::commands
