// The text forms a stream of puzzles can have, and which of them one has.
//
//   lines   81 cells a line, and nothing else: for whoever answers each line by a line.
//   any     whatever people have: lines, several puzzles on a line, tables, boards, lists, JSON.
//           Each line is looked at, so a stream may change its form. TextForm has what must be
//           known from its beginning: the columns of a table, the members of objects, and in which
//           form answers are expected.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/sudoku/text/cells.hpp"
#include "core/sudoku/text/lines.hpp"
#include "core/sudoku/text/list_reader.hpp"
#include "core/sudoku/text/normal_line.hpp"

namespace puzzled::sudoku {

/// How boards are answered with the style `auto`: in their own form.
enum class BoardAnswers : std::uint8_t { kLines, kBoards, kIntegers };

/// Where the puzzle of a table's record stands. Fields are counted from 0.
struct TableForm {
  char separator = ',';            ///< between fields
  std::size_t column = 0;          ///< the puzzle's, or of the first cell's
  std::size_t cell_columns = 0;    ///< 81: a cell each; 0: the puzzle is one field
  std::size_t fields = 1;          ///< of a record
  bool has_header = false;         ///< TextForm::header
  bool is_ambiguous = false;       ///< the cells could begin in the field before, too
  bool is_given = false;           ///< the user has named the column: no other field is a puzzle
  std::uint64_t text_columns = 0;  ///< bits: the column's name says that it may name rules
  std::uint64_t rule_columns = 0;  ///< and that it states them
  std::vector<std::string> rule_names{};  ///< of the columns up to the last of these
};

/// Where a puzzle and the grid that is proposed for it stand on a line. Fields are counted from 0.
struct PairForm {
  char separator = ' ';  ///< between fields; a space: white space, of any length
  std::size_t puzzle = 0;
  std::size_t grid = 1;
  /// Each line is a JSON object with these members (key_hash()), or a list with two values.
  bool has_objects = false;
  std::uint64_t puzzle_key = 0;  ///< 0: there is no such member, in any line
  std::uint64_t grid_key = 0;
  bool lacks_grid = false;  ///< TextForm::lacks_column is that of the grid
};

/// A line that names columns, wherever it comes.
struct HeaderLine {
  std::size_t size = 0;  ///< 0: there is none
  std::uint64_t hash = 0;

  static HeaderLine of(std::string_view line) {
    return {.size = line.size(), .hash = key_hash(line)};
  }
  bool is(std::string_view line) const {
    return size != 0 && line.size() == size && key_hash(line) == hash;
  }
};

/// The reason why a line is refused that holds something else than puzzles of 9x9, which must not
/// be taken for a title or a damaged puzzle; empty: it is read.
using LineRefusal = std::string_view (*)(std::string_view line);

struct TextForm {
  Layout layout = Layout::kLines;
  std::optional<TableForm> table{};
  std::optional<PairForm> pairs{};  ///< of FormRequest::pairs: `table` and `keys` say nothing
  HeaderLine header{};
  ListKeys keys{};
  BlankSigns blanks{};
  BoardAnswers board_answers = BoardAnswers::kLines;
  bool answers_each_line = false;  ///< of kLines: FormRequest
  bool begins_with_count = false;  ///< the first line that is not blank is a number of puzzles
  bool has_row_names = false;      ///< a field in front of the nine of each row
  bool has_zero_digits = false;    ///< numbers: -1 is a blank and 0 a digit, which is refused
  bool lacks_column = false;       ///< the one that FormRequest names is not there
  std::string_view refusal{};      ///< why the text is not read at all; of static storage
  PlainForm plain_form = PlainForm::kPuzzle;
  LineRefusal line_refusal = nullptr;  ///< null: nothing is refused

  /// The text cannot be read as it is: what to say.
  bool is_refused() const { return lacks_column || !refusal.empty(); }
  std::string reason_to_refuse(std::string_view column) const {
    return refusal.empty() ? "there is no column '" + std::string(column) + "'"
                           : std::string(refusal);
  }

  // Of a block:
  bool has_quotes = false;      ///< a record of the table may take several lines
  std::size_t plain_lines = 0;  ///< it begins with as many of plain_form, as far as that is known
};

inline constexpr std::string_view kFormNames[] = {"auto",  "line",     "csv", "sdm",
                                                  "board", "integers", "sdk", "ss"};

/// What the user states about a text.
struct FormRequest {
  std::string_view name = "auto";  ///< one of kFormNames
  std::string_view column{};  ///< name or number, from 1, of the puzzle's column; empty: unknown
  BlankSigns blanks{};
  /// Each line has an answer, whatever it is: an empty one if it is blank or a comment. It may hold
  /// one puzzle and its solution, as a line of any form does, and none is a header or the end.
  bool each_line = false;
  /// Each line has a puzzle and a grid that is proposed for it, which PairReader reads.
  bool pairs = false;
  std::string_view grid_column{};      ///< of pairs: as `column`
  LineRefusal line_refusal = nullptr;  ///< TextForm::line_refusal
};

/// The most bytes of a stream that are read to recognise its form.
inline constexpr std::size_t kMaxFormBytes = std::size_t{64} << 10;

/// Recognises the form from the beginning of a stream. `complete` says that `head` is all there is.
/// Returns nothing when more text is needed to decide: never when `complete`, when `head` holds
/// kMaxFormBytes, or when it begins with 81 cells.
std::optional<TextForm> detect_form(std::string_view head, bool complete,
                                    const FormRequest& request = {});

}  // namespace puzzled::sudoku
