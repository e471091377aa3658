#include "core/sudoku/verify/pair_verifier.hpp"

#include <algorithm>
#include <utility>

#include "core/json_text.hpp"

namespace puzzled::sudoku {
namespace {

constexpr std::string_view kInvalidWord = "invalid ";

/// Of a verdict other than kOk.
PairAnswer answer_of(const Verdict& verdict) {
  PairAnswer answer;
  if (verdict.is_ok()) {
    answer.right_cells = kCells;
    return answer;
  }
  const bool is_invalid = verdict.kind == VerdictKind::kInvalidPuzzle;
  answer.status = is_invalid ? PairAnswer::Status::kInvalid : PairAnswer::Status::kWrong;
  char text[kMaxVerdictBytes];
  answer.reason.assign(text, put_verdict(text, verdict));
  if (is_invalid) answer.reason.erase(0, kInvalidWord.size());
  return answer;
}

/// The cell in question, of cells that stand side by side; else the first.
TextPlace place_of(const Verdict& verdict, const PairText& pair) {
  const bool is_of_puzzle = verdict.kind == VerdictKind::kInvalidPuzzle;
  TextPlace place = is_of_puzzle ? pair.puzzle_place : pair.grid_place;
  const std::string_view cells = is_of_puzzle ? pair.puzzle : pair.grid;
  if (cells.size() != kCells || !pair.has_columns) return place;
  if (is_of_puzzle) place.column += verdict.other_place;
  const bool is_of_cell = verdict.kind == VerdictKind::kBlank || verdict.kind == VerdictKind::kClue;
  if (is_of_cell) place.column += verdict.place;
  return place;
}

}  // namespace

void append_pair_answer(std::string& text, const PairAnswer& answer, const PairOptions& options) {
  using Status = PairAnswer::Status;
  if (options.writes_json) {
    JsonObject json(text);
    json.text("status", answer.status == Status::kOk      ? "ok"
                        : answer.status == Status::kWrong ? "wrong"
                                                          : "invalid");
    if (answer.status != Status::kOk) json.text("reason", answer.reason);
    if (options.needs.counts_cells) json.number("cells", answer.right_cells);
    json.end();
  } else {
    if (answer.status == Status::kInvalid) text += kInvalidWord;
    text += answer.status == Status::kOk ? std::string_view("ok") : std::string_view(answer.reason);
    if (options.needs.counts_cells) text.append("\t") += std::to_string(answer.right_cells);
  }
  text += '\n';
}

PairVerifier::PairVerifier(const PairOptions& options)
    : options_(options), judge_(options.isa), solutions_(options.isa) {
  append_pair_answer(ok_line_, {.right_cells = kCells}, options_);
}

bool PairVerifier::answer(std::string_view block, const TextForm& form, const BlockContext& context,
                          BlockAnswers& answers) {
  using Item = PairReader::Item;
  const bool solves = options_.needs.is_unique || options_.needs.counts_cells;
  PairReader reader(block, form, context);
  waiting_.clear();
  puzzles_.clear();
  grids_.clear();
  for (;;) {
    // Most pairs are right, and lie side by side.
    if (waiting_.empty() && !options_.needs.is_unique) {
      const std::size_t right = judge_.count_right_lines(reader.unread(), form.pairs->separator);
      reader.pass(right);
      write_ok(right, answers);
    }
    std::optional<Item> item = reader.next();
    if (!item) break;
    const PairText& pair = reader.pair();
    std::optional<Verdict> verdict;
    if (*item != Item::kFault) verdict = judge_characters(pair);
    if (!verdict && *item == Item::kUnread) item = reader.read_line();
    if (!item) continue;
    if (verdict && !solves) {
      write(*verdict, pair, answers);
      continue;
    }
    Waiting judged;
    if (*item == Item::kFault) {
      judged.answer = {.status = PairAnswer::Status::kInvalid, .reason = reader.fault()};
      judged.place = reader.place();
    } else {
      judged = verdict ? judged_as(*verdict, pair) : read_and_judge(pair, form.blanks);
    }
    if (solves) {
      waiting_.push_back(std::move(judged));
    } else {
      write(judged.answer, judged.place, answers);
    }
  }
  answers.line_ends = reader.line_ends();
  answers.account = reader.account();
  if (!solutions_.find(puzzles_, options_.stop, found_)) return false;
  for (Waiting& waiting : waiting_) {
    complete(waiting);
    write(waiting.answer, waiting.place, answers);
  }
  return true;
}

std::optional<PairAnswer> PairVerifier::answer(std::string_view puzzle, std::string_view grid,
                                               const BlankSigns& blanks) {
  puzzles_.clear();
  grids_.clear();
  Waiting judged = read_and_judge(
      {.puzzle = puzzle, .grid = grid, .puzzle_place = {}, .grid_place = {}}, blanks);
  if (!solutions_.find(puzzles_, options_.stop, found_)) return std::nullopt;
  complete(judged);
  return std::move(judged.answer);
}

/// Nothing unless both are 81 digits and points.
std::optional<Verdict> PairVerifier::judge_characters(const PairText& pair) const {
  if (pair.puzzle.size() != kCells || pair.grid.size() != kCells) return std::nullopt;
  return judge_.judge_cells(pair.puzzle.data(), pair.grid.data());
}

/// Cells that judge_characters() has judged.
PairVerifier::Waiting PairVerifier::judged_as(const Verdict& verdict, const PairText& pair) {
  Waiting judged{.answer = answer_of(verdict), .place = place_of(verdict, pair)};
  if (!options_.needs.take_solutions(verdict.kind)) return judged;
  Grid puzzle;
  Grid grid;
  cells_.read(pair.puzzle, {}, puzzle);
  cells_.read(pair.grid, {}, grid);
  judged.to_solve = solve_later(puzzle, grid);
  return judged;
}

/// Anything that may be 81 cells.
PairVerifier::Waiting PairVerifier::read_and_judge(const PairText& pair, const BlankSigns& blanks) {
  const auto fault_in = [&](TextPlace place, PairAnswer::Status status, std::string reason) {
    if (pair.has_columns) place.column += static_cast<std::uint32_t>(cells_.fault_offset());
    return Waiting{.answer = {.status = status, .reason = std::move(reason)}, .place = place};
  };
  Grid puzzle;
  std::string reason = cells_.read(pair.puzzle, blanks, puzzle);
  if (!reason.empty()) {
    return fault_in(pair.puzzle_place, PairAnswer::Status::kInvalid, std::move(reason));
  }
  Grid grid;
  reason = cells_.read(pair.grid, blanks, grid);
  if (!reason.empty()) {
    // Clues that contradict each other come first, as beside any other grid.
    const Verdict of_clues = judge_.judge(puzzle, Grid{});
    if (of_clues.kind == VerdictKind::kInvalidPuzzle) {
      return {.answer = answer_of(of_clues), .place = pair.puzzle_place};
    }
    return fault_in(pair.grid_place, PairAnswer::Status::kWrong, std::move(reason));
  }
  const Verdict verdict = judge_.judge(puzzle, grid);
  Waiting judged{.answer = answer_of(verdict), .place = place_of(verdict, pair)};
  if (options_.needs.take_solutions(verdict.kind)) judged.to_solve = solve_later(puzzle, grid);
  return judged;
}

std::size_t PairVerifier::solve_later(const Grid& puzzle, const Grid& grid) {
  puzzles_.push_back(puzzle);
  grids_.push_back(grid);
  return puzzles_.size() - 1;
}

/// What the solutions say: whether there is another one, and which cells are right.
void PairVerifier::complete(Waiting& waiting) const {
  if (waiting.to_solve == kNothing) return;
  PairAnswer& answer = waiting.answer;
  const std::size_t to_solve = waiting.to_solve;
  const Solutions& found = found_[to_solve];
  if (answer.status == PairAnswer::Status::kOk) {
    if (found.count > 1) answer = answer_of({.kind = VerdictKind::kNotUnique});
    answer.right_cells = kCells;
  } else {
    answer.right_cells = count_right_cells(puzzles_[to_solve], grids_[to_solve], found);
  }
}

/// Without a detour for the few that most pairs are.
void PairVerifier::write(const Verdict& verdict, const PairText& pair, BlockAnswers& answers) {
  if (verdict.is_ok()) return write_ok(1, answers);
  const bool is_plain = verdict.kind != VerdictKind::kInvalidPuzzle && !options_.writes_json &&
                        !options_.reports_wrong;
  if (!is_plain) return write(answer_of(verdict), place_of(verdict, pair), answers);
  ++answers.tally.unsolvable;
  char* const begin = answers.text.room(kMaxVerdictBytes + 1);
  char* const end = put_verdict(begin, verdict);
  *end = '\n';
  answers.text.append({begin, static_cast<std::size_t>(end + 1 - begin)});
}

void PairVerifier::write_ok(std::size_t pairs, BlockAnswers& answers) const {
  answers.tally.solved += pairs;
  const std::size_t bytes = ok_line_.size();
  char* const begin = answers.text.room(pairs * bytes);
  char* to = begin;
  for (std::size_t i = 0; i < pairs; ++i) to = std::copy_n(ok_line_.data(), bytes, to);
  answers.text.append({begin, pairs * bytes});
}

void PairVerifier::write(const PairAnswer& answer, TextPlace place, BlockAnswers& answers) {
  using Status = PairAnswer::Status;
  if (answer.status == Status::kOk) return write_ok(1, answers);
  const bool is_invalid = answer.status == Status::kInvalid;
  ++(is_invalid ? answers.tally.invalid : answers.tally.unsolvable);
  text_.clear();
  append_pair_answer(text_, answer, options_);
  answers.text.append(text_);
  if (!is_invalid && !options_.reports_wrong) return;
  text_.assign(is_invalid ? kInvalidWord : "");
  answers.faults.add(place, text_ + answer.reason);
}

}  // namespace puzzled::sudoku
