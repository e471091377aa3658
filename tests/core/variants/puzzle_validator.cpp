#include "puzzle_validator.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <map>
#include <set>
#include <vector>

namespace puzzled::variants {
namespace {

/// A grid that is asked by rows and columns.
class Grid {
 public:
  Grid(const Puzzle& puzzle, std::span<const int> values) : puzzle_(puzzle), values_(values) {}

  int size() const { return puzzle_.size; }
  int at(int row, int column) const {
    return values_[static_cast<std::size_t>(row * size() + column)];
  }
  int at(Cell cell) const { return values_[cell]; }
  int region(Cell cell) const { return puzzle_.regions[cell]; }
  bool has(int row, int column) const {
    return row >= 0 && column >= 0 && row < size() && column < size();
  }
  std::vector<int> of(const std::vector<Cell>& cells) const {
    std::vector<int> found;
    for (const Cell cell : cells) found.push_back(at(cell));
    return found;
  }

  /// Whether a condition holds for each two cells that are so many rows and columns apart.
  template <class Holds>
  bool all_apart(int rows, int columns, Holds holds) const {
    for (int row = 0; row < size(); ++row) {
      for (int column = 0; column < size(); ++column) {
        for (int other_row = 0; other_row < size(); ++other_row) {
          for (int other = 0; other < size(); ++other) {
            if (std::abs(row - other_row) == rows && std::abs(column - other) == columns &&
                !holds(row * size() + column, other_row * size() + other)) {
              return false;
            }
          }
        }
      }
    }
    return true;
  }

  /// The same of the values of each two cells.
  template <class Holds>
  bool all_values_apart(int rows, int columns, Holds holds) const {
    return all_apart(rows, columns, [&](int one, int other) {
      return holds(values_[static_cast<std::size_t>(one)],
                   values_[static_cast<std::size_t>(other)]);
    });
  }

  /// Whether a condition holds for the values of each 2x2 square.
  template <class Holds>
  bool all_squares(Holds holds) const {
    for (int row = 0; row + 1 < size(); ++row) {
      for (int column = 0; column + 1 < size(); ++column) {
        if (!holds(std::vector{at(row, column), at(row, column + 1), at(row + 1, column),
                               at(row + 1, column + 1)})) {
          return false;
        }
      }
    }
    return true;
  }

  /// Whether two cells are named together by a rule of one of these kinds.
  bool is_marked(int one, int other, std::initializer_list<RuleKind> kinds) const {
    for (const Rule& rule : puzzle_.rules) {
      if (std::ranges::find(kinds, rule.kind) == kinds.end()) continue;
      if ((rule.cells[0] == one && rule.cells[1] == other) ||
          (rule.cells[0] == other && rule.cells[1] == one)) {
        return true;
      }
    }
    return false;
  }

  /// Whether a condition holds for all neighbours that no rule of these kinds names together, and
  /// that are no pair of `free`.
  template <class Holds>
  bool all_unmarked(std::initializer_list<RuleKind> kinds, const std::vector<Cell>& free,
                    Holds holds) const {
    const auto is_free = [&](int one, int other) {
      for (std::size_t i = 0; i < free.size(); i += 2) {
        if (free[i] == one && free[i + 1] == other) return true;
        if (free[i] == other && free[i + 1] == one) return true;
      }
      return false;
    };
    const auto holds_unless_marked = [&](int one, int other) {
      return is_marked(one, other, kinds) || is_free(one, other) ||
             holds(values_[static_cast<std::size_t>(one)],
                   values_[static_cast<std::size_t>(other)]);
    };
    return all_apart(0, 1, holds_unless_marked) && all_apart(1, 0, holds_unless_marked);
  }

 private:
  const Puzzle& puzzle_;
  std::span<const int> values_;
};

bool differ(const std::vector<int>& values) {
  return std::set(values.begin(), values.end()).size() == values.size();
}

int sum_of(const std::vector<int>& values) {
  int sum = 0;
  for (const int value : values) sum += value;
  return sum;
}

bool is_in(const std::vector<int>& numbers, int number) {
  return std::ranges::find(numbers, number) != numbers.end();
}

bool are_doubles(int a, int b, int factor) {
  return a == b * factor || b == a * factor;
}

/// The third of the values that one is in: low, middle, high.
int third(int value, int size) {
  return value * 3 <= size ? 0 : value * 3 <= 2 * size ? 1 : 2;
}

bool has_all_remainders(const std::vector<int>& values, int modulus) {
  for (int remainder = 0; remainder < modulus; ++remainder) {
    if (std::ranges::none_of(values, [&](int v) { return v % modulus == remainder; })) return false;
  }
  return true;
}

bool has_all_thirds(const std::vector<int>& values, int size) {
  for (int wanted = 0; wanted < 3; ++wanted) {
    if (std::ranges::none_of(values, [&](int v) { return third(v, size) == wanted; })) return false;
  }
  return true;
}

bool disjoint_groups_differ(const Grid& grid) {
  std::map<int, std::vector<int>> regions;
  for (int cell = 0; cell < grid.size() * grid.size(); ++cell) {
    regions[grid.region(static_cast<Cell>(cell))].push_back(grid.at(static_cast<Cell>(cell)));
  }
  for (std::size_t place = 0; place < static_cast<std::size_t>(grid.size()); ++place) {
    std::vector<int> group;
    for (const auto& [region, values] : regions) group.push_back(values[place]);
    if (!differ(group)) return false;
  }
  return true;
}

/// Each cell of a set is less, or more, than all neighbours that are not in it.
bool are_extreme(const Grid& grid, const Rule& rule, int sign) {
  const auto is_inside = [&](int row, int column) {
    return std::ranges::find(rule.cells, row * grid.size() + column) != rule.cells.end();
  };
  for (const Cell cell : rule.cells) {
    const int row = cell / grid.size();
    const int column = cell % grid.size();
    const int steps[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    for (const auto& [down, right] : steps) {
      if (!grid.has(row + down, column + right) || is_inside(row + down, column + right)) continue;
      if (sign * (grid.at(row + down, column + right) - grid.at(cell)) <= 0) return false;
    }
  }
  return true;
}

bool contains_all(std::vector<int> values, const std::vector<int>& wanted) {
  for (const int value : wanted) {
    const auto found = std::ranges::find(values, value);
    if (found == values.end()) return false;
    values.erase(found);
  }
  return true;
}

bool boxes_are_indexed(const Grid& grid, const Rule& rule) {
  for (const Cell cell : rule.cells) {
    std::vector<Cell> box;
    for (int other = 0; other < grid.size() * grid.size(); ++other) {
      if (grid.region(static_cast<Cell>(other)) == grid.region(cell)) {
        box.push_back(static_cast<Cell>(other));
      }
    }
    const auto place = std::ranges::find(box, cell) - box.begin() + 1;
    if (grid.at(box[static_cast<std::size_t>(grid.at(cell) - 1)]) != place) return false;
  }
  return true;
}

int sandwich_sum(const std::vector<int>& line) {
  const int size = static_cast<int>(line.size());
  int sum = 0;
  bool is_inside = false;
  for (const int value : line) {
    const bool is_crust = value == 1 || value == size;
    if (is_crust) is_inside = !is_inside;
    if (is_inside && !is_crust) sum += value;
  }
  return sum;
}

int count_visible(const std::vector<int>& line) {
  int highest = 0;
  int visible = 0;
  for (const int value : line) {
    if (value <= highest) continue;
    highest = value;
    ++visible;
  }
  return visible;
}

int x_sum(const std::vector<int>& line) {
  int sum = 0;
  for (int i = 0; i < line[0]; ++i) sum += line[static_cast<std::size_t>(i)];
  return sum;
}

int number_of(const std::vector<int>& digits) {
  int number = 0;
  for (const int digit : digits) number = number * 10 + digit;
  return number;
}

template <class Holds>
bool all_followers(const std::vector<int>& line, Holds holds) {
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (!holds(line[i - 1], line[i])) return false;
  }
  return true;
}

/// Whether a condition holds for each `length` values in a row.
template <class Holds>
bool all_windows(const std::vector<int>& line, std::size_t length, Holds holds) {
  for (std::size_t i = 0; i + length <= line.size(); ++i) {
    const auto begin = line.begin() + static_cast<std::ptrdiff_t>(i);
    if (!holds(std::vector(begin, begin + static_cast<std::ptrdiff_t>(length)))) return false;
  }
  return true;
}

bool are_consecutive(const std::vector<int>& values) {
  const auto [least, most] = std::ranges::minmax(values);
  return differ(values) && most - least + 1 == static_cast<int>(values.size());
}

bool have_equal_region_sums(const Grid& grid, const Rule& rule) {
  std::vector<int> sums;
  for (std::size_t i = 0; i < rule.cells.size(); ++i) {
    if (i == 0 || grid.region(rule.cells[i]) != grid.region(rule.cells[i - 1])) sums.push_back(0);
    sums.back() += grid.at(rule.cells[i]);
  }
  return std::set(sums.begin(), sums.end()).size() <= 1;
}

bool is_between(int value, int one, int other) {
  return value > std::min(one, other) && value < std::max(one, other);
}
bool is_outside(int value, int one, int other) {
  return value < std::min(one, other) || value > std::max(one, other);
}

template <class Holds>
bool inner_values_hold(const std::vector<int>& line, Holds holds) {
  for (std::size_t i = 1; i + 1 < line.size(); ++i) {
    if (!holds(line[i], line.front(), line.back())) return false;
  }
  return true;
}

bool is_zipped(const std::vector<int>& line) {
  std::set<int> sums;
  for (std::size_t i = 0; i < line.size() / 2; ++i)
    sums.insert(line[i] + line[line.size() - 1 - i]);
  if (line.size() % 2 == 1) sums.insert(line[line.size() / 2]);
  return sums.size() <= 1;
}

/// Values that are less than `count` apart on the line are of different classes, and each `count`
/// in a row of all classes.
template <class ClassOf>
bool alternates(const std::vector<int>& line, std::size_t count, ClassOf class_of) {
  std::vector<int> classes;
  for (const int value : line) classes.push_back(class_of(value));
  return all_windows(classes, std::min(count, classes.size()), differ);
}

}  // namespace

bool obeys(const Puzzle& puzzle, const Rule& rule, std::span<const int> all) {
  const Grid grid(puzzle, all);
  const int size = puzzle.size;
  const std::vector<int> values = grid.of(rule.cells);
  const std::vector<int> others = grid.of(rule.others);
  const std::vector<int>& numbers = rule.numbers;
  const int number = numbers.empty() ? 0 : numbers[0];
  const auto are_different = [](int a, int b) { return a != b; };
  const auto are_not_consecutive = [](int a, int b) { return std::abs(a - b) != 1; };
  switch (rule.kind) {
    case RuleKind::kFallingDiagonal:
    case RuleKind::kRisingDiagonal: {
      std::vector<int> diagonal;
      for (int i = 0; i < size; ++i) {
        diagonal.push_back(grid.at(i, rule.kind == RuleKind::kFallingDiagonal ? i : size - 1 - i));
      }
      return differ(diagonal);
    }
    case RuleKind::kWindoku:
      for (const int top : {1, 5}) {
        for (const int left : {1, 5}) {
          std::vector<int> box;
          for (int row = top; row < top + 3; ++row) {
            for (int column = left; column < left + 3; ++column)
              box.push_back(grid.at(row, column));
          }
          if (!differ(box)) return false;
        }
      }
      return true;
    case RuleKind::kDisjointGroups:
      return disjoint_groups_differ(grid);
    case RuleKind::kAntiKnight:
      return grid.all_values_apart(1, 2, are_different) &&
             grid.all_values_apart(2, 1, are_different);
    case RuleKind::kAntiKing:
      return grid.all_values_apart(1, 1, are_different);
    case RuleKind::kNonconsecutive:
      return grid.all_values_apart(0, 1, are_not_consecutive) &&
             grid.all_values_apart(1, 0, are_not_consecutive);
    case RuleKind::kDiagonalNonconsecutive:
      return grid.all_values_apart(1, 1, are_not_consecutive);
    case RuleKind::kGlobalEntropy:
      return grid.all_squares([&](const auto& square) { return has_all_thirds(square, size); });
    case RuleKind::kGlobalModular:
      return grid.all_squares([&](const auto& square) { return has_all_remainders(square, 3); });
    case RuleKind::kUnmarkedKropki:
      return grid.all_unmarked(
          {RuleKind::kDifference, RuleKind::kRatio}, rule.others,
          [](int a, int b) { return std::abs(a - b) != 1 && !are_doubles(a, b, 2); });
    case RuleKind::kUnmarkedDifference:
      return grid.all_unmarked({RuleKind::kDifference}, rule.others,
                               [&](int a, int b) { return !is_in(numbers, std::abs(a - b)); });
    case RuleKind::kUnmarkedRatio:
      return grid.all_unmarked({RuleKind::kRatio}, rule.others, [&](int a, int b) {
        return std::ranges::none_of(numbers, [&](int n) { return are_doubles(a, b, n); });
      });
    case RuleKind::kUnmarkedSum:
      return grid.all_unmarked({RuleKind::kPairSum}, rule.others,
                               [&](int a, int b) { return !is_in(numbers, a + b); });

    case RuleKind::kDistinct:
      return differ(values);
    case RuleKind::kOdd:
      return std::ranges::all_of(values, [](int v) { return v % 2 == 1; });
    case RuleKind::kEven:
      return std::ranges::all_of(values, [](int v) { return v % 2 == 0; });
    case RuleKind::kMinimum:
      return are_extreme(grid, rule, 1);
    case RuleKind::kMaximum:
      return are_extreme(grid, rule, -1);
    case RuleKind::kClone:
      return values == others;
    case RuleKind::kContains:
      return contains_all(values, numbers);
    case RuleKind::kCage:
      return differ(values) && (numbers.empty() || sum_of(values) == number);
    case RuleKind::kSum:
    case RuleKind::kLittleKiller:
    case RuleKind::kPairSum:
      return sum_of(values) == number;
    case RuleKind::kEqualSums:
    case RuleKind::kArrow:
      return sum_of(values) == sum_of(others);
    case RuleKind::kRowIndexer:
      return std::ranges::all_of(rule.cells, [&](Cell cell) {
        return grid.at(grid.at(cell) - 1, cell % size) == cell / size + 1;
      });
    case RuleKind::kColumnIndexer:
      return std::ranges::all_of(rule.cells, [&](Cell cell) {
        return grid.at(cell / size, grid.at(cell) - 1) == cell % size + 1;
      });
    case RuleKind::kBoxIndexer:
      return boxes_are_indexed(grid, rule);

    case RuleKind::kSandwich:
      return sandwich_sum(values) == number;
    case RuleKind::kXSum:
      return x_sum(values) == number;
    case RuleKind::kSkyscraper:
      return count_visible(values) == number;
    case RuleKind::kNumberedRoom:
      return values[static_cast<std::size_t>(values[0] - 1)] == number;

    case RuleKind::kPillArrow:
      return number_of(values) == sum_of(others);
    case RuleKind::kDoubleArrow:
      return 2 * (values.front() + values.back()) == sum_of(values);
    case RuleKind::kThermo:
      return all_followers(values, [](int a, int b) { return a < b; });
    case RuleKind::kSlowThermo:
      return all_followers(values, [](int a, int b) { return a <= b; });
    case RuleKind::kPalindrome:
      return std::ranges::equal(values, std::vector(values.rbegin(), values.rend()));
    case RuleKind::kRenban:
      return are_consecutive(values);
    case RuleKind::kWhisper:
      return all_followers(values, [&](int a, int b) { return std::abs(a - b) >= number; });
    case RuleKind::kRegionSum:
      return have_equal_region_sums(grid, rule);
    case RuleKind::kBetween:
      return inner_values_hold(values, is_between);
    case RuleKind::kLockout:
      return std::abs(values.front() - values.back()) >= number &&
             inner_values_hold(values, is_outside);
    case RuleKind::kZipper:
      return is_zipped(values);
    case RuleKind::kEntropic:
      return alternates(values, 3, [&](int v) { return third(v, size); });
    case RuleKind::kModular:
      return alternates(values, static_cast<std::size_t>(number),
                        [&](int v) { return v % number; });
    case RuleKind::kNabner: {
      std::vector<int> sorted = values;
      std::ranges::sort(sorted);
      return all_followers(sorted, [](int a, int b) { return b - a >= 2; });
    }

    case RuleKind::kDifference:
      return std::abs(values[0] - values[1]) == number;
    case RuleKind::kRatio:
      return are_doubles(values[0], values[1], number);
    case RuleKind::kGreater:
      return values[0] > values[1];
  }
  return false;
}

bool is_solution(const Puzzle& puzzle, std::span<const int> values) {
  const Grid grid(puzzle, values);
  std::map<int, std::vector<int>> regions;
  for (int i = 0; i < puzzle.size; ++i) {
    std::vector<int> row;
    std::vector<int> column;
    for (int k = 0; k < puzzle.size; ++k) {
      row.push_back(grid.at(i, k));
      column.push_back(grid.at(k, i));
      const auto cell = static_cast<std::size_t>(i * puzzle.size + k);
      if ((puzzle.allowed[cell] >> (grid.at(i, k) - 1) & 1) == 0) return false;
      if (!puzzle.regions.empty() && puzzle.regions[cell] != Puzzle::kNoRegion) {
        regions[puzzle.regions[cell]].push_back(grid.at(i, k));
      }
    }
    if (!differ(row) || !differ(column)) return false;
  }
  return std::ranges::all_of(regions, [](const auto& region) { return differ(region.second); }) &&
         std::ranges::all_of(puzzle.rules,
                             [&](const Rule& rule) { return obeys(puzzle, rule, values); });
}

}  // namespace puzzled::variants
