#include "core/mixed/added_answers.hpp"

#include <utility>

namespace puzzled::mixed {
namespace {

/// What kAuto means for a board, where the style of the block is known.
variants::BoardStyle board_style(sudoku::AnswerStyle style) {
  if (style == sudoku::AnswerStyle::kBoard) return variants::BoardStyle::kBoard;
  return style == sudoku::AnswerStyle::kIntegers ? variants::BoardStyle::kIntegers
                                                 : variants::BoardStyle::kLine;
}

}  // namespace

bool answer_boards(variants::TextSolver& solver, sudoku::BlockAnswers& answers) {
  if (answers.boards.empty()) return true;
  sudoku::BlockAnswers merged;
  merged.tally = answers.tally;
  merged.account = answers.account;
  merged.line_ends = answers.line_ends;
  std::size_t text = 0;
  std::size_t fault = 0;
  const auto take = [&](std::size_t text_end, std::size_t faults_end) {
    merged.text.append(answers.text.view().substr(text, text_end - text));
    text = text_end;
    for (; fault < faults_end; ++fault) {
      const sudoku::Fault& taken = answers.faults[fault];
      merged.faults.add(taken.place, answers.faults.reason(taken));
    }
  };
  variants::TextAnswers found;
  for (const sudoku::OpenBoard& board : answers.boards) {
    take(board.answer_at, board.faults_before);
    found.clear();
    const variants::TextPlace place{board.place.line, board.place.column};
    const variants::BoardStyle style = board_style(board.style);
    if (!solver.answer_line(board.rule_line, board.reason, place, style, found)) return false;
    add_answers(found, merged);
  }
  take(answers.text.size(), answers.faults.size());
  answers = std::move(merged);
  return true;
}

void add_answers(const variants::TextAnswers& from, sudoku::BlockAnswers& to) {
  to.text.append(from.text);
  for (const variants::TextFault& fault : from.faults) {
    to.faults.add({fault.place.line, fault.place.column}, fault.reason);
  }
  to.tally += {.solved = from.solved,
               .multiple = from.multiple,
               .unsolvable = from.unsolvable,
               .invalid = from.faults.size(),
               .timed_out = from.timed_out};
  to.account += {.answered = from.lines.answered,
                 .blank = from.lines.blank,
                 .comments = from.lines.comments,
                 .decoration = from.lines.decoration,
                 .spread = from.lines.spread};
  to.line_ends += from.line_ends;
}

void add_answers(const sudoku::BlockAnswers& from, sudoku::BlockAnswers& to) {
  to.text.append(from.text.view());
  add_faults(from.faults, to.line_ends, to.faults);
  to.tally += from.tally;
  to.account += from.account;
  to.line_ends += from.line_ends;
}

void add_faults(const sudoku::Faults& from, std::uint64_t lines_before, sudoku::Faults& to) {
  const auto lines = static_cast<std::uint32_t>(lines_before);
  for (const sudoku::Fault& fault : from) {
    to.add({lines + fault.place.line, fault.place.column}, from.reason(fault), fault.puzzles_before,
           fault.line);
  }
}

}  // namespace puzzled::mixed
