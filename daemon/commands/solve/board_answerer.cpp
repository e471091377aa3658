#include "daemon/commands/solve/board_answerer.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>

#include "core/mixed/added_answers.hpp"

namespace puzzled::commands {

bool answer_board_block(variants::TextSolver& solver, StreamBlock& block,
                        variants::TextAnswers& answers) {
  const TextBlock& question = block.question;
  if (question.context.answered_rows > 0) {
    const auto lines = static_cast<std::uint64_t>(std::ranges::count(question.text(), '\n'));
    answers.lines.answered += lines;
    answers.line_ends += lines;
    mixed::add_answers(answers, block.answers);
    return true;
  }
  const sudoku::BlockStart start = sudoku::start_of_block(question.text(), question.context);
  const bool is_answered =
      solver.answer(start.text, *question.boards, start.line_ends + 1, answers);
  answers.line_ends += start.line_ends;
  mixed::add_answers(answers, block.answers);
  return is_answered;
}

std::function<bool(StreamBlock&)> board_answerer(const variants::TextOptions& options,
                                                 const StopFlag& stop) {
  variants::TextOptions stoppable = options;
  stoppable.limits.stop = &stop;
  // Shared, because std::function requires copyable objects.
  return [solver = std::make_shared<variants::TextSolver>(stoppable),
          answers = std::make_shared<variants::TextAnswers>()](StreamBlock& block) {
    answers->clear();
    return answer_board_block(*solver, block, *answers);
  };
}

}  // namespace puzzled::commands
