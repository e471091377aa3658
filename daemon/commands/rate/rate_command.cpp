#include "daemon/commands/rate/rate_command.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "core/sudoku/tools/backtracks_tool.hpp"
#include "core/sudoku/tools/rate_tool.hpp"
#include "daemon/base/os/terminal.hpp"
#include "daemon/base/settings/common_options.hpp"
#include "daemon/commands/bulk/inputs.hpp"
#include "daemon/commands/bulk/stream_run.hpp"

namespace puzzled::commands {
namespace {

using sudoku::Rating;

constexpr OptionGroup kScale{"Which rating"};
constexpr OptionGroup kFilter{"Which puzzles"};
constexpr std::string_view kBacktracks = "backtracks";

// Puzzles of level 0 have no rating that could be compared, so a limit leaves them out unless the
// lower one says otherwise.
constexpr Rating kMinOfRated{.level = 1};

Error no_rating(const std::string& text) {
  return Error{"must be a rating such as 8, 8.3 or 8.3.1, of level 0 to 9 (got '" + text + "')"};
}

// Whether it is a rating of the scale is known when all settings are.
Result<> check_limit(const std::string& text) {
  if (sudoku::parse_rating(text, {}) || sudoku::parse_hundredths(text)) return {};
  return no_rating(text);
}

bool is_limited(const RateSettings& settings) {
  return !settings.min.empty() || !settings.max.empty();
}

// 8.3 stands for all ratings that begin so.
Rating upper_limit(const RateSettings& settings) {
  using sudoku::kMaxRating;
  return settings.max.empty() ? kMaxRating : *sudoku::parse_rating(settings.max, kMaxRating);
}

Rating lower_limit(const RateSettings& settings) {
  if (!is_limited(settings) || (settings.min.empty() && upper_limit(settings).level == 0)) {
    return {};
  }
  return settings.min.empty() ? kMinOfRated : *sudoku::parse_rating(settings.min, {});
}

// Of --scale backtracks, in hundredths.
std::uint64_t mean_limit(const std::string& text, std::uint64_t none) {
  return text.empty() ? none : *sudoku::parse_hundredths(text);
}

// A count takes some 15 us of hard puzzles, so a block takes a fifth of a second at most.
std::size_t block_bytes_for(std::uint64_t copies) {
  constexpr std::uint64_t kFewCopies = 10;
  constexpr std::uint64_t kFewestBytes = 2048;
  return std::max(kFewestBytes, kSmallBlockBytes * kFewCopies / std::max(copies, kFewCopies));
}

std::string counts_by_level(const StreamRun& run) {
  std::string text;
  for (std::size_t level = 0; level < run.levels().size(); ++level) {
    text += std::to_string(level) + '\t' + std::to_string(run.levels()[level]) + '\n';
  }
  return text;
}

// The same for people: numbers stand below each other, and behind each is a bar of its length.
std::string bars_by_level(const StreamRun& run) {
  constexpr std::uint64_t kLongest = 48;  // columns
  constexpr std::uint64_t kParts = 8;     // of a column
  constexpr std::string_view kEighths[kParts] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const std::uint64_t most = std::max<std::uint64_t>(1, *std::ranges::max_element(run.levels()));
  const std::size_t width = std::to_string(most).size();
  std::string text;
  for (std::size_t level = 0; level < run.levels().size(); ++level) {
    const std::uint64_t count = run.levels()[level];
    const std::string number = std::to_string(count);
    text += std::to_string(level) + "  " + std::string(width - number.size(), ' ') + number;
    // What is there shows.
    std::uint64_t eighths = std::max<std::uint64_t>(
        count > 0 ? 1 : 0,
        static_cast<std::uint64_t>(static_cast<double>(count) / static_cast<double>(most) *
                                   static_cast<double>(kLongest * kParts)));
    if (eighths > 0) text += "  ";
    for (; eighths >= kParts; eighths -= kParts) text += "█";
    text += kEighths[eighths];
    text += '\n';
  }
  return text;
}

}  // namespace

Command rate_command(RateSettings& s) {
  Command command{
      .name = "rate",
      .help = "how hard puzzles are",
      .arguments = "[FILE…|-]",
      .description =
          "Writes the rating of each puzzle, a tab, and the line as it came. Equivalent puzzles "
          "have the same rating, for it says which rules are needed and not in which order they "
          "were tried. It has three parts, LEVEL.DEPTH.PHASES, and compares part by part.\n\n"
          "The level is that of the hardest rule that is needed: 1 hidden singles in boxes, 2 "
          "hidden singles in rows and columns, 3 naked singles, 4 locked candidates, 5 to 7 "
          "subsets of two, three and four (naked and hidden ones, and fish), 8 probing: a "
          "candidate is excluded because rounds of singles lead from it to a contradiction. Depth "
          "is the number of rounds it takes at most, and phases says how often all candidates have "
          "to be probed. Level 9 is all that probing does not solve; its depth is the number of "
          "candidates that are left. A puzzle without exactly one solution has rating `0`.\n\n"
          "`--scale backtracks` counts guesses instead, as the column `rating` of Sudoku-Extreme "
          "does, which is the count of the solver tdoku: how often a fixed search guesses until it "
          "has the solution. The count depends on where the search happens to guess first, so it "
          "varies between equivalent puzzles, on hard ones by half and more. Therefore the rating "
          "is the mean over `--copies` counts, of the puzzle as it stands and of random equivalent "
          "copies, with two decimals. With `--copies 1` it is the count of the puzzle as it "
          "stands, which on 96 to 99.9 of 100 puzzles is tdoku's own. A puzzle without exactly one "
          "solution has the rating `-`.",
      .examples = {{"puzzled rate puzzles.txt | sort -t. -k1,1n -k2,2n -k3,3n | tail -n 3",
                    "The three hardest puzzles of a file:"},
                   {"puzzled rate --min 4 --max 7 puzzles.txt | cut -f 2- >medium.txt",
                    "Keep puzzles that need more than singles, but no probing:"},
                   {"puzzled rate --summary puzzles.txt", "How many puzzles of each level?"},
                   {"puzzled rate --scale backtracks --copies 1 train.csv",
                    "Guesses, to compare with the column of a data set:"}}};
  add_options(command, kScale,
              {Option("scale", "SCALE", &s.scale, "rules (default) or backtracks",
                      "What a rating says: the rules that are needed, or how often a fixed search "
                      "guesses.",
                      {.choices = {"rules", std::string(kBacktracks)}}),
               Option("copies", "N", &s.copies, "of backtracks: the mean over N (default: 3)",
                      "The number of counts that the mean is of. The first is that of the puzzle "
                      "as it stands, the others are those of random copies: other names of digits, "
                      "other orders of rows and columns, transposition. Needs `--scale "
                      "backtracks`.",
                      {.minimum = 1, .maximum = sudoku::kMaxBacktracksCopies}),
               Option("seed", "S", &s.seed, "of backtracks: another S, other copies (default: 1)",
                      "Seed of the copies, which depend on it and on the puzzle alone. Needs "
                      "`--scale backtracks`.",
                      {.letter = 's', .maximum = kAnyNumber})});
  add_options(command, kFilter,
              {Option("min", "RATING", &s.min, "leave out easier puzzles",
                      "Leave out puzzles with a lower rating. `8` is the lowest rating of level 8, "
                      "and `8.3` the lowest with depth 3. Of `--scale backtracks`: a mean, such as "
                      "`20` or `12.5`.",
                      {.default_text = "none", .check = check_limit}),
               Option("max", "RATING", &s.max, "leave out harder puzzles",
                      "Leave out puzzles with a higher rating, and those of rating `0` unless "
                      "`--min 0` is given. `8` is the highest rating of level 8. Of `--scale "
                      "backtracks`: a mean; any limit leaves out puzzles without one.",
                      {.default_text = "none", .check = check_limit}),
               Option("summary", "", &s.summary, "write the number of puzzles of each level only",
                      "Write the number of puzzles of each level instead of the puzzles: ten "
                      "lines, each of a level, a tab and a number. On a terminal, unless `TERM` is "
                      "`dumb`, a bar stands behind each number.")});
  add_options(command, kInput, {file_part_option(s.part)});
  add_tool_options(command, s);
  return command;
}

namespace {

// Options of another scale than `scale` that are flags are an error, others are ignored.
Result<> ignore_or_refuse(const LayeredValues& values, std::string_view option,
                          std::string_view reason) {
  if (!values.flags.contains(option)) return {};
  return Error{"--" + std::string(option) + ' ' + std::string(reason)};
}

Result<> check_backtracks(RateSettings& settings, const LayeredValues& values) {
  if (settings.summary) {
    Result<> ignored =
        ignore_or_refuse(values, "summary",
                         "counts levels, which --scale backtracks has not; count its ratings by "
                         "`cut -f 1 | sort -n | uniq -c`");
    if (!ignored) return ignored;
    settings.summary = false;
  }
  for (const auto& [option, text] :
       {std::pair("min", &settings.min), std::pair("max", &settings.max)}) {
    if (text->empty() || sudoku::parse_hundredths(*text)) continue;
    return Error{values.origins.at(option).label +
                 "must be a number of guesses such as 20 or 12.5 (got '" + *text + "')"};
  }
  if (mean_limit(settings.min, 0) > mean_limit(settings.max, UINT64_MAX)) {
    return Error{"no number is from --min " + settings.min + " to --max " + settings.max +
                 ": the first is the higher"};
  }
  return {};
}

Result<> check_rules(const RateSettings& settings, const LayeredValues& values) {
  for (const std::string_view option : {"copies", "seed"}) {
    Result<> ignored = ignore_or_refuse(values, option, "needs --scale backtracks");
    if (!ignored) return ignored;
  }
  for (const auto& [option, text] :
       {std::pair("min", &settings.min), std::pair("max", &settings.max)}) {
    if (text->empty() || sudoku::parse_rating(*text, {})) continue;
    return Error{values.origins.at(option).label + no_rating(*text).message};
  }
  if (settings.summary && !settings.part.empty()) {
    return Error{
        "--summary and --part cannot be combined: each part would have a summary of its own; rate "
        "the parts, and count the levels of all"};
  }
  const auto empty = sudoku::emptiness({lower_limit(settings), upper_limit(settings)},
                                       "--min " + (settings.min.empty() ? "1" : settings.min),
                                       "--max " + (settings.max.empty() ? "9" : settings.max));
  if (empty) return *empty;
  return {};
}

int run_backtracks(const RateSettings& settings, Interrupt& interrupt) {
  const bool answers_all = !is_limited(settings);
  const sudoku::BacktracksToolOptions options{
      .scale = {.copies = settings.copies, .seed = settings.seed},
      .min = mean_limit(settings.min, 0),
      .max = mean_limit(settings.max, UINT64_MAX),
      .keeps_unrated = answers_all,
      .isa = settings.isa};
  return run_stream(settings,
                    {.make_answerer = answerers_of<sudoku::BacktracksTool>(options),
                     .block_bytes = block_bytes_for(settings.copies),
                     .has_equal_shares = true,
                     .leaves_out_invalid = !answers_all},
                    interrupt);
}

}  // namespace

Result<> check_rate(RateSettings& settings, const LayeredValues& values) {
  return settings.scale == kBacktracks ? check_backtracks(settings, values)
                                       : check_rules(settings, values);
}

int run_rate(const RateSettings& settings, Interrupt& interrupt) {
  if (settings.scale == kBacktracks) return run_backtracks(settings, interrupt);
  // Lines that are no puzzles have an answer where all puzzles have one.
  const bool answers_all = !is_limited(settings) && !settings.summary;
  const sudoku::RateOptions options{.min = lower_limit(settings),
                                    .max = upper_limit(settings),
                                    .keeps_invalid = answers_all,
                                    .isa = settings.isa};
  StreamPlan plan{.make_answerer = answerers_of<sudoku::RateTool>(options),
                  .block_bytes = kBlockBytes,
                  .has_equal_shares = true,
                  .leaves_out_invalid = !answers_all,
                  .writes_answers = !settings.summary};
  const bool draws = settings.output == "-" && takes_escapes(STDOUT_FILENO);
  if (settings.summary) plan.last_text = draws ? bars_by_level : counts_by_level;
  return run_stream(settings, std::move(plan), interrupt);
}

}  // namespace puzzled::commands
