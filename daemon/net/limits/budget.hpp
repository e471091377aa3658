// The resources that clients use: connections, request lines in flight, searches and bytes of
// buffers of all clients together; connections and requests a second of each address. A Quota is
// one such resource with its limit, a Lease the amount that one owner has taken of it, which its
// destructor gives back.
//
// The amount in use is checked and raised in one atomic step, so that several threads that take at
// the same moment never exceed the limit together. The limit may change while the daemon runs; if
// it falls below what is in use, nothing is taken until enough has come back.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <utility>

#include "daemon/net/limits/address_limits.hpp"

namespace puzzled::net {

/// Thread-safe.
class Quota {
 public:
  Quota() = default;
  explicit Quota(std::uint64_t limit) : limit_(limit) {}
  Quota(const Quota&) = delete;
  Quota& operator=(const Quota&) = delete;

  std::uint64_t limit() const { return limit_.load(std::memory_order_relaxed); }
  void set_limit(std::uint64_t limit) { limit_.store(limit, std::memory_order_relaxed); }

  std::uint64_t used() const { return used_.load(std::memory_order_relaxed); }

  /// What is left below the limit, or below a lower one.
  std::uint64_t left() const { return left_below(limit()); }
  std::uint64_t left_below(std::uint64_t limit) const { return limit - std::min(used(), limit); }

 private:
  friend class Lease;

  std::atomic<std::uint64_t> used_ = 0;
  std::atomic<std::uint64_t> limit_ = UINT64_MAX;
};

/// For one thread at a time; any number of leases may be of one quota, which outlives them.
class Lease {
 public:
  explicit Lease(Quota& quota) : quota_(&quota) {}
  Lease(Lease&& other) noexcept : quota_(other.quota_), amount_(std::exchange(other.amount_, 0)) {}
  Lease& operator=(Lease&&) = delete;
  ~Lease() { clear(); }

  std::uint64_t amount() const { return amount_; }

  /// Takes `more` if the limit allows it; otherwise takes nothing and returns false.
  bool grow(std::uint64_t more) { return grow_below(more, quota_->limit()); }

  /// The same with a lower limit.
  bool grow_below(std::uint64_t more, std::uint64_t limit) {
    return take(more, more, limit) == more;
  }

  /// Takes as much of `more` as the limit allows; returns how much that was.
  std::uint64_t grow_up_to(std::uint64_t more) { return take(0, more, quota_->limit()); }

  /// Takes `more` even beyond the limit, for what exists already.
  void force(std::uint64_t more) {
    quota_->used_.fetch_add(more, std::memory_order_relaxed);
    amount_ += more;
  }

  /// REQUIRES: less <= amount().
  void shrink(std::uint64_t less) {
    if (less > 0) quota_->used_.fetch_sub(less, std::memory_order_relaxed);
    amount_ -= less;
  }

  /// Changes the amount held to `amount`, even beyond the limit.
  void set(std::uint64_t amount) {
    if (amount > amount_) return force(amount - amount_);
    shrink(amount_ - amount);
  }

  void clear() { shrink(amount_); }

  /// Moves `wanted` to another lease of the same quota. If this one holds less, the other takes the
  /// difference from the quota, even beyond the limit.
  void transfer_to(Lease& other, std::uint64_t wanted) {
    const std::uint64_t part = std::min(wanted, amount_);
    amount_ -= part;
    other.amount_ += part;
    if (wanted > part) other.force(wanted - part);
  }

 private:
  /// Takes as much as is left, from `least` to `most`; nothing if less than `least` is left.
  std::uint64_t take(std::uint64_t least, std::uint64_t most, std::uint64_t limit) {
    std::uint64_t used = quota_->used();
    for (;;) {
      const std::uint64_t taken = std::min(most, limit - std::min(used, limit));
      if (taken < least || taken == 0) return 0;
      if (quota_->used_.compare_exchange_weak(used, used + taken, std::memory_order_relaxed)) {
        amount_ += taken;
        return taken;
      }
    }
  }

  Quota* quota_;
  std::uint64_t amount_ = 0;
};

/// Without limits until they are set.
struct Budget {
  Quota connections;      ///< open
  Quota requests;         ///< lines taken and not yet answered
  Quota searches;         ///< waiting or running
  Quota bytes;            ///< of requests and answers in memory
  Quota waiting_clients;  ///< for bytes or requests that others hold; never limited
  AddressLimits addresses;
};

}  // namespace puzzled::net
