#include "daemon/commands/shuffle/shuffle_command.hpp"

#include "core/sudoku/tools/shuffle_tool.hpp"
#include "daemon/base/settings/common_options.hpp"
#include "daemon/commands/bulk/stream_run.hpp"

namespace puzzled::commands {
namespace {

constexpr OptionGroup kCopies{"What is written"};

// With more copies of each puzzle, the answers to a block of all threads would take too much
// memory. (A block of 100 lines then becomes 820 kB.)
constexpr std::uint64_t kMaxCopiesInMemory = 100;
constexpr std::size_t kFewLinesBytes = 8 * 1024;

}  // namespace

Command shuffle_command(ShuffleSettings& s) {
  Command command{
      .name = "shuffle",
      .help = "random equivalent copies of puzzles",
      .arguments = "[FILE…|-]",
      .description =
          "Writes random equivalent copies of each puzzle, in input order: other names of digits, "
          "other orders of bands, of rows in a band, of stacks and of columns in a stack, and "
          "transposition, each of the 1218998108160 transformations as likely as any other. Copy "
          "number k of puzzle number i under a seed is always transformed in the same way, on "
          "every machine and for any number of threads.\n\n"
          "The rest of a line stays as it was, and so do the characters of blanks. Other fields of "
          "81 cells on the line, such as the solution in a table, are transformed like the puzzle; "
          "the header of a table is copied.",
      .examples = {
          {"puzzled shuffle --seed 7 puzzles.txt -o shuffled.txt", "Shuffle each puzzle once:"},
          {"puzzled shuffle --copies 10 train.csv -o augmented.csv",
           "Make ten copies of each puzzle of a table, with its solution:"}}};
  add_options(command, kCopies,
              {Option("seed", "S", &s.seed, "the same seed gives the same copies (default: 1)",
                      "Seed of the random numbers. The same seed gives the same copies.",
                      {.letter = 's', .maximum = kAnyNumber}),
               Option("copies", "K", &s.copies, "number of copies of each puzzle (default: 1)",
                      "Number of copies of each puzzle, which follow each other.",
                      {.minimum = 1, .maximum = kAnyNumber})});
  add_tool_options(command, s);
  return command;
}

int run_shuffle(const ShuffleSettings& settings, Interrupt& interrupt) {
  const sudoku::ShuffleOptions options{
      .seed = settings.seed, .copies = settings.copies, .isa = settings.isa};
  return run_stream(settings,
                    {.make_answerer = answerers_of<sudoku::ShuffleTool>(options),
                     .block_bytes = settings.copies > 10 ? kFewLinesBytes : kSmallBlockBytes,
                     .begins_alone = settings.copies <= 10,
                     .numbers_puzzles = true,
                     .streams_answers = settings.copies > kMaxCopiesInMemory},
                    interrupt);
}

}  // namespace puzzled::commands
