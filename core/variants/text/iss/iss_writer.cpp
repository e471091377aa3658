#include "core/variants/text/iss/iss_writer.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include "core/variants/reduce.hpp"
#include "core/variants/text/cell_names.hpp"
#include "core/variants/text/iss/boxes.hpp"
#include "core/variants/text/iss/relation_key.hpp"

namespace puzzled::variants {
namespace {

constexpr std::string_view kPieceNames = "0123456789abcdefghijklmnop";

class IssWriter {
 public:
  explicit IssWriter(const Puzzle& puzzle)
      : puzzle_(puzzle), size_(puzzle.size), allowed_(puzzle.allowed) {}

  Result<std::string> write() {
    if (size_ != 9) text_ += ".Shape~" + std::to_string(size_) + 'x' + std::to_string(size_);
    if (const Result<> written = write_regions(); !written) return written.error();
    for (const Rule& rule : puzzle_.rules) {
      if (!write_rule(rule)) {
        return Error{"ISS has no rule that means '" + std::string(name_of(rule.kind)) +
                     "' on this board"};
      }
    }
    write_givens();
    // (A board without anything is not empty.)
    return text_.empty() ? ".Shape~9x9" : std::move(text_);
  }

 private:
  void append_cell(Cell cell) {
    text_ += '~';
    append_cell_name(text_, cell, size_, CellNumbers::kLetters);
  }
  void append_cells(std::span<const Cell> cells) {
    for (const Cell cell : cells) append_cell(cell);
  }
  void begin(std::string_view name) { (text_ += '.') += name; }
  void append_number(int number) { (text_ += '~') += std::to_string(number); }

  bool write_line(std::string_view name, std::span<const Cell> cells) {
    begin(name);
    append_cells(cells);
    return true;
  }
  bool write_numbered(std::string_view name, int number, std::span<const Cell> cells) {
    begin(name);
    append_number(number);
    append_cells(cells);
    return true;
  }

  Result<> write_regions() {
    const std::vector<std::uint8_t> boxes = box_regions(size_, iss_boxes(size_));
    if (puzzle_.regions == boxes) return {};
    if (!boxes.empty()) begin("NoBoxes");
    if (puzzle_.regions.empty()) return {};
    std::array<int, 256> counts{};
    for (const std::uint8_t region : puzzle_.regions) ++counts[region];
    std::array<char, 256> names{};
    std::size_t pieces = 0;
    bool is_wrong = counts[Puzzle::kNoRegion] == size_;
    std::string layout;
    for (const std::uint8_t region : puzzle_.regions) {
      if (names[region] == 0) {
        is_wrong = is_wrong || pieces == kPieceNames.size() ||
                   (region != Puzzle::kNoRegion && counts[region] != size_);
        if (is_wrong) return Error{"ISS has no regions that are not as large as a row"};
        names[region] = kPieceNames[pieces++];
      }
      layout += names[region];
    }
    begin("Jigsaw~");
    text_ += layout;
    return {};
  }

  void write_givens() {
    bool is_first = true;
    for (std::size_t cell = 0; cell < allowed_.size(); ++cell) {
      if (allowed_[cell] == all_values(size_)) continue;
      if (is_first) text_ += '.';
      is_first = false;
      append_cell(static_cast<Cell>(cell));
      append_values(static_cast<Cell>(cell), allowed_[cell]);
    }
  }

  /// A cell that can hold nothing is given two values, one after the other.
  void append_values(Cell cell, ValueSet values) {
    if (values == 0) {
      text_ += "_1";
      append_cell(cell);
      values = set_of(2);
    }
    for (int value = 1; value <= size_; ++value) {
      if ((values & set_of(value)) != 0) (text_ += '_') += std::to_string(value);
    }
  }

  /// A table, unless it says that the values are equal.
  bool write_pair(RuleKind kind, int number, Cell a, Cell b) {
    const auto relation = relation_of_kind(kind, number, size_);
    if (!relation || *relation == ValueRelation{.size = size_}) return false;
    if (*relation == relation_of_kind(RuleKind::kClone, 0, size_)) {
      return write_line("SameValues~2", std::array{a, b});
    }
    begin("Pair~");
    text_ += encode_relation(*relation) + "~_";
    append_cells(std::array{a, b});
    return true;
  }

  /// A mark between neighbours if ISS has one, else a table.
  bool write_marked(const Rule& rule) {
    const int number = rule.numbers.empty() ? 0 : rule.numbers[0];
    const bool is_marked = are_neighbours(rule.cells[0], rule.cells[1], size_);
    const auto is = [&](RuleKind kind, int of) { return rule.kind == kind && number == of; };
    const std::string_view name = is(RuleKind::kDifference, 1) ? "WhiteDot"
                                  : is(RuleKind::kRatio, 2)    ? "BlackDot"
                                  : is(RuleKind::kPairSum, 5)  ? "V"
                                  : is(RuleKind::kPairSum, 10) ? "X"
                                  : is(RuleKind::kGreater, 0)  ? "GreaterThan"
                                                               : "";
    if (is_marked && !name.empty()) return write_line(name, rule.cells);
    if (rule.kind == RuleKind::kGreater) {
      return write_line("Thermo", std::array{rule.cells[1], rule.cells[0]});
    }
    return write_pair(rule.kind, number, rule.cells[0], rule.cells[1]);
  }

  /// Each cell of `rule.cells` beside its neighbours that are in none.
  void write_extremes(const Rule& rule, bool is_minimum) {
    const std::set<Cell> inside(rule.cells.begin(), rule.cells.end());
    for (const Cell cell : inside) {
      for (const int step : {-size_, -1, 1, size_}) {
        const int at = cell + step;
        if (at < 0 || at >= size_ * size_) continue;
        const Cell other = static_cast<Cell>(at);
        if (inside.contains(other) || !are_neighbours(cell, other, size_)) continue;
        write_line("GreaterThan", is_minimum ? std::array{other, cell} : std::array{cell, other});
      }
    }
  }

  void keep_parity(const Rule& rule, int remainder) {
    for (const Cell cell : rule.cells) {
      for (int value = 1; value <= size_; ++value) {
        if (value % 2 != remainder) allowed_[cell] &= ~set_of(value);
      }
    }
  }

  bool write_contents(const Rule& rule) {
    const Cell at = rule.cells[0];
    const auto step = [&](int by) { return static_cast<Cell>(at + by); };
    const bool is_square =
        at % size_ < size_ - 1 && at / size_ < size_ - 1 &&
        rule.cells == std::vector<Cell>{at, step(1), step(size_), step(size_ + 1)};
    if (is_square && quads_.insert(at).second) {  // ISS takes but one at a place
      begin("Quad");
      append_cell(at);
      for (const int number : rule.numbers) append_number(number);
      return true;
    }
    begin("ContainAtLeast");
    char separator = '~';
    for (const int number : rule.numbers) {
      (text_ += separator) += std::to_string(number);
      separator = '_';
    }
    append_cells(rule.cells);
    return true;
  }

  /// `R3` or `C3`.
  void append_line_name(std::span<const Cell> cells) {
    const bool is_row = cells[0] / size_ == cells[1] / size_;
    text_ += is_row ? "~R" : "~C";
    text_ += std::to_string((is_row ? cells[0] / size_ : cells[0] % size_) + 1);
  }

  /// ISS takes but one clue of a kind at a place.
  bool write_clue(std::string_view name, const Rule& rule) {
    if (rule.numbers[0] == 0) return false;
    if (!clues_.insert({rule.kind, rule.cells[0], rule.cells[1]}).second) return false;
    begin(name);
    append_line_name(rule.cells);
    if (rule.cells[1] < rule.cells[0]) text_ += '~';
    append_number(rule.numbers[0]);
    return true;
  }

  bool write_sandwich(const Rule& rule) {
    if (!clues_.insert({rule.kind, rule.cells[0], rule.cells[1]}).second) return false;
    begin("Sandwich");
    append_number(rule.numbers[0]);
    append_line_name(rule.cells);
    return true;
  }

  /// ISS has a place for each diagonal, at one of its ends.
  bool write_little_killer(const Rule& rule) {
    const std::size_t length = rule.cells.size();
    if (length > 1) {
      for (const Cell end : {rule.cells.front(), rule.cells.back()}) {
        const Cell next = end == rule.cells.front() ? rule.cells[1] : rule.cells[length - 2];
        const int last = size_ - 1;
        const int row = end / size_;
        const int column = end % size_;
        const bool is_down = next > end;
        const bool is_right = next % size_ > column;
        const bool is_place = column == 0 && row < last                    ? is_down && is_right
                              : column == last && row > 0 && row < last    ? !is_down && !is_right
                              : row == 0                                   ? is_down && !is_right
                              : row == last && column > 0 && column < last ? !is_down && is_right
                                                                           : false;
        if (!is_place || !clues_.insert({rule.kind, end, next}).second) continue;
        return write_numbered("LittleKiller", rule.numbers[0], std::array{end});
      }
    }
    return write_numbered("Sum", rule.numbers[0], rule.cells);
  }

  bool write_pill_arrow(const Rule& rule) {
    for (std::size_t i = 1; i < rule.cells.size(); ++i) {
      const int down = rule.cells[i] / size_ - rule.cells[i - 1] / size_;
      const int right = rule.cells[i] % size_ - rule.cells[i - 1] % size_;
      if (down < 0 || down > 1 || right < 0 || right > 1) return false;
    }
    if (rule.cells.size() > 3) return false;
    begin("PillArrow");
    append_number(static_cast<int>(rule.cells.size()));
    append_cells(rule.cells);
    append_cells(rule.others);
    return true;
  }

  bool write_rule(const Rule& rule) {
    const std::vector<Cell>& cells = rule.cells;
    const int number = rule.numbers.empty() ? 0 : rule.numbers[0];
    switch (rule.kind) {
      case RuleKind::kFallingDiagonal:
        return write_line("Diagonal~-1", {});
      case RuleKind::kRisingDiagonal:
        return write_line("Diagonal~1", {});
      case RuleKind::kWindoku:
        return write_line("Windoku", {});
      case RuleKind::kDisjointGroups:
        return puzzle_.regions == box_regions(size_, iss_boxes(size_)) &&
               write_line("DisjointSets", {});
      case RuleKind::kAntiKnight:
        return write_line("AntiKnight", {});
      case RuleKind::kAntiKing:
        return write_line("AntiKing", {});
      case RuleKind::kNonconsecutive:
        return write_line("AntiConsecutive", {});
      case RuleKind::kGlobalEntropy:
        return size_ == 9 && write_line("GlobalEntropy", {});
      case RuleKind::kGlobalModular:
        return size_ == 9 && write_line("GlobalMod", {});
      case RuleKind::kUnmarkedKropki:
        return rule.others.empty() && write_line("StrictKropki", {});
      case RuleKind::kUnmarkedSum:
        return (rule.numbers == std::vector{5, 10} || rule.numbers == std::vector{10, 5}) &&
               rule.others.empty() && write_line("StrictXV", {});
      case RuleKind::kDiagonalNonconsecutive:  // a name of ours
        return write_line("DiagonalNonconsecutive", {});
      case RuleKind::kUnmarkedDifference:
      case RuleKind::kUnmarkedRatio:
        return false;

      case RuleKind::kDistinct:
        return write_line("AllDifferent", cells);
      case RuleKind::kOdd:
        keep_parity(rule, 1);
        return true;
      case RuleKind::kEven:
        keep_parity(rule, 0);
        return true;
      case RuleKind::kMinimum:
        write_extremes(rule, true);
        return true;
      case RuleKind::kMaximum:
        write_extremes(rule, false);
        return true;
      case RuleKind::kClone:
        for (std::size_t i = 0; i < cells.size(); ++i) {
          write_line("SameValues~2", std::array{cells[i], rule.others[i]});
        }
        return true;
      case RuleKind::kContains:
        return write_contents(rule);
      case RuleKind::kCage:
        if (!rule.numbers.empty() && number == 0) return false;
        return write_numbered("Cage", number, cells);
      case RuleKind::kSum:
        return write_numbered("Sum", number, cells);
      case RuleKind::kLittleKiller:
        return write_little_killer(rule);
      case RuleKind::kEqualSums:
        write_line("EqualSum", cells);
        text_ += "~-";
        append_cells(rule.others);
        return true;
      case RuleKind::kRowIndexer:
        return write_line("Indexing~R", cells);
      case RuleKind::kColumnIndexer:
        return write_line("Indexing~C", cells);
      case RuleKind::kBoxIndexer:  // a name of ours
        return write_line("Indexing~B", cells);

      case RuleKind::kSandwich:
        return write_sandwich(rule);
      case RuleKind::kXSum:
        return write_clue("XSum", rule);
      case RuleKind::kSkyscraper:
        return write_clue("Skyscraper", rule);
      case RuleKind::kNumberedRoom:
        return write_clue("NumberedRoom", rule);

      case RuleKind::kArrow:
        write_line("Arrow", cells);
        append_cells(rule.others);
        return true;
      case RuleKind::kPillArrow:
        return write_pill_arrow(rule);
      case RuleKind::kDoubleArrow:
        return write_line("DoubleArrow", cells);
      case RuleKind::kThermo:
        return write_line("Thermo", cells);
      case RuleKind::kSlowThermo:
        begin("Pair~");
        text_ += encode_relation(*relation_of_kind(rule.kind, 0, size_));
        return write_group(cells);
      case RuleKind::kPalindrome:
        return write_line("Palindrome", cells);
      case RuleKind::kRenban:
        return write_line("Renban", cells);
      case RuleKind::kWhisper:
        return write_numbered("Whisper", number, cells);
      case RuleKind::kRegionSum:
        return write_line("RegionSumLine", cells);
      case RuleKind::kBetween:
        return write_line("Between", cells);
      case RuleKind::kLockout:
        return write_numbered("Lockout", number, cells);
      case RuleKind::kZipper:
        return write_line("Zipper", cells);
      case RuleKind::kEntropic:
        return size_ == 9 && write_line("Entropic", cells);
      case RuleKind::kModular:
        return write_numbered("Modular", number, cells);
      case RuleKind::kNabner:
        begin("PairX~");
        text_ += encode_relation(*relation_of_kind(rule.kind, 0, size_));
        return write_group(cells);

      case RuleKind::kDifference:
      case RuleKind::kRatio:
      case RuleKind::kPairSum:
      case RuleKind::kGreater:
        return write_marked(rule);
    }
    return false;
  }

  /// A group without a name, of a relation.
  bool write_group(std::span<const Cell> cells) {
    text_ += "~_";
    append_cells(cells);
    return true;
  }

  struct Place {
    RuleKind kind;
    Cell first;
    Cell second;
    // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 finds a 0 in what the compiler makes
    friend auto operator<=>(const Place&, const Place&) = default;
  };

  const Puzzle& puzzle_;
  const int size_;
  std::vector<ValueSet> allowed_;  // as the puzzle's, and as odd and even cells ask
  std::string text_;
  std::set<Cell> quads_;
  std::set<Place> clues_;
};

}  // namespace

Result<std::string> write_iss(const Puzzle& puzzle) {
  return IssWriter(puzzle).write();
}

}  // namespace puzzled::variants
