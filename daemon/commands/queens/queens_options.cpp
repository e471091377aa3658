// The table of the options of `puzzled queens`, and its manual.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/queens/engines.hpp"
#include "core/queens/regions/region_generator.hpp"
#include "core/queens/solution_walk.hpp"
#include "daemon/commands/queens/queens_command.hpp"
#include "daemon/commands/units/unit_options.hpp"

namespace puzzled::commands {
namespace {

/// The options that stand at the end of the short help.
constexpr std::string_view kBriefOptions[] = {
    "has-solution", "limit",  "random",        "generate", "seed",    "torus", "holes", "placed",
    "machines",     "memory", "verify-sample", "taper",    "partial", "isa",   "split"};

constexpr OptionGroup kBoards{"Other boards"};

std::vector<Option> answer_options(QueensSettings& s) {
  return {
      Option("board", "", &s.board, "draw the listed solutions (alone: the first)",
             "Draw the listed solutions as boards. Without `--first` and `--all` it draws the "
             "first solution. Beside a FILE it says that this holds boards, which is known "
             "without it.",
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
             "(fundamental solutions). With `--first` or `--all` and without `--count`, list one "
             "solution of each class instead: the first in lexicographic order.",
             {.letter = 'u'}),
      Option("has-solution", "", &s.has_solution, "print yes or no",
             "Print `yes` if there is a solution, `no` if there is none (exit status 1)."),
      Option(
          "any", "", &s.any, "print a solution at once; it need not be the first",
          "Print a solution that is constructed, not searched for: of up to 100 000 queens in "
          "milliseconds. It is not the first in lexicographic order, but for 1, 4 and 6 queens."),
      Option("random", "K", &s.random, "draw K solutions at random",
             "Draw K solutions at random, of up to 100 000 queens, by repairing random placements. "
             "Each solution can come, and come again, but not each as often as another.",
             {.default_text = "none", .minimum = 1, .maximum = kAnyNumber}),
      Option("generate", "K", &s.generate, "make K boards of region queens with one solution",
             "Make K boards of region queens with N rows, 4 to " +
                 std::to_string(queens::kMaxGeneratedRegions) +
                 ", each with one solution: a line of letters each.",
             {.default_text = "none", .minimum = 1, .maximum = kAnyNumber}),
      Option("seed", "S", &s.seed, "the same seed draws the same (default: 1)",
             "The seed of `--random` and `--generate`: the same one gives the same results.",
             {.letter = 's', .maximum = kAnyNumber}),
      Option("limit", "K", &s.limit, "count up to K, then stop",
             "Stop the count at K solutions and print K: there are at least so many.",
             {.letter = 'l', .default_text = "count all", .minimum = 1, .maximum = kAnyNumber}),
  };
}

std::vector<Option> board_options(QueensSettings& s) {
  constexpr std::uint64_t kMaxSquares =
      std::uint64_t{queens::kMaxBoardQueens} * std::uint64_t{queens::kMaxBoardQueens};
  return {
      Option("torus", "", &s.torus, "join opposite edges: diagonals go on behind them",
             "Join opposite edges of the board to a torus, so that a diagonal that leaves it on "
             "one side goes on at the other."),
      Option("holes", "R,C", &s.holes, "squares that no queen may take, from 0,0",
             "A square that no queen may take, as row and column, counted from 0. More squares "
             "may follow, and the option may be given again.",
             {.default_text = "none", .maximum = kMaxSquares}),
      Option("placed", "R,C", &s.placed, "squares that hold a queen, from 0,0",
             "A square that holds a queen, in the same way: all solutions have it.",
             {.default_text = "none", .maximum = kMaxSquares}),
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
          "`bitmask` below 11 queens, `one-sided` up to 17, `colour` from 18 on."),
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
      .arguments = "N | FILE… | merge PART…",
      .keyword = "merge",
      .description =
          "Counts the ways to put N queens on a board of N×N squares so that none attacks another, "
          "or lists them. Boards may have holes, and queens that stand there already. Boards of "
          "region queens are solved: one queen in each row, column and region, none of which "
          "touches another.\n\n"
          "A count is split into units of work, which any thread, process or machine can do. "
          "`--checkpoint` keeps the finished units of a long count, `--part` counts a part of "
          "them, and `merge` adds up parts.",
      .operands = {{"N", "Number of queens: 1 to " + std::to_string(queens::kMaxQueens) +
                             " to count them, to " + std::to_string(queens::kMaxWalkQueens) +
                             " to list them."},
                   {"FILE",
                    "Boards, `-` for standard input: `.` is a free square, `#` a hole, `Q` "
                    "a queen that stands there; or letters for the regions of region "
                    "queens, in rows or in one line; or JSON with such boards."},
                   merge_operand()},
      .examples = {{"puzzled queens 12", "How many solutions do 12 queens have?"},
                   {"puzzled queens 8 --first 2 --board", "Draw the first two solutions:"},
                   {"puzzled queens 8 --svg -o queens.svg", "The first one as a picture:"},
                   {"puzzled queens 8 --unique --all", "One of each class of mirror images:"},
                   {"puzzled queens 1000 --any", "A solution of a large board, at once:"},
                   {"puzzled queens 14 --checkpoint c14 --unique",
                    "A count that can be interrupted; the same command resumes it:"},
                   {"puzzled queens 16 --estimate --machines 16",
                    "How long would 16 machines take?"},
                   {"puzzled queens 13 --part 1/2 -o 1.part\n"
                    "puzzled queens 13 --part 2/2 -o 2.part\n"
                    "puzzled queens merge 1.part 2.part",
                    "Two machines count a half each; then the halves are added up:"}},
      .exit_statuses = exit_statuses(
          "`--has-solution` printed `no`; with `--svg`, there is no solution to draw."),
      .positionals = &s.arguments};
  add_options(command, kAnswers,
              list_options(s,
                           "List the first K solutions in lexicographic order, one a line: the "
                           "columns of the queens, row by row.",
                           "List all solutions, in lexicographic order."));
  add_options(command, kAnswers, answer_options(s));
  add_options(command, kBoards, board_options(s));
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
