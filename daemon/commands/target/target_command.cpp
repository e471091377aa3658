#include "daemon/commands/target/target_command.hpp"

#include <unistd.h>

#include <cstddef>
#include <memory>

#include "core/sudoku/text/puzzle_reader.hpp"
#include "core/target_sudoku/answer_text.hpp"
#include "core/target_sudoku/certificate.hpp"
#include "core/target_sudoku/solver.hpp"
#include "core/target_sudoku/weights.hpp"
#include "daemon/base/drawing/sudoku_drawing.hpp"
#include "daemon/base/files/block_reader.hpp"
#include "daemon/base/files/input.hpp"
#include "daemon/base/files/output.hpp"
#include "daemon/base/os/message.hpp"
#include "daemon/base/os/terminal.hpp"
#include "daemon/commands/bulk/first_picture.hpp"
#include "daemon/commands/bulk/stop_clock.hpp"
#include "daemon/commands/bulk/stream_run.hpp"
#include "daemon/commands/target/certificate_check.hpp"
#include "parallel/jobs/task_executor.hpp"
#include "parallel/workers.hpp"

namespace puzzled::commands {
namespace {

// Some hundred boards, of 50 µs or more each: the cost of a task is small against that, and answers
// of a stream do not wait long for each other.
constexpr std::size_t kBoardBlockBytes = 8 * 1024;
static_assert(kBoardBlockBytes > sudoku::kMaxLineBytes);

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

/// Answers boards, on any number of threads.
class BoardAnswerer {
 public:
  BoardAnswerer(const TargetSettings& settings, const target::Weights& weights, int threads,
                Interrupt& interrupt)
      : settings_(settings),
        weights_(weights),
        direction_(settings.minimize ? target::Direction::kMinimize : target::Direction::kMaximize),
        solver_(weights, direction_, settings.engine, settings.isa),
        format_(format_of(settings)),
        max_grids_(grids_wanted(settings)) {
    if (settings.time_limit.count() > 0) {
      clock_.emplace(static_cast<std::size_t>(threads), settings.time_limit, interrupt);
    }
  }

  /// As an Answerer. The workers help with boards that are hard.
  bool answer(StreamBlock& block, parallel::Workers& workers, const StopFlag& stop) {
    const TextBlock& question = block.question;
    std::string text;
    sudoku::PuzzleReader reader(question.text(), question.form, question.context);
    while (!is_stopped(stop) && reader.next()) {
      const sudoku::PuzzleText& puzzle = reader.puzzle();
      sudoku::Tally& tally = block.answers.tally;
      if (!puzzle.error.empty()) {
        ++tally.invalid;
        block.answers.faults.add(puzzle.place, puzzle.error);
        target::append_invalid(text, puzzle.error, format_);
      } else {
        ++(append_answer(text, puzzle.grid, workers, stop) ? tally.solved : tally.unsolvable);
      }
    }
    block.answers.text.append(text);
    block.answers.line_ends = reader.line_ends();
    block.answers.account = reader.account();
    return !is_stopped(stop);
  }

  /// Solves a board on a thread that is none of the workers.
  target::Answer solve_alone(const sudoku::Grid& board, parallel::Workers& workers,
                             const StopFlag& stop) {
    parallel::TaskExecutor executor(workers);
    return solver_.solve(board, 1, executor, clock_ ? clock_->begin(0) : stop);
  }

  const target::Weights& weights() const { return weights_; }

 private:
  /// False if the board has no solution, or none in time.
  bool append_answer(std::string& text, const sudoku::Grid& board, parallel::Workers& workers,
                     const StopFlag& interrupted) {
    parallel::TaskExecutor executor(workers);
    const StopFlag& stop =
        clock_ ? clock_->begin(static_cast<std::size_t>(parallel::Workers::current()))
               : interrupted;
    if (settings_.certificate) {
      return target::append_certificate(text, board, weights_, direction_, solver_, executor, stop);
    }
    const target::Answer answer = solver_.solve(board, max_grids_, executor, stop);
    target::append_answer(text, board, weights_, answer, format_);
    return answer.status != target::Status::kUnsolvable &&
           answer.status != target::Status::kUnknown;
  }

  const TargetSettings& settings_;
  const target::Weights weights_;
  const target::Direction direction_;
  const target::Solver solver_;
  const target::AnswerFormat format_;
  const std::uint64_t max_grids_;
  std::optional<StopClock> clock_;  // with a time limit
};

Result<target::Weights> load_weights(const std::string& path, const Interrupt& interrupt) {
  constexpr std::size_t kMaxBytes = 64 * 1024;
  const Result<std::string> text = read_whole(path, kMaxBytes, &interrupt);
  if (!text) return text.error();
  const auto weights = target::parse_weights(*text);
  if (weights) return *weights;
  const target::WeightsError& error = weights.error();
  return Error{input_name(path) + ':' + std::to_string(error.place.line) + ':' +
               std::to_string(error.place.column) + ": invalid weights: " + error.message};
}

int draw_board(const TargetSettings& settings, BoardAnswerer& boards, Interrupt& interrupt) {
  const auto draw = [&](const sudoku::Grid& board, const StopFlag& stop) -> Picture {
    parallel::Workers workers(settings.threads);
    const target::Answer answer = boards.solve_alone(board, workers, stop);
    if (answer.status == target::Status::kUnsolvable) {
      return {.remark = "the board is unsolvable: nothing was drawn", .tally = {.unsolvable = 1}};
    }
    if (answer.grids.empty()) {  // even if the score is proven
      return {.remark = "timeout: nothing was drawn", .tally = {.timed_out = 1}};
    }
    std::string score = "score " + std::to_string(answer.score) + ", ";
    score += answer.status == target::Status::kProven
                 ? "proven"
                 : "not proven: bound " + std::to_string(answer.bound);
    return {.svg = weighted_sudoku_svg(board, answer.grids.front(), boards.weights().cells,
                                       "A board of target Sudoku: " + score),
            .remark = settings.quiet ? "" : score,
            .tally = {.solved = 1},
            .threads = workers.threads()};
  };
  return draw_first(settings, settings.json_summary, interrupt, draw);
}

}  // namespace

Result<> check_target(TargetSettings& settings, const LayeredValues& values) {
  const GivenValues& flags = values.flags;
  const OtherOutput others[] = {
      {"pretty", settings.pretty},           {"json", settings.json},
      {"score-only", settings.score_only},   {"optimal-count", settings.optimal_count.has_value()},
      {"certificate", settings.certificate}, {"check", settings.check}};
  if (Result<> checked = check_svg(settings.svg, flags, others); !checked || settings.svg) {
    return checked;
  }
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
  std::optional<target::Weights> weights;
  if (!settings.weights.empty()) {
    const Result<target::Weights> loaded = load_weights(settings.weights, interrupt);
    if (!loaded) return fail(loaded.error());
    weights = *loaded;
  }
  if (settings.check) {
    const Result<std::unique_ptr<Output>> output = Output::open(settings, interrupt);
    if (!output) return fail(output.error());
    return check_certificates(inputs_or_stdin(settings.inputs, settings.quiet), weights, **output,
                              settings.quiet, interrupt);
  }
  BoardAnswerer boards(settings, weights.value_or(target::kTargetWeights), settings.threads,
                       interrupt);
  if (settings.svg) return draw_board(settings, boards, interrupt);
  using Reported = StreamPlan::ReportedFaults;
  return run_stream(
      settings,
      {.make_answerer = [&boards](parallel::Workers& workers, const StopFlag& stop) -> Answerer {
         return [&](StreamBlock& block) { return boards.answer(block, workers, stop); };
       },
       .block_bytes = kBoardBlockBytes,
       .reported_faults = settings.quiet ? Reported::kNone : Reported::kAll,
       .solves = true,
       .json_summary = settings.json_summary},
      interrupt);
}

}  // namespace puzzled::commands
