#include "core/sudoku/minimal/clue_removal.hpp"

#include <algorithm>

namespace puzzled::sudoku {
namespace {

// How many clues a start leaves of a full grid: the last one is tried first.
constexpr std::array<int, 2> kLeftByStart{54, 43};

}  // namespace

RemovalOrder::RemovalOrder(const std::array<int, kCells>& order) {
  std::ranges::transform(order, cells.begin(),
                         [](int cell) { return static_cast<std::uint8_t>(cell); });
  is_last.set();
}

ClueRemoval::ClueRemoval(const Grid& puzzle, const Grid& solution, const RemovalOrder& order,
                         int target, bool checks_rest)
    : puzzle_(puzzle),
      solution_(solution),
      order_(order),
      cycles_(puzzle, solution),
      target_(target),
      clues_(count_clues(puzzle)),
      checks_rest_(checks_rest),
      starts_(clues_ == kCells && target < kCells ? kLeftByStart.size() : 0) {}

batch::Exclusion ClueRemoval::clue() const {
  const std::uint8_t cell = order_.cells[taken_.begin];
  return {.cell = cell, .digit = solution_.digits[cell]};
}

ClueRemoval::Test ClueRemoval::next() {
  is_start_ = starts_ > 0;
  if (is_start_) {
    const int left = std::max(target_, kLeftByStart[--starts_]);
    if (left == target_) starts_ = 0;  // the others would take out as many
    while (clues_ > left && take_out_next()) keep_out(taken_);
    return Test::kCount;
  }
  if (!is_checking_rest_) {
    if (take_out_next()) return test_of(taken_);
    if (!checks_rest_) return Test::kNone;
    is_checking_rest_ = true;
  }
  if (clues_ != target_ || !is_minimal_) return Test::kNone;
  while (passed_over_.any()) {
    const std::size_t begin = passed_over_._Find_first();
    passed_over_.reset(begin);
    taken_ = span_at(begin);
    if (take_out(taken_)) return test_of(taken_);
  }
  return Test::kNone;
}

void ClueRemoval::answer(bool is_unique) {
  if (is_start_) {
    is_unique ? void(starts_ = 0) : put_all_back();
  } else if (is_unique && !is_checking_rest_) {
    keep_out(taken_);
  } else {
    is_minimal_ = is_minimal_ && !is_unique;
    put_back(taken_, taken_.size() > 1);
  }
}

ClueRemoval::Span ClueRemoval::span_at(std::size_t begin) const {
  std::size_t end = begin;
  while (!order_.is_last[end]) ++end;
  return {begin, end + 1};
}

// Takes out the next clues that may be able to go. False at the end.
bool ClueRemoval::take_out_next() {
  while (next_ < kCells && (clues_ > target_ || checks_rest_)) {
    taken_ = span_at(next_);
    next_ = taken_.end;
    if (puzzle_.digits[order_.cells[taken_.begin]] == 0) continue;
    if (clues_ - taken_.size() < target_) {
      passed_over_.set(taken_.begin);
    } else if (take_out(taken_)) {
      return true;
    }
  }
  return false;
}

// False, and nothing is taken out, if a clue is needed as its cycles show.
bool ClueRemoval::take_out(const Span& span) {
  for (std::size_t i = span.begin; i < span.end; ++i) {
    const int cell = order_.cells[i];
    if (cycles_.needs(cell)) {
      if (i > span.begin) put_back({span.begin, i}, true);
      return false;
    }
    // A single clue may well come back at once.
    if (span.size() > 1) cycles_.remove(cell);
    puzzle_[cell] = 0;
    --clues_;
  }
  return true;
}

void ClueRemoval::keep_out(const Span& span) {
  if (span.size() == 1) cycles_.remove(order_.cells[span.begin]);
}

void ClueRemoval::put_back(const Span& span, bool in_cycles) {
  const auto cells = std::span(order_.cells).subspan(span.begin, span.end - span.begin);
  if (in_cycles) cycles_.put_back(cells);
  for (const int cell : cells) puzzle_[cell] = solution_[cell];
  clues_ += span.size();
}

// After a start, before which no clue was missing.
void ClueRemoval::put_all_back() {
  puzzle_ = solution_;
  cycles_ = DigitCycles(puzzle_, solution_);
  clues_ = kCells;
  passed_over_.reset();
  next_ = 0;
}

ClueRemoval::Test ClueRemoval::test_of(const Span& span) const {
  return span.size() == 1 ? Test::kClue : Test::kCount;
}

}  // namespace puzzled::sudoku
