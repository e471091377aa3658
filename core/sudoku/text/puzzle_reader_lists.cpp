// PuzzleReader: lists in brackets.
#include <algorithm>
#include <string>
#include <utility>

#include "core/region_map.hpp"
#include "core/sudoku/text/characters.hpp"
#include "core/sudoku/text/lines.hpp"
#include "core/sudoku/text/puzzle_reader.hpp"

namespace puzzled::sudoku {
namespace {

bool is_region_grid(const Grid& grid) {
  // Most grids are known by one of their values.
  if (std::ranges::count(grid.digits, grid.digits[0]) != kSide) return false;
  std::string symbols;
  for (const std::uint8_t digit : grid.digits) symbols += static_cast<char>('0' + digit);
  return may_be_regions(symbols, kSide) && map_kind(symbols) == MapKind::kRegions;
}

}  // namespace

/// Puts the end of `line`, which has been taken, back: from its offset `prefix` on.
void PuzzleReader::begin_lists(std::size_t prefix, std::string_view line) {
  rest_ = block_.substr(static_cast<std::size_t>(line.data() - block_.data()) + prefix);
  --number_;
  in_list_line_ = true;
  list_line_begin_ = -static_cast<std::ptrdiff_t>(prefix);
  list_line_has_cells_ = list_line_is_counted_ = false;
  list_name_ = name_of(line.substr(0, prefix));
  if (list_name_ == 0) list_name_ = boards_.heading();
  // Behind words, the solution of a list behind other words may come.
  if (beside_ && (list_name_ == 0 || beside_->name == list_name_)) beside_.reset();
}

/// Counts the line at hand.
void PuzzleReader::end_list_line() {
  const bool has_cells = std::exchange(list_line_has_cells_, false);
  if (std::exchange(list_line_is_counted_, false)) {
    if (!has_cells || list_line_was_answered_) return;
    // The block before knew nothing of these cells.
    --account_.decoration;
  }
  count_line(has_cells ? &Account::answered : &Account::decoration);
}

/// Goes on in a list until something is found.
void PuzzleReader::read_lists() {
  std::size_t at = 0;
  std::uint32_t line = number_;
  const ListReader::Event event = lists_.next(rest_, at, line, list_line_begin_);
  if (line > number_) {
    end_list_line();
    count_line(&Account::decoration, line - number_ - 1);
    number_ = line;
  }
  account_.spread += lists_.take_lines_within();
  rest_.remove_prefix(at);
  list_line_begin_ -= static_cast<std::ptrdiff_t>(at);
  const std::size_t found_before = found_size_;
  take_list_event(event);
  if (found_size_ > found_before) take_record_puzzles(found_before);
  settle_rulers();
  if (lists_.depth() == 0 && lists_.is_idle()) end_list();
}

/// What has just been found waits for the end of its record, or is refused for the rules in it.
void PuzzleReader::take_record_puzzles(std::size_t first) {
  for (std::size_t i = first; i < found_size_; ++i) {
    const Found& found = found_[i];
    if (found.puzzle.error.empty() && is_region_grid(found.puzzle.grid)) {
      lists_.add_regions();
      if (!lists_.has_rules()) continue;
      if (i + 1 == found_size_ && found_at_ < i) --found_size_;  // no puzzle of its own
    }
  }
  if (lists_.has_rules()) return refuse_for_rules();
  for (std::size_t i = first; i < found_size_; ++i) lists_.hold_puzzle();
  hold_begin_ = position();
}

void PuzzleReader::refuse_for_rules() {
  for (std::size_t i = found_at_; i < found_size_; ++i) {
    Found& found = found_[i];
    if (!found.puzzle.error.empty()) continue;
    found.puzzle.error = lists_.rules_reason();
    lists_.note_refusal();
  }
}

void PuzzleReader::take_list_event(ListReader::Event event) {
  using Event = ListReader::Event;
  switch (event) {
    case Event::kEnd:
      return;
    case Event::kRules:
      refuse_for_rules();
      return;
    case Event::kListEnd:
      return break_off();
    case Event::kRow:
    case Event::kBadRow: {
      if (boards_.rows() == 0) {
        list_board_shares_line_ = list_line_has_cells_ || list_line_was_answered_before();
      }
      list_line_has_cells_ = true;
      const bool done =
          event == Event::kRow
              ? boards_.add_row(lists_.values().first<kSide>(), lists_.places().first<kSide>(),
                                {.has_other = true, .numbers = lists_.blank_numbers()})
              : boards_.add_bad_row(lists_.reason(), lists_.line_reason(), lists_.fault_place());
      if (done) take_board();
      begins_content_ = false;
      return;
    }
    case Event::kPuzzle: {
      break_off();
      Grid grid;
      std::ranges::copy(lists_.values(), grid.digits.begin());
      if (is_beside_its_puzzle(grid, list_name_)) break;
      Found& found = add_found();
      found.puzzle.grid = grid;
      std::ranges::copy(lists_.places(), found.places.begin());
      found.is_scattered = true;
      found.puzzle.place = found.places[0];
      refuse_mixed_blanks(lists_.blank_numbers());
      answered_lines(PrecedingText::kLines);
      beside_ = BesideGrid{grid, list_name_};
      break;
    }
    case Event::kFault:
      break_off();
      add_fault(lists_.reason(), lists_.fault_place(), {});
      answered_lines(preceding_text_);
      break;
  }
  list_line_has_cells_ = true;
}

/// The board that has just been completed has no answer: its lines are decoration unless they hold
/// something else. The last of them is still at hand.
void PuzzleReader::uncount_list_board() {
  const std::uint32_t counted = boards_.lines() - 1;
  if (counted == 0) {
    list_line_has_cells_ = list_board_shares_line_;
    return;
  }
  const std::uint32_t alone = counted - (list_board_shares_line_ ? 1 : 0);
  account_.answered -= alone;
  account_.decoration += alone;
  list_line_has_cells_ = false;
}

/// The list is over; its line may go on.
void PuzzleReader::end_list() {
  const std::size_t newline = rest_.find('\n');
  const std::string_view behind = rest_.substr(0, newline);
  const std::size_t more = behind.find_first_not_of(" \t\r,;");
  if (more != kNone && begins_list(behind.substr(more))) return;
  in_list_line_ = false;
  if (list_name_ == 0) beside_.reset();
  if (list_line_begin_ == 0) return;  // a line of its own
  rest_.remove_prefix(newline == kNone ? rest_.size() : newline + 1);
  ++number_;
  if (more != kNone && behind.size() > kMaxLineBytes) {
    break_off();
    add_fault(too_long_reason(), {number_ - 1, static_cast<std::uint32_t>(1 - list_line_begin_)},
              {});
    list_line_has_cells_ = true;
    answered_lines(preceding_text_);
  } else if (more != kNone) {
    content_.read(behind, form_.blanks);
    if (content_.kind() == LineContent::Kind::kPuzzles) {
      break_off();
      (void)add_puzzles(static_cast<std::uint32_t>(-list_line_begin_), {});
      list_line_has_cells_ = true;
    } else if (content_.kind() == LineContent::Kind::kRows) {
      // `(1) 53..7....`
      list_line_has_cells_ = true;
      add_rows(static_cast<std::uint32_t>(-list_line_begin_));
    } else if (content_.kind() == LineContent::Kind::kFault &&
               content_.cells() >= LineContent::kSuspectCells) {
      break_off();
      const auto column = content_.fault_offset() + static_cast<std::size_t>(-list_line_begin_) + 1;
      add_fault(content_.reason(), {number_ - 1, static_cast<std::uint32_t>(column)}, {});
      list_line_has_cells_ = true;
      answered_lines(preceding_text_);
    }
  }
  end_list_line();
}

}  // namespace puzzled::sudoku
