// The table of the options of `puzzled generate`, and its manual.
#include <string>

#include "core/sudoku/generator.hpp"
#include "core/sudoku/rating/rating.hpp"
#include "core/variants/text/board_form.hpp"
#include "daemon/base/settings/common_options.hpp"
#include "daemon/commands/generate/generate_command.hpp"

namespace puzzled::commands {
namespace {

constexpr OptionGroup kPuzzles{"What is made"};

Result<> check_size(const std::string& text) {
  const auto size = variants::parse_board_size(text);
  return size ? Result<>() : size.error();
}

Result<> check_range(const std::string& text) {
  if (const auto range = sudoku::parse_rating_range(text); !range) return range.error();
  return {};
}

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
                    "Draw one hard puzzle's solution:"},
                   {"puzzled generate -n 100 --minimal --difficulty 5..7 -o medium.txt",
                    "Make puzzles that need pairs or triples, but no probing:"},
                   {"puzzled generate -n 5 --like puzzles.txt --seed 2",
                    "Make puzzles that look like others:"},
                   {"puzzled generate -n 5 --size 6 --rules diagonal --minimal",
                    "Make boards of 6x6 with diagonals:"}},
      .exit_statuses = exit_statuses(""),
      .positionals = nullptr};
  add_options(
      command, kPuzzles,
      {Option("count", "N", &s.count, "number of puzzles (default: 1)", "Number of puzzles.",
              {.letter = 'n', .maximum = kAnyNumber}),
       Option("clues", "K", &s.clues,
              "exactly K, " + fewest + " to 81 (default: a mix of 24 to 36)",
              "Make puzzles of exactly K clues: " + fewest +
                  " to 81 of 9x9, and any number of other boards, which may be too few to be "
                  "found. With few clues a puzzle takes longer: milliseconds for 22, seconds for " +
                  fewest + ".",
              {.default_text = "a mix of 24 to 36 clues, in other boards 30 to 45 % of the cells",
               .maximum = variants::kMaxCells}),
       Option("minimal", "", &s.minimal, "make minimal puzzles: every clue is needed",
              "Make minimal puzzles: without any one of its clues a puzzle would have several "
              "solutions. With `--clues K`, K must be from " +
                  fewest + " to " + std::to_string(sudoku::kMaxMinimalClues) + "."),
       Option(
           "difficulty", "MIN..MAX", &s.difficulty, "only puzzles with a rating from MIN to MAX",
           "Make puzzles whose rating, as `puzzled rate` gives it, is from MIN to MAX. One of the "
           "two may be left out; `8` alone means all of level 8. Others are made and thrown away, "
           "so rare ratings take long; the progress line tells which ratings have been seen.",
           {.default_text = "any", .check = check_range}),
       Option("like", "FILE", &s.like, "clues in the same cells as the puzzles of FILE",
              "Make puzzles whose clues stand in the same cells as those of the puzzles of FILE, "
              "which are taken in turn; their digits mean nothing. With few clues some patterns "
              "have no puzzle, or hardly any: they are passed over, and `generate` gives up with "
              "an error after many failures in a row."),
       Option("size", "N", &s.size, "boards of another size: 4, 6, 16:1-G (default: 9)",
              "Make boards of N by N cells with the usual boxes, as `puzzled solve --size` reads "
              "them. Above 9 the name behind the size says how values are written: `16:1-G`, "
              "`16:0-F`, `16:A-P`, or `16:1-16` for numbers.",
              {.default_text = "9", .check = check_size}),
       rules_option(
           s.rules,
           "Rules that hold beside those of rows, columns and boxes, with commas between them: "
           "the names of `puzzled solve --rules`, which solves these boards."),
       Option("jigsaw", "", &s.jigsaw, "irregular regions instead of boxes",
              "Make jigsaws: random irregular regions of as many cells as a row take the place of "
              "the boxes, others for each board. A line holds the clues and then of each cell its "
              "region; values above 9 are letters, from A for 1."),
       Option("seed", "S", &s.seed, "the same seed gives the same puzzles (default: 1)",
              "Seed of the random numbers. The same seed gives the same puzzles.",
              {.letter = 's', .maximum = kAnyNumber})});
  add_options(command, kOutput, output_options(s));
  add_options(command, kWork, {threads_option(s.threads)});
  return command;
}

}  // namespace puzzled::commands
