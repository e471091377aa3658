// A part of something that all clients share and that has a limit: connections, request lines,
// searches, bytes of buffers. A lease counts what its owner has taken and gives it back when it is
// destroyed, on whatever path that happens.
//
// The counter is looked at and raised in one step, so that several threads that take at the same
// moment never exceed the limit together. The limit is given with each call, for it may change
// while the daemon runs; if it falls below what is in use, nothing is taken until enough came back.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "daemon/metrics/metrics.hpp"

namespace puzzled::serve {

/// One owner at a time; the counter may be any number of leases'.
class Lease {
 public:
  /// `used` counts what all leases of a kind hold, and outlives them.
  explicit Lease(Counter& used) : used_(&used) {}
  Lease(Lease&& other) noexcept : used_(other.used_), amount_(std::exchange(other.amount_, 0)) {}
  Lease& operator=(Lease&&) = delete;
  ~Lease() { clear(); }

  std::uint64_t amount() const { return amount_; }

  /// Takes `more` if the limit allows it; else nothing, and returns false.
  bool grow(std::uint64_t more, std::uint64_t limit) { return take(more, more, limit) == more; }

  /// Takes as much of `more` as the limit allows; returns how much that was.
  std::uint64_t grow_up_to(std::uint64_t more, std::uint64_t limit) { return take(0, more, limit); }

  /// Counts what there is already, whatever the limit says.
  void force(std::uint64_t more) {
    used_->fetch_add(more, std::memory_order_relaxed);
    amount_ += more;
  }

  /// REQUIRES: less <= amount().
  void shrink(std::uint64_t less) {
    if (less > 0) used_->fetch_sub(less, std::memory_order_relaxed);
    amount_ -= less;
  }

  /// Holds so much from now on: gives back the rest, or counts what is more.
  void set(std::uint64_t amount) {
    if (amount > amount_) return force(amount - amount_);
    shrink(amount_ - amount);
  }

  void clear() { shrink(amount_); }

  /// Hands a part over to a lease of the same kind: what `wanted` exceeds the amount by, the other
  /// one counts anew.
  void pay(std::uint64_t wanted, Lease& other) {
    const std::uint64_t part = std::min(wanted, amount_);
    amount_ -= part;
    other.amount_ += part;
    if (wanted > part) other.force(wanted - part);
  }

 private:
  /// Takes `most`, or less if there is no more, but not less than `least`; else nothing.
  std::uint64_t take(std::uint64_t least, std::uint64_t most, std::uint64_t limit) {
    std::uint64_t used = used_->load(std::memory_order_relaxed);
    for (;;) {
      const std::uint64_t taken = std::min(most, limit - std::min(used, limit));
      if (taken < least || taken == 0) return 0;
      if (used_->compare_exchange_weak(used, used + taken, std::memory_order_relaxed)) {
        amount_ += taken;
        return taken;
      }
    }
  }

  Counter* used_;
  std::uint64_t amount_ = 0;
};

}  // namespace puzzled::serve
