#include "core/sudoku/answer_block.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "core/sudoku/board_reader.hpp"
#include "core/sudoku/conflict.hpp"

namespace puzzled::sudoku {
namespace {

std::string cell_name(int cell) {
  return 'r' + std::to_string(row_of(cell) + 1) + 'c' + std::to_string(column_of(cell) + 1);
}

std::string reason_of(const Conflict& conflict) {
  return "clues " + cell_name(conflict.first_cell) + " and " + cell_name(conflict.second_cell) +
         " are both " + std::to_string(conflict.digit);
}

// Puzzles that are read before they are solved together. Enough for the largest batches to run
// well; their grids and solutions take a megabyte and a half.
constexpr std::size_t kMostItems = 8192;

AnswerStyle resolve_style(const AnswerOptions& options, const TextForm& form) {
  if (options.style != AnswerStyle::kAuto) return options.style;
  return form.judge_board && options.limits.solutions == 1 ? AnswerStyle::kBoard
                                                           : AnswerStyle::kLine;
}

}  // namespace

Tally& Tally::operator+=(const Tally& other) {
  solved += other.solved;
  multiple += other.multiple;
  unsolvable += other.unsolvable;
  invalid += other.invalid;
  timed_out += other.timed_out;
  return *this;
}

void BlockAnswers::clear() {
  text.clear();
  faults.clear();
  tally = {};
  line_ends = 0;
}

BlockSolver::BlockSolver(const AnswerOptions& options) : options_(options) {
  if (options_.engine == nullptr) batch_.emplace(options_.isa);
}

void BlockSolver::answer(std::string_view block, const TextForm& form, const BlockContext& context,
                         BlockAnswers& answers) {
  answers.line_ends += count_lines(block);
  std::uint32_t number = 1;
  if (context.inside_line) {
    const std::size_t newline = block.find('\n');
    if (newline == std::string_view::npos) return;
    block.remove_prefix(newline + 1);
    ++number;
  } else if (context.begins_stream) {
    block = without_byte_order_mark(block);
  }
  style_ = resolve_style(options_, form);
  if (form.layout == Layout::kLines) {
    read_lines(block, number, form, answers);
  } else {
    read_boards(block, number, context, answers);
  }
  write_answers(answers);
}

void BlockSolver::add_grid(const Grid& grid, TextPlace first_cell) {
  items_.push_back({first_cell, static_cast<std::uint32_t>(grids_.size()), false});
  grids_.push_back(grid);
}

void BlockSolver::add_error(std::string error, TextPlace place) {
  items_.push_back({place, static_cast<std::uint32_t>(errors_.size()), true});
  errors_.push_back(std::move(error));
}

void BlockSolver::read_line(std::string_view line, std::uint32_t number, const TextForm& form) {
  std::string_view cells = line;
  if (line.size() > kMaxLineBytes) {
    return add_error("line longer than " + std::to_string(kMaxLineBytes) + " bytes",
                     {number, static_cast<std::uint32_t>(kMaxLineBytes) + 1});
  }
  if (form.has_header) {
    const std::optional<std::string_view> field = csv_field(line, form.csv_column);
    if (!field) {
      return add_error("no field " + std::to_string(form.csv_column + 1),
                       {number, static_cast<std::uint32_t>(line.size()) + 1});
    }
    if (is_puzzle_header(*field)) return;
    cells = *field;
  }
  const auto offset = static_cast<std::uint32_t>(cells.data() - line.data());
  Grid grid;
  if (read_cells(cells, grid)) return add_grid(grid, {number, offset + 1});
  std::uint32_t at = 0;
  std::string error = explain_cells(cells, at);
  add_error(std::move(error), {number, offset + at + 1});
}

void BlockSolver::read_lines(std::string_view text, std::uint32_t number, const TextForm& form,
                             BlockAnswers& answers) {
  for (; !text.empty(); ++number) {
    const std::string_view line = take_line(text);
    const LineClass kind = classify(line, Layout::kLines);
    if (kind == LineClass::kEnd) return;
    if (kind == LineClass::kContent) read_line(line, number, form);
    if (items_.size() == kMostItems) write_answers(answers);
  }
}

void BlockSolver::read_boards(std::string_view text, std::uint32_t number,
                              const BlockContext& context, BlockAnswers& answers) {
  BoardReader reader(context);
  const auto shifted = [number](TextPlace place) {
    return TextPlace{place.line + number - 1, place.column};
  };
  const auto add_board = [&] {
    const PuzzleText& board = reader.board();
    if (!board.error.empty()) return add_error(board.error, shifted(board.error_place));
    // Its cells stand in many places, which only the reader knows: so this is the time to look.
    if (const std::optional<Conflict> conflict = find_conflict(board.grid)) {
      return add_error(reason_of(*conflict), shifted(reader.place_of(conflict->second_cell)));
    }
    add_grid(board.grid, {});
    if (items_.size() == kMostItems) write_answers(answers);
  };
  while (!text.empty()) {
    const BoardEvent event = reader.feed(take_line(text));
    if (event == BoardEvent::kBoard) add_board();
    if (event == BoardEvent::kEnd) break;
  }
  if (reader.finish() == BoardEvent::kBoard) add_board();
}

void BlockSolver::solve_grids() {
  if (solutions_.size() < grids_.size()) solutions_.resize(grids_.size());
  if (batch_) {
    batch_->solve(grids_, options_.limits, std::span(solutions_).first(grids_.size()));
  } else {
    for (std::size_t i = 0; i < grids_.size(); ++i) {
      solutions_[i] = options_.engine->solve(grids_[i], options_.limits);
    }
  }
}

void BlockSolver::write_answers(BlockAnswers& answers) {
  solve_grids();
  for (const Item& item : items_) write_answer(item, answers);
  items_.clear();
  grids_.clear();
  errors_.clear();
}

void BlockSolver::write_answer(const Item& item, BlockAnswers& answers) const {
  const auto reject = [&](std::string_view reason, TextPlace place) {
    ++answers.tally.invalid;
    answers.text += "invalid ";
    answers.faults.push_back({place, static_cast<std::uint32_t>(answers.text.size()),
                              static_cast<std::uint32_t>(reason.size())});
    answers.text += reason;
    answers.text += '\n';
  };
  if (item.is_error) return reject(errors_[item.number], item.place);
  const Grid& grid = grids_[item.number];
  const Solutions& found = solutions_[item.number];
  if (found.count == 0) {
    // Only now, since a puzzle with a solution has no conflict.
    if (const std::optional<Conflict> conflict = find_conflict(grid)) {
      const auto cell = static_cast<std::uint32_t>(conflict->second_cell);
      return reject(reason_of(*conflict), {item.place.line, item.place.column + cell});
    }
  }
  if (found.timed_out) {
    ++answers.tally.timed_out;
  } else if (found.count == 0) {
    ++answers.tally.unsolvable;
  } else {
    ++answers.tally.solved;
    if (found.count > 1) ++answers.tally.multiple;
  }
  append_answer(answers.text, grid, found, options_.limits.solutions, style_);
}

}  // namespace puzzled::sudoku
