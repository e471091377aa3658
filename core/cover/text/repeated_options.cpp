#include "core/cover/text/repeated_options.hpp"

#include <algorithm>
#include <bit>
#include <vector>

namespace puzzled::cover::text {
namespace {

constexpr std::uint32_t kFreeSlot = UINT32_MAX;
constexpr std::uint32_t kOptionsPerLook = 4096;

/// Sum of hashes of the elements: the same in every order.
std::uint64_t hash_of(std::span<const Element> elements) {
  std::uint64_t sum = 0;
  for (const auto [item, colour] : elements) {
    std::uint64_t word = (std::uint64_t{item} << 32U | colour) + 0x9E3779B97F4A7C15U;
    word = (word ^ (word >> 30U)) * 0xBF58476D1CE4E5B9U;
    word = (word ^ (word >> 27U)) * 0x94D049BB133111EBU;
    sum += word ^ (word >> 31U);
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

void find_repeated_options(ReadProblem& read, std::string_view text, std::uint64_t first_line,
                           const StopFlag& stop) {
  const Problem& problem = read.named.problem;
  struct Slot {
    std::uint32_t option = kFreeSlot;
    std::uint32_t high_hash = 0;
  };
  std::vector<Slot> slots(std::bit_ceil(2 * problem.options() + 2));
  const std::size_t mask = slots.size() - 1;
  OptionComparison comparison;
  std::size_t counted_to = 0;  // an offset in the text: its line is `line`
  std::uint64_t line = first_line;
  for (std::uint32_t option = 0; option < problem.options(); ++option) {
    if (option % kOptionsPerLook == 0 && is_stopped(stop)) return;
    if (problem.is_idle(option)) continue;
    const std::uint64_t hash = hash_of(problem.option(option));
    const auto high_hash = static_cast<std::uint32_t>(hash >> 32U);
    std::size_t at = hash & mask;
    while (slots[at].option != kFreeSlot &&
           (slots[at].high_hash != high_hash ||
            !comparison.is_equal(problem.option(slots[at].option), problem.option(option)))) {
      at = (at + 1) & mask;
    }
    if (slots[at].option == kFreeSlot) {
      slots[at] = {option, high_hash};
      continue;
    }
    if (read.repeated_options++ >= kMaxWarnings) continue;
    const char* const word = text.data() + read.option_texts[option].begin;
    line += static_cast<std::uint64_t>(std::count(text.data() + counted_to, word, '\n'));
    counted_to = read.option_texts[option].begin;
    const std::size_t line_begin = text.rfind('\n', counted_to) + 1;  // (npos + 1 is 0)
    read.warnings.push_back({line, counted_to - line_begin + 1,
                             "option " + std::to_string(option + 1) +
                                 " has the same items as option " +
                                 std::to_string(slots[at].option + 1)});
  }
}

}  // namespace puzzled::cover::text
