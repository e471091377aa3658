// The frame of every bulk command around its job: progress line, interrupts, failures of the
// output, summary.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "core/stop.hpp"
#include "daemon/base/files/output.hpp"
#include "daemon/base/os/interrupt.hpp"
#include "daemon/base/progress/run_counters.hpp"

namespace puzzled::commands {

class BlockRun {
 public:
  /// `summarise(interrupted)` prints the summary, if one is wanted; it may be called on another
  /// thread while the job runs. Everything referred to must outlive this.
  BlockRun(Output& output, Interrupt& interrupt, const RunCounters& counters,
           std::function<void(bool interrupted)> summarise)
      : output_(output),
        interrupt_(interrupt),
        counters_(counters),
        summarise_(std::move(summarise)) {}

  /// Adds text behind the usual one of the progress line. Another thread calls it.
  void add_to_progress(std::function<std::string()> text) { more_progress_ = std::move(text); }

  /// Runs the job, which answers and writes until it is done or stop() is true.
  void run(const std::function<void()>& job, bool progress_wanted);

  /// True once the program is interrupted while the job runs, or the job needs no more input.
  StopFlag& stop() { return stop_; }

  /// Ends the output, as complete if all input was read and had an answer or was empty, and prints
  /// the summary and, unless something went wrong, the text of `closing`. Returns the exit status:
  /// `status` unless something went wrong.
  int finish(bool read_all, bool has_answers, int status,
             const std::function<std::string()>& closing = {});

  /// For the job: whether the progress line is on the screen, or will be.
  bool shows_progress() const { return shows_progress_; }

  /// For its sink: writes to the output, to the file of that number; false when the run must end.
  bool write(std::string_view text, std::size_t file = 0) {
    return output_.write(text, file) == Output::Status::kOk;
  }
  /// The same for the beginning of the file, which is written over.
  bool write_start(std::string_view text, std::size_t file) {
    return output_.write_start(text, file) == Output::Status::kOk;
  }

 private:
  Output& output_;
  Interrupt& interrupt_;
  const RunCounters& counters_;
  std::function<void(bool interrupted)> summarise_;
  std::function<std::string()> more_progress_;
  bool shows_progress_ = false;
  StopFlag stop_{false};
};

}  // namespace puzzled::commands
