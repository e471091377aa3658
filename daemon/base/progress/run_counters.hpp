// Counters of a run: the serial stages write them; the progress line and, after an interrupt, the
// last words read them.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

#include "core/sudoku/block_solver.hpp"

namespace puzzled {

/// All counters are relaxed: each is correct, but a reader may see one newer than another.
struct RunCounters {
  std::atomic<std::uint64_t> solved = 0;
  std::atomic<std::uint64_t> multiple = 0;
  std::atomic<std::uint64_t> unsolvable = 0;
  std::atomic<std::uint64_t> invalid = 0;
  std::atomic<std::uint64_t> timed_out = 0;
  std::atomic<std::uint64_t> decoration = 0;  ///< lines: sudoku::Account
  std::atomic<std::uint64_t> candidates = 0;
  std::atomic<std::uint64_t> work_done = 0;  ///< in the unit of work_total

  /// Bytes of input (solve) or puzzles (generate); nothing when it cannot be known.
  std::optional<std::uint64_t> work_total;
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();

  void add(const sudoku::Tally& tally) {
    solved.fetch_add(tally.solved, std::memory_order_relaxed);
    multiple.fetch_add(tally.multiple, std::memory_order_relaxed);
    unsolvable.fetch_add(tally.unsolvable, std::memory_order_relaxed);
    invalid.fetch_add(tally.invalid, std::memory_order_relaxed);
    timed_out.fetch_add(tally.timed_out, std::memory_order_relaxed);
  }

  void add(const sudoku::Account& account) {
    decoration.fetch_add(account.decoration, std::memory_order_relaxed);
    candidates.fetch_add(account.candidates, std::memory_order_relaxed);
  }

  sudoku::Tally tally() const {
    return {.solved = solved.load(std::memory_order_relaxed),
            .multiple = multiple.load(std::memory_order_relaxed),
            .unsolvable = unsolvable.load(std::memory_order_relaxed),
            .invalid = invalid.load(std::memory_order_relaxed),
            .timed_out = timed_out.load(std::memory_order_relaxed)};
  }

  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
};

}  // namespace puzzled
