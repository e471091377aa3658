// Reads pairs of a puzzle and the grid that is proposed for it, one a line: fields of a table, or
// members of a JSON object. A pair is found here and its cells are read by read_cell_text(), so
// that what somebody proposes may be anything.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/json_value.hpp"
#include "core/sudoku/text/block_context.hpp"
#include "core/sudoku/text/csv.hpp"
#include "core/sudoku/text/faults.hpp"
#include "core/sudoku/text/field_reader.hpp"
#include "core/sudoku/text/puzzle_text.hpp"
#include "core/sudoku/text/text_form.hpp"

namespace puzzled::sudoku {

/// The texts of a puzzle and of the grid beside it, which stand at these places.
struct PairText {
  std::string_view puzzle;
  std::string_view grid;
  TextPlace puzzle_place;
  TextPlace grid_place;
  bool has_columns = true;  ///< the places are those of the texts, not of their lines
};

/// The fields of a line, without white space around them; with a space as the separator its words.
std::vector<std::string_view> pair_fields(std::string_view line, char separator);

/// The cells of a value as a text: those of strings and lists, one behind the other, and numbers; a
/// point for `null`.
std::string cells_of_json(const JsonValue& value);

/// Reads 81 cells in any form that a field of a table can have.
class CellTextReader {
 public:
  /// An empty text: `grid` has them; else the reason why they are none.
  std::string read(std::string_view text, const BlankSigns& blanks, Grid& grid);
  /// Of the last fault, in the text.
  std::size_t fault_offset() const { return fault_offset_; }

 private:
  FieldReader field_;
  PuzzleText puzzle_;
  std::size_t fault_offset_ = 0;
};

/// The pairs of a block, which must outlive this.
class PairReader {
 public:
  enum class Item {
    kUnread,  ///< pair() has 81 characters each, with a separator between and a line end behind. If
              ///< some character is neither digit nor point, it takes read_line() to tell what the
              ///< line is.
    kPair,    ///< pair()
    kFault,   ///< the line is no pair: fault()
  };

  /// REQUIRES: cut_block() cut `block` with this form and context; `form.pairs` is set.
  PairReader(std::string_view block, const TextForm& form, const BlockContext& context);

  /// Moves to the next line that is answered; nothing when none is left.
  std::optional<Item> next();

  /// What is not read yet, if it begins with a line and kUnread pairs may be among it; else empty.
  std::string_view unread() const { return may_be_unread_ && !ended_ ? rest_ : std::string_view(); }
  /// Passes over lines of unread() that are kUnread pairs with a line feed behind.
  void pass(std::size_t lines);

  /// Reads the line of a kUnread pair. Nothing: it was none that is answered.
  std::optional<Item> read_line();

  const PairText& pair() const { return pair_; }
  const std::string& fault() const { return fault_; }
  /// Of the fault.
  TextPlace place() const { return fault_place_; }

  /// Line feeds read so far.
  std::uint64_t line_ends() const { return line_ends_; }
  /// How the lines read so far were handled.
  const Account& account() const { return account_; }

 private:
  bool take_unread();
  std::optional<Item> item_of(std::string_view record, std::uint32_t number);
  Item read_fields(std::string_view record, std::uint32_t number);
  Item read_object(std::string_view line, std::uint32_t number);
  Item fail(std::string_view reason, TextPlace place);
  std::string_view take_record(std::uint64_t& lines, std::size_t& unclosed_quote);

  const TextForm form_;
  const PairForm pairs_;
  const bool may_be_unread_;
  std::string_view rest_;
  const char* unread_ = nullptr;  // where the kUnread line begins
  std::uint64_t line_ends_ = 0;
  std::uint32_t number_ = 1;  // of the first line of rest_
  bool ended_ = false;
  Account account_;
  std::optional<CsvRecords> records_;
  PairText pair_;
  std::string puzzle_;  // of an object
  std::string grid_;
  std::string fault_;
  TextPlace fault_place_;
};

}  // namespace puzzled::sudoku
