#include "daemon/commands/queens/count_json.hpp"

#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>

namespace puzzled::commands {
namespace {

using Json = nlohmann::ordered_json;

/// To six digits that count: an estimate has no more.
double significant(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", number);
  return std::strtod(text, nullptr);
}

std::string line_of(const Json& json) {
  return json.dump() + '\n';
}

}  // namespace

std::string count_json(int queens, queens::Count total,
                       const std::optional<queens::Count>& unique) {
  Json json{{"queens", queens}, {"count", queens::to_text(total)}};
  if (unique) json["unique"] = queens::to_text(*unique);
  return line_of(json);
}

std::string estimate_json(const CountEstimate& estimate, std::uint64_t machines) {
  const parallel::TotalEstimate here = seconds_on(estimate, 1);
  Json json{{"queens", estimate.count.queens},
            {"engine", estimate.count.engine},
            {"split", estimate.count.split},
            {"units", estimate.count.units},
            {"sampled_units", estimate.sampled},
            {"cpu_seconds", significant(estimate.cpu_seconds.total)},
            {"cpu_seconds_error", significant(estimate.cpu_seconds.error)},
            {"threads", estimate.threads},
            {"seconds", significant(here.total)},
            {"seconds_error", significant(here.error)}};
  if (machines > 0) {
    const parallel::TotalEstimate there = seconds_on(estimate, machines);
    json["machines"] = machines;
    json["machines_seconds"] = significant(there.total);
    json["machines_seconds_error"] = significant(there.error);
  }
  return line_of(json);
}

}  // namespace puzzled::commands
