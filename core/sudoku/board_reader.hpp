// Reads boards of nine rows from a stream of lines. The cutter runs it to find where boards end,
// the block solver to get at the boards: one grammar, so the two cannot disagree.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/sudoku/block_cut.hpp"
#include "core/sudoku/puzzle_text.hpp"

namespace puzzled::sudoku {

enum class BoardEvent {
  kNone,   ///< nothing to answer yet
  kBoard,  ///< board() is complete, or broken off and so in error
  kEnd,    ///< the judges' `end`; call finish()
};

/// A board is nine lines of cells. Blank lines, sections and titles stand between boards: one that
/// comes earlier breaks the board off. Rulers and comments may stand anywhere. A line that is no
/// row of nine cells still counts as a row, so that one bad line costs one board, not the rest.
class BoardReader {
 public:
  explicit BoardReader(const BlockContext& context);

  /// Takes the next line, without its line end.
  BoardEvent feed(std::string_view line);

  /// Passes over the blank lines and comments that `text` begins with, if that is quicker than to
  /// feed them: between boards, where they mean nothing.
  void skip_blank_lines(std::string_view& text);

  /// To be called when no line is left: kBoard if a board was broken off, else kNone.
  BoardEvent finish();

  /// The board of the last kBoard event, until the next call of feed().
  const PuzzleText& board() const { return board_; }

  /// Where a cell of board() stood. REQUIRES: board() is not in error.
  TextPlace place_of(int cell) const { return cell_places_[static_cast<std::size_t>(cell)]; }

  /// Rows of the unfinished board so far, 0..8.
  int rows() const { return rows_; }

  /// What a reader of the following text must start from.
  BlockContext context() const;

 private:
  BoardEvent break_off();
  BoardEvent end_board();
  void read_row(std::string_view line);

  PuzzleText board_;
  std::array<TextPlace, kCells> cell_places_{};
  std::uint32_t lines_ = 0;
  std::uint32_t last_row_line_ = 0;
  int rows_ = 0;
  bool answered_;  // of the board at hand an earlier block has answered
  bool skipping_section_;
  bool count_may_follow_;  // POJ 2676: the first line may be the number of boards
  BoardCount count_;       // its lines are those before this reader's first
};

}  // namespace puzzled::sudoku
