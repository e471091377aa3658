#include "core/sudoku/block_solver.hpp"

#include <algorithm>
#include <optional>

#include "core/sudoku/batch_solver.hpp"
#include "core/sudoku/conflict.hpp"
#include "core/sudoku/text/puzzle_reader.hpp"

namespace puzzled::sudoku {
namespace {

AnswerStyle resolve_style(const AnswerOptions& options, const TextForm& form) {
  if (options.style != AnswerStyle::kAuto) return options.style;
  if (options.limits.solutions != 1) return AnswerStyle::kLine;
  switch (form.board_answers) {
    case BoardAnswers::kBoards:
      return AnswerStyle::kBoard;
    case BoardAnswers::kIntegers:
      return AnswerStyle::kIntegers;
    case BoardAnswers::kLines:
      break;
  }
  return AnswerStyle::kLine;
}

void add_puzzle(const PuzzleReader& reader, PuzzleBatch& batch) {
  const PuzzleText& puzzle = reader.puzzle();
  if (reader.is_scattered()) {
    // Its cells stand in many places, which only the reader knows: so this is the time to look.
    if (const std::optional<Conflict> conflict = find_conflict(puzzle.grid)) {
      return batch.add_fault(to_text(*conflict), reader.place_of(conflict->second_cell));
    }
  }
  batch.add_puzzle(puzzle.grid, puzzle.place);
}

}  // namespace

BlockSolver::BlockSolver(const AnswerOptions& options)
    : options_(options),
      solver_(options.engine->make_solver(options.isa)),
      count_plain_lines_(plain_line_counter(options.isa)) {}

void BlockSolver::answer(std::string_view block, const TextForm& form, const BlockContext& context,
                         BlockAnswers& answers) {
  add(block, form, context, answers);
  finish();
}

void BlockSolver::add(std::string_view block, const TextForm& form, const BlockContext& context,
                      BlockAnswers& answers) {
  using Item = PuzzleReader::Item;
  const BatchPart part{.answers = &answers, .style = resolve_style(options_, form)};
  const std::size_t plain_lines =
      PuzzleReader::leading_plain_lines(block, form, context, count_plain_lines_);
  if (plain_lines > 0 && plain_lines * plain_line_bytes(form.plain_form) == block.size()) {
    add_plain_lines(block, form.plain_form, part);
    answers.line_ends += plain_lines;
    answers.account.answered += plain_lines;
    return;
  }
  TextForm block_form = form;
  block_form.plain_lines = plain_lines;
  PuzzleReader reader(block, block_form, context, count_plain_lines_);
  for (;;) {
    const std::size_t room = batch_.room();
    if (room == 0) {
      end_part(part);
      finish();
      continue;
    }
    const std::optional<Item> item = reader.next(room);
    if (!item) break;
    if (item == Item::kPlainLines) {
      batch_.add_plain_lines(reader.plain_lines(), form.plain_form, reader.place());
    } else if (item == Item::kPuzzle) {
      add_puzzle(reader, batch_);
    } else {
      // kEmpty has no error.
      batch_.add_fault(reader.puzzle());
    }
  }
  end_part(part);
  answers.line_ends += reader.line_ends();
  answers.account += reader.account();
}

// Adds a block of plain lines without a reader.
void BlockSolver::add_plain_lines(std::string_view lines, PlainForm form, const BatchPart& part) {
  const std::size_t line_bytes = plain_line_bytes(form);
  TextPlace place;
  while (!lines.empty()) {
    const std::size_t count = std::min(batch_.room(), lines.size() / line_bytes);
    if (count == 0) {
      end_part(part);
      finish();
      continue;
    }
    batch_.add_plain_lines(lines.substr(0, count * line_bytes), form, place);
    lines.remove_prefix(count * line_bytes);
    place.line += static_cast<std::uint32_t>(count);
  }
  end_part(part);
}

void BlockSolver::end_part(BatchPart part) {
  part.puzzles_end = batch_.size();
  part.faults_end = batch_.faults().size();
  parts_.push_back(part);
}

void BlockSolver::finish() {
  const SolvedBatch solved = solve();
  AnswerWriter writer(
      batch_, solved, options_.limits.solutions,
      {.unsolved = options_.hands_over_unsolved, .boards = options_.hands_over_boards});
  for (const BatchPart& part : parts_) writer.write(part);
  forget();
}

// For answers to one block that are lines or objects, the solutions are written where they belong
// if all answers are as long as these.
SolvedBatch BlockSolver::solve() {
  SolvedBatch solved = solved_room(options_.style, options_.limits.solutions);
  if (batch_.size() == 0) return solved;  // there may be no memory for lines yet
  const std::size_t bytes = batch_.size() * solved.stride();
  if (parts_.size() == 1 && is_one_line(parts_[0].style)) {
    const std::size_t others = text_size(batch_.faults(), parts_[0].style);
    solved.lines = parts_[0].answers->text.room(others + bytes) + others;
  } else {
    lines_.resize(bytes);
    solved.lines = lines_.data();
  }
  solved.answers = solver_->solve_cells(batch_.cells(), options_.limits,
                                        solved.lines + solved.front, solved.stride());
  return solved;
}

void BlockSolver::forget() {
  parts_.clear();
  batch_.clear();
}

}  // namespace puzzled::sudoku
