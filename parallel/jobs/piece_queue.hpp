// The units of a count of covers, and the parts that threads split off while they count them.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/cover/units.hpp"
#include "core/stop.hpp"

namespace puzzled::parallel {

/// A unit, or a part that its thread split off; or permission to continue the rival count.
struct Piece {
  std::uint64_t unit = 0;
  cover::Unit work{};
  bool is_rival = false;
};

/// Hands out pieces and adds up the counts of the pieces of each unit. Thread-safe.
class PieceQueue {
 public:
  PieceQueue(const cover::CountPlan& plan, std::span<const std::uint64_t> units, bool has_rival,
             const StopFlag& stop)
      : plan_(plan), units_(units), stop_(stop), has_rival_(has_rival) {}

  /// As UnitQueue::work_off(). While there is no piece, it waits for working threads to split some
  /// off.
  template <class Work>
  bool work_off(const StopFlag& leave, const Work& work) {
    while (const std::optional<Piece> piece = take(leave)) {
      if (!work(*piece)) {
        close();
        return false;
      }
    }
    return is_stopped(leave);
  }

  /// A piece is done, except for the parts `given`, which were split off. Returns the count of its
  /// unit if this was the unit's last piece.
  std::optional<cover::WideCount> finish(std::uint64_t unit, const cover::WideCount& count,
                                         std::vector<cover::Unit> given) {
    const std::lock_guard lock(mutex_);
    --working_;
    OpenUnit& open = open_[unit];
    open.sum += count;
    open.pieces += given.size();
    for (cover::Unit& part : given) given_.push_back({unit, std::move(part)});
    changed_.notify_all();
    if (--open.pieces > 0) return std::nullopt;
    const cover::WideCount sum = open.sum;
    open_.erase(unit);
    return sum;
  }

  /// Another thread may continue the rival count.
  void give_rival_back() {
    const std::lock_guard lock(mutex_);
    has_rival_ = true;
  }

  /// Hands out nothing more; threads that count a piece soon stop.
  void close() {
    closed_.store(true, std::memory_order_relaxed);
    changed_.notify_all();
  }
  bool is_closed() const { return closed_.load(std::memory_order_relaxed); }

  /// Whether all pieces are done, or need not be.
  bool is_over() {
    const std::lock_guard lock(mutex_);
    return is_closed() || (working_ == 0 && given_.empty() && next_ == units_.size());
  }

  /// What was counted of units that are not finished. REQUIRES: the run is over.
  cover::WideCount unfinished() const {
    cover::WideCount sum;
    for (const auto& [unit, open] : open_) sum += open.sum;
    return sum;
  }

  /// Set while threads wait for pieces.
  const std::atomic<bool>& wanted() const { return wanted_; }

 private:
  // How soon a thread without work notices that it is called away, or the program asked to stop.
  static constexpr std::chrono::milliseconds kLookForStop{20};

  /// A unit some piece of which is not yet counted.
  struct OpenUnit {
    std::uint64_t pieces = 0;
    cover::WideCount sum;
  };

  std::optional<Piece> take(const StopFlag& leave) {
    std::unique_lock lock(mutex_);
    while (!is_stopped(leave) && !is_closed() && !is_stopped(stop_)) {
      // Only if others count: a single thread with a rival would never begin the units.
      if (has_rival_ && working_ > 0) {
        has_rival_ = false;
        return Piece{.is_rival = true};
      }
      if (!given_.empty()) {
        Piece piece = std::move(given_.front());
        given_.pop_front();
        ++working_;
        return piece;
      }
      if (next_ < units_.size()) {
        const std::uint64_t unit = units_[next_++];
        open_[unit].pieces = 1;
        ++working_;
        return Piece{unit, plan_.units()[unit]};
      }
      if (working_ == 0) return std::nullopt;
      ++waiting_;
      wanted_.store(true, std::memory_order_relaxed);
      changed_.wait_for(lock, kLookForStop);
      --waiting_;
      wanted_.store(waiting_ > 0, std::memory_order_relaxed);
    }
    return std::nullopt;
  }

  const cover::CountPlan& plan_;
  const std::span<const std::uint64_t> units_;
  const StopFlag& stop_;
  std::mutex mutex_;  // of all below but the flags; held for a moment only
  std::condition_variable changed_;
  std::size_t next_ = 0;  // of units_
  std::deque<Piece> given_;
  std::unordered_map<std::uint64_t, OpenUnit> open_;
  int working_ = 0;  // threads, at pieces
  int waiting_ = 0;  // threads, for pieces
  bool has_rival_;   // and no thread is at it
  // Relaxed: hints.
  std::atomic<bool> wanted_ = false;
  std::atomic<bool> closed_ = false;
};

}  // namespace puzzled::parallel
