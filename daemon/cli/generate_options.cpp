// The table of the options of `puzzled generate`, and its manual.
#include <string>

#include "core/sudoku/generator.hpp"
#include "daemon/cli/generate_command.hpp"
#include "daemon/settings/common_options.hpp"

namespace puzzled {
namespace {

constexpr OptionGroup kPuzzles{"What is made"};

}  // namespace

Command generate_command(GenerateSettings& s) {
  const std::string fewest = std::to_string(sudoku::kMinGeneratedClues);
  Command command{
      .name = "generate",
      .help = "make Sudoku puzzles that have exactly one solution",
      .arguments = "",
      .description =
          "Makes random Sudoku puzzles, each with exactly one solution, one line of 81 characters "
          "a puzzle; blanks are dots.\n\n"
          "Puzzle number i of a seed is always the same, on every machine and for any number of "
          "threads, so that a seed and a count name a set of puzzles.",
      .examples = {{"puzzled generate -n 1000 -o puzzles.txt", "Make a thousand puzzles:"},
                   {"puzzled generate --minimal --clues 22 --seed 7 | puzzled solve --pretty",
                    "Draw one hard puzzle's solution:"}},
      .exit_statuses = exit_statuses(""),
      .positionals = nullptr};
  add_options(command, kPuzzles,
              {{.name = "count",
                .letter = 'n',
                .value = "N",
                .help = "number of puzzles (default: 1)",
                .details = "Number of puzzles.",
                .target = &s.count,
                .maximum = kAnyNumber},
               {.name = "clues",
                .value = "K",
                .help = "exactly K clues, " + fewest + " to 81 (default: a mix of 24 to 36)",
                .details = "Make puzzles of exactly K clues. With few clues a puzzle takes longer: "
                           "milliseconds for 22, seconds for " +
                           fewest + ".",
                .target = &s.clues,
                .default_text = "a mix of 24 to 36 clues",
                .minimum = sudoku::kMinGeneratedClues,
                .maximum = sudoku::kCells,
                .former_letter = 'c'},
               {.name = "minimal",
                .help = "make minimal puzzles: every clue is needed",
                .details = "Make minimal puzzles: without any one of its clues a puzzle would have "
                           "several solutions. With `--clues K`, K must be from " +
                           fewest + " to " + std::to_string(sudoku::kMaxMinimalClues) + ".",
                .target = &s.minimal,
                .former_letter = 'm'},
               {.name = "seed",
                .letter = 's',
                .value = "S",
                .help = "the same seed gives the same puzzles (default: 1)",
                .details = "Seed of the random numbers. The same seed gives the same puzzles.",
                .target = &s.seed,
                .maximum = kAnyNumber}});
  add_options(command, kOutput,
              {output_option(s.output), partial_option(s.partial), quiet_option(s.quiet)});
  add_options(command, kWork, {threads_option(s.threads)});
  return command;
}

}  // namespace puzzled
