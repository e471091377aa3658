// Assembles rows to boards of nine, and detects where a board is incomplete.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/sudoku/text/block_context.hpp"
#include "core/sudoku/text/cells.hpp"
#include "core/sudoku/text/puzzle_text.hpp"

namespace puzzled::sudoku {

/// Which signs a row uses for blanks.
struct RowBlanks {
  char dash = 0;           ///< `-`, `_`, `*` or a space, if the row has it
  bool has_other = false;  ///< any other
  BlankNumbers numbers{};
  bool has_candidates = false;  ///< some digits of a cell that is blank, or of all but these
  bool is_named = false;  ///< a word stands in front, so that one that stays alone was a title
};

/// A board is nine rows. Titles and sections stand between boards: one that comes earlier breaks
/// the board off. Rulers and comments may stand anywhere. So may blank lines behind every row or
/// behind every third; where they do, a row that comes without one shows that the rows before the
/// last blank line were a board that has lost its end. A wrong row counts as a row, so that it
/// invalidates one board, not the rest.
///
/// Functions that return true have completed board(): nine rows, or what is left of a board that
/// was broken off, in error.
class BoardReader {
 public:
  explicit BoardReader(const BlockContext& context);

  /// The next row: nine values, and where each stands.
  bool add_row(std::span<const std::uint8_t, kSide> values,
               std::span<const TextPlace, kSide> places, RowBlanks blanks);
  /// The same for cells in one line, at these offsets; with the candidates of each, if the row has
  /// any.
  bool add_row(std::span<const std::uint8_t, kSide> values,
               std::span<const std::uint32_t, kSide> offsets, std::uint32_t line, RowBlanks blanks,
               std::span<const std::uint16_t> candidates = {});

  /// An invalid row. `row_reason` follows the words `row 1 `. If no rows follow, it is an invalid
  /// puzzle on a line, for the reason `line_reason`.
  bool add_bad_row(std::string_view row_reason, std::string_view line_reason, TextPlace place);

  /// Nine times `dash`: a row if that is how the board marks blanks, else a ruler.
  bool add_dashes(char dash, std::uint32_t line);
  void add_ruler();
  bool add_blank_line();
  /// A title, or a section such as `[Puzzle]`, by its name_of().
  bool add_heading(std::uint64_t name, bool is_title);
  /// The name of the title or section that came last, if no board came since; else 0.
  std::uint64_t heading() const { return section_; }
  /// Text that follows belongs to no section.
  /// A number 0 is a digit on all boards that have -1 for blanks.
  void count_digits_from_zero() { has_zero_digits_ = true; }
  void forget_section() { section_ = board_section_ = 0; }

  /// Ends the current board, if there is one.
  bool break_off();

  /// The last completed board. Its place is valid only for an error.
  const PuzzleText& board() const { return done_; }
  /// It stands in a section of another name than the one before, and has all clues of the board
  /// there: the state of a puzzle in play, or its solution, which has no answer of its own. Under a
  /// title only a full grid is one.
  bool is_state() const { return is_state_; }
  /// Whether it was a single line, which may not be a row at all.
  bool is_single_line() const { return is_single_line_; }
  /// Whether it has been answered in an earlier block.
  bool was_answered() const { return was_answered_; }
  /// The number of lines that its rows took.
  std::uint32_t lines() const { return done_lines_; }
  /// Where a cell of board() stood. REQUIRES: board() is not in error, and no row came since.
  TextPlace place_of(int cell) const { return places_[static_cast<std::size_t>(cell)]; }

  /// Rows of the unfinished board so far, 0..8; nothing of a board has been seen.
  int rows() const { return rows_; }
  bool is_idle() const { return rows_ == 0 && dashes_.empty(); }
  /// Whether the current board marks blanks by this sign.
  bool has_blank(char dash) const { return dash != 0 && blanks_.dash == dash; }

  /// How many lines that may have been rows turned out to be rulers since the last call.
  std::uint32_t take_rulers() { return std::exchange(rulers_, 0); }

  /// Stores the state that a reader of the following text needs. REQUIRES: see BlockContext.
  void save(BlockContext& context) const;

 private:
  /// Nine dashes before which there were so many rows.
  struct Dashes {
    char sign;
    std::uint32_t line;
    int rows_before;
  };

  void make_places();
  bool before_row();
  bool before_cells(RowBlanks blanks);
  void drop_title();
  bool push_row();
  bool resolve_dashes(RowBlanks blanks);
  void insert_blank_row(int at, std::uint32_t line);
  bool end_board();
  bool adds_to_section_board() const;

  PuzzleText board_;  // at hand
  PuzzleText done_;
  std::vector<TextPlace> places_;          // kCells from the first row on: most texts have no board
  std::vector<std::uint16_t> candidates_;  // kCells if a row of the board at hand has any
  std::string line_reason_;                // of a bad row that may be a bad line
  std::vector<Dashes> dashes_;
  RowBlanks blanks_;
  bool has_zero_digits_ = false;
  bool has_named_row_ = false;  // the first of the board at hand
  int rows_ = 0;
  int period_ = 0;         // blank lines come behind so many rows; 0: none came
  int rows_at_blank_ = 0;  // rows before the last blank line
  std::uint32_t last_line_ = 0;
  std::uint32_t board_lines_ = 0;
  std::uint32_t done_lines_ = 0;
  std::uint32_t rulers_ = 0;
  bool answered_ = false;  // an earlier block has answered the board at hand
  bool was_answered_ = false;
  bool is_state_ = false;
  bool is_single_line_ = false;
  std::uint64_t section_ = 0;        // that the next board stands in, or its title
  bool is_title_ = false;            // which it is
  std::uint64_t board_section_ = 0;  // of section_board_; 0: it is not known
  Grid section_board_{};
};

}  // namespace puzzled::sudoku
