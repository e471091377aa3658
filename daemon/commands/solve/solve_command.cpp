#include "daemon/commands/solve/solve_command.hpp"

#include <unistd.h>

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "core/mixed/each_line.hpp"
#include "core/mixed/mixed_lines.hpp"
#include "core/sudoku/block_solver.hpp"
#include "core/sudoku/engines.hpp"
#include "core/sudoku/tools/array_tool.hpp"
#include "core/sudoku/tools/table_tool.hpp"
#include "core/variants/text/rule_names.hpp"
#include "daemon/base/files/block_reader.hpp"
#include "daemon/base/files/output.hpp"
#include "daemon/base/os/exit_code.hpp"
#include "daemon/base/os/message.hpp"
#include "daemon/base/os/terminal.hpp"
#include "daemon/commands/bulk/first_picture.hpp"
#include "daemon/commands/bulk/stream_run.hpp"
#include "daemon/commands/solve/board_answerer.hpp"
#include "daemon/commands/solve/board_examples.hpp"
#include "daemon/commands/solve/question_answerer.hpp"
#include "daemon/commands/solve/solve_picture.hpp"
#include "daemon/commands/solve/solve_question.hpp"
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

variants::BoardStyle board_style_for(const SolveSettings& settings) {
  using variants::BoardStyle;
  switch (style_for(settings)) {
    case sudoku::AnswerStyle::kAuto:
      return BoardStyle::kAuto;
    case sudoku::AnswerStyle::kLine:
      return BoardStyle::kLine;
    case sudoku::AnswerStyle::kJson:
      return BoardStyle::kJson;
    case sudoku::AnswerStyle::kBoard:
      return BoardStyle::kBoard;
    case sudoku::AnswerStyle::kIntegers:
      return BoardStyle::kIntegers;
    case sudoku::AnswerStyle::kPretty:
      return BoardStyle::kPretty;
    case sudoku::AnswerStyle::kPrettyColour:
      return BoardStyle::kPrettyColour;
  }
  return BoardStyle::kAuto;
}

constexpr int kClassicSize = 9;

/// What boards of other sizes do not have.
struct ClassicOption {
  std::string_view name;
  std::string given;
  bool on = false;
  void (*reset)(SolveSettings&);
};

std::vector<ClassicOption> classic_options(const SolveSettings& s) {
  const std::string& format = s.form.format;
  return {
      {"column", "--column", !s.form.column.empty(),
       [](SolveSettings& to) { to.form.column.clear(); }},
      {"blank", "--blank", !s.form.blank.empty(), [](SolveSettings& to) { to.form.blank.clear(); }},
      {"engine", "--engine", s.engine != "batch", [](SolveSettings& to) { to.engine = "batch"; }},
      {"answer", "--answer table", s.answer == "table",
       [](SolveSettings& to) { to.answer = "auto"; }},
      {"format", "--format " + format,
       format != "auto" && format != "line" && format != "board" && format != "integers",
       [](SolveSettings& to) { to.form.format = "auto"; }}};
}

/// Which boards are looked for beside those of 9x9.
Result<> look_for_boards(SolveSettings& s, const GivenValues& flags) {
  variants::BoardRequest request;
  if (!s.size.empty()) {
    const Result<variants::BoardRequest> asked = variants::parse_board_size(s.size);
    if (!asked) return Error{"--size " + s.size + ": " + asked.error().message};
    request = *asked;
  }
  request.takes_all = !s.rules.empty();
  if (request.size == kClassicSize && !request.takes_all) return {};
  const bool is_asked_for = request.size != 0 || request.takes_all;
  // What is asked for by a flag wins over what a variable asks for.
  const std::string_view asked_by = s.rules.empty() ? "size" : "rules";
  for (const ClassicOption& option : classic_options(s)) {
    bool asks = is_asked_for;
    bool on = option.on;
    if (!resolve_exclusive(flags, {asked_by, asks}, {option.name, on})) {
      return Error{"--" + std::string(asked_by) + " and " + option.given + " cannot be combined"};
    }
    if (on) {
      s.rules.clear();
      return {};
    }
    if (option.on) option.reset(s);
  }
  if (!is_asked_for && s.form.format != "auto" && !s.pipe) return {};
  s.form.boards = request;
  return {};
}

/// What arrays are not written of.
std::vector<ClassicOption> options_without_arrays(const SolveSettings& s) {
  return {{"pretty", "--pretty", s.pretty, [](SolveSettings& to) { to.pretty = false; }},
          {"json", "--json", s.json, [](SolveSettings& to) { to.json = false; }},
          {"svg", "--svg", s.svg, [](SolveSettings& to) { to.svg = false; }},
          {"pipe", "--pipe", s.pipe, [](SolveSettings& to) { to.pipe = false; }},
          {"answer", "--answer", s.answer != "auto", [](SolveSettings& to) { to.answer = "auto"; }},
          {"limit", "--limit", s.limit != 1, [](SolveSettings& to) { to.limit = 1; }},
          {"all", "--all", s.all, [](SolveSettings& to) { to.all = false; }},
          {"true-candidates", "--true-candidates", s.true_candidates,
           [](SolveSettings& to) { to.true_candidates = false; }},
          {"estimate", "--estimate", s.estimate, [](SolveSettings& to) { to.estimate = false; }},
          {"size", "--size", !s.size.empty(), [](SolveSettings& to) { to.size.clear(); }},
          {"rules", "--rules", !s.rules.empty(), [](SolveSettings& to) { to.rules.clear(); }}};
}

/// Settles whether arrays are written: asked for by the option, or by the name of the output.
Result<> check_arrays(SolveSettings& s, const GivenValues& flags) {
  s.npy |= s.output.ends_with(".npy") && s.example.empty();
  if (!s.npy) return {};
  if (!s.example.empty()) return Error{"--npy and --example cannot be combined"};
  for (const ClassicOption& option : options_without_arrays(s)) {
    bool on = option.on;
    if (!resolve_exclusive(flags, {"npy", s.npy}, {option.name, on})) {
      return Error{"--npy and " + option.given +
                   " cannot be combined: an array has a row of 81 cells for each puzzle"};
    }
    if (!s.npy) return {};
    if (on != option.on) option.reset(s);
  }
  return {};
}

Result<> check_styles(SolveSettings& s, const LayeredValues& values) {
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

}  // namespace

Result<> check_solve(SolveSettings& s, const LayeredValues& values) {
  if (!s.example.empty() && !s.inputs.empty()) {
    return Error{"--example prints a board and reads no file (got '" + s.inputs[0] + "')"};
  }
  if (Result<> checked = check_arrays(s, values.flags); !checked) return checked;
  if (Result<> checked = check_question(s, values.flags); !checked) return checked;
  if (Result<> checked = check_styles(s, values); !checked) return checked;
  return s.npy ? Result<>() : look_for_boards(s, values.flags);
}

namespace {

/// Lists, true candidates and estimates, of boards of any size.
int answer_question(const SolveSettings& settings, variants::BoardQuestion question,
                    Interrupt& interrupt) {
  const bool lists = question == variants::BoardQuestion::kList;
  const std::uint64_t max = settings.max != 0 ? settings.max : lists ? 0 : 1;
  const variants::TextOptions options{.limits = {.solutions = max, .time = settings.time_limit},
                                      .style = board_style_for(settings),
                                      .rules = *variants::parse_rules(settings.rules),
                                      .question = question,
                                      .numbers = settings.numbers,
                                      .estimate_text = estimate_text};
  ListCounts counts;
  StreamPlan plan{.block_bytes = kSmallBlockBytes,
                  .paces_blocks = true,
                  .reported_faults = StreamPlan::ReportedFaults::kUnclosedQuote,
                  .streams_answers = lists,
                  .solves = true,
                  .json_summary = settings.json_summary};
  plan.make_answerer = [&](parallel::Workers&, const StopFlag& stop) -> Answerer {
    return question_answerer(options, settings.form.boards.has_value(), stop, counts);
  };
  if (lists) {
    plan.summary = [&]() -> std::string {
      const std::uint64_t cut = counts.cut;
      return plural(counts.solutions, "solution") + " listed" +
             (cut == 0 ? ""
                       : ", " + plural(cut, "list") + " ended by --max " + std::to_string(max) +
                             " before the last solution");
    };
  }
  return run_stream(settings, std::move(plan), interrupt);
}

/// Of puzzles of 9x9, boards of other sizes, and lines with rules among the former.
MakeAnswerer mixed_answerers(const sudoku::AnswerOptions& options,
                             const variants::TextOptions& of_boards, bool looks_for_boards) {
  sudoku::AnswerOptions of_puzzles = options;
  of_puzzles.hands_over_boards = looks_for_boards;
  return [of_puzzles, of_boards, looks_for_boards](parallel::Workers&,
                                                   const StopFlag& stop) -> Answerer {
    variants::TextOptions of_lines = of_boards;
    of_lines.limits.stop = &stop;
    return [solver = std::make_shared<sudoku::BlockSolver>(of_puzzles),
            answer_boards = board_answerer(of_boards, stop),
            mixed = std::make_shared<mixed::MixedLines>(of_lines),
            looks_for_boards](StreamBlock& block) {
      const TextBlock& question = block.question;
      if (question.boards) return answer_boards(block);
      const auto classic = [&](std::string_view text, const sudoku::TextForm& form,
                               const sudoku::BlockContext& context, sudoku::BlockAnswers& answers) {
        solver->answer(text, form, context, answers);
      };
      if (looks_for_boards) {
        return mixed->answer(question.text(), question.form, question.context, classic,
                             block.answers);
      }
      classic(question.text(), question.form, question.context, block.answers);
      return true;
    };
  };
}

/// Of --pipe.
MakeAnswerer each_line_answerers(const mixed::EachLineOptions& options) {
  return [options](parallel::Workers&, const StopFlag& stop) -> Answerer {
    mixed::EachLineOptions stoppable = options;
    stoppable.boards.limits.stop = &stop;
    return [each = std::make_shared<mixed::EachLine>(stoppable)](StreamBlock& block) {
      const TextBlock& question = block.question;
      return each->answer(question.text(), question.form, question.context, block.answers);
    };
  };
}

int print_example(const SolveSettings& settings, Interrupt& interrupt) {
  const Result<std::string> text = board_example_text(settings.example);
  if (!text) return fail(text.error());
  const Result<std::unique_ptr<Output>> output = Output::open(settings, interrupt);
  if (!output) return fail(output.error());
  (*output)->write(*text);
  return (*output)->finish(Results::kComplete, kExitAllWell);
}

}  // namespace

int run_solve(const SolveSettings& settings, Interrupt& interrupt) {
  if (!settings.example.empty()) return print_example(settings, interrupt);
  if (settings.svg) return draw_solution(settings, interrupt);
  if (const auto question = question_of(settings); question != variants::BoardQuestion::kSolve) {
    return answer_question(settings, question, interrupt);
  }
  const sudoku::Engine* const engine = sudoku::find_engine(settings.engine);
  const SearchLimits limits{.solutions = settings.limit, .time = settings.time_limit};
  const bool is_limited = settings.time_limit.count() > 0;
  StreamPlan plan{.block_bytes = settings.pretty ? kSmallBlockBytes : kBlockBytes,
                  .begins_alone = !is_limited,
                  .solves = true,
                  .json_summary = settings.json_summary};
  if (settings.npy) {
    plan.make_answerer = answerers_of<sudoku::ArrayTool>(
        sudoku::ArrayOptions{.engine = engine, .isa = settings.isa, .limits = limits});
    plan.leaves_out_invalid = true;
    plan.writes_arrays = true;
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
  const variants::TextOptions of_boards{.limits = limits,
                                        .style = board_style_for(settings),
                                        .rules = *variants::parse_rules(settings.rules)};
  plan.make_answerer = settings.pipe && settings.form.boards
                           ? each_line_answerers({options, of_boards, *settings.form.boards})
                           : mixed_answerers(options, of_boards, settings.form.boards.has_value());
  plan.may_double_blocks = !settings.pretty;
  plan.paces_blocks = is_limited;
  plan.reported_faults = StreamPlan::ReportedFaults::kUnclosedQuote;
  plan.answers_each_line = settings.pipe;
  return run_stream(settings, std::move(plan), interrupt);
}

}  // namespace puzzled::commands
