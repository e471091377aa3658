// Which bit of a frontier state stands for which item, and the options of each step.
//
// A state is a set of open items. Its first bits are a ring: the item of step s has bit s mod R, as
// long as it opens less than R steps before its own. So the first item that is not covered is found
// by one instruction. Items that are open for longer, and secondary items, have bits behind the
// ring, which are reused when an item has closed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/cover/frontier/order.hpp"
#include "core/cover/problem.hpp"

namespace puzzled::cover::frontier {

inline constexpr std::size_t kMaxWords = 8;  // of a state
inline constexpr std::uint32_t kNoBit = UINT32_MAX;

/// The bit of a primary item behind the ring. Until it opens, the bit is another item's.
struct FarItem {
  std::uint32_t bit = kNoBit;
  std::uint32_t first = UINT32_MAX;  ///< the step at which it opens
};

/// An item's bit, which is free after this step.
struct Closing {
  std::uint32_t bit = kNoBit;
  std::uint32_t first = 0;  ///< the step at which the item opens
  bool is_primary = false;
};

struct Layout {
  std::size_t steps = 0;     ///< primary items
  std::size_t words = 1;     ///< of a state; more than kMaxWords: nothing else is set
  unsigned ring = 1;         ///< R: bits of the ring, 1 to 64
  std::vector<FarItem> far;  ///< by step: its item, if it is not in the ring; then one more

  /// By step: where the options start that begin with its item; then where they end.
  std::vector<std::size_t> option_starts{0};
  /// By option, `words` each: the bits of its items, but for the item of the step and those that
  /// are never open.
  std::vector<std::uint64_t> options;
  /// By step, `words` each: the items that are open after it.
  std::vector<std::uint64_t> open;

  /// By step: where the items start that close there (see OpenSteps::last); then where they end.
  std::vector<std::size_t> closing_starts{0};
  std::vector<Closing> closing;

  std::span<const Closing> closing_at(std::size_t step) const {
    return std::span(closing).subspan(closing_starts[step],
                                      closing_starts[step + 1] - closing_starts[step]);
  }
  std::span<const std::uint64_t> options_of(std::size_t step) const {
    return std::span(options).subspan(option_starts[step] * words,
                                      (option_starts[step + 1] - option_starts[step]) * words);
  }
};

/// Sets `kept` to a row of layout.words for each step that a state may come to from `step`, from
/// the next on: which of its items are still open there. (Their bits may belong to others by then.)
void list_kept(const Layout& layout, std::size_t step, std::vector<std::uint64_t>& kept);

/// REQUIRES: `order` has every primary item of `problem` once; no colours, no multiplicities.
Layout make_layout(const Problem& problem, std::span<const std::uint32_t> order);

}  // namespace puzzled::cover::frontier
