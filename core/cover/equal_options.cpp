#include "core/cover/equal_options.hpp"

#include <algorithm>
#include <bit>
#include <span>

#include "core/split_mix.hpp"

namespace puzzled::cover {
namespace {

constexpr std::uint32_t kFreeSlot = UINT32_MAX;
constexpr std::uint32_t kOptionsPerLook = 4096;

/// Sum of hashes of the elements: the same in every order.
std::uint64_t hash_of(std::span<const Element> elements) {
  std::uint64_t sum = 0;
  for (const auto [item, colour] : elements) {
    sum += SplitMix64(std::uint64_t{item} << 32U | colour).next();
  }
  return sum;
}

class OptionComparison {
 public:
  bool is_equal(std::span<const Element> a, std::span<const Element> b) {
    if (a.size() != b.size()) return false;
    if (std::equal(a.begin(), a.end(), b.begin())) return true;
    sort(a, a_);
    sort(b, b_);
    return a_ == b_;
  }

 private:
  static void sort(std::span<const Element> elements, std::vector<Element>& to) {
    to.assign(elements.begin(), elements.end());
    // (No item is twice in an option.)
    std::sort(to.begin(), to.end(), [](Element x, Element y) { return x.item < y.item; });
  }

  std::vector<Element> a_;
  std::vector<Element> b_;
};

}  // namespace

std::vector<std::uint32_t> first_equal_options(const Problem& problem, const StopFlag& stop) {
  struct Slot {
    std::uint32_t option = kFreeSlot;
    std::uint32_t high_hash = 0;
  };
  std::vector<Slot> slots(std::bit_ceil(2 * problem.options() + 2));
  const std::size_t mask = slots.size() - 1;
  OptionComparison comparison;
  std::vector<std::uint32_t> first(problem.options());
  for (std::uint32_t option = 0; option < problem.options(); ++option) {
    if ((option + 1) % kOptionsPerLook == 0 && is_stopped(stop)) return {};
    first[option] = option;
    if (problem.is_idle(option)) continue;
    const std::uint64_t hash = hash_of(problem.option(option));
    const auto high_hash = static_cast<std::uint32_t>(hash >> 32U);
    std::size_t at = hash & mask;
    while (slots[at].option != kFreeSlot &&
           (slots[at].high_hash != high_hash ||
            !comparison.is_equal(problem.option(slots[at].option), problem.option(option)))) {
      at = (at + 1) & mask;
    }
    if (slots[at].option == kFreeSlot) slots[at] = {option, high_hash};
    first[option] = slots[at].option;
  }
  return first;
}

}  // namespace puzzled::cover
