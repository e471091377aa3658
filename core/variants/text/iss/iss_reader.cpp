#include "core/variants/text/iss/iss_reader.hpp"

#include <algorithm>
#include <array>
#include <bitset>
#include <cstddef>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/variants/rule_limits.hpp"
#include "core/variants/text/cell_names.hpp"
#include "core/variants/text/iss/boxes.hpp"
#include "core/variants/text/iss/relation_key.hpp"

namespace puzzled::variants {
namespace {

constexpr int kDefaultSize = 9;
constexpr int kGermanDifference = 5;  // of a whisper without a number

/// What stands between separators.
class Fields {
 public:
  /// Without an argument there are none, with an empty one there is one.
  Fields(std::string_view text, char separator, bool has_any = true)
      : rest_(text), separator_(separator), has_next_(has_any) {}

  bool has_next() const { return has_next_; }
  /// REQUIRES: has_next().
  std::string_view next() {
    const std::size_t end = rest_.find(separator_);
    const std::string_view field = rest_.substr(0, end);
    has_next_ = end != std::string_view::npos;
    if (has_next_) rest_.remove_prefix(end + 1);
    return field;
  }
  std::string_view next_or_empty() { return has_next_ ? next() : std::string_view(); }
  std::string_view peek() const {
    return has_next_ ? rest_.substr(0, rest_.find(separator_)) : std::string_view();
  }
  std::size_t most_left() const { return rest_.size() / 5 + 1; }  // of `R1C1`

 private:
  std::string_view rest_;
  char separator_;
  bool has_next_;
};

struct IssItem {
  std::string_view name;
  std::string_view arguments;
  bool has_arguments = false;

  Fields fields() const { return {arguments, '~', has_arguments}; }
};

/// All functions that return bool say by false that error_ is set.
class IssReader {
 public:
  Result<Puzzle> read(std::string_view text) {
    if (split(text) && lay_out() && read_items()) return std::move(puzzle_);
    return Error{std::move(error_)};
  }

 private:
  /// What an item does; `kind` and `number` are of its row in the table.
  struct Row {
    std::string_view name;
    bool (IssReader::*read)(const IssItem&, const Row&);
    RuleKind kind{};
    int number = 0;
  };
  static const Row kRows[];

  bool fail(std::string message) {
    error_ = std::move(message);
    return false;
  }
  bool fail(const IssItem& item, std::string_view message) {
    return fail(std::string(item.name) + ": " + std::string(message));
  }
  static std::string quoted(std::string_view text) { return '\'' + std::string(text) + '\''; }

  Rule& add(RuleKind kind) {
    Rule& rule = puzzle_.rules.emplace_back();
    rule.kind = kind;
    return rule;
  }

  bool split(std::string_view text) {
    if (text.empty() || text.front() != '.') return fail("a constraint string begins with '.'");
    items_.reserve(static_cast<std::size_t>(std::ranges::count(text, '.')));
    Fields items(text.substr(1), '.');
    while (items.has_next()) {
      const std::string_view item = items.next();
      const std::size_t end = item.find('~');
      const bool has_arguments = end != std::string_view::npos;
      items_.push_back({.name = item.substr(0, end),
                        .arguments = has_arguments ? item.substr(end + 1) : std::string_view(),
                        .has_arguments = has_arguments});
    }
    return true;
  }

  /// Size, boxes and pieces, which rules depend on, wherever they stand.
  bool lay_out() {
    puzzle_.size = kDefaultSize;
    const IssItem* jigsaw = nullptr;
    const IssItem* shape = nullptr;
    for (const IssItem& item : items_) {
      if (item.name == "NoBoxes") {
        has_boxes_ = false;
      } else if (item.name == "Shape") {
        if (shape != nullptr && shape->arguments != item.arguments) {
          return fail("Shape: given twice");
        }
        shape = &item;
      } else if (item.name == "Jigsaw") {
        if (jigsaw != nullptr) return fail("Jigsaw: given twice; use AllDifferent for more pieces");
        jigsaw = &item;
      }
    }
    if (shape != nullptr && !read_shape(*shape)) return false;
    boxes_ = iss_boxes(puzzle_.size);
    const auto cells = static_cast<std::size_t>(puzzle_.size * puzzle_.size);
    puzzle_.allowed.assign(cells, all_values(puzzle_.size));
    if (has_boxes_) puzzle_.regions = box_regions(puzzle_.size, boxes_);
    return jigsaw == nullptr || read_jigsaw(*jigsaw);
  }

  bool read_shape(const IssItem& item) {
    Fields fields = item.fields();
    const std::string_view sides = fields.next_or_empty();
    const std::size_t x = sides.find('x');
    const auto rows = parse_number(sides.substr(0, x), kMaxRuleNumber);
    const auto columns =
        x == std::string_view::npos ? rows : parse_number(sides.substr(x + 1), kMaxRuleNumber);
    if (x == std::string_view::npos || !rows || !columns) {
      return fail(item, "must be as 9x9 (got " + quoted(sides) + ')');
    }
    if (rows != columns) return fail(item, quoted(sides) + " is not square");
    if (*rows < kMinSize || *rows > kMaxSize) {
      return fail(item, "must be from 4x4 to 25x25 (got " + quoted(sides) + ')');
    }
    puzzle_.size = *rows;
    const std::string_view values = fields.next_or_empty();
    const std::string size = std::to_string(puzzle_.size);
    if (!values.empty() && values != size && values != "1-" + size) {
      return fail(item, "values must be 1-" + size + " (got " + quoted(values) + ')');
    }
    const std::string_view type = fields.next_or_empty();
    if (!type.empty() && type != "Sudoku") {
      return fail(item, "grid type " + quoted(type) + " is not supported");
    }
    return !fields.has_next() || fail(item, "has too many arguments");
  }

  /// A piece is as large as the board has values; other cells are in none. Beside boxes, pieces are
  /// extra regions: ISS splits lines of region sums by boxes then.
  bool read_jigsaw(const IssItem& item) {
    Fields fields = item.fields();
    std::string_view layout = fields.next_or_empty();
    if (fields.has_next()) layout = fields.next();  // behind the shape, in an older form
    if (fields.has_next() || layout.size() != puzzle_.allowed.size()) {
      return fail(item, "needs a character for each of the " +
                            std::to_string(puzzle_.allowed.size()) + " cells (got " +
                            std::to_string(layout.size()) + ')');
    }
    std::array<std::size_t, 256> counts{};
    for (const char c : layout) ++counts[static_cast<unsigned char>(c)];
    const auto size = static_cast<std::size_t>(puzzle_.size);
    const auto others =
        std::ranges::count_if(counts, [size](std::size_t n) { return n != 0 && n != size; });
    if (counts[static_cast<unsigned char>(layout.front())] == layout.size()) return true;
    if (others > 1) return fail(item, "has pieces of several sizes");
    std::array<std::uint8_t, 256> numbers{};
    numbers.fill(Puzzle::kNoRegion);
    std::vector<std::vector<Cell>> pieces;
    std::vector<std::uint8_t> regions(layout.size(), Puzzle::kNoRegion);
    for (std::size_t i = 0; i < layout.size(); ++i) {
      const auto c = static_cast<unsigned char>(layout[i]);
      if (counts[c] != size) continue;
      if (numbers[c] == Puzzle::kNoRegion) {
        numbers[c] = static_cast<std::uint8_t>(pieces.size());
        pieces.emplace_back();
      }
      regions[i] = numbers[c];
      pieces[numbers[c]].push_back(static_cast<Cell>(i));
    }
    if (puzzle_.regions.empty()) {
      puzzle_.regions = std::move(regions);
    } else {
      for (std::vector<Cell>& piece : pieces) add(RuleKind::kDistinct).cells = std::move(piece);
    }
    return true;
  }

  bool read_items() {
    puzzle_.rules.reserve(puzzle_.rules.size() + items_.size());
    for (const IssItem& item : items_) {
      const Row* row = std::ranges::find(kRows, kRows + row_count(), item.name, &Row::name);
      if (row == kRows + row_count()) {
        return fail("rule " + quoted(item.name) +
                    " is not supported; without it the board can be read");
      }
      if (!(this->*row->read)(item, *row)) return false;
      if (puzzle_.rules.size() > kMaxRules) return fail(too_many_listed_rules().message);
    }
    return open_groups_ == 0 || fail("And without End");
  }
  static std::size_t row_count();

  // ---- Arguments.

  bool read_cell(std::string_view name, Cell& cell) {
    const auto found = find_cell(name, puzzle_.size, CellNumbers::kLetters);
    if (!found) return fail("the board has no cell " + quoted(name));
    cell = *found;
    return true;
  }

  bool read_cells(const IssItem& item, Fields& fields, std::vector<Cell>& cells) {
    cells.reserve(fields.most_left());
    while (fields.has_next()) {
      if (!read_cell(fields.next(), cells.emplace_back())) {
        error_ = std::string(item.name) + ": " + error_;
        return false;
      }
    }
    return !cells.empty() || fail(item, "has no cells");
  }

  bool read_number(const IssItem& item, std::string_view text, int& number) {
    const auto parsed = parse_number(text, kMaxRuleNumber);
    if (!parsed) return fail(item, "needs a number (got " + quoted(text) + ')');
    number = *parsed;
    return true;
  }

  bool read_numbers(const IssItem& item, Fields fields, std::vector<int>& numbers) {
    while (fields.has_next()) {
      if (!read_number(item, fields.next(), numbers.emplace_back())) return false;
    }
    return true;
  }

  // ---- Items, in the order of the table.

  bool skip(const IssItem&, const Row&) { return true; }

  bool read_givens(const IssItem& item, const Row&) {
    Fields fields = item.fields();
    while (fields.has_next()) {
      Fields parts(fields.next(), '_');
      Cell cell = 0;
      if (!read_cell(parts.next(), cell)) return false;
      ValueSet values = 0;
      while (parts.has_next()) {
        const std::string_view text = parts.next();
        const auto value = parse_number(text, puzzle_.size);
        if (!value || *value == 0) {
          return fail("a given must be from 1 to " + std::to_string(puzzle_.size) + " (got " +
                      quoted(text) + ')');
        }
        values |= set_of(*value);
      }
      if (values == 0) return fail("a given has no value");
      puzzle_.allowed[cell] &= values;  // several givens of a cell hold together
    }
    return true;
  }

  bool read_global(const IssItem&, const Row& row) {
    Rule& rule = add(row.kind);
    if (row.kind == RuleKind::kUnmarkedSum) rule.numbers = {5, 10};
    return true;
  }

  /// Rules that ISS defines for nine values alone.
  bool read_global_of_nine(const IssItem& item, const Row& row) {
    if (puzzle_.size != 9) return fail(item, "needs a 9x9 board");
    return read_global(item, row);
  }

  bool read_diagonal(const IssItem& item, const Row&) {
    if (item.arguments != "1" && item.arguments != "-1") {
      return fail(item, "must be 1 or -1 (got " + quoted(item.arguments) + ')');
    }
    add(item.arguments == "1" ? RuleKind::kRisingDiagonal : RuleKind::kFallingDiagonal);
    return true;
  }

  /// Of other sizes: as many further boxes as there is room for, a cell apart.
  bool read_windoku(const IssItem& item, const Row& row) {
    if (usual_boxes(puzzle_.size).rows > 0) return read_global(item, row);
    if (boxes_.rows == 0) return fail(item, "needs a board with boxes");
    const int size = puzzle_.size;
    for (int left = 1; left + boxes_.columns < size; left += boxes_.columns + 1) {
      for (int top = 1; top + boxes_.rows < size; top += boxes_.rows + 1) {
        std::vector<Cell>& cells = add(RuleKind::kDistinct).cells;
        for (int i = 0; i < size; ++i) {
          cells.push_back(
              static_cast<Cell>((top + i / boxes_.columns) * size + left + i % boxes_.columns));
        }
      }
    }
    return true;
  }

  /// The places are those of the usual boxes, whether or not the board has them.
  bool read_disjoint_sets(const IssItem& item, const Row& row) {
    if (boxes_.rows == 0) return fail(item, "needs a board with boxes");
    if (has_boxes_) return read_global(item, row);
    const int size = puzzle_.size;
    for (int place = 0; place < size; ++place) {
      std::vector<Cell>& cells = add(RuleKind::kDistinct).cells;
      for (int top = place / boxes_.columns; top < size; top += boxes_.rows) {
        for (int left = place % boxes_.columns; left < size; left += boxes_.columns) {
          cells.push_back(static_cast<Cell>(top * size + left));
        }
      }
    }
    return true;
  }

  bool read_region_size(const IssItem& item, const Row&) {
    return item.arguments == std::to_string(puzzle_.size) ||
           fail(item, "must be as large as a row (got " + quoted(item.arguments) + ')');
  }

  bool read_line(const IssItem& item, const Row& row) {
    Fields fields = item.fields();
    return read_cells(item, fields, add(row.kind).cells);
  }

  bool read_line_of_nine(const IssItem& item, const Row& row) {
    if (puzzle_.size != 9) return fail(item, "needs a 9x9 board");
    return read_line(item, row);
  }

  /// ISS lets the line hold anything on a board without regions.
  bool read_region_sum(const IssItem& item, const Row& row) {
    Fields fields = item.fields();
    std::vector<Cell> cells;
    if (!read_cells(item, fields, cells)) return false;
    if (!puzzle_.regions.empty()) add(row.kind).cells = std::move(cells);
    return true;
  }

  bool read_numbered_line(const IssItem& item, const Row& row) {
    Fields fields = item.fields();
    Rule& rule = add(row.kind);
    return read_number(item, fields.next_or_empty(), rule.numbers.emplace_back()) &&
           read_cells(item, fields, rule.cells);
  }

  bool read_whisper(const IssItem& item, const Row& row) {
    const std::string_view first = item.fields().peek();
    if (first.empty() || (first.front() | 0x20) != 'r') return read_numbered_line(item, row);
    Fields fields = item.fields();
    Rule& rule = add(row.kind);
    rule.numbers = {kGermanDifference};
    return read_cells(item, fields, rule.cells);
  }

  /// Takes each cell out that has been there before.
  static void remove_repeats(std::vector<Cell>& cells) {
    std::bitset<kMaxCells> seen;
    std::erase_if(cells, [&](Cell cell) {
      const bool is_repeat = seen[cell];
      seen.set(cell);
      return is_repeat;
    });
  }
  static bool has_repeats(const std::vector<Cell>& cells) {
    std::bitset<kMaxCells> seen;
    return std::ranges::any_of(cells, [&](Cell cell) {
      const bool is_repeat = seen[cell];
      seen.set(cell);
      return is_repeat;
    });
  }

  bool read_distinct(const IssItem& item, const Row& row) {
    if (!read_line(item, row)) return false;
    remove_repeats(puzzle_.rules.back().cells);
    return true;
  }

  /// A sum of 0 or none stands for any. A cell that is there twice counts twice, and need not
  /// differ from itself.
  bool read_cage(const IssItem& item, const Row& row) {
    Fields fields = item.fields();
    const std::string_view sum = fields.next_or_empty();
    int number = 0;
    if (!sum.empty() && !read_number(item, sum, number)) return false;
    std::vector<Cell> cells;
    if (!read_cells(item, fields, cells)) return false;
    if (has_repeats(cells)) {
      if (number != 0) {
        Rule& rule = add(RuleKind::kSum);
        rule.cells = cells;
        rule.numbers = {number};
        number = 0;
      }
      remove_repeats(cells);
    }
    Rule& rule = add(row.kind);
    rule.cells = std::move(cells);
    if (number != 0) rule.numbers.push_back(number);
    return true;
  }

  /// `0_=_1_1_-1` has a coefficient for each cell; a difference of two sums is read.
  bool read_sum(const IssItem& item, const Row& row) {
    const std::string_view sum = item.fields().peek();
    constexpr std::string_view kDifferenceOfSums = "0_=_";
    if (!sum.starts_with(kDifferenceOfSums)) return read_numbered_line(item, row);
    Fields fields = item.fields();
    Fields signs(fields.next().substr(kDifferenceOfSums.size()), '_');
    Rule& rule = add(RuleKind::kEqualSums);
    while (signs.has_next() && fields.has_next()) {
      const std::string_view sign = signs.next();
      if (sign != "1" && sign != "-1") {
        return fail(item, "coefficients must be 1 or -1 (got " + quoted(sign) + ')');
      }
      Cell cell = 0;
      if (!read_cell(fields.next(), cell)) return false;
      (sign == "1" ? rule.cells : rule.others).push_back(cell);
    }
    return signs.has_next() == fields.has_next() ||
           fail(item, "needs as many coefficients as cells");
  }

  bool read_equal_sum(const IssItem& item, const Row& row) {
    std::vector<std::vector<Cell>> parts(1);
    Fields fields = item.fields();
    while (fields.has_next()) {
      const std::string_view field = fields.next();
      if (field == "-") {
        parts.emplace_back();
      } else if (!read_cell(field, parts.back().emplace_back())) {
        return false;
      }
    }
    if (parts.size() < 2) return fail(item, "needs two parts at least");
    if (parts.size() * parts[0].size() > kMaxListed) return fail(too_many_listed_cells().message);
    for (std::size_t i = 1; i < parts.size(); ++i) {
      Rule& rule = add(row.kind);
      rule.cells = parts[0];
      rule.others = std::move(parts[i]);
    }
    return true;
  }

  bool read_arrow(const IssItem& item, const Row& row) {
    Fields fields = item.fields();
    Rule& rule = add(row.kind);
    if (!read_cells(item, fields, rule.others)) return false;
    rule.cells = {rule.others.front()};
    rule.others.erase(rule.others.begin());
    return true;
  }

  /// The pill is read row by row, whatever the order of its cells.
  bool read_pill_arrow(const IssItem& item, const Row& row) {
    Fields fields = item.fields();
    int length = 0;
    Rule& rule = add(row.kind);
    if (!read_number(item, fields.next_or_empty(), length) ||
        !read_cells(item, fields, rule.others)) {
      return false;
    }
    if (length != 2 && length != 3) return fail(item, "must have 2 or 3 digits");
    if (rule.others.size() <= static_cast<std::size_t>(length)) {
      return fail(item, "has no cells beside the pill");
    }
    rule.cells.assign(rule.others.begin(), rule.others.begin() + length);
    rule.others.erase(rule.others.begin(), rule.others.begin() + length);
    std::ranges::sort(rule.cells);
    for (std::size_t i = 1; i < rule.cells.size(); ++i) {
      const int down = rule.cells[i] / puzzle_.size - rule.cells[i - 1] / puzzle_.size;
      const int right = rule.cells[i] % puzzle_.size - rule.cells[i - 1] % puzzle_.size;
      if (down > 1 || right < 0 || right > 1) {
        return fail(item, "the cells of the pill must follow each other to the right or down");
      }
    }
    return true;
  }

  /// Each two neighbours of the list, the earlier one first. ISS refuses lists without any.
  bool read_dots(const IssItem& item, const Row& row) {
    Fields fields = item.fields();
    std::vector<Cell> cells;
    if (!read_cells(item, fields, cells)) return false;
    const int size = puzzle_.size;
    std::vector<bool> is_left(puzzle_.allowed.size());
    for (const Cell cell : cells) is_left[cell] = true;
    const std::size_t before = puzzle_.rules.size();
    for (const Cell cell : cells) {
      is_left[cell] = false;
      for (const int step : {-size, -1, 1, size}) {
        const int other = cell + step;
        if (other < 0 || other >= size * size || !is_left[static_cast<std::size_t>(other)] ||
            !are_neighbours(cell, static_cast<Cell>(other), size)) {
          continue;
        }
        Rule& rule = add(row.kind);
        rule.cells = {cell, static_cast<Cell>(other)};
        if (row.number != 0) rule.numbers = {row.number};
      }
    }
    return puzzle_.rules.size() > before || fail(item, "no two of its cells share a side");
  }

  /// Of several clues at the same place, ISS takes the last.
  void add_clue(RuleKind kind, std::vector<Cell> cells, std::vector<int> numbers) {
    const std::tuple<RuleKind, Cell, Cell> place{kind, cells[0], cells[1]};
    const auto [at, is_first] = clues_.try_emplace(place, puzzle_.rules.size());
    Rule& rule = is_first ? add(kind) : puzzle_.rules[at->second];
    rule.cells = std::move(cells);
    rule.numbers = std::move(numbers);
  }

  bool read_quad(const IssItem& item, const Row& row) {
    Fields fields = item.fields();
    Cell cell = 0;
    if (!read_cell(fields.next_or_empty(), cell)) return false;
    const int size = puzzle_.size;
    if (cell % size == size - 1 || cell / size == size - 1) {
      return fail(item, "its cell must be the top left one of four");
    }
    std::vector<int> numbers;
    if (!read_numbers(item, fields, numbers)) return false;
    const auto at = [&](int step) { return static_cast<Cell>(cell + step); };
    add_clue(row.kind, {cell, at(1), at(size), at(size + 1)}, std::move(numbers));
    return true;
  }

  bool read_contents(const IssItem& item, const Row& row) {
    Fields fields = item.fields();
    Rule& rule = add(row.kind);
    if (!read_numbers(item, Fields(fields.next_or_empty(), '_'), rule.numbers)) return false;
    for (const int value : rule.numbers) {
      if (value >= 1 && value <= puzzle_.size) continue;
      return fail(item, "a value must be from 1 to " + std::to_string(puzzle_.size) + " (got " +
                            std::to_string(value) + ')');
    }
    return read_cells(item, fields, rule.cells);
  }

  /// The place of the first cell says which way the diagonal runs: each has one such place.
  bool read_little_killer(const IssItem& item, const Row& row) {
    Fields fields = item.fields();
    int sum = 0;
    Cell cell = 0;
    if (!read_number(item, fields.next_or_empty(), sum) ||
        !read_cell(fields.next_or_empty(), cell)) {
      return false;
    }
    const int last = puzzle_.size - 1;
    const int r = cell / puzzle_.size;
    const int c = cell % puzzle_.size;
    int down = 0;
    int right = 0;
    if (c == 0 && r < last) {
      down = right = 1;
    } else if (c == last && r > 0 && r < last) {
      down = right = -1;
    } else if (r == 0) {
      down = 1;
      right = -1;
    } else if (r == last && c > 0 && c < last) {
      down = -1;
      right = 1;
    } else {
      return fail(item, "no diagonal begins at its cell");
    }
    add_clue(row.kind, ray_cells(r, c, down, right, puzzle_.size), {sum});
    return true;
  }

  /// `R3` or `C3`, from its first cell or its last.
  bool read_whole_line(const IssItem& item, std::string_view id, bool from_last,
                       std::vector<Cell>& cells) {
    const auto number = parse_number(id.substr(std::min<std::size_t>(1, id.size())), puzzle_.size);
    if (!number || *number == 0 || (id.front() != 'R' && id.front() != 'C')) {
      return fail(item, "the board has no row or column " + quoted(id));
    }
    cells = id.front() == 'R' ? row_cells(*number - 1, puzzle_.size, from_last)
                              : column_cells(*number - 1, puzzle_.size, from_last);
    return true;
  }

  bool read_sandwich(const IssItem& item, const Row& row) {
    Fields fields = item.fields();
    int sum = 0;
    std::vector<Cell> cells;
    if (!read_number(item, fields.next_or_empty(), sum) ||
        !read_whole_line(item, fields.next_or_empty(), false, cells)) {
      return false;
    }
    add_clue(row.kind, std::move(cells), {sum});
    return true;
  }

  /// The clue at the beginning of a row or column, and the one at its end.
  bool read_outside_clues(const IssItem& item, const Row& row) {
    Fields fields = item.fields();
    const std::string_view id = fields.next_or_empty();
    for (const bool from_last : {false, true}) {
      const std::string_view text = fields.next_or_empty();
      if (text.empty()) continue;
      int number = 0;
      std::vector<Cell> cells;
      if (!read_number(item, text, number) || !read_whole_line(item, id, from_last, cells)) {
        return false;
      }
      if (number == 0) return fail(item, "a clue must not be 0");
      add_clue(row.kind, std::move(cells), {number});
    }
    return !fields.has_next() || fail(item, "has too many arguments");
  }

  bool read_indexing(const IssItem& item, const Row&) {
    Fields fields = item.fields();
    const std::string_view type = fields.next_or_empty();
    if (type != "R" && type != "C" && type != "B") {
      return fail(item, "must be R, C or B (got " + quoted(type) + ')');
    }
    return read_cells(item, fields,
                      add(type == "R"   ? RuleKind::kRowIndexer
                          : type == "C" ? RuleKind::kColumnIndexer
                                        : RuleKind::kBoxIndexer)
                          .cells);
  }

  /// Two figures of as many cells.
  bool read_clone(const IssItem& item, const Row& row) {
    Fields fields = item.fields();
    Rule& rule = add(row.kind);
    if (!read_cells(item, fields, rule.cells)) return false;
    if (rule.cells.size() % 2 != 0) return fail(item, "needs an even number of cells");
    const auto middle = rule.cells.begin() + static_cast<std::ptrdiff_t>(rule.cells.size() / 2);
    rule.others.assign(middle, rule.cells.end());
    rule.cells.erase(middle, rule.cells.end());
    return true;
  }

  /// Sets of one cell each: all hold the same value.
  bool read_same_values(const IssItem& item, const Row& row) {
    Fields fields = item.fields();
    int sets = 0;
    std::vector<Cell> cells;
    if (!read_number(item, fields.next_or_empty(), sets) || !read_cells(item, fields, cells)) {
      return false;
    }
    if (static_cast<std::size_t>(sets) != cells.size()) {
      return fail(item, "sets of more than one cell are not supported");
    }
    if (cells.size() < 2) return fail(item, "needs two cells at least");
    Rule& rule = add(row.kind);
    rule.cells.assign(cells.begin(), cells.end() - 1);
    rule.others.assign(cells.begin() + 1, cells.end());
    return true;
  }

  // ---- Relations by tables.

  void add_relation(const NamedRelation& relation, std::vector<Cell> line) {
    if (relation.is_reversed) std::ranges::reverse(line);
    const auto set_numbers = [&](Rule& rule) {
      if (relation.number) rule.numbers = {*relation.number};
    };
    if (relation.kind == RuleKind::kThermo || relation.kind == RuleKind::kSlowThermo ||
        relation.kind == RuleKind::kWhisper) {
      Rule& rule = add(relation.kind);
      set_numbers(rule);
      rule.cells = std::move(line);
      return;
    }
    for (std::size_t i = 1; i < line.size(); ++i) {
      Rule& rule = add(relation.kind);
      set_numbers(rule);
      rule.cells = {line[i - 1]};
      (relation.kind == RuleKind::kClone ? rule.others : rule.cells).push_back(line[i]);
    }
  }

  /// Of all pairs of a list.
  void add_relation_of_all(const NamedRelation& relation, std::vector<Cell> cells) {
    const int number = relation.number.value_or(0);
    if (relation.kind == RuleKind::kWhisper && number <= 2) {
      add(number == 1 ? RuleKind::kDistinct : RuleKind::kNabner).cells = std::move(cells);
      return;
    }
    for (std::size_t i = 0; i < cells.size(); ++i) {
      // The item is refused for them.
      if (puzzle_.rules.size() > kMaxRules) return;
      for (std::size_t k = 0; k < i; ++k) add_relation(relation, {cells[k], cells[i]});
    }
  }

  // Which pairs of a group, and whether the table is an old one, in which two characters are
  // swapped.
  static constexpr int kFollowers = 0;
  static constexpr int kAllPairs = 1;
  static constexpr int kOldKey = 2;

  static std::string new_key(std::string_view old) {
    std::string key(old);
    for (char& c : key) c = c == '-' ? '_' : c == '_' ? '-' : c;
    return key;
  }

  /// Groups of cells, apart by an empty field or the name of the next group, as `_doubles`. The
  /// relation is a table: those are read that are a kind of rule.
  bool read_pairs(const IssItem& item, const Row& row) {
    const bool is_of_all = (row.number & kAllPairs) != 0;
    Fields fields = item.fields();
    const std::string_view key = fields.next_or_empty();
    const auto relation = decode_relation(
        (row.number & kOldKey) != 0 ? new_key(key) : std::string(key), puzzle_.size);
    const auto named = relation ? name_relation(*relation) : std::nullopt;
    const bool is_one_way =
        named && (named->kind == RuleKind::kThermo || named->kind == RuleKind::kSlowThermo);
    if (!named || (is_of_all && is_one_way)) {
      return fail(item,
                  "a relation of values that is not supported; those are that say equal, "
                  "less, a sum, a ratio, a difference or its least");
    }
    std::vector<Cell> cells;
    const auto end_group = [&] {
      const auto size = static_cast<std::size_t>(puzzle_.size);
      if (is_of_all && cells.size() > size * size) return fail(item, "has too many cells");
      if (cells.size() > 1) {
        is_of_all ? add_relation_of_all(*named, std::move(cells))
                  : add_relation(*named, std::move(cells));
      }
      cells.clear();
      return true;
    };
    while (fields.has_next()) {
      const std::string_view field = fields.next();
      if (field.empty() || field.front() == '_') {
        if (!end_group()) return false;
      } else if (!read_cell(field, cells.emplace_back())) {
        return false;
      }
    }
    return end_group();
  }

  // ---- Groups.

  bool begin_group(const IssItem&, const Row&) {
    ++open_groups_;
    return true;
  }
  bool end_group(const IssItem&, const Row&) {
    if (open_groups_ == 0) return fail("End without And");
    --open_groups_;
    return true;
  }

  Puzzle puzzle_;
  std::string error_;
  std::vector<IssItem> items_;
  bool has_boxes_ = true;
  BoxShape boxes_;
  int open_groups_ = 0;
  std::map<std::tuple<RuleKind, Cell, Cell>, std::size_t> clues_;  // places in puzzle_.rules
};

using enum RuleKind;

// The commonest first. Of those without a rule: the first three have been read before; when each
// row holds every value, all largest regions do (RegionSameValues); SearchPriority is a hint.
constinit const IssReader::Row IssReader::kRows[] = {
    {"Cage", &IssReader::read_cage, kCage},
    {"", &IssReader::read_givens},
    {"Given", &IssReader::read_givens},
    {"Shape", &IssReader::skip},
    {"NoBoxes", &IssReader::skip},
    {"Jigsaw", &IssReader::skip},
    {"Thermo", &IssReader::read_line, kThermo},
    {"WhiteDot", &IssReader::read_dots, kDifference, 1},
    {"BlackDot", &IssReader::read_dots, kRatio, 2},
    {"Arrow", &IssReader::read_arrow, kArrow},
    {"LittleKiller", &IssReader::read_little_killer, kLittleKiller},
    {"Renban", &IssReader::read_line, kRenban},
    {"V", &IssReader::read_dots, kPairSum, 5},
    {"X", &IssReader::read_dots, kPairSum, 10},
    {"Whisper", &IssReader::read_whisper, kWhisper},
    {"Diagonal", &IssReader::read_diagonal},
    {"AntiKnight", &IssReader::read_global, kAntiKnight},
    {"AntiKing", &IssReader::read_global, kAntiKing},
    {"AntiConsecutive", &IssReader::read_global, kNonconsecutive},
    {"Windoku", &IssReader::read_windoku, kWindoku},
    {"DisjointSets", &IssReader::read_disjoint_sets, kDisjointGroups},
    {"GlobalEntropy", &IssReader::read_global_of_nine, kGlobalEntropy},
    {"GlobalMod", &IssReader::read_global_of_nine, kGlobalModular},
    {"StrictKropki", &IssReader::read_global, kUnmarkedKropki},
    {"StrictXV", &IssReader::read_global, kUnmarkedSum},
    {"RegionSize", &IssReader::read_region_size},
    {"RegionSameValues", &IssReader::skip},
    {"SearchPriority", &IssReader::skip},
    {"AllDifferent", &IssReader::read_distinct, kDistinct},
    {"Sum", &IssReader::read_sum, kSum},
    {"EqualSum", &IssReader::read_equal_sum, kEqualSums},
    {"Quad", &IssReader::read_quad, kContains},
    {"ContainAtLeast", &IssReader::read_contents, kContains},
    {"Sandwich", &IssReader::read_sandwich, kSandwich},
    {"XSum", &IssReader::read_outside_clues, kXSum},
    {"Skyscraper", &IssReader::read_outside_clues, kSkyscraper},
    {"NumberedRoom", &IssReader::read_outside_clues, kNumberedRoom},
    {"Indexing", &IssReader::read_indexing},
    {"PillArrow", &IssReader::read_pill_arrow, kPillArrow},
    {"DoubleArrow", &IssReader::read_line, kDoubleArrow},
    {"Palindrome", &IssReader::read_line, kPalindrome},
    {"RegionSumLine", &IssReader::read_region_sum, kRegionSum},
    {"Between", &IssReader::read_line, kBetween},
    {"Lockout", &IssReader::read_numbered_line, kLockout},
    {"Zipper", &IssReader::read_line, kZipper},
    {"Entropic", &IssReader::read_line_of_nine, kEntropic},
    {"Modular", &IssReader::read_numbered_line, kModular},
    {"GreaterThan", &IssReader::read_dots, kGreater},
    {"SameValues", &IssReader::read_same_values, kClone},
    {"Pair", &IssReader::read_pairs, kClone, kFollowers},
    {"PairX", &IssReader::read_pairs, kClone, kAllPairs},
    {"Binary", &IssReader::read_pairs, kClone, kFollowers | kOldKey},
    {"BinaryX", &IssReader::read_pairs, kClone, kAllPairs | kOldKey},
    {"And", &IssReader::begin_group},
    {"End", &IssReader::end_group},
    // Names of ours, for rules that ISS has no name for; Indexing~B is another.
    {"Odd", &IssReader::read_line, kOdd},
    {"Even", &IssReader::read_line, kEven},
    {"Minimum", &IssReader::read_line, kMinimum},
    {"Maximum", &IssReader::read_line, kMaximum},
    {"Clone", &IssReader::read_clone, kClone},
    {"SlowThermo", &IssReader::read_line, kSlowThermo},
    {"Nabner", &IssReader::read_line, kNabner},
    {"Difference", &IssReader::read_numbered_line, kDifference},
    {"Ratio", &IssReader::read_numbered_line, kRatio},
    {"PairSum", &IssReader::read_numbered_line, kPairSum},
    {"DiagonalNonconsecutive", &IssReader::read_global, kDiagonalNonconsecutive},
};

std::size_t IssReader::row_count() {
  return std::size(kRows);
}

constexpr bool is_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

}  // namespace

Result<Puzzle> read_iss(std::string_view text) {
  if (std::ranges::none_of(text, is_blank)) return IssReader().read(text);
  std::string without_blanks;
  std::ranges::remove_copy_if(text, std::back_inserter(without_blanks), is_blank);
  return IssReader().read(without_blanks);
}

}  // namespace puzzled::variants
