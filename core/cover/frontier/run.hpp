// The dynamic program itself, for states and counts of a fixed number of words.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/cover/frontier/counter.hpp"
#include "core/cover/frontier/layout.hpp"
#include "core/cover/frontier/option_filter.hpp"
#include "core/cover/frontier/state_map.hpp"
#include "core/stop.hpp"

namespace puzzled::cover::frontier {

/// Why run() returned.
enum class Pause {
  kSteps,  ///< steps used up or stop flag set: run() continues
  kDone,
  kNoMemory,   ///< it cannot go on
  kTooNarrow,  ///< counts need more words: take() it into a wider run
};

template <std::size_t kStateWords, std::size_t kCountWords>
class Run {
 public:
  using Map = StateMap<kStateWords, kCountWords>;
  using Value = typename Map::Value;

  Run() = default;

  /// False: no memory.
  bool begin(const Layout& layout, MemoryBudget& budget) {
    maps_.resize(layout.steps + 1);
    total_.words[0] = 1;
    return maps_[0].add({}, hash_of(State<kStateWords>{}), total_, budget);
  }

  /// Continues what a run of smaller counts has begun. False: no memory.
  template <std::size_t kFewerWords>
  bool take(Run<kStateWords, kFewerWords>& narrow, const Layout& layout, MemoryBudget& budget) {
    maps_.resize(narrow.maps_.size());
    for (std::size_t step = 0; step < maps_.size(); ++step) {
      if (!maps_[step].take(narrow.maps_[step], budget)) return false;
    }
    step_ = narrow.step_;
    next_ = narrow.next_;
    states_ = narrow.states_;
    steps_done_ = narrow.steps_done_;
    std::copy(narrow.total_.words.begin(), narrow.total_.words.end(), total_.words.begin());
    if (step_ < layout.steps) set_step(layout);
    return true;
  }

  Pause run(const Layout& layout, MemoryBudget& budget, std::uint64_t max_steps,
            const StopFlag& stop) {
    const std::uint64_t end = steps_done_ + std::min(max_steps, UINT64_MAX - steps_done_);
    while (step_ < layout.steps) {
      if (next_ == 0) set_step(layout);
      const Pause pause = run_step(layout, budget, end, stop);
      if (pause != Pause::kDone) return pause;
      maps_[step_].clear(budget);
      ++step_;
      next_ = 0;
    }
    return Pause::kDone;
  }

  /// REQUIRES: it is done.
  Value count() const {
    for (const auto& entry : maps_.back().entries()) {
      if (!entry.count.is_zero()) return entry.count;
    }
    return {};
  }

  std::uint64_t states() const { return states_; }
  std::uint64_t steps_done() const { return steps_done_; }

 private:
  template <std::size_t, std::size_t>
  friend class Run;

  using Filter = OptionFilter<kStateWords>;

  /// A state to be added to the map of its step, once its place there has been prefetched. (Without
  /// this, tetrominoes on 8x10 cells took 1.4 times as long.)
  struct Arrival {
    State<kStateWords> state;
    std::uint64_t hash;
    Value count;
    std::size_t step;
  };
  static constexpr std::size_t kMaxArrivals = 64;  // beyond it they are added, between two states

  void set_step(const Layout& layout) {
    list_kept(layout, step_, kept_);
    const auto options = layout.options_of(step_);
    constexpr std::size_t kChunk = Filter::kMaxOptions * kStateWords;
    filters_.resize((options.size() + kChunk - 1) / kChunk);
    for (std::size_t i = 0; i < filters_.size(); ++i) {
      const std::size_t start = i * kChunk;
      filters_[i].set(options.subspan(start, std::min(kChunk, options.size() - start)));
    }
  }

  /// Visits the states of step_, from entry next_ on.
  Pause run_step(const Layout& layout, MemoryBudget& budget, std::uint64_t end,
                 const StopFlag& stop) {
    const auto& entries = maps_[step_].entries();
    for (; next_ < entries.size(); ++next_) {
      const auto& entry = entries[next_];
      if (entry.count.is_zero()) continue;
      if (arrivals_.size() >= kMaxArrivals) {
        if (!add_arrivals(budget)) return Pause::kNoMemory;
        if (steps_done_ >= end || is_stopped(stop)) return Pause::kSteps;
      }
      if (!visit(entry, layout)) {
        return add_arrivals(budget) ? Pause::kTooNarrow : Pause::kNoMemory;
      }
    }
    return add_arrivals(budget) ? Pause::kDone : Pause::kNoMemory;
  }

  /// Adds all options that fit. False: the counts could become too large, and nothing was done.
  bool visit(const typename Map::Entry& entry, const Layout& layout) {
    fitting_.clear();
    std::uint64_t children = 0;
    for (const Filter& filter : filters_) {
      fitting_.push_back(filter.fitting(entry.state));
      children += static_cast<std::uint64_t>(std::popcount(fitting_.back()));
    }
    // total_ bounds every count that can be in a map.
    Value total = total_;
    if (!total.add_product(entry.count, children)) return false;
    total.subtract(entry.count);
    total_ = total;
    ++states_;
    steps_done_ += 1 + children;
    const std::uint64_t* options = layout.options_of(step_).data();
    for (std::uint64_t left : fitting_) {
      for (; left != 0; left &= left - 1) {
        const auto option = static_cast<std::size_t>(std::countr_zero(left));
        arrive(entry, options + option * kStateWords, layout);
      }
      options += Filter::kMaxOptions * kStateWords;
    }
    return true;
  }

  void arrive(const typename Map::Entry& entry, const std::uint64_t* option, const Layout& layout) {
    State<kStateWords> state;
    for (std::size_t i = 0; i < kStateWords; ++i) state[i] = entry.state[i] | option[i];
    const std::size_t step = first_uncovered(state, layout);
    const std::uint64_t* kept = kept_.data() + (step - step_ - 1) * kStateWords;
    for (std::size_t i = 0; i < kStateWords; ++i) state[i] &= kept[i];
    const std::uint64_t hash = hash_of(state);
    maps_[step].prefetch(hash);
    arrivals_.push_back({state, hash, entry.count, step});
  }

  /// The first step behind step_ whose item `state` does not cover.
  std::size_t first_uncovered(const State<kStateWords>& state, const Layout& layout) const {
    const std::uint64_t mask = ~std::uint64_t{0} >> (64 - layout.ring);
    const std::uint64_t ring = state[0] & mask;
    std::size_t step = step_ + 1;
    const auto at = static_cast<unsigned>(step % layout.ring);
    // Its bit i is of step + i; the last one is of step_, and never set.
    std::uint64_t ahead = (ring >> at | (at == 0 ? 0 : ring << (layout.ring - at))) & mask;
    for (;; ++step, ahead >>= 1) {
      const int covered = std::countr_one(ahead);
      step += static_cast<std::size_t>(covered);
      ahead >>= covered;
      const FarItem far = layout.far[step];
      const bool is_open = far.first <= step_;  // never if it is in the ring
      if (!is_open || (state[far.bit / 64] >> far.bit % 64 & 1) == 0) return step;
    }
  }

  bool add_arrivals(MemoryBudget& budget) {
    for (const Arrival& arrival : arrivals_) {
      if (!maps_[arrival.step].add(arrival.state, arrival.hash, arrival.count, budget))
        return false;
    }
    arrivals_.clear();
    return true;
  }

  std::vector<Map> maps_;  // by step
  std::size_t step_ = 0;
  std::size_t next_ = 0;  // entry of its map
  Value total_;           // of the counts of all states not yet visited
  std::uint64_t states_ = 0;
  std::uint64_t steps_done_ = 0;
  std::vector<Filter> filters_;         // of step_
  std::vector<std::uint64_t> kept_;     // see list_kept()
  std::vector<std::uint64_t> fitting_;  // by filter
  std::vector<Arrival> arrivals_;
};

}  // namespace puzzled::cover::frontier
