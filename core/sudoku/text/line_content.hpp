// Classifies a line of text: puzzles, rows of a board, decoration, or a fault. All readers use it
// for lines that are not in the plainest form; its result depends on the line alone.
//
// Puzzles are found first, wherever they stand: 81 cells in a row, with a sign that is neither
// letter nor digit before and behind. Otherwise the line without borders, separators, brackets and
// quotes must be nine cells (a row) or 81 (a puzzle).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/sudoku/text/normal_line.hpp"
#include "core/sudoku/text/puzzle_text.hpp"

namespace puzzled::sudoku {

/// A word of a table or a list that is one cell: `5`, `.`, `5.0`, and for a blank `-1`, `null`,
/// `None`, `nan` or nothing at all. Its value; nothing for any other word.
std::optional<std::uint8_t> value_of_word(std::string_view word);

/// Whether programs write `word` for a missing value: `null`, `None`, `nan`, `NA`, `nil`, in any
/// case, or nothing but white space.
bool is_missing_value(std::string_view word);

/// Whether `behind`, which follows a puzzle, begins as HoDoKu writes the candidates of it that are
/// deleted: `:653 472:`, each a digit, a row and a column.
bool has_deleted_candidates(std::string_view behind);

class LineContent {
 public:
  /// So many adjacent cells were meant to be a puzzle; shorter runs may be dates and numbers in
  /// titles.
  static constexpr std::size_t kSuspectCells = 20;

  enum class Kind {
    kPuzzles,  ///< one or more, 81 cells each
    kRows,     ///< a row of nine cells
    kDashes,   ///< nine times `-`, `_` or `*`: a row of blanks in a board that has them, or a ruler
    kRuler,    ///< signs without any cell: `---+---`, `}],`
    kTitle,    ///< words, a date, or a number with a sign beside it: `1)`, `=== 1 ===`
    kSection,  ///< words in brackets: `[Puzzle]`
    kNumber,   ///< digits alone, the first not 0, or `1.`: perhaps a count or a title
    kFault,    ///< anything else; reason() says why
  };

  /// Reads `line`, which must stay in place while its parts are used. It has no line end, except
  /// in quoted fields, and at most kMaxLineBytes bytes.
  void read(std::string_view line, const BlankSigns& blanks);

  Kind kind() const { return kind_; }

  /// Cells of all puzzles or rows, in order; 0 for a blank.
  std::span<const std::uint8_t> values() const { return values_; }
  /// Offset in the line of each.
  std::span<const std::uint32_t> offsets() const { return offsets_; }

  /// The text of puzzle `index` if its cells stand side by side, else empty.
  std::string_view puzzle_text(std::size_t index) const;
  /// Whether all of the line's puzzles are full grids.
  bool is_full() const { return is_full_; }

  /// Some cells hold several digits, which count as blanks, or candidates stand behind the puzzle:
  /// they are not looked at.
  bool has_candidates() const { return has_candidates_; }
  /// Of each of values(), as settle_candidates() takes them; empty if no cell has any.
  std::span<const std::uint16_t> candidates() const { return candidates_; }
  /// Of the words `-1` and `0`.
  BlankNumbers blank_numbers() const { return blank_numbers_; }
  /// The cells are integers, each separated from the next by one space, and nothing else.
  bool has_spaced_integers() const { return has_spaced_integers_; }
  /// A word stands in front of the row.
  bool has_name() const { return has_name_; }
  /// Of kDashes, of kRows with blanks like that, and of shorter lines of it: `-`, `_` or `*`.
  char dash() const { return dash_; }
  /// Cell characters of the line, and the most of them side by side.
  std::size_t cells() const { return cells_; }
  std::size_t longest_token() const { return longest_token_; }

  /// Why a line that should be a puzzle is not one, and at which offset.
  const std::string& reason() const { return reason_; }
  std::size_t fault_offset() const { return fault_offset_; }
  /// The same for a row, as text to follow `row 1 `.
  const std::string& row_reason() const { return row_reason_; }

 private:
  struct Span {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t size() const { return end - begin; }
  };
  struct Run {
    Span span;
    bool is_full = true;
    bool is_contiguous = true;  // no `+` before a digit
  };

  void find_runs();
  bool take_puzzles();
  void take_run(const Run& run);
  bool take_flat();
  bool take_rows();
  bool begins_item() const;
  void drop_mark();
  bool take_spans(bool may_be_candidates);
  bool take_fields(char separator);
  bool take_bars();
  bool take_segment(Span segment);
  bool take_tokens();
  bool take_cells();
  bool take_spaces();
  bool take_bordered();
  bool take_named_row();
  bool is_ruler_of_columns() const;
  bool take_field(Span field, bool may_be_candidates);
  void take_all_cells();
  void forget_cells();
  bool end_cells(Kind kind);
  void classify_rest();
  bool is_title(bool has_letter) const;
  void explain();
  bool explain_stand_in();
  void push(std::uint8_t value, std::size_t at);
  Span trimmed_span(Span span) const;
  std::string_view text_of(Span span) const { return text_.substr(span.begin, span.size()); }

  NormalLine normal_;
  std::string_view line_;
  std::string_view text_;  // of the normal line
  Span body_;              // of text_, without what is not looked at for rows
  Kind kind_ = Kind::kFault;
  std::vector<std::uint8_t> values_;
  std::vector<std::uint32_t> offsets_;
  std::vector<std::uint16_t> candidates_;
  std::vector<Run> runs_;
  std::vector<Span> puzzle_spans_;  // in line_
  std::vector<Span> spans_;
  bool is_full_ = false;
  bool has_candidates_ = false;
  bool has_spaced_integers_ = false;
  bool has_name_ = false;
  BlankNumbers blank_numbers_;
  char dash_ = 0;
  std::size_t cells_ = 0;
  std::size_t ruler_cells_ = 0;  // of them, those in runs of one dash
  std::size_t longest_token_ = 0;
  Span suspect_;  // a token nearly as long as a puzzle
  std::string reason_;
  std::string row_reason_;
  std::size_t fault_offset_ = 0;
};

}  // namespace puzzled::sudoku
