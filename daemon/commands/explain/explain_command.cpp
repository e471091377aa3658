#include "daemon/commands/explain/explain_command.hpp"

#include "core/sudoku/tools/explain_tool.hpp"
#include "daemon/base/settings/common_options.hpp"
#include "daemon/commands/bulk/stream_run.hpp"

namespace puzzled::commands {
namespace {

constexpr OptionGroup kSteps{"Which steps, and how"};

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
          "that holds for all of them.",
      .examples = {
          {"puzzled explain puzzles.txt | less", "Read how puzzles are solved:"},
          {"puzzled explain --first puzzles.txt",
           "A hint, the next step of a board that is partly filled:"},
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
  add_tool_options(command, s);
  return command;
}

Result<> check_explain(ExplainSettings& s, const LayeredValues& values) {
  if (s.states && !s.json) {
    if (values.flags.contains("states")) return Error{"--states needs --json"};
    s.states = false;
  }
  return {};
}

int run_explain(const ExplainSettings& settings, Interrupt& interrupt) {
  const sudoku::ExplainOptions options{.max_steps = settings.first ? std::size_t{1} : 0,
                                       .json = settings.json,
                                       .states = settings.states,
                                       .isa = settings.isa};
  return run_stream(settings, {.make_answerer = answerers_of<sudoku::ExplainTool>(options)},
                    interrupt);
}

}  // namespace puzzled::commands
