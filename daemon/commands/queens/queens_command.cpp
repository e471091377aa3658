#include "daemon/commands/queens/queens_command.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/queens/engines.hpp"
#include "core/queens/fixed_solutions.hpp"
#include "core/queens/text/board_answer.hpp"
#include "daemon/base/files/output.hpp"
#include "daemon/base/os/exit_code.hpp"
#include "daemon/base/os/free_memory.hpp"
#include "daemon/base/os/memory_end.hpp"
#include "daemon/base/os/message.hpp"
#include "daemon/base/progress/pace.hpp"
#include "daemon/commands/queens/board_run.hpp"
#include "daemon/commands/queens/count_run.hpp"
#include "daemon/commands/queens/counted_board.hpp"
#include "daemon/commands/queens/estimate_run.hpp"
#include "daemon/commands/queens/plan_choice.hpp"
#include "daemon/commands/queens/single_run.hpp"
#include "daemon/commands/queens/solution_text.hpp"
#include "daemon/commands/units/checkpoint.hpp"
#include "daemon/commands/units/part_file.hpp"
#include "parallel/jobs/queens.hpp"
#include "parallel/workers.hpp"

namespace puzzled::commands {
namespace {

std::string seconds_text(double seconds) {
  return fixed(seconds, seconds < 10 ? 3 : 1) + " s";
}

/// `8 queens: 92 solutions`.
std::string total_text(const CountIdentity& count, queens::Count total) {
  return subject_of(count) + ": " + queens::to_text(total) +
         (total == 1 ? " solution" : " solutions");
}

/// One run of the command. Its results go to `output`, which becomes a file only at the end.
class QueensRun {
 public:
  QueensRun(const QueensSettings& settings, const QueensRequest& request, Interrupt& interrupt)
      : settings_(settings), request_(request), interrupt_(interrupt) {}

  int run() {
    if (request_.counts_board) {
      Result<queens::Board> board = counted_board(request_, interrupt_);
      if (!board) return fail(board.error());
      board_ = *board;
    }
    switch (request_.kind) {
      case QueensRequest::Kind::kAnswer:
        return answer();
      case QueensRequest::Kind::kBoards:
        return run_boards(settings_, request_, interrupt_);
      case QueensRequest::Kind::kSingle:
        return run_single(settings_, request_, interrupt_);
      case QueensRequest::Kind::kEstimate:
        return estimate();
      case QueensRequest::Kind::kPart:
        return count_part();
      case QueensRequest::Kind::kMerge:
        return merge();
    }
    return kExitFailure;
  }

 private:
  int answer();
  int estimate();
  int count_part();
  int merge();

  Result<> prepare_count();
  std::uint64_t list(Output& output);
  int finish_count(CountRun& run, const std::function<int()>& finish);
  int write_total(int queens, queens::Count total, const std::atomic<bool>& stop, Output& output);
  /// Of the whole count, or of the part that is asked for.
  CountOptions count_options() const {
    return {.units = {.part = request_.part,
                      .checkpoint = checkpoint_.get(),
                      .checkpoint_path = settings_.checkpoint,
                      .keep_records = request_.kind == QueensRequest::Kind::kPart,
                      .quiet = settings_.quiet},
            .verified_share = request_.verified_share};
  }
  void say(const std::string& message) const {
    if (!settings_.quiet) complain(message);
  }
  void report_interrupted(const CountRun& run) const;

  const QueensSettings& settings_;
  const QueensRequest& request_;
  Interrupt& interrupt_;

  // of a count
  std::optional<queens::Board> board_;  // nothing: an empty one
  std::unique_ptr<Checkpoint> checkpoint_;
  std::optional<ChosenPlan> chosen_;
};

/// Opens the checkpoint, if there is one, and chooses the plan. A checkpoint goes on with its
/// engine and split unless the user gives others (which is an error, as they do not match).
Result<> QueensRun::prepare_count() {
  std::string engine = settings_.engine;
  auto split = static_cast<int>(settings_.split);
  Result<std::unique_ptr<Checkpoint>> opened = Checkpoint::open(settings_.checkpoint);
  if (!opened) return opened.error();
  checkpoint_ = std::move(*opened);
  if (checkpoint_ && checkpoint_->found()) {
    const CountIdentity& found = checkpoint_->found()->count;
    if (found.queens == (board_ ? board_->queens : request_.queens)) {
      if (engine == "auto") engine = found.engine;
      if (split == 0 && engine == found.engine) split = found.split;
    }
  }
  const int threads = settings_.threads;
  const std::uint64_t memory = request_.memory.value_or(free_memory() / 2);
  set_limits_in_force("--memory " + memory_text(memory));
  const Result<ChosenPlan> chosen =
      choose_plan({.queens = board_ ? board_->queens : request_.queens,
                   .board = board_ ? &*board_ : nullptr,
                   .engine = engine,
                   .isa = settings_.isa,
                   .split = split,
                   .threads = threads,
                   .memory = memory,
                   .held = resident_memory(),
                   .same_everywhere = request_.kind == QueensRequest::Kind::kPart});
  if (!chosen) return chosen.error();
  chosen_ = *chosen;
  if (chosen_->workers < threads && chosen_->plan->units() > 1) {
    say(memory_text(memory) + " of memory suffice for only " + std::to_string(chosen_->workers) +
        " of " + std::to_string(threads) + " threads");
  }
  return {};
}

void QueensRun::report_interrupted(const CountRun& run) const {
  const auto state = run.tally().state();
  std::string text = "interrupted after " + seconds_text(run.seconds()) + ": " +
                     done_text(state.progress) + " done";
  if (!chosen_->plan->subtracts()) {
    text += ", " + queens::to_text(state.sum.count) + " solutions so far";
  }
  text += "; ";
  text += settings_.checkpoint.empty() ? "nothing was saved (no --checkpoint)"
                                       : "saved in " + settings_.checkpoint;
  complain(text);
}

/// Runs the count, then `finish`.
int QueensRun::finish_count(CountRun& run, const std::function<int()>& finish) {
  interrupt_.set_exit_message([&] { report_interrupted(run); });
  const Result<CountRun::End> end = run.run();
  interrupt_.set_exit_message({});
  if (!end) return fail(end.error());
  if (*end == CountRun::End::kInterrupted) {
    report_interrupted(run);
    return interrupt_.exit_code();
  }
  return finish();
}

/// Writes the number of solutions, and of fundamental ones if asked for.
int QueensRun::write_total(int queens, queens::Count total, const std::atomic<bool>& stop,
                           Output& output) {
  std::optional<queens::Count> unique;
  if (settings_.unique) {
    const std::optional<queens::FixedSolutions> fixed = queens::count_fixed(queens, stop);
    if (!fixed) {
      complain("interrupted: " + queens::to_text(total) +
               " solutions; those distinct up to symmetry were not counted");
      return output.finish(Results::kIncomplete, interrupt_.exit_code());
    }
    unique = queens::fundamental_solutions(queens, total, *fixed);
  }
  std::string text;
  queens::append_count(text, queens, total, unique, settings_.json);
  output.write(text);
  return output.finish(Results::kComplete, kExitAllWell);
}

/// Writes solutions as they are found, until the output
/// fails or the program is asked to stop. Returns how many were written.
std::uint64_t QueensRun::list(Output& output) {
  StopFlag stop = false;
  interrupt_.set_stop_flag(&stop);
  SolutionText solutions(settings_);
  const auto format = [&](std::string& text, std::span<const int> columns) {
    solutions.append(text, columns);
  };
  const auto show = [&](std::string_view text, std::uint64_t) {
    return output.write(text) == Output::Status::kOk;
  };
  const parallel::Listed listed =
      parallel::list_queens(queens::empty_board(request_.queens),
                            {.limit = request_.listed, .format = format, .show = show}, stop,
                            request_.lists_classes ? parallel::QueensListed::kFirstOfEachClass
                                                   : parallel::QueensListed::kAll);
  interrupt_.set_stop_flag(nullptr);
  return listed.shown;
}

int QueensRun::answer() {
  if (request_.counted) {  // before the list, which may be long: the count may be impossible
    if (const Result<> prepared = prepare_count(); !prepared) return fail(prepared.error());
  }
  const Result<std::unique_ptr<Output>> opened = Output::open(settings_, interrupt_);
  if (!opened) return fail(opened.error());
  Output& output = **opened;

  if (request_.listed > 0) {
    interrupt_.set_exit_message([] { complain("interrupted while solutions were being written"); });
    const std::uint64_t written = list(output);
    interrupt_.set_exit_message({});
    if (output.status() != Output::Status::kOk) {
      return output.finish(Results::kIncomplete, kExitFailure);
    }
    if (interrupt_.requested()) {
      complain("interrupted after " + std::to_string(written) + " solutions");
      return output.finish(Results::kIncomplete, interrupt_.exit_code());
    }
    if (written == 0 && settings_.svg) {
      complain(std::to_string(request_.queens) + " queens have no solution: nothing was drawn");
      return output.finish(Results::kIncomplete, kExitSomeUnanswered);
    }
    if (written == 0) say(std::to_string(request_.queens) + " queens have no solution");
    if (!request_.counted) return output.finish(Results::kComplete, kExitAllWell);
  }

  const CountOptions options = count_options();
  CountRun run(*chosen_, options, interrupt_);
  return finish_count(run, [&] {
    const queens::Count total = run.total();
    const double seconds = run.seconds();
    const int status = write_total(chosen_->plan->queens(), total, run.stop(), output);
    if (status == kExitAllWell) {
      say(total_text(chosen_->identity(), total) + " in " + seconds_text(seconds) + " (" +
          std::string(chosen_->plan->engine()) + ", " + plural(chosen_->plan->units(), "unit") +
          ", " + plural(static_cast<std::uint64_t>(chosen_->workers), "thread") + ")");
    }
    return status;
  });
}

int QueensRun::estimate() {
  if (const Result<> prepared = prepare_count(); !prepared) return fail(prepared.error());
  const Result<std::unique_ptr<Output>> output = Output::open(settings_, interrupt_);
  if (!output) return fail(output.error());
  const Result<CountEstimate> estimate = estimate_count(*chosen_, interrupt_, settings_.quiet);
  if (!estimate) {
    complain(estimate.error().message);
    return interrupt_.requested() ? interrupt_.exit_code() : kExitFailure;
  }
  if ((*estimate).interrupted) say("interrupted: the estimate is from a smaller sample than usual");
  const std::string text = settings_.json ? estimate_json(*estimate, settings_.machines)
                                          : estimate_text(*estimate, settings_.machines);
  (*output)->write(text);
  return (*output)->finish(Results::kComplete, kExitAllWell);
}

int QueensRun::count_part() {
  if (const Result<> prepared = prepare_count(); !prepared) return fail(prepared.error());
  if (request_.part.of > chosen_->plan->units()) {
    return fail({"--part: there are " + std::to_string(chosen_->plan->units()) +
                 " units, too few for " + std::to_string(request_.part.of) +
                 " parts; a larger --split gives more"});
  }
  const CountOptions options = count_options();
  CountRun run(*chosen_, options, interrupt_);
  const UnitLogHeader header = run.header();
  const std::string name = "part " + part_name(header) + " of " + subject_of(header.count);

  const Result<bool> found = holds_part(settings_, header, run.tally(), name);
  if (!found) return fail(found.error());
  if (*found) return kExitAllWell;
  const Result<std::unique_ptr<Output>> output = Output::open(settings_, interrupt_);
  if (!output) return fail(output.error());
  return finish_count(run, [&] {
    write_part(**output, header, run.tally());
    const int ended = (*output)->finish(Results::kComplete, kExitAllWell);
    if (ended == kExitAllWell) {
      say(name + ": " + sum_text(queens::to_text(run.total()), header.count) + " in " +
          plural(run.tally().records().size(), "unit") + ", " + seconds_text(run.seconds()));
    }
    return ended;
  });
}

int QueensRun::merge() {
  const Result<MergedCount<queens::UnitCount>> merged =
      merge_parts<queens::UnitCount>(request_.inputs);
  if (!merged) return fail(merged.error());
  const CountIdentity& count = (*merged).count;
  if (count.queens < 1 || count.queens > queens::kMaxQueens) {
    return fail(
        {"the parts are for " + std::to_string(count.queens) + " queens, which is out of range"});
  }
  if (count.board != 0 && settings_.unique) {
    return fail({"--unique is not known of " + subject_of(count)});
  }
  const Result<std::unique_ptr<Output>> output = Output::open(settings_, interrupt_);
  if (!output) return fail(output.error());
  std::atomic<bool> stop = false;
  interrupt_.set_stop_flag(&stop);
  const int status = write_total(count.queens, (*merged).total.count, stop, **output);
  interrupt_.set_stop_flag(nullptr);
  if (status == kExitAllWell) {
    say(total_text(count, (*merged).total.count) + " in " + std::to_string((*merged).parts) +
        " parts (" + count.engine + ", " + std::to_string(count.units) + " units)");
  }
  return status;
}

}  // namespace

int run_queens(const QueensSettings& settings, Interrupt& interrupt) {
  const Result<QueensRequest> request = read_request(settings);
  if (!request) return fail(request.error());
  // Shown at first: to split a large board into units takes seconds.
  interrupt.set_exit_message([] { complain("interrupted before anything was counted"); });
  return QueensRun(settings, *request, interrupt).run();
}

}  // namespace puzzled::commands
