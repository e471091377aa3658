#include "core/sudoku/answer_writer.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>

#include "core/sudoku/conflict.hpp"

namespace puzzled::sudoku {
namespace {

constexpr std::string_view kInvalid = "invalid ";
constexpr std::string_view kUnsolvable = "unsolvable\n";

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
  unsolved.clear();
  boards.clear();
  tally = {};
  account = {};
  line_ends = 0;
}

SolvedBatch solved_room(AnswerStyle style, std::uint64_t limit) {
  if (style == AnswerStyle::kJson) {
    return {.answers = {}, .front = json_front_room(limit), .back = kJsonBack.size()};
  }
  return {.answers = {}, .front = count_room(limit), .back = kLineBytes - kCells};
}

std::size_t text_size(const Faults& faults, AnswerStyle style) {
  std::size_t size = 0;
  for (const Fault& fault : faults) {
    size += style == AnswerStyle::kJson ? invalid_json_room(fault.reason_size)
                                        : kInvalid.size() + fault.reason_size + 1;
  }
  return size;
}

void AnswerWriter::write(const BatchPart& part) {
  const Faults& faults = batch_.faults();
  for (;;) {
    std::size_t end = part.puzzles_end;
    if (fault_ < part.faults_end) end = std::min(end, faults[fault_].puzzles_before);
    write_puzzles(end, part);
    if (fault_ == part.faults_end) break;
    answer_fault(faults[fault_], part);
    ++fault_;
  }
}

void AnswerWriter::write_puzzles(std::size_t end, const BatchPart& part) {
  while (puzzle_ < end) {
    if (is_one_line(part.style)) {
      const std::size_t timeout = next_of(solved_.answers.timed_out, timeout_, puzzle_, end);
      write_lines(next_of(solved_.answers.conflicts, conflict_, puzzle_, timeout), part);
      if (puzzle_ == end) break;
    }
    write_answer(part);
    ++puzzle_;
  }
}

// The most usual answers: neither `timeout` nor `invalid`.
void AnswerWriter::write_lines(std::size_t end, const BatchPart& part) {
  while (puzzle_ < end) {
    if (solved_.answers.counts[puzzle_] == 0) {
      write_unsolvable(part);
      ++puzzle_;
    } else if (count_room(limit_) > 2) {
      write_long_count(part);
      ++puzzle_;
    } else {
      write_solutions(end, part);
    }
  }
}

void AnswerWriter::write_unsolvable(const BatchPart& part) {
  BlockAnswers& answers = *part.answers;
  ++answers.tally.unsolvable;
  if (part.style == AnswerStyle::kJson) {
    answer_.clear();
    append_json(answer_, {}, limit_);
    answers.text.append(answer_);
  } else {
    answers.text.append(limit_ == 1 ? kUnsolvable : "0\t-\n");
  }
}

void AnswerWriter::write_long_count(const BatchPart& part) {
  const std::uint64_t solutions = solved_.answers.counts[puzzle_];
  const bool is_json = part.style == AnswerStyle::kJson;
  char front[std::max(count_room(0), json_front_room(0))];
  char* const front_end =
      is_json ? put_json_front(front, solutions, limit_) : put_count(front, solutions, limit_);
  const auto size = static_cast<std::size_t>(front_end - front);
  char* const digits = line_of(puzzle_) + solved_.front;
  std::copy_n(front, size, digits - size);
  if (is_json) std::ranges::copy(kJsonBack, digits + kCells);
  part.answers->text.append({digits - size, size + kCells + solved_.back});
  count({.count = solutions}, part.answers->tally);
}

// As many as follow each other, each completed by `complete(line, count)`, which returns whether
// there are several solutions. Where all answers before them were as long, they stand where they
// belong.
template <class Complete>
void AnswerWriter::write_solved(std::size_t end, BlockAnswers& answers, Complete complete) {
  const std::span<const std::uint64_t> counts = solved_.answers.counts;
  const std::size_t first = puzzle_;
  const std::size_t stride = solved_.stride();
  std::uint64_t multiple = 0;
  char* line = line_of(first);
  for (; puzzle_ < end && counts[puzzle_] > 0; ++puzzle_, line += stride) {
    multiple += complete(line, counts[puzzle_]) ? 1 : 0;
  }
  const std::size_t lines = puzzle_ - first;
  answers.text.append({line_of(first), lines * stride});
  answers.tally.solved += lines;
  answers.tally.multiple += multiple;
}

void AnswerWriter::write_solutions(std::size_t end, const BatchPart& part) {
  if (part.style == AnswerStyle::kJson) {
    write_solved(end, *part.answers, [this](char* line, std::uint64_t count) {
      char* const digits = put_json_front(line, count, limit_);
      std::memcpy(digits + kCells, kJsonBack.data(), kJsonBack.size());
      return count > 1;
    });
  } else if (solved_.front > 0) {
    write_solved(end, *part.answers, [](char* line, std::uint64_t count) {
      line[0] = static_cast<char>('0' + count);
      line[1] = '\t';
      return count > 1;
    });
  } else {
    write_solved(end, *part.answers, [](char*, std::uint64_t) { return false; });
  }
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
      return reject(place, to_text(*conflict), part);
    }
  }
  if (found.timed_out && hands_over_.unsolved) {
    return answers.unsolved.push_back({.grid = grid, .answer_at = answers.text.size()});
  }
  count(found, answers.tally);
  answer_.clear();
  append_answer(answer_, grid, found, limit_, part.style);
  answers.text.append(answer_);
}

void AnswerWriter::answer_fault(const Fault& fault, const BatchPart& part) {
  const Faults& faults = batch_.faults();
  const std::string_view rule_line = faults.rule_line(fault);
  const std::string_view reason = faults.reason(fault);
  if (rule_line.empty() || !hands_over_.boards) return reject(fault.place, reason, part);
  part.answers->boards.push_back({.rule_line = std::string(rule_line),
                                  .reason = std::string(reason),
                                  .place = fault.place,
                                  .style = part.style,
                                  .answer_at = part.answers->text.size(),
                                  .faults_before = part.answers->faults.size()});
}

void AnswerWriter::reject(TextPlace place, std::string_view reason, const BatchPart& part) {
  BlockAnswers& answers = *part.answers;
  if (reason.empty()) return answers.text.append("\n");
  ++answers.tally.invalid;
  answer_.clear();
  if (part.style == AnswerStyle::kJson) {
    append_invalid_json(answer_, reason);
  } else {
    answer_.append(kInvalid).append(reason) += '\n';
  }
  answers.text.append(answer_);
  answers.faults.add(place, reason);
}

Solutions AnswerWriter::solutions() const {
  Solutions found;
  found.count = solved_.answers.counts[puzzle_];
  const char* const solution = line_of(puzzle_) + solved_.front;
  if (found.count > 0) found.first = grid_of(reinterpret_cast<const std::uint8_t*>(solution));
  found.timed_out = std::ranges::binary_search(solved_.answers.timed_out, puzzle_);
  return found;
}

}  // namespace puzzled::sudoku
