#include "daemon/redis/feed_summary.hpp"

#include "core/json_text.hpp"
#include "daemon/base/os/message.hpp"
#include "daemon/base/progress/pace.hpp"
#include "daemon/base/progress/progress.hpp"

namespace puzzled::redis {
namespace {

/// A silence below that is none: blocks take their time.
constexpr std::uint64_t kShortSilence = 3;

}  // namespace

std::string feed_summary_text(const FeedCounters& counters, bool interrupted) {
  const sudoku::Tally tally = counters.run.tally();
  std::string text = interrupted ? "interrupted after " : "";
  text += plural(tally.puzzles(), "puzzle") + ": " + std::to_string(tally.solved) + " solved, " +
          std::to_string(tally.unsolvable) + " unsolvable, " + std::to_string(tally.invalid) +
          " invalid";
  if (tally.timed_out > 0) text += ", " + std::to_string(tally.timed_out) + " timed out";
  const std::uint64_t errors = counters.errors;
  if (errors > 0) text += ", " + plural(errors, "line") + " answered by errors";
  const std::uint64_t again = counters.again;
  if (again > 0) text += ", " + plural(again, "block") + " added again";
  return text + pace_text(tally.puzzles(), counters.run.seconds(),
                          plural(counters.blocks.load(), "block"));
}

std::string feed_summary_json(const FeedCounters& counters, bool interrupted) {
  const sudoku::Tally tally = counters.run.tally();
  std::string text;
  JsonObject json(text);
  json.number("puzzles", tally.puzzles());
  json.number("solved", tally.solved);
  json.number("unsolvable", tally.unsolvable);
  json.number("invalid", tally.invalid);
  json.number("timed_out", tally.timed_out);
  json.number("error_lines", counters.errors.load());
  json.number("lines", counters.lines.load());
  json.number("blocks", counters.blocks.load());
  json.number("blocks_added_again", counters.again.load());
  add_pace(json, "puzzles_per_second", tally.puzzles(), counters.run.seconds());
  json.flag("interrupted", interrupted);
  json.end();
  return text;
}

std::string feed_progress_text(const FeedCounters& counters) {
  std::string text = progress_text(counters.run, counters.run.seconds());
  const std::uint64_t silent = counters.silent_s;
  if (!counters.is_connected) {
    text += "  no connection";
  } else if (silent >= kShortSilence) {
    text += "  no result for " + clock_text(static_cast<double>(silent));
  }
  return text;
}

}  // namespace puzzled::redis
