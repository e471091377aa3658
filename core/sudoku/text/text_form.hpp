// The text forms a stream of puzzles can have, how one is recognised, and the line classes that
// the cutter and the block solver agree on.
//
//   lines   81 cells a line; anything behind a separator is a remark. Covers `.sdm` files and, with
//           the column named by its header, CSV tables (csv.hpp).
//   boards  nine rows of nine cells each; spaces, tabs, commas and bars between cells, rulers such
//           as `---+---+---`, `[Puzzle]` sections and titles like `Grid 01` are layout. Covers
//           nine-line boards (LeetCode 37, POJ 2676), separated integers (P1074), `.sdk`, `.ss`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace puzzled::sudoku {

enum class Layout { kLines, kBoards };

struct TextForm {
  Layout layout = Layout::kLines;
  bool has_header = false;        ///< a table: lines with the name of the puzzle column are skipped
  std::size_t csv_column = 0;     ///< 0-based field that holds the puzzle; 0 unless has_header
  std::size_t header_column = 0;  ///< its name's: one less where only records have a row name
  char csv_separator = ',';       ///< between the fields of a table
  bool has_quotes = false;        ///< or may have: a record of the table may take several lines
  std::size_t plain_lines = 0;    ///< of a block: it begins with as many, as far as that is known
  bool judge_board = false;       ///< bare rows of nine: judges expect the answer as such, too
};

/// Recognises the form from the beginning of a stream. `complete` says that `head` is all there is.
/// Returns nothing when more text is needed to decide (never when `complete`, or when `head` holds
/// at least two lines that are neither blank nor comments). Garbage counts as `lines`. A table
/// whose records have a field more than its header has the names of its rows there, as R writes
/// them.
std::optional<TextForm> detect_form(std::string_view head, bool complete);

/// The form forced by a name out of `kFormNames`; `head` is looked at for the header of a CSV
/// table only. Nothing when more text is needed. REQUIRES: a known name, not "auto".
std::optional<TextForm> forced_form(std::string_view name, std::string_view head, bool complete);

inline constexpr std::string_view kFormNames[] = {"auto",  "line",     "csv", "sdm",
                                                  "board", "integers", "sdk", "ss"};

enum class LineClass {
  kBlank,          ///< nothing, or white space only
  kComment,        ///< begins with #
  kEnd,            ///< the word `end`: the judges' end of the stream
  kRuler,          ///< boards: ---+---+--- and the like
  kPuzzleSection,  ///< boards: [Puzzle]
  kOtherSection,   ///< boards: [State] and whatever else stands in brackets: rows in it are skipped
  kTitle,          ///< boards: Grid 01
  kContent,        ///< cells, or what should have been cells
};

/// Class of a line (without its line end) in a stream of that layout.
LineClass classify(std::string_view line, Layout layout);

/// The number, of up to eight digits, that is all that `line` holds: it may be the number of boards
/// that follow (POJ 2676 begins with it).
std::optional<std::uint32_t> board_count(std::string_view line);

/// True when the name is one that tables use for the puzzle column (`puzzle`, `quizzes`, …).
bool is_puzzle_header(std::string_view field);

}  // namespace puzzled::sudoku
