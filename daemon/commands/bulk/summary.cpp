#include "daemon/commands/bulk/summary.hpp"

#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>

#include "daemon/base/os/message.hpp"
#include "daemon/base/progress/pace.hpp"

namespace puzzled::commands {
namespace {

std::string pace_of(const Summary& summary) {
  return pace_text(summary.tally.puzzles(), summary.seconds,
                   plural(static_cast<std::uint64_t>(summary.threads), "thread"));
}

}  // namespace

std::string summary_text(const Summary& summary) {
  const sudoku::Tally& tally = summary.tally;
  std::string text = summary.interrupted ? "interrupted after " : "";
  text += plural(tally.puzzles(), "puzzle") + ": " + std::to_string(tally.solved) + " solved";
  if (tally.multiple > 0) {
    text += " (" + std::to_string(tally.multiple) + " with several solutions)";
  }
  text += ", " + std::to_string(tally.unsolvable) + " unsolvable, " +
          std::to_string(tally.invalid) + " invalid";
  if (tally.timed_out > 0) text += ", " + std::to_string(tally.timed_out) + " timed out";
  text += summary.skipped;
  return text + pace_of(summary);
}

std::string generated_text(const Summary& summary) {
  return (summary.interrupted ? "interrupted after " : "generated ") +
         plural(summary.tally.puzzles(), "puzzle") + pace_of(summary);
}

std::string summary_json(const Summary& summary) {
  using Json = nlohmann::ordered_json;
  const sudoku::Tally& tally = summary.tally;
  const std::optional<double> rate = rate_of(tally.puzzles(), summary.seconds);
  return Json{{"puzzles", tally.puzzles()},
              {"solved", tally.solved},
              {"multiple", tally.multiple},
              {"unsolvable", tally.unsolvable},
              {"invalid", tally.invalid},
              {"timed_out", tally.timed_out},
              {"decoration_lines", summary.decoration},
              {"seconds", rounded(summary.seconds, 6)},
              {"puzzles_per_second", rate ? Json(rounded(*rate, 1)) : Json()},
              {"threads", summary.threads},
              {"interrupted", summary.interrupted}}
      .dump();
}

void report(const Summary& summary, bool as_json) {
  if (as_json) {
    std::fprintf(stderr, "%s\n", summary_json(summary).c_str());
  } else {
    complain(summary_text(summary));
  }
}

}  // namespace puzzled::commands
