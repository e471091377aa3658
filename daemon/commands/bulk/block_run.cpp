#include "daemon/commands/bulk/block_run.hpp"

#include "daemon/base/os/exit_code.hpp"
#include "daemon/base/os/message.hpp"
#include "daemon/base/progress/progress.hpp"

namespace puzzled::commands {

void BlockRun::run(parallel::Workers& workers, std::size_t slots,
                   const parallel::OrderedStages& stages, bool progress_wanted) {
  interrupt_.set_last_words([this] { summarise_(true); });
  {
    // Results scrolling by on the terminal would tear the progress line.
    const auto text = [this] {
      return progress_text(counters_, counters_.seconds()) +
             (more_progress_ ? more_progress_() : "");
    };
    const ProgressLine progress(text, progress_wanted && !output_.is_terminal());
    shows_progress_ = progress.draws();
    parallel::run_ordered(workers, slots, stages);
  }
  interrupt_.set_last_words({});
}

int BlockRun::finish(bool read_all, bool has_answers, int status,
                     const std::function<std::string()>& closing) {
  if (!read_all) {
    status = kExitFailure;
  } else if (!has_answers) {
    status = kExitSomeUnanswered;
  }
  const bool is_complete = read_all && has_answers;
  status = output_.finish(is_complete ? Results::kComplete : Results::kIncomplete, status);
  if (output_.status() != Output::Status::kOk) return status;
  summarise_(interrupt_.requested());
  if (closing && read_all && !interrupt_.requested()) {
    const std::string message = closing();
    if (!message.empty()) complain(message);
  }
  return status;
}

}  // namespace puzzled::commands
