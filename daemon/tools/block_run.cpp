#include "daemon/tools/block_run.hpp"

#include "daemon/os/exit_code.hpp"
#include "daemon/progress/progress.hpp"

namespace puzzled {

void BlockRun::run(parallel::Workers& workers, std::size_t slots,
                   const parallel::OrderedStages& stages, bool progress_wanted) {
  interrupt_.set_last_words([this] { summarise_(true); });
  {
    // Results scrolling by on the terminal would tear the progress line.
    const ProgressLine progress([this] { return progress_text(counters_, counters_.seconds()); },
                                progress_wanted && !output_.is_terminal());
    parallel::run_ordered(workers, slots, stages);
  }
  interrupt_.set_last_words({});
}

int BlockRun::finish(bool read_all, int status) {
  if (!read_all) status = kExitFailure;
  status = output_.finish(read_all ? Results::kComplete : Results::kIncomplete, status);
  if (output_.status() == Output::Status::kOk) summarise_(interrupt_.requested());
  return status;
}

}  // namespace puzzled
