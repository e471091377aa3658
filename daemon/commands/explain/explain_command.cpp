#include "daemon/commands/explain/explain_command.hpp"

#include <memory>
#include <string>

#include "core/sudoku/tools/explain_tool.hpp"
#include "core/sudoku/tools/pair_explainer.hpp"
#include "daemon/base/settings/common_options.hpp"
#include "daemon/commands/bulk/stream_run.hpp"

namespace puzzled::commands {
namespace {

constexpr OptionGroup kSteps{"Which steps, and how"};
constexpr OptionGroup kPairs{"Boards beside their puzzles"};

MakeAnswerer pair_explainers(const sudoku::ExplainOptions& options) {
  return [options](parallel::Workers&, const StopFlag&) -> Answerer {
    return [explainer = std::make_shared<sudoku::PairExplainer>(options)](StreamBlock& block) {
      const TextBlock& question = block.question;
      explainer->answer(question.text(), question.form, question.context, block.answers);
      return true;
    };
  };
}

// Flags of one kind of input are an error beside the other, variables are ignored.
Result<> check_pairs(ExplainSettings& s, const LayeredValues& values) {
  if (!s.pairs) {
    if (values.flags.contains("columns")) return Error{"--columns needs --pairs"};
    return {};
  }
  for (const std::string_view option : {"format", "column"}) {
    if (!values.flags.contains(option)) continue;
    return Error{"--pairs and --" + std::string(option) +
                 " cannot be combined: a pair stands on one line, in columns that --columns names"};
  }
  s.form.format = "auto";
  s.form.column.clear();
  s.form.pairs = true;
  return set_pair_columns(s.columns, s.form);
}

}  // namespace

Command explain_command(ExplainSettings& s) {
  Command command{
      .name = "explain",
      .help = "solve puzzles step by step, as a person does",
      .arguments = "[FILE…|-]",
      .description =
          "Writes of each puzzle its rating, a tab, and the line as it came; then the steps that "
          "solve it, a line each; then an empty line. A step places a digit (`r3c5 = 4`) or "
          "removes candidates (`r1c5 <> 12`), and says why. Each is of the easiest rule that "
          "applies: hidden singles in boxes, in rows and columns, naked singles, locked candidates "
          "(pointing, claiming), pairs and x-wings, triples and swordfish, quads and jellyfish, "
          "and probing: singles lead from the candidate to a contradiction. These are the rules "
          "of `puzzled rate`, and the rating is that of the steps.\n\n"
          "A puzzle of level 9 ends `stuck`; one with several solutions ends with the last step "
          "that holds for all of them.\n\n"
          "A board that is partly filled is explained as it stands. With `--pairs` its puzzle "
          "stands beside it, so that each wrong entry is known: it is named, as are clues that "
          "were changed, and no steps follow; without any, the steps lead on from the board.",
      .examples = {
          {"puzzled explain puzzles.txt | less", "Read how puzzles are solved:"},
          {"puzzled explain --first puzzles.txt",
           "A hint, the next step of a board that is partly filled:"},
          {"puzzled explain --pairs --first games.csv",
           "What is wrong on boards beside their puzzles, else the next step:"},
          {"puzzled explain --json puzzles.txt -o steps.jsonl", "Write steps for programs:"}}};
  add_options(
      command, kSteps,
      {Option("first", "", &s.first, "the next step alone: a hint",
              "Write the next step of each puzzle alone, which may be a board that is partly "
              "filled. The rating, which would take all steps, is left out."),
       json_option(s.json, "an object a step, and one at the end",
                   "Write steps as JSON, an object a line: the rule, its level, the units, cells "
                   "and digits that it looks at, and the digit it places or the candidates it "
                   "removes. The object behind the last step has the status, the rating, the "
                   "puzzle and the grid."),
       Option("states", "", &s.states, "of --json: the board after each step",
              "Add the board after the step to each object: its digits, and the candidates of each "
              "cell. Needs `--json`.")});
  add_options(command, kPairs,
              {Option("pairs", "", &s.pairs, "each line has a puzzle and a board: what is wrong?",
                      "Read pairs of a puzzle and a board that is partly filled, one pair a line, "
                      "in the forms that `puzzled verify` reads. An entry is wrong if the puzzle's "
                      "only solution has another digit there. Of a puzzle with several solutions "
                      "only changed clues are known to be wrong."),
               Option("columns", "P,B", &s.columns, "of --pairs: columns of puzzle and board",
                      "The columns of a table, or members of JSON objects, that hold the puzzles "
                      "and the boards: their names, or their numbers, from 1. Needs `--pairs`.",
                      {.default_text = "found by name, then by content"})});
  add_tool_options(command, s);
  return command;
}

Result<> check_explain(ExplainSettings& s, const LayeredValues& values) {
  if (s.states && !s.json) {
    if (values.flags.contains("states")) return Error{"--states needs --json"};
    s.states = false;
  }
  return check_pairs(s, values);
}

int run_explain(const ExplainSettings& settings, Interrupt& interrupt) {
  const sudoku::ExplainOptions options{.max_steps = settings.first ? std::size_t{1} : 0,
                                       .json = settings.json,
                                       .states = settings.states,
                                       .isa = settings.isa};
  return run_stream(settings,
                    {.make_answerer = settings.pairs ? pair_explainers(options)
                                                     : answerers_of<sudoku::ExplainTool>(options)},
                    interrupt);
}

}  // namespace puzzled::commands
