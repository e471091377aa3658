// Where the propagators of a model are, and the lists they refer to: in a few large blocks instead
// of some allocations for each.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/variants/propagator.hpp"

namespace puzzled::variants {

/// What was added stays where it is, and lives as long as the store.
class PropagatorStore {
 public:
  PropagatorStore() = default;
  PropagatorStore(const PropagatorStore&) = delete;
  PropagatorStore& operator=(const PropagatorStore&) = delete;
  ~PropagatorStore() {
    for (const Propagator* const one : all_) one->~Propagator();
  }

  template <class OnePropagator, class... Arguments>
  const Propagator* add(Arguments&&... arguments) {
    static_assert(alignof(OnePropagator) <= kAlignment);
    void* const place = take(sizeof(OnePropagator));
    if (all_.empty()) all_.reserve(kUsually);
    all_.push_back(new (place) OnePropagator(std::forward<Arguments>(arguments)...));
    return all_.back();
  }

  /// Room for so many, which are not set.
  template <class T>
  std::span<T> list(std::size_t count) {
    static_assert(alignof(T) <= kAlignment && std::is_trivially_destructible_v<T>);
    return {static_cast<T*>(take(count * sizeof(T))), count};
  }
  template <class T>
  std::span<const T> copy(std::span<const T> all) {
    const std::span<T> made = list<T>(all.size());
    std::uninitialized_copy(all.begin(), all.end(), made.begin());
    return made;
  }

 private:
  static constexpr std::size_t kAlignment = __STDCPP_DEFAULT_NEW_ALIGNMENT__;
  static constexpr std::size_t kBlock = 16 * 1024;  // a killer of 9x9 takes 6 to 12 KB
  static constexpr std::size_t kUsually = 64;       // propagators

  void* take(std::size_t bytes) {
    bytes = (bytes + kAlignment - 1) / kAlignment * kAlignment;
    if (bytes > left_) {
      left_ = std::max(bytes, kBlock);
      blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>(left_));
      next_ = blocks_.back().get();
    }
    void* const place = next_;
    next_ += bytes;
    left_ -= bytes;
    return place;
  }

  std::vector<std::unique_ptr<std::byte[]>> blocks_;
  std::byte* next_ = nullptr;
  std::size_t left_ = 0;
  std::vector<const Propagator*> all_;
};

}  // namespace puzzled::variants
