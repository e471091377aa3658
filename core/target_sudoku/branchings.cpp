#include "core/target_sudoku/branchings.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/sudoku/grid.hpp"

namespace puzzled::target {
namespace {

class Builder {
 public:
  explicit Builder(const BandBoard& board) : board_(board) {}

  void add(int digit, int band, std::uint32_t cells) {
    const Branch branch{.digit = digit, .band = band, .cells = cells};
    if (is_possible(board_, branch)) branching_.branches[branching_.count++] = branch;
  }

  const Branching& branching() const { return branching_; }

 private:
  const BandBoard& board_;
  Branching branching_;
};

}  // namespace

bool is_possible(const BandBoard& board, const Branch& branch) {
  return (board.candidates[static_cast<std::size_t>(branch.digit)][branch.band] & branch.cells) !=
         0;
}

Branching branching_of(int number, const BandBoard& board) {
  Builder builder(board);
  if (number < bound::kRowBranchings) {
    for (int digit = 0; digit < 9; ++digit) builder.add(digit, number / 27, 1U << (number % 27));
    return builder.branching();
  }
  if (number >= bound::kColumnBranchings && number < bound::kMiniRowBranchings) {
    const int column = (number - bound::kColumnBranchings) / 9;
    const int digit = (number - bound::kColumnBranchings) % 9;
    for (int row = 0; row < 9; ++row) {
      builder.add(digit, row / 3, 1U << (9 * (row % 3) + column));
    }
    return builder.branching();
  }
  // In the other numbers the lane gives digit and band, and the multiple of kLanes which of three
  // rows or boxes.
  const int lane = (number - bound::kRowBranchings) % bound::kLanes;
  const int digit = lane % 9;
  const int band = lane / 9;
  const auto third = [&](int first_number) { return (number - first_number) / bound::kLanes; };
  if (number < bound::kBoxBranchings) {
    const int row = third(bound::kRowBranchings);
    for (int i = 0; i < 9; ++i) builder.add(digit, band, 1U << (9 * row + i));
  } else if (number < bound::kColumnBranchings) {
    const int box = third(bound::kBoxBranchings);
    for (int i = 0; i < 9; ++i) builder.add(digit, band, 1U << (9 * (i / 3) + 3 * box + i % 3));
  } else if (number < bound::kMiniColumnBranchings) {
    const int box = third(bound::kMiniRowBranchings);
    for (int row = 0; row < 3; ++row) builder.add(digit, band, 07U << (9 * row + 3 * box));
  } else {
    const int box = third(bound::kMiniColumnBranchings);
    for (int i = 0; i < 3; ++i) builder.add(digit, band, 01001001U << (3 * box + i));
  }
  return builder.branching();
}

void take(BandBoard& board, const Branch& branch) {
  constexpr std::uint32_t kFirstBox = 07007007;
  sudoku::Bands& of_digit = board.candidates[static_cast<std::size_t>(branch.digit)];
  const std::uint32_t left = of_digit[branch.band] & branch.cells;
  if (std::has_single_bit(left)) {
    assign(board, 27 * branch.band + std::countr_zero(left), branch.digit);
    return;
  }
  const int stack = std::countr_zero(branch.cells) % 9 / 3;
  of_digit[branch.band] &= ~(kFirstBox << (3 * stack)) | branch.cells;
}

void PseudoCosts::record(int number, float size, bool is_whole) {
  constexpr float kWeightOfLast = 0.3F;
  float& average = sizes_[static_cast<std::size_t>(number)];
  if (average == kUnknown) {
    average = size;
  } else if (is_whole || size > average) {
    average += kWeightOfLast * (size - average);
  }
}

Shortlist::Shortlist(const bound::BranchingScores& scores, const PseudoCosts& costs) {
  take_best<0, bound::kRowBranchings>(scores, costs);
  take_best<bound::kRowBranchings, bound::kMiniRowBranchings>(scores, costs);
  take_best<bound::kMiniRowBranchings, bound::kBranchingNumbers>(scores, costs);
  std::make_heap(entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(count_),
                 comes_later);
}

// Bisects for the limit that 24 scores do not exceed: counting is vectorised, and nth_element took
// a tenth of a node's time. The bits of positive floats, as integers, have the same order.
template <int kFirst, int kEnd>
void Shortlist::take_best(const bound::BranchingScores& scores, const PseudoCosts& costs) {
  constexpr int kMax = kMaxOfAKind;
  std::array<std::int32_t, kEnd - kFirst> bits;
  std::memcpy(bits.data(), &scores.score[kFirst], sizeof bits);
  const auto count_up_to = [&bits](std::int32_t limit) {
    std::int32_t count = 0;
    for (const std::int32_t score : bits) count += score <= limit ? 1 : 0;
    return count;
  };
  std::int32_t low = 0;  // up to here there are too few scores, up to `limit` too many
  std::int32_t limit = std::bit_cast<std::int32_t>(bound::kNoBranching) - 1;
  for (int count = count_up_to(limit); count > kMax;) {
    const std::int32_t middle = low + (limit - low) / 2;
    if (middle == low) break;  // many are alike
    const int below = count_up_to(middle);
    if (below < kMax) {
      low = middle;
    } else {
      limit = middle;
      count = below;
    }
  }
  const std::size_t end = count_ + kMaxOfAKind;
  for (std::size_t i = 0; i < bits.size() && count_ < end; ++i) {
    if (bits[i] > limit) continue;
    const int number = kFirst + static_cast<int>(i);
    entries_[count_++] = {costs.size(number), scores.score[number], number};
  }
}

int Shortlist::next() {
  std::pop_heap(entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(count_),
                comes_later);
  return entries_[--count_].number;
}

bool Shortlist::comes_later(const Entry& a, const Entry& b) {
  return a.size != b.size ? a.size > b.size : a.score > b.score;
}

}  // namespace puzzled::target
