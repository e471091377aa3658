#include "core/variants/text_solver.hpp"

#include <algorithm>
#include <utility>

namespace puzzled::variants {

void TextAnswers::clear() {
  text.clear();
  faults.clear();
  solved = multiple = unsolvable = timed_out = line_ends = 0;
  lines = {};
}

std::string name_of_cell(Cell cell, int size) {
  return 'r' + std::to_string(cell / size + 1) + 'c' + std::to_string(cell % size + 1);
}

bool TextSolver::answer(std::string_view text, const BoardForm& form, std::uint32_t first_line,
                        TextAnswers& answers) {
  BoardReader reader(text, form, first_line);
  for (;;) {
    const BoardReader::Item item = reader.next();
    if (item == BoardReader::Item::kEnd) break;
    if (item == BoardReader::Item::kEmpty) {
      answers.text += '\n';
    } else if (item == BoardReader::Item::kFault) {
      reject(reader.place(), reader.reason(), answers);
    } else if (!answer_board(reader, answers)) {
      return false;
    }
  }
  answers.line_ends += reader.line_ends();
  answers.lines += reader.counts();
  return true;
}

bool TextSolver::answer_board(const BoardReader& reader, TextAnswers& answers) {
  const int size = reader.size();
  if (puzzle_.size != size) puzzle_ = plain_puzzle(size, options_.rules);
  if (const Result<> prepared = solver_.prepare(puzzle_); !prepared) {
    reject(reader.place_of(0), prepared.error().message, answers);
    return true;
  }
  const std::span<const std::uint8_t> values = reader.values();
  allowed_.resize(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    allowed_[i] = values[i] == 0 ? all_values(size) : set_of(values[i]);
  }
  if (const auto conflict = solver_.find_conflict(allowed_)) {
    std::string reason = "clues " + name_of_cell(conflict->first, size) + " and " +
                         name_of_cell(conflict->second, size) + " are both ";
    reader.notation().append(reason, values[conflict->first], reader.is_lower_case());
    reject(reader.place_of(conflict->second), std::move(reason), answers);
    return true;
  }
  const Found found = solver_.solve(allowed_, options_.limits);
  if (found.timed_out && options_.limits.stop != nullptr && is_stopped(*options_.limits.stop)) {
    return false;
  }
  if (found.timed_out) {
    ++answers.timed_out;
  } else {
    ++(found.count > 0 ? answers.solved : answers.unsolvable);
    if (found.count > 1) ++answers.multiple;
  }
  const Notation& notation = reader.notation();
  const AnsweredBoard board{.size = size,
                            .clues = values,
                            .regions = puzzle_.regions,
                            .notation = &notation,
                            .is_lower_case = reader.is_lower_case(),
                            .is_in_rows = reader.is_in_rows()};
  const BoardAnswer answer{
      .count = found.count,
      .timed_out = found.timed_out,
      .first = found.count > 0 ? solver_.first() : std::span<const std::uint8_t>()};
  append_answer(answers.text, board, answer, options_.limits.solutions, options_.style);
  return true;
}

void TextSolver::reject(TextPlace place, std::string reason, TextAnswers& answers) const {
  append_invalid(answers.text, reason, options_.style);
  answers.faults.push_back({place, std::move(reason)});
}

}  // namespace puzzled::variants
