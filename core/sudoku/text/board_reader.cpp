#include "core/sudoku/text/board_reader.hpp"

#include <algorithm>
#include <utility>

#include "core/sudoku/text/lines.hpp"
#include "core/sudoku/text/text_form.hpp"

namespace puzzled::sudoku {

BoardReader::BoardReader(const BlockContext& context, std::uint32_t lines_before)
    : lines_(lines_before),
      rows_(context.answered_rows),
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

TextPlace BoardReader::place_of(int cell) const {
  const auto row = static_cast<std::size_t>(row_of(cell));
  return {row_lines_[row], cells_[row].offsets[static_cast<std::size_t>(column_of(cell))] + 1};
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
        "the board ends after " + std::to_string(rows_) + (rows_ == 1 ? " row" : " rows");
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
  RowCells& row = cells_[static_cast<std::size_t>(rows_)];
  row_lines_[static_cast<std::size_t>(rows_)] = lines_;
  last_row_line_ = lines_;
  std::size_t at = 0;  // of the error
  std::string error;
  if (line.size() > kMaxLineBytes) {
    error = "is longer than " + std::to_string(kMaxLineBytes) + " bytes";
  } else {
    row = sudoku::read_row(line);
    if (row.is_whole(line)) {
      std::copy_n(row.values.begin(), kSide, board_.grid.digits.begin() + rows_ * kSide);
      return;
    }
    if (row.end < line.size()) {
      at = row.end;
      error = cell_value(line[at]) < 0
                  ? "has " + quoted(line[at]) + ", which is not a cell character"
                  : "has more than 9 cells";
    } else {
      if (row.count > 0) at = row.offsets[row.count - 1];
      error = "has " + std::to_string(row.count) + (row.count == 1 ? " cell" : " cells") +
              " instead of 9";
    }
  }
  if (board_.error.empty()) {
    board_.error = "row " + std::to_string(rows_ + 1) + ' ' + error;
    board_.place = {lines_, static_cast<std::uint32_t>(at) + 1};
  }
}

}  // namespace puzzled::sudoku
