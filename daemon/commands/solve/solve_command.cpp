#include "daemon/commands/solve/solve_command.hpp"

#include <unistd.h>

#include <memory>
#include <string_view>
#include <utility>

#include "core/sudoku/block_solver.hpp"
#include "core/sudoku/engines.hpp"
#include "core/sudoku/tools/table_tool.hpp"
#include "daemon/base/drawing/sudoku_drawing.hpp"
#include "daemon/base/files/block_reader.hpp"
#include "daemon/base/os/terminal.hpp"
#include "daemon/commands/bulk/first_picture.hpp"
#include "daemon/commands/bulk/stream_run.hpp"
#include "daemon/commands/solve/board_answerer.hpp"
#include "parallel/workers.hpp"

namespace puzzled::commands {
namespace {

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

/// Refuses what boards of other sizes do not have.
Result<> check_size(SolveSettings& s) {
  const std::pair<std::string_view, bool> others[] = {
      {"--pretty", s.pretty},
      {"--svg", s.svg},
      {"--json", s.json},
      {"--pipe", s.pipe},
      {"--part", !s.part.empty()},
      {"--column", !s.form.column.empty()},
      {"--blank", !s.form.blank.empty()},
      {"--engine", s.engine != "batch"},
      {"--answer", s.answer != "auto" && s.answer != "line"},
      {"--format", s.form.format != "auto" && s.form.format != "line"}};
  for (const auto& [option, on] : others) {
    if (on) return Error{"--size and " + std::string(option) + " cannot be combined"};
  }
  if (const Result<BoardForm> form = parse_board_form(s.size); !form) return form.error();
  s.form.format = "line";
  return {};
}

}  // namespace

Result<> check_solve(SolveSettings& s, const LayeredValues& values) {
  if (!s.size.empty()) return check_size(s);
  const GivenValues& flags = values.flags;
  const OtherOutput others[] = {
      {"pretty", s.pretty},    {"json", s.json}, {"answer", s.answer != "auto"},
      {"limit", s.limit != 1}, {"pipe", s.pipe}, {"part", !s.part.empty()}};
  if (Result<> checked = check_svg(s.svg, flags, others); !checked || s.svg) return checked;
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

namespace {

int draw_solution(const SolveSettings& settings, Interrupt& interrupt) {
  const auto draw = [&](const sudoku::Grid& puzzle, const StopFlag& stop) -> Picture {
    const sudoku::Solutions found =
        sudoku::find_engine(settings.engine)
            ->solve(puzzle, {.time = settings.time_limit, .stop = &stop});
    if (found.timed_out) return {.remark = "timeout: nothing was drawn", .tally = {.timed_out = 1}};
    if (found.count == 0) {
      return {.remark = "the puzzle is unsolvable: nothing was drawn", .tally = {.unsolvable = 1}};
    }
    return {.svg = sudoku_svg(puzzle, found.first, "A Sudoku with its solution"),
            .tally = {.solved = 1}};
  };
  return draw_first(settings, settings.json_summary, interrupt, draw);
}

}  // namespace

int run_solve(const SolveSettings& settings, Interrupt& interrupt) {
  if (settings.svg) return draw_solution(settings, interrupt);
  const sudoku::Engine* const engine = sudoku::find_engine(settings.engine);
  const SearchLimits limits{.solutions = settings.limit, .time = settings.time_limit};
  StreamPlan plan{.block_bytes = settings.pretty ? kSmallBlockBytes : kBlockBytes,
                  .solves = true,
                  .json_summary = settings.json_summary};
  if (!settings.size.empty()) {
    plan.block_bytes = kSmallBlockBytes;
    plan.paces_blocks = settings.time_limit.count() > 0;
    plan.make_answerer = board_answerers(*parse_board_form(settings.size), limits);
    return run_stream(settings, std::move(plan), interrupt);
  }
  if (settings.answer == "table") {
    // The lines of the input again, with the answers in a column of their own.
    plan.make_answerer = answerers_of<sudoku::TableTool>(
        sudoku::TableOptions{.engine = engine, .isa = settings.isa, .limits = limits});
    return run_stream(settings, std::move(plan), interrupt);
  }
  const sudoku::AnswerOptions options{
      .engine = engine, .isa = settings.isa, .limits = limits, .style = style_for(settings)};
  plan.make_answerer = [options](parallel::Workers&, const StopFlag&) -> Answerer {
    return [solver = std::make_shared<sudoku::BlockSolver>(options)](StreamBlock& block) {
      const TextBlock& question = block.question;
      solver->answer(question.text(), question.form, question.context, block.answers);
      return true;
    };
  };
  plan.may_double_blocks = !settings.pretty;
  plan.paces_blocks = settings.time_limit.count() > 0;
  plan.reported_faults = StreamPlan::ReportedFaults::kUnclosedQuote;
  plan.answers_each_line = settings.pipe;
  return run_stream(settings, std::move(plan), interrupt);
}

}  // namespace puzzled::commands
