#include "daemon/base/progress/progress.hpp"

#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdio>

#include "daemon/base/os/terminal.hpp"
#include "daemon/base/progress/pace.hpp"

namespace puzzled {
namespace {

using namespace std::chrono_literals;

constexpr auto kQuietTime = 1s;  // a run shorter than this needs no progress line
constexpr auto kInterval = 200ms;
constexpr double kMaxSeconds = 100.0 * 365 * 86400;  // beyond a century nobody waits
constexpr const char* kWipeLine = "\r\x1b[K";

}  // namespace

std::string clock_text(double seconds) {
  // (Not `seconds >= kMaxSeconds`: no number is none.)
  if (!(seconds < kMaxSeconds)) return "?";
  const auto whole = static_cast<long>(std::ceil(seconds));
  char text[32];
  if (whole >= 3600) {
    std::snprintf(text, sizeof text, "%ld:%02ld:%02ld", whole / 3600, whole / 60 % 60, whole % 60);
  } else {
    std::snprintf(text, sizeof text, "%ld:%02ld", whole / 60, whole % 60);
  }
  return text;
}

std::string percent_text(double share) {
  char text[16];
  std::snprintf(text, sizeof text, "%3.0f %%", std::floor(100 * share));
  return text;
}

std::string progress_text(const RunCounters& counters, double seconds) {
  const auto puzzles = static_cast<double>(counters.tally().puzzles());
  std::string text = rounded_count(puzzles) + " puzzles";
  if (seconds > 0) text += "  " + rounded_count(puzzles / seconds) + "/s";
  if (counters.work_total && *counters.work_total > 0) {
    const double share = std::min(1.0, static_cast<double>(counters.work_done.load()) /
                                           static_cast<double>(*counters.work_total));
    text = percent_text(share) + "  " + text;
    if (share > 0) text += "  ETA " + clock_text(seconds / share * (1 - share));
  }
  return text;
}

ProgressLine::ProgressLine(std::function<std::string()> text, bool wanted)
    : text_(std::move(text)) {
  if (wanted && takes_escapes(STDERR_FILENO)) {
    drawer_ = std::thread([this] { draw_until_stopped(); });
  }
}

ProgressLine::~ProgressLine() {
  if (!drawer_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  stop_changed_.notify_one();
  drawer_.join();
}

void ProgressLine::wipe() {
  if (!drawer_.joinable()) return;
  const std::lock_guard lock(mutex_);
  std::fputs(kWipeLine, stderr);
  std::fflush(stderr);
}

void ProgressLine::draw_until_stopped() {
  std::unique_lock lock(mutex_);
  if (stop_changed_.wait_for(lock, kQuietTime, [this] { return stop_; })) return;
  do {
    const std::string line = kWipeLine + text_();
    std::fputs(line.c_str(), stderr);
    std::fflush(stderr);
  } while (!stop_changed_.wait_for(lock, kInterval, [this] { return stop_; }));
  std::fputs(kWipeLine, stderr);
  std::fflush(stderr);
}

}  // namespace puzzled
