#include "daemon/commands/solve/question_answerer.hpp"

#include <cstdio>
#include <memory>

#include "core/mixed/added_answers.hpp"
#include "core/mixed/line_pieces.hpp"
#include "core/sudoku/tools/puzzle_lines.hpp"
#include "daemon/base/os/message.hpp"
#include "daemon/base/progress/pace.hpp"
#include "daemon/base/progress/time_estimate.hpp"
#include "daemon/commands/solve/board_answerer.hpp"

namespace puzzled::commands {
namespace {

variants::BoardStyle auto_style_of(const sudoku::TextForm& form) {
  switch (form.board_answers) {
    case sudoku::BoardAnswers::kBoards:
      return variants::BoardStyle::kBoard;
    case sudoku::BoardAnswers::kIntegers:
      return variants::BoardStyle::kIntegers;
    case sudoku::BoardAnswers::kLines:
      break;
  }
  return variants::BoardStyle::kLine;
}

/// Three digits, also of numbers beyond billions.
std::string large_count(double number) {
  constexpr double kMaxRounded = 1e12;
  if (number < kMaxRounded) return rounded_count(number);
  char text[32];
  std::snprintf(text, sizeof text, "%.2e", number);
  return text;
}

/// Of one thread.
class QuestionAnswerer {
 public:
  QuestionAnswerer(const variants::TextOptions& options, ListCounts& counts)
      : solver_(options), counts_(counts) {}

  /// False if the run was stopped.
  bool answer(StreamBlock& block, bool looks_for_rules) {
    found_.clear();
    flush_into(block.answers);
    const bool is_answered = block.question.boards ? answer_board_block(solver_, block, found_)
                                                   : answer_puzzles(block, looks_for_rules);
    found_.flush = nullptr;
    count_found();
    return is_answered;
  }

 private:
  /// Puzzles of 9x9 are read as all commands read them, and lines with rules stand among them.
  bool answer_puzzles(StreamBlock& block, bool looks_for_rules) {
    const TextBlock& question = block.question;
    const sudoku::TextForm& form = question.form;
    lines_.read(question.text(), form, question.context, nullptr);
    if (looks_for_rules &&
        mixed::may_hold_rules(!lines_.faults().empty(), lines_.account(), form, question.context)) {
      mixed::LinePieces pieces(question.text(), form, question.context);
      if (pieces.hold_rules()) return answer_pieces(pieces, block.answers);
    }
    return answer_lines(looks_for_rules, block.answers);
  }

  bool answer_pieces(mixed::LinePieces& pieces, sudoku::ToolAnswers& answers) {
    answers.line_ends = pieces.line_ends();
    while (const std::optional<mixed::LinePiece> piece = pieces.next()) {
      if (piece->are_rules) {
        const auto first_line = static_cast<std::uint32_t>(answers.line_ends + 1);
        if (!solver_.answer(piece->text, variants::BoardForm(), first_line, found_)) return false;
        add_found(answers);
      } else {
        lines_.read(piece->text, pieces.form(), piece->context, nullptr);
        if (!answer_lines(true, answers)) return false;
      }
    }
    return true;
  }

  /// Answers the puzzles that were read.
  bool answer_lines(bool answers_boards, sudoku::ToolAnswers& answers) {
    const variants::BoardStyle style = auto_style_of(lines_.form());
    std::size_t puzzle = 0;
    const auto answer_up_to = [&](std::size_t end) {
      for (; puzzle < end; ++puzzle) {
        const sudoku::Grid& grid = lines_.puzzles()[puzzle];
        if (!solver_.answer_plain(sudoku::kSide, grid.digits, style, found_)) return false;
      }
      return true;
    };
    const sudoku::Faults& faults = lines_.faults();
    for (const sudoku::Fault& fault : faults) {
      if (!answer_up_to(fault.puzzles_before)) return false;
      const variants::TextPlace place{
          static_cast<std::uint32_t>(answers.line_ends) + fault.place.line, fault.place.column};
      const std::string_view reason = faults.reason(fault);
      const std::string_view rule_line = faults.rule_line(fault);
      if (answers_boards && !rule_line.empty()) {
        if (!solver_.answer_line(rule_line, reason, place, style, found_)) return false;
        continue;
      }
      solver_.answer_invalid(reason, found_);
      answers.faults.add({place.line, place.column}, reason);
      ++answers.tally.invalid;
    }
    if (!answer_up_to(lines_.puzzles().size())) return false;
    answers.account += lines_.account();
    answers.line_ends += lines_.line_ends();
    add_found(answers);
    return true;
  }

  void add_found(sudoku::ToolAnswers& answers) {
    mixed::add_answers(found_, answers);
    count_found();
    found_.clear();
  }

  void count_found() {
    counts_.solutions += found_.listed;
    counts_.cut += found_.cut;
  }

  /// What is listed leaves while it is made, if the run wants it so.
  void flush_into(sudoku::ToolAnswers& answers) {
    if (!answers.flush) return;
    found_.flush = [this, &answers] {
      answers.text.append(found_.text);
      found_.text.clear();
      return answers.flush();
    };
  }

  variants::TextSolver solver_;
  variants::TextAnswers found_;
  sudoku::PuzzleLines lines_;
  ListCounts& counts_;
};

}  // namespace

std::function<bool(StreamBlock&)> question_answerer(const variants::TextOptions& options,
                                                    bool looks_for_rules, const StopFlag& stop,
                                                    ListCounts& counts) {
  variants::TextOptions stoppable = options;
  stoppable.limits.stop = &stop;
  // Shared, because std::function requires copyable objects.
  return [answerer = std::make_shared<QuestionAnswerer>(stoppable, counts),
          looks_for_rules](StreamBlock& block) { return answerer->answer(block, looks_for_rules); };
}

std::string estimate_text(const variants::CountEstimate& estimate) {
  if (estimate.probes == 0) {
    return "counted before the estimate was done\n" +
           estimate_line("count", std::to_string(static_cast<std::uint64_t>(estimate.solutions)));
  }
  return plural(estimate.probes, "probe") + '\n' +
         estimate_line("solutions", large_count(estimate.solutions) + " ± " +
                                        number_text(100 * estimate.error / estimate.solutions) +
                                        " %");
}

}  // namespace puzzled::commands
