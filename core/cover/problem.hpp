// An exact cover problem: items, and options that cover them.
//
// A solution is a set of options that covers every primary item as often as its bounds say (exactly
// once unless stated otherwise) and agrees on every secondary item: options that give it a colour
// are compatible if the colours are equal; an option that names it without a colour is compatible
// with no other that names it. (Knuth, The Art of Computer Programming, volume 4B, section 7.2.2.1:
// XCC and MCC problems.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/result.hpp"

namespace puzzled::cover {

/// Secondary items may have a colour in an option; 0: none.
using Colour = std::uint32_t;

/// Items are numbered from 0, the primary ones first.
struct Element {
  std::uint32_t item = 0;
  Colour colour = 0;

  bool operator==(const Element&) const = default;
};

/// How many chosen options a primary item must be in.
struct Bounds {
  std::uint32_t lo = 1;
  std::uint32_t hi = 1;

  bool operator==(const Bounds&) const = default;
};

/// Options are numbered from 0, in the order in which they were added. Not thread-safe while it
/// changes; afterwards it is read-only.
class Problem {
 public:
  /// REQUIRES: primary_items + secondary_items < 2^31.
  explicit Problem(std::size_t primary_items, std::size_t secondary_items = 0);

  /// An error if `item` is not primary, lo > hi, or hi = 0; then nothing changes.
  Result<> set_bounds(std::size_t item, Bounds bounds);

  /// Reserves memory for so many options with so many elements in all, which makes adding them
  /// faster.
  void reserve(std::size_t options, std::size_t elements);

  /// Adds the next option. An error if it has no primary item, an item that is not below items(),
  /// one item twice, or a colour on a primary item; then nothing changes.
  /// REQUIRES: all options together have fewer than 2^31 elements.
  Result<> add_option(std::span<const Element> elements, std::int64_t cost = 0);

  /// Adds an option that no solution has, without elements and cost. It stands for an option of a
  /// text without a primary item, so that later options keep their numbers.
  void add_idle_option();

  /// Gives every option that is not idle this cost.
  void set_costs(std::int64_t cost);

  std::size_t primary_items() const { return bounds_.size(); }
  std::size_t items() const { return items_; }
  std::size_t options() const { return option_starts_.size() - 1; }
  std::size_t elements() const { return elements_.size(); }  ///< of all options together

  std::span<const Element> option(std::size_t option) const {
    return std::span(elements_).subspan(option_starts_[option],
                                        option_starts_[option + 1] - option_starts_[option]);
  }
  bool is_idle(std::size_t option) const {
    return option_starts_[option] == option_starts_[option + 1];
  }
  std::int64_t cost(std::size_t option) const { return costs_.empty() ? 0 : costs_[option]; }
  Bounds bounds(std::size_t primary_item) const { return bounds_[primary_item]; }

  bool has_secondary_items() const { return items_ > bounds_.size(); }
  bool has_colours() const { return has_colours_; }
  bool has_costs() const { return !costs_.empty(); }               ///< some cost is not 0
  bool has_multiplicities() const { return has_multiplicities_; }  ///< some bounds are not 1 to 1

 private:
  std::size_t items_;
  std::vector<Bounds> bounds_;                   // by primary item
  std::vector<Element> elements_;                // of all options, one after another
  std::vector<std::uint32_t> option_starts_{0};  // where each starts, and where the last ends
  std::vector<std::int64_t> costs_;              // by option; empty while all are 0
  std::vector<std::size_t> last_attempt_;        // by item: the last add_option() that named it
  std::size_t attempts_ = 0;
  bool has_colours_ = false;
  bool has_multiplicities_ = false;
};

/// A problem whose items and colours have names: what the builder and the text forms make.
struct NamedProblem {
  Problem problem{0};
  std::vector<std::string> item_names;        // by item
  std::vector<std::string> colour_names{""};  // by colour; [0], no colour, has no name
};

}  // namespace puzzled::cover
