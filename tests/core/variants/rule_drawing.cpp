#include "rule_drawing.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

#include "core/variants/model.hpp"
#include "puzzle_validator.hpp"

namespace puzzled::variants {
namespace {

int below(std::mt19937& random, int limit) {
  return static_cast<int>(random() % static_cast<unsigned>(limit));
}

/// Cells each of which touches the one before, also at corners if `diagonally`.
std::vector<Cell> drawn_line(std::mt19937& random, int size, int length, bool diagonally) {
  std::vector<Cell> cells;
  int row = below(random, size);
  int column = below(random, size);
  for (int tries = 0; static_cast<int>(cells.size()) < length && tries < 100; ++tries) {
    const auto cell = static_cast<Cell>(row * size + column);
    if (std::ranges::find(cells, cell) == cells.end()) cells.push_back(cell);
    const int down = below(random, 3) - 1;
    const int right = below(random, 3) - 1;
    if (!diagonally && down != 0 && right != 0) continue;
    const int last_row = cells.back() / size;
    const int last_column = cells.back() % size;
    row = std::clamp(last_row + down, 0, size - 1);
    column = std::clamp(last_column + right, 0, size - 1);
  }
  return cells;
}

std::vector<Cell> drawn_whole_line(std::mt19937& random, int size) {
  std::vector<Cell> cells;
  const int place = below(random, size);
  const bool is_row = random() % 2 == 0;
  for (int i = 0; i < size; ++i) {
    cells.push_back(static_cast<Cell>(is_row ? place * size + i : i * size + place));
  }
  if (random() % 2 == 0) std::ranges::reverse(cells);
  return cells;
}

std::vector<Cell> drawn_diagonal(std::mt19937& random, int size) {
  std::vector<Cell> cells;
  const bool is_falling = random() % 2 == 0;
  const int place = below(random, 2 * size - 1) - (size - 1);
  for (int row = 0; row < size; ++row) {
    const int column = is_falling ? row + place : size - 1 - row + place;
    if (column >= 0 && column < size) cells.push_back(static_cast<Cell>(row * size + column));
  }
  if (random() % 2 == 0) std::ranges::reverse(cells);
  return cells;
}

/// The cells of a rule and its other lists, but for the numbers.
Rule drawn_shape(std::mt19937& random, const Puzzle& puzzle, RuleKind kind) {
  const int size = puzzle.size;
  Rule rule;
  rule.kind = kind;
  if (kind < RuleKind::kDistinct) return rule;
  const bool is_outside = kind >= RuleKind::kSandwich && kind <= RuleKind::kNumberedRoom;
  const int length = 2 + below(random, std::min(size, 5) - 1);
  if (is_outside) {
    rule.cells = drawn_whole_line(random, size);
  } else if (kind == RuleKind::kLittleKiller) {
    rule.cells = drawn_diagonal(random, size);
  } else if (kind >= RuleKind::kDifference || kind == RuleKind::kPairSum) {
    rule.cells = drawn_line(random, size, 2, false);
  } else if (kind == RuleKind::kArrow || kind == RuleKind::kPillArrow) {
    const std::size_t head = kind == RuleKind::kArrow ? 1 : 2;
    std::vector<Cell> line =
        drawn_line(random, size, length + (kind == RuleKind::kArrow ? 0 : 2), true);
    rule.cells.assign(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(head));
    rule.others.assign(line.begin() + static_cast<std::ptrdiff_t>(head), line.end());
  } else if (kind == RuleKind::kClone || kind == RuleKind::kEqualSums) {
    const int clones = kind == RuleKind::kClone ? 1 + below(random, 2) : 2;
    rule.cells = drawn_line(random, size, clones, false);
    rule.others = drawn_line(random, size, kind == RuleKind::kClone ? clones : 2, false);
  } else if (kind == RuleKind::kContains && random() % 2 == 0) {
    const int row = below(random, size - 1);
    const int column = below(random, size - 1);
    for (const int step : {0, 1, size, size + 1}) {
      rule.cells.push_back(static_cast<Cell>(row * size + column + step));
    }
  } else if (kind < RuleKind::kArrow) {
    rule.cells = drawn_line(random, size, kind == RuleKind::kContains ? length + 1 : length, false);
    if (kind == RuleKind::kMinimum || kind == RuleKind::kMaximum || kind == RuleKind::kRowIndexer ||
        kind == RuleKind::kColumnIndexer || kind == RuleKind::kBoxIndexer) {
      rule.cells.resize(1 + random() % 2);
    }
  } else {
    const int more = kind == RuleKind::kDoubleArrow || kind == RuleKind::kRegionSum ||
                     kind == RuleKind::kEntropic || kind == RuleKind::kModular;
    rule.cells = drawn_line(random, size, length + more, true);
    // Now and then a line that crosses itself.
    if (kind != RuleKind::kRenban && kind != RuleKind::kNabner && random() % 8 == 0) {
      rule.cells.push_back(rule.cells[0]);
    }
  }
  return rule;
}

/// Tries numbers until the grid obeys the rule.
bool find_number(std::mt19937& random, const Puzzle& puzzle, Rule& rule, int least, int most,
                 std::span<const int> values) {
  std::vector<int> numbers;
  for (int number = least; number <= most; ++number) numbers.push_back(number);
  std::ranges::shuffle(numbers, random);
  for (const int number : numbers) {
    rule.numbers = {number};
    if (obeys(puzzle, rule, values)) return true;
  }
  return false;
}

bool find_numbers(std::mt19937& random, const Puzzle& puzzle, Rule& rule,
                  std::span<const int> values) {
  const int size = puzzle.size;
  switch (rule.kind) {
    case RuleKind::kContains:
      for (const Cell cell : rule.cells) {
        if (random() % 2 == 0) rule.numbers.push_back(values[cell]);
      }
      if (rule.numbers.empty()) rule.numbers.push_back(values[rule.cells[0]]);
      return true;
    case RuleKind::kCage:
      if (random() % 4 == 0) return obeys(puzzle, rule, values);
      [[fallthrough]];
    case RuleKind::kSum:
    case RuleKind::kLittleKiller:
    case RuleKind::kSandwich:
    case RuleKind::kXSum:
      return find_number(random, puzzle, rule, 0, size * (size + 1) / 2, values);
    case RuleKind::kSkyscraper:
    case RuleKind::kNumberedRoom:
      return find_number(random, puzzle, rule, 1, size, values);
    case RuleKind::kModular:
      return find_number(random, puzzle, rule, 2, 3, values);
    case RuleKind::kWhisper:
    case RuleKind::kLockout:
      return find_number(random, puzzle, rule, 1, size / 2 + 1, values);
    case RuleKind::kUnmarkedDifference:
    case RuleKind::kDifference:
      return find_number(random, puzzle, rule, 0, size - 1, values);
    case RuleKind::kUnmarkedRatio:
    case RuleKind::kRatio:
      return find_number(random, puzzle, rule, 1, size, values);
    case RuleKind::kUnmarkedSum:
    case RuleKind::kPairSum:
      return find_number(random, puzzle, rule, 2, 2 * size, values);
    default:
      return obeys(puzzle, rule, values);
  }
}

/// Tries all values of the cell that has fewest.
class PlainSearch {
 public:
  explicit PlainSearch(const Puzzle& puzzle)
      : puzzle_(puzzle), peers_(puzzle.allowed.size()), values_(puzzle.allowed.size()) {
    const auto size = static_cast<std::size_t>(puzzle.size);
    for (std::size_t a = 0; a < values_.size(); ++a) {
      for (std::size_t b = 0; b < values_.size(); ++b) {
        const bool share_region = !puzzle.regions.empty() &&
                                  puzzle.regions[a] == puzzle.regions[b] &&
                                  puzzle.regions[a] != Puzzle::kNoRegion;
        if (a != b && (a / size == b / size || a % size == b % size || share_region)) {
          peers_[a].push_back(b);
        }
      }
    }
  }

  /// `first`: which of the values of a cell comes first.
  std::vector<std::vector<int>> find(std::size_t limit, unsigned first) {
    go_on(limit, first);
    return std::move(found_);
  }

 private:
  std::vector<int> possible(std::size_t cell) const {
    ValueSet left = puzzle_.allowed[cell];
    for (const std::size_t peer : peers_[cell]) {
      if (values_[peer] != 0) left &= ~(ValueSet{1} << (values_[peer] - 1));
    }
    std::vector<int> values;
    for (int value = 1; value <= puzzle_.size; ++value) {
      if ((left >> (value - 1) & 1) != 0) values.push_back(value);
    }
    return values;
  }

  void go_on(std::size_t limit, unsigned first) {
    std::size_t best = values_.size();
    std::vector<int> fewest;
    for (std::size_t cell = 0; cell < values_.size(); ++cell) {
      if (values_[cell] != 0) continue;
      std::vector<int> here = possible(cell);
      if (best != values_.size() && here.size() >= fewest.size()) continue;
      best = cell;
      fewest = std::move(here);
      if (fewest.size() < 2) break;
    }
    if (best == values_.size()) {
      found_.push_back(values_);
      return;
    }
    for (std::size_t i = 0; i < fewest.size() && found_.size() < limit; ++i) {
      values_[best] = fewest[(i + first) % fewest.size()];
      go_on(limit, first * 31 + 7);
    }
    values_[best] = 0;
  }

  const Puzzle& puzzle_;
  std::vector<std::vector<std::size_t>> peers_;
  std::vector<int> values_;
  std::vector<std::vector<int>> found_;
};

}  // namespace

std::vector<std::uint8_t> box_regions(int size) {
  const BoxShape boxes = usual_boxes(size);
  std::vector<std::uint8_t> regions;
  if (boxes.rows == 0) return regions;
  for (int cell = 0; cell < size * size; ++cell) {
    const int row = cell / size / boxes.rows;
    const int column = cell % size / boxes.columns;
    regions.push_back(static_cast<std::uint8_t>(row * (size / boxes.columns) + column));
  }
  return regions;
}

std::vector<std::vector<int>> plain_solutions(const Puzzle& puzzle, std::size_t limit) {
  return PlainSearch(puzzle).find(limit, 0);
}

std::vector<int> drawn_grid(std::mt19937& random, const Puzzle& puzzle) {
  if (puzzle.size <= 9) return PlainSearch(puzzle).find(1, random() % 1000)[0];
  // Larger ones take such a search too long: rows that are moved on, renamed values, and rows of a
  // band in any order.
  const BoxShape boxes = usual_boxes(puzzle.size);
  std::vector<int> names(static_cast<std::size_t>(puzzle.size));
  std::iota(names.begin(), names.end(), 1);
  std::ranges::shuffle(names, random);
  std::vector<int> rows(static_cast<std::size_t>(boxes.rows));
  std::iota(rows.begin(), rows.end(), 0);
  std::vector<int> grid;
  for (int row = 0; row < puzzle.size; ++row) {
    if (row % boxes.rows == 0) std::ranges::shuffle(rows, random);
    const int start = rows[static_cast<std::size_t>(row % boxes.rows)] * boxes.columns;
    for (int column = 0; column < puzzle.size; ++column) {
      const int name = (start + row / boxes.rows + column) % puzzle.size;
      grid.push_back(names[static_cast<std::size_t>(name)]);
    }
  }
  return grid;
}

bool has_kind(RuleKind kind, const Puzzle& puzzle) {
  switch (kind) {
    case RuleKind::kWindoku:
      return puzzle.size == 9;
    case RuleKind::kDisjointGroups:
    case RuleKind::kBoxIndexer:
    case RuleKind::kRegionSum:
      return !puzzle.regions.empty() &&
             std::ranges::find(puzzle.regions, Puzzle::kNoRegion) == puzzle.regions.end();
    case RuleKind::kGlobalEntropy:
    case RuleKind::kEntropic:
      return puzzle.size % 3 == 0;
    case RuleKind::kPillArrow:
      return puzzle.size <= 9;
    default:
      return true;
  }
}

Rule drawn_rule(std::mt19937& random, const Puzzle& puzzle, RuleKind kind,
                std::span<const int> values) {
  for (int tries = 0;; ++tries) {
    Rule rule = drawn_shape(random, puzzle, kind);
    if (find_numbers(random, puzzle, rule, values) || tries == 100) return rule;
  }
}

}  // namespace puzzled::variants
