// Exact cover as a library: the one header to include. Build a problem by Builder; then count()
// its solutions, look at them by for_each() or Solutions, or find the best() one.
//
//   for (const auto options : Solutions(named.problem)) ...
//
// plan_count() (core/cover/units.hpp) cuts counts into units of work for threads and machines.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>

#include "core/cover/best.hpp"
#include "core/cover/builder.hpp"
#include "core/cover/engines.hpp"
#include "core/cover/named_problem.hpp"
#include "core/cover/problem.hpp"
#include "core/cover/wide_count.hpp"

namespace puzzled::cover {

/// The solutions one after another, as the numbers of their options in the order in which they were
/// chosen. They are found as they are asked for: leaving off early costs nothing, and memory does
/// not grow. A range that can be walked through once.
class Solutions {
 public:
  using Options = std::span<const std::uint32_t>;

  /// `problem` must outlive it. REQUIRES: no refusal() for listing.
  explicit Solutions(const Problem& problem, Engine engine = Engine::kAuto)
      : walk_(walk(problem, engine)) {}

  /// The next solution, valid until the next call; nothing at the end.
  std::optional<Options> next() {
    if (walk_->next() != SolutionWalk::Step::kSolution) return std::nullopt;
    return walk_->solution();
  }

  class Iterator {
   public:
    using value_type = Options;
    using difference_type = std::ptrdiff_t;

    Options operator*() const { return *options_; }
    Iterator& operator++() {
      options_ = solutions_->next();
      return *this;
    }
    void operator++(int) { ++*this; }
    bool operator==(std::default_sentinel_t) const { return !options_; }

   private:
    friend class Solutions;
    explicit Iterator(Solutions* solutions) : solutions_(solutions) { ++*this; }

    Solutions* solutions_;
    std::optional<Options> options_;
  };

  /// Goes on to the next solution: to be called once.
  Iterator begin() { return Iterator(this); }
  std::default_sentinel_t end() const { return {}; }

 private:
  std::unique_ptr<SolutionWalk> walk_;
};

/// Shows each solution to `visit`, which may return whether to go on. Returns whether all were
/// shown. REQUIRES: no refusal() for listing.
template <std::invocable<Solutions::Options> Visit>
bool for_each(const Problem& problem, Visit&& visit, Engine engine = Engine::kAuto) {
  Solutions solutions(problem, engine);
  while (const auto options = solutions.next()) {
    if constexpr (std::is_void_v<std::invoke_result_t<Visit&, Solutions::Options>>) {
      visit(*options);
    } else if (!visit(*options)) {
      return false;
    }
  }
  return true;
}

}  // namespace puzzled::cover
