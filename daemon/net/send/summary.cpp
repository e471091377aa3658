#include "daemon/net/send/summary.hpp"

#include <algorithm>
#include <array>

#include "daemon/base/os/message.hpp"
#include "daemon/base/progress/pace.hpp"
#include "daemon/net/send/line_scan.hpp"

namespace puzzled::net::send {
namespace {

struct Percentile {
  const char* name;
  double share;
};

constexpr std::array<Percentile, 4> kPercentiles = {
    {{"p50", 0.5}, {"p90", 0.9}, {"p99", 0.99}, {"p99.9", 0.999}}};

/// Three digits, in the unit that suits.
std::string time_text(std::chrono::nanoseconds time) {
  double number = static_cast<double>(time.count()) / 1000;
  const char* unit = " us";
  for (const char* larger : {" ms", " s"}) {
    if (number < 999.5) break;
    number /= 1000;
    unit = larger;
  }
  return fixed(number, number >= 99.95 ? 0 : number >= 9.995 ? 1 : 2) + unit;
}

/// What follows the tag, if there is one.
std::string_view without_tag(std::string_view line) {
  if (line.starts_with('@')) line.remove_prefix(std::min(line.find(' '), line.size() - 1) + 1);
  return line;
}

constexpr std::string_view kInvalid = "invalid ";
constexpr std::string_view kError = "error ";

}  // namespace

AnswerKind kind_of(std::string_view line) {
  line = without_tag(line);
  if (line.starts_with("unsolvable")) return AnswerKind::kUnsolvable;
  if (line.starts_with(kInvalid)) return AnswerKind::kInvalid;
  if (!line.starts_with(kError)) return AnswerKind::kAnswer;
  line.remove_prefix(kError.size());
  const std::string_view code = line.substr(0, line.find_first_of(" \r\n"));
  return code == "busy"            ? AnswerKind::kBusy
         : code == "shutting-down" ? AnswerKind::kShuttingDown
                                   : AnswerKind::kError;
}

void AnswerTally::add_word(std::string_view line, AnswerKind kind) {
  const auto add_one = [](std::atomic<std::uint64_t>& counter) {
    counter.fetch_add(1, std::memory_order_relaxed);
  };
  switch (kind) {
    case AnswerKind::kAnswer:
      break;
    case AnswerKind::kUnsolvable:
      add_one(unsolvable);
      break;
    case AnswerKind::kInvalid:
      add_one(invalid);
      if (first_invalid.empty()) {
        first_invalid = without_tag(line).substr(kInvalid.size());
        first_invalid.resize(first_invalid.find_last_not_of('\n') + 1);
      }
      break;
    case AnswerKind::kBusy:
    case AnswerKind::kShuttingDown:
      add_one(declined);
      [[fallthrough]];
    case AnswerKind::kError:
      add_one(errors);
      break;
  }
}

void AnswerTally::add(std::string_view lines) {
  const LineScan scan = scan_lines(lines);
  add_answers(scan.lines);
  if (scan.plain) return;
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find('\n'));
    lines.remove_prefix(line.size() + 1);
    add_word(line, kind_of(line));
  }
}

std::string report_text(const RunReport& report) {
  std::string text = report.interrupted ? "interrupted after " : "";
  text += plural(report.requests, "request") + ": " + plural(report.tally.answers, "answer");
  const AnswerTally& tally = report.tally;
  std::string kinds;
  const auto add = [&kinds](std::uint64_t count, const std::string& text_of_kind) {
    if (count > 0) kinds += (kinds.empty() ? "" : ", ") + text_of_kind;
  };
  add(tally.unsolvable, std::to_string(tally.unsolvable) + " unsolvable");
  add(tally.invalid, std::to_string(tally.invalid) + " invalid");
  add(tally.errors, plural(tally.errors, "error"));
  if (!kinds.empty()) text += " (" + kinds + ")";
  if (report.unanswered > 0) text += ", " + std::to_string(report.unanswered) + " without answer";
  if (report.asked_again > 0) text += ", " + std::to_string(report.asked_again) + " asked again";
  return text + report.skipped +
         pace_text(report.tally.answers, report.seconds, plural(report.connections, "connection"));
}

std::string latency_text(const Latency& latency) {
  std::string text = "latency: ";
  for (const Percentile& percentile : kPercentiles) {
    text +=
        std::string(percentile.name) + ' ' + time_text(latency.percentile(percentile.share)) + ", ";
  }
  return text + "max " + time_text(latency.max());
}

std::string report_json(const RunReport& report) {
  const auto microseconds = [](std::chrono::nanoseconds time) {
    return static_cast<double>(time.count()) / 1000;
  };
  const AnswerTally& tally = report.tally;
  std::string text;
  JsonObject json(text);
  json.number("requests", report.requests);
  json.number("answers", tally.answers.load());
  json.number("unsolvable", tally.unsolvable.load());
  json.number("invalid", tally.invalid.load());
  json.number("errors", tally.errors.load());
  json.number("unanswered", report.unanswered);
  json.number("asked_again", report.asked_again);
  json.number("decoration_lines", report.decoration);
  json.number("connections", report.connections);
  json.number("bytes_sent", report.bytes_sent);
  json.number("bytes_received", report.bytes_received);
  add_pace(json, "answers_per_second", tally.answers, report.seconds);
  JsonObject latency = json.object("latency_us");
  for (const Percentile& percentile : kPercentiles) {
    latency.number(percentile.name, microseconds(report.latency.percentile(percentile.share)));
  }
  latency.number("max", microseconds(report.latency.max()));
  latency.end();
  json.flag("interrupted", report.interrupted);
  json.end();
  return text;
}

std::string ranges_text(LineRanges ranges) {
  constexpr std::size_t kMaxShown = 8;
  std::sort(ranges.begin(), ranges.end());
  LineRanges merged;
  for (const auto& [first, last] : ranges) {
    if (!merged.empty() && first <= merged.back().second + 1) {
      merged.back().second = std::max(merged.back().second, last);
    } else {
      merged.emplace_back(first, last);
    }
  }
  const bool one = merged.size() == 1 && merged[0].first == merged[0].second;
  std::string text = one ? "line" : "lines";
  for (std::size_t i = 0; i < std::min(merged.size(), kMaxShown); ++i) {
    text += (i == 0 ? " " : ", ") + std::to_string(merged[i].first);
    if (merged[i].second > merged[i].first) text += '-' + std::to_string(merged[i].second);
  }
  if (merged.size() > kMaxShown) {
    text += " and " + std::to_string(merged.size() - kMaxShown) + " more ranges up to line " +
            std::to_string(merged.back().second);
  }
  return text;
}

}  // namespace puzzled::net::send
