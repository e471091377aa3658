// Puzzles with rules at random places, to be written and read again. They need not have solutions.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <utility>
#include <vector>

#include "core/split_mix.hpp"
#include "core/variants/puzzle.hpp"
#include "core/variants/text/cell_names.hpp"
#include "core/variants/text/iss/boxes.hpp"

namespace puzzled::variants {

class RandomPuzzles {
 public:
  explicit RandomPuzzles(std::uint64_t seed) : random_(seed) {}

  /// Some of the sizes have boxes, some have pieces, some neither; a few cells have clues.
  Puzzle board(std::span<const int> sizes) {
    Puzzle puzzle;
    puzzle.size = sizes[index_below(sizes.size())];
    size_ = puzzle.size;
    puzzle.regions = box_regions(size_, iss_boxes(size_));
    const int regions = below(3);
    if (regions == 1 || puzzle.regions.empty()) puzzle.regions = pieces();
    if (regions == 2) puzzle.regions.clear();
    puzzle.allowed.assign(cell_count(), all_values(size_));
    for (int i = below(10); i > 0; --i) {
      const ValueSet values = static_cast<ValueSet>(random_.next()) & all_values(size_);
      puzzle.allowed[any_cell()] = below(3) == 0 && values != 0 ? values : set_of(value());
    }
    return puzzle;
  }

  /// A rule of that kind as reduce() accepts it. REQUIRES: board() was called.
  Rule rule(RuleKind kind) {
    Rule rule{.kind = kind, .cells = {}, .others = {}, .numbers = {}};
    const int total = 1 + below(40);
    switch (kind) {
      case RuleKind::kUnmarkedKropki:
        rule.others = pairs();
        break;
      case RuleKind::kUnmarkedDifference:
        rule.others = pairs();
        rule.numbers = {1 + below(3)};
        break;
      case RuleKind::kUnmarkedRatio:
        rule.others = pairs();
        rule.numbers = {2 + below(2)};
        break;
      case RuleKind::kUnmarkedSum:
        rule.others = pairs();
        rule.numbers = {5, 10};
        break;
      case RuleKind::kDistinct:
      case RuleKind::kRenban:
      case RuleKind::kNabner:
      case RuleKind::kPalindrome:
      case RuleKind::kThermo:
      case RuleKind::kSlowThermo:
      case RuleKind::kBetween:
      case RuleKind::kZipper:
      case RuleKind::kEntropic:
      case RuleKind::kRegionSum:
        rule.cells = line(2, size_);
        break;
      case RuleKind::kOdd:
      case RuleKind::kEven:
      case RuleKind::kMinimum:
      case RuleKind::kMaximum:
        rule.cells = {any_cell()};
        break;
      case RuleKind::kRowIndexer:
      case RuleKind::kColumnIndexer:
      case RuleKind::kBoxIndexer:
        rule.cells = line(1, 4);
        break;
      case RuleKind::kClone:
        rule.cells = {any_cell()};
        rule.others = {any_cell()};
        break;
      case RuleKind::kContains:
        rule.cells = square();
        for (int i = 1 + below(4); i > 0; --i) rule.numbers.push_back(value());
        break;
      case RuleKind::kCage:
        rule.cells = line(1, size_);
        if (below(4) > 0) rule.numbers = {total};
        break;
      case RuleKind::kSum:
        rule.cells = line(1, size_);
        rule.numbers = {total};
        break;
      case RuleKind::kLittleKiller:
        rule.cells = diagonal();
        rule.numbers = {total};
        break;
      case RuleKind::kEqualSums:
        rule.cells = line(1, 4);
        rule.others = line(1, 4);
        break;
      case RuleKind::kSandwich:
        rule.cells = whole_line(false);
        rule.numbers = {total};
        break;
      case RuleKind::kXSum:
      case RuleKind::kSkyscraper:
        rule.cells = whole_line(below(2) == 0);
        rule.numbers = {total};
        break;
      case RuleKind::kNumberedRoom:
        rule.cells = whole_line(below(2) == 0);
        rule.numbers = {value()};
        break;
      case RuleKind::kArrow:
        rule.others = line(2, 6);
        rule.cells = {rule.others[0]};
        rule.others.erase(rule.others.begin());
        break;
      case RuleKind::kPillArrow:
        rule.others = line(1, 5);
        rule.cells = row_cells(below(size_), size_, false);
        rule.cells.resize(2 + static_cast<std::size_t>(below(2)));
        break;
      case RuleKind::kDoubleArrow:
        rule.cells = line(3, 6);
        break;
      case RuleKind::kWhisper:
      case RuleKind::kLockout:
        rule.cells = line(2, 6);
        rule.numbers = {3 + below(3)};
        break;
      case RuleKind::kModular:
        rule.cells = line(2, 6);
        rule.numbers = {2 + below(2)};
        break;
      case RuleKind::kDifference:
        rule.cells = neighbours();
        rule.numbers = {1 + below(3)};
        break;
      case RuleKind::kRatio:
        rule.cells = neighbours();
        rule.numbers = {2 + (size_ < 6 ? 0 : below(2))};
        break;
      case RuleKind::kPairSum:
        rule.cells = neighbours();
        rule.numbers = {below(2) == 0 ? 5 : 10};
        break;
      case RuleKind::kGreater:
        rule.cells = neighbours();
        break;
      default:  // those of the whole board
        break;
    }
    return rule;
  }

  int below(int bound) {
    return static_cast<int>(random_.below(static_cast<std::uint64_t>(bound)));
  }
  RuleKind pick(std::span<const RuleKind> kinds) { return kinds[index_below(kinds.size())]; }

 private:
  std::size_t index_below(std::size_t bound) { return random_.below(bound); }
  std::size_t cell_count() const { return static_cast<std::size_t>(size_ * size_); }
  int value() { return 1 + below(size_); }
  Cell any_cell() { return static_cast<Cell>(below(size_ * size_)); }

  /// Rows, of which cells of the same column were swapped; numbered as they begin.
  std::vector<std::uint8_t> pieces() {
    std::vector<std::uint8_t> pieces(cell_count());
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      pieces[i] = static_cast<std::uint8_t>(i / static_cast<std::size_t>(size_));
    }
    for (int i = 0; i < size_; ++i) std::swap(pieces[any_cell()], pieces[any_cell()]);
    std::vector<std::uint8_t> numbers(cell_count(), Puzzle::kNoRegion);
    std::uint8_t used = 0;
    for (std::uint8_t& piece : pieces) {
      if (numbers[piece] == Puzzle::kNoRegion) numbers[piece] = used++;
      piece = numbers[piece];
    }
    return pieces;
  }

  /// Cells that touch each other in order, none of them twice.
  std::vector<Cell> line(int min, int max) {
    for (;;) {
      std::vector<Cell> cells{any_cell()};
      const int length = min + below(max - min + 1);
      for (int tries = 0; static_cast<int>(cells.size()) < length && tries < 100; ++tries) {
        const int row = cells.back() / size_ + below(3) - 1;
        const int column = cells.back() % size_ + below(3) - 1;
        if (row < 0 || column < 0 || row >= size_ || column >= size_) continue;
        const auto cell = static_cast<Cell>(row * size_ + column);
        if (std::ranges::find(cells, cell) == cells.end()) cells.push_back(cell);
      }
      if (static_cast<int>(cells.size()) >= min) return cells;
    }
  }

  std::vector<Cell> neighbours() {
    const int row = below(size_ - 1);
    const int column = below(size_ - 1);
    const auto cell = static_cast<Cell>(row * size_ + column);
    const auto other = static_cast<Cell>(cell + (below(2) == 0 ? 1 : size_));
    return below(2) == 0 ? std::vector{cell, other} : std::vector{other, cell};
  }

  /// Of neighbours; mostly none.
  std::vector<Cell> pairs() {
    std::vector<Cell> cells;
    while (below(3) == 0) {
      const std::vector<Cell> pair = neighbours();
      cells.insert(cells.end(), pair.begin(), pair.end());
    }
    return cells;
  }

  std::vector<Cell> square() {
    const int cell = below(size_ - 1) * size_ + below(size_ - 1);
    std::vector<Cell> cells;
    for (const int step : {0, 1, size_, size_ + 1}) {
      cells.push_back(static_cast<Cell>(cell + step));
    }
    return cells;
  }

  std::vector<Cell> whole_line(bool from_last) {
    return below(2) == 0 ? row_cells(below(size_), size_, from_last)
                         : column_cells(below(size_), size_, from_last);
  }

  /// From the left to the right or, at the top, from the right to the left.
  std::vector<Cell> diagonal() {
    return below(2) == 0 ? ray_cells(below(size_ - 1), 0, 1, 1, size_)
                         : ray_cells(0, 1 + below(size_ - 1), 1, -1, size_);
  }

  SplitMix64 random_;
  int size_ = 0;
};

}  // namespace puzzled::variants
