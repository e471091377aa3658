// What one address may use, over all its connections: connections at a time, and requests per
// second. Both limits are off by default and never apply to Unix sockets.
//
// An address at its limit of connections is refused another one. An address that has used up its
// rate is refused nothing: its sessions stop reading until the next requests are allowed, and TCP
// slows the client down. All connections of an address take from one bucket, which holds one
// second's worth for bursts. A connection that finds it empty gets a turn, first come, first
// served, so that none starves beside the others.
//
// Memory is bounded. An address is kept while it has connections and for one second after the last
// one closed: by then its bucket is full again. At most kMaxRemembered addresses without
// connections are kept. That is about 200 bytes per open connection, and 3 MB for those without.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <list>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "daemon/net/limits/token_bucket.hpp"
#include "daemon/net/wire/client_address.hpp"

namespace puzzled::net {

class AddressLease;

/// Safe for any threads of normal priority: each call holds the one mutex for a moment, and takes
/// no other lock. AddressKey defines which clients count as one address.
class AddressLimits {
 public:
  using Clock = TokenBucket::Clock;

  /// The most addresses without connections that are kept. Limits for each address do not stop a
  /// client that has more addresses than that.
  static constexpr std::size_t kMaxRemembered = 16384;

  /// How long an address without connections is kept: until its bucket is full.
  static constexpr std::chrono::seconds kRemembered{1};

  /// The shortest wait for a turn, so that a high rate does not wake a session for each request:
  /// 200 times a second at most.
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

  /// Sets the limits from now on. An address with more connections than allowed keeps them.
  void set(const Limits& limits);

  /// Counts a connection of `client`, also while there is no limit, since a reload may set one.
  /// Returns nothing if the address is at its limit. May throw std::bad_alloc; then nothing is
  /// counted.
  std::optional<AddressLease> admit(const ClientAddress& client,
                                    Clock::time_point now = Clock::now());

  /// Number of addresses that are kept.
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

  /// Seeded, so that no client can choose addresses with the same hash.
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

/// One connection's place among those of its address, given back when this is destroyed. For one
/// thread at a time; AddressLimits must outlive it.
class AddressLease {
 public:
  using Clock = AddressLimits::Clock;

  /// A lease of no address, without limits.
  AddressLease() = default;
  AddressLease(AddressLease&& other) noexcept;
  AddressLease& operator=(AddressLease&& other) noexcept;
  ~AddressLease() { clear(Clock::now()); }

  struct Grant {
    std::uint64_t requests = 0;  ///< allowed now
    Clock::time_point when{};    ///< if none: when to ask again
  };

  /// Takes up to `most` requests from the bucket of the address. If it is empty, the lease gets a
  /// turn: asked again at Grant::when, it gets at least one. In t seconds all connections together
  /// take at most rate * (t + 1) requests, plus one for each turn that was not used in time.
  Grant take(std::uint64_t most, Clock::time_point now);

  /// Returns requests of the last grant that were not used.
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
  bool is_counted_ = false;  // the last grant was taken from the bucket: there was a limit
};

}  // namespace puzzled::net
