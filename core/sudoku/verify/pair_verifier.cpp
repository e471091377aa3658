#include "core/sudoku/verify/pair_verifier.hpp"

#include <utility>

#include "core/json_text.hpp"
#include "core/sudoku/engines.hpp"

namespace puzzled::sudoku {
namespace {

constexpr std::string_view kInvalid = "invalid ";

/// Of a verdict other than kOk.
PairAnswer answer_of(const Verdict& verdict) {
  PairAnswer answer;
  if (verdict.is_ok()) {
    answer.right_cells = kCells;
    return answer;
  }
  const bool is_invalid = verdict.kind == VerdictKind::kInvalidPuzzle;
  answer.status = is_invalid ? PairAnswer::Status::kInvalid : PairAnswer::Status::kWrong;
  append_verdict(answer.reason, verdict);
  if (is_invalid) answer.reason.erase(0, kInvalid.size());
  return answer;
}

/// The cell in question, of cells that stand side by side; the first if there is none.
TextPlace place_of(const Verdict& verdict, const PairText& pair) {
  const bool is_of_puzzle = verdict.kind == VerdictKind::kInvalidPuzzle;
  TextPlace place = is_of_puzzle ? pair.puzzle_place : pair.grid_place;
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
    if (options.counts_cells) json.number("cells", answer.right_cells);
    json.end();
  } else {
    if (answer.status == Status::kInvalid) text += kInvalid;
    text += answer.status == Status::kOk ? std::string_view("ok") : std::string_view(answer.reason);
    if (options.counts_cells) text.append("\t") += std::to_string(answer.right_cells);
  }
  text += '\n';
}

PairVerifier::PairVerifier(const PairOptions& options) : options_(options), judge_(options.isa) {
  append_pair_answer(ok_line_, {.right_cells = kCells}, options_);
}

PairVerifier::~PairVerifier() = default;

bool PairVerifier::answer(std::string_view block, const TextForm& form, const BlockContext& context,
                          BlockAnswers& answers) {
  using Item = PairReader::Item;
  const bool solves = options_.is_unique || options_.counts_cells;
  PairReader reader(block, form, context);
  waiting_.clear();
  puzzles_.clear();
  grids_.clear();
  std::optional<Item> item = reader.next();
  while (item) {
    const PairText& pair = reader.pair();
    TextPlace place = reader.place();
    std::size_t to_solve = kNothing;
    PairAnswer answer;
    if (*item == Item::kUnread) {
      const std::optional<Verdict> verdict =
          judge_.judge_cells(pair.puzzle.data(), pair.grid.data());
      if (!verdict) {
        item = reader.read_line();
        if (!item) item = reader.next();
        continue;
      }
      if (!solves) {
        write(*verdict, pair, answers);
        item = reader.next();
        continue;
      }
      answer = answer_of(*verdict);
      place = place_of(*verdict, pair);
      if (takes_solutions(verdict->kind)) {
        Grid puzzle;
        Grid grid;
        cells_.read(pair.puzzle, {}, puzzle);
        cells_.read(pair.grid, {}, grid);
        to_solve = solve_later(puzzle, grid);
      }
    } else if (*item == Item::kPair) {
      answer = read_and_judge(pair, form.blanks, place, to_solve);
    } else {
      answer = {.status = PairAnswer::Status::kInvalid, .reason = reader.fault()};
    }
    if (solves) {
      waiting_.push_back({std::move(answer), place, to_solve});
    } else {
      write(answer, place, answers);
    }
    item = reader.next();
  }
  answers.line_ends = reader.line_ends();
  answers.account = reader.account();
  if (!solve()) return false;
  for (Waiting& waiting : waiting_) {
    complete(waiting.answer, waiting.to_solve);
    write(waiting.answer, waiting.place, answers);
  }
  return true;
}

std::optional<PairAnswer> PairVerifier::answer(std::string_view puzzle, std::string_view grid,
                                               const BlankSigns& blanks) {
  puzzles_.clear();
  grids_.clear();
  TextPlace place;
  std::size_t to_solve = kNothing;
  PairAnswer answer =
      read_and_judge({.puzzle = puzzle, .grid = grid, .puzzle_place = {}, .grid_place = {}}, blanks,
                     place, to_solve);
  if (!solve()) return std::nullopt;
  complete(answer, to_solve);
  return answer;
}

/// `place` becomes that of what is wrong.
PairAnswer PairVerifier::read_and_judge(const PairText& pair, const BlankSigns& blanks,
                                        TextPlace& place, std::size_t& to_solve) {
  Grid puzzle;
  std::string reason = cells_.read(pair.puzzle, blanks, puzzle);
  if (!reason.empty()) {
    place = pair.puzzle_place;
    place.column += static_cast<std::uint32_t>(cells_.fault_offset());
    return {.status = PairAnswer::Status::kInvalid, .reason = std::move(reason)};
  }
  Grid grid;
  reason = cells_.read(pair.grid, blanks, grid);
  if (!reason.empty()) {
    // Clues that contradict each other come first, as beside any other grid.
    const Verdict of_clues = judge_.judge(puzzle, Grid{});
    place = pair.puzzle_place;
    if (of_clues.kind == VerdictKind::kInvalidPuzzle) return answer_of(of_clues);
    place = pair.grid_place;
    place.column += static_cast<std::uint32_t>(cells_.fault_offset());
    return {.status = PairAnswer::Status::kWrong, .reason = std::move(reason)};
  }
  const Verdict verdict = judge_.judge(puzzle, grid);
  place = verdict.kind == VerdictKind::kInvalidPuzzle ? pair.puzzle_place : pair.grid_place;
  if (takes_solutions(verdict.kind)) to_solve = solve_later(puzzle, grid);
  return answer_of(verdict);
}

bool PairVerifier::takes_solutions(VerdictKind kind) const {
  if (kind == VerdictKind::kInvalidPuzzle) return false;
  return kind == VerdictKind::kOk ? options_.is_unique : options_.counts_cells;
}

std::size_t PairVerifier::solve_later(const Grid& puzzle, const Grid& grid) {
  puzzles_.push_back(puzzle);
  grids_.push_back(grid);
  return puzzles_.size() - 1;
}

bool PairVerifier::solve() {
  if (puzzles_.empty()) return true;
  if (!solver_) solver_ = all_engines().front().make_solver(options_.isa);
  solutions_.resize(puzzles_.size());
  solver_->solve(puzzles_, {.solutions = kSolutionsWanted, .stop = options_.stop}, solutions_);
  for (const Solutions& found : solutions_) {
    if (found.timed_out) return false;
  }
  return true;
}

/// What the solutions say: whether there is another one, and which cells are right.
void PairVerifier::complete(PairAnswer& answer, std::size_t to_solve) const {
  if (to_solve == kNothing) return;
  const Solutions& found = solutions_[to_solve];
  if (answer.status == PairAnswer::Status::kOk) {
    if (found.count > 1) answer = answer_of({.kind = VerdictKind::kNotUnique});
    answer.right_cells = kCells;
  } else {
    answer.right_cells = count_right_cells(puzzles_[to_solve], grids_[to_solve], found);
  }
}

/// Without a detour for the few that most pairs are.
void PairVerifier::write(const Verdict& verdict, const PairText& pair, BlockAnswers& answers) {
  if (verdict.is_ok()) return write_ok(answers);
  const bool is_plain = verdict.kind != VerdictKind::kInvalidPuzzle && !options_.writes_json &&
                        !options_.reports_wrong;
  if (!is_plain) return write(answer_of(verdict), place_of(verdict, pair), answers);
  ++answers.tally.unsolvable;
  text_.clear();
  append_verdict(text_, verdict);
  text_ += '\n';
  answers.text.append(text_);
}

void PairVerifier::write_ok(BlockAnswers& answers) const {
  answers.text.append(ok_line_);
  ++answers.tally.solved;
}

void PairVerifier::write(const PairAnswer& answer, TextPlace place, BlockAnswers& answers) {
  using Status = PairAnswer::Status;
  if (answer.status == Status::kOk) return write_ok(answers);
  const bool is_invalid = answer.status == Status::kInvalid;
  ++(is_invalid ? answers.tally.invalid : answers.tally.unsolvable);
  text_.clear();
  append_pair_answer(text_, answer, options_);
  answers.text.append(text_);
  if (!is_invalid && !options_.reports_wrong) return;
  text_.assign(is_invalid ? kInvalid : "");
  answers.faults.add(place, text_ + answer.reason);
}

}  // namespace puzzled::sudoku
