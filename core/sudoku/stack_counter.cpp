#include "core/sudoku/stack_counter.hpp"

#include <array>
#include <bit>
#include <cstring>

namespace puzzled::sudoku {
namespace {

// In a stack a digit takes one of three columns in each of three boxes, each column once: one of
// six orders. Six bits a digit say which are left, and so nine digits are one word.
constexpr int kOrderCount = 6;
constexpr std::uint64_t kBitOfEach = 0x1041041041041;  // bit 0 of each digit's six
constexpr std::uint64_t kSixOfEach = 63 * kBitOfEach;

// The column that an order has in each of the three boxes.
constexpr std::array<std::array<unsigned, 3>, kOrderCount> kColumnsOfOrder{
    {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};

// The orders that have a column in a box.
constexpr std::array<std::array<std::uint64_t, 3>, 3> kOrdersWith = [] {
  std::array<std::array<std::uint64_t, 3>, 3> orders{};
  for (unsigned order = 0; order < kOrderCount; ++order) {
    for (unsigned box = 0; box < 3; ++box) orders[box][kColumnsOfOrder[order][box]] |= 1U << order;
  }
  return orders;
}();

std::uint64_t lines_of_box(const batch::Record& board, unsigned box) {
  const unsigned bit = 54 * box;
  // 54 bits and at most 7 before them.
  std::uint64_t lines;
  std::memcpy(&lines, board.bytes + bit / 8, sizeof lines);
  return lines >> bit % 8 & kSixOfEach;
}

// A stack: the mini-lines of its boxes, in which each digit's three mini-rows come first.
struct Stack {
  std::array<std::uint64_t, 3> boxes;

  // Bit 0 of each digit that may be in the mini-line of the box.
  std::uint64_t digits_in(unsigned box, unsigned line) const {
    return boxes[box] >> line & kBitOfEach;
  }

  // Takes from the others in its three mini-rows what a digit with this order rules out.
  std::uint64_t without_conflicts(std::uint64_t left, int shift, unsigned order) const {
    const std::uint64_t digit = std::uint64_t{1} << shift;
    std::uint64_t excluded = 0;
    for (unsigned box = 0; box < 3; ++box) {
      const auto row = static_cast<unsigned>(boxes[box] >> shift & 7) / 2;
      excluded |= (digits_in(box, row) ^ digit) * kOrdersWith[box][kColumnsOfOrder[order][box]];
    }
    return left & ~excluded;
  }
};

// Bit 0 of each digit that has no order left.
std::uint64_t digits_without(std::uint64_t left) {
  const std::uint64_t three = left | left >> 1 | left >> 2;
  return ~(three | three >> 3) & kBitOfEach;
}

// `settled` has bit 0 of each digit with one order that has been taken out of the others'
// mini-rows.
std::uint64_t count_stack(const Stack& stack, std::uint64_t left, std::uint64_t settled,
                          bool is_ruled) {
  for (std::uint64_t factor = 1;;) {
    if (digits_without(left) != 0) return 0;
    // All but the lowest order of each digit.
    const std::uint64_t more = left & (left - kBitOfEach);
    const std::uint64_t several = ~digits_without(more) & kBitOfEach;
    const std::uint64_t fresh = kBitOfEach & ~(several | settled);
    const std::uint64_t digit = fresh != 0 ? fresh : several;
    if (digit == 0) return factor;
    const int shift = std::countr_zero(digit);
    const std::uint64_t bit = std::uint64_t{1} << shift;
    std::uint64_t orders = left >> shift & 63;
    if (fresh == 0) {
      const bool are_pairs = is_ruled && (more & (more - several)) == 0;
      if (!are_pairs) {
        std::uint64_t count = 0;
        for (; orders != 0; orders &= orders - 1) {
          const std::uint64_t one = (left & ~(63 * bit)) | (orders & -orders) << shift;
          count += count_stack(stack, one, settled, false);
        }
        return factor * count;
      }
      // Where each open digit has two orders, a filling takes one of them, and the others form a
      // filling, too (see boards of pairs).
      factor *= 2;
      left &= ~(63 * bit) | (orders & -orders) << shift;
    }
    left = stack.without_conflicts(left, shift, static_cast<unsigned>(std::countr_zero(orders)));
    settled |= bit;
  }
}

}  // namespace

std::uint64_t count_by_stacks(const batch::Record& board) {
  std::uint64_t product = 1;
  for (unsigned s = 0; s < 3 && product > 0; ++s) {
    const Stack stack{
        {lines_of_box(board, s), lines_of_box(board, 3 + s), lines_of_box(board, 6 + s)}};
    std::uint64_t left = 0;
    for (unsigned order = 0; order < kOrderCount; ++order) {
      left |= (stack.digits_in(0, 3 + kColumnsOfOrder[order][0]) &
               stack.digits_in(1, 3 + kColumnsOfOrder[order][1]) &
               stack.digits_in(2, 3 + kColumnsOfOrder[order][2]))
              << order;
    }
    // The rules have taken the digits that are fixed out of their mini-rows.
    const std::uint64_t several = ~digits_without(left & (left - kBitOfEach)) & kBitOfEach;
    if (digits_without(left) != 0) return 0;
    if (several != 0) product *= count_stack(stack, left, kBitOfEach & ~several, true);
  }
  return product;
}

}  // namespace puzzled::sudoku
