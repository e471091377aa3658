#include "core/variants/text/line_boards.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/region_map.hpp"
#include "core/variants/text/cell_names.hpp"
#include "core/variants/text/iss/boxes.hpp"

namespace puzzled::variants {
namespace {

constexpr int kNine = 9;
constexpr std::size_t kNineCells = 81;
constexpr std::size_t kMaxShown = 20;
constexpr std::string_view kArrows = "<>^v`',.";

void add_cage(Puzzle& puzzle, std::vector<Cell> cells, int sum) {
  Rule& rule = puzzle.rules.emplace_back();
  rule.kind = RuleKind::kCage;
  rule.cells = std::move(cells);
  if (sum != 0) rule.numbers = {sum};
}

/// Of a character; nothing if it is none.
constexpr std::optional<int> short_sum(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
  if (c >= 'a' && c <= 'j') return c - 'a' + 36;
  return std::nullopt;
}

/// What characters are in a short killer; `.` is an arrow, too, and a blank of plain grids.
enum class ShortKillerCell : std::uint8_t { kNone, kSumOrDot, kArrow };

constexpr std::array<ShortKillerCell, 256> kShortKillerCells = [] {
  std::array<ShortKillerCell, 256> cells{};
  for (std::size_t c = 0; c < cells.size(); ++c) {
    if (short_sum(static_cast<char>(c)) || c == '.') cells[c] = ShortKillerCell::kSumOrDot;
  }
  for (const char c : kArrows) {
    if (c != '.') cells[static_cast<unsigned char>(c)] = ShortKillerCell::kArrow;
  }
  return cells;
}();

/// Of a short killer, points aside.
struct Arrows {
  std::size_t count = 0;
  bool has_two_kinds = false;
};

/// None if it has other signs.
Arrows arrows_of(std::string_view text) {
  Arrows arrows;
  if (text.size() != kNineCells) return arrows;
  char first = 0;
  for (const char c : text) {
    const ShortKillerCell cell = kShortKillerCells[static_cast<unsigned char>(c)];
    if (cell == ShortKillerCell::kNone) return {};
    if (cell != ShortKillerCell::kArrow) continue;
    if (++arrows.count == 1) first = c;
    arrows.has_two_kinds = arrows.has_two_kinds || c != first;
  }
  return arrows;
}

/// Where an arrow points to; nothing if it leaves the board.
std::optional<std::size_t> arrow_target(std::size_t cell, char arrow) {
  constexpr std::pair<int, int> kSteps[] = {{0, -1},  {0, 1},  {-1, 0}, {1, 0},
                                            {-1, -1}, {-1, 1}, {1, -1}, {1, 1}};  // as kArrows
  const auto [down, right] = kSteps[kArrows.find(arrow)];
  const int row = static_cast<int>(cell) / kNine + down;
  const int column = static_cast<int>(cell) % kNine + right;
  if (row < 0 || column < 0 || row >= kNine || column >= kNine) return std::nullopt;
  return static_cast<std::size_t>(row * kNine + column);
}

/// The size of a board of so many cells; 0 if there is none.
int side_of(std::size_t cells) {
  for (int size = kMinSize; size <= kMaxSize; ++size) {
    if (static_cast<std::size_t>(size * size) == cells) return size;
  }
  return 0;
}

/// -1 for a character that is no value, which is a blank.
int jigsaw_value(char c, int size) {
  const int value = size > 9 ? c - 'A' + 1 : c - '0';
  return value >= 1 && value <= size ? value : -1;
}

int candidate_size(std::size_t length) {
  for (int size = 5; size <= 9; ++size) {
    if (static_cast<std::size_t>(size * size * size) == length) return size;
  }
  return 0;
}

}  // namespace

Puzzle empty_line_board(int size) {
  Puzzle puzzle;
  puzzle.size = size;
  puzzle.allowed.assign(static_cast<std::size_t>(size * size), all_values(size));
  puzzle.regions = box_regions(size, iss_boxes(size));
  return puzzle;
}

bool is_short_killer(std::string_view text) {
  const Arrows arrows = arrows_of(text);
  // So few are wrong signs of a plain grid. All of its blanks may be one sign, too.
  constexpr std::size_t kMinArrows = 9;
  constexpr std::size_t kMaxBlanks = kNineCells - 17;
  return arrows.count >= kMinArrows && (arrows.has_two_kinds || arrows.count > kMaxBlanks);
}

Result<Puzzle> read_short_killer(std::string_view text) {
  if (arrows_of(text).count == 0) {
    return Error{"a killer of 81 characters has sums and arrows alone"};
  }
  Puzzle puzzle = empty_line_board(kNine);
  std::array<std::vector<Cell>, kNineCells> cages;  // by the cell of the sum
  std::vector<std::size_t> order;                   // as the cages begin
  for (std::size_t cell = 0; cell < kNineCells; ++cell) {
    std::size_t root = cell;
    for (int steps = 0; !short_sum(text[root]); ++steps) {
      const std::optional<std::size_t> next = arrow_target(root, text[root]);
      if (!next) return Error{"an arrow leads off the board"};
      if (steps == kNine) return Error{"arrows of a cage do not lead to its sum"};
      root = *next;
    }
    if (cages[root].empty()) order.push_back(root);
    cages[root].push_back(static_cast<Cell>(cell));
  }
  for (const std::size_t root : order) {
    add_cage(puzzle, std::move(cages[root]), *short_sum(text[root]));
  }
  return puzzle;
}

bool is_long_killer(std::string_view text) {
  return text.starts_with("3x3:");
}

Result<Puzzle> read_long_killer(std::string_view text) {
  Puzzle puzzle = empty_line_board(kNine);
  if (text.starts_with("3x3:d:k:")) {
    puzzle.rules.resize(2);
    puzzle.rules[0].kind = RuleKind::kRisingDiagonal;
    puzzle.rules[1].kind = RuleKind::kFallingDiagonal;
    text.remove_prefix(8);
  } else if (text.starts_with("3x3::k:")) {
    text.remove_prefix(7);
  } else {
    return Error{"a killer of this form begins with '3x3::k:' or '3x3:d:k:'"};
  }
  std::map<int, std::size_t> rules;  // of each cage
  for (Cell cell = 0; cell < kNineCells; ++cell) {
    int number = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || stop == end || *stop != ':' || number < 0) {
      return Error{"81 numbers are needed, each with ':' behind it (got " + std::to_string(cell) +
                   ')'};
    }
    text.remove_prefix(static_cast<std::size_t>(stop - text.data()) + 1);
    const int sum = number / 256;
    if (sum == 0) continue;  // in no cage
    const auto [at, is_new] = rules.try_emplace(number % 256, puzzle.rules.size());
    if (is_new) add_cage(puzzle, {}, sum);
    Rule& rule = puzzle.rules[at->second];
    if (rule.numbers[0] != sum) return Error{"a cage has two sums"};
    rule.cells.push_back(cell);
  }
  if (!text.empty()) return Error{"something follows the 81 numbers"};
  return puzzle;
}

bool is_jigsaw_line(std::string_view text) {
  if (find_region_line(text)) return true;
  const int size = text.size() % 2 == 0 ? side_of(text.size() / 2) : 0;
  if (size == 0) return false;
  // A full grid behind a board is its solution.
  return map_kind(text.substr(text.size() / 2)) != MapKind::kNone;
}

Result<Puzzle> read_jigsaw_line(std::string_view text) {
  std::string joined;
  if (const std::optional<RegionLine> line = find_region_line(text)) {
    if (line->is_unclear) {
      return Error{"regions may stand beside the board, but it cannot be told which they are"};
    }
    if (!line->other.empty()) {
      return Error{"'" + std::string(line->other.substr(0, kMaxShown)) +
                   "' beside a board and its regions is not known; take it out if it is no rule"};
    }
    joined.append(line->board).append(line->regions);
    text = joined;
  }
  if (!is_jigsaw_line(text)) return Error{"pieces must have as many cells as a row"};
  const std::size_t cells = text.size() / 2;
  Puzzle puzzle = empty_line_board(side_of(cells));
  std::string_view blank;
  std::string names;  // of the pieces, as they begin
  for (std::size_t i = 0; i < cells; ++i) {
    const std::string_view clue = text.substr(i, 1);
    if (const int value = jigsaw_value(clue[0], puzzle.size); value > 0) {
      puzzle.allowed[i] = set_of(value);
    } else if (blank.empty() || blank == clue) {
      blank = clue;
    } else {
      return Error{"'" + std::string(clue) + "' is not a value, and blanks are '" +
                   std::string(blank) + "'"};
    }
    const char piece = text[cells + i];
    if (names.find(piece) == std::string::npos) names += piece;
    puzzle.regions.resize(cells);
    puzzle.regions[i] = static_cast<std::uint8_t>(names.find(piece));
  }
  return puzzle;
}

bool is_sumocue(std::string_view text) {
  return text.starts_with("SumoCueV");
}

Result<Puzzle> read_sumocue(std::string_view text) {
  constexpr std::string_view kBegin = "SumoCueV1";
  if (!text.starts_with(kBegin)) return Error{"boards of SumoCue begin with 'SumoCueV1'"};
  text.remove_prefix(kBegin.size());
  Puzzle puzzle = empty_line_board(kNine);
  const auto take_number = [&text]() -> std::optional<int> {
    int number = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || number < 0) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
    return number;
  };
  const auto fault_at = [](Cell cell, std::string_view what) {
    return Error{"cell " + std::to_string(cell + 1) + ' ' + std::string(what)};
  };
  std::vector<int> owners;            // of each cell the first of its cage
  std::vector<int> sums(kNineCells);  // of cages, by their first cell
  std::vector<std::uint8_t> regions;
  for (Cell cell = 0; cell < kNineCells; ++cell) {
    const char sign = text.empty() ? '\0' : text.front();
    if (sign != '=' && sign != '+') return fault_at(cell, "has neither '=' nor '+'");
    text.remove_prefix(1);
    const std::optional<int> number = take_number();
    if (!number) return fault_at(cell, "has no number");
    owners.push_back(sign == '=' ? cell : *number);
    if (sign == '=') sums[cell] = *number;
    if (!text.starts_with('J')) continue;
    text.remove_prefix(1);
    const std::optional<int> region = take_number();
    if (!region || *region >= kNine) return fault_at(cell, "has a region that is not from 0 to 8");
    regions.push_back(static_cast<std::uint8_t>(*region));
  }
  if (!text.empty()) return Error{"something follows the 81 cells"};
  std::vector<std::vector<Cell>> cages(kNineCells);
  for (Cell cell = 0; cell < kNineCells; ++cell) {
    int owner = owners[cell];
    for (int steps = 0;
         owner < static_cast<int>(kNineCells) && owners[static_cast<std::size_t>(owner)] != owner;
         ++steps) {
      if (steps == static_cast<int>(kNineCells))
        return fault_at(cell, "is in a cage that has no first cell");
      owner = owners[static_cast<std::size_t>(owner)];
    }
    if (owner >= static_cast<int>(kNineCells)) return fault_at(cell, "is in a cage of no cell");
    cages[static_cast<std::size_t>(owner)].push_back(cell);
  }
  for (std::size_t first = 0; first < kNineCells; ++first) {
    if (sums[first] == 0 && cages[first].size() < 2) continue;
    if (cages[first].size() == 1) {
      if (sums[first] > kNine) return fault_at(static_cast<Cell>(first), "has a value above 9");
      puzzle.allowed[first] = set_of(sums[first]);
    } else if (!cages[first].empty()) {
      add_cage(puzzle, std::move(cages[first]), sums[first]);
    }
  }
  if (regions.empty()) return puzzle;
  if (regions.size() != kNineCells) return Error{"some cells have a region and others have none"};
  for (int region = 0; region < kNine; ++region) {
    if (std::ranges::count(regions, region) != kNine) {
      return Error{"region " + std::to_string(region) + " must have 9 cells"};
    }
  }
  // Numbered as they begin, as other readers do.
  std::vector<std::uint8_t> seen;
  for (std::uint8_t& region : regions) {
    const auto at = std::ranges::find(seen, region);
    const auto number = static_cast<std::uint8_t>(at - seen.begin());
    if (at == seen.end()) seen.push_back(region);
    region = number;
  }
  puzzle.regions = std::move(regions);
  return puzzle;
}

bool is_candidate_line(std::string_view text) {
  return candidate_size(text.size()) != 0 &&
         text.find_first_not_of(".0123456789") == std::string_view::npos;
}

Result<Puzzle> read_candidate_line(std::string_view text) {
  if (!is_candidate_line(text)) return Error{"candidates are digits, and '.' or 0"};
  Puzzle puzzle = empty_line_board(candidate_size(text.size()));
  const auto size = static_cast<std::size_t>(puzzle.size);
  for (std::size_t cell = 0; cell < puzzle.allowed.size(); ++cell) {
    ValueSet values = 0;
    for (const char c : text.substr(cell * size, size)) {
      if (c == '.' || c == '0') continue;
      if (c - '0' > puzzle.size) {
        return Error{"'" + std::string(1, c) + "' is not from 1 to " + std::to_string(size)};
      }
      values |= set_of(c - '0');
    }
    puzzle.allowed[cell] = values;
  }
  return puzzle;
}

}  // namespace puzzled::variants
