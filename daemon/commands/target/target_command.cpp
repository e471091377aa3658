#include "daemon/commands/target/target_command.hpp"

#include <unistd.h>

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/sudoku/text/lines.hpp"
#include "core/sudoku/text/puzzle_reader.hpp"
#include "core/target_sudoku/answer_text.hpp"
#include "core/target_sudoku/certificate.hpp"
#include "core/target_sudoku/solver.hpp"
#include "core/target_sudoku/weights_text.hpp"
#include "daemon/base/files/block_reader.hpp"
#include "daemon/base/files/input.hpp"
#include "daemon/base/files/input_blocks.hpp"
#include "daemon/base/files/output.hpp"
#include "daemon/base/files/whole_file.hpp"
#include "daemon/base/os/exit_code.hpp"
#include "daemon/base/os/message.hpp"
#include "daemon/base/os/terminal.hpp"
#include "daemon/base/progress/run_counters.hpp"
#include "daemon/base/settings/exclusive.hpp"
#include "daemon/commands/bulk/block_run.hpp"
#include "daemon/commands/bulk/input_report.hpp"
#include "daemon/commands/bulk/stop_clock.hpp"
#include "daemon/commands/bulk/summary.hpp"
#include "daemon/commands/target/certificate_check.hpp"
#include "parallel/task_executor.hpp"
#include "parallel/workers.hpp"

namespace puzzled::commands {
namespace {

// Some hundred boards, of 50 µs or more each: the cost of a task is small against that, and answers
// of a stream do not wait long for each other.
constexpr std::size_t kBoardBlockBytes = 8 * 1024;
static_assert(kBoardBlockBytes > sudoku::kMaxLineBytes);

/// A slot of the pipeline: a block of one input and its answers.
struct TargetSlot {
  TextBlock block{kBoardBlockBytes};
  std::size_t input = 0;
  std::string answers;
  std::vector<sudoku::TextPlace> fault_places;
  std::vector<std::string> fault_reasons;
  sudoku::Tally tally;
  sudoku::Account account;
  std::uint64_t line_ends = 0;
};

target::AnswerFormat format_of(const TargetSettings& settings) {
  target::AnswerFormat format{.form = target::AnswerForm::kLine,
                              .score_only = settings.score_only,
                              .count = settings.optimal_count.has_value()};
  if (settings.json) {
    format.form = target::AnswerForm::kJson;
  } else if (settings.pretty) {
    const bool colour = settings.output == "-" && takes_colours(STDOUT_FILENO);
    format.form = colour ? target::AnswerForm::kPrettyColour : target::AnswerForm::kPretty;
  }
  return format;
}

std::uint64_t grids_wanted(const TargetSettings& settings) {
  if (settings.optimal_count) return *settings.optimal_count;
  return settings.score_only ? 0 : 1;
}

/// The parsed settings.
struct Task {
  target::Weights weights = target::kTargetWeights;
  target::Direction direction = target::Direction::kMaximize;
  int threads = 1;
};

/// One run: the three stages and their common data, as in `puzzled solve`.
class TargetRun {
 public:
  TargetRun(const TargetSettings& settings, const Task& task, std::vector<std::string> inputs,
            Output& output, Interrupt& interrupt)
      : settings_(settings),
        task_(task),
        inputs_(std::move(inputs)),
        interrupt_(interrupt),
        solver_(task.weights, task.direction, settings.engine,
                settings.isa == "auto" ? std::string_view() : settings.isa),
        format_(format_of(settings)),
        max_grids_(grids_wanted(settings)),
        clock_(static_cast<std::size_t>(task.threads), settings.time_limit, interrupt),
        blocks_(output, interrupt, counters_, [this](bool early) { print_summary(early); }),
        workers_(task.threads),
        slots_(2 * static_cast<std::size_t>(task.threads) + 2),
        input_blocks_(inputs_, settings.form, interrupt) {}

  int run() {
    blocks_.run(workers_, slots_.size(),
                {.fill = [this](std::size_t slot) { return fill(slots_[slot]); },
                 .transform = [this](std::size_t slot) { answer(slots_[slot]); },
                 .drain = [this](std::size_t slot) { return drain(slots_[slot]); },
                 .is_only = [this] { return input_blocks_.ended(); }},
                !settings_.quiet);
    const sudoku::Tally tally = counters_.tally();
    const bool has_answers = tally.puzzles() > 0 || input_blocks_.consumed() == 0;
    const bool all_solved = tally.solved == tally.puzzles() && !report_.has_input_without_puzzle();
    return blocks_.finish(!input_blocks_.failed(), has_answers,
                          all_solved ? kExitAllWell : kExitSomeUnanswered, [&] {
                            if (settings_.json_summary && !settings_.quiet) return std::string();
                            return report_.closing_message(input_blocks_, has_answers, counters_);
                          });
  }

 private:
  bool fill(TargetSlot& slot) { return input_blocks_.next(slot.block, slot.input); }

  void answer(TargetSlot& slot) {
    slot.answers.clear();
    slot.fault_places.clear();
    slot.fault_reasons.clear();
    slot.tally = {};
    sudoku::PuzzleReader reader(slot.block.text(), slot.block.form, slot.block.context);
    while (reader.next()) answer_one(reader.puzzle(), slot);
    slot.line_ends = reader.line_ends();
    slot.account = reader.account();
  }

  void answer_one(const sudoku::PuzzleText& puzzle, TargetSlot& slot) {
    if (interrupt_.requested()) return;  // the block will not be written
    if (!puzzle.error.empty()) {
      ++slot.tally.invalid;
      slot.fault_places.push_back(puzzle.place);
      slot.fault_reasons.push_back(puzzle.error);
      return target::append_invalid(slot.answers, puzzle.error, format_);
    }
    parallel::TaskExecutor executor(workers_);
    const StopFlag& stop = clock_.begin(static_cast<std::size_t>(parallel::Workers::current()));
    if (settings_.certificate) {
      if (target::append_certificate(slot.answers, puzzle.grid, task_.weights, task_.direction,
                                     solver_, executor, stop)) {
        ++slot.tally.solved;
      } else {
        ++slot.tally.unsolvable;
      }
      return;
    }
    const target::Answer answer = solver_.solve(puzzle.grid, max_grids_, executor, stop);
    if (answer.status == target::Status::kUnsolvable || answer.status == target::Status::kUnknown) {
      ++slot.tally.unsolvable;
    } else {
      ++slot.tally.solved;
    }
    target::append_answer(slot.answers, puzzle.grid, task_.weights, answer, format_);
  }

  bool drain(TargetSlot& slot) {
    if (interrupt_.requested()) return false;  // the block may be unfinished
    if (slot.input != drained_input_) {
      drained_input_ = slot.input;
      lines_before_ = 0;
    }
    if (!settings_.quiet) explain_faults(slot);
    report_.add(slot.input, slot.tally.puzzles(), slot.tally.invalid);
    for (std::size_t i = 0; slot.input == 0 && i < slot.fault_places.size(); ++i) {
      report_.add_fault(lines_before_ + slot.fault_places[i].line, slot.fault_reasons[i]);
    }
    lines_before_ += slot.line_ends;
    if (!blocks_.write(slot.answers)) return false;
    counters_.add(slot.tally);
    counters_.add(slot.account);
    return true;
  }

  /// `FILE:LINE:COLUMN: invalid: REASON`, the form that editors can jump to.
  void explain_faults(const TargetSlot& slot) const {
    std::string text;
    for (std::size_t i = 0; i < slot.fault_places.size(); ++i) {
      const sudoku::TextPlace place = slot.fault_places[i];
      text += inputs_.name(slot.input) + ':' + std::to_string(lines_before_ + place.line) + ':' +
              std::to_string(place.column) + ": invalid: " + slot.fault_reasons[i] + '\n';
    }
    std::fwrite(text.data(), 1, text.size(), stderr);
  }

  void print_summary(bool interrupted) const {
    if (settings_.quiet) return;
    report({.tally = counters_.tally(),
            .seconds = counters_.seconds(),
            .threads = task_.threads,
            .interrupted = interrupted,
            .decoration = counters_.decoration.load(std::memory_order_relaxed),
            .skipped = skipped_text(counters_)},
           settings_.json_summary);
  }

  const TargetSettings& settings_;
  const Task& task_;
  const Inputs inputs_;
  const Interrupt& interrupt_;
  const target::Solver solver_;
  const target::AnswerFormat format_;
  const std::uint64_t max_grids_;
  StopClock clock_;
  RunCounters counters_;
  BlockRun blocks_;
  parallel::Workers workers_;
  std::vector<TargetSlot> slots_;

  InputBlocks input_blocks_;  // of the filling stage

  // drain
  std::size_t drained_input_ = 0;
  std::uint64_t lines_before_ = 0;
  InputReport report_;
};

Result<target::Weights> load_weights(const std::string& path, const Interrupt& interrupt) {
  constexpr std::size_t kMaxBytes = 64 * 1024;
  const Result<std::string> text = read_whole(path, kMaxBytes, interrupt);
  if (!text) return text.error();
  const auto weights = target::parse_weights(*text);
  if (weights) return *weights;
  const target::WeightsError& error = weights.error();
  return Error{input_name(path) + ':' + std::to_string(error.place.line) + ':' +
               std::to_string(error.place.column) + ": invalid weights: " + error.message};
}

}  // namespace

Result<> check_target_flags(TargetSettings& settings, const GivenValues& flags) {
  if (settings.certificate && flags.contains("json")) {
    return Error{"--json cannot be combined with --certificate: a certificate is a text"};
  }
  if (!settings.check) {
    return resolve_exclusive(flags, {"json", settings.json}, {"pretty", settings.pretty});
  }
  for (const auto& [name, value] : flags) {
    if (name == "check" || name == "weights") continue;
    if (name == "output" || name == "partial" || name == "quiet") continue;
    return Error{"--" + name + " has no effect with --check: a certificate states what it is for"};
  }
  return {};
}

int run_target(const TargetSettings& settings, Interrupt& interrupt) {
  std::vector<std::string> inputs = inputs_or_stdin(settings.inputs, settings.quiet);
  const auto fail = [](const Error& error) {
    complain(error.message);
    return kExitFailure;
  };
  Task task;
  task.threads = settings.threads > 0 ? settings.threads : parallel::available_threads();
  if (settings.minimize) task.direction = target::Direction::kMinimize;
  if (!settings.weights.empty()) {
    const Result<target::Weights> weights = load_weights(settings.weights, interrupt);
    if (!weights) return fail(weights.error());
    task.weights = *weights;
  }
  const Result<std::unique_ptr<Output>> output =
      Output::open({settings.output, settings.partial}, interrupt);
  if (!output) return fail(output.error());
  if (settings.check) {
    std::optional<target::Weights> weights;
    if (!settings.weights.empty()) weights = task.weights;
    return check_certificates(inputs, weights, **output, settings.quiet, interrupt);
  }
  return TargetRun(settings, task, std::move(inputs), **output, interrupt).run();
}

}  // namespace puzzled::commands
