// The frame of every bulk command around its pipeline: progress line, interrupts, failures of the
// output, summary.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "daemon/base/files/output.hpp"
#include "daemon/base/os/interrupt.hpp"
#include "daemon/base/progress/run_counters.hpp"
#include "parallel/ordered_pipeline.hpp"

namespace puzzled::commands {

class BlockRun {
 public:
  /// `summarise(interrupted)` prints the summary, if one is wanted; it may be called on another
  /// thread while the stages run. Everything referred to must outlive this.
  BlockRun(Output& output, Interrupt& interrupt, const RunCounters& counters,
           std::function<void(bool interrupted)> summarise)
      : output_(output),
        interrupt_(interrupt),
        counters_(counters),
        summarise_(std::move(summarise)) {}

  /// What the progress line says behind its usual text. Another thread calls it.
  void add_to_progress(std::function<std::string()> text) { more_progress_ = std::move(text); }

  /// Runs the stages on the workers over `slots` slots.
  void run(parallel::Workers& workers, std::size_t slots, const parallel::OrderedStages& stages,
           bool progress_wanted);

  /// Ends the output, complete if all input was read and had an answer, or was empty, and prints
  /// the summary and, unless something went wrong, what `closing` says, if anything. Returns the
  /// exit status: `status` unless something went wrong.
  int finish(bool read_all, bool has_answers, int status,
             const std::function<std::string()>& closing = {});

  /// For the stages: whether the progress line is on the screen, or will be.
  bool shows_progress() const { return shows_progress_; }

  bool interrupted() const { return interrupt_.requested(); }

  /// For the draining stage: writes to the output; false when the run must end.
  bool write(std::string_view text) { return output_.write(text) == Output::Status::kOk; }

 private:
  Output& output_;
  Interrupt& interrupt_;
  const RunCounters& counters_;
  std::function<void(bool interrupted)> summarise_;
  std::function<std::string()> more_progress_;
  bool shows_progress_ = false;
};

}  // namespace puzzled::commands
