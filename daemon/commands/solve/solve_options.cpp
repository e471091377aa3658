// The table of the options of `puzzled solve`, and its manual.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/sudoku/engines.hpp"
#include "core/variants/text/rule_names.hpp"
#include "daemon/base/settings/common_options.hpp"
#include "daemon/commands/bulk/inputs.hpp"
#include "daemon/commands/solve/board_examples.hpp"
#include "daemon/commands/solve/solve_command.hpp"

namespace puzzled::commands {
namespace {

/// The options that stand at the end of the short help.
constexpr std::string_view kBriefOptions[] = {
    "example", "true-candidates", "estimate",     "max", "numbers", "column",
    "blank",   "partial",         "json-summary", "isa", "npy"};

std::string backquoted(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "`" : ", `") + word + '`';
  return text;
}

Option example_option(std::string& target) {
  std::vector<std::string> names;
  for (const BoardExample& example : board_examples()) names.emplace_back(example.name);
  return Option("example", "NAME", &target, "print a board of other rules, such as killer",
                "Print a board of another size or with rules of its own, in a form that `solve` "
                "reads: " +
                    backquoted(names) + ".",
                {.default_text = "none", .offered = names, .in_file = false});
}

/// What is asked beside a solution or a count.
std::vector<Option> question_options(SolveSettings& s) {
  return {
      Option("all", "", &s.all, "list all solutions of each puzzle in order",
             "List the solutions of each puzzle, in the order of their values, cell by cell: the "
             "smallest value of the first cell comes first. They are written while they are found, "
             "in bounded memory. A puzzle without any is answered `unsolvable`, and if time runs "
             "out a list ends in `timeout`. As JSON each solution is an object, and one more ends "
             "the list of a puzzle.",
             {.letter = 'a'}),
      Option(
          "true-candidates", "", &s.true_candidates,
          "show which values cells have in some solution",
          "Draw of each puzzle which values each cell has in some solution. With `--max K`, K > "
          "1, it is said in how many: for each cell with several candidates a line such as "
          "`r1c2  3:5  7:10+`, where `+` means at least. `--answer line` writes the cells on one "
          "line.",
          {}),
      Option("estimate", "", &s.estimate, "estimate the number of solutions by random probes",
             "Print about how many solutions each puzzle has, with a confidence interval of 95 %. "
             "Up to 10000 are counted. `--answer line` writes the number, half the width of the "
             "interval (0: it was counted) and the probes, with tabs between. The same puzzle has "
             "the same estimate, unless time runs out."),
      Option("max", "K", &s.max, "of --all: stop at K; of --true-candidates: count up to K",
             "End a list of `--all` at K solutions; the summary, and each list as JSON, says "
             "whether there are more. With `--true-candidates` count up to K solutions of each "
             "candidate.",
             {.default_text = "all; of candidates 1", .minimum = 1, .maximum = kAnyNumber}),
      Option(
          "numbers", "", &s.numbers, "in lists of --all the puzzle's number stands in front",
          "Write in front of each line of `--all` the number of the puzzle, from 1, and a tab; as "
          "JSON the member `puzzle`."),
  };
}

std::vector<Option> answer_options(SolveSettings& s) {
  return {
      Option("limit", "K", &s.limit, "K > 1: count solutions up to K; 0: count all (default: 1)",
             "Stop at K solutions of a puzzle. With 1 the answer is a solution. With a larger K it "
             "is the number of solutions, at most K, a tab, and the first solution; with 0 all "
             "solutions are counted.",
             {.letter = 'l', .maximum = kAnyNumber}),
      time_limit_option(
          s.time_limit, "give up on a puzzle after S seconds and answer `timeout`",
          "Give up on a puzzle after S seconds, answer `timeout`, and continue with the next one. "
          "It is for counts: with 1 solution wanted, puzzles of 17 or more clues take "
          "microseconds."),
      Option("answer", "A", &s.answer, "auto|line|board|integers|table (default: auto)",
             "Form of the answers: `line` writes each solution as a line of 81 digits, `board` as "
             "nine lines of nine, `integers` with spaces between the digits. `table` writes the "
             "lines of the input again, with the answer in a new column `solution` (and `count` in "
             "front of it, with a limit other than 1). `auto` answers an input of boards without "
             "any heading by boards of the same form, and everything else by lines.",
             {.choices = {"auto", "line", "board", "integers", "table"}}),
      pretty_option(s.pretty, "draw the grids and highlight the clues",
                    "Draw each grid with lines between the boxes. On a terminal the clues are "
                    "coloured, unless `NO_COLOR` is set or `TERM` is `dumb`."),
      svg_option(s.svg,
                 "Draw the first puzzle with its solution; if there are more, a message says so. "
                 "Nothing is drawn, and the exit status is 1, if it has no solution."),
      json_option(s.json, "print one JSON object per puzzle",
                  "Write one JSON object for each puzzle, with its `status`: `solved`, "
                  "`unsolvable`, `invalid` or `timeout`. Counts are strings, since they may exceed "
                  "what a JSON number holds exactly."),
      npy_option(s.npy,
                 "A puzzle without a solution has a row of zeros in the second; lines that are no "
                 "puzzles have no row, and are reported on stderr."),
  };
}

}  // namespace

Command solve_command(SolveSettings& s) {
  s.form.refuses_rules = false;  // it takes them
  Command command{
      .name = "solve",
      .help = "solve Sudoku puzzles, or count solutions, in input order",
      .arguments = "[FILE…|-]",
      .description =
          "Reads Sudoku puzzles from files or standard input and writes one answer for each, in "
          "input order: the 81 digits of a solution, `unsolvable`, or `invalid` and the reason. It "
          "uses all CPUs and a bounded amount of memory, however long the input is.\n\n"
          "Digits are clues; a blank is one of `.` `0` `_` `*` `X` `x` `?` `-`. The input format "
          "is detected automatically, and so are files packed with gzip or zstd and NumPy arrays. "
          "Blank lines and "
          "lines that begin with `#` are skipped; a line `end` ends the input. If a puzzle has "
          "several solutions, the one that is written is the same on every machine and for any "
          "number of threads; `--engine row` writes the smallest.",
      .operands = {{"FILE",
                    "A file of puzzles; `-` is standard input, which is read if no file is named. "
                    "Several files are answered one after the other."}},
      .examples = {{"puzzled solve puzzles.txt -o solutions.txt",
                    "Solve all puzzles of a file, and write the solutions to another:"},
                   {"puzzled solve --limit 2 -q puzzles.txt | cut -f 1 | sort | uniq -c",
                    "How many puzzles have no solution, one, or several?"},
                   {"head -n 1 puzzles.txt | puzzled solve --pretty",
                    "Draw the solution of one puzzle:"},
                   {"head -n 1 puzzles.txt | puzzled solve --svg -o puzzle.svg",
                    "The same as a picture, for a page or a slide:"},
                   {"puzzled solve --example killer | puzzled solve",
                    "A board with rules of its own, and its solution:"},
                   {"head -n 1 puzzles.txt | puzzled solve --all --max 10",
                    "The first ten solutions of a puzzle, in order:"},
                   {"zcat puzzles.txt.gz | puzzled solve --limit 0 --time-limit 0.5 >counts.txt",
                    "Count all solutions of each puzzle, for at most half a second each:"}},
      .exit_statuses = exit_statuses(
          "Some puzzle was unsolvable, invalid or timed out. All answers were written."),
      .positionals = &s.inputs};
  add_options(command, kAnswers, answer_options(s));
  add_options(command, kAnswers, question_options(s));
  add_options(command, kInput, form_options(s.form));
  add_options(
      command, kInput,
      {file_part_option(s.part),
       Option(
           "size", "N", &s.size, "boards of another size: 4, 6, 16:1-G (default: detected)",
           "Read boards of N by N cells with the usual boxes, in lines or rows. Above 9 the name "
           "behind the size says how values are written: `16:1-G`, `16:0-F`, `16:A-P`, or "
           "`16:1-16` for numbers. Without the option, sizes are recognised, and so are names by "
           "what occurs in the first boards.",
           {.default_text = "detected"}),
       rules_option(s.rules,
                    {"Rules that hold beside those of rows, columns and boxes, with commas between "
                     "them: ",
                     [] { return backquoted(variants::rule_names()); }, "."}),
       example_option(s.example),
       Option("verbose", "", &s.verbose, "report the place of each invalid puzzle on stderr",
              "Report each invalid puzzle on stderr as `FILE:LINE:COLUMN: invalid: REASON`, a form "
              "that editors can jump to.",
              {.letter = 'v'}),
       Option(
           "pipe", "", &s.pipe, "exactly one answer line for each line of input",
           "Write exactly one line for each line of input, for programs that count them: GNU "
           "parallel, xargs, Spark's `rdd.pipe`, Hadoop Streaming, ClickHouse. A blank line or a "
           "comment is answered by an empty line, everything else that is no puzzle by `invalid`; "
           "there are neither headers nor boards, and a line `end` is nothing special. The exit "
           "status is 0 unless the usage is wrong or reading or writing fails.")});
  add_options(command, kOutput, output_options(s, &s.json_summary));
  add_options(
      command, kWork,
      {engine_option(
           s.engine, names_of(sudoku::all_engines()),
           "How puzzles are solved. `batch` solves hundreds at once and is the fastest; `band` is "
           "the fastest for one puzzle; `mrv`, `row` and `cover` are plain reference methods. They "
           "differ only in which of several solutions comes first."),
       isa_option(s.isa), threads_option(s.threads)});
  // The short help is one screen.
  for (Option& option : command.options) {
    option.is_brief = std::ranges::count(kBriefOptions, option.name) > 0;
  }
  return command;
}

}  // namespace puzzled::commands
