#include "daemon/cli/cover_command.hpp"

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <utility>

#include "core/cover/examples.hpp"
#include "core/json_text.hpp"
#include "daemon/cli/stop_clock.hpp"
#include "daemon/cover/count_run.hpp"
#include "daemon/cover/decoration_counts.hpp"
#include "daemon/cover/estimate_run.hpp"
#include "daemon/cover/problem_input.hpp"
#include "daemon/cover/solution_list.hpp"
#include "daemon/files/output.hpp"
#include "daemon/files/whole_file.hpp"
#include "daemon/os/exit_code.hpp"
#include "daemon/os/free_memory.hpp"
#include "daemon/os/message.hpp"
#include "daemon/units/checkpoint.hpp"
#include "daemon/units/part_file.hpp"
#include "parallel/cover_best.hpp"
#include "parallel/workers.hpp"

namespace puzzled {
namespace {

using Kind = CoverRequest::Kind;

int end_with(const Error& error) {
  complain(error.message);
  return kExitFailure;
}

/// What became of one problem.
enum class Fate { kAnswered, kNoCover, kInvalid, kTimedOut };

/// `{"member":"value"}` and a line feed.
std::string json_line(std::string_view member, std::string_view value) {
  std::string line;
  JsonObject object(line);
  object.text(member, value);
  object.end();
  return line + '\n';
}

/// Answers the problems of all inputs, one after another.
class CoverRun {
 public:
  CoverRun(const CoverSettings& settings, const CoverRequest& request, Interrupt& interrupt)
      : settings_(settings),
        request_(request),
        interrupt_(interrupt),
        workers_(settings.threads > 0 ? settings.threads : parallel::available_threads()),
        input_(request.inputs, interrupt) {}

  int run();

 private:
  Result<> open_output();
  int answer_all();
  int end(Results results, int status) {
    return output_ ? output_->finish(results, status) : status;
  }
  Result<Fate> answer(const CoverProblemText& text);
  Result<Fate> answer_read(const CoverProblemText& text, const cover::ReadProblem& problem);
  Result<Fate> count(const cover::ReadProblem& problem, StopFlag& stop);
  Result<Fate> count_to_limit(const cover::Problem& problem, const StopFlag& stop);
  Result<Fate> list(const CoverProblemText& text, const cover::ReadProblem& problem,
                    const StopFlag& stop);
  Result<Fate> look_for_one(const cover::Problem& problem, const StopFlag& stop);
  Result<Fate> best(const CoverProblemText& text, const cover::ReadProblem& problem,
                    StopFlag& stop);
  Result<Fate> estimate(const cover::Problem& problem, const StopFlag& stop);
  Result<Fate> count_part(const cover::ReadProblem& problem, StopFlag& stop);
  Result<> open_checkpoint();

  cover::CountSettings count_settings() const {
    return {.engine = request_.engine,
            .isa = settings_.isa == "auto" ? std::string_view{} : settings_.isa,
            .memory = memory_ / 4 * 3,  // the problem and all else have the rest
            .counters = static_cast<unsigned>(workers_.threads()),
            .symmetry = !settings_.no_symmetry};
  }
  bool needs_one_problem() const {
    return !settings_.checkpoint.empty() || request_.kind == Kind::kPart ||
           request_.kind == Kind::kEstimate;
  }
  Fate write_count(const cover::WideCount& count);
  Fate write_timeout(const cover::WideCount& at_least);
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  void say(const std::string& message) const {
    if (!settings_.quiet) complain(message);
  }
  void say_summary() const;
  Result<Fate> refuse(const CoverProblemText& text, const cover::TextFault& fault);
  void note(const CoverProblemText& text, const cover::ReadProblem& problem);

  const CoverSettings& settings_;
  const CoverRequest& request_;
  Interrupt& interrupt_;
  std::unique_ptr<Output> output_;  // null: not yet open
  parallel::Workers workers_;
  ProblemInput input_;
  const std::uint64_t memory_ = request_.memory.value_or(free_memory() / 2);
  std::unique_ptr<Checkpoint> checkpoint_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::uint64_t problems_ = 0;
  std::uint64_t invalid_ = 0;
  std::uint64_t timed_out_ = 0;
  DecorationCounts decorations_;
};

int CoverRun::run() {
  if (const Result<> opened = open_checkpoint(); !opened) return end_with(opened.error());
  // A part is opened only when it is known that it has to be counted.
  if (request_.kind != Kind::kPart) {
    if (const Result<> opened = open_output(); !opened) return end_with(opened.error());
  }
  const int status = answer_all();
  if (interrupt_.requested()) return end(Results::kIncomplete, interrupt_.exit_code());
  if (status == kExitFailure) return end(Results::kIncomplete, status);
  say_summary();
  // What was there is worth more than a file of reasons.
  if (problems_ == invalid_) return end(Results::kIncomplete, kExitSomeUnanswered);
  return end(Results::kComplete, status);
}

Result<> CoverRun::open_output() {
  Result<std::unique_ptr<Output>> opened =
      Output::open({settings_.output, settings_.partial}, interrupt_);
  if (!opened) return opened.error();
  output_ = std::move(*opened);
  return {};
}

int CoverRun::answer_all() {
  int status = kExitAllWell;
  while (true) {
    const Result<std::optional<CoverProblemText>> next = input_.next();
    if (!next) return end_with(next.error());
    if (!*next || interrupt_.requested()) return status;
    if (needs_one_problem() && !input_.at_last()) {
      return end_with(
          {"the input holds more than one problem; parts, checkpoints and estimates take one"});
    }
    if (problems_ > 0 && request_.listed > 0 && !settings_.json) output_->write("---\n");
    ++problems_;
    const Result<Fate> fate = answer(**next);
    if (!fate) return end_with(fate.error());
    if (*fate == Fate::kInvalid) ++invalid_;
    if (*fate == Fate::kTimedOut) ++timed_out_;
    if (*fate != Fate::kAnswered) status = kExitSomeUnanswered;
    if (output_ && output_->status() != Output::Status::kOk) return status;
    if (interrupt_.requested()) return status;
  }
}

void CoverRun::say_summary() const {
  char time[32];
  std::snprintf(time, sizeof time, "%.3g s", seconds());
  std::string text = plural(problems_, "problem") + ": " +
                     std::to_string(problems_ - invalid_ - timed_out_) + " answered";
  if (invalid_ > 0) text += ", " + std::to_string(invalid_) + " invalid";
  if (timed_out_ > 0) text += ", " + std::to_string(timed_out_) + " timed out";
  say(text + " in " + time + " (" +
      plural(static_cast<std::uint64_t>(workers_.threads()), "thread") + ")" + decorations_.text());
}

Result<> CoverRun::open_checkpoint() {
  if (settings_.checkpoint.empty()) return {};
  Result<std::unique_ptr<Checkpoint>> opened = Checkpoint::open(settings_.checkpoint);
  if (!opened) return opened.error();
  checkpoint_ = std::move(*opened);
  return {};
}

Result<Fate> CoverRun::answer(const CoverProblemText& text) {
  Result<cover::ReadProblem, cover::TextFault> problem = cover::read_problem(
      text.text, {.form = request_.form, .first_line = request_.first_line}, text.first_line);
  if (!problem) return refuse(text, problem.error());
  if (request_.counts_options) {
    (*problem).named.problem.set_costs(1);
  } else if (request_.kind == Kind::kBest && !(*problem).states_costs) {
    return refuse(text, {text.first_line, 1,
                         "no option has a cost, such as |5: with --cost options each costs 1, and "
                         "the best solution has the " +
                             std::string(settings_.minimize ? "fewest" : "most") + " options"});
  }
  note(text, *problem);
  return answer_read(text, *problem);
}

/// Answers a problem that cannot be read, or not be solved as it is.
Result<Fate> CoverRun::refuse(const CoverProblemText& text, const cover::TextFault& fault) {
  const std::string message = input_.place_text(text, "invalid", fault);
  std::fwrite(message.data(), 1, message.size(), stderr);
  // (A part goes to a file of its own.)
  if (output_) {
    output_->write(settings_.json ? json_line("invalid", fault.message)
                                  : "invalid " + fault.message + '\n');
  }
  return Fate::kInvalid;
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

Result<Fate> CoverRun::answer_read(const CoverProblemText& text,
                                   const cover::ReadProblem& problem) {
  const cover::Problem& covered = problem.named.problem;
  const bool lists = request_.listed > 0 || request_.kind == Kind::kHasSolution;
  if (request_.kind != Kind::kBest) {
    if (const std::optional<Error> refused = cover::refusal(request_.engine, covered, lists)) {
      return *refused;
    }
  }
  StopClock clock(1, settings_.time_limit, interrupt_);
  StopFlag& stop = clock.begin(0);
  switch (request_.kind) {
    case Kind::kHasSolution:
      return look_for_one(covered, stop);
    case Kind::kBest:
      return best(text, problem, stop);
    case Kind::kEstimate:
      return estimate(covered, stop);
    case Kind::kPart:
      return count_part(problem, stop);
    default:
      break;
  }
  Fate fate = Fate::kAnswered;
  if (request_.listed > 0) {
    Result<Fate> listed = list(text, problem, stop);
    if (!listed || *listed == Fate::kTimedOut || !request_.counted) return listed;
    fate = *listed;
  }
  if (interrupt_.requested()) return fate;
  Result<Fate> counted = settings_.limit > 0 ? count_to_limit(covered, stop) : count(problem, stop);
  if (!counted || *counted != Fate::kAnswered) return counted;
  return fate;
}

Fate CoverRun::write_count(const cover::WideCount& count) {
  const std::string number = cover::to_text(count);
  output_->write(settings_.json ? json_line("count", number) : number + '\n');
  return Fate::kAnswered;
}

Fate CoverRun::write_timeout(const cover::WideCount& at_least) {
  if (interrupt_.requested()) {
    complain("interrupted: at least " + cover::to_text(at_least) + " solutions");
    return Fate::kTimedOut;
  }
  const std::string number = cover::to_text(at_least);
  output_->write(settings_.json ? json_line("timeout", "at least " + number)
                                : "timeout: at least " + number + '\n');
  return Fate::kTimedOut;
}

Result<Fate> CoverRun::count(const cover::ReadProblem& problem, StopFlag& stop) {
  const CoverCountOptions options{.settings = count_settings(),
                                  .units = {.part = {},
                                            .checkpoint = checkpoint_.get(),
                                            .checkpoint_path = settings_.checkpoint,
                                            .keep_records = false,
                                            .quiet = settings_.quiet}};
  CoverCountRun run(problem.named.problem, options, workers_, stop);
  const Result<CoverCountResult> counted = run.run();
  if (!counted) return counted.error();
  if (!(*counted).is_complete) return write_timeout((*counted).count);
  return write_count((*counted).count);
}

Result<Fate> CoverRun::count_to_limit(const cover::Problem& problem, const StopFlag& stop) {
  const std::unique_ptr<cover::SolutionWalk> walk = cover::walk(
      problem, cover::abilities(request_.engine).lists ? request_.engine : cover::Engine::kAuto,
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

Result<Fate> CoverRun::list(const CoverProblemText& text, const cover::ReadProblem& problem,
                            const StopFlag& stop) {
  const CoverSolutionText lines(
      text.text, problem,
      settings_.options ? CoverSolutionForm::kTexts : CoverSolutionForm::kNumbers, settings_.json);
  const CoverListResult listed = list_covers(
      problem.named.problem,
      {.engine = request_.engine, .isa = count_settings().isa, .limit = request_.listed}, lines,
      *output_, workers_, stop);
  if (listed.status != Output::Status::kOk) return Fate::kAnswered;  // the output says so
  if (!listed.is_complete) return write_timeout(listed.written);
  if (listed.written > 0) return Fate::kAnswered;
  say("there is no cover");
  return Fate::kNoCover;
}

Result<Fate> CoverRun::look_for_one(const cover::Problem& problem, const StopFlag& stop) {
  const std::unique_ptr<cover::SolutionWalk> walk =
      cover::walk(problem, request_.engine, count_settings().isa);
  const cover::SolutionWalk::Step step = walk->next(UINT64_MAX, stop);
  if (step == cover::SolutionWalk::Step::kPaused) return write_timeout(0);
  const bool found = step == cover::SolutionWalk::Step::kSolution;
  if (settings_.json) {
    output_->write(found ? "{\"has_solution\":true}\n" : "{\"has_solution\":false}\n");
  } else {
    output_->write(found ? "yes\n" : "no\n");
  }
  return found ? Fate::kAnswered : Fate::kNoCover;
}

Result<Fate> CoverRun::best(const CoverProblemText& text, const cover::ReadProblem& problem,
                            StopFlag& stop) {
  if (const std::optional<Error> refused = cover::best_refusal(problem.named.problem)) {
    return *refused;
  }
  const CoverSolutionText lines(
      text.text, problem,
      settings_.options ? CoverSolutionForm::kTexts : CoverSolutionForm::kNumbers, settings_.json);
  const cover::BestOutcome found = parallel::best_cover(
      workers_, problem.named.problem,
      settings_.minimize ? cover::Direction::kMinimize : cover::Direction::kMaximize, stop);
  std::string line;
  switch (found.status) {
    case cover::BestOutcome::Status::kOptimal:
      lines.append_with_cost(line, found.cost, found.options);
      output_->write(line);
      return Fate::kAnswered;
    case cover::BestOutcome::Status::kNoCover:
      output_->write(settings_.json ? "{\"has_solution\":false}\n" : "no cover\n");
      return Fate::kNoCover;
    case cover::BestOutcome::Status::kStopped:
      break;
  }
  line = "timeout: ";
  line += found.found ? "best so far " + std::to_string(found.cost) : std::string("none found");
  line += ", bound " + std::to_string(found.bound);
  if (interrupt_.requested()) {
    complain("interrupted: " + line.substr(line.find(' ') + 1));
    return Fate::kTimedOut;
  }
  output_->write(settings_.json ? json_line("timeout", line.substr(line.find(' ') + 1))
                                : line + '\n');
  return Fate::kTimedOut;
}

Result<Fate> CoverRun::estimate(const cover::Problem& problem, const StopFlag& stop) {
  const Result<CoverEstimate> estimate = estimate_covers(problem, count_settings(), stop);
  if (!estimate) return estimate.error();
  output_->write(settings_.json ? estimate_json(*estimate, workers_.threads())
                                : estimate_text(*estimate, workers_.threads()));
  return Fate::kAnswered;
}

Result<Fate> CoverRun::count_part(const cover::ReadProblem& problem, StopFlag& stop) {
  const CoverCountOptions options{.settings = count_settings(),
                                  .units = {.part = request_.part,
                                            .checkpoint = checkpoint_.get(),
                                            .checkpoint_path = settings_.checkpoint,
                                            .keep_records = true,
                                            .quiet = settings_.quiet}};
  CoverCountRun run(problem.named.problem, options, workers_, stop);
  const UnitLogHeader header = run.header();
  const std::string name = "part " + part_name(header);
  const Result<FoundPart<cover::WideCount>> found =
      look_for_part<cover::WideCount>(settings_.output, header, run.tally().units());
  if (!found) return found.error();
  if ((*found).damage) complain((*found).damage->message + "; the part is counted again");
  if ((*found).state == PartState::kFinished) {
    say(settings_.output + " already holds " + name + ": " + cover::to_text((*found).sum) +
        " solutions");
    return Fate::kAnswered;
  }
  if (const Result<> opened = open_output(); !opened) return opened.error();
  const Result<CoverCountResult> counted = run.run();
  if (!counted) return counted.error();
  if (!(*counted).is_complete) return write_timeout((*counted).count);
  output_->write(encode_part(header, run.tally().records()));
  output_->sync();
  say(name + ": " + cover::to_text((*counted).count) + " solutions in " +
      plural(run.tally().records().size(), "unit"));
  return Fate::kAnswered;
}

Result<std::unique_ptr<Output>> open_output(const CoverSettings& settings, Interrupt& interrupt) {
  return Output::open({settings.output, settings.partial}, interrupt);
}

int merge(const CoverSettings& settings, const CoverRequest& request, Interrupt& interrupt) {
  const Result<MergedCount<cover::WideCount>> merged =
      merge_parts<cover::WideCount>(request.inputs);
  if (!merged) return end_with(merged.error());
  const Result<std::unique_ptr<Output>> output = open_output(settings, interrupt);
  if (!output) return end_with(output.error());
  const std::string number = cover::to_text((*merged).total);
  (*output)->write(settings.json ? json_line("count", number) : number + '\n');
  return (*output)->finish(Results::kComplete, kExitAllWell);
}

int print_example(const CoverSettings& settings, Interrupt& interrupt) {
  std::string words;
  if (!settings.words.empty()) {
    Result<std::string> read = read_whole(settings.words, ProblemInput::kMaxBytes, interrupt);
    if (!read) return end_with(read.error());
    words = std::move(*read);
  }
  const Result<std::string> text = cover::example(settings.example, words);
  if (!text) return end_with({"--example: " + text.error().message});
  const Result<std::unique_ptr<Output>> output = open_output(settings, interrupt);
  if (!output) return end_with(output.error());
  (*output)->write(*text);
  return (*output)->finish(Results::kComplete, kExitAllWell);
}

}  // namespace

int run_cover(const CoverSettings& settings, Interrupt& interrupt) {
  const Result<CoverRequest> request = read_request(settings);
  if (!request) return end_with(request.error());
  interrupt.set_last_words([] { complain("interrupted before there was an answer"); });
  try {
    if ((*request).kind == Kind::kMerge) return merge(settings, *request, interrupt);
    if ((*request).kind == Kind::kExample) return print_example(settings, interrupt);
    return CoverRun(settings, *request, interrupt).run();
  } catch (const std::bad_alloc&) {
    return end_with({"out of memory"});
  }
}

}  // namespace puzzled
