#include "daemon/commands/solve/board_answerer.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <memory>
#include <string>

#include "core/variants/model.hpp"
#include "core/variants/text/notation.hpp"

namespace puzzled::commands {
namespace {

std::string sizes_text() {
  std::string text;
  for (const int size : variants::box_sizes()) {
    text += (text.empty() ? "" : ", ") + std::to_string(size);
  }
  return text;
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

}  // namespace

bool answer_board_block(variants::TextSolver& solver, StreamBlock& block,
                        variants::TextAnswers& answers) {
  const TextBlock& question = block.question;
  const sudoku::BlockStart start = sudoku::start_of_block(question.text(), question.context);
  const bool is_answered =
      solver.answer(start.text, *question.boards, start.line_ends + 1, answers);
  answers.line_ends += start.line_ends;
  add_answers(answers, block.answers);
  return is_answered;
}

Result<variants::BoardRequest> parse_board_size(std::string_view text) {
  const std::string_view number = text.substr(0, text.find(':'));
  int size = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), size);
  const auto sizes = variants::box_sizes();
  if (error != std::errc{} || end != number.data() + number.size() ||
      std::find(sizes.begin(), sizes.end(), size) == sizes.end()) {
    return Error{"--size " + std::string(text) + ": the sizes are " + sizes_text()};
  }
  variants::BoardRequest request{.size = size};
  if (number.size() == text.size()) return request;
  request.notation = variants::Notation::find(size, text.substr(number.size() + 1));
  if (!request.notation) {
    return Error{"--size " + std::string(text) + ": known are " + variants::Notation::names(size)};
  }
  return request;
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
