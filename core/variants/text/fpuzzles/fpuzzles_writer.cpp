#include "core/variants/text/fpuzzles/fpuzzles_writer.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "core/json_text.hpp"
#include "core/variants/reduce.hpp"
#include "core/variants/text/cell_names.hpp"
#include "core/variants/text/iss/boxes.hpp"
#include "core/variants/text/packed/link.hpp"
#include "core/variants/text/packed/lz_string.hpp"

namespace puzzled::variants {
namespace {

constexpr std::string_view kLink = "https://www.f-puzzles.com/?load=";

class FpuzzlesWriter {
 public:
  explicit FpuzzlesWriter(const Puzzle& puzzle) : puzzle_(puzzle), size_(puzzle.size) {}

  Result<std::string> write() {
    JsonObject board(text_);
    board.number("size", size_);
    if (const Result<> written = write_grid(board); !written) return written.error();
    if (const Result<> collected = collect_entries(); !collected) return collected.error();
    for (const auto& [name, entries] : lists_) {
      JsonArray list(board.member(name));
      for (const std::string& entry : entries) list.next() += entry;
      list.end();
    }
    if (!negatives_.empty()) {
      JsonArray list(board.member("negative"));
      for (const std::string_view name : negatives_) append_json_string(list.next(), name);
      list.end();
    }
    for (const std::string_view name : flags_) board.flag(name, true);
    board.end();
    return std::move(text_);
  }

 private:
  // ---- The grid.

  Result<> write_grid(JsonObject& board) {
    BoxShape boxes = iss_boxes(size_);
    if (boxes.rows == 0) boxes = {.rows = 1, .columns = size_};
    const bool has_usual_regions = puzzle_.regions == box_regions(size_, boxes);
    for (std::size_t i = 0; i < puzzle_.regions.size(); ++i) {
      const std::uint8_t region = puzzle_.regions[i];
      if (region == Puzzle::kNoRegion) continue;
      if (std::ranges::count(puzzle_.regions, region) != size_) {
        return Error{"f-puzzles has no regions that are not as large as a row"};
      }
    }
    JsonArray rows(board.member("grid"));
    std::size_t cell = 0;
    for (int row = 0; row < size_; ++row) {
      JsonArray cells(rows.next());
      for (int column = 0; column < size_; ++column, ++cell) {
        if (puzzle_.allowed[cell] == 0) {
          return Error{"f-puzzles has no cells that can hold nothing"};
        }
        JsonObject object(cells.next());
        write_values(object, puzzle_.allowed[cell]);
        if (!has_usual_regions) write_region(object, cell);
        object.end();
      }
      cells.end();
    }
    rows.end();
    return {};
  }

  void write_values(JsonObject& object, ValueSet values) const {
    if (is_single(values)) {
      object.number("value", value_of(values));
      object.flag("given", true);
    } else if (values != all_values(size_)) {
      JsonArray marks(object.member("givenPencilMarks"));
      for (int value = 1; value <= size_; ++value) {
        if ((values & set_of(value)) != 0) append_json_number(marks.next(), std::int64_t{value});
      }
      marks.end();
    }
  }

  void write_region(JsonObject& object, std::size_t cell) const {
    if (puzzle_.regions.empty() || puzzle_.regions[cell] == Puzzle::kNoRegion) {
      object.member("region") += "null";
    } else {
      object.number("region", int{puzzle_.regions[cell]});
    }
  }

  // ---- Rules: an entry each, in the list of its name.

  std::vector<std::string>& list(std::string_view name) {
    const auto known =
        std::ranges::find(lists_, name, [](const auto& entry) { return entry.first; });
    if (known != lists_.end()) return known->second;
    return lists_.emplace_back(name, std::vector<std::string>()).second;
  }
  bool flag(std::string_view name) {
    flags_.insert(name);
    return true;
  }
  bool negative(std::string_view name) {
    negatives_.insert(name);
    return true;
  }

  std::string name_of_cell_at(int row, int column) const {  // from -1 to the size
    return 'R' + std::to_string(row + 1) + 'C' + std::to_string(column + 1);
  }
  std::string name_of_cell(Cell cell) const { return name_of_cell_at(cell / size_, cell % size_); }
  void append_cells(std::string& to, std::span<const Cell> cells) const {
    JsonArray names(to);
    for (const Cell cell : cells) append_json_string(names.next(), name_of_cell(cell));
    names.end();
  }

  /// `{"cells":[…]}` or `{"lines":[[…]]}`, with a value unless it is empty.
  bool add_entry(std::string_view name, std::string_view member, std::span<const Cell> cells,
                 const std::string& value = "") {
    std::string& text = list(name).emplace_back();
    JsonObject entry(text);
    if (member == "lines") {
      JsonArray lines(entry.member(member));
      append_cells(lines.next(), cells);
      lines.end();
    } else {
      append_cells(entry.member(member), cells);
    }
    if (!value.empty()) entry.text("value", value);
    entry.end();
    return true;
  }
  bool add_set(std::string_view name, const Rule& rule) {
    return add_entry(name, "cells", rule.cells,
                     rule.numbers.empty() ? "" : std::to_string(rule.numbers[0]));
  }
  bool add_line(std::string_view name, const Rule& rule) {
    return add_entry(name, "lines", rule.cells,
                     rule.numbers.empty() ? "" : std::to_string(rule.numbers[0]));
  }

  /// One rule of that kind: all marked cells belong together.
  bool add_marked_cells(std::string_view name, const Rule& rule) {
    std::vector<std::string>& entries = list(name);
    if (!entries.empty()) return false;
    for (const Cell cell : rule.cells) {
      JsonObject entry(entries.emplace_back());
      entry.text("cell", name_of_cell(cell));
      entry.end();
    }
    return true;
  }

  bool add_windoku() {
    for (const int corner : {10, 14, 46, 50}) {
      std::vector<Cell> cells;
      cells.reserve(9);
      for (int i = 0; i < 9; ++i) cells.push_back(static_cast<Cell>(corner + i / 3 * 9 + i % 3));
      add_entry("extraregion", "cells", cells);
    }
    return true;
  }

  bool add_quadruple(const Rule& rule) {
    std::string& text = list("quadruple").emplace_back();
    JsonObject entry(text);
    append_cells(entry.member("cells"), rule.cells);
    JsonArray values(entry.member("values"));
    for (const int number : rule.numbers) append_json_number(values.next(), std::int64_t{number});
    values.end();
    entry.end();
    return true;
  }

  bool add_clone(const Rule& rule) {
    std::string& text = list("clone").emplace_back();
    JsonObject entry(text);
    append_cells(entry.member("cells"), rule.cells);
    append_cells(entry.member("cloneCells"), rule.others);
    entry.end();
    return true;
  }

  /// The line begins in the bulb.
  bool add_arrow(const Rule& rule) {
    std::string& text = list("arrow").emplace_back();
    JsonObject entry(text);
    append_cells(entry.member("cells"), rule.cells);
    std::vector<Cell> line{rule.cells.back()};
    line.insert(line.end(), rule.others.begin(), rule.others.end());
    JsonArray lines(entry.member("lines"));
    append_cells(lines.next(), line);
    lines.end();
    entry.end();
    return true;
  }

  bool add_outside_clue(std::string_view name, const Rule& rule) {
    const int row = rule.cells[0] / size_;
    const int column = rule.cells[0] % size_;
    const int step = rule.cells[1] - rule.cells[0];
    JsonObject entry(list(name).emplace_back());
    entry.text("cell", step == 1    ? name_of_cell_at(row, -1)
                       : step == -1 ? name_of_cell_at(row, size_)
                       : step > 0   ? name_of_cell_at(-1, column)
                                    : name_of_cell_at(size_, column));
    entry.text("value", std::to_string(rule.numbers[0]));
    entry.end();
    return true;
  }

  /// A corner alone is pointed at along the diagonal of the other two corners.
  bool add_little_killer(const Rule& rule) {
    const Cell first = rule.cells[0];
    const int row = first / size_;
    const int column = first % size_;
    int down = row == 0 ? 1 : -1;
    int right = column == 0 ? -1 : 1;
    if (rule.cells.size() > 1) {
      down = rule.cells[1] > first ? 1 : -1;
      right = rule.cells[1] % size_ > column ? 1 : -1;
    }
    JsonObject entry(list("littlekillersum").emplace_back());
    entry.text("cell", name_of_cell_at(row - down, column - right));
    append_cells(entry.member("cells"), rule.cells);
    entry.text("direction", std::string(down > 0 ? "D" : "U") + (right > 0 ? 'R' : 'L'));
    entry.text("value", std::to_string(rule.numbers[0]));
    entry.end();
    return true;
  }

  bool has(RuleKind kind) const {
    return std::ranges::find(puzzle_.rules, kind, &Rule::kind) != puzzle_.rules.end();
  }
  /// Which ratios f-puzzles takes for forbidden: those of the dots, or 2.
  std::vector<int> dot_ratios() const {
    std::set<int> ratios;
    for (const Rule& rule : puzzle_.rules) {
      if (rule.kind == RuleKind::kRatio) ratios.insert(rule.numbers[0]);
    }
    if (ratios.empty()) ratios.insert(2);
    return {ratios.begin(), ratios.end()};
  }
  /// Whether the pairs that a negative lets be are the dots of that kind: those of either kind take
  /// pairs out of both negatives.
  bool are_dots(const std::vector<Cell>& pairs, RuleKind kind) const {
    std::set<std::pair<Cell, Cell>> dots;
    for (const Rule& rule : puzzle_.rules) {
      if (rule.kind == kind) dots.insert(std::minmax(rule.cells[0], rule.cells[1]));
    }
    std::set<std::pair<Cell, Cell>> free;
    for (std::size_t i = 0; i < pairs.size(); i += 2) {
      free.insert(std::minmax(pairs[i], pairs[i + 1]));
    }
    return dots == free;
  }

  bool add_unmarked(const Rule& rule) {
    std::vector<int> numbers = rule.numbers;
    std::ranges::sort(numbers);
    switch (rule.kind) {
      case RuleKind::kNonconsecutive:
        return !has(RuleKind::kDifference) && !has(RuleKind::kRatio) && flag("nonconsecutive");
      case RuleKind::kUnmarkedDifference:
        return numbers == std::vector{1} && are_dots(rule.others, RuleKind::kRatio) &&
               flag("nonconsecutive");
      case RuleKind::kUnmarkedRatio:
        return numbers == dot_ratios() && are_dots(rule.others, RuleKind::kDifference) &&
               negative("ratio");
      case RuleKind::kUnmarkedKropki:
        return dot_ratios() == std::vector{2} && rule.others.empty() && flag("nonconsecutive") &&
               negative("ratio");
      default:  // kUnmarkedSum
        return numbers == std::vector{5, 10} && rule.others.empty() && negative("xv");
    }
  }

  /// Two rules of negatives would be read as one, except of differences and of other ratios than 2.
  bool has_several_negatives() const {
    const auto negatives = std::ranges::count_if(puzzle_.rules, [](const Rule& rule) {
      return rule.kind == RuleKind::kNonconsecutive || rule.kind == RuleKind::kUnmarkedDifference ||
             rule.kind == RuleKind::kUnmarkedRatio || rule.kind == RuleKind::kUnmarkedKropki;
    });
    const bool are_two_rules = has(RuleKind::kUnmarkedDifference) &&
                               has(RuleKind::kUnmarkedRatio) && dot_ratios() != std::vector{2};
    return negatives > (are_two_rules ? 2 : 1);
  }

  bool add_rule(const Rule& rule) {
    switch (rule.kind) {
      case RuleKind::kRisingDiagonal:
        return flag("diagonal+");
      case RuleKind::kFallingDiagonal:
        return flag("diagonal-");
      case RuleKind::kAntiKnight:
        return flag("antiknight");
      case RuleKind::kAntiKing:
        return flag("antiking");
      case RuleKind::kDisjointGroups:
        return flag("disjointgroups");
      case RuleKind::kWindoku:
        return add_windoku();
      case RuleKind::kNonconsecutive:
      case RuleKind::kUnmarkedKropki:
      case RuleKind::kUnmarkedDifference:
      case RuleKind::kUnmarkedRatio:
        return !has_several_negatives() && add_unmarked(rule);
      case RuleKind::kUnmarkedSum:
        return add_unmarked(rule);
      case RuleKind::kDiagonalNonconsecutive:
      case RuleKind::kGlobalEntropy:
      case RuleKind::kGlobalModular:
      case RuleKind::kSum:
      case RuleKind::kEqualSums:
      case RuleKind::kNumberedRoom:
        return false;

      case RuleKind::kDistinct:
        return add_set("extraregion", rule);
      case RuleKind::kOdd:
        return add_marked_cells("odd", rule);
      case RuleKind::kEven:
        return add_marked_cells("even", rule);
      case RuleKind::kMinimum:
        return add_marked_cells("minimum", rule);
      case RuleKind::kMaximum:
        return add_marked_cells("maximum", rule);
      case RuleKind::kClone:
        return add_clone(rule);
      case RuleKind::kContains:
        return add_quadruple(rule);
      case RuleKind::kCage:
        return (rule.numbers.empty() || rule.numbers[0] != 0) && add_set("killercage", rule);
      case RuleKind::kLittleKiller:
        return add_little_killer(rule);
      case RuleKind::kRowIndexer:
        return add_set("rowindexer", rule);
      case RuleKind::kColumnIndexer:
        return add_set("columnindexer", rule);
      case RuleKind::kBoxIndexer:
        return add_set("boxindexer", rule);

      case RuleKind::kSandwich:
        return add_outside_clue("sandwichsum", rule);
      case RuleKind::kXSum:
        return add_outside_clue("xsum", rule);
      case RuleKind::kSkyscraper:
        return add_outside_clue("skyscraper", rule);

      case RuleKind::kArrow:
      case RuleKind::kPillArrow:
        return add_arrow(rule);
      case RuleKind::kDoubleArrow:
        return add_line("doublearrow", rule);
      case RuleKind::kThermo:
        return add_line("thermometer", rule);
      case RuleKind::kSlowThermo:
        return add_line("slowthermometer", rule);
      case RuleKind::kPalindrome:
        return add_line("palindrome", rule);
      case RuleKind::kRenban:
        return rule.cells.size() > 1 && add_line("renban", rule);
      case RuleKind::kWhisper:
        return add_line("whispers", rule);
      case RuleKind::kRegionSum:
        return rule.cells.size() > 1 && add_line("regionsumline", rule);
      case RuleKind::kBetween:
        return add_line("betweenline", rule);
      case RuleKind::kLockout:
        return add_line("lockout", rule);
      case RuleKind::kZipper:
        return add_line("zipperline", rule);
      case RuleKind::kEntropic:
        return add_line("entropicline", rule);
      case RuleKind::kModular:
        return rule.numbers[0] == 3 && add_entry("modularline", "lines", rule.cells);
      case RuleKind::kNabner:
        return add_line("nabner", rule);

      case RuleKind::kDifference:
        return add_set("difference", rule);
      case RuleKind::kRatio:
        return add_set("ratio", rule);
      case RuleKind::kPairSum:
        return (rule.numbers[0] == 5 || rule.numbers[0] == 10) &&
               add_entry("xv", "cells", rule.cells, rule.numbers[0] == 5 ? "V" : "X");
      case RuleKind::kGreater:
        return add_entry("thermometer", "lines", std::vector{rule.cells[1], rule.cells[0]});
    }
    return false;
  }

  Result<> collect_entries() {
    for (const Rule& rule : puzzle_.rules) {
      if (add_rule(rule)) continue;
      return Error{"f-puzzles has no rule that means '" + std::string(name_of(rule.kind)) +
                   "' on this board"};
    }
    return {};
  }

  const Puzzle& puzzle_;
  const int size_;
  std::string text_;
  std::vector<std::pair<std::string_view, std::vector<std::string>>> lists_;
  std::set<std::string_view> negatives_;
  std::set<std::string_view> flags_;
};

}  // namespace

Result<std::string> write_fpuzzles_json(const Puzzle& puzzle) {
  return FpuzzlesWriter(puzzle).write();
}

Result<std::string> write_fpuzzles_link(const Puzzle& puzzle) {
  const Result<std::string> json = write_fpuzzles_json(puzzle);
  if (!json) return json.error();
  return std::string(kLink) + encode_url(pack_lz(*json));
}

}  // namespace puzzled::variants
