// The search of a batch. Puzzles first go through some cheap passes together, on the intake board.
// Those that are still open wait as pending records. Each lane of the search board takes one and
// searches it depth first, with a stack of its own. A lane that has finished takes the next pending
// record; when there is none, it steals from the bottom of another lane's stack. So few lanes idle.
//
//   puzzles ─▶ intake ─▶ solved, contradiction
//                │
//                ▼ open                          ┌──────────────◀────────────┐
//             pending ─▶ lanes of search_board ─▶ four passes ──▶ split ─▶ lane's stack
//                                                    └─▶ solved, contradiction
#pragma once

#include "core/sudoku/batch/job.hpp"
#include "core/sudoku/batch/lanes.hpp"
#include "core/sudoku/batch/pass.hpp"
#include "core/sudoku/batch/split.hpp"

namespace puzzled::sudoku::batch::PUZZLED_LEVEL {
namespace {

constexpr int kMaxPending = 2 * kLanes;
/// If an intake ends with no more open boards than this, moving them costs more than solving them
/// one by one: they are deferred to the band engine.
constexpr int kMaxDeferred = 2;

struct alignas(64) Workspace {
  Board intake;
  Board search_board;
  Plane other_half[9][9][6];  // mini-lines of the branch that waits, after a split
  SplitScratch scratch;
  Buffer buffer;

  // By slot.
  std::uint8_t flags[kLanes];     // result of the last passes: a bit for each plane of flags
  std::uint32_t puzzle[kLanes];   // that the lane and its stack work on
  std::uint8_t bottom[kLanes];    // the lane's stack has the records bottom to top - 1; record i is
  std::uint8_t top[kLanes];       // stack[i % stack_records][slot]
  std::uint64_t begin[kLanes];    // the lane's share [begin, end) of its puzzle's search tree; the
  std::uint64_t end[kLanes];      // whole tree in depth-first order is [0, 2^64)
  std::uint32_t started[kLanes];  // the step at which its puzzle began
  Record* moved[kLanes];          // the record that a lane is loaded from or saved to

  Record pending[kMaxPending];  // open boards that no lane has taken yet
  std::uint32_t pending_puzzles[kMaxPending];
  Record stack[kMaxStackRecords][kLanes];
};

class Search {
 public:
  Search(Job& job, Workspace& work) : job_(job), w_(work) {}

  void run() {
    std::memset(w_.bottom, 0, sizeof w_.bottom);
    std::memset(w_.top, 0, sizeof w_.top);
    w_.search_board.dead = all_lanes();
    w_.search_board.settled = w_.search_board.loaded = Plane{};
    for (;;) {
      while (pending_count_ <= kMaxPending - kLanes && next_ < job_.count) take_in_batch();
      fill_lanes();
      if (!active_.any()) return;
      search_step();
    }
  }

 private:
  char* line_of(std::size_t puzzle) const { return job_.lines + puzzle * job_.stride; }

  Record& record(int number, int slot) { return w_.stack[number & (job_.stack_records - 1)][slot]; }

  // No record is left, but for those that were overwritten.
  void empty_stack(int slot) {
    stacked_.clear(slot);
    if (!overflowed_.has(slot)) w_.bottom[slot] = w_.top[slot] = 0;
  }

  void drop_stack(int slot) {
    w_.bottom[slot] = w_.top[slot] = 0;
    stacked_.clear(slot);
    overflowed_.clear(slot);
  }

  // Naked singles, hidden singles and locked candidates alone solve many puzzles. How many passes
  // pay before the open boards move to the search board depends on the puzzles (4 to 12): it is
  // measured on every 64th batch. Returns the number of lanes that are done.
  int run_intake_passes(Board& board) {
    constexpr std::uint32_t kMeasureEvery = 64;  // batches
    PassBudget& budget = *job_.pass_budget;
    if (budget.passes == 0 || ++budget.batches >= kMeasureEvery) return measure_pass_budget(board);
    int done = 0;
    for (std::uint32_t i = 0; i < budget.passes && done < kLanes - kMaxDeferred; ++i) {
      pass<false, false>(board);
      done = count_bits(board.settled | board.dead);
    }
    return done;
  }

  // Runs passes until another one does not pay, then chooses the number of passes that would have
  // cost least. Boards that are still open must be moved to the search board, where a pass costs
  // half as much again.
  int measure_pass_budget(Board& board) {
    constexpr int kMaxPasses = 14;
    // Cost of moving, in passes: a fixed part, and what a full batch adds.
    constexpr int kMoveCost = 2;
    constexpr int kFullMoveCost = 6;
    int open[kMaxPasses + 1];      // lanes still open after so many passes
    int changing[kMaxPasses + 1];  // of those: in which the last pass removed a candidate
    int passes = 0;
    do {
      pass<false, true>(board);
      const Plane done = board.settled | board.dead;
      ++passes;
      open[passes] = kLanes - count_bits(done);
      changing[passes] = count_bits(board.changed & ~done);
    } while (passes < kMaxPasses && open[passes] > kMaxDeferred && changing[passes] > 0);
    int best_cost = 0;
    int later = 0;  // cost of the passes that the search board would take
    for (int i = passes; i > 0; --i) {
      later += changing[i] + changing[i] / 2;
      const int move = open[i] > kMaxDeferred ? kMoveCost * kLanes + kFullMoveCost * open[i] : 0;
      const int cost = i * kLanes + move + later;
      if (i < passes && cost >= best_cost) continue;
      best_cost = cost;
      job_.pass_budget->passes = static_cast<std::uint32_t>(i);
    }
    job_.pass_budget->batches = 0;
    return kLanes - open[passes];
  }

  void take_in_batch() {
    const std::size_t first = next_;
    const auto at_most_all = [](std::size_t n) {
      return n < kLanes ? static_cast<int>(n) : kLanes;
    };
    const int count = at_most_all(job_.count - first);
    next_ += static_cast<std::size_t>(count);
    Board& board = w_.intake;
    const Plane conflict = load_grids(board, job_.puzzles + first, count,
                                      at_most_all(job_.count - next_), w_.buffer, w_.other_half);
    const SlotMask given = first_slots(count);
    SlotMask open = given;
    SlotMask solved;
    if (run_intake_passes(board) > 0) {
      const Plane eight[8] = {board.dead, find_solutions(board), conflict};
      bits_to_bytes(eight, w_.flags);
      slots_with(w_.flags, 2).for_each([&](int slot) {
        job_.conflicts[job_.conflict_count++] =
            static_cast<std::uint32_t>(first + static_cast<std::size_t>(slot));
      });
      solved = slots_with(w_.flags, 1);
      open = without(without(given, solved), slots_with(w_.flags, 0));
      if (solved.any()) {
        save_grids(board, solved, w_.buffer,
                   [lines = line_of(first), stride = job_.stride](int slot) {
                     return lines + static_cast<std::size_t>(slot) * stride;
                   });
      }
    }
    std::uint64_t* const counts = job_.counts + first;
    for (int slot = 0; slot < count; ++slot)
      counts[slot] = solved.words[slot / 64] >> (slot % 64) & 1;
    if (open.count() <= kMaxDeferred) {
      open.for_each([&](int slot) {
        job_.deferred[job_.deferred_count++] =
            static_cast<std::uint32_t>(first + static_cast<std::size_t>(slot));
      });
      return;
    }
    open.for_each([&](int slot) {
      w_.moved[slot] = &w_.pending[pending_count_];
      w_.pending_puzzles[pending_count_++] =
          static_cast<std::uint32_t>(first + static_cast<std::size_t>(slot));
    });
    save_lanes(board.mini_lines, open, w_.buffer,
               [&](int slot) -> Record& { return *w_.moved[slot]; });
  }

  // Free lanes take the record on top of their stack, or else a pending one.
  void fill_lanes() {
    SlotMask free = without(first_slots(kLanes), active_);
    without(both(free, overflowed_), stacked_).for_each([&](int slot) {
      if (overflowed_.has(slot)) free = either(free, defer(w_.puzzle[slot]));
    });
    SlotMask filled = both(free, stacked_);
    filled.for_each([&](int slot) {
      const int top = --w_.top[slot];
      w_.moved[slot] = &record(top, slot);
      if (top == w_.bottom[slot]) empty_stack(slot);
    });
    const SlotMask idle = without(free, filled);
    idle.for_each([&](int slot) {
      if (pending_count_ == 0) return;
      w_.moved[slot] = &w_.pending[--pending_count_];
      w_.puzzle[slot] = w_.pending_puzzles[pending_count_];
      w_.begin[slot] = 0;
      w_.end[slot] = ~std::uint64_t{0};
      w_.started[slot] = step_;
      filled.set(slot);
    });
    if (pending_count_ == 0 && next_ == job_.count)
      steal_from_stacks(without(idle, filled), filled);
    if (!filled.any()) return;
    load_lanes(w_.search_board, filled, w_.buffer,
               [&](int slot) -> const Record& { return *w_.moved[slot]; });
    active_ = either(active_, filled);
  }

  // No record is pending: an idle lane steals the bottom record of another lane's stack, which that
  // lane would come to last. The thief gets the second half of the victim's share of the tree.
  void steal_from_stacks(SlotMask idle, SlotMask& filled) {
    sharing_ = true;
    without(stacked_, overflowed_).for_each([&](int from) {
      const int slot = idle.first();
      if (slot < 0 || w_.end[from] - w_.begin[from] < 2) return;
      idle.clear(slot);
      filled.set(slot);
      w_.moved[slot] = &record(w_.bottom[from]++, from);
      if (w_.bottom[from] == w_.top[from]) empty_stack(from);
      w_.puzzle[slot] = w_.puzzle[from];
      w_.started[slot] = w_.started[from];
      w_.end[slot] = w_.end[from];
      w_.begin[slot] = w_.end[from] = w_.begin[from] + (w_.end[from] - w_.begin[from]) / 2;
    });
  }

  void search_step() {
    Board& board = w_.search_board;
    // Four passes, the cheap ones first: with fewer, lanes are moved too often; with more, they
    // idle. (17 clues, minimal and hardest puzzles at limit 2, k/s: two cheap passes and two with
    // counting 9270 / 7590 / 253, these four 9180 / 8030 / 264, a fifth 8950 / 7770 / 255.)
    pass<false, false, true>(board);
    pass<false, false>(board);
    pass<false, false>(board);
    pass<true, true>(board);
    // A settled board does not branch: the next pass confirms it as solved or contradictory.
    const Plane splits = ~(board.dead | board.solved) & ~(board.changed | board.settled);
    const Plane eight[8] = {board.dead, board.solved, splits};
    bits_to_bytes(eight, w_.flags);
    board.dead |= board.solved;
    const SlotMask dead = slots_with(w_.flags, 0);
    const SlotMask solved = both(active_, slots_with(w_.flags, 1));
    active_ = without(without(active_, dead), solved);
    if (solved.any()) keep_solutions(solved);
    const SlotMask split_slots = both(active_, slots_with(w_.flags, 2));
    if (split_slots.any()) split_boards(splits, split_slots);
    constexpr std::uint32_t kEvictEvery = 64;
    if (++step_ % kEvictEvery == 0) evict_long_searches();
  }

  void keep_solutions(const SlotMask& solved) {
    SlotMask first_ones;
    bool finished = false;
    solved.for_each([&](int slot) {
      const std::uint32_t puzzle = w_.puzzle[slot];
      std::uint64_t& count = job_.counts[puzzle];
      if (count == 0 || w_.begin[slot] < job_.first_at[puzzle]) {
        job_.first_at[puzzle] = w_.begin[slot];
        first_ones.set(slot);
      }
      if (count < job_.limit) ++count;
      if (count < job_.limit) return;
      finished = true;
      if (!sharing_) drop_stack(slot);
    });
    if (first_ones.any()) {
      // Two lanes may have found solutions of one puzzle at once: the earlier share's is first.
      if (sharing_) {
        first_ones.for_each([&](int slot) {
          if (w_.begin[slot] != job_.first_at[w_.puzzle[slot]]) first_ones.clear(slot);
        });
      }
      save_grids(w_.search_board, first_ones, w_.buffer,
                 [&](int slot) { return line_of(w_.puzzle[slot]); });
    }
    if (finished && sharing_) drop_useless_lanes();
  }

  // Frees the lanes for which `is_over(slot)`, drops their stacks, and returns them.
  template <class IsOver>
  SlotMask stop_lanes(const IsOver& is_over) {
    SlotMask stopped;
    either(either(active_, stacked_), overflowed_).for_each([&](int slot) {
      if (!is_over(slot)) return;
      drop_stack(slot);
      stopped.set(slot);
    });
    active_ = without(active_, stopped);
    w_.search_board.dead |= plane_of(stopped);
    return stopped;
  }

  // When a puzzle has reached the limit, only those of its lanes go on that may still find a
  // solution that comes before its first one so far.
  void drop_useless_lanes() {
    stop_lanes([&](int slot) {
      const std::uint32_t puzzle = w_.puzzle[slot];
      return job_.counts[puzzle] >= job_.limit && w_.begin[slot] >= job_.first_at[puzzle];
    });
  }

  // Defers the puzzle to the band engine; frees its lanes and returns them.
  SlotMask defer(std::uint32_t puzzle) {
    job_.deferred[job_.deferred_count++] = puzzle;
    return stop_lanes([&](int slot) { return w_.puzzle[slot] == puzzle; });
  }

  // Defers the puzzles that have taken more than max_steps.
  void evict_long_searches() {
    either(active_, stacked_).for_each([&](int slot) {
      const bool stopped = w_.top[slot] == 0 && !active_.has(slot);
      if (!stopped && step_ - w_.started[slot] > job_.max_steps) defer(w_.puzzle[slot]);
    });
  }

  void split_boards(Plane lanes, SlotMask slots) {
    split(w_.search_board, lanes, w_.other_half, w_.scratch);
    slots.for_each([&](int slot) {
      if (w_.top[slot] - w_.bottom[slot] < job_.stack_records) return;
      ++w_.bottom[slot];
      overflowed_.set(slot);
    });
    job_.branches += static_cast<std::uint64_t>(slots.count());
    save_lanes(w_.other_half, slots, w_.buffer,
               [&](int slot) -> Record& { return record(w_.top[slot], slot); });
    slots.for_each([&](int slot) { ++w_.top[slot]; });
    stacked_ = either(stacked_, slots);
  }

  Job& job_;
  Workspace& w_;
  std::size_t next_ = 0;  // first puzzle that has not been taken in
  int pending_count_ = 0;
  std::uint32_t step_ = 0;
  bool sharing_ = false;  // after the first theft: several lanes may work on one puzzle
  SlotMask active_;       // lanes with an open board
  SlotMask stacked_;      // lanes with records on their stack
  SlotMask overflowed_;   // lanes that have lost the lowest records of their stack
};

void run_job(Job& job, void* workspace) {
  Search(job, *static_cast<Workspace*>(workspace)).run();
}

}  // namespace
}  // namespace puzzled::sudoku::batch::PUZZLED_LEVEL
