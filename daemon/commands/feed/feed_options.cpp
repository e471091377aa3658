// The table of the options of `puzzled feed`, and its manual.
#include <string>
#include <vector>

#include "daemon/base/settings/common_options.hpp"
#include "daemon/base/text/quantity.hpp"
#include "daemon/commands/feed/feed_command.hpp"
#include "daemon/redis/redis_options.hpp"

namespace puzzled::commands {
namespace {

constexpr OptionGroup kFeedServer{"The server"};
constexpr OptionGroup kFeedBlocks{"Blocks"};

std::vector<Option> server_options(redis::FeedSettings& s) {
  std::vector<Option> options = redis::login_options(s.user, s.password_file);
  options.push_back(
      Option("patience", "TIME", &s.patience,
             "longest absence of the server (default: " + duration_text(s.patience) + ")",
             "End with status 2 when the server has been away for TIME; 0 waits without limit. At "
             "the start, where the address may be wrong, five seconds without a connection are "
             "enough. A server without room and a stream without workers are waited for without "
             "limit, and that is said."));
  return options;
}

std::vector<Option> block_options(redis::FeedSettings& s) {
  constexpr std::uint64_t kMaxLines = 1'000'000;
  constexpr std::uint64_t kMaxWindow = 10'000;
  return {
      Option("block-lines", "N", &s.block_lines,
             "lines in a block (default: " + std::to_string(s.block_lines) + ")",
             "Lines that one worker answers at a time; less if they have more than 8 MiB. Small "
             "blocks cost the server more, about a tenth of a millisecond each; where lines take "
             "long, they "
             "spread the work better.",
             {.minimum = 1, .maximum = kMaxLines}),
      Option("window", "N", &s.window,
             "blocks read but not yet written (default: " + std::to_string(s.window) + ")",
             "Blocks that are read but not yet written: what the server and this program hold at "
             "the same time at most. About twice as many as all workers together have threads keep "
             "these busy. At the default, and with puzzles of 81 cells, it is 43 MB in each.",
             {.minimum = 1, .maximum = kMaxWindow}),
  };
}

}  // namespace

Command feed_command(FeedCommandSettings& s) {
  Command command{
      .name = "feed",
      .help = "have the workers of a Redis stream answer a file, in input order",
      .arguments = "redis://HOST:PORT/STREAM [FILE…|-]",
      .description =
          "Cuts files into blocks of lines, adds them to a stream of a Redis server, where any "
          "number of `puzzled work` take them, and writes the answers in the order of the input: "
          "the bytes of `puzzled solve --pipe`, one line for each line. Files packed with gzip or "
          "zstd are detected and unpacked.\n\n"
          "At most `window` blocks are under way. Workers may die and come at any time; while "
          "there are none, or the server's memory is full, it waits and says so. When the server "
          "was away, results are read again and blocks that it has lost are added again, so that "
          "each line has one answer, whatever the server had on disk. A block that the workers "
          "gave up, or refused, is answered in its place by a line `error` and the reason for each "
          "of its lines. A result that does not fit its block ends the run.\n\n"
          "A feeder that was killed begins anew when it is started again: nothing is in the file "
          "of `--output` before the last answer. What it left in the stream is removed, after five "
          "seconds in which it gives no sign of life. So each stream is one feeder's at a time: a "
          "second one is refused, and so is a stream that has blocks or results of other programs.",
      .operands = {redis::stream_operand(),
                   {"FILE",
                    "A file of puzzles, one a line; `-` is standard input, which is read if no "
                    "file is named. Several files are answered one after the other."}},
      .examples = {{"puzzled feed redis+unix:///run/redis/redis.sock?stream=daily \\\n"
                    "  puzzles.txt -o solutions.txt",
                    "Have the workers of the stream `daily` on this machine solve a file:"}},
      .exit_statuses =
          exit_statuses("Some puzzle was unsolvable, invalid or timed out, or lines were answered "
                        "by errors, or nothing in the input is a puzzle."),
      .positionals = &s.arguments};
  add_options(command, kFeedServer, server_options(s.feed));
  add_options(command, kFeedBlocks, block_options(s.feed));
  add_options(command, kOutput, output_options(s, &s.json_summary));
  return command;
}

}  // namespace puzzled::commands
