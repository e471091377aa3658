// Reads the puzzles of a block of text, one after another, whatever its form. All that iterates
// over puzzles does it with this reader:
//
//     PuzzleReader reader(block, form, context);
//     while (reader.next()) {
//       const PuzzleText& puzzle = reader.puzzle();
//       … puzzle.error.empty() ? puzzle.grid : …
//     }
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/sudoku/text/block_context.hpp"
#include "core/sudoku/text/board_reader.hpp"
#include "core/sudoku/text/cells.hpp"
#include "core/sudoku/text/csv.hpp"
#include "core/sudoku/text/puzzle_text.hpp"
#include "core/sudoku/text/text_form.hpp"

namespace puzzled::sudoku {

/// Neither copies nor changes the block, which must outlive it. Blank lines, comments and headers
/// of tables are no items; a line `end` ends the block.
class PuzzleReader {
 public:
  enum class Item {
    kPlainLines,  ///< plain_lines()
    kPuzzle,      ///< puzzle(), well-formed; its clues may contradict each other
    kFault,       ///< puzzle(), which has an error
    kHeader,      ///< line() of a table; only after show_headers()
  };

  /// REQUIRES: cut_block() cut `block` with this form and context.
  /// With a counter, runs of plain lines are found but not read, which is ten times as fast: for
  /// whoever has batches. Without one, each is a puzzle as any other.
  PuzzleReader(std::string_view block, const TextForm& form, const BlockContext& context,
               PlainLineCounter count_plain_lines = nullptr);

  /// Moves to the next item; nothing when none is left. A run has at most `max_lines` lines,
  /// from 1.
  std::optional<Item> next(std::size_t max_lines = kMaxLines);

  /// From now on headers of tables are items, too: for whoever writes a table again.
  void show_headers() { shows_headers_ = true; }

  /// The lines of the run at hand, kLineBytes each. The first of them is line number place().line.
  std::string_view plain_lines() const { return plain_lines_; }

  /// The puzzle or fault at hand; it changes with the next item.
  const PuzzleText& puzzle() const { return boards_ ? boards_->board() : puzzle_; }

  /// Of the fault, or of the first cell of the puzzle or the run: counted from the block's first
  /// line, of which the rest of an overlong one that the block begins with is one.
  TextPlace place() const { return puzzle().place; }

  /// The line that the puzzle, fault or header at hand came on, without its line end; empty for
  /// boards, whose puzzles come on several.
  std::string_view line() const { return line_; }

  /// Where a cell of the puzzle at hand stands.
  TextPlace place_of(int cell) const;

  /// Line feeds in what has been read.
  std::uint64_t line_ends() const;

 private:
  static constexpr std::size_t kMaxLines = static_cast<std::size_t>(-1);

  std::optional<Item> next_of_lines(std::size_t max_lines);
  std::optional<Item> next_of_records();
  std::optional<Item> next_of_boards();
  bool take_plain_lines(std::size_t max_lines);
  bool take_usual_line();
  std::optional<Item> read_content(std::string_view line);
  Item item() const { return puzzle().error.empty() ? Item::kPuzzle : Item::kFault; }
  bool is_header(std::string_view line) const;

  std::string_view block_;
  std::string_view rest_;     // not read yet; it begins with line `number_`, unless ended_
  std::uint32_t number_ = 1;  // of lines, from the block's first
  bool ended_ = false;
  const TextForm form_;
  PlainLineCounter count_plain_lines_;  // null: they are not looked for
  std::size_t known_plain_lines_;       // at the beginning of rest_
  std::string_view plain_lines_;
  std::string_view line_;
  bool shows_headers_ = false;
  PuzzleText puzzle_;                  // unless of boards_
  std::optional<BoardReader> boards_;  // of a block of boards
  std::optional<CsvRecords> records_;  // of a table with quotes
};

}  // namespace puzzled::sudoku
