#include "core/sudoku/answer_block.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "core/sudoku/board_reader.hpp"
#include "core/sudoku/cell_line.hpp"
#include "core/sudoku/conflict.hpp"
#include "core/sudoku/puzzle_block.hpp"

namespace puzzled::sudoku {
namespace {

// Puzzles that are read before they are solved together: all of the largest block. What is known of
// them takes 40 bytes each.
constexpr std::size_t kMostPuzzles = 16384;
constexpr std::size_t kMostMisreads = 4096;  // a hundred bytes each

constexpr std::string_view kInvalid = "invalid ";
constexpr std::string_view kUnsolvable = "unsolvable\n";

void reject(std::string_view reason, TextPlace place, BlockAnswers& answers) {
  ++answers.tally.invalid;
  answers.text.append(kInvalid);
  answers.faults.push_back({place, static_cast<std::uint32_t>(answers.text.size()),
                            static_cast<std::uint32_t>(reason.size())});
  answers.text.append(reason);
  answers.text.append("\n");
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

BlockSolver::BlockSolver(const AnswerOptions& options) : options_(options), cells_(kMostPuzzles) {
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
  part_.answers = &answers;
  part_.style = resolve_style(options_, form);
  if (form.layout == Layout::kBoards) {
    read_boards(start.text, number, context);
  } else if (form.has_quotes) {
    read_records(start.text, number, form);
  } else {
    read_lines(start.text, number, form);
  }
  end_part();
}

void BlockSolver::add_grid(const Grid& grid, TextPlace first_cell) {
  grids_.push_back(grid);
  runs_.push_back({count_, first_cell});
  cells_[count_++] = grids_.back().digits.data();
}

void BlockSolver::add_misread(std::string reason, TextPlace place) {
  misreads_.push_back({count_, place, std::move(reason)});
}

bool BlockSolver::is_full() const {
  return count_ + misreads_.size() == kMostPuzzles || misreads_.size() == kMostMisreads;
}

TextPlace BlockSolver::place_of(std::size_t puzzle) const {
  const auto behind =
      std::upper_bound(runs_.begin(), runs_.end(), puzzle,
                       [](std::size_t p, const Run& run) { return p < run.first_puzzle; });
  const Run& run = *(behind - 1);
  TextPlace place = run.first_cell;
  place.line += static_cast<std::uint32_t>(puzzle - run.first_puzzle);
  return place;
}

void BlockSolver::add_puzzle(PuzzleText puzzle) {
  if (puzzle.error.empty()) return add_grid(puzzle.grid, puzzle.place);
  add_misread(std::move(puzzle.error), puzzle.place);
}

std::uint32_t BlockSolver::take_plain_lines(std::string_view& text, std::uint32_t number) {
  if (!batch_) return 0;
  const std::size_t room = kMostPuzzles - count_ - misreads_.size();
  const std::size_t lines = batch_->find_plain_lines(text, std::span(cells_).subspan(count_, room));
  if (lines > 0) runs_.push_back({count_, {number, 1}});
  count_ += lines;
  text.remove_prefix(lines * kLineBytes);
  return static_cast<std::uint32_t>(lines);
}

void BlockSolver::read_lines(std::string_view text, std::uint32_t number, const TextForm& form) {
  const std::uint32_t first = number;
  const bool ends_line = text.ends_with('\n');
  Grid grid;
  while (!text.empty()) {
    if (form.csv_column == 0) number += take_plain_lines(text, number);
    if (is_full()) flush();
    if (!text.empty() && cell_value(text.front()) < 0) {
      number += static_cast<std::uint32_t>(skip_blank_lines(text));
    }
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
  part_.answers->line_ends += number - first - (ends_line || number == first ? 0 : 1);
}

void BlockSolver::read_records(std::string_view text, std::uint32_t number, const TextForm& form) {
  part_.answers->line_ends += count_lines(text);
  visit_records(text, number, form, [this](const PuzzleText& puzzle) {
    add_puzzle(puzzle);
    if (is_full()) flush();
  });
}

void BlockSolver::read_boards(std::string_view text, std::uint32_t number,
                              const BlockContext& context) {
  part_.answers->line_ends += count_lines(text);
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
  };
  while (!text.empty()) {
    reader.skip_blank_lines(text);
    if (text.empty()) break;
    const BoardEvent event = reader.feed(take_line(text));
    if (event == BoardEvent::kBoard) add_board();
    if (is_full()) flush();
    if (event == BoardEvent::kEnd) break;
  }
  if (reader.finish() == BoardEvent::kBoard) add_board();
}

// Solves the puzzles and returns where their lines stand, each with room for a count in front: for
// answers to one block that are lines, where they belong if all of them are as long as these.
char* BlockSolver::solve_puzzles() {
  stride_ = count_room(options_.limits.solutions) + kLineBytes;
  char* lines = nullptr;
  if (batch_ && parts_.size() == 1 && parts_[0].style == AnswerStyle::kLine) {
    std::size_t others = 0;
    for (const Misread& misread : misreads_) {
      others += kInvalid.size() + misread.reason.size() + 1;
    }
    lines = parts_[0].answers->text.room(others + count_ * stride_) + others;
  } else {
    lines_.resize(count_ * stride_);
    lines = lines_.data();
  }
  const std::span<const std::uint8_t* const> puzzles = std::span(cells_).first(count_);
  if (batch_) {
    solved_ = batch_->solve_cells(puzzles, options_.limits,
                                  lines + count_room(options_.limits.solutions), stride_);
  }
  return lines;
}

Solutions BlockSolver::solutions_to(std::size_t puzzle, const char* line) const {
  if (!batch_) return options_.engine->solve(grid_of(cells_[puzzle]), options_.limits);
  Solutions found;
  found.count = solved_.counts[puzzle];
  const char* const solution = line + count_room(options_.limits.solutions);
  if (found.count > 0) found.first = grid_of(reinterpret_cast<const std::uint8_t*>(solution));
  found.timed_out = std::binary_search(solved_.timed_out.begin(), solved_.timed_out.end(), puzzle);
  return found;
}

void BlockSolver::end_part() {
  part_.puzzles_end = count_;
  part_.misreads_end = misreads_.size();
  parts_.push_back(part_);
}

void BlockSolver::flush() {
  end_part();
  finish();
}

void BlockSolver::finish() {
  if (!parts_.empty()) {
    char* const lines = solve_puzzles();
    std::size_t puzzle = 0;
    std::size_t misread = 0;
    for (const Part& part : parts_) {
      write_part(part, puzzle, misread, lines);
      puzzle = part.puzzles_end;
      misread = part.misreads_end;
    }
  }
  forget();
}

// `puzzle` and `misread` are the first of the part.
void BlockSolver::write_part(const Part& part, std::size_t puzzle, std::size_t misread,
                             char* lines) {
  BlockAnswers& answers = *part.answers;
  const bool line_style = batch_ && part.style == AnswerStyle::kLine;
  const auto timeouts_end = solved_.timed_out.end();
  auto timeout = std::lower_bound(solved_.timed_out.begin(), timeouts_end, puzzle);
  for (std::size_t i = puzzle;;) {
    for (; misread < part.misreads_end && misreads_[misread].puzzles_before == i; ++misread) {
      reject(misreads_[misread].reason, misreads_[misread].place, answers);
    }
    if (i == part.puzzles_end) break;
    while (timeout != timeouts_end && *timeout < i) ++timeout;
    std::size_t end = part.puzzles_end;
    if (timeout != timeouts_end) end = std::min<std::size_t>(end, *timeout);
    if (misread < part.misreads_end) end = std::min(end, misreads_[misread].puzzles_before);
    if (line_style && i < end) {
      i = keep_lines(i, end, lines, answers);
      if (i == end) continue;
    }
    write_answer(i, lines + i * stride_, part);
    ++i;
  }
}

void BlockSolver::forget() {
  parts_.clear();
  misreads_.clear();
  runs_.clear();
  grids_.clear();
  count_ = 0;
}

// The most usual answers. Where all before them were lines as long, they stand where they belong.
// Returns the first puzzle that it leaves to others: `end`, or one whose clues contradict each
// other.
std::size_t BlockSolver::keep_lines(std::size_t begin, std::size_t end, char* lines,
                                    BlockAnswers& answers) const {
  const std::span<const std::uint64_t> counts = solved_.counts;
  const std::uint64_t limit = options_.limits.solutions;
  const std::size_t room = count_room(limit);
  const auto conflict = std::lower_bound(solved_.conflicts.begin(), solved_.conflicts.end(), begin);
  if (conflict != solved_.conflicts.end()) end = std::min<std::size_t>(end, *conflict);
  for (std::size_t i = begin; i < end;) {
    char* line = lines + i * stride_;
    if (counts[i] == 0) {
      ++answers.tally.unsolvable;
      answers.text.append(limit == 1 ? kUnsolvable : "0\t-\n");
      ++i;
    } else if (room > 2) {
      char digits[count_room(0)];
      const auto size = static_cast<std::size_t>(put_count(digits, counts[i], limit) - digits);
      line += room - size;
      std::copy_n(digits, size, line);
      answers.text.append({line, size + kLineBytes});
      count({.count = counts[i]}, answers.tally);
      ++i;
    } else {
      const std::size_t first = i;
      std::uint64_t multiple = 0;
      for (char* to = line; i < end && counts[i] > 0; ++i, to += stride_) {
        if (room == 0) continue;
        to[0] = static_cast<char>('0' + counts[i]);
        to[1] = '\t';
        multiple += counts[i] > 1 ? 1 : 0;
      }
      answers.text.append({line, (i - first) * stride_});
      answers.tally.solved += i - first;
      answers.tally.multiple += multiple;
    }
  }
  return end;
}

void BlockSolver::write_answer(std::size_t puzzle, const char* line, const Part& part) {
  BlockAnswers& answers = *part.answers;
  const Grid grid = grid_of(cells_[puzzle]);
  const Solutions found = solutions_to(puzzle, line);
  // Only now, since a puzzle with a solution has no conflict.
  if (found.count == 0) {
    if (const std::optional<Conflict> conflict = find_conflict(grid)) {
      return reject(*conflict, place_of(puzzle), answers);
    }
  }
  count(found, answers.tally);
  answer_.clear();
  append_answer(answer_, grid, found, options_.limits.solutions, part.style);
  answers.text.append(answer_);
}

}  // namespace puzzled::sudoku
