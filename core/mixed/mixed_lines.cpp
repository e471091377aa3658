#include "core/mixed/mixed_lines.hpp"

#include "core/mixed/added_answers.hpp"
#include "core/mixed/line_pieces.hpp"

namespace puzzled::mixed {

bool MixedLines::answer(std::string_view block, const sudoku::TextForm& form,
                        const sudoku::BlockContext& context, const AnswerClassic& classic,
                        sudoku::BlockAnswers& answers) {
  classic(block, form, context, answers);
  if (!may_hold_rules(!answers.faults.empty(), answers.account, form, context)) {
    return answer_boards(solver_, answers);
  }
  LinePieces pieces(block, form, context);
  if (!pieces.hold_rules()) return answer_boards(solver_, answers);
  answers.clear();
  answers.line_ends = pieces.line_ends();
  while (const std::optional<LinePiece> piece = pieces.next()) {
    if (piece->are_rules) {
      of_rules_.clear();
      const auto first_line = static_cast<std::uint32_t>(answers.line_ends + 1);
      if (!solver_.answer(piece->text, variants::BoardForm(), first_line, of_rules_)) return false;
      add_answers(of_rules_, answers);
    } else {
      of_puzzles_.clear();
      classic(piece->text, pieces.form(), piece->context, of_puzzles_);
      if (!answer_boards(solver_, of_puzzles_)) return false;
      add_answers(of_puzzles_, answers);
    }
  }
  return true;
}

}  // namespace puzzled::mixed
