// The table of the options of `puzzled target`, and its manual.
#include <vector>

#include "core/target_sudoku/solver.hpp"
#include "daemon/base/settings/common_options.hpp"
#include "daemon/commands/target/target_command.hpp"

namespace puzzled::commands {
namespace {

constexpr OptionGroup kScores{"What is asked"};
constexpr OptionGroup kProofs{"Proofs"};

std::vector<Option> score_options(TargetSettings& s) {
  return {
      Option("score-only", "", &s.score_only, "print the score only, without a grid",
             "Print the score only, without a grid, as the judge of P1074 expects. It is faster."),
      Option("minimize", "", &s.minimize, "find the lowest score",
             "Find the lowest score instead of the highest."),
      Option(
          "weights", "FILE", &s.weights, "81 integers, row by row (default: rings, 6 to 10)",
          "Read the weights of the cells from FILE: 81 integers, row by row, each at most 1000000 "
          "in absolute value, separated by spaces, commas or line ends.",
          {.letter = 'w',
           .default_text = "the rings of P1074: 6 for the outermost cells to 10 for the centre"}),
      Option("optimal-count", "K", &s.optimal_count,
             "list up to K grids of the best score, smallest first",
             "List up to K grids of the best score, in lexicographic order. A line is then the "
             "score, the number of grids listed and the grids, separated by tabs.",
             {.minimum = 1, .maximum = kAnyNumber}),
      time_limit_option(
          s.time_limit, "stop a board after S seconds: best, bound, gap",
          "Stop the search on a board after S seconds. The answer is then the best score and grid "
          "so far and `not proven: bound B, gap G`: no grid is better than B."),
  };
}

}  // namespace

Command target_command(TargetSettings& s) {
  Command command{
      .name = "target",
      .help = "find the best-scoring solution of a weighted Sudoku (P1074)",
      .arguments = "[FILE…|-]",
      .description =
          "In target Sudoku each cell has a weight, and the score of a solved grid is the sum of "
          "digit times weight over all cells. For each board `target` finds the highest score of "
          "all solutions, proves that none is higher, and writes the score, a tab, and the "
          "smallest grid in lexicographic order that has this score. A board without a solution is "
          "answered `-1`, a tab and `-`; an invalid one `invalid` and the reason.\n\n"
          "The formats of the input are those of `puzzled solve`.",
      .operands = {{"FILE",
                    "A file of boards; `-` is standard input, which is read if no file is named."}},
      .examples = {{"puzzled target puzzles.txt -o scores.txt",
                    "The best score of each board of a file, with its grid:"},
                   {"printf '%081d\\n' 0 | puzzled target --score-only --minimize",
                    "The lowest score of all grids:"},
                   {"printf '%081d\\n' 0 | puzzled target --certificate | puzzled target --check",
                    "Prove the highest score of all grids, and check the proof:"}},
      .exit_statuses = exit_statuses("Some board was unsolvable or invalid, or was not solved to "
                                     "the end; with `--check`, some proof is wrong."),
      .positionals = &s.inputs};
  add_options(command, kScores, score_options(s));
  add_options(
      command, kProofs,
      {Option("certificate", "", &s.certificate,
              "write a proof of the score, to be checked by --check",
              "Write a proof of the best score of each board instead of a grid."),
       Option("check", "", &s.check, "check proofs, and print what each one proves",
              "Read proofs instead of boards, check them by code that shares nothing with the "
              "search, and print what each one proves: the score, the board, the direction and the "
              "weights. With `--weights FILE` a proof for other weights is invalid.")});
  add_options(command, kInput, form_options(s.form));
  add_options(command, kOutput,
              {output_option(s.output), partial_option(s.partial),
               pretty_option(
                   s.pretty, "draw the grids, each digit with its weight",
                   "Draw each grid, each digit with its weight and clues in brackets. On a "
                   "terminal the cells are shaded, unless `NO_COLOR` is set or `TERM` is `dumb`."),
               svg_option(s.svg,
                          "Draw the first board with its best grid and the weights, the larger "
                          "the darker; if there are more boards, a message says so. Nothing is "
                          "drawn, and the exit status is 1, if it has no solution."),
               json_option(s.json, "print one JSON object per board",
                           "Write one JSON object for each board on standard output."),
               quiet_option(s.quiet), json_summary_option(s.json_summary)});
  Option engine = engine_option(
      s.engine, names_of(target::kEngineNames),
      "How the best score is found. `bound` prunes by upper bounds; `exhaustive` tries all grids "
      "and is slow on boards with few clues. Both give the same answers.");
  engine.former_choices = {{"split",
                            "the engine 'split' is gone; 'bound', the default, proves the same "
                            "scores, and 'exhaustive' checks it"}};
  add_options(command, kWork, {engine, isa_option(s.isa), threads_option(s.threads)});
  return command;
}

}  // namespace puzzled::commands
