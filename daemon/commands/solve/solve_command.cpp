#include "daemon/commands/solve/solve_command.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/sudoku/batch_solver.hpp"
#include "core/sudoku/block_solver.hpp"
#include "core/sudoku/engines.hpp"
#include "core/sudoku/text/csv.hpp"
#include "core/sudoku/tools/table_tool.hpp"
#include "daemon/base/files/block_reader.hpp"
#include "daemon/base/files/input.hpp"
#include "daemon/base/files/input_blocks.hpp"
#include "daemon/base/files/output.hpp"
#include "daemon/base/os/exit_code.hpp"
#include "daemon/base/os/message.hpp"
#include "daemon/base/os/terminal.hpp"
#include "daemon/base/progress/run_counters.hpp"
#include "daemon/base/settings/exclusive.hpp"
#include "daemon/commands/bulk/block_run.hpp"
#include "daemon/commands/bulk/input_report.hpp"
#include "daemon/commands/bulk/inputs.hpp"
#include "daemon/commands/bulk/summary.hpp"
#include "daemon/commands/bulk/tool_run.hpp"
#include "parallel/workers.hpp"

namespace puzzled::commands {
namespace {

/// A slot of the pipeline: a block of one input and its answers.
struct SudokuSlot {
  explicit SudokuSlot(std::size_t block_bytes) : block(block_bytes) {}

  TextBlock block;
  std::size_t input = 0;
  sudoku::BlockAnswers answers;
};

// At the end of a block few of its puzzles are left, which costs up to a tenth of the time: so
// blocks are twice as large if there are enough for all threads and memory allows it. (Four times
// as large, they do not fit into the L2 cache.)
std::size_t block_bytes(int threads, const SolveSettings& settings,
                        const std::optional<std::uint64_t>& input_bytes) {
  if (settings.pretty) return kSmallBlockBytes;
  constexpr std::uint64_t kBlocksPerThread = 8;
  const std::uint64_t most = threads <= 8 ? 2 : 1;
  const std::uint64_t full_blocks = input_bytes.value_or(0) / kBlockBytes;
  const std::uint64_t shares = static_cast<std::uint64_t>(threads) * kBlocksPerThread;
  return kBlockBytes * std::clamp<std::uint64_t>(full_blocks / shares, 1, most);
}

/// With a time limit puzzles may take long: small blocks spread them over the threads, and answers
/// come sooner. But small blocks take twice the time if puzzles take little. So a block is as large
/// as may be solved in a fifth of a second at the pace of the last one, and the first one small.
/// Any thread may call this.
class BlockPace {
 public:
  explicit BlockPace(bool is_limited) : bytes_(is_limited ? kSmallBlockBytes : SIZE_MAX) {}

  std::size_t bytes() const { return bytes_.load(std::memory_order_relaxed); }

  void solved(std::size_t bytes, std::chrono::duration<double> time) {
    constexpr std::chrono::duration<double> kAim{0.2};
    constexpr double kMost = 1 << 30;
    const double fitting = static_cast<double>(bytes) * (kAim / std::max(time, kAim / kMost));
    bytes_.store(std::max(kSmallBlockBytes, static_cast<std::size_t>(std::min(fitting, kMost))),
                 std::memory_order_relaxed);
  }

 private:
  std::atomic<std::size_t> bytes_;
};

// One block in work for each thread and one waiting for every second thread keep all busy although
// blocks differ; two more are for the serial stages.
std::vector<SudokuSlot> slots_for(int threads, std::size_t block_bytes) {
  std::vector<SudokuSlot> slots;
  const std::size_t count = static_cast<std::size_t>(threads + threads / 2) + 2;
  slots.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    slots.emplace_back(block_bytes);
  }
  return slots;
}

sudoku::AnswerStyle style_for(const SolveSettings& settings) {
  using sudoku::AnswerStyle;
  if (settings.json) return AnswerStyle::kJson;
  if (settings.pretty) {
    const bool colour = settings.output == "-" && takes_colours(STDOUT_FILENO);
    return colour ? AnswerStyle::kPrettyColour : AnswerStyle::kPretty;
  }
  if (settings.answer == "line") return AnswerStyle::kLine;
  if (settings.answer == "integers") return AnswerStyle::kIntegers;
  return settings.answer == "board" ? AnswerStyle::kBoard : AnswerStyle::kAuto;
}

// A reason as it was before it got into a JSON object, where a backslash stands before each quote
// and each backslash. (Reasons are printable.)
std::string without_backslashes(std::string_view reason) {
  std::string text;
  for (std::size_t i = 0; i < reason.size(); ++i) {
    if (reason[i] == '\\') ++i;
    text += reason[i];
  }
  return text;
}

/// One run: the three stages and their common data. Each serial stage runs on one thread at a time,
/// but not always on the same; it owns the members named after it.
class SolveRun {
 public:
  SolveRun(const SolveSettings& settings, Inputs inputs, int threads, Output& output,
           Interrupt& interrupt)
      : settings_(settings),
        inputs_(std::move(inputs)),
        threads_(threads),
        blocks_(output, interrupt, counters_, [this](bool early) { print_summary(early); }),
        slots_(slots_for(threads, block_bytes(threads, settings, inputs_.bytes()))),
        pace_(settings.time_limit.count() > 0),
        input_blocks_(inputs_, settings.form, interrupt,
                      sudoku::plain_line_counter(settings.isa == "auto" ? "" : settings.isa)) {
    counters_.work_total = inputs_.bytes();
    options_.engine = sudoku::find_engine(settings.engine);
    if (settings.isa != "auto") options_.isa = settings.isa;
    options_.limits = {.solutions = settings.limit, .time = settings.time_limit};
    options_.style = style_for(settings);
    solvers_.resize(static_cast<std::size_t>(threads));
  }

  int run() {
    parallel::Workers workers(threads_);
    blocks_.run(workers, slots_.size(),
                {.fill = [this](std::size_t slot) { return fill(slots_[slot]); },
                 .transform = [this](std::size_t slot) { answer(slots_[slot]); },
                 .drain = [this](std::size_t slot) { return drain(slots_[slot]); },
                 .is_only = [this] { return input_blocks_.ended(); }},
                !settings_.quiet);
    const sudoku::Tally tally = counters_.tally();
    const bool all_solved =
        settings_.pipe || (tally.unsolvable + tally.invalid + tally.timed_out == 0 &&
                           (inputs_.is_part() || !report_.has_input_without_puzzle()));
    const bool has_answers =
        settings_.pipe || inputs_.is_part() || tally.puzzles() > 0 || input_blocks_.consumed() == 0;
    return blocks_.finish(!input_blocks_.failed() && !is_refused_, has_answers,
                          all_solved ? kExitAllWell : kExitSomeUnanswered, [&] {
                            const bool says_nothing =
                                (settings_.json_summary && !settings_.quiet) ||
                                ((settings_.pipe || inputs_.is_part()) && tally.puzzles() == 0);
                            if (says_nothing) return std::string();
                            return report_.closing_message(input_blocks_, has_answers, counters_);
                          });
  }

 private:
  bool fill(SudokuSlot& slot) {
    const bool found = input_blocks_.next(slot.block, slot.input, pace_.bytes());
    counters_.work_done.store(input_blocks_.consumed(), std::memory_order_relaxed);
    return found;
  }

  void answer(SudokuSlot& slot) {
    slot.answers.clear();
    auto& solver = solvers_[static_cast<std::size_t>(parallel::Workers::current())];
    if (!solver) solver.emplace(options_);
    const auto begin = std::chrono::steady_clock::now();
    solver->answer(slot.block.text(), slot.block.form, slot.block.context, slot.answers);
    if (settings_.time_limit.count() > 0) {
      pace_.solved(slot.block.text().size(), std::chrono::steady_clock::now() - begin);
    }
  }

  bool drain(SudokuSlot& slot) {
    if (slot.input != drained_input_) {
      drained_input_ = slot.input;
      lines_before_ = 0;
      reported_quotes_ = false;
    }
    if (!input_blocks_.may_be_part(slot.input, slot.answers.account)) {
      is_refused_ = true;
      return false;
    }
    explain_faults(slot);
    report_.add(slot.input, slot.answers.tally.puzzles(), slot.answers.tally.invalid);
    if (slot.input == 0) {
      for (const sudoku::Fault& fault : slot.answers.faults) {
        report_.add_fault(lines_before_ + fault.place.line,
                          slot.answers.text.view().substr(fault.reason_at, fault.reason_size));
      }
    }
    lines_before_ += slot.answers.line_ends;
    if (!blocks_.write(slot.answers.text.view())) return false;
    counters_.add(slot.answers.tally);
    counters_.add(slot.answers.account);
    return true;
  }

  /// `FILE:LINE:COLUMN: invalid: REASON`, the form that editors can jump to. Without
  /// --verbose only the first record of a table with a line break: it is a fault of the table.
  void explain_faults(const SudokuSlot& slot) {
    const std::string name = inputs_.name(slot.input);
    std::string text;
    for (const sudoku::Fault& fault : slot.answers.faults) {
      const std::string_view reason =
          slot.answers.text.view().substr(fault.reason_at, fault.reason_size);
      if (!settings_.verbose) {
        if (reported_quotes_) break;
        if (reason != sudoku::kUnclosedQuote) continue;
        reported_quotes_ = true;
      }
      text += name + ':' + std::to_string(lines_before_ + fault.place.line) + ':' +
              std::to_string(fault.place.column) + ": invalid: ";
      text += settings_.json ? without_backslashes(reason) : std::string(reason);
      text += '\n';
    }
    std::fwrite(text.data(), 1, text.size(), stderr);
  }

  void print_summary(bool interrupted) const {
    if (settings_.quiet) return;
    report({.tally = counters_.tally(),
            .seconds = counters_.seconds(),
            .threads = threads_,
            .interrupted = interrupted,
            .decoration = counters_.decoration.load(std::memory_order_relaxed),
            .skipped = skipped_text(counters_)},
           settings_.json_summary);
  }

  const SolveSettings& settings_;
  const Inputs inputs_;
  const int threads_;
  sudoku::AnswerOptions options_;
  RunCounters counters_;
  BlockRun blocks_;
  std::vector<SudokuSlot> slots_;
  BlockPace pace_;
  std::vector<std::optional<sudoku::BlockSolver>> solvers_;  // one for each worker that had a block

  InputBlocks input_blocks_;  // of the filling stage

  // drain
  std::size_t drained_input_ = 0;
  std::uint64_t lines_before_ = 0;
  bool reported_quotes_ = false;  // of the input
  bool is_refused_ = false;       // to be cut into parts
  InputReport report_;
};

/// The lines of the input again, with the answers in a column of their own: what tools do.
int run_table(const SolveSettings& settings, Interrupt& interrupt) {
  ToolSettings tool;
  tool.inputs = settings.inputs;
  tool.output = settings.output;
  tool.partial = settings.partial;
  tool.form = settings.form;
  tool.part = settings.part;
  tool.isa = settings.isa;
  tool.threads = settings.threads;
  tool.verbose = settings.verbose;
  tool.quiet = settings.quiet;
  const sudoku::TableOptions options{
      .engine = sudoku::find_engine(settings.engine),
      .isa = level_of(tool),
      .limits = {.solutions = settings.limit, .time = settings.time_limit}};
  return run_tool(tool,
                  {.make_tool = [options] { return std::make_unique<sudoku::TableTool>(options); },
                   .block_bytes = kBlockBytes,
                   .solves = true,
                   .json_summary = settings.json_summary},
                  interrupt);
}

/// Settles what else was asked for with --pipe.
Result<> check_pipe(SolveSettings& s, const GivenValues& flags) {
  constexpr std::string_view kOneLine = "each answer is one line";
  struct Other {
    std::string_view option;
    std::string given;
    bool on;
    std::string_view reason;
  };
  const Other others[] = {
      {"pretty", "--pretty", s.pretty, kOneLine},
      {"answer", "--answer " + s.answer, s.answer != "auto" && s.answer != "line", kOneLine},
      {"column", "--column", !s.form.column.empty(), "no table is looked for"},
      {"format", "--format " + s.form.format, s.form.format != "auto" && s.form.format != "line",
       "each line is looked at alone"}};
  for (const Other& other : others) {
    bool on = other.on;
    if (!resolve_exclusive(flags, {"pipe", s.pipe}, {other.option, on})) {
      return Error{"--pipe and " + other.given +
                   " cannot be combined: " + std::string(other.reason)};
    }
  }
  if (!s.pipe) return {};
  s.pretty = false;
  s.answer = "line";
  s.form.format = "line";
  s.form.column.clear();
  s.form.each_line = true;
  return {};
}

}  // namespace

Result<> check_solve_flags(SolveSettings& s, const GivenValues& flags) {
  bool board = s.answer != "auto" && s.answer != "line";
  if (Result<> checked = resolve_exclusive(flags, {"json", s.json}, {"pretty", s.pretty});
      !checked) {
    return checked;
  }
  if (Result<> checked = resolve_exclusive(flags, {"json", s.json}, {"answer", board}); !checked) {
    return Error{"--json and --answer " + s.answer + " cannot be combined"};
  }
  return s.pipe ? check_pipe(s, flags) : Result<>();
}

int run_solve(const SolveSettings& settings, Interrupt& interrupt) {
  if (settings.answer == "table") return run_table(settings, interrupt);
  Result<Inputs> inputs =
      inputs_of(settings.inputs, settings.part, settings.form, settings.quiet, interrupt);
  if (!inputs) return fail(inputs.error());
  const Result<std::unique_ptr<Output>> output =
      Output::open({settings.output, settings.partial}, interrupt);
  if (!output) return fail(output.error());
  const int threads = settings.threads > 0 ? settings.threads : parallel::available_threads();
  return SolveRun(settings, std::move(*inputs), threads, **output, interrupt).run();
}

}  // namespace puzzled::commands
