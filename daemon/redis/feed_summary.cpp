#include "daemon/redis/feed_summary.hpp"

#include <nlohmann/json.hpp>
#include <optional>

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
  using Json = nlohmann::ordered_json;
  const sudoku::Tally tally = counters.run.tally();
  const double seconds = counters.run.seconds();
  const std::optional<double> rate = rate_of(tally.puzzles(), seconds);
  return Json{{"puzzles", tally.puzzles()},
              {"solved", tally.solved},
              {"unsolvable", tally.unsolvable},
              {"invalid", tally.invalid},
              {"timed_out", tally.timed_out},
              {"error_lines", counters.errors.load()},
              {"lines", counters.lines.load()},
              {"blocks", counters.blocks.load()},
              {"blocks_added_again", counters.again.load()},
              {"seconds", rounded(seconds, 6)},
              {"puzzles_per_second", rate ? Json(rounded(*rate, 1)) : Json()},
              {"interrupted", interrupted}}
      .dump();
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
