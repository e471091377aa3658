#include "daemon/net/limits/address_limits.hpp"

#include <algorithm>
#include <iterator>
#include <random>
#include <utility>

#include "core/split_mix.hpp"

namespace puzzled::net {
namespace {

std::uint64_t random_seed() {
  std::random_device device;
  return std::uint64_t{device()} << 32U | device();
}

}  // namespace

std::size_t AddressLimits::Hash::operator()(const AddressKey& key) const noexcept {
  return static_cast<std::size_t>(mixed_bits(mixed_bits(seed ^ key.high) ^ key.low));
}

AddressLimits::AddressLimits() : AddressLimits(Limits{}) {}

AddressLimits::AddressLimits(const Limits& limits)
    : rate_(limits.requests_per_second),
      max_connections_(limits.connections),
      by_key_(0, Hash{random_seed()}) {}

void AddressLimits::set(const Limits& limits) {
  const std::lock_guard lock(mutex_);
  rate_ = limits.requests_per_second;
  max_connections_ = limits.connections;
}

std::optional<AddressLease> AddressLimits::admit(const ClientAddress& client,
                                                 Clock::time_point now) {
  if (!client.is_ip()) return AddressLease();
  const std::lock_guard lock(mutex_);
  forget(now);
  const Entries::iterator entry = find_or_add(client.key());
  if (max_connections_ > 0 && entry->connections >= max_connections_) return std::nullopt;
  ++entry->connections;
  return AddressLease(*this, entry);
}

std::size_t AddressLimits::size() const {
  const std::lock_guard lock(mutex_);
  return by_key_.size();
}

/// What it returns is among those that have connections, and about to have one more: a new one is
/// never refused.
AddressLimits::Entries::iterator AddressLimits::find_or_add(const AddressKey& key) {
  if (const auto found = by_key_.find(key); found != by_key_.end()) {
    const Entries::iterator entry = found->second;
    if (entry->connections == 0) connected_.splice(connected_.end(), remembered_, entry);
    return entry;
  }
  Entries fresh;
  fresh.push_back(Entry{.key = key, .bucket = {}});
  by_key_.emplace(key, fresh.begin());
  connected_.splice(connected_.end(), fresh);
  return std::prev(connected_.end());
}

void AddressLimits::leave(Entries::iterator entry, Clock::time_point now) noexcept {
  if (--entry->connections > 0) return;
  entry->left = now;
  remembered_.splice(remembered_.end(), connected_, entry);
  forget(now);
}

/// All whose time is over, each once: cheap, however often it is called.
void AddressLimits::forget(Clock::time_point now) noexcept {
  while (!remembered_.empty()) {
    const bool is_due = rate_ == 0 || now - remembered_.front().left >= kRemembered ||
                        remembered_.size() > kMaxRemembered;
    if (!is_due) return;
    by_key_.erase(remembered_.front().key);
    remembered_.pop_front();
  }
}

AddressLease::AddressLease(AddressLease&& other) noexcept
    : limits_(std::exchange(other.limits_, nullptr)),
      entry_(other.entry_),
      turn_(std::exchange(other.turn_, std::nullopt)),
      is_counted_(std::exchange(other.is_counted_, false)) {}

AddressLease& AddressLease::operator=(AddressLease&& other) noexcept {
  std::swap(limits_, other.limits_);
  std::swap(entry_, other.entry_);
  std::swap(turn_, other.turn_);
  std::swap(is_counted_, other.is_counted_);
  return *this;
}

AddressLease::Grant AddressLease::take(std::uint64_t most, Clock::time_point now) {
  is_counted_ = false;
  if (limits_ == nullptr || most == 0) return {.requests = most, .when = now};
  const std::uint64_t rate = limits_->rate_;
  if (rate == 0) {
    give_up_turn();
    return {.requests = most, .when = now};
  }
  const std::lock_guard lock(limits_->mutex_);
  TokenBucket& bucket = entry_->bucket;
  std::uint64_t taken = 0;
  if (turn_ && bucket.has_come(*turn_, rate, now)) {
    turn_.reset();
    taken = 1;
  }
  if (!turn_) taken += bucket.take(most - taken, rate, now);
  is_counted_ = taken > 0;
  if (is_counted_) return {.requests = taken, .when = now};
  if (!turn_) turn_ = bucket.wait();
  return {.requests = 0,
          .when = std::max(now + AddressLimits::kMinWait, bucket.when(*turn_, rate))};
}

void AddressLease::give_back(std::uint64_t requests) {
  if (!is_counted_ || requests == 0) return;
  const std::lock_guard lock(limits_->mutex_);
  entry_->bucket.give_back(requests);
}

void AddressLease::give_up_turn() noexcept {
  if (!turn_) return;
  turn_.reset();
  const std::lock_guard lock(limits_->mutex_);
  entry_->bucket.give_back(1);
}

void AddressLease::clear(Clock::time_point now) noexcept {
  if (limits_ == nullptr) return;
  give_up_turn();
  is_counted_ = false;
  const std::lock_guard lock(limits_->mutex_);
  std::exchange(limits_, nullptr)->leave(entry_, now);
}

}  // namespace puzzled::net
