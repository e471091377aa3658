#include "daemon/commands/feed/feed_command.hpp"

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "core/json_text.hpp"
#include "daemon/base/files/input.hpp"
#include "daemon/base/files/input_blocks.hpp"
#include "daemon/base/os/exit_code.hpp"
#include "daemon/base/os/heap.hpp"
#include "daemon/base/os/message.hpp"
#include "daemon/base/progress/pace.hpp"
#include "daemon/base/progress/progress.hpp"
#include "daemon/commands/bulk/summary.hpp"
#include "daemon/redis/address.hpp"
#include "daemon/redis/feeder.hpp"
#include "daemon/redis/line_blocks.hpp"
#include "daemon/redis/redis_options.hpp"

namespace puzzled::commands {
namespace {

using redis::FeedEnd;

/// A silence below that is none: blocks take their time.
constexpr std::uint64_t kShortSilence = 3;

/// `10000 puzzles: 9990 solved, 7 unsolvable, 3 invalid in 0.412 s (24.3 k/s, 2 blocks)`; further
/// clauses only where there is something to tell.
std::string summary_text_of(const redis::FeedCounters& counters, bool interrupted) {
  const sudoku::Tally tally = counters.run.tally();
  std::string text = tally_text(tally, interrupted);
  const std::uint64_t errors = counters.errors;
  if (errors > 0) text += ", " + plural(errors, "line") + " answered by errors";
  const std::uint64_t again = counters.again;
  if (again > 0) text += ", " + plural(again, "block") + " added again";
  return text + pace_text(tally.puzzles(), counters.run.seconds(),
                          plural(counters.blocks.load(), "block"));
}

/// The same as one JSON object on one line; deploy/schemas/feed-summary.schema.json describes it.
std::string summary_json_of(const redis::FeedCounters& counters, bool interrupted) {
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

std::string progress_text_of(const redis::FeedCounters& counters) {
  std::string text = progress_text(counters.run, counters.run.seconds());
  const std::uint64_t silent = counters.silent_s;
  if (!counters.is_connected) {
    text += "  no connection";
  } else if (silent >= kShortSilence) {
    text += "  no result for " + clock_text(static_cast<double>(silent));
  }
  return text;
}

class FeedRun {
 public:
  FeedRun(const FeedCommandSettings& settings, std::vector<std::string> inputs,
          const redis::StreamAddress& address, redis::Login login, Output& output,
          Interrupt& interrupt)
      : settings_(settings),
        output_(output),
        interrupt_(interrupt),
        blocks_(inputs, settings.feed.block_lines,
                [&interrupt](const std::string& path) { return open_input(path, interrupt); }),
        feeder_(settings.feed, address, std::move(login), blocks_, counters_, interrupt.poll_fd(),
                {.write =
                     [this](std::string_view answers) {
                       return output_.write(answers) == Output::Status::kOk;
                     },
                 .tell = [this](const std::string& text) { tell(text); }}) {
    counters_.run.work_total = Inputs(std::move(inputs)).bytes();
  }

  int run() {
    const Result<FeedEnd> end = feed();
    if (!end) complain(end.error().message);
    if (!end) return finish(Results::kIncomplete, kExitFailure);
    const sudoku::Tally tally = counters_.run.tally();
    const bool all_solved = tally.solved == tally.puzzles() && counters_.errors == 0;
    return finish(*end == FeedEnd::kAnswered ? Results::kComplete : Results::kIncomplete,
                  all_solved ? kExitAllWell : kExitSomeUnanswered);
  }

 private:
  Result<FeedEnd> feed() {
    interrupt_.set_exit_message([this] { summarise(true); });
    progress_.emplace([this] { return progress_text_of(counters_); },
                      !settings_.quiet && !output_.is_terminal());
    const Result<> opened = blocks_.open();
    Result<FeedEnd> end = opened ? feeder_.run() : opened.error();
    progress_.reset();
    return end;
  }

  void tell(const std::string& text) {
    progress_->wipe();
    complain(text);
  }

  int finish(Results results, int status) {
    interrupt_.set_exit_message({});
    status = output_.finish(results, status);
    if (output_.status() == Output::Status::kOk) summarise(interrupt_.requested());
    return status;
  }

  void summarise(bool interrupted) const {
    if (settings_.quiet) return;
    if (settings_.json_summary) {
      std::fprintf(stderr, "%s\n", summary_json_of(counters_, interrupted).c_str());
    } else {
      complain(summary_text_of(counters_, interrupted));
    }
  }

  const FeedCommandSettings& settings_;
  Output& output_;
  Interrupt& interrupt_;
  redis::FeedCounters counters_;
  redis::LineBlocks blocks_;
  redis::Feeder feeder_;
  std::optional<ProgressLine> progress_;  // while feeder_ runs
};

}  // namespace

int run_feed(const FeedCommandSettings& settings, Interrupt& interrupt) {
  const std::vector<std::string>& arguments = settings.arguments;
  if (arguments.empty()) {
    return fail({"feed takes the address of a stream, and files; see 'puzzled feed --help'"});
  }
  const Result<redis::StreamAddress> address = redis::parse_stream_address(arguments.front());
  if (!address) return fail(address.error());
  const Result<redis::Login> login =
      redis::read_login(settings.feed.user, settings.feed.password_file);
  if (!login) return fail(login.error());
  std::vector<std::string> inputs =
      inputs_or_stdin({arguments.begin() + 1, arguments.end()}, settings.quiet);
  keep_freed_memory();
  const Result<std::unique_ptr<Output>> output = Output::open(settings, interrupt);
  if (!output) return fail(output.error());
  return FeedRun(settings, std::move(inputs), *address, *login, **output, interrupt).run();
}

}  // namespace puzzled::commands
