// The table of the options of `puzzled generate`, and its manual.
#include <iterator>
#include <string>
#include <vector>

#include "core/sudoku/generator_settings.hpp"
#include "core/sudoku/rating/rating.hpp"
#include "core/sudoku/symmetry.hpp"
#include "core/variants/puzzle.hpp"
#include "core/variants/text/board_form.hpp"
#include "daemon/base/settings/common_options.hpp"
#include "daemon/commands/generate/generate_command.hpp"
#include "daemon/commands/generate/generate_task.hpp"

namespace puzzled::commands {
namespace {

constexpr OptionGroup kPuzzles{"What is made"};
constexpr OptionGroup kLines{"What is written"};

Result<> check_size(const std::string& text) {
  const auto size = variants::parse_board_size(text);
  return size ? Result<>() : size.error();
}

Result<> check_range(const std::string& text) {
  if (const auto range = sudoku::parse_difficulty(text); !range) return range.error();
  return {};
}

Result<> check_columns(const std::string& text) {
  if (const auto columns = parse_columns(text); !columns) return columns.error();
  return {};
}

template <class Names>
std::vector<std::string> names_in_table(const Names& known) {
  std::vector<std::string> names;
  names.reserve(std::size(known));
  for (const auto& row : known) names.emplace_back(row.name);
  return names;
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
                   {"puzzled generate -n 100000 --minimal --distinct -o set.csv",
                    "Make a data set of puzzles, solutions, numbers of clues and ratings:"},
                   {"puzzled generate -n 100000 --minimal -o set.npy",
                    "The puzzles and their solutions as two NumPy arrays:"},
                   {"puzzled generate -n 100 --difficulty 9 -o hardest.txt",
                    "Make puzzles that need more than probing:"},
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
                  "found. With few clues a puzzle takes longer: a millisecond or two for 22, a "
                  "tenth of a second "
                  "for " +
                  fewest + ".",
              {.default_text = "a mix of 24 to 36 clues, in other boards 30 to 45 % of the cells",
               .maximum = variants::kMaxCells}),
       Option("minimal", "", &s.minimal, "make minimal puzzles: every clue is needed",
              "Make minimal puzzles: without any one of its clues a puzzle would have several "
              "solutions. With `--clues K`, K must be from " +
                  fewest + " to " + std::to_string(sudoku::kMaxMinimalClues) + "."),
       Option(
           "difficulty", "MIN..MAX", &s.difficulty, "ratings from MIN to MAX, or easy … extreme",
           "Make puzzles whose rating, as `puzzled rate` gives it, is from MIN to MAX. One of the "
           "two may be left out; `8` alone means all of level 8; `easy`, `medium`, `hard`, "
           "`fiendish` and `extreme` stand for 1..2, 3..4, 5..7, 8..8.3 and 8.4..9. Others are "
           "made and thrown away; from 8.4 on, where nearly all would be, puzzles are minimal and "
           "found by walks that exchange clues. The progress line tells which ratings have been "
           "seen.",
           {.default_text = "any",
            .offered = names_in_table(sudoku::kDifficultyNames),
            .check = check_range}),
       Option(
           "symmetry", "NAME", &s.symmetry, "where clues stand: rotational, diagonal, full, …",
           "Make puzzles whose clues stand symmetrically. Minimal then means that no clue can go "
           "together with those that the symmetry exchanges it with.",
           {.choices = names_in_table(sudoku::kSymmetryNames)}),
       Option(
           "distinct", "", &s.distinct, "no two puzzles are equivalent",
           "Leave out puzzles that are equivalent to one before. Walks do so anyway. 20 bytes of "
           "memory a puzzle, 1 GiB at most."),
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
  add_options(
      command, kLines,
      {Option("solutions", "", &s.solutions, "behind each puzzle a tab and its solution",
              "Write behind each puzzle a tab and its solution. Not with `--columns`."),
       Option("csv", "", &s.csv, "a table: puzzle,solution,clues,rating",
              "Write a table with commas and a line of names above: the puzzle, its solution, the "
              "number of clues and the rating. An output file whose name ends in `.csv` is one, "
              "too."),
       Option("columns", "C,…", &s.columns, "columns of the table, in their order",
              "Write a table with these columns, of `puzzle`, `solution`, `clues` and `rating`.",
              {.default_text = "all four, of a table", .check = check_columns}),
       npy_option(s.npy, "For 9x9 alone.")});
  add_options(command, kOutput, output_options(s));
  add_options(command, kWork, {threads_option(s.threads)});
  return command;
}

}  // namespace puzzled::commands
