#include "daemon/commands/queens/count_json.hpp"

#include <cstdio>
#include <cstdlib>

#include "core/json_text.hpp"

namespace puzzled::commands {
namespace {

/// To six digits that count: an estimate has no more.
double significant(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", number);
  return std::strtod(text, nullptr);
}

}  // namespace

std::string count_json(int queens, queens::Count total,
                       const std::optional<queens::Count>& unique) {
  std::string text;
  JsonObject json(text);
  json.number("queens", queens);
  json.text("count", queens::to_text(total));
  if (unique) json.text("unique", queens::to_text(*unique));
  json.end();
  return text + '\n';
}

std::string estimate_json(const CountEstimate& estimate, std::uint64_t machines) {
  const parallel::TotalEstimate here = seconds_on(estimate, 1);
  std::string text;
  JsonObject json(text);
  json.number("queens", estimate.count.queens);
  json.text("engine", estimate.count.engine);
  json.number("split", estimate.count.split);
  json.number("units", estimate.count.units);
  json.number("sampled_units", estimate.sampled);
  json.number("cpu_seconds", significant(estimate.cpu_seconds.total));
  json.number("cpu_seconds_error", significant(estimate.cpu_seconds.error));
  json.number("threads", estimate.threads);
  json.number("seconds", significant(here.total));
  json.number("seconds_error", significant(here.error));
  if (machines > 0) {
    const parallel::TotalEstimate there = seconds_on(estimate, machines);
    json.number("machines", machines);
    json.number("machines_seconds", significant(there.total));
    json.number("machines_seconds_error", significant(there.error));
  }
  json.end();
  return text + '\n';
}

}  // namespace puzzled::commands
