#include "core/variants/text/line_board_writers.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "core/variants/model.hpp"
#include "core/variants/reduce.hpp"
#include "core/variants/text/iss/boxes.hpp"
#include "core/variants/text/line_boards.hpp"

namespace puzzled::variants {
namespace {

constexpr int kKillerSide = 9;
constexpr int kMaxShortSum = 45;

Error not_in_form(const std::string& what) {
  return Error{"this form has no " + what};
}
Error no_rule_in_form(RuleKind kind) {
  return not_in_form("rule '" + std::string(name_of(kind)) + '\'');
}

bool has_usual_boxes(const Puzzle& puzzle) {
  return puzzle.regions == box_regions(puzzle.size, iss_boxes(puzzle.size));
}

/// Of both killers: 9x9 with boxes, without clues, and no cell in two cages.
Result<> check_killer(const Puzzle& puzzle) {
  if (puzzle.size != kKillerSide || !has_usual_boxes(puzzle)) {
    return not_in_form("boards but 9x9 with 3x3 boxes");
  }
  if (std::ranges::any_of(puzzle.allowed, [](ValueSet set) { return set != all_values(9); })) {
    return not_in_form("clues");
  }
  std::array<bool, 81> is_taken{};
  for (const Rule& rule : puzzle.rules) {
    if (rule.kind != RuleKind::kCage) continue;
    for (const Cell cell : rule.cells) {
      if (is_taken[cell]) return not_in_form("cages that overlap");
      is_taken[cell] = true;
    }
  }
  return {};
}

char short_sum_character(int sum) {
  if (sum < 10) return static_cast<char>('0' + sum);
  return static_cast<char>(sum < 36 ? 'A' + sum - 10 : 'a' + sum - 36);
}

/// From a cell to one that touches it.
char arrow_between(Cell from, Cell to) {
  const int down = to / kKillerSide - from / kKillerSide;
  const int right = to % kKillerSide - from % kKillerSide;
  constexpr std::string_view kArrowTable = "`^'< >,v.";  // row by row around the cell
  return kArrowTable[static_cast<std::size_t>((down + 1) * 3 + right + 1)];
}

bool do_touch(Cell a, Cell b) {
  return std::abs(a / kKillerSide - b / kKillerSide) <= 1 &&
         std::abs(a % kKillerSide - b % kKillerSide) <= 1;
}

/// Arrows towards the first cell of the cage, which has the sum; false if some cell cannot reach
/// it.
bool draw_cage(const Rule& rule, std::string& text) {
  std::vector<Cell> reached{rule.cells[0]};
  text[rule.cells[0]] = short_sum_character(rule.numbers.empty() ? 0 : rule.numbers[0]);
  std::vector<Cell> left(rule.cells.begin() + 1, rule.cells.end());
  for (std::size_t i = 0; i < reached.size(); ++i) {
    std::erase_if(left, [&](Cell cell) {
      if (!do_touch(cell, reached[i])) return false;
      text[cell] = arrow_between(cell, reached[i]);
      reached.push_back(cell);
      return true;
    });
  }
  return left.empty();
}

}  // namespace

Result<std::string> write_short_killer(const Puzzle& puzzle) {
  if (const Result<> checked = check_killer(puzzle); !checked) return checked.error();
  std::string text(puzzle.allowed.size(), '0');
  for (const Rule& rule : puzzle.rules) {
    if (rule.kind != RuleKind::kCage) return no_rule_in_form(rule.kind);
    if (!rule.numbers.empty() && (rule.numbers[0] < 1 || rule.numbers[0] > kMaxShortSum)) {
      return not_in_form("sums but 1 to 45");
    }
    if (!draw_cage(rule, text)) return not_in_form("cages whose cells do not touch");
  }
  if (!is_short_killer(text))
    return not_in_form("boards that have hardly any cage of several cells");
  return text;
}

Result<std::string> write_long_killer(const Puzzle& puzzle) {
  if (const Result<> checked = check_killer(puzzle); !checked) return checked.error();
  std::array<int, 81> numbers{};
  int cages = 0;  // at most 81, as none overlap
  bool has_rising = false;
  bool has_falling = false;
  for (const Rule& rule : puzzle.rules) {
    if (rule.kind == RuleKind::kRisingDiagonal) {
      has_rising = true;
    } else if (rule.kind == RuleKind::kFallingDiagonal) {
      has_falling = true;
    } else if (rule.kind != RuleKind::kCage) {
      return no_rule_in_form(rule.kind);
    } else if (rule.numbers.empty() || rule.numbers[0] == 0) {
      return not_in_form("cages without a sum");
    } else {
      for (const Cell cell : rule.cells) numbers[cell] = 256 * rule.numbers[0] + cages;
      ++cages;
    }
  }
  if (has_rising != has_falling) return not_in_form("single diagonals");
  std::string text = has_rising ? "3x3:d:k:" : "3x3::k:";
  for (const int number : numbers) (text += std::to_string(number)) += ':';
  return text;
}

Result<std::string> write_jigsaw_line(const Puzzle& puzzle) {
  if (!puzzle.rules.empty()) return no_rule_in_form(puzzle.rules[0].kind);
  std::string text;
  for (const ValueSet values : puzzle.allowed) {
    if (values == all_values(puzzle.size)) {
      text += '.';
    } else if (is_single(values)) {
      text += static_cast<char>((puzzle.size > 9 ? 'A' - 1 : '0') + value_of(values));
    } else {
      return not_in_form("cells with several values");
    }
  }
  constexpr std::string_view kPieces = "0123456789abcdefghijklmnop";
  if (puzzle.regions.empty()) return not_in_form("boards without pieces");
  for (const std::uint8_t region : puzzle.regions) {
    if (region >= kPieces.size() || std::ranges::count(puzzle.regions, region) != puzzle.size) {
      return not_in_form("pieces that are not as large as a row");
    }
    text += kPieces[region];
  }
  return text;
}

std::string write_clue_line(const Puzzle& puzzle, const Notation& notation) {
  std::string text;
  for (const ValueSet values : puzzle.allowed) {
    if (notation.has_numbers() && !text.empty()) text += ' ';
    notation.append(text, is_single(values) ? value_of(values) : 0, false);
  }
  return text;
}

Result<std::string> write_candidate_line(const Puzzle& puzzle) {
  if (!puzzle.rules.empty()) return no_rule_in_form(puzzle.rules[0].kind);
  if (puzzle.size < 5 || puzzle.size > 9 || !has_usual_boxes(puzzle)) {
    return not_in_form("boards but 5x5 to 9x9 with the usual boxes");
  }
  std::string text;
  for (const ValueSet values : puzzle.allowed) {
    for (int value = 1; value <= puzzle.size; ++value) {
      text += (values & set_of(value)) != 0 ? static_cast<char>('0' + value) : '.';
    }
  }
  return text;
}

}  // namespace puzzled::variants
