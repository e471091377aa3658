#include "daemon/commands/bulk/summary.hpp"

#include <cstdio>

#include "core/json_text.hpp"
#include "daemon/base/os/message.hpp"
#include "daemon/base/progress/pace.hpp"

namespace puzzled::commands {
namespace {

std::string pace_of(const Summary& summary) {
  return pace_text(summary.tally.puzzles(), summary.seconds,
                   plural(static_cast<std::uint64_t>(summary.threads), "thread"));
}

}  // namespace

std::string tally_text(const sudoku::Tally& tally, bool interrupted) {
  std::string text = interrupted ? "interrupted after " : "";
  text += plural(tally.puzzles(), "puzzle") + ": " + std::to_string(tally.solved) + " solved";
  if (tally.multiple > 0) {
    text += " (" + std::to_string(tally.multiple) + " with several solutions)";
  }
  text += ", " + std::to_string(tally.unsolvable) + " unsolvable, " +
          std::to_string(tally.invalid) + " invalid";
  if (tally.timed_out > 0) text += ", " + std::to_string(tally.timed_out) + " timed out";
  return text;
}

std::string summary_text(const Summary& summary) {
  return tally_text(summary.tally, summary.interrupted) + summary.skipped + pace_of(summary);
}

std::string generated_text(const Summary& summary) {
  return (summary.interrupted ? "interrupted after " : "generated ") +
         plural(summary.tally.puzzles(), "puzzle") + pace_of(summary);
}

std::string summary_json(const Summary& summary) {
  const sudoku::Tally& tally = summary.tally;
  std::string text;
  JsonObject json(text);
  json.number("puzzles", tally.puzzles());
  json.number("solved", tally.solved);
  json.number("multiple", tally.multiple);
  json.number("unsolvable", tally.unsolvable);
  json.number("invalid", tally.invalid);
  json.number("timed_out", tally.timed_out);
  json.number("decoration_lines", summary.decoration);
  add_pace(json, "puzzles_per_second", tally.puzzles(), summary.seconds);
  json.number("threads", summary.threads);
  json.flag("interrupted", summary.interrupted);
  json.end();
  return text;
}

void report(const Summary& summary, bool as_json) {
  if (as_json) {
    std::fprintf(stderr, "%s\n", summary_json(summary).c_str());
  } else {
    complain(summary_text(summary));
  }
}

}  // namespace puzzled::commands
