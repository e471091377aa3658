#include "core/variants/text_solver.hpp"

#include <algorithm>
#include <utility>

#include "core/variants/text/puzzle_line.hpp"

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
    } else if (!(item == BoardReader::Item::kBoard ? answer_board(reader, answers)
                                                   : answer_puzzle(reader, form.size, answers))) {
      return false;
    }
  }
  answers.line_ends += reader.line_ends();
  answers.lines += reader.counts();
  return true;
}

bool TextSolver::answer_board(const BoardReader& reader, TextAnswers& answers) {
  const int size = reader.size();
  if (plain_.size != size) {
    plain_ = plain_puzzle(size);
    plain_.rules = options_.rules;
  }
  if (const Result<> prepared = solver_.prepare(plain_); !prepared) {
    reject(reader.place_of(0), prepared.error().message, answers);
    return true;
  }
  const std::span<const std::uint8_t> values = reader.values();
  allowed_.resize(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    allowed_[i] = values[i] == 0 ? all_values(size) : set_of(values[i]);
  }
  const AnsweredBoard board{.size = size,
                            .clues = values,
                            .regions = plain_.regions,
                            .notation = &reader.notation(),
                            .is_lower_case = reader.is_lower_case(),
                            .is_in_rows = reader.is_in_rows()};
  const auto conflict = solver_.find_conflict(allowed_);
  return solve(board, conflict, reader.place_of(conflict ? conflict->second : 0), answers);
}

/// `size` is that which boards must have; 0: any.
bool TextSolver::answer_puzzle(const BoardReader& reader, int size, TextAnswers& answers) {
  Result<Puzzle> read = read_puzzle_line(reader.line(), size);
  if (!read) {
    reject(reader.place(), read.error().message, answers);
    return true;
  }
  Puzzle& puzzle = *read;
  puzzle.rules.insert(puzzle.rules.end(), options_.rules.begin(), options_.rules.end());
  if (const Result<> prepared = solver_.prepare(puzzle); !prepared) {
    reject(reader.place(), prepared.error().message, answers);
    return true;
  }
  allowed_ = puzzle.allowed;
  clues_.clear();
  for (const ValueSet values : allowed_) {
    clues_.push_back(static_cast<std::uint8_t>(is_single(values) ? value_of(values) : 0));
  }
  const Notation notation(Alphabet(puzzle.size, FirstCharacter::kOne));
  const AnsweredBoard board{
      .size = puzzle.size, .clues = clues_, .regions = puzzle.regions, .notation = &notation};
  return solve(board, solver_.find_conflict(allowed_), reader.place(), answers);
}

/// Solves the board whose cells may hold `allowed_`; false if it was stopped. `place` is that of
/// the conflict.
bool TextSolver::solve(const AnsweredBoard& board, const Conflict& conflict, TextPlace place,
                       TextAnswers& answers) {
  if (conflict) {
    std::string reason = "clues " + name_of_cell(conflict->first, board.size) + " and " +
                         name_of_cell(conflict->second, board.size) + " are both ";
    board.notation->append(reason, board.clues[conflict->first], board.is_lower_case);
    reject(place, std::move(reason), answers);
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
