#include "daemon/base/progress/time_estimate.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "daemon/base/progress/pace.hpp"

namespace puzzled {
namespace {

// The smallest number that number_text() does not round to 0.
constexpr double kShown = 0.0005;

/// `42.1 s`, `3.20 hours`, `2430 days`.
std::string duration_of(double seconds) {
  if (seconds < 300) return number_text(seconds) + " s";
  if (seconds < 3 * 3600) return number_text(seconds / 60) + " minutes";
  if (seconds < 3 * 86400) return number_text(seconds / 3600) + " hours";
  return number_text(seconds / 86400) + " days";
}

}  // namespace

double thread_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double six_digits(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", number);
  return std::strtod(text, nullptr);
}

std::string number_text(double number) {
  if (number < kShown) return "< 0.001";
  const int decimals = number >= 99.95 ? 0 : number >= 9.995 ? 1 : number >= 0.9995 ? 2 : 3;
  return fixed(number, decimals);
}

std::string time_text(const parallel::TotalEstimate& seconds) {
  std::string text = duration_of(seconds.total);
  if (seconds.total < kShown) return text;
  return text + " ± " + number_text(100 * seconds.error / seconds.total) + " %";
}

std::string estimate_line(std::string head, const std::string& tail) {
  head.resize(std::max<std::size_t>(head.size(), 16), ' ');
  return head + tail + '\n';
}

}  // namespace puzzled
