#include "daemon/commands/minimal/minimal_command.hpp"

#include "core/sudoku/tools/minimal_tool.hpp"
#include "daemon/base/settings/common_options.hpp"
#include "daemon/commands/bulk/inputs.hpp"
#include "daemon/commands/bulk/stream_run.hpp"

namespace puzzled::commands {
namespace {

constexpr std::uint64_t kMaxCap = 1000000;

}  // namespace

Command minimal_command(MinimalSettings& s) {
  Command command{
      .name = "minimal",
      .help = "redundant clues of puzzles",
      .arguments = "[FILE…|-]",
      .description =
          "Answers `minimal` for a puzzle that would have several solutions without any one of its "
          "clues; otherwise the redundant clues, such as `r1c1 r9c5`: without any one of them "
          "the puzzle still has one solution. Removing several at once may lose uniqueness. "
          "A puzzle without a solution is answered `unsolvable`, one with several `multiple`.",
      .examples = {{"puzzled minimal puzzles.txt | grep -c '^minimal$'",
                    "How many puzzles of a file are minimal?"},
                   {"head -n 1 puzzles.txt | puzzled minimal --all --cap 10",
                    "List ten minimal puzzles within one:"}}};
  add_options(
      command, kAnswers,
      {Option("all", "", &s.all, "list the minimal puzzles within each puzzle",
              "List the minimal sub-puzzles instead, a line each: what is left when as many clues "
              "are removed as can go without a second solution. Where two lists differ first, that "
              "with the blank comes first.",
              {.letter = 'a'}),
       Option("cap", "K", &s.cap, "list at most K for each puzzle (default: 1000)",
              "List at most K sub-puzzles of each puzzle. Puzzles of 30 clues may have millions.",
              {.minimum = 1, .maximum = kMaxCap})});
  add_options(command, kInput, {file_part_option(s.part)});
  add_tool_options(command, s);
  return command;
}

int run_minimal(const MinimalSettings& settings, Interrupt& interrupt) {
  const sudoku::MinimalOptions options{
      .lists = settings.all, .most = settings.cap, .isa = settings.isa};
  // A list of 1000 puzzles takes 82 kB and, of one with 40 clues, half a second.
  constexpr std::size_t kFewLinesBytes = sudoku::kMaxLineBytes + 1;
  return run_stream(settings,
                    {.make_answerer = answerers_of<sudoku::MinimalTool>(options),
                     .block_bytes = settings.all ? kFewLinesBytes : kSmallBlockBytes,
                     .begins_alone = !settings.all},
                    interrupt);
}

}  // namespace puzzled::commands
