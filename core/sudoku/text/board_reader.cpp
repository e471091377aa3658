#include "core/sudoku/text/board_reader.hpp"

#include <algorithm>

namespace puzzled::sudoku {

BoardReader::BoardReader(const BlockContext& context)
    : rows_(context.answered_rows),
      answered_(context.answered_rows > 0),
      section_(context.section),
      is_title_(context.is_title),
      board_section_(context.board_section),
      section_board_(context.section_board) {}

void BoardReader::save(BlockContext& context) const {
  context.answered_rows = rows_;
  context.section = section_;
  context.is_title = is_title_;
  context.board_section = board_section_;
  context.section_board = section_board_;
}

bool BoardReader::add_row(std::span<const std::uint8_t, kSide> values,
                          std::span<const TextPlace, kSide> places, RowBlanks blanks) {
  const bool done = before_cells(blanks);
  std::ranges::copy(values, board_.grid.digits.begin() + rows_ * kSide);
  std::ranges::copy(places, places_.begin() + rows_ * kSide);
  return push_row() || done;
}

bool BoardReader::add_row(std::span<const std::uint8_t, kSide> values,
                          std::span<const std::uint32_t, kSide> offsets, std::uint32_t line,
                          RowBlanks blanks, std::span<const std::uint16_t> candidates) {
  const bool done = before_cells(blanks);
  const std::ptrdiff_t first = std::ptrdiff_t{rows_} * kSide;
  if (!candidates.empty()) {
    candidates_.resize(kCells);
    std::ranges::copy(candidates, candidates_.begin() + first);
  }
  std::ranges::copy(values, board_.grid.digits.begin() + first);
  std::ranges::transform(offsets, places_.begin() + first, [line](std::uint32_t offset) {
    return TextPlace{line, offset + 1};
  });
  return push_row() || done;
}

bool BoardReader::add_bad_row(std::string_view row_reason, std::string_view line_reason,
                              TextPlace place) {
  const bool done = before_row();
  if (is_idle()) line_reason_ = line_reason;
  if (board_.error.empty()) {
    board_.error = "row " + std::to_string(rows_ + 1) + ' ' + std::string(row_reason);
    board_.place = place;
  }
  const auto row = static_cast<std::size_t>(rows_) * kSide;
  std::fill_n(places_.begin() + static_cast<std::ptrdiff_t>(row), kSide, place);
  return push_row() || done;
}

bool BoardReader::add_dashes(char dash, std::uint32_t line) {
  if (has_blank(dash)) {
    std::array<std::uint8_t, kSide> values{};
    std::array<TextPlace, kSide> places;
    places.fill({line, 1});
    return add_row(values, places, {.dash = dash});
  }
  if (blanks_.has_other || blanks_.dash != 0 || dashes_.size() == kSide) {
    ++rulers_;
    add_ruler();
    return false;
  }
  dashes_.push_back({dash, line, rows_});
  // Nine of them in a row are a board without a clue.
  if (rows_ > 0 || dashes_.size() < kSide) return false;
  return resolve_dashes({.dash = dash});
}

void BoardReader::add_ruler() {
  if (period_ > 0) rows_at_blank_ = rows_;
}

bool BoardReader::add_blank_line() {
  if (rows_ == 0) {
    return dashes_.empty() ? false : break_off();
  }
  if (rows_ == rows_at_blank_) return false;
  if (period_ == 0 && (rows_ == 1 || rows_ == 3)) period_ = rows_;
  if (period_ == 0 || rows_ % period_ != 0) return break_off();
  rows_at_blank_ = rows_;
  return false;
}

bool BoardReader::add_heading(std::uint64_t name, bool is_title) {
  const bool done = break_off();
  section_ = name;
  is_title_ = is_title;
  if (name == 0) board_section_ = 0;
  return done;
}

void BoardReader::make_places() {
  if (places_.empty()) places_.resize(kCells);
}

/// Behind a blank line there are as many rows as behind the first: one more belongs to a board that
/// began behind that blank line.
bool BoardReader::before_row() {
  make_places();
  if (period_ == 0 || rows_ - rows_at_blank_ < period_) return false;
  const int first = rows_at_blank_;
  if (first == 0) return false;
  const int rows = rows_;
  const PuzzleText at_hand = board_;
  std::vector<std::uint16_t> candidates = candidates_;
  const RowBlanks blanks = blanks_;
  rows_ = first;
  board_.error = "the board ends after " + std::to_string(first) + (first == 1 ? " row" : " rows");
  board_.place = places_[static_cast<std::size_t>(first) * kSide - 1];
  end_board();
  blanks_.numbers = blanks.numbers;
  // The rows behind it begin the next board.
  if (!candidates.empty()) {
    const std::ptrdiff_t gone = std::ptrdiff_t{first} * kSide;
    candidates.erase(candidates.begin(), candidates.begin() + gone);
    candidates.resize(kCells);
    candidates_ = std::move(candidates);
    blanks_.has_candidates = true;
  }
  if (!at_hand.error.empty() &&
      at_hand.place.line >= places_[static_cast<std::size_t>(first) * kSide].line) {
    board_.error = at_hand.error;
    board_.place = at_hand.place;
  }
  for (std::size_t to = 0, from = static_cast<std::size_t>(first) * kSide;
       from < static_cast<std::size_t>(rows) * kSide; ++to, ++from) {
    board_.grid.digits[to] = at_hand.grid.digits[from];
    places_[to] = places_[from];
  }
  rows_ = rows - first;
  return true;
}

/// The same for a row of cells, which may end a title or tell what dashes were.
bool BoardReader::before_cells(RowBlanks blanks) {
  const bool done = before_row();
  if (!blanks.is_named) drop_title();
  if (rows_ == 0) has_named_row_ = blanks.is_named;
  return resolve_dashes(blanks) || done;
}

bool BoardReader::push_row() {
  const TextPlace place = places_[static_cast<std::size_t>(rows_) * kSide];
  if (rows_ == 0 || place.line != last_line_) ++board_lines_;
  last_line_ = place.line;
  if (++rows_ < kSide) return false;
  rulers_ += static_cast<std::uint32_t>(dashes_.size());
  dashes_.clear();
  return end_board();
}

/// A row tells what the dashes before it were.
bool BoardReader::resolve_dashes(RowBlanks blanks) {
  if (blanks.dash != 0) blanks_.dash = blanks.dash;
  blanks_.has_other = blanks_.has_other || blanks.has_other;
  blanks_.numbers |= blanks.numbers;
  blanks_.has_candidates = blanks_.has_candidates || blanks.has_candidates;
  if (dashes_.empty() || (blanks.dash == 0 && !blanks.has_other)) return false;
  const std::vector<Dashes> dashes = std::exchange(dashes_, {});
  int inserted = 0;
  for (const Dashes& line : dashes) {
    if (line.sign != blanks.dash || rows_ == kSide) {
      ++rulers_;
      continue;
    }
    insert_blank_row(line.rows_before + inserted++, line.line);
  }
  return rows_ == kSide && end_board();
}

void BoardReader::insert_blank_row(int at, std::uint32_t line) {
  make_places();
  const auto begin = std::ptrdiff_t{at} * kSide;
  const auto end = std::ptrdiff_t{rows_} * kSide;
  auto& digits = board_.grid.digits;
  std::copy_backward(digits.begin() + begin, digits.begin() + end, digits.begin() + end + kSide);
  std::fill_n(digits.begin() + begin, kSide, std::uint8_t{0});
  if (!candidates_.empty()) {
    const auto of_cells = candidates_.begin();
    std::copy_backward(of_cells + begin, of_cells + end, of_cells + end + kSide);
    std::fill_n(of_cells + begin, kSide, std::uint16_t{0});
  }
  std::copy_backward(places_.begin() + begin, places_.begin() + end, places_.begin() + end + kSide);
  std::fill_n(places_.begin() + begin, kSide, TextPlace{line, 1});
  last_line_ = line;
  ++board_lines_;
  ++rows_;
}

/// `Id: 100200300`: a row behind a word that stays alone was a title.
void BoardReader::drop_title() {
  if (rows_ != 1 || !has_named_row_ || !board_.error.empty()) return;
  ++rulers_;
  rows_ = period_ = rows_at_blank_ = 0;
  board_lines_ = 0;
  blanks_ = {};
  candidates_.clear();
  has_named_row_ = false;
}

bool BoardReader::break_off() {
  if (!dashes_.empty() && rows_ + static_cast<int>(dashes_.size()) == kSide && rows_ > 0) {
    if (resolve_dashes({.dash = dashes_.front().sign})) return true;
  }
  rulers_ += static_cast<std::uint32_t>(dashes_.size());
  dashes_.clear();
  drop_title();
  if (rows_ == 0) return false;
  const bool is_single_line = rows_ == 1 && !line_reason_.empty();
  if (is_single_line) {
    board_.error = line_reason_;
  } else if (board_.error.empty()) {
    board_.error =
        "the board ends after " + std::to_string(rows_) + (rows_ == 1 ? " row" : " rows");
    board_.place = {last_line_, 1};
  }
  end_board();
  is_single_line_ = is_single_line;
  return true;
}

bool BoardReader::adds_to_section_board() const {
  if (section_ == 0 || board_section_ == 0 || section_ == board_section_) return false;
  if (is_title_ && sudoku::has_blank(done_.grid)) return false;
  return done_.error.empty() && has_clues_of(done_.grid, section_board_);
}

bool BoardReader::end_board() {
  if (blanks_.has_candidates && board_.error.empty()) {
    settle_candidates(candidates_, board_);
    if (!board_.error.empty()) board_.place = places_[0];
  }
  if (blanks_.numbers.minus_one && (blanks_.numbers.zero || has_zero_digits_) &&
      board_.error.empty()) {
    board_.error = kMixedBlanks;
    board_.place = places_[0];
  }
  std::swap(done_, board_);
  is_single_line_ = false;
  board_ = PuzzleText{};
  is_state_ = adds_to_section_board();
  if (!is_state_) {
    board_section_ = done_.error.empty() ? section_ : 0;
    section_board_ = done_.grid;
  }
  section_ = 0;
  line_reason_.clear();
  blanks_ = {};
  candidates_.clear();
  rows_ = period_ = rows_at_blank_ = 0;
  has_named_row_ = false;
  done_lines_ = std::exchange(board_lines_, 0);
  was_answered_ = std::exchange(answered_, false);
  return true;
}

}  // namespace puzzled::sudoku
