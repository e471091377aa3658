// Exact covers: choose options, sets of items, so that every item is in exactly one of them.
//
//   puzzled::CoverBuilder builder;
//   for (const char* item : {"a", "b", "c"}) check(builder.primary(item));
//   check(builder.option({"a", "b"}));
//   check(builder.option({"c"}));
//   const puzzled::CoverProblem problem = builder.build();
//   const auto count = puzzled::count_covers(problem);  // 1
//
// Primary items are covered as often as their bounds say, exactly once unless stated otherwise.
// Secondary items need not be covered; options share one only if they give it the same colour.
// (Knuth, The Art of Computer Programming, volume 4B, section 7.2.2.1: XCC and MCC problems.)
//
// A builder is for one thread at a time. Any number of threads may use a problem at a time.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "puzzled/export.h"
#include "puzzled/result.hpp"
#include "puzzled/search.hpp"

namespace puzzled {

namespace cover {
class Problem;  // of the library's own sources
class SolutionWalk;
}  // namespace cover

/// An unsigned number of 512 bits: there are problems with more than 2^128 solutions.
class BigCount {
 public:
  static constexpr std::size_t kWords = 8;

  constexpr BigCount() = default;
  constexpr BigCount(std::uint64_t value) : words_{value} {}
  /// The least significant word comes first.
  explicit constexpr BigCount(const std::array<std::uint64_t, kWords>& words) : words_(words) {}

  constexpr const std::array<std::uint64_t, kWords>& words() const { return words_; }

  /// Nothing if it has more than 64 bits.
  constexpr std::optional<std::uint64_t> to_uint64() const {
    for (std::size_t i = 1; i < kWords; ++i) {
      if (words_[i] != 0) return std::nullopt;
    }
    return words_[0];
  }

  /// What puzzled::to_string() writes.
  std::string to_string() const;

  friend constexpr bool operator==(const BigCount&, const BigCount&) = default;
  friend constexpr std::strong_ordering operator<=>(const BigCount& a, const BigCount& b) {
    for (std::size_t i = kWords; i-- > 0;) {
      if (a.words_[i] != b.words_[i]) return a.words_[i] <=> b.words_[i];
    }
    return std::strong_ordering::equal;
  }

 private:
  std::array<std::uint64_t, kWords> words_{};
};

/// In decimal.
PUZZLED_API std::string to_string(const BigCount& count);

inline std::string BigCount::to_string() const {
  return puzzled::to_string(*this);
}

/// What builders make. It never changes, and copies share their memory.
class CoverProblem {
 public:
  /// Without items and options: it has one solution, the empty one.
  PUZZLED_API CoverProblem();
  // Not moved, so that none is ever without state.
  CoverProblem(const CoverProblem&) = default;
  CoverProblem& operator=(const CoverProblem&) = default;

  PUZZLED_API std::size_t items() const;
  PUZZLED_API std::size_t options() const;

  // For the library's own sources.
  explicit CoverProblem(std::shared_ptr<const cover::Problem> problem)
      : problem_(std::move(problem)) {}
  const cover::Problem& inner() const { return *problem_; }

 private:
  std::shared_ptr<const cover::Problem> problem_;
};

/// Items are named before the options that have them; apart from that the order is free. What is
/// refused changes nothing. Moved from, a builder may only be assigned to or destroyed.
class CoverBuilder {
 public:
  PUZZLED_API CoverBuilder();
  PUZZLED_API ~CoverBuilder();
  PUZZLED_API CoverBuilder(CoverBuilder&&) noexcept;
  PUZZLED_API CoverBuilder& operator=(CoverBuilder&&) noexcept;

  /// An item that `lo` to `hi` options of a solution must have. An error if the name is empty,
  /// taken or has a colon, if lo > hi, or if hi = 0.
  PUZZLED_API Result<> primary(std::string_view name, std::uint32_t lo = 1, std::uint32_t hi = 1);

  /// An item that options of a solution share only if they give it the same colour. Errors as
  /// above.
  PUZZLED_API Result<> secondary(std::string_view name);

  /// Adds the next option and returns its number, from 0. An element is the name of an item, "x",
  /// or that of a secondary item with a colour behind a colon, "x:red". An error if there is no
  /// primary item among them, an item that is not named, one item twice, or a colour on a primary
  /// item.
  PUZZLED_API Result<std::uint32_t> option(std::span<const std::string_view> elements,
                                           std::int64_t cost = 0);
  PUZZLED_API Result<std::uint32_t> option(std::span<const std::string> elements,
                                           std::int64_t cost = 0);
  Result<std::uint32_t> option(std::initializer_list<std::string_view> elements,
                               std::int64_t cost = 0) {
    return option(std::span<const std::string_view>(elements.begin(), elements.size()), cost);
  }

  /// What was added so far.
  PUZZLED_API CoverProblem build() const;

 private:
  struct State;

  std::unique_ptr<State> state_;
};

/// An item of an option, by its number, and its colour; 0: none.
struct CoverElement {
  std::uint32_t item = 0;
  std::uint32_t colour = 0;
};

/// Problems whose items are numbers: from 0, the primary ones first. What is refused changes
/// nothing. Moved from, a builder may only be assigned to or destroyed.
class NumberedCoverBuilder {
 public:
  /// REQUIRES: there are fewer than 2^31 items.
  PUZZLED_API explicit NumberedCoverBuilder(std::size_t primary, std::size_t secondary = 0);
  PUZZLED_API ~NumberedCoverBuilder();
  PUZZLED_API NumberedCoverBuilder(NumberedCoverBuilder&&) noexcept;
  PUZZLED_API NumberedCoverBuilder& operator=(NumberedCoverBuilder&&) noexcept;

  /// How many options of a solution must have a primary item: 1 unless this is called. An error if
  /// the item is not primary, if lo > hi, or if hi = 0.
  PUZZLED_API Result<> bounds(std::size_t item, std::uint32_t lo, std::uint32_t hi);

  /// Makes room for so many options with so many elements in all: then adding them is faster.
  PUZZLED_API void reserve(std::size_t options, std::size_t elements);

  /// Adds the next option. An error if there is no primary item among the elements, an item that
  /// there is not, one item twice, or a colour on a primary item.
  /// REQUIRES: all options together have fewer than 2^31 elements.
  PUZZLED_API Result<> option(std::span<const CoverElement> elements, std::int64_t cost = 0);

  /// What was added; the builder is moved from.
  PUZZLED_API CoverProblem build() &&;

 private:
  std::unique_ptr<cover::Problem> problem_;
};

/// The number of solutions. An error if `stop` was set, or the number has more than 512 bits.
/// <puzzled/parallel.hpp> counts on many threads.
PUZZLED_API Result<BigCount> count_covers(const CoverProblem& problem,
                                          const StopFlag* stop = nullptr);

/// The numbers of the options of a solution, in the order in which they were chosen.
using CoverOptions = std::vector<std::uint32_t>;

/// The first `limit` solutions, in an order that depends on the problem alone. An error if `stop`
/// was set.
PUZZLED_API Result<std::vector<CoverOptions>> list_covers(const CoverProblem& problem,
                                                          std::size_t limit,
                                                          const StopFlag* stop = nullptr);

/// The solutions one after another, in the same order, found as they are asked for: it can be left
/// and continued at any time. For one thread at a time.
class CoverWalk {
 public:
  PUZZLED_API explicit CoverWalk(const CoverProblem& problem);
  PUZZLED_API ~CoverWalk();
  PUZZLED_API CoverWalk(CoverWalk&&) noexcept;
  PUZZLED_API CoverWalk& operator=(CoverWalk&&) noexcept;

  enum class Step {
    kSolution,  ///< options() are those of the next solution
    kEnd,       ///< there are no more
    kPaused,    ///< `max_nodes` were visited, or `stop` is set: next() goes on from there
  };

  /// Goes on to the next solution. A million nodes take about a second.
  PUZZLED_API Step next(std::uint64_t max_nodes = UINT64_MAX, const StopFlag* stop = nullptr);

  /// In the order in which they were chosen; valid until the next call of next().
  /// REQUIRES: that returned kSolution.
  PUZZLED_API std::span<const std::uint32_t> options() const;

 private:
  CoverProblem problem_;
  std::unique_ptr<cover::SolutionWalk> walk_;
};

/// Shows solution after solution, in the same order, to `visit`, which returns whether to go on;
/// what it is given is valid until it returns. Memory does not grow with the number of solutions.
/// The result: whether all were shown. An error if `stop` was set. What `visit` throws comes out.
PUZZLED_API Result<bool> for_each_cover(
    const CoverProblem& problem,
    const std::function<bool(std::span<const std::uint32_t> options)>& visit,
    const StopFlag* stop = nullptr);

struct BestCover {
  BestStatus status = BestStatus::kUnsolvable;
  std::int64_t cost = 0;   ///< of `options`; means nothing if unknown or unsolvable
  std::int64_t bound = 0;  ///< no solution is better; equals the cost if that is proven
  /// In ascending order. Proven: of all best solutions that whose options come first in
  /// lexicographic order.
  CoverOptions options{};

  friend bool operator==(const BestCover&, const BestCover&) = default;
};

/// The solution whose options cost least, or most. An error if the sum of all costs, taken as
/// positive, exceeds 63 bits.
PUZZLED_API Result<BestCover> best_cover(const CoverProblem& problem, Goal goal = Goal::kMinimize,
                                         const StopFlag* stop = nullptr);

}  // namespace puzzled
