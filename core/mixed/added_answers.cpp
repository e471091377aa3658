#include "core/mixed/added_answers.hpp"

namespace puzzled::mixed {

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
