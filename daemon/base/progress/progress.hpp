// The progress line: on stderr, on a terminal only, and only for longer runs.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "daemon/base/progress/run_counters.hpp"

namespace puzzled {

/// The text of the line, `seconds` after the start: ` 43 %  1.20 M puzzles  850 k/s  ETA 0:12`;
/// percent and ETA only when the total is known.
std::string progress_text(const RunCounters& counters, double seconds);

/// ` 43 %`, rounded down, so that 100 % means done.
std::string percent_text(double share);

/// `0:12`, `3:20:00`: a remaining time, rounded up; `?` if it is a century or more, or no number.
std::string clock_text(double seconds);

/// Draws the line from time to time, and wipes it in the destructor.
class ProgressLine {
 public:
  /// Does nothing unless `wanted` and stderr is a terminal that can wipe a line. `text` returns the
  /// current line; another thread calls it.
  ProgressLine(std::function<std::string()> text, bool wanted);
  ~ProgressLine();

  /// Whether it draws, or will once it has run for a while.
  bool draws() const { return drawer_.joinable(); }

  /// Makes room for a message; the line is drawn again soon.
  void wipe();

  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

 private:
  void draw_until_stopped();

  const std::function<std::string()> text_;
  std::mutex mutex_;
  std::condition_variable stop_changed_;
  bool stop_ = false;
  std::thread drawer_;
};

}  // namespace puzzled
