#include "daemon/commands/cover/cover_command.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "core/json_text.hpp"
#include "daemon/base/files/input.hpp"
#include "daemon/base/files/output.hpp"
#include "daemon/base/os/exit_code.hpp"
#include "daemon/base/os/free_memory.hpp"
#include "daemon/base/os/memory_end.hpp"
#include "daemon/base/os/message.hpp"
#include "daemon/commands/bulk/stop_clock.hpp"
#include "daemon/commands/cover/count_run.hpp"
#include "daemon/commands/cover/decoration_counts.hpp"
#include "daemon/commands/cover/estimate_run.hpp"
#include "daemon/commands/cover/examples/examples.hpp"
#include "daemon/commands/cover/problem_input.hpp"
#include "daemon/commands/cover/solution_writer.hpp"
#include "daemon/commands/units/checkpoint.hpp"
#include "daemon/commands/units/part_file.hpp"
#include "parallel/jobs/best_cover.hpp"
#include "parallel/jobs/list_covers.hpp"
#include "parallel/workers.hpp"

namespace puzzled::commands {
namespace {

using Kind = CoverRequest::Kind;

constexpr std::size_t kMaxWordBytes = std::size_t{1} << 26;  // of --words

/// What became of one problem.
enum class ProblemOutcome { kAnswered, kNoCover, kInvalid, kTooLarge, kTimedOut };
constexpr std::size_t kOutcomes = 5;

/// `head`, `value` and a line feed; in JSON `{"member":"value"}` instead of the first two.
std::string answer_line(bool as_json, std::string_view member, std::string_view head,
                        std::string_view value) {
  std::string line;
  if (as_json) {
    JsonObject object(line);
    object.text(member, value);
    object.end();
  } else {
    line += head;
    line += value;
  }
  return line + '\n';
}

/// Answers the problems of all inputs, one after another.
class CoverRun {
 public:
  CoverRun(const CoverSettings& settings, const CoverRequest& request, Interrupt& interrupt)
      : settings_(settings),
        request_(request),
        interrupt_(interrupt),
        workers_(settings.threads),
        memory_(request.memory.value_or(free_memory() / 2)),
        input_(request.inputs, interrupt,
               {.max_line = request.limits.max_line,
                .max_problem = request.limits.max_problem,
                .memory = memory_}) {
    set_limits_in_force("--memory " + memory_text(memory_));
  }

  int run();

 private:
  Result<> open_output() {
    Result<std::unique_ptr<Output>> opened = Output::open(settings_, interrupt_);
    if (!opened) return opened.error();
    output_ = std::move(*opened);
    return {};
  }
  int answer_all();
  int end(Results results, int status) {
    return output_ ? output_->finish(results, status) : status;
  }
  Result<ProblemOutcome> answer(const CoverProblemText& text);
  Result<ProblemOutcome> answer_timed(const CoverProblemText& text, StopFlag& stop);
  Result<ProblemOutcome> answer_read(const CoverProblemText& text,
                                     const cover::ReadProblem& problem, StopFlag& stop);
  Result<ProblemOutcome> count(const cover::Problem& problem, const StopFlag& stop);
  ProblemOutcome count_to_limit(const cover::Problem& problem, const StopFlag& stop);
  ProblemOutcome list(const CoverProblemText& text, const cover::ReadProblem& problem,
                      const StopFlag& stop);
  ProblemOutcome find_one(const cover::Problem& problem, const StopFlag& stop);
  ProblemOutcome best(const CoverProblemText& text, const cover::ReadProblem& problem,
                      const StopFlag& stop);
  ProblemOutcome estimate(const cover::Problem& problem, const StopFlag& stop);
  Result<ProblemOutcome> count_part(const cover::Problem& problem, const StopFlag& stop);

  /// Of the memory, what the problem leaves.
  std::uint64_t memory_beside(const cover::ReadProblem& problem) const {
    return memory_ - std::min(memory_, input_.bytes() + cover::bytes_of(problem));
  }
  cover::CountSettings count_settings() const {
    return {.engine = fit_.engine,
            .isa = settings_.isa,
            .memory = fit_.memory / 4 * 3,  // all else has the rest
            .counters = static_cast<unsigned>(workers_.threads()),
            .symmetry = !settings_.no_symmetry};
  }
  /// Of the whole count, or of the part that is asked for.
  CoverCountOptions count_options() const {
    return {.settings = count_settings(),
            .units = {.part = request_.part,
                      .checkpoint = checkpoint_.get(),
                      .checkpoint_path = settings_.checkpoint,
                      .keep_records = request_.kind == Kind::kPart,
                      .quiet = settings_.quiet}};
  }
  /// Whether what goes wrong is told in the output: not in a picture, nor in the file of a part.
  bool answers_in_words() const { return output_ != nullptr && !settings_.svg; }
  bool needs_one_problem() const {
    return settings_.svg || !settings_.checkpoint.empty() || request_.kind == Kind::kPart ||
           request_.kind == Kind::kEstimate;
  }
  ProblemOutcome write_count(const cover::WideCount& count);
  ProblemOutcome write_timeout(const cover::WideCount& at_least);
  ProblemOutcome write_timeout(const std::string& what_is_known);
  ProblemOutcome write_overflow(const std::string& reason);
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  void say(const std::string& message) const {
    if (!settings_.quiet) complain(message);
  }
  /// Without an answer in the output, this is said however quiet the run is.
  void say_no_cover() const {
    if (settings_.svg || !settings_.quiet) complain("there is no cover");
  }
  void say_summary() const;
  void write(std::string_view member, std::string_view head, std::string_view value) {
    output_->write(answer_line(settings_.json, member, head, value));
  }
  std::uint64_t count_of(ProblemOutcome outcome) const {
    return outcomes_[static_cast<std::size_t>(outcome)];
  }
  ProblemOutcome refuse(const CoverProblemText& text, const cover::TextFault& fault);
  void note(const CoverProblemText& text, const cover::ReadProblem& problem);

  const CoverSettings& settings_;
  const CoverRequest& request_;
  Interrupt& interrupt_;
  std::unique_ptr<Output> output_;  // null: not yet open
  parallel::Workers workers_;
  const std::uint64_t memory_;
  ProblemInput input_;
  EngineFit fit_;  // of the problem that is being answered
  std::unique_ptr<Checkpoint> checkpoint_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::uint64_t problems_ = 0;
  std::array<std::uint64_t, kOutcomes> outcomes_{};  // how many problems had each
  DecorationCounts decorations_;
};

int CoverRun::run() {
  Result<std::unique_ptr<Checkpoint>> checkpoint = Checkpoint::open(settings_.checkpoint);
  if (!checkpoint) return fail(checkpoint.error());
  checkpoint_ = std::move(*checkpoint);
  // A part is opened only when it is known that it has to be counted.
  if (request_.kind != Kind::kPart) {
    if (const Result<> opened = open_output(); !opened) return fail(opened.error());
  }
  const int status = answer_all();
  if (interrupt_.requested()) return end(Results::kIncomplete, interrupt_.exit_code());
  if (status == kExitFailure) return end(Results::kIncomplete, status);
  say_summary();
  // What was there is worth more than a file of reasons, or of no picture.
  if (problems_ == count_of(ProblemOutcome::kInvalid) ||
      (settings_.svg && status != kExitAllWell)) {
    return end(Results::kIncomplete, kExitSomeUnanswered);
  }
  return end(Results::kComplete, status);
}

int CoverRun::answer_all() {
  int status = kExitAllWell;
  while (true) {
    const Result<std::optional<CoverProblemText>> next = input_.next();
    if (!next) return fail(next.error());
    if (!*next || interrupt_.requested()) return status;
    if (needs_one_problem()) {
      const Result<bool> more = input_.has_more();
      if (!more) return fail(more.error());
      if (*more) {
        return fail(
            {"the input holds more than one problem; parts, checkpoints, estimates and pictures "
             "take one"});
      }
    }
    if (problems_ > 0 && request_.listed > 0 && !settings_.json) output_->write("---\n");
    ++problems_;
    const Result<ProblemOutcome> outcome = answer(**next);
    if (!outcome) return fail(outcome.error());
    ++outcomes_[static_cast<std::size_t>(*outcome)];
    if (*outcome != ProblemOutcome::kAnswered) status = kExitSomeUnanswered;
    if (output_ && output_->status() != Output::Status::kOk) return status;
    if (interrupt_.requested()) return status;
  }
}

void CoverRun::say_summary() const {
  char time[32];
  std::snprintf(time, sizeof time, "%.3g s", seconds());
  constexpr std::pair<ProblemOutcome, const char*> kFailures[] = {
      {ProblemOutcome::kInvalid, " invalid"},
      {ProblemOutcome::kTooLarge, " too large"},
      {ProblemOutcome::kTimedOut, " timed out"}};
  std::uint64_t answered = problems_;
  std::string failures;
  for (const auto& [outcome, name] : kFailures) {
    const std::uint64_t count = count_of(outcome);
    answered -= count;
    if (count > 0) failures += ", " + std::to_string(count) + name;
  }
  const std::string text =
      plural(problems_, "problem") + ": " + std::to_string(answered) + " answered" + failures;
  say(text + " in " + time + " (" +
      plural(static_cast<std::uint64_t>(workers_.threads()), "thread") + ")" + decorations_.text());
}

Result<ProblemOutcome> CoverRun::answer(const CoverProblemText& text) {
  if (text.fault) return refuse(text, *text.fault);
  StopClock clock(1, settings_.time_limit, interrupt_);
  return answer_timed(text, clock.begin(0));
}

Result<ProblemOutcome> CoverRun::answer_timed(const CoverProblemText& text, StopFlag& stop) {
  Result<cover::ReadProblem, cover::TextFault> problem =
      cover::read_problem(text.text,
                          {.form = request_.form,
                           .first_line = request_.first_line,
                           .max_bytes = memory_ - std::min(memory_, input_.bytes())},
                          text.first_line, stop);
  if (!problem) {
    switch (problem.error().kind) {
      case cover::TextFault::Kind::kInvalid:
        return refuse(text, problem.error());
      case cover::TextFault::Kind::kTooLarge:
        return write_overflow("the problem needs more memory than " + memory_text(memory_) +
                              " (--memory)");
      case cover::TextFault::Kind::kStopped:
        return write_timeout(problem.error().message);
    }
  }
  if (request_.counts_options) {
    (*problem).named.problem.set_costs(1);
  } else if (request_.kind == Kind::kBest && !(*problem).states_costs) {
    return refuse(text, {text.first_line, 1,
                         "no option has a cost, such as |5: with --cost options each costs 1, and "
                         "the best solution has the " +
                             std::string(settings_.minimize ? "fewest" : "most") + " options"});
  }
  note(text, *problem);
  return answer_read(text, *problem, stop);
}

/// Answers a problem that cannot be read, or not be solved as it is.
ProblemOutcome CoverRun::refuse(const CoverProblemText& text, const cover::TextFault& fault) {
  const std::string message = input_.place_text(text, "invalid", fault);
  std::fwrite(message.data(), 1, message.size(), stderr);
  // (A part goes to a file of its own.)
  if (answers_in_words()) write("invalid", "invalid ", fault.message);
  return ProblemOutcome::kInvalid;
}

/// Says what is odd about a problem, and keeps account of what is no option.
void CoverRun::note(const CoverProblemText& text, const cover::ReadProblem& problem) {
  decorations_.add(problem);
  if (settings_.quiet) return;
  for (const cover::TextFault& warning : problem.warnings) {
    const std::string message = input_.place_text(text, "warning", warning);
    std::fwrite(message.data(), 1, message.size(), stderr);
  }
}

Result<ProblemOutcome> CoverRun::answer_read(const CoverProblemText& text,
                                             const cover::ReadProblem& problem, StopFlag& stop) {
  const cover::Problem& covered = problem.named.problem;
  if (request_.kind == Kind::kBest) return best(text, problem, stop);
  const bool lists = request_.listed > 0 || request_.kind == Kind::kHasSolution;
  if (const std::optional<Error> refused = cover::refusal(request_.engine, covered, lists)) {
    return refuse(text, {text.first_line, 1, refused->message});
  }
  const Result<EngineFit> fit =
      fit_engine(covered, request_.engine, workers_.threads(), memory_beside(problem));
  if (!fit) return write_overflow(fit.error().message);
  fit_ = *fit;
  switch (request_.kind) {
    case Kind::kHasSolution:
      return find_one(covered, stop);
    case Kind::kEstimate:
      return estimate(covered, stop);
    case Kind::kPart:
      return count_part(covered, stop);
    default:
      break;
  }
  ProblemOutcome outcome = ProblemOutcome::kAnswered;
  if (request_.listed > 0) {
    outcome = list(text, problem, stop);
    if (outcome == ProblemOutcome::kTimedOut || !request_.counted) return outcome;
  }
  if (interrupt_.requested()) return outcome;
  Result<ProblemOutcome> counted =
      settings_.limit > 0 ? count_to_limit(covered, stop) : count(covered, stop);
  if (!counted || *counted != ProblemOutcome::kAnswered) return counted;
  return outcome;
}

ProblemOutcome CoverRun::write_count(const cover::WideCount& count) {
  write("count", "", cover::to_text(count));
  return ProblemOutcome::kAnswered;
}

ProblemOutcome CoverRun::write_timeout(const cover::WideCount& at_least) {
  const std::string number = cover::to_text(at_least);
  if (!interrupt_.requested()) return write_timeout("at least " + number);
  complain("interrupted: at least " + number + " solutions");
  return ProblemOutcome::kTimedOut;
}

ProblemOutcome CoverRun::write_timeout(const std::string& what_is_known) {
  if (interrupt_.requested()) {
    complain("interrupted: " + what_is_known);
  } else if (answers_in_words()) {
    write("timeout", "timeout: ", what_is_known);
  } else if (output_) {
    complain("timeout: " + what_is_known);
  }
  return ProblemOutcome::kTimedOut;
}

/// A count, or what is needed for one, is too large.
ProblemOutcome CoverRun::write_overflow(const std::string& reason) {
  if (answers_in_words()) {
    write("overflow", "overflow ", reason);
  } else {
    complain(reason);
  }
  return ProblemOutcome::kTooLarge;
}

Result<ProblemOutcome> CoverRun::count(const cover::Problem& problem, const StopFlag& stop) {
  CoverCountResult counted;
  if (checkpoint_) {
    const CoverCountOptions options = count_options();
    Result<CoverCountResult> with_checkpoint =
        CoverCountRun(problem, options, workers_, stop).run();
    if (!with_checkpoint) return with_checkpoint.error();
    counted = *with_checkpoint;
  } else {
    counted = count_whole(problem, count_settings(), settings_.quiet, workers_, stop);
  }
  if (counted.overflow) return write_overflow(*counted.overflow);
  if (!counted.is_complete) return write_timeout(counted.count);
  return write_count(counted.count);
}

ProblemOutcome CoverRun::count_to_limit(const cover::Problem& problem, const StopFlag& stop) {
  const std::unique_ptr<cover::SolutionWalk> walk =
      cover::walk(problem, cover::abilities(fit_.engine).lists ? fit_.engine : cover::Engine::kAuto,
                  count_settings().isa);
  for (std::uint64_t found = 0; found < settings_.limit;) {
    switch (walk->next(UINT64_MAX, stop)) {
      case cover::SolutionWalk::Step::kSolution:
        ++found;
        break;
      case cover::SolutionWalk::Step::kEnd:
        return write_count(found);
      case cover::SolutionWalk::Step::kPaused:
        return write_timeout(found);
    }
  }
  return write_count(settings_.limit);
}

ProblemOutcome CoverRun::list(const CoverProblemText& text, const cover::ReadProblem& problem,
                              const StopFlag& stop) {
  const Result<SolutionWriter> writer = solution_writer(settings_, text.text, problem);
  if (!writer) return refuse(text, {text.first_line, 1, writer.error().message});
  const auto format = [&](std::string& to, std::span<const std::uint32_t> solution) {
    (*writer)(to, nullptr, solution);
  };
  const auto show = [&](std::string_view shown, std::uint64_t) {
    return output_->write(shown) == Output::Status::kOk;
  };
  const parallel::Listed listed =
      parallel::list_covers(workers_, problem.named.problem, fit_.engine, settings_.isa,
                            {.limit = request_.listed, .format = format, .show = show}, stop);
  if (output_->status() != Output::Status::kOk) return ProblemOutcome::kAnswered;  // it says so
  if (!listed.is_complete) return write_timeout(listed.shown);
  if (listed.shown > 0) return ProblemOutcome::kAnswered;
  say_no_cover();
  return ProblemOutcome::kNoCover;
}

ProblemOutcome CoverRun::find_one(const cover::Problem& problem, const StopFlag& stop) {
  const std::optional<bool> is_there =
      cover::has_solution(problem, fit_.engine, count_settings().isa, stop);
  if (!is_there) return write_timeout(cover::WideCount(0));
  const bool found = *is_there;
  if (settings_.json) {
    output_->write(found ? "{\"has_solution\":true}\n" : "{\"has_solution\":false}\n");
  } else {
    output_->write(found ? "yes\n" : "no\n");
  }
  return found ? ProblemOutcome::kAnswered : ProblemOutcome::kNoCover;
}

ProblemOutcome CoverRun::best(const CoverProblemText& text, const cover::ReadProblem& problem,
                              const StopFlag& stop) {
  if (const std::optional<Error> refused = cover::best_refusal(problem.named.problem)) {
    return refuse(text, {text.first_line, 1, refused->message});
  }
  const Result<SolutionWriter> writer = solution_writer(settings_, text.text, problem);
  if (!writer) return refuse(text, {text.first_line, 1, writer.error().message});
  const std::uint64_t memory = memory_beside(problem);
  const cover::BestOutcome found = parallel::best_cover(
      workers_, problem.named.problem,
      settings_.minimize ? cover::Direction::kMinimize : cover::Direction::kMaximize, {}, stop,
      memory);
  const std::string known =
      (found.found ? "best so far " + std::to_string(found.cost) : std::string("none found")) +
      ", bound " + std::to_string(found.bound);
  std::string line;
  switch (found.status) {
    case cover::BestOutcome::Status::kOptimal:
      (*writer)(line, &found.cost, found.options);
      output_->write(line);
      return ProblemOutcome::kAnswered;
    case cover::BestOutcome::Status::kNoCover:
      if (settings_.svg) {
        say_no_cover();
      } else {
        output_->write(settings_.json ? "{\"has_solution\":false}\n" : "no cover\n");
      }
      return ProblemOutcome::kNoCover;
    case cover::BestOutcome::Status::kStopped:
      return write_timeout(known);
    case cover::BestOutcome::Status::kNoMemory:
      break;
  }
  return write_overflow("the search needs more memory than the " + memory_text(memory) +
                        " that the problem leaves (--memory): " + known);
}

ProblemOutcome CoverRun::estimate(const cover::Problem& problem, const StopFlag& stop) {
  const std::optional<CoverEstimate> estimate =
      estimate_covers(problem, count_settings(), workers_, stop);
  if (!estimate) return write_timeout("no estimate yet");
  output_->write(settings_.json ? estimate_json(*estimate, workers_.threads())
                                : estimate_text(*estimate, workers_.threads()));
  return ProblemOutcome::kAnswered;
}

Result<ProblemOutcome> CoverRun::count_part(const cover::Problem& problem, const StopFlag& stop) {
  const CoverCountOptions options = count_options();
  CoverCountRun run(problem, options, workers_, stop);
  const UnitLogHeader header = run.header();
  const std::string name = "part " + part_name(header);
  const Result<bool> found = holds_part(settings_, header, run.tally(), name);
  if (!found) return found.error();
  if (*found) return ProblemOutcome::kAnswered;
  if (const Result<> opened = open_output(); !opened) return opened.error();
  const Result<CoverCountResult> counted = run.run();
  if (!counted) return counted.error();
  if ((*counted).overflow) return Error{*(*counted).overflow};
  if (!(*counted).is_complete) return write_timeout((*counted).count);
  write_part(*output_, header, run.tally());
  say(name + ": " + cover::to_text((*counted).count) + " solutions in " +
      plural(run.tally().records().size(), "unit"));
  return ProblemOutcome::kAnswered;
}

int write_text(const CoverSettings& settings, const std::string& text, Interrupt& interrupt) {
  const Result<std::unique_ptr<Output>> output = Output::open(settings, interrupt);
  if (!output) return fail(output.error());
  (*output)->write(text);
  return (*output)->finish(Results::kComplete, kExitAllWell);
}

int merge(const CoverSettings& settings, const CoverRequest& request, Interrupt& interrupt) {
  const Result<MergedCount<cover::WideCount>> merged =
      merge_parts<cover::WideCount>(request.inputs);
  if (!merged) return fail(merged.error());
  const std::string total = cover::to_text((*merged).total);
  return write_text(settings, answer_line(settings.json, "count", "", total), interrupt);
}

int print_example(const CoverSettings& settings, Interrupt& interrupt) {
  std::string words;
  if (!settings.words.empty()) {
    Result<std::string> read = read_whole(settings.words, kMaxWordBytes, &interrupt);
    if (!read) return fail(read.error());
    words = std::move(*read);
  }
  const Result<std::string> text = examples::example(settings.example, words);
  if (!text) return fail({"--example: " + text.error().message});
  return write_text(settings, *text, interrupt);
}

}  // namespace

int run_cover(const CoverSettings& settings, Interrupt& interrupt) {
  const Result<CoverRequest> request = read_request(settings);
  if (!request) return fail(request.error());
  interrupt.set_exit_message([] { complain("interrupted before there was an answer"); });
  if ((*request).kind == Kind::kMerge) return merge(settings, *request, interrupt);
  if ((*request).kind == Kind::kExample) return print_example(settings, interrupt);
  return CoverRun(settings, *request, interrupt).run();
}

}  // namespace puzzled::commands
