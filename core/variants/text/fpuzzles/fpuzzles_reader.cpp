#include "core/variants/text/fpuzzles/fpuzzles_reader.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/rule_members.hpp"
#include "core/variants/rule_limits.hpp"
#include "core/variants/text/cell_names.hpp"
#include "core/variants/text/fpuzzles/cage_note.hpp"
#include "core/variants/text/iss/boxes.hpp"
#include "core/variants/text/packed/link.hpp"

namespace puzzled::variants {
namespace {

constexpr int kLockoutDifference = 4;

/// Whether entries may have a number.
enum class FpNumber : bool { kNone, kOptional };

bool is_blank_text(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

/// All functions that return bool say by false that error_ is set.
class FpuzzlesReader {
 public:
  Result<Puzzle> read(const JsonValue& board) {
    if (read_grid(board) && read_members(board) && check_ruleset()) {
      add_negatives();
      return std::move(puzzle_);
    }
    return Error{std::move(error_)};
  }

 private:
  using Values = std::vector<JsonValue>;

  /// How a member of the board is read; `kind` and `number` are of its row in the table.
  struct Row {
    std::string_view name;
    bool (FpuzzlesReader::*read)(const JsonValue&, const Row&);
    RuleKind kind{};
    FpNumber number = FpNumber::kNone;
  };
  static const Row kRows[];
  static std::size_t row_count();

  bool fail(std::string message) {
    error_ = std::move(message);
    return false;
  }
  bool fail(const Row& row, const std::string& message) {
    return fail(std::string(row.name) + ": " + message);
  }
  static std::string quoted(std::string_view text) { return '\'' + std::string(text) + '\''; }

  Rule& add(RuleKind kind) {
    Rule& rule = puzzle_.rules.emplace_back();
    rule.kind = kind;
    return rule;
  }

  // ---- Parts of values.

  /// A number without a fraction, which may be written as text.
  static std::optional<int> number_of(const JsonValue& value) {
    if (!value.is_number() && !value.is_string()) return std::nullopt;
    return parse_number(value.text, kMaxRuleNumber);
  }
  static bool is_unset(const JsonValue* value) {
    return value == nullptr || value->is_null() ||
           (value->is_string() && is_blank_text(value->text));
  }

  /// A colour, or a list of some, that is none or white.
  static bool is_uncoloured(const JsonValue& value) {
    if (value.is_array()) return std::ranges::all_of(value.items, is_uncoloured);
    const std::string_view text = value.text;
    const std::string_view digits = text.starts_with('#') ? text.substr(1) : text;
    return is_unset(&value) ||
           (!digits.empty() && digits.find_first_not_of("fF") == std::string_view::npos);
  }

  bool read_cell(const Row& row, const JsonValue& value, Cell& cell) {
    const auto found = value.is_string()
                           ? find_cell(value.text, puzzle_.size, CellNumbers::kDecimal)
                           : std::nullopt;
    if (!found) return fail(row, "the board has no cell " + quoted(value.text));
    cell = *found;
    return true;
  }

  bool read_cells(const Row& row, const JsonValue* value, std::vector<Cell>& cells) {
    if (value == nullptr || !value->is_array()) return fail(row, "a list of cells is missing");
    cells.reserve(value->items.size());
    for (const JsonValue& cell : value->items) {
      if (!read_cell(row, cell, cells.emplace_back())) return false;
    }
    return !cells.empty() || fail(row, "a list of cells is empty");
  }

  /// The `lines` of an entry; those of one cell say nothing.
  bool read_lines(const Row& row, const JsonValue& entry, std::vector<std::vector<Cell>>& lines) {
    const JsonValue* const value = entry.find("lines");
    if (value == nullptr || !value->is_array()) return fail(row, "`lines` are missing");
    for (const JsonValue& line : value->items) {
      if (!read_cells(row, &line, lines.emplace_back())) return false;
      if (lines.back().size() < 2) lines.pop_back();
    }
    return true;
  }

  /// `value` of an entry. Nothing is there if it is unset.
  bool read_value(const Row& row, const JsonValue& entry, std::optional<int>& number) {
    const JsonValue* const value = entry.find("value");
    if (is_unset(value)) return true;
    number = number_of(*value);
    return number.has_value() || fail(row, quoted(value->text) + " is not a number");
  }

  /// The entries of a list, which may have no members but these and those of drawing.
  bool check_entries(const Row& row, const JsonValue& list,
                     std::initializer_list<std::string_view> names) {
    if (!list.is_array()) return fail(row, "must be a list");
    for (const JsonValue& entry : list.items) {
      if (!entry.is_object()) return fail(row, "must be a list of objects");
      for (const std::string& name : entry.names) {
        constexpr std::string_view kDrawing[] = {
            "baseC", "fontC", "outlineC",        "lineC",          "color", "width",   "height",
            "size",  "angle", "isNewConstraint", "fromConstraint", "style", "opacity", "hidden"};
        if (std::ranges::find(names, name) == names.end() &&
            std::ranges::find(kDrawing, name) == std::end(kDrawing)) {
          return fail(row, "member " + quoted(name) + " is not known");
        }
      }
    }
    return true;
  }

  // ---- The grid.

  bool read_grid(const JsonValue& board) {
    if (!board.is_object()) return fail("an f-puzzles board is an object");
    const JsonValue* const grid = board.find("grid");
    if (grid == nullptr || !grid->is_array()) return fail("an f-puzzles board has a `grid`");
    const std::size_t size = grid->items.size();
    if (size < kMinSize || size > kMaxSize) {
      return fail("a board must be from 4x4 to 25x25 (got " + std::to_string(size) + " rows)");
    }
    puzzle_.size = static_cast<int>(size);
    puzzle_.allowed.assign(size * size, all_values(puzzle_.size));
    const std::vector<std::uint8_t> boxes = box_regions(puzzle_.size, default_boxes());
    regions_.assign(boxes.begin(), boxes.end());
    for (std::size_t row = 0; row < size; ++row) {
      const JsonValue& cells = grid->items[row];
      if (!cells.is_array() || cells.items.size() != size) {
        return fail("row " + std::to_string(row + 1) + " of the grid must have " +
                    std::to_string(size) + " cells");
      }
      for (std::size_t column = 0; column < size; ++column) {
        if (!read_grid_cell(cells.items[column], row * size + column)) return false;
      }
    }
    return number_regions();
  }

  /// Of sizes that are primes, each row is a box.
  BoxShape default_boxes() const {
    const BoxShape boxes = iss_boxes(puzzle_.size);
    return boxes.rows > 0 ? boxes : BoxShape{.rows = 1, .columns = puzzle_.size};
  }

  bool read_grid_cell(const JsonValue& cell, std::size_t at) {
    const auto fail_cell = [&](std::string_view what) {
      std::string message = "grid: ";
      append_cell_name(message, static_cast<Cell>(at), puzzle_.size, CellNumbers::kDecimal);
      return fail(message + ' ' + std::string(what));
    };
    if (!cell.is_object()) return fail_cell("must be an object");
    const JsonValue* given = nullptr;
    const JsonValue* value = nullptr;
    for (std::size_t i = 0; i < cell.names.size(); ++i) {
      const std::string& name = cell.names[i];
      const JsonValue& member = cell.items[i];
      if (name == "value") {
        value = &member;
      } else if (name == "given") {
        given = &member;
      } else if (name == "region") {
        const auto region = number_of(member);
        const bool is_in_none = member.is_null() || member.text == "-1";
        if (!region && !is_in_none) return fail_cell("has a `region` that is not a number");
        regions_[at] = is_in_none ? kNoFpRegion : *region;
      } else if (name == "givenPencilMarks") {
        if (!read_marks(member, puzzle_.allowed[at])) {
          return fail_cell("has a mark that is not a value");
        }
      } else if (name == "parity") {
        if (is_unset(&member)) continue;
        if (member.text != "Even" && member.text != "Odd") {
          return fail_cell("has a parity that is neither 'Even' nor 'Odd'");
        }
        add(member.text == "Even" ? RuleKind::kEven : RuleKind::kOdd).cells = {
            static_cast<Cell>(at)};
      } else if (name == "c" || name == "cArray") {
        if (!is_uncoloured(member)) {
          return fail_cell("is coloured (`" + name + "`), which may hold a rule; state it as one");
        }
      } else if (name != "highlight" && name != "highlightArray" && name != "centerPencilMarks" &&
                 name != "cornerPencilMarks") {
        return fail_cell("has a member " + quoted(name) + " that is not known");
      }
    }
    if (given == nullptr || given->is_null() || given->kind == JsonValue::Kind::kFalse) return true;
    if (given->kind != JsonValue::Kind::kTrue) {
      return fail_cell("has a `given` that is neither true nor false");
    }
    if (is_unset(value)) return true;
    const auto clue = number_of(*value);
    if (!clue || *clue < 1 || *clue > puzzle_.size) return fail_cell("has a clue that is no value");
    puzzle_.allowed[at] = set_of(*clue);
    return true;
  }

  /// None at all are no marks.
  bool read_marks(const JsonValue& marks, ValueSet& allowed) const {
    if (marks.is_null()) return true;
    if (!marks.is_array()) return false;
    ValueSet values = 0;
    for (const JsonValue& mark : marks.items) {
      const auto value = number_of(mark);
      if (!value || *value < 1 || *value > puzzle_.size) return false;
      values |= set_of(*value);
    }
    if (values != 0) allowed = values;
    return true;
  }

  bool number_regions() {
    std::map<int, std::pair<std::uint8_t, int>> numbers;  // and how many cells
    std::vector<std::uint8_t> regions;
    for (const int region : regions_) {
      if (region == kNoFpRegion) {
        regions.push_back(Puzzle::kNoRegion);
        continue;
      }
      const auto next = static_cast<std::uint8_t>(numbers.size());
      auto& [number, cells] = numbers.try_emplace(region, next, 0).first->second;
      if (++cells > puzzle_.size || numbers.size() > static_cast<std::size_t>(puzzle_.size)) {
        return fail("grid: region " + std::to_string(region) + " has too many cells");
      }
      regions.push_back(number);
    }
    for (const auto& [region, counted] : numbers) {
      if (counted.second == puzzle_.size) continue;
      return fail("grid: region " + std::to_string(region) + " must have " +
                  std::to_string(puzzle_.size) + " cells (got " + std::to_string(counted.second) +
                  ')');
    }
    has_pieces_ = regions != box_regions(puzzle_.size, default_boxes());
    if (!numbers.empty()) puzzle_.regions = std::move(regions);
    return true;
  }

  // ---- Members of the board.

  bool read_members(const JsonValue& board) {
    for (std::size_t i = 0; i < board.names.size(); ++i) {
      if (!board.items[i].items.empty()) names_.push_back(board.names[i]);
    }
    for (std::size_t i = 0; i < board.names.size(); ++i) {
      const Row* const row =
          std::ranges::find(kRows, kRows + row_count(), board.names[i], &Row::name);
      if (row == kRows + row_count()) {
        return fail("rule " + quoted(board.names[i]) +
                    " is not supported; without it the board can be read");
      }
      if (!board.items[i].is_null() && !(this->*row->read)(board.items[i], *row)) return false;
      if (puzzle_.rules.size() > kMaxRules) return fail(too_many_listed_rules().message);
    }
    return true;
  }

  bool skip(const JsonValue&, const Row&) { return true; }

  bool read_size(const JsonValue& value, const Row& row) {
    return number_of(value) == puzzle_.size ||
           fail(row, "must be the number of rows, " + std::to_string(puzzle_.size));
  }

  /// Whether the board has rules of that name: `X Sum` is `xsum`.
  bool has_member_of(std::string_view name) const {
    return std::ranges::any_of(
        names_, [bare = BareName(name)](std::string_view other) { return other == bare.text(); });
  }

  /// What is drawn may hold rules that only people read, unless a rule that stands in the board as
  /// well has drawn it.
  bool read_drawing(const JsonValue& list, const Row& row) {
    if (!list.is_array()) return fail(row, "must be a list");
    for (const JsonValue& entry : list.items) {
      const JsonValue* const value = entry.find("value");
      const JsonValue* const cells = entry.find("cells");
      const JsonValue* const rule = entry.find("fromConstraint");
      const JsonValue* const lines = entry.find("lines");
      if (!is_unset(rule) && has_member_of(rule->text)) continue;
      // In cages, SudokuPad has notes; what is in a cage without cells is a title.
      if (row.name == "cage" && !is_unset(value)) {
        const CageNote note = cage_note(value->text);
        if (note == CageNote::kAntiKnight) add(RuleKind::kAntiKnight);
        if (note == CageNote::kAntiKing) add(RuleKind::kAntiKing);
        if (note != CageNote::kNone || cells == nullptr || cells->items.empty()) continue;
      }
      if (!is_unset(value)) {
        return fail(row, "the drawn text " + quoted(value->text) +
                             " may hold a rule; state it as one, or take the text out");
      }
      const bool is_drawn = (cells != nullptr && !cells->items.empty()) ||
                            (lines != nullptr && !lines->items.empty());
      if (is_drawn) {
        return fail(row, "what is drawn may hold a rule; state it as one, or take it out");
      }
    }
    return true;
  }

  /// Prose beside rules describes them; beside none it may be the rule itself.
  bool check_ruleset() {
    const bool has_rules =
        !puzzle_.rules.empty() || has_pieces_ || is_nonconsecutive_ || is_ratio_negative_;
    if (has_rules || means_plain_game(ruleset_)) return true;
    return fail(
        "ruleset: the board states no rule, and this text may; state it as one, or take the "
        "text out");
  }
  bool read_ruleset(const JsonValue& value, const Row&) {
    ruleset_ = value.text;
    return true;
  }

  /// Of the data beside the board, the names of rules.
  bool read_metadata(const JsonValue& metadata, const Row& row) {
    for (std::size_t i = 0; i < metadata.names.size(); ++i) {
      const std::optional<RuleKind> kind = flag_kind(metadata.names[i]);
      if (!kind) continue;
      const JsonValue& value = metadata.items[i];
      if (value.is_null() || value.kind == JsonValue::Kind::kFalse || value.text == "false")
        continue;
      if (value.kind != JsonValue::Kind::kTrue && value.text != "true") {
        return fail(row, quoted(metadata.names[i]) + " must be true or false");
      }
      if (*kind == RuleKind::kNonconsecutive) {
        is_nonconsecutive_ = true;
      } else if (std::ranges::find(puzzle_.rules, *kind, &Rule::kind) == puzzle_.rules.end()) {
        add(*kind);
      }
    }
    return true;
  }

  bool read_flag(const JsonValue& value, const Row& row) {
    if (value.kind == JsonValue::Kind::kFalse) return true;
    if (value.kind != JsonValue::Kind::kTrue) return fail(row, "must be true or false");
    if (row.kind == RuleKind::kNonconsecutive) {
      is_nonconsecutive_ = true;
    } else {
      add(row.kind);
    }
    return true;
  }

  bool read_negatives(const JsonValue& list, const Row& row) {
    if (!list.is_array()) return fail(row, "must be a list");
    for (const JsonValue& name : list.items) {
      if (name.text == "ratio") {
        is_ratio_negative_ = true;
      } else if (name.text == "xv") {
        if (!is_sum_negative_) add(RuleKind::kUnmarkedSum).numbers = {5, 10};
        is_sum_negative_ = true;
      } else {
        return fail(row, quoted(name.text) + " is not supported");
      }
    }
    return true;
  }

  /// One rule of all cells: marked neighbours are not compared with each other.
  bool read_marked_cells(const JsonValue& list, const Row& row) {
    if (!check_entries(row, list, {"cell"})) return false;
    std::vector<Cell> cells;
    for (const JsonValue& entry : list.items) {
      const JsonValue* const cell = entry.find("cell");
      if (is_unset(cell)) continue;
      if (!read_cell(row, *cell, cells.emplace_back())) return false;
    }
    if (!cells.empty()) add(row.kind).cells = std::move(cells);
    return true;
  }

  bool read_sets(const JsonValue& list, const Row& row) {
    if (!check_entries(row, list, {"cells", "value"})) return false;
    for (const JsonValue& entry : list.items) {
      std::optional<int> number;
      std::vector<Cell> cells;
      if (!read_value(row, entry, number) || !read_cells(row, entry.find("cells"), cells)) {
        return false;
      }
      if (number && row.number == FpNumber::kNone)
        return fail(row, "has a number, which means nothing");
      Rule& rule = add(row.kind);
      rule.cells = std::move(cells);
      if (row.kind == RuleKind::kDifference) rule.numbers = {number.value_or(1)};
      if (row.kind == RuleKind::kRatio) rule.numbers = {number.value_or(2)};
      if (row.kind == RuleKind::kCage && number.value_or(0) != 0) rule.numbers = {*number};
    }
    return true;
  }

  /// A mark without X or V is none.
  bool read_xv(const JsonValue& list, const Row& row) {
    if (!check_entries(row, list, {"cells", "value"})) return false;
    for (const JsonValue& entry : list.items) {
      const JsonValue* const value = entry.find("value");
      if (is_unset(value)) continue;
      const bool is_v = value->text == "V" || value->text == "v";
      if (!is_v && value->text != "X" && value->text != "x") {
        return fail(row, quoted(value->text) + " must be X or V");
      }
      std::vector<Cell> cells;
      if (!read_cells(row, entry.find("cells"), cells)) return false;
      Rule& rule = add(row.kind);
      rule.cells = std::move(cells);
      rule.numbers = {is_v ? 5 : 10};
    }
    return true;
  }

  bool read_quadruples(const JsonValue& list, const Row& row) {
    if (!check_entries(row, list, {"cells", "values"})) return false;
    for (const JsonValue& entry : list.items) {
      std::vector<Cell> cells;
      if (!read_cells(row, entry.find("cells"), cells)) return false;
      const JsonValue* const values = entry.find("values");
      if (values == nullptr || !values->is_array()) return fail(row, "`values` are missing");
      if (values->items.empty()) continue;
      Rule& rule = add(row.kind);
      rule.cells = std::move(cells);
      for (const JsonValue& value : values->items) {
        const auto number = number_of(value);
        if (!number) return fail(row, quoted(value.text) + " is not a number");
        rule.numbers.push_back(*number);
      }
    }
    return true;
  }

  bool read_clones(const JsonValue& list, const Row& row) {
    if (!check_entries(row, list, {"cells", "cloneCells"})) return false;
    for (const JsonValue& entry : list.items) {
      Rule& rule = add(row.kind);
      if (!read_cells(row, entry.find("cells"), rule.cells) ||
          !read_cells(row, entry.find("cloneCells"), rule.others)) {
        return false;
      }
    }
    return true;
  }

  /// The number of a line without one: whispers rise by half the values, lockouts by four.
  std::optional<int> default_number(const Row& row) const {
    const int half = (puzzle_.size + 1) / 2;
    if (row.name == "dutchwhispers") return half - 1;
    if (row.kind == RuleKind::kWhisper) return half;
    if (row.kind == RuleKind::kLockout) return kLockoutDifference;
    if (row.kind == RuleKind::kModular) return 3;
    return std::nullopt;
  }

  bool read_line_rules(const JsonValue& list, const Row& row) {
    if (!check_entries(row, list, {"lines", "value"})) return false;
    for (const JsonValue& entry : list.items) {
      std::optional<int> number;
      std::vector<std::vector<Cell>> lines;
      if (!read_value(row, entry, number) || !read_lines(row, entry, lines)) return false;
      if (number && row.number == FpNumber::kNone)
        return fail(row, "has a number, which means nothing");
      if (!number) number = default_number(row);
      for (std::vector<Cell>& line : lines) {
        if (row.kind == RuleKind::kDoubleArrow && line.size() < 3) {
          return fail(row, "needs a cell between its ends");
        }
        Rule& rule = add(row.kind);
        rule.cells = std::move(line);
        if (number) rule.numbers = {*number};
      }
    }
    return true;
  }

  /// Each line is an arrow of its own, out of a cell of the bulb. A bulb of several cells is a
  /// number in their order.
  bool read_arrows(const JsonValue& list, const Row& row) {
    if (!check_entries(row, list, {"cells", "lines"})) return false;
    for (const JsonValue& entry : list.items) {
      std::vector<Cell> bulb;
      std::vector<std::vector<Cell>> lines;
      if (!read_cells(row, entry.find("cells"), bulb) || !read_lines(row, entry, lines))
        return false;
      if (lines.size() * bulb.size() > kMaxListed) return fail(too_many_listed_cells().message);
      for (const std::vector<Cell>& line : lines) {
        if (std::ranges::find(bulb, line[0]) == bulb.end()) {
          return fail(row, "a line must begin in the bulb");
        }
        Rule& rule = add(bulb.size() == 1 ? RuleKind::kArrow : RuleKind::kPillArrow);
        rule.cells = bulb;
        rule.others.assign(line.begin() + 1, line.end());
      }
    }
    return true;
  }

  /// The row and column of a cell that may lie one beside the board: from -1 to the size.
  bool read_place(const Row& row, const JsonValue& entry, int& r, int& c) {
    const JsonValue* const cell = entry.find("cell");
    const std::string_view name = cell == nullptr ? std::string_view() : cell->text;
    const std::size_t split = name.find('C');
    const int last = puzzle_.size + 1;
    std::optional<int> row_number;
    std::optional<int> column_number;
    if (name.starts_with('R') && split != std::string_view::npos) {
      row_number = parse_number(name.substr(1, split - 1), last);
      column_number = parse_number(name.substr(split + 1), last);
    }
    if (!row_number || !column_number) return fail(row, "there is no place " + quoted(name));
    r = *row_number - 1;
    c = *column_number - 1;
    return true;
  }
  bool is_inside(int coordinate) const { return coordinate >= 0 && coordinate < puzzle_.size; }

  /// Clues that were set down and not filled in say nothing.
  bool read_outside_clues(const JsonValue& list, const Row& row) {
    if (!check_entries(row, list, {"cell", "value"})) return false;
    for (const JsonValue& entry : list.items) {
      std::optional<int> number;
      int r = 0;
      int c = 0;
      if (!read_value(row, entry, number)) return false;
      if (!number) continue;
      if (!read_place(row, entry, r, c)) return false;
      if (is_inside(r) == is_inside(c)) return fail(row, "a clue must be beside a row or column");
      Rule& rule = add(row.kind);
      rule.cells =
          is_inside(r) ? row_cells(r, puzzle_.size, c >= 0) : column_cells(c, puzzle_.size, r >= 0);
      rule.numbers = {*number};
    }
    return true;
  }

  bool read_little_killers(const JsonValue& list, const Row& row) {
    if (!check_entries(row, list, {"cell", "cells", "direction", "value"})) return false;
    for (const JsonValue& entry : list.items) {
      std::optional<int> number;
      int r = 0;
      int c = 0;
      if (!read_value(row, entry, number)) return false;
      if (!number) continue;
      if (!read_place(row, entry, r, c)) return false;
      const JsonValue* const direction = entry.find("direction");
      const std::string_view way = direction == nullptr ? std::string_view() : direction->text;
      if (way != "UL" && way != "UR" && way != "DL" && way != "DR") {
        return fail(row, "there is no direction " + quoted(way));
      }
      const int down = way[0] == 'D' ? 1 : -1;
      const int right = way[1] == 'R' ? 1 : -1;
      if (is_inside(r) && is_inside(c)) return fail(row, "a clue must be beside the board");
      std::vector<Cell> cells = ray_cells(r + down, c + right, down, right, puzzle_.size);
      if (cells.empty()) return fail(row, "a clue points away from the board");
      if (const JsonValue* const listed = entry.find("cells"); listed != nullptr) {
        std::vector<Cell> named;
        if (!read_cells(row, listed, named)) return false;
        if (named != cells) return fail(row, "`cells` are not those of `cell` and `direction`");
      }
      Rule& rule = add(row.kind);
      rule.cells = std::move(cells);
      rule.numbers = {*number};
    }
    return true;
  }

  // ---- Negatives: dots of either kind take a pair of neighbours out, as in Rangsk's solver.

  /// The pairs of the dots of that kind.
  std::vector<Cell> dots(RuleKind kind) const {
    std::vector<Cell> cells;
    for (const Rule& rule : puzzle_.rules) {
      if (rule.kind == kind) cells.insert(cells.end(), rule.cells.begin(), rule.cells.end());
    }
    return cells;
  }

  /// The numbers of the dots there are; 2 if there are none.
  std::vector<int> ratios() const {
    std::set<int> numbers;
    for (const Rule& rule : puzzle_.rules) {
      if (rule.kind == RuleKind::kRatio) numbers.insert(rule.numbers[0]);
    }
    if (numbers.empty()) numbers.insert(2);
    return {numbers.begin(), numbers.end()};
  }

  void add_negatives() {
    std::vector<Cell> differences = dots(RuleKind::kDifference);
    std::vector<Cell> of_ratios = dots(RuleKind::kRatio);
    if (is_nonconsecutive_ && is_ratio_negative_ && ratios() == std::vector{2}) {
      add(RuleKind::kUnmarkedKropki);
      return;
    }
    if (is_nonconsecutive_ && differences.empty() && of_ratios.empty()) {
      add(RuleKind::kNonconsecutive);
    } else if (is_nonconsecutive_) {
      Rule& rule = add(RuleKind::kUnmarkedDifference);
      rule.others = std::move(of_ratios);
      rule.numbers = {1};
    }
    if (is_ratio_negative_) {
      Rule& rule = add(RuleKind::kUnmarkedRatio);
      rule.others = std::move(differences);
      rule.numbers = ratios();
    }
  }

  static constexpr int kNoFpRegion = -1;

  Puzzle puzzle_;
  std::string error_;
  std::vector<int> regions_;        // as the board numbers them
  std::vector<std::string> names_;  // of members that hold something
  std::string ruleset_;
  bool has_pieces_ = false;  // regions other than the usual boxes
  bool is_nonconsecutive_ = false;
  bool is_ratio_negative_ = false;
  bool is_sum_negative_ = false;
};

using enum RuleKind;
using enum FpNumber;

constinit const FpuzzlesReader::Row FpuzzlesReader::kRows[] = {
    {"grid", &FpuzzlesReader::skip},
    {"size", &FpuzzlesReader::read_size},
    {"title", &FpuzzlesReader::skip},
    {"author", &FpuzzlesReader::skip},
    {"ruleset", &FpuzzlesReader::read_ruleset},
    {"solution", &FpuzzlesReader::skip},
    {"successMessage", &FpuzzlesReader::skip},
    {"metadata", &FpuzzlesReader::read_metadata},
    {"activeConstraints", &FpuzzlesReader::skip},
    {"highlightConflicts", &FpuzzlesReader::skip},
    {"disabledlogic", &FpuzzlesReader::skip},
    {"truecandidatesoptions", &FpuzzlesReader::skip},
    {"fogofwar", &FpuzzlesReader::skip},
    {"foglight", &FpuzzlesReader::skip},
    {"triggereffect", &FpuzzlesReader::skip},
    {"text", &FpuzzlesReader::read_drawing},
    {"circle", &FpuzzlesReader::read_drawing},
    {"rectangle", &FpuzzlesReader::read_drawing},
    {"line", &FpuzzlesReader::read_drawing},
    {"cage", &FpuzzlesReader::read_drawing},
    {"diagonal+", &FpuzzlesReader::read_flag, kRisingDiagonal},
    {"diagonal-", &FpuzzlesReader::read_flag, kFallingDiagonal},
    {"antiknight", &FpuzzlesReader::read_flag, kAntiKnight},
    {"antiking", &FpuzzlesReader::read_flag, kAntiKing},
    {"disjointgroups", &FpuzzlesReader::read_flag, kDisjointGroups},
    {"nonconsecutive", &FpuzzlesReader::read_flag, kNonconsecutive},
    {"negative", &FpuzzlesReader::read_negatives},
    {"odd", &FpuzzlesReader::read_marked_cells, kOdd},
    {"even", &FpuzzlesReader::read_marked_cells, kEven},
    {"minimum", &FpuzzlesReader::read_marked_cells, kMinimum},
    {"maximum", &FpuzzlesReader::read_marked_cells, kMaximum},
    {"extraregion", &FpuzzlesReader::read_sets, kDistinct},
    {"killercage", &FpuzzlesReader::read_sets, kCage, kOptional},
    {"difference", &FpuzzlesReader::read_sets, kDifference, kOptional},
    {"ratio", &FpuzzlesReader::read_sets, kRatio, kOptional},
    {"rowindexer", &FpuzzlesReader::read_sets, kRowIndexer},
    {"columnindexer", &FpuzzlesReader::read_sets, kColumnIndexer},
    {"boxindexer", &FpuzzlesReader::read_sets, kBoxIndexer},
    {"xv", &FpuzzlesReader::read_xv, kPairSum},
    {"quadruple", &FpuzzlesReader::read_quadruples, kContains},
    {"clone", &FpuzzlesReader::read_clones, kClone},
    {"littlekillersum", &FpuzzlesReader::read_little_killers, kLittleKiller},
    {"sandwichsum", &FpuzzlesReader::read_outside_clues, kSandwich},
    {"xsum", &FpuzzlesReader::read_outside_clues, kXSum},
    {"skyscraper", &FpuzzlesReader::read_outside_clues, kSkyscraper},
    {"arrow", &FpuzzlesReader::read_arrows, kArrow},
    {"doublearrow", &FpuzzlesReader::read_line_rules, kDoubleArrow},
    {"thermometer", &FpuzzlesReader::read_line_rules, kThermo},
    {"slowthermometer", &FpuzzlesReader::read_line_rules, kSlowThermo},
    {"palindrome", &FpuzzlesReader::read_line_rules, kPalindrome},
    {"renban", &FpuzzlesReader::read_line_rules, kRenban},
    {"whispers", &FpuzzlesReader::read_line_rules, kWhisper, kOptional},
    {"germanwhispers", &FpuzzlesReader::read_line_rules, kWhisper},
    {"dutchwhispers", &FpuzzlesReader::read_line_rules, kWhisper},
    {"regionsumline", &FpuzzlesReader::read_line_rules, kRegionSum},
    {"betweenline", &FpuzzlesReader::read_line_rules, kBetween},
    {"lockout", &FpuzzlesReader::read_line_rules, kLockout, kOptional},
    {"zipperline", &FpuzzlesReader::read_line_rules, kZipper},
    {"entropicline", &FpuzzlesReader::read_line_rules, kEntropic},
    {"modularline", &FpuzzlesReader::read_line_rules, kModular, kOptional},
    {"nabner", &FpuzzlesReader::read_line_rules, kNabner},
};

std::size_t FpuzzlesReader::row_count() {
  return std::size(kRows);
}

}  // namespace

Result<Puzzle> read_fpuzzles(const JsonValue& board) {
  return FpuzzlesReader().read(board);
}

Result<Puzzle> read_fpuzzles(std::string_view text) {
  constexpr std::string_view kQuery = "load=";
  std::string decoded;
  if (text.find('{') == std::string_view::npos) {
    const std::size_t query = text.find(kQuery);
    const bool is_link = text.substr(0, 64).find("f-puzzles.com/") != std::string_view::npos;
    if (is_link && query == std::string_view::npos) {
      return Error{
          "the link names a board on its site and does not hold it: open it there, and "
          "export a link with the board"};
    }
    decoded =
        decode_url(query == std::string_view::npos ? text : text.substr(query + kQuery.size()));
    text = decoded;
  }
  const Result<JsonValue> board = parse_packed_json(text);
  if (!board) return board.error();
  return read_fpuzzles(*board);
}

}  // namespace puzzled::variants
