#include "daemon/commands/verify/verify_command.hpp"

#include <memory>

#include "core/sudoku/verify/pair_verifier.hpp"
#include "daemon/base/settings/common_options.hpp"
#include "daemon/commands/bulk/stream_run.hpp"

namespace puzzled::commands {
namespace {

constexpr OptionGroup kVerdicts{"What is judged"};

MakeAnswerer verifiers(const VerifySettings& settings) {
  sudoku::PairOptions options{
      .needs = {.is_unique = settings.unique, .counts_cells = settings.cells},
      .writes_json = settings.json,
      .reports_wrong = settings.verbose,
      .isa = settings.isa};
  return [options](parallel::Workers&, const StopFlag& stop) mutable -> Answerer {
    options.stop = &stop;
    return [verifier = std::make_shared<sudoku::PairVerifier>(options)](StreamBlock& block) {
      const TextBlock& question = block.question;
      return verifier->answer(question.text(), question.form, question.context, block.answers);
    };
  };
}

}  // namespace

Command verify_command(VerifySettings& s) {
  Command command{
      .name = "verify",
      .help = "whether grids are solutions of the puzzles beside them",
      .arguments = "[FILE…|-]",
      .description =
          "Reads pairs of a puzzle and a grid that somebody proposes as its solution, one pair a "
          "line, and answers each with `ok` or the first reason why the grid is wrong. Any "
          "solution is right, not only one that is stored somewhere.\n\n"
          "Faults are looked for in this order: `invalid REASON` if the line is no pair or the "
          "puzzle no puzzle; what the grid's text lacks (`80 cells instead of 81`); `blank r1c1`; "
          "`r3c5 is a clue 7` where the grid has another digit; `two 4 in row 3`, then `column "
          "5`, then `box 2`; and `not the only solution` with `--unique`. Rows come from the top, "
          "columns from the left, and of several digits in a unit the smallest counts.\n\n"
          "A pair stands in two columns of a table, whatever separates them, or in two members of "
          "a JSON object on a line: those with names such as `puzzle` or `question`, and "
          "`solution` or `answer`; else the first two that have 81 cells. Puzzles and grids on "
          "lines of their own are no pairs; `paste -d, puzzles.txt grids.txt` makes some.",
      .examples = {{"puzzled verify answers.csv | sort | uniq -c | sort -rn | head",
                    "What goes wrong most often?"},
                   {"puzzled verify --cells answers.csv | cut -f 2 >rewards.txt",
                    "A reward of 0 to 81 for each grid:"},
                   {"puzzled verify --columns quiz,response --verbose answers.csv >/dev/null",
                    "Where are the wrong ones?"}}};
  command.operands = {{"FILE",
                       "A file of pairs; `-` is standard input, which is read if no file is named. "
                       "Several files are read one after the other."}};
  command.positionals = &s.inputs;
  command.exit_statuses = exit_statuses("Some grid was wrong, or some line no pair.");
  add_options(command, kVerdicts,
              {Option("unique", "", &s.unique, "the grid must be the only solution",
                      "A solution of a puzzle that has others, too, is answered `not the only "
                      "solution`."),
               Option("cells", "", &s.cells, "add a tab and the number of right cells",
                      "Write a tab and the number of right cells, 0 to 81, behind each answer. If "
                      "the puzzle has exactly one solution, a cell is right if it is as there. "
                      "Otherwise it is right if it has a digit, not another one than the clue "
                      "there, which no other cell of its row, column and box has. A line that is "
                      "`invalid`, and a grid that is not 81 cells, have 0."),
               json_option(s.json, "write a JSON object for each pair",
                           "Write an object for each pair, with the members `status` (`ok`, "
                           "`wrong` or `invalid`), `reason` unless it is ok, and `cells` with "
                           "`--cells`.")});
  add_options(command, kInput,
              {Option("columns", "P,G", &s.columns, "columns of puzzle and grid: names or numbers",
                      "The columns of a table, or members of JSON objects, that hold the puzzles "
                      "and the grids: their names, or their numbers, from 1.",
                      {.default_text = "found by name, then by content"}),
               blank_option(s.form.blank),
               Option("verbose", "", &s.verbose, "report the place of each fault on stderr",
                      "Report each grid that is wrong, and each line that is no pair, on stderr as "
                      "`FILE:LINE:COLUMN: REASON`, a form that editors can jump to.",
                      {.letter = 'v'})});
  add_options(command, kOutput, output_options(s));
  add_options(command, kWork, {isa_option(s.isa), threads_option(s.threads)});
  return command;
}

Result<> check_verify(VerifySettings& settings) {
  settings.form.pairs = true;
  return set_pair_columns(settings.columns, settings.form);
}

int run_verify(const VerifySettings& settings, Interrupt& interrupt) {
  return run_stream(settings,
                    {.make_answerer = verifiers(settings),
                     .block_bytes = kBlockBytes,
                     .begins_alone = true,
                     .judges_pairs = true},
                    interrupt);
}

}  // namespace puzzled::commands
