#include "daemon/block_run.hpp"

#include "daemon/exit_code.hpp"
#include "daemon/message.hpp"
#include "daemon/progress.hpp"

namespace puzzled {

bool BlockRun::write(std::string_view text) {
  output_status_ = output_.write(text);
  return output_status_ == Output::Status::kOk;
}

std::optional<int> BlockRun::run(parallel::Workers& workers, std::size_t slots,
                                 const parallel::OrderedStages& stages, bool progress_wanted) {
  interrupt_.set_last_words([this] {
    output_.discard();
    summarise_(true);
  });
  {
    // Results scrolling by on the terminal would tear the progress line.
    const ProgressLine progress([this] { return progress_text(counters_, counters_.seconds()); },
                                progress_wanted && !output_.is_terminal());
    parallel::run_ordered(workers, slots, stages);
  }
  interrupt_.set_last_words({});

  if (output_status_ == Output::Status::kFailed) {
    complain(output_.error().message);
    return kExitFailure;
  }
  if (output_status_ == Output::Status::kClosed) return kExitAllWell;
  if (interrupt_.requested()) {
    summarise_(true);
    return interrupt_.exit_code();
  }
  if (const Result<> committed = output_.commit(); !committed) {
    complain(committed.error().message);
    return kExitFailure;
  }
  summarise_(false);
  return std::nullopt;
}

}  // namespace puzzled
