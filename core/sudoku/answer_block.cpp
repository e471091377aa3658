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
constexpr std::size_t kMostPuzzles = 8192;
constexpr std::size_t kFewestGrids = 64;  // room for, to begin with

void reject(std::string_view reason, TextPlace place, BlockAnswers& answers) {
  ++answers.tally.invalid;
  answers.text += "invalid ";
  answers.faults.push_back({place, static_cast<std::uint32_t>(answers.text.size()),
                            static_cast<std::uint32_t>(reason.size())});
  answers.text += reason;
  answers.text += '\n';
}

void count(const Solutions& found, Tally& tally) {
  if (found.timed_out) {
    ++tally.timed_out;
  } else if (found.count == 0) {
    ++tally.unsolvable;
  } else {
    ++tally.solved;
    if (found.count > 1) ++tally.multiple;
  }
}

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
  std::uint32_t number = 1;
  if (context.inside_line) {
    const std::size_t newline = block.find('\n');
    if (newline == std::string_view::npos) return;
    block.remove_prefix(newline + 1);
    ++number;
    ++answers.line_ends;
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

void BlockSolver::grow() {
  grids_.resize(std::max(2 * grid_count_, kFewestGrids));
  places_.resize(grids_.size());
}

void BlockSolver::add_misread(std::string reason, TextPlace place) {
  misreads_.push_back({grid_count_, place, std::move(reason)});
}

bool BlockSolver::is_full() const {
  return grid_count_ + misreads_.size() == kMostPuzzles;
}

void BlockSolver::read_line(std::string_view line, std::uint32_t number, const TextForm& form) {
  std::string_view cells = line;
  if (line.size() > kMaxLineBytes) {
    return add_misread("line longer than " + std::to_string(kMaxLineBytes) + " bytes",
                       {number, static_cast<std::uint32_t>(kMaxLineBytes) + 1});
  }
  if (form.has_header) {
    const std::optional<std::string_view> field = csv_field(line, form.csv_column);
    if (!field) {
      return add_misread("no field " + std::to_string(form.csv_column + 1),
                         {number, static_cast<std::uint32_t>(line.size()) + 1});
    }
    if (is_puzzle_header(*field)) return;
    cells = *field;
  }
  const auto offset = static_cast<std::uint32_t>(cells.data() - line.data());
  if (read_cells(cells, next_grid())) return add_grid({number, offset + 1});
  std::uint32_t at = 0;
  std::string error = explain_cells(cells, at);
  add_misread(std::move(error), {number, offset + at + 1});
}

void BlockSolver::read_lines(std::string_view text, std::uint32_t number, const TextForm& form,
                             BlockAnswers& answers) {
  const std::uint32_t first = number;
  const bool ends_line = text.ends_with('\n');
  for (; !text.empty(); ++number) {
    if (form.csv_column == 0 && take_puzzle_line(text, next_grid())) {
      add_grid({number, 1});
    } else {
      const std::string_view line = take_line(text);
      const LineClass kind = classify(line, Layout::kLines);
      if (kind == LineClass::kEnd) break;
      if (kind == LineClass::kContent) read_line(line, number, form);
    }
    if (is_full()) write_answers(answers);
  }
  answers.line_ends += number - first - (ends_line || number == first ? 0 : 1);
}

void BlockSolver::read_boards(std::string_view text, std::uint32_t number,
                              const BlockContext& context, BlockAnswers& answers) {
  answers.line_ends += count_lines(text);
  BoardReader reader(context);
  const auto shifted = [number](TextPlace place) {
    return TextPlace{place.line + number - 1, place.column};
  };
  const auto add_board = [&] {
    const PuzzleText& board = reader.board();
    if (!board.error.empty()) return add_misread(board.error, shifted(board.error_place));
    // Its cells stand in many places, which only the reader knows: so this is the time to look.
    if (const std::optional<Conflict> conflict = find_conflict(board.grid)) {
      return add_misread(reason_of(*conflict), shifted(reader.place_of(conflict->second_cell)));
    }
    next_grid() = board.grid;
    add_grid({});
    if (is_full()) write_answers(answers);
  };
  while (!text.empty()) {
    const BoardEvent event = reader.feed(take_line(text));
    if (event == BoardEvent::kBoard) add_board();
    if (event == BoardEvent::kEnd) break;
  }
  if (reader.finish() == BoardEvent::kBoard) add_board();
}

void BlockSolver::solve_grids() {
  if (solutions_.size() < grid_count_) solutions_.resize(grids_.size());
  if (batch_) {
    batch_->solve(std::span(grids_).first(grid_count_), options_.limits,
                  std::span(solutions_).first(grid_count_));
  } else {
    for (std::size_t i = 0; i < grid_count_; ++i) {
      solutions_[i] = options_.engine->solve(grids_[i], options_.limits);
    }
  }
}

void BlockSolver::write_answers(BlockAnswers& answers) {
  solve_grids();
  std::size_t next = 0;
  for (const Misread& misread : misreads_) {
    write_grids(next, misread.grids_before, answers);
    next = misread.grids_before;
    reject(misread.reason, misread.place, answers);
  }
  write_grids(next, grid_count_, answers);
  misreads_.clear();
  grid_count_ = 0;
}

void BlockSolver::write_grids(std::size_t begin, std::size_t end, BlockAnswers& answers) const {
  std::string& text = answers.text;
  const std::uint64_t limit = options_.limits.solutions;
  // A string grows faster by the dozen, and by few enough that what it fills with zeros is still in
  // the cache when it is written: 30 ns a puzzle to append its answer, 10 this way.
  constexpr std::size_t kLinesAtOnce = 64;
  std::size_t used = text.size();
  for (std::size_t i = begin; i < end; ++i) {
    const Solutions& found = solutions_[i];
    if (found.count == 0) {
      // Only now, since a puzzle with a solution has no conflict.
      if (const std::optional<Conflict> conflict = find_conflict(grids_[i])) {
        const auto cell = static_cast<std::uint32_t>(conflict->second_cell);
        const TextPlace place = {places_[i].line, places_[i].column + cell};
        text.resize(used);
        reject(reason_of(*conflict), place, answers);
        used = text.size();
        continue;
      }
    }
    count(found, answers.tally);
    if (style_ != AnswerStyle::kLine) {
      append_answer(text, grids_[i], found, limit, style_);
      used = text.size();
      continue;
    }
    if (text.size() - used < kMostLineBytes) text.resize(used + kLinesAtOnce * kMostLineBytes);
    char* const line = text.data() + used;
    used += static_cast<std::size_t>(put_answer_line(line, found, limit) - line);
  }
  text.resize(used);
}

}  // namespace puzzled::sudoku
