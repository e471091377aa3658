// Reads boards of other sizes than 9x9 from a block of text, one after the other, and what is wrong
// with those that are none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/variants/model.hpp"
#include "core/variants/text/blank_dash.hpp"
#include "core/variants/text/board_form.hpp"
#include "core/variants/text/cell_words.hpp"
#include "core/variants/text/notation.hpp"

namespace puzzled::variants {

/// The lines of a text by what they are.
struct LineCounts {
  std::uint64_t answered = 0;
  std::uint64_t blank = 0;
  std::uint64_t comments = 0;
  std::uint64_t decoration = 0;  ///< titles, rulers, a number of boards
  std::uint64_t spread = 0;      ///< boards on several lines, but for constraint lines

  LineCounts& operator+=(const LineCounts& other) {
    answered += other.answered;
    blank += other.blank;
    comments += other.comments;
    decoration += other.decoration;
    spread += other.spread;
    return *this;
  }
};

class BoardReader {
 public:
  enum class Item : std::uint8_t {
    kBoard,
    kPuzzle,  ///< a board with rules, which line() states
    kFault,   ///< reason() says why what stands at place() is no board
    kEmpty,   ///< a line that is to be answered by an empty one
    kEnd,     ///< nothing more
  };

  /// Text and form must outlive this. The first line has that number.
  BoardReader(std::string_view text, const BoardForm& form, std::uint32_t first_line = 1);

  /// What stands at the end of the text may go on behind it: no fault is made of it.
  void keep_open() { is_open_ = true; }

  Item next();

  // Of a board:
  int size() const { return size_; }
  /// For each cell its value, 0 for a blank.
  std::span<const std::uint8_t> values() const { return values_; }
  const Notation& notation() const { return *notation_; }
  bool is_lower_case() const { return is_lower_case_; }
  /// It stands on several lines.
  bool is_in_rows() const { return is_in_rows_; }
  TextPlace place_of(Cell cell) const;

  // Of a puzzle: its line; of one on several lines, these without their ends.
  std::string_view line() const { return line_; }

  /// The board or puzzle that next() said, as a puzzle: an error if what a line states is wrong,
  /// and of a fault its reason. REQUIRES: kBoard, kPuzzle or kFault.
  Result<Puzzle> puzzle(Item item) const;

  // Of a puzzle or a fault:
  TextPlace place() const { return place_; }
  const std::string& reason() const { return reason_; }

  /// Of all that was read.
  const LineCounts& counts() const { return counts_; }
  /// Line feeds that were read.
  std::uint64_t line_ends() const { return line_ends_; }
  /// Bytes up to the end of the last board, or of what is between boards.
  std::size_t seam() const { return seam_; }
  bool has_seen_end() const { return has_seen_end_; }

 private:
  Item take_document();
  std::optional<Item> take_constraints(std::string_view text);
  Item read_line();
  Item read_row_line();
  bool is_ruler_line() const;
  bool is_row_line(bool as_words) const;
  Item end_board();
  bool take_regions_below();
  Item take_board(int size, bool as_words);
  int size_of_line() const;
  bool choose_notation(int size);
  void read_cells();
  bool has_number_words(int size) const;
  void begin_rows();
  void add_row(int size, bool as_words);
  Item fault(std::size_t column, std::string reason);
  void note_fault(TextPlace place, std::string reason);
  bool may_be_row() const;
  bool are_mostly_cells(const std::vector<std::string_view>& cells) const;
  bool is_decoration() const;

  const std::string_view text_;
  const BoardForm& form_;
  std::string_view rest_;
  std::string_view line_;
  std::string joined_;           // of a puzzle on several lines
  std::size_t before_line_ = 0;  // bytes of the text from line_ on
  std::uint32_t line_number_;    // of line_
  bool is_open_ = false;
  CellWords words_;

  int size_ = 0;
  std::vector<std::string_view> cells_;
  std::vector<std::uint8_t> values_;
  std::vector<std::uint32_t> row_lines_;  // numbers of the lines of the rows
  std::vector<std::string_view> row_texts_;
  std::optional<Notation> notation_;
  int notation_size_ = 0;
  bool is_lower_case_ = false;
  bool is_in_rows_ = false;
  int rows_ = 0;               // of the board at hand
  BlankDash dash_;             // its own
  bool is_undecided_ = false;  // it takes text behind an open end to know that
  bool is_spaced_ = false;     // a blank line between the first rows
  bool has_fault_ = false;     // the board at hand

  TextPlace place_;
  std::string reason_;
  LineCounts counts_;
  std::uint64_t line_ends_ = 0;
  std::size_t seam_ = 0;
  bool has_seen_end_ = false;
};

/// Offset in `text`, which begins with a board, at which a block may end. 0: not yet.
/// `at_end`: nothing comes behind it; `full`: no more of it can be held.
struct BoardCut {
  std::size_t size = 0;
  bool ends_within_line = false;   ///< the rest of an overlong line needs no answer
  bool ends_within_board = false;  ///< further lines of a board that is too long need no answer
  bool has_seen_end = false;       ///< the last line is `end`
  bool is_full = false;            ///< the rest may hold more blocks
};
BoardCut cut_board_text(std::string_view text, const BoardForm& form, bool at_end, bool full);

/// As cut_board_text(), of text that may begin with further lines of such a board: the block holds
/// nothing but them. Its size is 0 if there is none, or none that is whole.
BoardCut cut_rest_of_board(std::string_view text, bool at_end);

}  // namespace puzzled::variants
