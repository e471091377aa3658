#include "daemon/base/progress/pace.hpp"

#include <cstdio>
#include <cstdlib>
#include <optional>

namespace puzzled {
namespace {

constexpr double kShortestWithRate = 0.01;

/// Things done a second; nothing for a run below 10 ms.
std::optional<double> rate_of(std::uint64_t done, double seconds) {
  if (seconds < kShortestWithRate) return std::nullopt;
  return static_cast<double>(done) / seconds;
}

/// The nearest number that has so many decimals.
double rounded(double number, int decimals) {
  return std::strtod(fixed(number, decimals).c_str(), nullptr);
}

}  // namespace

std::string pace_text(std::uint64_t done, double seconds, const std::string& workers) {
  const std::optional<double> rate = rate_of(done, seconds);
  return " in " + fixed(seconds, seconds < 10 ? 3 : 1) + " s (" +
         (rate ? rounded_count(*rate) + "/s, " : "") + workers + ")";
}

void add_pace(JsonObject& json, std::string_view rate, std::uint64_t done, double seconds) {
  json.number("seconds", rounded(seconds, 6));
  const std::optional<double> rate_of_run = rate_of(done, seconds);
  if (rate_of_run) {
    json.number(rate, rounded(*rate_of_run, 1));
  } else {
    json.member(rate) += "null";
  }
}

std::string rounded_count(double number) {
  const char* unit = "";
  for (const char* larger : {" k", " M", " G"}) {
    if (number < 999.5) break;
    number /= 1000;
    unit = larger;
  }
  const int decimals = *unit == '\0' || number >= 99.95 ? 0 : number >= 9.995 ? 1 : 2;
  return fixed(number, decimals) + unit;
}

std::string fixed(double number, int decimals) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", decimals, number);
  return text;
}

}  // namespace puzzled
