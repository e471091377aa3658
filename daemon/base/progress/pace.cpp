#include "daemon/base/progress/pace.hpp"

#include <cstdio>
#include <cstdlib>

#include "daemon/base/progress/progress.hpp"

namespace puzzled {
namespace {

constexpr double kShortestWithRate = 0.01;

}  // namespace

std::string pace_text(std::uint64_t done, double seconds, const std::string& workers) {
  const std::optional<double> rate = rate_of(done, seconds);
  return " in " + fixed(seconds, seconds < 10 ? 3 : 1) + " s (" +
         (rate ? rounded_count(*rate) + "/s, " : "") + workers + ")";
}

std::optional<double> rate_of(std::uint64_t done, double seconds) {
  if (seconds < kShortestWithRate) return std::nullopt;
  return static_cast<double>(done) / seconds;
}

std::string fixed(double number, int decimals) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", decimals, number);
  return text;
}

double rounded(double number, int decimals) {
  return std::strtod(fixed(number, decimals).c_str(), nullptr);
}

}  // namespace puzzled
