#include "core/sudoku/answer_block.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "core/sudoku/board_reader.hpp"
#include "core/sudoku/conflict.hpp"
#include "core/sudoku/packed_grid.hpp"
#include "core/sudoku/puzzle_block.hpp"

namespace puzzled::sudoku {
namespace {

// Puzzles that are read before they are solved together. Enough for the largest batches to run
// well; their grids and solutions take a megabyte.
constexpr std::size_t kMostPuzzles = 8192;

void reject(std::string_view reason, TextPlace place, BlockAnswers& answers) {
  ++answers.tally.invalid;
  answers.text += "invalid ";
  answers.faults.push_back({place, static_cast<std::uint32_t>(answers.text.size()),
                            static_cast<std::uint32_t>(reason.size())});
  answers.text += reason;
  answers.text += '\n';
}

void reject(const Conflict& conflict, TextPlace first_cell, BlockAnswers& answers) {
  first_cell.column += static_cast<std::uint32_t>(conflict.second_cell);
  reject(to_text(conflict), first_cell, answers);
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
  grids_.reserve(kMostPuzzles);
}

void BlockSolver::answer(std::string_view block, const TextForm& form, const BlockContext& context,
                         BlockAnswers& answers) {
  add(block, form, context, answers);
  finish();
}

void BlockSolver::add(std::string_view block, const TextForm& form, const BlockContext& context,
                      BlockAnswers& answers) {
  const BlockStart start = start_of_block(block, context);
  if (start.is_within_line) return;
  answers.line_ends += start.line_ends;
  const std::uint32_t number = 1 + start.line_ends;
  run_.answers = &answers;
  run_.style = resolve_style(options_, form);
  if (form.layout == Layout::kLines) {
    read_lines(start.text, number, form);
  } else {
    read_boards(start.text, number, context);
  }
  end_run();
}

void BlockSolver::add_cells(const char* cells, TextPlace first_cell) {
  cells_.push_back(reinterpret_cast<const std::uint8_t*>(cells));
  places_.push_back(first_cell);
}

void BlockSolver::add_grid(const Grid& grid, TextPlace first_cell) {
  grids_.push_back(grid);
  add_cells(reinterpret_cast<const char*>(grids_.back().digits.data()), first_cell);
}

void BlockSolver::add_misread(std::string reason, TextPlace place) {
  misreads_.push_back({cells_.size(), place, std::move(reason)});
}

bool BlockSolver::is_full() const {
  return cells_.size() + misreads_.size() == kMostPuzzles;
}

void BlockSolver::add_puzzle(PuzzleText puzzle) {
  if (puzzle.error.empty()) return add_grid(puzzle.grid, puzzle.place);
  add_misread(std::move(puzzle.error), puzzle.place);
}

std::uint32_t BlockSolver::take_plain_lines(std::string_view& text, std::uint32_t number) {
  if (!batch_) return 0;
  const std::size_t room = kMostPuzzles - cells_.size() - misreads_.size();
  const std::size_t lines = batch_->find_plain_lines(text, room, cells_);
  for (std::size_t i = 0; i < lines; ++i) {
    places_.push_back({number + static_cast<std::uint32_t>(i), 1});
  }
  text.remove_prefix(lines * (kCells + 1));
  return static_cast<std::uint32_t>(lines);
}

void BlockSolver::read_lines(std::string_view text, std::uint32_t number, const TextForm& form) {
  const std::uint32_t first = number;
  const bool ends_line = text.ends_with('\n');
  Grid grid;
  while (!text.empty()) {
    if (form.csv_column == 0) number += take_plain_lines(text, number);
    if (is_full()) flush();
    if (text.empty()) break;
    if (form.csv_column == 0 && take_puzzle_line(text, grid)) {
      add_grid(grid, {number, 1});
    } else {
      const std::string_view line = take_line(text);
      const LineClass kind = classify(line, Layout::kLines);
      if (kind == LineClass::kEnd) break;
      if (kind == LineClass::kContent) {
        if (auto puzzle = read_puzzle_line(line, number, form)) add_puzzle(std::move(*puzzle));
      }
    }
    ++number;
    if (is_full()) flush();
  }
  run_.answers->line_ends += number - first - (ends_line || number == first ? 0 : 1);
}

void BlockSolver::read_boards(std::string_view text, std::uint32_t number,
                              const BlockContext& context) {
  run_.answers->line_ends += count_lines(text);
  BoardReader reader(context);
  const auto shifted = [number](TextPlace place) {
    return TextPlace{place.line + number - 1, place.column};
  };
  const auto add_board = [&] {
    const PuzzleText& board = reader.board();
    if (!board.error.empty()) return add_misread(board.error, shifted(board.place));
    // Its cells stand in many places, which only the reader knows: so this is the time to look.
    if (const std::optional<Conflict> conflict = find_conflict(board.grid)) {
      return add_misread(to_text(*conflict), shifted(reader.place_of(conflict->second_cell)));
    }
    add_grid(board.grid, {});
    if (is_full()) flush();
  };
  while (!text.empty()) {
    const BoardEvent event = reader.feed(take_line(text));
    if (event == BoardEvent::kBoard) add_board();
    if (event == BoardEvent::kEnd) break;
  }
  if (reader.finish() == BoardEvent::kBoard) add_board();
}

void BlockSolver::solve_puzzles() {
  if (batch_) {
    solved_ = batch_->solve_cells(cells_, options_.limits);
    return;
  }
  solutions_.clear();
  for (const std::uint8_t* cells : cells_) {
    solutions_.push_back(options_.engine->solve(grid_of(cells), options_.limits));
  }
}

Solutions BlockSolver::solutions_to(std::size_t puzzle) const {
  if (!batch_) return solutions_[puzzle];
  Solutions found;
  found.count = solved_.counts[puzzle];
  if (found.count > 0) found.first = unpack(solved_.first[puzzle]);
  found.timed_out = std::binary_search(solved_.timed_out.begin(), solved_.timed_out.end(), puzzle);
  return found;
}

void BlockSolver::end_run() {
  run_.cells_end = cells_.size();
  run_.misreads_end = misreads_.size();
  runs_.push_back(run_);
}

void BlockSolver::flush() {
  end_run();
  finish();
}

void BlockSolver::finish() {
  solve_puzzles();
  std::size_t next = 0;
  auto misread = misreads_.begin();
  for (const Run& run : runs_) {
    for (; misread != misreads_.begin() + static_cast<std::ptrdiff_t>(run.misreads_end);
         ++misread) {
      write_solved(next, misread->puzzles_before, run);
      next = misread->puzzles_before;
      reject(misread->reason, misread->place, *run.answers);
    }
    write_solved(next, run.cells_end, run);
    next = run.cells_end;
  }
  forget();
}

void BlockSolver::forget() {
  runs_.clear();
  misreads_.clear();
  cells_.clear();
  places_.clear();
  grids_.clear();
}

void BlockSolver::write_solved(std::size_t begin, std::size_t end, const Run& run) const {
  BlockAnswers& answers = *run.answers;
  if (batch_ && run.style == AnswerStyle::kLine && solved_.timed_out.empty()) {
    return write_lines(begin, end, answers);
  }
  for (std::size_t i = begin; i < end; ++i) {
    const Grid grid = grid_of(cells_[i]);
    const Solutions found = solutions_to(i);
    // Only now, since a puzzle with a solution has no conflict.
    const std::optional<Conflict> conflict =
        found.count == 0 ? find_conflict(grid) : std::optional<Conflict>();
    if (conflict) {
      reject(*conflict, places_[i], answers);
      continue;
    }
    count(found, answers.tally);
    append_answer(answers.text, grid, found, options_.limits.solutions, run.style);
  }
}

// The most usual answers, without a detour.
void BlockSolver::write_lines(std::size_t begin, std::size_t end, BlockAnswers& answers) const {
  std::string& text = answers.text;
  // A string grows faster by the dozen, and by few enough that what it fills with zeros is still in
  // the cache when it is written: 30 ns a puzzle to append its answer, 10 this way.
  constexpr std::size_t kLinesAtOnce = 64;
  const std::span<const std::uint64_t> counts = solved_.counts;
  std::size_t used = text.size();
  auto conflict = std::lower_bound(solved_.conflicts.begin(), solved_.conflicts.end(), begin);
  for (std::size_t i = begin; i < end;) {
    const std::size_t room = std::min(kLinesAtOnce, end - i) * kLineRoom;
    if (text.size() - used < room) text.resize(used + 2 * room);
    char* const line = text.data() + used;
    const char* line_end = line;
    std::size_t next = i;
    if (options_.limits.solutions == 1) {
      while (next < std::min(i + kLinesAtOnce, end) && counts[next] > 0) ++next;
    }
    if (next > i) {
      line_end = batch_->write_solutions(solved_.first.subspan(i, next - i), line);
      answers.tally.solved += next - i;
    } else {
      next = i + 1;
      if (conflict != solved_.conflicts.end() && *conflict == i) {
        ++conflict;
        text.resize(used);
        reject(*find_conflict(grid_of(cells_[i])), places_[i], answers);
        used = text.size();
        i = next;
        continue;
      }
      count({.count = counts[i]}, answers.tally);
      line_end = put_answer_line(line, counts[i], solved_.first[i], options_.limits.solutions);
    }
    used += static_cast<std::size_t>(line_end - line);
    i = next;
  }
  text.resize(used);
}

}  // namespace puzzled::sudoku
