#include "core/sudoku/board_reader.hpp"

#include <utility>

namespace puzzled::sudoku {

BoardReader::BoardReader(const BlockContext& context)
    : rows_(context.answered_rows),
      answered_(context.answered_rows > 0),
      skipping_section_(context.skipping_section),
      count_may_follow_(context.count_may_follow),
      count_(context.board_count) {}

BlockContext BoardReader::context() const {
  BoardCount count = count_;
  count.lines += lines_;
  return {.begins_stream = false,
          .count_may_follow = count_may_follow_,
          .inside_line = false,
          .skipping_section = skipping_section_,
          .answered_rows = rows_,
          .board_count = count};
}

void BoardReader::skip_blank_lines(std::string_view& text) {
  if (rows_ == 0) lines_ += static_cast<std::uint32_t>(sudoku::skip_blank_lines(text));
}

BoardEvent BoardReader::feed(std::string_view line) {
  ++lines_;
  switch (classify(line, Layout::kBoards)) {
    case LineClass::kComment:
    case LineClass::kRuler:
      return BoardEvent::kNone;
    case LineClass::kBlank:
    case LineClass::kTitle:
      return break_off();
    case LineClass::kPuzzleSection:
      skipping_section_ = false;
      return break_off();
    case LineClass::kOtherSection:
      skipping_section_ = true;
      return break_off();
    case LineClass::kEnd:
      return BoardEvent::kEnd;
    case LineClass::kContent:
      break;
  }
  if (skipping_section_) return BoardEvent::kNone;
  if (count_may_follow_) {
    count_may_follow_ = false;
    if (const std::optional<std::uint32_t> number = board_count(line)) {
      count_.announced = *number;
      count_.announced_line = count_.lines + lines_;
      return BoardEvent::kNone;
    }
  }
  if (rows_ == 0) board_ = PuzzleText{};
  read_row(line);
  return ++rows_ < kSide ? BoardEvent::kNone : end_board();
}

BoardEvent BoardReader::finish() {
  return break_off();
}

BoardEvent BoardReader::break_off() {
  if (rows_ == 0) return BoardEvent::kNone;
  if (board_.error.empty()) {
    board_.error =
        "the board breaks off after " + std::to_string(rows_) + (rows_ == 1 ? " row" : " rows");
    board_.place = {last_row_line_, 1};
  }
  return end_board();
}

BoardEvent BoardReader::end_board() {
  rows_ = 0;
  ++count_.boards;
  return std::exchange(answered_, false) ? BoardEvent::kNone : BoardEvent::kBoard;
}

void BoardReader::read_row(std::string_view line) {
  last_row_line_ = lines_;
  TextPlace place{lines_, 1};
  int column = 0;
  std::string error;
  if (line.size() > kMaxLineBytes) {
    error = "is longer than " + std::to_string(kMaxLineBytes) + " bytes";
    line = {};
  }
  for (std::size_t at = 0; at < line.size() && error.empty(); ++at) {
    if (is_cell_gap(line[at])) continue;
    const int value = cell_value(line[at]);
    place.column = static_cast<std::uint32_t>(at) + 1;
    if (value < 0) {
      error = "has character " + quoted(line[at]) + ", which is no cell";
    } else if (column == kSide) {
      error = "has more than 9 cells";
    } else {
      const int cell = rows_ * kSide + column++;
      board_.grid[cell] = static_cast<std::uint8_t>(value);
      cell_places_[static_cast<std::size_t>(cell)] = place;
    }
  }
  if (error.empty() && column < kSide) {
    error = "has " + std::to_string(column) + (column == 1 ? " cell" : " cells") + " instead of 9";
  }
  if (!error.empty() && board_.error.empty()) {
    board_.error = "row " + std::to_string(rows_ + 1) + ' ' + error;
    board_.place = place;
  }
}

}  // namespace puzzled::sudoku
