// Reads puzzles from lists in brackets, as JSON, Python, C and NumPy write them, at any depth and
// over any number of lines: strings of 81 cells, lists of 81 cells, nine lists or strings of nine.
// Members of objects are told apart by their names: TextForm says which hold puzzles.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/sudoku/text/block_context.hpp"
#include "core/sudoku/text/line_content.hpp"
#include "core/sudoku/text/puzzle_text.hpp"

namespace puzzled::sudoku {

/// A hash of the name of a member, ignoring case; never 0.
std::uint64_t key_hash(std::string_view name);

/// The members that hold puzzles. Without any, all values do.
struct ListKeys {
  std::array<std::uint64_t, 4> keys{};
  std::uint32_t size = 0;
  bool are_given = false;          ///< the user has named the member: no other holds puzzles
  std::uint32_t record_depth = 0;  ///< of the objects that have such a member, from 1
  /// The outermost objects are records instead, several with at most one puzzle each: a member that
  /// is deeper in them may hold other things, too.
  bool has_records = false;

  bool empty() const { return size == 0; }
  bool contains(std::uint64_t key) const {
    return std::ranges::find(keys.begin(), keys.begin() + size, key) != keys.begin() + size;
  }
};

/// Whether `text` begins with a list: a bracket, followed by what a list of cells may contain.
bool begins_list(std::string_view text);

/// Offset of the bracket that begins a list at the beginning of the line or behind a name; kNone:
/// there is none.
std::size_t list_begin(std::string_view line);

/// Whether a line is an object of JSON that breaks off within a string or behind a value. (One that
/// goes on on the next line ends with a comma, a colon or an opening bracket.)
bool is_cut_off_object(std::string_view line);

/// Whether a line begins there that stands in no list, though a bracket is open: it is 81 cells and
/// nothing else, so the bracket was never closed.
bool leaves_list(std::string_view text);

/// Whether a line of nine cells begins there that are no part of a list either: for a bracket that
/// holds other things.
bool begins_row(std::string_view text);

class ListReader {
 public:
  enum class Event {
    kEnd,      ///< the text is used up, or the outermost bracket is closed: depth() tells
    kRow,      ///< nine cells
    kBadRow,   ///< a list of cells that are not nine; reason() follows `row 1 `
    kPuzzle,   ///< 81 cells
    kFault,    ///< reason()
    kListEnd,  ///< a list of lists ends
    kRules,    ///< a member states rules: rules_reason()
  };

  ListReader(const ListContext& context, const ListKeys& keys, const BlankSigns& blanks);

  /// Continues at `text[at]`, which is on line `line`; `line_begin` is that line's offset, which
  /// may be negative. All three are advanced.
  Event next(std::string_view text, std::size_t& at, std::uint32_t& line,
             std::ptrdiff_t& line_begin);

  /// Of kRow and kPuzzle.
  std::span<const std::uint8_t> values() const { return values_; }
  std::span<const TextPlace> places() const { return places_; }
  BlankNumbers blank_numbers() const { return blank_numbers_; }
  /// The member that the puzzle came in; 0: none.
  std::uint64_t key() const { return state_.key; }
  /// How many outermost objects have begun.
  std::uint64_t records() const { return records_; }
  /// The depth of the object that has this member.
  std::uint32_t object_depth() const { return object_depth_; }

  const std::string& reason() const { return reason_; }
  /// Of kBadRow: why the list, if it stands alone, is no puzzle.
  const std::string& line_reason() const { return line_reason_; }
  TextPlace fault_place() const { return fault_place_; }

  std::uint32_t depth() const { return state_.depth; }
  /// How many lines have begun within brackets since the last call.
  std::uint64_t take_lines_within() { return std::exchange(lines_within_, 0); }
  void leave();
  /// Reads the rest of the line as if a bracket were open: for long lines in another syntax.
  void enter_line() {
    state_.depth = 1;
    state_.is_line = true;
  }
  bool is_line() const { return state_.is_line; }

  /// Cells of the list at hand, which is not closed yet.
  std::size_t open_cells() const { return list_cells_; }
  /// Where the first of them stands.
  TextPlace open_place() const { return list_places_[0]; }

  /// Nothing is half read.
  bool is_idle() const {
    return found_at_ >= found_values_.size() && list_cells_ == 0 && !has_solution_;
  }
  /// A quote that is not closed, on a line whose end was not there: what was read behind it may be
  /// a string, of which more text comes.
  bool has_open_string() const { return has_open_string_; }
  /// What a reader of the text behind must know.
  const ListContext& state() const { return state_; }

  /// Whether the record at hand, or one around it, states rules, so that its puzzles are refused.
  bool has_rules() const { return state_.rules.depth > 0; }
  std::string rules_reason() const;
  /// A puzzle has been refused for the rules beside it.
  void note_refusal() { state_.rules.is_told = true; }
  /// Takes the record at hand for one with rules that have no name: regions.
  void add_regions();
  /// A puzzle has been found. One in an object waits for the end of its record, for rules may come
  /// behind it; several do not, so that records of any length are read.
  void hold_puzzle();
  void release_puzzle();
  bool holds_puzzle() const { return state_.rules.held > 0; }

 private:
  /// Values outside of all objects have no name.
  bool is_wanted() const {
    return keys_.empty() || keys_.contains(state_.key) || (state_.key == 0 && state_.braces == 0);
  }
  bool is_at_record() const;
  bool is_further_fault() const;
  void note_fault(std::string reason, TextPlace place);
  bool is_stray_puzzle(std::string_view text) const;
  bool was_meant_for_cells() const;
  void add_other(std::string_view text, TextPlace place);
  bool take_found();
  Event close(char bracket);
  bool holds_back();
  Event scalar(std::string_view text, TextPlace place, bool is_string);
  Event direct(std::string_view text, TextPlace place);
  bool add_content(std::string_view text, TextPlace place);
  void add_cell(std::uint8_t value, TextPlace place);
  Event fault(std::string reason, TextPlace place);
  Event content_fault(TextPlace place);
  void read_key(std::string_view name);
  void forget_list();
  std::uint32_t record_depth() const;
  void set_rules(const BareName& member, bool is_sure);
  bool read_member_value(std::string_view text, bool is_string);
  bool close_record();

  const ListKeys keys_;
  const BlankSigns blanks_;
  LineContent content_;
  ListContext state_;  // without name, column and line_has_cells, which are PuzzleReader's
  std::uint64_t lines_within_ = 0;
  std::uint32_t object_depth_ = 0;
  std::uint64_t records_ = 0;
  bool is_direct_ = false;  // a value comes that is the member itself
  bool has_open_string_ = false;

  // A full grid of an object whose members are not known: its solution, if a puzzle comes, too.
  bool has_solution_ = false;
  std::vector<std::uint8_t> solution_values_;
  std::vector<TextPlace> solution_places_;

  // The innermost list at hand, with room for kCells from the first cell on: most texts have none.
  std::vector<std::uint8_t> list_values_;
  std::vector<TextPlace> list_places_;
  std::size_t list_cells_ = 0;
  BlankNumbers list_blanks_;
  std::size_t list_size_ = 0;  // of cells and others
  std::string other_;          // the first of the others, if it is short
  TextPlace other_place_;

  // Puzzles and rows that a string held, to be handed out one after another.
  std::vector<std::uint8_t> found_values_;
  std::vector<TextPlace> found_places_;
  std::size_t found_at_ = 0;
  std::size_t found_size_ = 0;  // of each

  BlankNumbers blank_numbers_;  // of values_
  std::span<const std::uint8_t> values_;
  std::span<const TextPlace> places_;
  std::string unescaped_;
  std::string reason_;
  std::string line_reason_;
  TextPlace fault_place_;

  // Of the record at hand, if no puzzle comes in it; empty: nothing in it looks like one.
  std::string noted_reason_;
  TextPlace noted_place_;
};

}  // namespace puzzled::sudoku
