#include "core/variants/text_solver.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/variants/ordered_solutions.hpp"
#include "core/variants/text/candidates_answer.hpp"
#include "core/variants/text/list_answer.hpp"
#include "core/variants/text/puzzle_line.hpp"
#include "core/variants/true_candidates.hpp"

namespace puzzled::variants {
namespace {

// Of lists: long enough to be written at once, short enough to stay in a cache.
constexpr std::size_t kFlushBytes = 256 * 1024;
constexpr std::chrono::milliseconds kMaxWait{100};  // solutions that are rare are not held back

/// `count`: of solutions that were found; more than one is several.
void add_to_tally(std::uint64_t count, bool timed_out, TextAnswers& answers) {
  if (timed_out) {
    ++answers.timed_out;
  } else {
    ++(count > 0 ? answers.solved : answers.unsolvable);
    if (count > 1) ++answers.multiple;
  }
}

}  // namespace

void TextAnswers::clear() {
  text.clear();
  faults.clear();
  solved = multiple = unsolvable = timed_out = listed = cut = line_ends = 0;
  lines = {};
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
    } else if (item == BoardReader::Item::kBoard) {
      if (!answer_board(reader, answers)) return false;
    } else {
      time_.emplace(options_.limits);
      Result<Puzzle> puzzle = reader.puzzle(item);
      if (!answer_puzzle(std::move(puzzle), reader.place(), BoardStyle::kLine, answers)) {
        return false;
      }
    }
  }
  answers.line_ends += reader.line_ends();
  answers.lines += reader.counts();
  return true;
}

/// Sets what cells may hold: their values, or all of them where they are 0.
void TextSolver::allow_values(int size, std::span<const std::uint8_t> values) {
  allowed_.resize(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    allowed_[i] = values[i] == 0 ? all_values(size) : set_of(values[i]);
  }
}

Result<> TextSolver::prepare(const Puzzle& puzzle) {
  const Result<bool> prepared = solver_.prepare(puzzle, *time_);
  if (!prepared) return prepared.error();
  is_ready_ = *prepared;
  return {};
}

Result<> TextSolver::prepare_plain(int size) {
  time_.emplace(options_.limits);
  if (plain_.size != size) {
    plain_ = plain_puzzle(size);
    plain_.rules = options_.rules;
  }
  return prepare(plain_);
}

TextSolver::Conflict TextSolver::find_conflict() const {
  return is_ready_ ? solver_.find_conflict(allowed_) : Conflict();
}

bool TextSolver::answer_board(const BoardReader& reader, TextAnswers& answers) {
  const int size = reader.size();
  if (const Result<> prepared = prepare_plain(size); !prepared) {
    reject(reader.place_of(0), prepared.error().message, answers);
    return true;
  }
  const std::span<const std::uint8_t> values = reader.values();
  allow_values(size, values);
  const AnsweredBoard board{
      .size = size,
      .clues = values,
      .regions = plain_.regions,
      .notation = &reader.notation(),
      .is_lower_case = reader.is_lower_case(),
      .auto_style = reader.is_in_rows() ? BoardStyle::kBoard : BoardStyle::kLine};
  const Conflict conflict = find_conflict();
  return answer_or_reject(board, conflict, reader.place_of(conflict ? conflict->second : 0),
                          answers);
}

bool TextSolver::answer_plain(int size, std::span<const std::uint8_t> values, BoardStyle auto_style,
                              TextAnswers& answers) {
  if (const Result<> prepared = prepare_plain(size); !prepared) {
    answer_invalid(prepared.error().message, answers);
    return true;
  }
  allow_values(size, values);
  const Notation notation(Alphabet(size, FirstCharacter::kOne));
  return answer_question({.size = size,
                          .clues = values,
                          .regions = plain_.regions,
                          .notation = &notation,
                          .auto_style = auto_style},
                         answers);
}

bool TextSolver::answer_line(std::string_view line, std::string_view reason, TextPlace place,
                             BoardStyle auto_style, TextAnswers& answers) {
  time_.emplace(options_.limits);
  Result<Puzzle> read = read_puzzle_line(line, 0);
  if (!read) read = Error{std::string(reason)};
  return answer_puzzle(std::move(read), place, auto_style, answers);
}

void TextSolver::answer_invalid(std::string_view reason, TextAnswers& answers) {
  ++puzzles_;
  append_invalid_in_list(answers.text, reason, options_.style, number());
}

bool TextSolver::answer_puzzle(Result<Puzzle> read, TextPlace place, BoardStyle auto_style,
                               TextAnswers& answers) {
  if (!read) {
    reject(place, read.error().message, answers);
    return true;
  }
  Puzzle& puzzle = *read;
  puzzle.rules.insert(puzzle.rules.end(), options_.rules.begin(), options_.rules.end());
  if (const Result<> prepared = prepare(puzzle); !prepared) {
    reject(place, prepared.error().message, answers);
    return true;
  }
  allowed_ = puzzle.allowed;
  clues_ = clues_of(allowed_);
  const Notation notation(Alphabet(puzzle.size, FirstCharacter::kOne));
  const AnsweredBoard board{.size = puzzle.size,
                            .clues = clues_,
                            .regions = puzzle.regions,
                            .notation = &notation,
                            .auto_style = auto_style};
  return answer_or_reject(board, find_conflict(), place, answers);
}

/// Answers the board whose cells may hold `allowed_`; `place` is that of the conflict.
bool TextSolver::answer_or_reject(const AnsweredBoard& board, const Conflict& conflict,
                                  TextPlace place, TextAnswers& answers) {
  if (!conflict) return answer_question(board, answers);
  reject(place, conflict_text(board, conflict->first, conflict->second), answers);
  return true;
}

bool TextSolver::answer_question(const AnsweredBoard& board, TextAnswers& answers) {
  ++puzzles_;
  switch (options_.question) {
    case BoardQuestion::kSolve:
      break;
    case BoardQuestion::kList:
      return list(board, answers);
    case BoardQuestion::kCandidates:
      return find_candidates(board, answers);
    case BoardQuestion::kEstimate:
      return estimate(answers);
  }
  return solve(board, answers);
}

bool TextSolver::solve(const AnsweredBoard& board, TextAnswers& answers) {
  const Found found = is_ready_ ? solver_.solve(allowed_, limits(options_.limits.solutions))
                                : Found{.timed_out = true};
  if (is_ended(found.timed_out)) return false;
  add_to_tally(found.count, found.timed_out, answers);
  const BoardAnswer answer{
      .count = found.count,
      .timed_out = found.timed_out,
      .first = found.count > 0 ? solver_.first() : std::span<const std::uint8_t>()};
  append_answer(answers.text, board, answer, options_.limits.solutions, options_.style);
  return true;
}

bool TextSolver::list(const AnsweredBoard& board, TextAnswers& answers) {
  ListWriter writer(answers.text, board, style_for(board), number());
  const std::uint64_t most = options_.limits.solutions;
  bool has_more = false;
  bool is_wanted = true;
  auto flushed = std::chrono::steady_clock::now();
  const auto take = [&](std::span<const std::uint8_t> solution) {
    has_more = most != 0 && writer.count() == most;
    if (has_more) return false;
    writer.add(solution);
    if (!answers.flush) return true;
    const auto now = std::chrono::steady_clock::now();
    if (answers.text.size() < kFlushBytes && now - flushed < kMaxWait) return true;
    flushed = now;
    is_wanted = answers.flush();
    return is_wanted;
  };
  Found found{.timed_out = !is_ready_};
  if (const auto candidates = this->candidates()) {
    // One more says whether there are more. (Of 2^64 - 1 it is 0: all.)
    found = take_ordered_solutions(solver_.search(), *candidates, limits(most == 0 ? 0 : most + 1),
                                   take);
  }
  answers.listed += writer.count();
  if (!is_wanted || is_ended(found.timed_out)) return false;
  add_to_tally(found.count, found.timed_out, answers);
  answers.cut += has_more ? 1 : 0;
  writer.end(found.timed_out, has_more);
  return true;
}

bool TextSolver::find_candidates(const AnsweredBoard& board, TextAnswers& answers) {
  const auto cap =
      static_cast<std::uint32_t>(std::min<std::uint64_t>(options_.limits.solutions, UINT32_MAX));
  TrueCandidates found{.timed_out = !is_ready_};
  if (const auto candidates = this->candidates()) {
    found = find_true_candidates(solver_.search(), *candidates, cap, limits(0));
  } else {
    found.size = static_cast<std::size_t>(board.size);
    found.counts.resize(board.clues.size() * found.size);
  }
  if (is_ended(found.timed_out)) return false;
  add_to_tally(found.values(0) == 0 ? 0 : 1, found.timed_out, answers);
  append_candidates(answers.text, board, found, cap, style_for(board));
  return true;
}

bool TextSolver::estimate(TextAnswers& answers) {
  CountEstimate found{.timed_out = !is_ready_};
  if (const auto candidates = this->candidates()) {
    found = estimate_count(solver_.search(), *candidates, options_.estimate, limits(0));
  }
  if (is_ended(found.timed_out)) return false;
  const bool is_timeout =
      append_estimate(answers.text, found, options_.style, options_.estimate_text);
  add_to_tally(found.solutions > 1 ? 2 : found.solutions > 0 ? 1 : 0, is_timeout, answers);
  return true;
}

/// What the cells may hold; nothing if one has no value left, or time is up.
std::optional<std::span<const ValueSet>> TextSolver::candidates() {
  return is_ready_ ? solver_.candidates(allowed_) : std::nullopt;
}

/// Whether the stop flag ended the search.
bool TextSolver::is_ended(bool timed_out) const {
  return timed_out && options_.limits.stop != nullptr && is_stopped(*options_.limits.stop);
}

BoardStyle TextSolver::style_for(const AnsweredBoard& board) const {
  return options_.style == BoardStyle::kAuto && options_.question == BoardQuestion::kList
             ? board.auto_style
             : options_.style;
}

/// That of the puzzle at hand, if it is to stand in front.
std::optional<std::uint64_t> TextSolver::number() const {
  return options_.numbers ? std::optional(puzzles_) : std::nullopt;
}

void TextSolver::reject(TextPlace place, std::string reason, TextAnswers& answers) {
  answer_invalid(reason, answers);
  answers.faults.push_back({place, std::move(reason)});
}

}  // namespace puzzled::variants
