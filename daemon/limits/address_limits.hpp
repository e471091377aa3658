// What one address may take of the daemon, however many connections it makes: connections at a
// time, and requests a second. Both are off unless set, and never concern Unix sockets.
//
// Beyond its connections an address is refused one more. Beyond its rate nothing is refused: its
// sessions stop reading until there is more, TCP holds the client back, and it notices nothing but
// that. All connections of an address take from one bucket that holds one second's worth, so that
// bursts pass; who finds it empty gets a turn, so that no connection of an address starves beside
// others of it.
//
// Memory is bounded: an address is kept as long as it has connections, and one second longer, when
// its bucket is full again and there is nothing to remember; and of the latter at most
// kMaxRemembered. That makes some 200 bytes for each open connection and 3 MB at most.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <list>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "daemon/limits/token_bucket.hpp"
#include "daemon/wire/client_address.hpp"

namespace puzzled::serve {

class AddressLease;

/// Safe for any threads of normal priority: each call holds the one mutex for a moment, and takes
/// no other lock. What a client's address is counted by, AddressKey says.
class AddressLimits {
 public:
  using Clock = TokenBucket::Clock;

  /// Addresses without connections that are kept. A client that has as many addresses at hand is
  /// not held by limits for each anyway.
  static constexpr std::size_t kMaxRemembered = 16384;

  /// How long an address without connections is kept: until its bucket is full.
  static constexpr std::chrono::seconds kRemembered{1};

  /// The shortest wait for a turn. Without it a session would be woken for each single request of a
  /// high rate.
  static constexpr std::chrono::milliseconds kMinWait{5};

  struct Limits {
    std::uint64_t connections = 0;          ///< of an address at a time; 0: no limit
    std::uint64_t requests_per_second = 0;  ///< of an address; 0: no limit; <= kMaxRate
  };

  /// Without limits until set().
  AddressLimits();
  explicit AddressLimits(const Limits& limits);
  AddressLimits(const AddressLimits&) = delete;
  AddressLimits& operator=(const AddressLimits&) = delete;

  /// From now on. An address that has more connections than that keeps them.
  void set(const Limits& limits);

  /// Counts a connection of `client`; nothing if it has as many as it may. Everybody is counted,
  /// limit or not, for a limit may be set while they are here. May throw std::bad_alloc; then
  /// nothing is counted.
  std::optional<AddressLease> admit(const ClientAddress& client,
                                    Clock::time_point now = Clock::now());

  /// Addresses that are kept.
  std::size_t size() const;

 private:
  friend class AddressLease;

  struct Entry {
    AddressKey key;
    std::uint64_t connections = 0;
    TokenBucket bucket;
    Clock::time_point left{};  // by its last connection
  };
  using Entries = std::list<Entry>;

  /// Seeded: who knew the function could choose addresses that all fall on one place.
  struct Hash {
    std::uint64_t seed;
    std::size_t operator()(const AddressKey& key) const noexcept;
  };

  Entries::iterator find_or_add(const AddressKey& key);
  void leave(Entries::iterator entry, Clock::time_point now) noexcept;
  void forget(Clock::time_point now) noexcept;

  std::atomic<std::uint64_t> rate_;  // requests_per_second
  mutable std::mutex mutex_;         // for all below
  std::uint64_t max_connections_;
  Entries connected_;   // that have connections
  Entries remembered_;  // that have none; who left first is first
  std::unordered_map<AddressKey, Entries::iterator, Hash> by_key_;
};

/// One connection's place among those of its address: given back when it is destroyed. For one
/// thread at a time; AddressLimits must outlive it.
class AddressLease {
 public:
  using Clock = AddressLimits::Clock;

  /// Of nobody, whom nothing limits.
  AddressLease() = default;
  AddressLease(AddressLease&& other) noexcept;
  AddressLease& operator=(AddressLease&& other) noexcept;
  ~AddressLease() { clear(Clock::now()); }

  struct Grant {
    std::uint64_t requests = 0;  ///< that may be taken now
    Clock::time_point when{};    ///< if there are none: when to ask again
  };

  /// Takes requests out of the bucket of the address, `most` at most. If there are none, the lease
  /// has a turn from then on: whoever asks again at that time gets one request at least. What is
  /// taken over all connections never exceeds the rate by more than one second's worth and one
  /// request for each turn that was not used in time.
  Grant take(std::uint64_t most, Clock::time_point now);

  /// Requests of the last grant that were not there to be taken.
  void give_back(std::uint64_t requests);

  /// The connection is over.
  void clear(Clock::time_point now) noexcept;

 private:
  friend class AddressLimits;
  AddressLease(AddressLimits& limits, AddressLimits::Entries::iterator entry)
      : limits_(&limits), entry_(entry) {}

  void give_up_turn() noexcept;

  AddressLimits* limits_ = nullptr;
  AddressLimits::Entries::iterator entry_{};
  std::optional<TokenBucket::Turn> turn_;
  bool is_counted_ = false;  // the last grant, in the bucket: there was a limit
};

}  // namespace puzzled::serve
