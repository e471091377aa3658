// The memory of a batch, with the pool of boards that wait for a lane.
#pragma once

#include "core/sudoku/batch/job.hpp"
#include "core/sudoku/batch/lanes.hpp"
#include "core/sudoku/batch/routes.hpp"
#include "core/sudoku/batch/split.hpp"

namespace puzzled::sudoku::batch::PUZZLED_LEVEL {
namespace {

/// A puzzle's search tree, or a part of it.
struct Subtree {
  /// The whole tree in depth-first order is [0, 2^64); this part of it is [begin, end).
  std::uint64_t begin = 0;
  std::uint64_t end = ~std::uint64_t{0};
  std::uint32_t puzzle = 0;
  std::uint32_t started = 0;  ///< the step at which its puzzle began

  bool is_whole() const { return begin == 0 && end == ~std::uint64_t{0}; }
  bool can_be_halved() const { return end - begin >= 2; }

  /// Keeps the first half and returns the second.
  Subtree halve() {
    Subtree second = *this;
    second.begin = end = begin + (end - begin) / 2;
    return second;
  }
};

/// Room for two batches from the intake, and for halves that find no idle lane.
constexpr int kMaxPool = 8 * kLanes;

struct alignas(64) Workspace {
  Board intake;
  Board search_board;
  // Mini-lines of the branch that waits, after a split.
  Plane other_half[sizeof Board::mini_lines / sizeof(Plane)];
  SplitScratch scratch;
  Routes routes;
  Buffer buffer;

  // By slot.
  std::uint8_t flags[kLanes];   // result of the last passes: a bit for each plane of flags
  Subtree subtree[kLanes];      // that the lane and its stack work on
  std::uint8_t bottom[kLanes];  // the lane's stack has the records bottom to top - 1; record i is
  std::uint8_t top[kLanes];     // stack[i % stack_records][slot]
  std::uint8_t doublings[kLanes];  // a solution of the lane's board counts 2^doublings times
  Record* moved[kLanes];           // the record that a lane is loaded from or saved to

  int pool_size;  // boards that any lane may take, the last one first
  Record pool[kMaxPool];
  Subtree pool_subtrees[kMaxPool];
  Record stack[kMaxStackRecords][kLanes];
  Record leaves[kLanes];  // boards whose bands are fixed
};

}  // namespace
}  // namespace puzzled::sudoku::batch::PUZZLED_LEVEL
