#include "core/sudoku/answer_writer.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>

#include "core/sudoku/conflict.hpp"
#include "core/sudoku/text/cells.hpp"

namespace puzzled::sudoku {
namespace {

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

// The first of the puzzles `list`, which rise, from `puzzle` on, or `end`; `at` is moved to it.
std::size_t next_of(std::span<const std::uint32_t> list, std::size_t& at, std::size_t puzzle,
                    std::size_t end) {
  while (at < list.size() && list[at] < puzzle) ++at;
  return at < list.size() ? std::min<std::size_t>(list[at], end) : end;
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

std::size_t text_size(const std::vector<Misread>& misreads) {
  std::size_t size = 0;
  for (const Misread& misread : misreads) size += kInvalid.size() + misread.reason.size() + 1;
  return size;
}

void AnswerWriter::write(const BatchPart& part) {
  const std::vector<Misread>& misreads = batch_.misreads();
  for (;;) {
    std::size_t end = part.puzzles_end;
    if (misread_ < part.misreads_end) end = std::min(end, misreads[misread_].puzzles_before);
    write_puzzles(end, part);
    if (misread_ == part.misreads_end) break;
    reject(misreads[misread_].reason, misreads[misread_].place, *part.answers);
    ++misread_;
  }
}

void AnswerWriter::write_puzzles(std::size_t end, const BatchPart& part) {
  while (puzzle_ < end) {
    if (part.style == AnswerStyle::kLine) {
      const std::size_t timeout = next_of(solved_.answers.timed_out, timeout_, puzzle_, end);
      write_lines(next_of(solved_.answers.conflicts, conflict_, puzzle_, timeout), *part.answers);
      if (puzzle_ == end) break;
    }
    write_answer(part);
    ++puzzle_;
  }
}

// The most usual answers: neither `timeout` nor `invalid`.
void AnswerWriter::write_lines(std::size_t end, BlockAnswers& answers) {
  while (puzzle_ < end) {
    if (solved_.answers.counts[puzzle_] == 0) {
      ++answers.tally.unsolvable;
      answers.text.append(limit_ == 1 ? kUnsolvable : "0\t-\n");
      ++puzzle_;
    } else if (count_room(limit_) > 2) {
      write_long_count(answers);
      ++puzzle_;
    } else {
      write_solutions(end, answers);
    }
  }
}

void AnswerWriter::write_long_count(BlockAnswers& answers) {
  const std::uint64_t solutions = solved_.answers.counts[puzzle_];
  char digits[count_room(0)];
  const auto size = static_cast<std::size_t>(put_count(digits, solutions, limit_) - digits);
  char* const line = line_of(puzzle_) + count_room(limit_) - size;
  std::copy_n(digits, size, line);
  answers.text.append({line, size + kLineBytes});
  count({.count = solutions}, answers.tally);
}

// As many as follow each other. Where all answers before them were lines as long, they stand where
// they belong.
void AnswerWriter::write_solutions(std::size_t end, BlockAnswers& answers) {
  const std::span<const std::uint64_t> counts = solved_.answers.counts;
  const bool has_counts = count_room(limit_) > 0;
  const std::size_t first = puzzle_;
  std::uint64_t multiple = 0;
  char* line = line_of(first);
  for (; puzzle_ < end && counts[puzzle_] > 0; ++puzzle_, line += solved_.stride) {
    if (!has_counts) continue;
    line[0] = static_cast<char>('0' + counts[puzzle_]);
    line[1] = '\t';
    multiple += counts[puzzle_] > 1 ? 1 : 0;
  }
  const std::size_t lines = puzzle_ - first;
  answers.text.append({line_of(first), lines * solved_.stride});
  answers.tally.solved += lines;
  answers.tally.multiple += multiple;
}

void AnswerWriter::write_answer(const BatchPart& part) {
  BlockAnswers& answers = *part.answers;
  const Grid grid = grid_of(batch_.cells()[puzzle_]);
  const Solutions found = solutions();
  // Only now, since a puzzle with a solution has no conflict.
  if (found.count == 0) {
    if (const std::optional<Conflict> conflict = find_conflict(grid)) {
      TextPlace place = batch_.place_of(puzzle_);
      place.column += static_cast<std::uint32_t>(conflict->second_cell);
      return reject(to_text(*conflict), place, answers);
    }
  }
  count(found, answers.tally);
  answer_.clear();
  append_answer(answer_, grid, found, limit_, part.style);
  answers.text.append(answer_);
}

Solutions AnswerWriter::solutions() const {
  Solutions found;
  found.count = solved_.answers.counts[puzzle_];
  const char* const solution = line_of(puzzle_) + count_room(limit_);
  if (found.count > 0) found.first = grid_of(reinterpret_cast<const std::uint8_t*>(solution));
  found.timed_out = std::ranges::binary_search(solved_.answers.timed_out, puzzle_);
  return found;
}

}  // namespace puzzled::sudoku
