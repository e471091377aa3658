// Reads the puzzles of a block of text in any form, one after another. All code that iterates over
// puzzles uses this reader:
//
//     PuzzleReader reader(block, form, context);
//     while (reader.next()) {
//       const PuzzleText& puzzle = reader.puzzle();
//       … puzzle.error.empty() ? puzzle.grid : …
//     }
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/sudoku/text/block_context.hpp"
#include "core/sudoku/text/board_reader.hpp"
#include "core/sudoku/text/cells.hpp"
#include "core/sudoku/text/csv.hpp"
#include "core/sudoku/text/faults.hpp"
#include "core/sudoku/text/field_reader.hpp"
#include "core/sudoku/text/line_content.hpp"
#include "core/sudoku/text/list_reader.hpp"
#include "core/sudoku/text/puzzle_text.hpp"
#include "core/sudoku/text/text_form.hpp"

namespace puzzled::sudoku {

/// A hash of the words in front of a grid or above it, without digits and signs: `[Puzzle 1]` and
/// `puzzle 2:` are the same; 0 if there are none.
std::uint64_t name_of(std::string_view words);

/// Neither copies nor changes the block, which must outlive it. Blank lines, comments and
/// decoration are no items; a line `end` ends the block.
class PuzzleReader {
 public:
  enum class Item {
    kPlainLines,  ///< plain_lines()
    kPuzzle,      ///< puzzle(), well-formed; its clues may contradict each other
    kFault,       ///< puzzle(), which has an error
    kHeader,      ///< line() of a table; only after show_headers()
    kEmpty,       ///< a blank line or comment; only where each line is answered (TextForm)
  };

  /// REQUIRES: cut_block() cut `block` with this form and context. With a counter, runs of plain
  /// lines are found but not read, which is ten times as fast, for callers with batches. Without
  /// one, each is read as a puzzle.
  PuzzleReader(std::string_view block, const TextForm& form, const BlockContext& context,
               PlainLineCounter count_plain_lines = nullptr);

  /// The number of plain lines that a reader of these would find first. If they are all of the
  /// block, it needs no reader, which takes 80 ns to make: a third of the time for an easy puzzle.
  static std::size_t leading_plain_lines(std::string_view block, const TextForm& form,
                                         const BlockContext& context,
                                         PlainLineCounter count_plain_lines);

  /// Moves to the next item; nothing when none is left. A run has at most `max_lines` lines,
  /// from 1.
  std::optional<Item> next(std::size_t max_lines = kMaxLines);

  /// From now on headers of tables are items, too, for callers that write tables.
  void show_headers() { shows_headers_ = true; }

  /// The lines of the run at hand, plain_line_bytes() each, of which the first kCells are the
  /// puzzle. The first of them is line number place().line.
  std::string_view plain_lines() const { return plain_lines_; }

  /// The puzzle or fault at hand; it changes with the next item.
  const PuzzleText& puzzle() const;

  /// Of the fault, or of the first cell of the puzzle or the run: counted from the block's first
  /// line, of which the rest of an overlong one that the block begins with is one.
  TextPlace place() const;

  /// What the puzzle, fault or header at hand came on, to be written again: its record in a table,
  /// its line, or its 81 characters if others stand on the line; empty if its cells stand apart.
  std::string_view line() const { return line_; }

  /// The cells of the puzzle at hand do not stand side by side: only place_of() knows where.
  bool is_scattered() const;

  /// Where a cell of the puzzle at hand stands.
  TextPlace place_of(int cell) const;

  /// The number of line feeds read so far.
  std::uint64_t line_ends() const;

  /// How the lines read so far were handled.
  const Account& account() const { return account_; }

  // For the cutter:

  /// A place where the block may end: a reader of the following text needs only `context`.
  struct Seam {
    std::size_t position = 0;  ///< bytes of the block before it
    BlockContext context{};
  };

  /// From now on the block is the beginning of a longer text, of which `whole` bytes are whole
  /// lines: a board at its end is not broken off, and seams are noted within the first `max_lines`
  /// lines. Behind them reading ends, if there was a seam.
  void keep_open(std::size_t whole, std::size_t max_lines);
  /// Whether reading has ended at the limit of lines.
  bool is_full() const { return is_full_; }
  /// The last seam; its position is 0 if there was none.
  const Seam& seam() const { return seam_; }
  /// Bytes of the block that have been read, and what a reader of the rest must know.
  std::size_t position() const { return block_.size() - rest_.size(); }
  BlockContext context() const;
  /// A line `end` was read.
  bool has_seen_end() const { return saw_end_; }

 private:
  static constexpr std::size_t kMaxLines = static_cast<std::size_t>(-1);

  enum class Source { kLine, kBoard, kFound };

  /// A puzzle that shares its line with others.
  struct Found {
    PuzzleText puzzle;
    std::string_view line;
    bool is_scattered = false;
    bool is_header = false;
    std::array<TextPlace, kCells> places{};
  };

  std::optional<Item> next_of_lines(std::size_t max_lines);
  Item read_any_line(std::string_view line);
  std::optional<Item> next_of_any(std::size_t max_lines);
  bool take_plain_lines(std::size_t max_lines);
  void skip_blank_lines();
  bool take_usual_line();
  bool take_usual_row();
  bool take_usual_record();
  std::optional<std::string_view> field_of_line(std::string_view line) const;
  void read_line();
  std::string_view take_record();
  void read_record(std::string_view record);
  void count_record(std::string_view record, std::string_view field);
  bool is_only_puzzle(std::string_view record, std::string_view field) const;
  bool is_like_records(std::string_view line) const;
  bool lacks_puzzle(std::string_view record, std::optional<std::string_view> field) const;
  bool take_ruler_of_column();
  bool is_beside_its_puzzle(const Grid& grid, std::uint64_t name) const;
  TextPlace place_in_record(std::string_view record, std::size_t offset) const;
  bool read_field(std::string_view record, std::string_view field);
  std::string_view cell_columns(std::string_view record) const;
  void take_header(std::string_view line);
  void read_content(std::string_view line);
  LineContent::Kind kind_of_content();
  void refuse_content(std::uint32_t offset, std::string_view line);
  void add_rows(std::uint32_t offset);
  /// A fault instead of the puzzle that was found last, if its numbers are of two kinds.
  void refuse_mixed_blanks(BlankNumbers numbers);
  bool add_puzzles(std::uint32_t offset, std::string_view whole);
  void read_lists();
  void begin_lists(std::size_t prefix, std::string_view line);
  void take_list_event(ListReader::Event event);
  void take_record_puzzles(std::size_t first);
  void refuse_for_rules();
  bool waits_for_record() const {
    return in_list_line_ && !ended_ && found_at_ < found_size_ && lists_.holds_puzzle();
  }
  bool refuse_regions(std::string_view line);
  std::optional<std::size_t> rule_field(std::string_view record) const;
  std::string rule_line_of(std::string_view record, const Grid& grid) const;
  void read_record_with_rules(std::string_view record, std::size_t rules,
                              std::optional<std::string_view> field);
  bool take_regions_below();
  void end_list_line();
  bool list_line_was_answered_before() const {
    return list_line_is_counted_ && list_line_was_answered_;
  }
  void uncount_list_board();
  void end_list();
  Found& add_found();
  void add_fault(std::string_view reason, TextPlace place, std::string_view line);
  void refuse_line(std::string_view reason, std::uint32_t column, std::string_view line);
  bool refuses(std::string_view line);
  void take_board();
  void break_off();
  void settle_rulers();
  bool is_between_puzzles() const;
  void note_seam();
  bool is_within_constraints(std::size_t at) const;
  bool may_have_regions_below(std::size_t at) const;
  void end_block();
  void count_line(std::uint64_t Account::*use, std::uint64_t lines = 1);
  void answered_lines(PrecedingText preceding_text);
  std::optional<Item> item(Source source);

  std::string_view block_;
  std::string_view rest_;     // not read yet; it begins with line `number_`, unless ended_
  std::uint32_t number_ = 1;  // of lines, from the block's first
  bool ended_ = false;
  bool saw_end_ = false;
  bool is_open_ = false;
  bool is_full_ = false;
  std::size_t whole_ = 0;
  std::size_t max_lines_ = 0;
  Seam seam_;
  bool is_starved_ = false;  // the block ends within a record that goes on behind it
  const TextForm form_;
  PlainLineCounter count_plain_lines_;  // null: they are not looked for
  std::size_t known_plain_lines_;       // at the beginning of rest_
  std::string_view plain_lines_;
  std::string_view line_;
  bool shows_headers_ = false;
  bool begins_content_;
  bool begins_board_;
  bool is_behind_header_ = false;
  PrecedingText preceding_text_;
  Account account_;

  PuzzleText puzzle_;  // of Source::kLine
  Source source_ = Source::kLine;
  BoardReader boards_;
  LineContent content_;
  ListReader lists_;
  std::optional<BesideGrid> beside_;
  FieldReader field_;
  std::optional<CsvRecords> records_;  // of a table with quotes

  // Of the list line at hand.
  bool in_list_line_ = false;
  std::uint64_t list_name_ = 0;
  std::size_t hold_begin_ = 0;          // position of a puzzle that waits for the end of its record
  std::ptrdiff_t list_line_begin_ = 0;  // offset in rest_ of the line at hand
  bool list_line_has_cells_ = false;
  bool list_board_shares_line_ = false;  // the board at hand begins behind other cells of a line
  bool list_line_is_counted_ = false;    // its beginning was in the block before,
  bool list_line_was_answered_;          // and had cells

  std::vector<Found> found_;
  std::size_t found_size_ = 0;
  std::size_t found_at_ = 0;  // one more than the one at hand
};

}  // namespace puzzled::sudoku
