#include "core/variants/reduce.hpp"

#include <algorithm>
#include <array>
#include <bitset>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <initializer_list>
#include <limits>
#include <map>
#include <numeric>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "core/variants/model_builder.hpp"
#include "core/variants/rule_limits.hpp"

namespace puzzled::variants {
namespace {

constexpr int kAny = std::numeric_limits<int>::max();
constexpr int kMaxNumber = 1'000'000;
// Two cells may be related by several rules: five lines of nabner over all 625 cells have as many.
constexpr std::uint64_t kMaxPairs = 1'000'000;
// Of one model, besides houses and relations: the queue of a search has room for some 4 000
// propagators, houses and what is derived of sums included.
constexpr std::uint64_t kMaxPrimitives = 1000;
// Of them, those that keep lists of 100 KB each. No more fit beside a 25x25 board.
constexpr std::uint64_t kMaxSplitClues = 200;
constexpr std::size_t kMaxExtraHouses = 25;
// For the clock.
constexpr std::uint64_t kStepsOfRule = 5'000;
constexpr std::uint64_t kStepsOfPair = 10;
// All pairs of so many parts of a line are compared; of more, those that follow each other.
constexpr std::size_t kMaxComparedParts = 8;

/// Of whom a rule has how many.
struct Bounds {
  int min = 0;
  int max = 0;
};
constexpr Bounds kNone{0, 0};

using Pair = std::pair<Cell, Cell>;

/// Some of the pairs of neighbours of a board.
class NeighbourPairs {
 public:
  explicit NeighbourPairs(int size) : size_(size) {}

  /// Other pairs are left out.
  void add(Cell a, Cell b) {
    if (const std::size_t number = number_of(a, b); number < pairs_.size()) pairs_.set(number);
  }
  void add(const NeighbourPairs& more) { pairs_ |= more.pairs_; }
  bool contains(Cell a, Cell b) const {
    const std::size_t number = number_of(a, b);
    return number < pairs_.size() && pairs_[number];
  }

 private:
  std::size_t number_of(Cell a, Cell b) const {
    const auto [first, second] = std::minmax(a, b);
    if (second >= size_ * size_) return pairs_.size();
    if (second == first + size_) return 2U * first + 1;
    return second == first + 1 && second % size_ != 0 ? 2U * first : pairs_.size();
  }

  int size_;
  std::bitset<std::size_t{2} * kMaxCells> pairs_;
};

/// What is known while the rules of a puzzle are reduced.
struct Board {
  const Puzzle& puzzle;
  ModelBuilder model;
  std::vector<CellList> regions{};  // rising
  /// The pairs that have a rule of a kind, of the kinds that have been asked for.
  std::map<RuleKind, NeighbourPairs> marked{};
};

void relate_all(Board& board, const std::vector<Pair>& pairs, Relations::Way way) {
  for (const auto& [a, b] : pairs) board.model.relate(a, b, way);
}

/// The pairs of cells that are so many rows and columns apart, whichever is further left.
std::vector<Pair> pairs_apart(const ModelBuilder& model, std::initializer_list<Pair> steps) {
  std::vector<Pair> pairs;
  const int size = model.size();
  for (int row = 0; row < size; ++row) {
    for (int column = 0; column < size; ++column) {
      for (const auto& [down, aside] : steps) {
        for (const int sign : {-1, 1}) {
          const int other = column + sign * aside;
          // Two cells of a row or a column are met once.
          const bool is_met = sign < 0 && (down == 0 || aside == 0);
          if (is_met || row + down >= size || other < 0 || other >= size) continue;
          pairs.emplace_back(model.cell(row, column), model.cell(row + down, other));
        }
      }
    }
  }
  return pairs;
}

std::vector<Cell> neighbours_of(const ModelBuilder& model, Cell cell) {
  const int row = model.row_of(cell);
  const int column = model.column_of(cell);
  std::vector<Cell> cells;
  if (row > 0) cells.push_back(model.cell(row - 1, column));
  if (column > 0) cells.push_back(model.cell(row, column - 1));
  if (column + 1 < model.size()) cells.push_back(model.cell(row, column + 1));
  if (row + 1 < model.size()) cells.push_back(model.cell(row + 1, column));
  return cells;
}

std::vector<Pair> neighbours(const ModelBuilder& model) {
  return pairs_apart(model, {{0, 1}, {1, 0}});
}
std::vector<Pair> diagonal_neighbours(const ModelBuilder& model) {
  return pairs_apart(model, {{1, 1}});
}

std::vector<std::vector<Cell>> squares(const ModelBuilder& model) {
  std::vector<std::vector<Cell>> all;
  for (int row = 0; row + 1 < model.size(); ++row) {
    for (int column = 0; column + 1 < model.size(); ++column) {
      all.push_back({model.cell(row, column), model.cell(row, column + 1),
                     model.cell(row + 1, column), model.cell(row + 1, column + 1)});
    }
  }
  return all;
}

bool are_apart(int a, int b, int difference) {
  return std::abs(a - b) == difference;
}
bool are_in_ratio(int a, int b, int ratio) {
  return a == b * ratio || b == a * ratio;
}

// ---- For the whole board.

Result<> diagonal(Board& board, bool is_rising) {
  std::vector<Cell> cells;
  const int size = board.model.size();
  cells.reserve(static_cast<std::size_t>(size));
  for (int row = 0; row < size; ++row) {
    cells.push_back(board.model.cell(row, is_rising ? size - 1 - row : row));
  }
  board.model.add_distinct(cells);
  return {};
}

Result<> falling_diagonal(Board& board, const Rule&) {
  return diagonal(board, false);
}
Result<> rising_diagonal(Board& board, const Rule&) {
  return diagonal(board, true);
}

/// As many further boxes as there is room for, a cell apart.
Result<> windoku(Board& board, const Rule&) {
  const int size = board.model.size();
  const BoxShape boxes = usual_boxes(size);
  if (boxes.rows == 0) return Error{"only boards with boxes have these further ones"};
  for (int top = 1; top + boxes.rows < size; top += boxes.rows + 1) {
    for (int left = 1; left + boxes.columns < size; left += boxes.columns + 1) {
      std::vector<Cell> cells;
      cells.reserve(static_cast<std::size_t>(size));
      for (int i = 0; i < size; ++i) {
        cells.push_back(board.model.cell(top + i / boxes.columns, left + i % boxes.columns));
      }
      board.model.add_distinct(cells);
    }
  }
  return {};
}

Result<> require_whole_regions(const Board& board) {
  const auto size = static_cast<std::size_t>(board.model.size());
  if (board.regions.size() == size &&
      std::ranges::all_of(board.regions, [&](const auto& r) { return r.size() == size; })) {
    return {};
  }
  return Error{"the board must consist of boxes or pieces of as many cells as values"};
}

Result<> disjoint_groups(Board& board, const Rule&) {
  if (Result<> checked = require_whole_regions(board); !checked) return checked;
  for (std::size_t place = 0; place < board.regions.size(); ++place) {
    std::vector<Cell> cells;
    for (const CellList& region : board.regions) cells.push_back(region[place]);
    board.model.add_distinct(cells);
  }
  return {};
}

Result<> anti_knight(Board& board, const Rule&) {
  for (const auto& [a, b] : pairs_apart(board.model, {{1, 2}, {2, 1}})) {
    board.model.add_distinct(std::array{a, b});
  }
  return {};
}

Result<> anti_king(Board& board, const Rule&) {
  for (const auto& [a, b] : diagonal_neighbours(board.model))
    board.model.add_distinct(std::array{a, b});
  return {};
}

Result<> nonconsecutive_pairs(Board& board, const std::vector<Pair>& pairs) {
  relate_all(board, pairs, board.model.relation([](int a, int b) { return !are_apart(a, b, 1); }));
  return {};
}

Result<> nonconsecutive(Board& board, const Rule&) {
  return nonconsecutive_pairs(board, neighbours(board.model));
}
Result<> diagonal_nonconsecutive(Board& board, const Rule&) {
  return nonconsecutive_pairs(board, diagonal_neighbours(board.model));
}

Error no_thirds() {
  return Error{"values have thirds only if their number is a multiple of 3"};
}

int third_of(int value, int size) {
  return (value - 1) / (size / 3);
}

/// Every square holds a value of each class.
template <class ClassOf>
Result<> require_classes_in_squares(Board& board, ClassOf class_of) {
  std::vector<Demand> demands(3, {.values = 0, .count = 1});
  for (int value = 1; value <= board.model.size(); ++value) {
    demands[static_cast<std::size_t>(class_of(value))].values |= set_of(value);
  }
  for (std::vector<Cell>& square : squares(board.model)) {
    board.model.add(RequiredValues{.cells = std::move(square), .demands = demands});
  }
  return {};
}

Result<> global_entropy(Board& board, const Rule&) {
  const int size = board.model.size();
  if (size % 3 != 0) return no_thirds();
  return require_classes_in_squares(board, [size](int value) { return third_of(value, size); });
}
Result<> global_modular(Board& board, const Rule&) {
  return require_classes_in_squares(board, [](int value) { return value % 3; });
}

const NeighbourPairs& marked_pairs(Board& board, RuleKind kind) {
  const auto [at, is_new] = board.marked.try_emplace(kind, board.model.size());
  for (const Rule& rule : board.puzzle.rules) {
    if (!is_new) break;
    if (rule.kind == kind && rule.cells.size() == 2) at->second.add(rule.cells[0], rule.cells[1]);
  }
  return at->second;
}

/// Neighbours that no rule of these kinds is about, and that are no pair of `free`, keep a
/// relation.
template <class IsAllowed>
Result<> relate_unmarked(Board& board, std::initializer_list<RuleKind> marks,
                         const std::vector<Cell>& free, IsAllowed is_allowed) {
  if (free.size() % 2 != 0) return Error{"the other cells must be pairs"};
  NeighbourPairs marked(board.model.size());
  for (std::size_t i = 0; i < free.size(); i += 2) marked.add(free[i], free[i + 1]);
  for (const RuleKind kind : marks) marked.add(marked_pairs(board, kind));
  std::vector<Pair> unmarked = neighbours(board.model);
  std::erase_if(unmarked, [&](Pair pair) { return marked.contains(pair.first, pair.second); });
  relate_all(board, unmarked, board.model.relation(is_allowed));
  return {};
}

/// Those numbers of a rule that two values may sum to, or be apart, each once.
std::vector<int> small_numbers(const Rule& rule) {
  std::bitset<2 * kMaxSize + 1> is_there;
  for (const int number : rule.numbers) {
    if (static_cast<std::size_t>(number) < is_there.size()) {
      is_there.set(static_cast<std::size_t>(number));
    }
  }
  std::vector<int> numbers;
  for (std::size_t number = 0; number < is_there.size(); ++number) {
    if (is_there[number]) numbers.push_back(static_cast<int>(number));
  }
  return numbers;
}

Result<> unmarked_kropki(Board& board, const Rule& rule) {
  return relate_unmarked(
      board, {RuleKind::kDifference, RuleKind::kRatio}, rule.others,
      [](int a, int b) { return !are_apart(a, b, 1) && !are_in_ratio(a, b, 2); });
}
Result<> unmarked_difference(Board& board, const Rule& rule) {
  const std::vector<int> numbers = small_numbers(rule);
  return relate_unmarked(board, {RuleKind::kDifference}, rule.others, [&](int a, int b) {
    return std::ranges::none_of(numbers, [&](int n) { return are_apart(a, b, n); });
  });
}
Result<> unmarked_ratio(Board& board, const Rule& rule) {
  const std::vector<int> numbers = small_numbers(rule);
  return relate_unmarked(board, {RuleKind::kRatio}, rule.others, [&](int a, int b) {
    return std::ranges::none_of(numbers, [&](int n) { return are_in_ratio(a, b, n); });
  });
}
Result<> unmarked_sum(Board& board, const Rule& rule) {
  const std::vector<int> numbers = small_numbers(rule);
  return relate_unmarked(board, {RuleKind::kPairSum}, rule.others, [&](int a, int b) {
    return std::ranges::find(numbers, a + b) == numbers.end();
  });
}

// ---- Of sets of cells.

Result<> distinct(Board& board, const Rule& rule) {
  board.model.add_distinct(rule.cells);
  return {};
}

Result<> parity(Board& board, const Rule& rule, int remainder) {
  for (const Cell cell : rule.cells) {
    board.model.allow_if(cell, [&](int value) { return value % 2 == remainder; });
  }
  return {};
}
Result<> odd(Board& board, const Rule& rule) {
  return parity(board, rule, 1);
}
Result<> even(Board& board, const Rule& rule) {
  return parity(board, rule, 0);
}

Result<> extremes(Board& board, const Rule& rule, bool is_minimum) {
  std::bitset<kMaxCells> inside;
  for (const Cell cell : rule.cells) inside.set(cell);
  const Relations::Way less = board.model.relation(std::less<>());
  std::bitset<kMaxCells> left = inside;
  for (const Cell cell : rule.cells) {
    if (!left[cell]) continue;
    left.reset(cell);
    for (const Cell other : neighbours_of(board.model, cell)) {
      if (inside[other]) continue;
      board.model.relate(is_minimum ? cell : other, is_minimum ? other : cell, less);
    }
  }
  return {};
}
Result<> minimum(Board& board, const Rule& rule) {
  return extremes(board, rule, true);
}
Result<> maximum(Board& board, const Rule& rule) {
  return extremes(board, rule, false);
}

Result<> clone(Board& board, const Rule& rule) {
  if (rule.cells.size() != rule.others.size()) {
    return Error{"both lists must have as many cells"};
  }
  const Relations::Way equal = board.model.relation(std::equal_to<>());
  for (std::size_t i = 0; i < rule.cells.size(); ++i) {
    board.model.relate(rule.cells[i], rule.others[i], equal);
  }
  return {};
}

Result<> contains(Board& board, const Rule& rule) {
  if (rule.numbers.size() > rule.cells.size()) return Error{"must not have more values than cells"};
  std::map<int, int> counts;
  for (const int value : rule.numbers) ++counts[value];
  RequiredValues required;
  required.cells = rule.cells;
  for (const auto& [value, count] : counts) {
    required.demands.push_back({.values = set_of(value), .count = count});
  }
  board.model.add(std::move(required));
  return {};
}

Result<> cage(Board& board, const Rule& rule) {
  board.model.add_distinct(rule.cells);
  if (!rule.numbers.empty()) board.model.add_sum(rule.cells, rule.numbers[0]);
  return {};
}

Result<> sum(Board& board, const Rule& rule) {
  board.model.add_sum(rule.cells, rule.numbers[0]);
  return {};
}

Result<> little_killer(Board& board, const Rule& rule) {
  const ModelBuilder& model = board.model;
  const auto is_at_border = [&](Cell cell, int down, int right) {
    const int row = model.row_of(cell) + down;
    const int column = model.column_of(cell) + right;
    return row < 0 || column < 0 || row >= model.size() || column >= model.size();
  };
  const auto step = [&](std::size_t i) {
    return std::pair{model.row_of(rule.cells[i]) - model.row_of(rule.cells[i - 1]),
                     model.column_of(rule.cells[i]) - model.column_of(rule.cells[i - 1])};
  };
  if (rule.cells.size() > 1) {
    const auto [down, right] = step(1);
    bool is_diagonal = std::abs(down) == 1 && std::abs(right) == 1 &&
                       is_at_border(rule.cells.front(), -down, -right) &&
                       is_at_border(rule.cells.back(), down, right);
    for (std::size_t i = 2; i < rule.cells.size(); ++i) {
      is_diagonal = is_diagonal && step(i) == std::pair{down, right};
    }
    if (!is_diagonal) return Error{"the cells must be a whole diagonal"};
  }
  return sum(board, rule);
}

Result<> equal_sums(Board& board, const Rule& rule) {
  board.model.add_equal_sums(rule.cells, rule.others);
  return {};
}

Result<> row_indexer(Board& board, const Rule& rule) {
  for (const Cell cell : rule.cells) {
    board.model.add(IndexCell{.index = cell,
                              .cells = board.model.column(board.model.column_of(cell)),
                              .value = board.model.row_of(cell) + 1});
  }
  return {};
}
Result<> column_indexer(Board& board, const Rule& rule) {
  for (const Cell cell : rule.cells) {
    board.model.add(IndexCell{.index = cell,
                              .cells = board.model.row(board.model.row_of(cell)),
                              .value = board.model.column_of(cell) + 1});
  }
  return {};
}
Result<> box_indexer(Board& board, const Rule& rule) {
  if (Result<> checked = require_whole_regions(board); !checked) return checked;
  for (const Cell cell : rule.cells) {
    const CellList& box = board.regions[board.puzzle.regions[cell]];
    const auto place = std::ranges::find(box, cell) - box.begin();
    board.model.add(IndexCell{
        .index = cell, .cells = {box.begin(), box.end()}, .value = static_cast<int>(place) + 1});
  }
  return {};
}

// ---- Of clues outside the board.

Result<> require_whole_line(const Board& board, const Rule& rule) {
  const ModelBuilder& model = board.model;
  for (const bool is_reversed : {false, true}) {
    std::vector<Cell> cells = rule.cells;
    if (is_reversed) std::ranges::reverse(cells);
    if (cells == model.row(model.row_of(cells[0])) ||
        cells == model.column(model.column_of(cells[0]))) {
      return {};
    }
  }
  return Error{"the cells must be a whole row or column"};
}

Result<> sandwich(Board& board, const Rule& rule) {
  if (Result<> checked = require_whole_line(board, rule); !checked) return checked;
  board.model.add(Sandwich{.cells = rule.cells, .total = rule.numbers[0]});
  return {};
}
Result<> x_sum(Board& board, const Rule& rule) {
  if (Result<> checked = require_whole_line(board, rule); !checked) return checked;
  board.model.add(XSum{.cells = rule.cells, .total = rule.numbers[0]});
  return {};
}
Result<> skyscraper(Board& board, const Rule& rule) {
  if (Result<> checked = require_whole_line(board, rule); !checked) return checked;
  board.model.add(Skyscraper{.cells = rule.cells, .visible = rule.numbers[0]});
  return {};
}
Result<> numbered_room(Board& board, const Rule& rule) {
  if (Result<> checked = require_whole_line(board, rule); !checked) return checked;
  board.model.add(IndexCell{.index = rule.cells[0], .cells = rule.cells, .value = rule.numbers[0]});
  return {};
}

// ---- Of lines.

Result<> arrow(Board& board, const Rule& rule) {
  board.model.add_equal_sums(rule.cells, rule.others);
  return {};
}

Result<> pill_arrow(Board& board, const Rule& rule) {
  if (board.model.size() > 9) return Error{"values above 9 are not digits of a number"};
  std::vector<Cell> cells = rule.others;
  std::vector<int> coefficients(cells.size(), 1);
  int place = 1;
  for (std::size_t i = rule.cells.size(); i-- > 0; place *= 10) {
    cells.push_back(rule.cells[i]);
    coefficients.push_back(-place);
  }
  board.model.add_sum(cells, coefficients, 0);
  return {};
}

Result<> double_arrow(Board& board, const Rule& rule) {
  const Cell ends[] = {rule.cells.front(), rule.cells.back()};
  board.model.add_equal_sums(ends, std::span(rule.cells).subspan(1, rule.cells.size() - 2));
  return {};
}

void add_equal_parts(Board& board, const std::vector<std::vector<Cell>>& parts) {
  for (std::size_t i = 1; i < parts.size(); ++i) {
    for (std::size_t k = parts.size() > kMaxComparedParts ? i - 1 : 0; k < i; ++k) {
      board.model.add_equal_sums(parts[k], parts[i]);
    }
  }
}

/// Each two cells that follow each other keep a relation.
template <class IsAllowed>
Result<> relate_followers(Board& board, const Rule& rule, IsAllowed is_allowed) {
  const Relations::Way way = board.model.relation(is_allowed);
  for (std::size_t i = 1; i < rule.cells.size(); ++i) {
    board.model.relate(rule.cells[i - 1], rule.cells[i], way);
  }
  return {};
}

/// Each two cells keep a relation.
template <class IsAllowed>
Result<> relate_each_two(Board& board, const Rule& rule, IsAllowed is_allowed) {
  const Relations::Way way = board.model.relation(is_allowed);
  for (std::size_t i = 0; i < rule.cells.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) board.model.relate(rule.cells[k], rule.cells[i], way);
  }
  return {};
}

Result<> thermo(Board& board, const Rule& rule) {
  return relate_followers(board, rule, std::less<>());
}
Result<> slow_thermo(Board& board, const Rule& rule) {
  return relate_followers(board, rule, std::less_equal<>());
}
Result<> whisper(Board& board, const Rule& rule) {
  return relate_followers(board, rule,
                          [&](int a, int b) { return std::abs(a - b) >= rule.numbers[0]; });
}

Result<> palindrome(Board& board, const Rule& rule) {
  const std::size_t length = rule.cells.size();
  const Relations::Way equal = board.model.relation(std::equal_to<>());
  for (std::size_t i = 0; i < length / 2; ++i) {
    board.model.relate(rule.cells[i], rule.cells[length - 1 - i], equal);
  }
  return {};
}

Result<> renban(Board& board, const Rule& rule) {
  const int length = static_cast<int>(rule.cells.size());
  AllowedSets sets{.cells = rule.cells, .sets = {}};
  for (int least = 1; least + length - 1 <= board.model.size(); ++least) {
    sets.sets.push_back(all_values(length) << (least - 1));
  }
  board.model.add(std::move(sets));
  // It is the same, but cheap.
  return relate_each_two(board, rule, [length](int a, int b) { return std::abs(a - b) < length; });
}

Result<> region_sum(Board& board, const Rule& rule) {
  if (board.regions.empty()) return Error{"the board has no boxes and no pieces"};
  std::vector<std::vector<Cell>> visits;
  int last = -1;
  for (const Cell cell : rule.cells) {
    const int region = board.puzzle.regions[cell];
    if (region == Puzzle::kNoRegion) return Error{"each cell must be in a box or a piece"};
    if (region != last) visits.emplace_back();
    visits.back().push_back(cell);
    last = region;
  }
  add_equal_parts(board, visits);
  return {};
}

Result<> between(Board& board, const Rule& rule) {
  board.model.add(Span{.cells = rule.cells, .is_outside = false, .min_difference = 0});
  return {};
}
Result<> lockout(Board& board, const Rule& rule) {
  board.model.add(Span{.cells = rule.cells, .is_outside = true, .min_difference = rule.numbers[0]});
  return {};
}

Result<> zipper(Board& board, const Rule& rule) {
  const std::size_t length = rule.cells.size();
  std::vector<std::vector<Cell>> parts;
  if (length % 2 == 1) parts.push_back({rule.cells[length / 2]});
  for (std::size_t i = 0; i < length / 2; ++i) {
    parts.push_back({rule.cells[i], rule.cells[length - 1 - i]});
  }
  add_equal_parts(board, parts);
  return {};
}

/// Of each `count` cells that follow each other no two are of one class: so that those which are
/// `count` apart are of one.
template <class ClassOf>
Result<> alternate_classes(Board& board, const Rule& rule, std::size_t count, ClassOf class_of) {
  const Relations::Way same =
      board.model.relation([&](int a, int b) { return class_of(a) == class_of(b); });
  const Relations::Way other =
      board.model.relation([&](int a, int b) { return class_of(a) != class_of(b); });
  for (std::size_t i = 0; i < rule.cells.size(); ++i) {
    for (std::size_t k = i - std::min(i, count); k < i; ++k) {
      board.model.relate(rule.cells[k], rule.cells[i], i - k == count ? same : other);
    }
  }
  return {};
}

Result<> entropic(Board& board, const Rule& rule) {
  const int size = board.model.size();
  if (size % 3 != 0) return no_thirds();
  return alternate_classes(board, rule, 3, [size](int value) { return third_of(value, size); });
}
Result<> modular(Board& board, const Rule& rule) {
  const int modulus = rule.numbers[0];
  return alternate_classes(board, rule, static_cast<std::size_t>(modulus),
                           [modulus](int value) { return value % modulus; });
}

Result<> nabner(Board& board, const Rule& rule) {
  return relate_each_two(board, rule, [](int a, int b) { return std::abs(a - b) > 1; });
}

// ---- Of two cells.

Result<> difference(Board& board, const Rule& rule) {
  return relate_followers(board, rule,
                          [&](int a, int b) { return are_apart(a, b, rule.numbers[0]); });
}
Result<> ratio(Board& board, const Rule& rule) {
  return relate_followers(board, rule,
                          [&](int a, int b) { return are_in_ratio(a, b, rule.numbers[0]); });
}
Result<> greater(Board& board, const Rule& rule) {
  return relate_followers(board, rule, std::greater<>());
}

// ---- What a rule expands to, before it is expanded.

using Expand = Expansion(const Puzzle&, const Rule&);

std::uint64_t each_two(std::uint64_t count) {
  return count * (count - 1) / 2;
}
std::uint64_t board_cells(const Puzzle& puzzle) {
  return puzzle.allowed.size();
}
/// Sums of parts that are equal: as add_equal_parts() has them.
std::uint64_t equal_parts(std::uint64_t parts) {
  if (parts == 0) return 0;
  return parts > kMaxComparedParts ? parts - 1 : each_two(parts);
}

Expansion to_nothing(const Puzzle&, const Rule&) {
  return {};
}
Expansion to_one(const Puzzle&, const Rule&) {
  return {.primitives = 1};
}
Expansion to_split_clue(const Puzzle&, const Rule&) {
  return {.primitives = 1, .split_clues = 1};
}
Expansion to_sum_if_any(const Puzzle&, const Rule& rule) {
  return {.primitives = rule.numbers.size()};
}
Expansion to_each_cell(const Puzzle&, const Rule& rule) {
  return {.primitives = rule.cells.size()};
}
Expansion to_squares(const Puzzle& puzzle, const Rule&) {
  const auto steps = static_cast<std::uint64_t>(puzzle.size - 1);
  return {.primitives = steps * steps};
}
/// At most two borders, corners or half the knight's moves of each cell.
Expansion to_two_of_each(const Puzzle& puzzle, const Rule&) {
  return {.pairs = 2 * board_cells(puzzle)};
}
Expansion to_four_of_each(const Puzzle& puzzle, const Rule&) {
  return {.pairs = 4 * board_cells(puzzle)};
}
Expansion to_borders(const Puzzle&, const Rule& rule) {
  return {.pairs = 4 * rule.cells.size()};
}
Expansion to_pairs(const Puzzle&, const Rule& rule) {
  return {.pairs = rule.cells.size()};
}
Expansion to_each_two(const Puzzle&, const Rule& rule) {
  return {.pairs = each_two(rule.cells.size())};
}
Expansion to_set(const Puzzle&, const Rule& rule) {
  return {.pairs = each_two(rule.cells.size()), .primitives = 1};
}
Expansion to_three_of_each(const Puzzle&, const Rule& rule) {
  return {.pairs = 3 * rule.cells.size()};
}
Expansion to_number_of_each(const Puzzle&, const Rule& rule) {
  return {.pairs = static_cast<std::uint64_t>(rule.numbers[0]) * rule.cells.size()};
}
Expansion to_zipper(const Puzzle&, const Rule& rule) {
  return {.primitives = equal_parts((rule.cells.size() + 1) / 2)};
}
Expansion to_visits(const Puzzle& puzzle, const Rule& rule) {
  if (puzzle.regions.empty()) return {};
  std::uint64_t visits = 1;
  for (std::size_t i = 1; i < rule.cells.size(); ++i) {
    visits += puzzle.regions[rule.cells[i]] != puzzle.regions[rule.cells[i - 1]];
  }
  return {.primitives = equal_parts(visits)};
}

// ---- The table.

enum class Repeats : bool { kRefused, kTaken };  // of a cell in `cells`
using enum Repeats;

/// A kind of rule: what its lists must be like, what it expands to, and how it is reduced.
struct Row {
  RuleKind kind;
  std::string_view name;
  Bounds cells;
  Bounds others;
  Bounds numbers;  // how many
  Bounds number;   // each of them
  Repeats repeats;
  Expand* expand;
  Result<> (*reduce)(Board&, const Rule&);
};

constexpr Bounds kOne{1, 1};
constexpr Bounds kTwo{2, 2};
constexpr Bounds kAnyCount{0, kAny};
constexpr Bounds kSome{1, kAny};
constexpr Bounds kLine{2, kAny};
constexpr Bounds kUpToSize{1, -1};  // -1: as many as there are values
constexpr Bounds kSize{-1, -1};
constexpr Bounds kTotal{0, kMaxNumber};
constexpr Bounds kValue{1, -1};

using enum RuleKind;
constexpr Row kRows[] = {
    {kFallingDiagonal, "falling diagonal", kNone, kNone, kNone, kNone, kRefused, to_nothing,
     falling_diagonal},
    {kRisingDiagonal, "rising diagonal", kNone, kNone, kNone, kNone, kRefused, to_nothing,
     rising_diagonal},
    {kWindoku, "windoku", kNone, kNone, kNone, kNone, kRefused, to_nothing, windoku},
    {kDisjointGroups, "disjoint groups", kNone, kNone, kNone, kNone, kRefused, to_nothing,
     disjoint_groups},
    {kAntiKnight, "anti-knight", kNone, kNone, kNone, kNone, kRefused, to_four_of_each,
     anti_knight},
    {kAntiKing, "anti-king", kNone, kNone, kNone, kNone, kRefused, to_two_of_each, anti_king},
    {kNonconsecutive, "nonconsecutive", kNone, kNone, kNone, kNone, kRefused, to_two_of_each,
     nonconsecutive},
    {kDiagonalNonconsecutive, "diagonally nonconsecutive", kNone, kNone, kNone, kNone, kRefused,
     to_two_of_each, diagonal_nonconsecutive},
    {kGlobalEntropy, "global entropy", kNone, kNone, kNone, kNone, kRefused, to_squares,
     global_entropy},
    {kGlobalModular, "global modular", kNone, kNone, kNone, kNone, kRefused, to_squares,
     global_modular},
    {kUnmarkedKropki, "negative kropki", kNone, kAnyCount, kNone, kNone, kRefused, to_two_of_each,
     unmarked_kropki},
    {kUnmarkedDifference, "negative difference", kNone, kAnyCount, kSome, kTotal, kRefused,
     to_two_of_each, unmarked_difference},
    {kUnmarkedRatio, "negative ratio", kNone, kAnyCount, kSome, kTotal, kRefused, to_two_of_each,
     unmarked_ratio},
    {kUnmarkedSum, "negative XV", kNone, kAnyCount, kSome, kTotal, kRefused, to_two_of_each,
     unmarked_sum},

    {kDistinct, "extra region", kUpToSize, kNone, kNone, kNone, kRefused, to_nothing, distinct},
    {kOdd, "odd", kSome, kNone, kNone, kNone, kTaken, to_nothing, odd},
    {kEven, "even", kSome, kNone, kNone, kNone, kTaken, to_nothing, even},
    {kMinimum, "minimum", kSome, kNone, kNone, kNone, kTaken, to_borders, minimum},
    {kMaximum, "maximum", kSome, kNone, kNone, kNone, kTaken, to_borders, maximum},
    {kClone, "clone", kSome, kSome, kNone, kNone, kTaken, to_pairs, clone},
    {kContains, "quadruple", kSome, kNone, kSome, kValue, kRefused, to_one, contains},
    {kCage, "killer cage", kUpToSize, kNone, {0, 1}, kTotal, kRefused, to_sum_if_any, cage},
    {kSum, "sum", kSome, kNone, kOne, kTotal, kTaken, to_one, sum},
    {kLittleKiller, "little killer", kSome, kNone, kOne, kTotal, kRefused, to_one, little_killer},
    {kEqualSums, "equal sums", kSome, kSome, kNone, kNone, kTaken, to_one, equal_sums},
    {kRowIndexer, "row indexer", kSome, kNone, kNone, kNone, kTaken, to_each_cell, row_indexer},
    {kColumnIndexer, "column indexer", kSome, kNone, kNone, kNone, kTaken, to_each_cell,
     column_indexer},
    {kBoxIndexer, "box indexer", kSome, kNone, kNone, kNone, kTaken, to_each_cell, box_indexer},

    {kSandwich, "sandwich", kSize, kNone, kOne, kTotal, kRefused, to_split_clue, sandwich},
    {kXSum, "X-sum", kSize, kNone, kOne, kTotal, kRefused, to_split_clue, x_sum},
    {kSkyscraper, "skyscraper", kSize, kNone, kOne, kTotal, kRefused, to_one, skyscraper},
    {kNumberedRoom, "numbered room", kSize, kNone, kOne, kValue, kRefused, to_one, numbered_room},

    {kArrow, "arrow", kOne, kSome, kNone, kNone, kTaken, to_one, arrow},
    {kPillArrow, "pill arrow", {2, 4}, kSome, kNone, kNone, kRefused, to_one, pill_arrow},
    {kDoubleArrow, "double arrow", {3, kAny}, kNone, kNone, kNone, kTaken, to_one, double_arrow},
    {kThermo, "thermometer", kLine, kNone, kNone, kNone, kTaken, to_pairs, thermo},
    {kSlowThermo, "slow thermometer", kLine, kNone, kNone, kNone, kTaken, to_pairs, slow_thermo},
    {kPalindrome, "palindrome", kLine, kNone, kNone, kNone, kTaken, to_pairs, palindrome},
    {kRenban, "renban", kUpToSize, kNone, kNone, kNone, kRefused, to_set, renban},
    {kWhisper, "whisper", kLine, kNone, kOne, kTotal, kTaken, to_pairs, whisper},
    {kRegionSum, "region sum", kSome, kNone, kNone, kNone, kTaken, to_visits, region_sum},
    {kBetween, "between", kLine, kNone, kNone, kNone, kTaken, to_one, between},
    {kLockout, "lockout", kLine, kNone, kOne, kTotal, kTaken, to_one, lockout},
    {kZipper, "zipper", kLine, kNone, kNone, kNone, kTaken, to_zipper, zipper},
    {kEntropic, "entropic", kLine, kNone, kNone, kNone, kTaken, to_three_of_each, entropic},
    {kModular, "modular", kLine, kNone, kOne, {2, -1}, kTaken, to_number_of_each, modular},
    {kNabner, "nabner", kLine, kNone, kNone, kNone, kRefused, to_each_two, nabner},

    {kDifference, "difference", kTwo, kNone, kOne, kTotal, kRefused, to_pairs, difference},
    {kRatio, "ratio", kTwo, kNone, kOne, kTotal, kRefused, to_pairs, ratio},
    {kPairSum, "XV", kTwo, kNone, kOne, kTotal, kRefused, to_one, sum},
    {kGreater, "greater than", kTwo, kNone, kNone, kNone, kRefused, to_pairs, greater},
};

constexpr bool are_rows_in_order() {
  for (std::size_t i = 0; i < std::size(kRows); ++i) {
    if (kRows[i].kind != static_cast<RuleKind>(i)) return false;
  }
  return true;
}
static_assert(are_rows_in_order());
static_assert(std::size(kRows) == static_cast<std::size_t>(kGreater) + 1);

const Row& row_of(RuleKind kind) {
  return kRows[static_cast<std::size_t>(kind)];
}

/// "from 2 to 9", with `size` for -1.
std::string text_of(Bounds bounds, int size) {
  const int min = bounds.min < 0 ? size : bounds.min;
  const int max = bounds.max < 0 ? size : bounds.max;
  if (min == max) return std::to_string(min);
  if (max == kAny) return "at least " + std::to_string(min);
  return "from " + std::to_string(min) + " to " + std::to_string(max);
}

bool is_within(std::size_t count, Bounds bounds, int size) {
  const int min = bounds.min < 0 ? size : bounds.min;
  const int max = bounds.max < 0 ? size : bounds.max;
  return count >= static_cast<std::size_t>(min) && count <= static_cast<std::size_t>(max);
}

Result<> check_rule(const Rule& rule, int size) {
  const Row& row = row_of(rule.kind);
  const struct {
    std::size_t count;
    Bounds bounds;
    const char* what;
  } lists[] = {{rule.cells.size(), row.cells, "cells"},
               {rule.others.size(), row.others, "other cells"},
               {rule.numbers.size(), row.numbers, "numbers"}};
  for (const auto& [count, bounds, what] : lists) {
    if (is_within(count, bounds, size)) continue;
    return Error{"the number of " + std::string(what) + " must be " + text_of(bounds, size) +
                 " (got " + std::to_string(count) + ')'};
  }
  for (const std::vector<Cell>* const cells : {&rule.cells, &rule.others}) {
    for (const Cell cell : *cells) {
      if (cell >= size * size)
        return Error{"cell " + std::to_string(cell) + " is not on the board"};
    }
  }
  for (const int number : rule.numbers) {
    if (number >= 0 && is_within(static_cast<std::size_t>(number), row.number, size)) continue;
    return Error{"each number must be " + text_of(row.number, size) + " (got " +
                 std::to_string(number) + ')'};
  }
  if (row.repeats == kRefused) {
    std::bitset<kMaxCells> seen;
    for (const Cell cell : rule.cells) {
      if (seen[cell]) return Error{"no cell may be there twice"};
      seen.set(cell);
    }
  }
  return {};
}

/// "killer cage at r1c2".
std::string title_of(const Rule& rule, int size) {
  std::string title(name_of(rule.kind));
  if (rule.cells.empty()) return title;
  const int cell = rule.cells[0];
  return title + " at r" + std::to_string(cell / size + 1) + 'c' + std::to_string(cell % size + 1);
}

Result<> check_board(const Puzzle& puzzle) {
  if (puzzle.size < kMinSize || puzzle.size > kMaxSize) {
    return Error{"the number of values must be from " + std::to_string(kMinSize) + " to " +
                 std::to_string(kMaxSize) + " (got " + std::to_string(puzzle.size) + ')'};
  }
  const auto cells = static_cast<std::size_t>(puzzle.size * puzzle.size);
  if (puzzle.allowed.size() != cells) {
    return Error{"a board must have " + std::to_string(cells) + " cells (got " +
                 std::to_string(puzzle.allowed.size()) + ')'};
  }
  if (!puzzle.regions.empty() && puzzle.regions.size() != cells) {
    return Error{"regions must be given of " + std::to_string(cells) + " cells (got " +
                 std::to_string(puzzle.regions.size()) + ')'};
  }
  return {};
}

/// The cells of each region; no two of a region may hold one value.
Result<std::vector<CellList>> regions_of(const Puzzle& puzzle) {
  std::vector<CellList> regions;
  regions.reserve(static_cast<std::size_t>(puzzle.size));
  for (std::size_t cell = 0; cell < puzzle.regions.size(); ++cell) {
    const std::size_t region = puzzle.regions[cell];
    if (region == Puzzle::kNoRegion) continue;
    if (region >= regions.size()) regions.resize(region + 1);
    regions[region].push_back(static_cast<Cell>(cell));
  }
  for (const CellList& region : regions) {
    if (region.size() > static_cast<std::size_t>(puzzle.size)) {
      return Error{"a region must have at most " + std::to_string(puzzle.size) + " cells (got " +
                   std::to_string(region.size()) + ')'};
    }
  }
  return regions;
}

Result<> check_lists(const std::vector<Rule>& rules) {
  if (rules.size() > kMaxRules) return too_many_listed_rules();
  std::size_t listed = 0;
  for (const Rule& rule : rules) {
    listed += rule.cells.size() + rule.others.size() + rule.numbers.size();
  }
  if (listed > kMaxListed) return too_many_listed_cells();
  return {};
}

/// Says of rules, which are counted together, before they are expanded whether there is room.
Result<> check_expansion(const Expansion& all) {
  if (all.pairs > kMaxPairs) return too_many_rules(kMaxPairs, "related pairs of cells");
  if (all.primitives > kMaxPrimitives) return too_many_rules(kMaxPrimitives, "sums and the like");
  if (all.split_clues > kMaxSplitClues)
    return too_many_rules(kMaxSplitClues, "sandwiches and X-sums");
  return {};
}

/// Of rules that are equal all but one, by their places.
std::vector<bool> find_repeats(const std::vector<Rule>& rules) {
  const auto parts = [&](std::uint32_t i) {
    return std::tie(rules[i].kind, rules[i].cells, rules[i].others, rules[i].numbers);
  };
  std::vector<std::uint32_t> order(rules.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
    return std::pair(parts(a), a) < std::pair(parts(b), b);
  });
  std::vector<bool> repeats(rules.size());
  for (std::size_t i = 1; i < order.size(); ++i) {
    repeats[order[i]] = parts(order[i]) == parts(order[i - 1]);
  }
  return repeats;
}

std::size_t count_houses(std::vector<House> houses) {
  for (House& house : houses) std::ranges::sort(house.cells);
  std::ranges::sort(houses, [](const House& a, const House& b) {
    return std::ranges::lexicographical_compare(a.cells, b.cells);
  });
  return static_cast<std::size_t>(std::unique(houses.begin(), houses.end()) - houses.begin());
}

/// Whether the search has room for what there is now.
Result<> check_size(const Model& model) {
  const std::size_t max_houses = 3 * static_cast<std::size_t>(model.size) + kMaxExtraHouses;
  if (model.houses.size() > max_houses && count_houses(model.houses) > max_houses) {
    return Error{"there must be at most " + std::to_string(kMaxExtraHouses) +
                 " groups of as many cells as values besides rows, columns and regions"};
  }
  if (!model.relations.have_room())
    return too_many_rules(Relations::kMaxTables, "ways to relate cells");
  return {};
}

}  // namespace

std::string_view name_of(RuleKind kind) {
  return row_of(kind).name;
}

Expansion expansion_of(const Puzzle& puzzle, const Rule& rule) {
  return row_of(rule.kind).expand(puzzle, rule);
}

Result<Model> reduce(const Puzzle& puzzle, TimeLeft& time) {
  if (const Result<> checked = check_board(puzzle); !checked) return checked.error();
  if (const Result<> checked = check_lists(puzzle.rules); !checked) return checked.error();
  Result<std::vector<CellList>> regions = regions_of(puzzle);
  if (!regions) return regions.error();
  Board board{.puzzle = puzzle, .model = ModelBuilder(puzzle.size), .regions = std::move(*regions)};
  for (const CellList& region : board.regions) board.model.add_distinct(region);
  for (std::size_t cell = 0; cell < puzzle.allowed.size(); ++cell) {
    board.model.allow(static_cast<Cell>(cell), puzzle.allowed[cell]);
  }
  board.model.expect(puzzle.rules.size());
  const std::vector<bool> repeats = find_repeats(puzzle.rules);
  Expansion all;
  for (std::size_t i = 0; i < puzzle.rules.size(); ++i) {
    if (repeats[i]) continue;
    const Rule& rule = puzzle.rules[i];
    Result<> reduced = check_rule(rule, puzzle.size);
    if (reduced) {
      const Expansion one = expansion_of(puzzle, rule);
      all += one;
      if (const Result<> checked = check_expansion(all); !checked) return checked.error();
      if (time.is_up(kStepsOfRule + kStepsOfPair * one.pairs)) return board.model.take();
      reduced = row_of(rule.kind).reduce(board, rule);
    }
    if (!reduced) return Error{title_of(rule, puzzle.size) + ": " + reduced.error().message};
  }
  Model model = board.model.take();
  if (const Result<> checked = check_size(model); !checked) return checked.error();
  return model;
}

}  // namespace puzzled::variants
