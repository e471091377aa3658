// The search of a batch: fresh puzzles are narrowed down together; those that the cheap rules do
// not solve become open boards, of which each lane takes one and searches it depth first on a stack
// of its own. A lane whose board is done takes the next one; when none is left to begin, it takes a
// board from the bottom of another lane's stack. So lanes are seldom idle.
//
//   puzzles ─▶ fresh batch ─▶ solved, dead
//                  │
//                  ▼ open                  ┌──────────────◀────────────┐
//              root boards ─▶ free lanes ─▶ four passes ──▶ split ─▶ lane's stack
//                                              └─▶ solved, dead
#pragma once

#include "core/sudoku/batch/kernel.hpp"
#include "core/sudoku/batch/lanes.hpp"
#include "core/sudoku/batch/pass.hpp"
#include "core/sudoku/batch/split.hpp"

namespace puzzled::sudoku::batch::PUZZLED_BATCH_ISA {

inline constexpr std::uint32_t kNone = ~std::uint32_t{0};

/// Open boards that can wait. A lane's stack is a few deep, 162 at the very most; a puzzle that
/// finds no room is left over.
inline constexpr std::uint32_t kRecords = 24 * kLanes;
inline constexpr std::uint32_t kMostRoots = 2 * kLanes;
inline constexpr std::uint32_t kMostStacked = kRecords - kMostRoots;

struct alignas(64) Workspace {
  Board fresh;
  Board pool;
  Plane other[9][9][6];
  SplitScratch scratch;
  Buffer buffer;

  // By slot.
  std::uint8_t flags[kLanes];    // what the last passes made of a lane's board
  std::uint32_t puzzle[kLanes];  // of that board, and of the lane's stack
  std::uint32_t stack[kLanes];   // its topmost record
  std::uint32_t chosen[kLanes];  // a record, while lanes move
  std::uint64_t begin[kLanes];   // the lane's part of its puzzle's search: [begin, end) of the
  std::uint64_t end[kLanes];     // whole, which is [0, 2^64), in depth-first order

  std::uint32_t roots[kMostRoots];  // records of puzzles not yet begun
  std::uint32_t root_puzzles[kMostRoots];
  std::uint32_t used_records;    // of those from here on none has been used
  std::uint32_t free_record;     // of those before, the first free one
  std::uint32_t next[kRecords];  // the record below in a stack, or the next free one
  Record records[kRecords];
};

class Search {
 public:
  Search(Job& job, Workspace& work) : job_(job), w_(work) {}

  void run() {
    w_.free_record = kNone;
    w_.used_records = 0;
    for (int slot = 0; slot < kLanes; ++slot) w_.stack[slot] = kNone;
    w_.pool.dead = all_lanes();
    w_.pool.settled = Plane{};
    for (;;) {
      while (root_count_ < kLanes && next_ < job_.count) narrow_fresh_puzzles();
      fill_lanes();
      if (!active_.any()) return;
      search_on();
    }
  }

 private:
  // There is always one: of roots and of stacked boards there are no more than kRecords.
  std::uint32_t take_record() {
    const std::uint32_t record = w_.free_record;
    if (record == kNone) return w_.used_records++;
    w_.free_record = w_.next[record];
    return record;
  }

  void free_record(std::uint32_t record) {
    w_.next[record] = w_.free_record;
    w_.free_record = record;
  }

  void drop_stack(int slot) {
    while (w_.stack[slot] != kNone) {
      const std::uint32_t record = w_.stack[slot];
      w_.stack[slot] = w_.next[record];
      free_record(record);
      --stacked_count_;
    }
    stacked_.clear(slot);
  }

  std::uint8_t* solution_of(std::size_t puzzle) const {
    return &job_.results[puzzle].first.digits[0];
  }

  // Naked singles, hidden singles and locked candidates solve most puzzles in the company of others
  // as easy: the passes end when few are left, or when those left are stuck.
  void narrow_fresh_puzzles() {
    const std::size_t first = next_;
    const std::size_t rest = job_.count - first;
    const int count = rest < kLanes ? static_cast<int>(rest) : kLanes;
    next_ += static_cast<std::size_t>(count);
    Board& board = w_.fresh;
    load_grids(board, &job_.puzzles[first].digits[0], count, w_.buffer);
    constexpr int kFirstLook = 3;
    constexpr int kMostPasses = 12;
    int done = 0;
    for (int i = 1; i <= kMostPasses; ++i) {
      pass<false, false>(board);
      if (i < kFirstLook) continue;
      const int before = done;
      done = count_lanes(board.settled | board.dead);
      if (done >= kLanes - kLanes / 40) break;
      if (i > kFirstLook && done - before < kLanes / 64) break;
    }
    const Plane eight[8] = {board.dead, find_solutions(board)};
    bits_to_bytes(eight, w_.flags);
    const SlotMask given = first_slots(count);
    const SlotMask solved = slots_with(w_.flags, 1);
    const SlotMask open = without(without(given, solved), slots_with(w_.flags, 0));

    for (int slot = 0; slot < count; ++slot) {
      Solutions& result = job_.results[first + static_cast<std::size_t>(slot)];
      result.count = w_.flags[slot] >> 1 & 1U;
      result.branches = 0;
    }
    without(given, solved).for_each([&](int slot) {
      std::memset(solution_of(first + static_cast<std::size_t>(slot)), 0, kGridCells);
    });
    if (solved.any()) {
      save_grids<true>(board, solved, w_.buffer, [&](int slot) {
        return solution_of(first + static_cast<std::size_t>(slot));
      });
    }
    if (!open.any()) return;
    open.for_each([&](int slot) {
      const std::uint32_t record = take_record();
      w_.chosen[slot] = record;
      w_.roots[root_count_] = record;
      w_.root_puzzles[root_count_++] =
          static_cast<std::uint32_t>(first + static_cast<std::size_t>(slot));
    });
    save_lanes(board, board.lines, open, w_.buffer,
               [&](int slot) -> Record& { return w_.records[w_.chosen[slot]]; });
  }

  // Free lanes take the board on top of their stack, or else a puzzle not yet begun.
  void fill_lanes() {
    const SlotMask free = without(first_slots(kLanes), active_);
    SlotMask filled = both(free, stacked_);
    filled.for_each([&](int slot) {
      const std::uint32_t record = w_.stack[slot];
      w_.chosen[slot] = record;
      w_.stack[slot] = w_.next[record];
      --stacked_count_;
      if (w_.stack[slot] == kNone) stacked_.clear(slot);
    });
    without(free, filled).for_each([&](int slot) {
      if (root_count_ == 0) return;
      w_.chosen[slot] = w_.roots[--root_count_];
      w_.puzzle[slot] = w_.root_puzzles[root_count_];
      w_.begin[slot] = 0;
      w_.end[slot] = ~std::uint64_t{0};
      filled.set(slot);
    });
    if (root_count_ == 0 && next_ == job_.count) share_stacks(without(free, filled), filled);
    if (!filled.any()) return;
    const Plane lanes = load_lanes(w_.pool, filled, w_.buffer, [&](int slot) -> const Record& {
      return w_.records[w_.chosen[slot]];
    });
    filled.for_each([&](int slot) { free_record(w_.chosen[slot]); });
    active_ = either(active_, filled);
    w_.pool.dead &= ~lanes;
    w_.pool.settled &= ~lanes;
  }

  // No puzzle is left to begin: an idle lane takes the board at the bottom of another's stack,
  // which that lane would come to last. So it takes the second half of the other's part.
  void share_stacks(SlotMask idle, SlotMask& filled) {
    sharing_ = true;
    stacked_.for_each([&](int from) {
      const int slot = idle.first();
      if (slot < 0 || w_.end[from] - w_.begin[from] < 2) return;
      idle.clear(slot);
      filled.set(slot);
      std::uint32_t* link = &w_.stack[from];
      while (w_.next[*link] != kNone) link = &w_.next[*link];
      w_.chosen[slot] = *link;
      *link = kNone;
      --stacked_count_;
      if (w_.stack[from] == kNone) stacked_.clear(from);
      w_.puzzle[slot] = w_.puzzle[from];
      w_.end[slot] = w_.end[from];
      w_.begin[slot] = w_.end[from] = w_.begin[from] + (w_.end[from] - w_.begin[from]) / 2;
    });
  }

  void search_on() {
    Board& board = w_.pool;
    // Four passes, the cheap ones first: fewer move lanes too often, more let them idle. (17 clues
    // and hardest puzzles, k/s: three counting passes 7880 / 439, four 8190 / 443, these 8470 /
    // 452.)
    pass<false, false>(board);
    pass<false, false>(board);
    pass<true, false>(board);
    pass<true, true>(board);
    // A settled board waits for the pass that confirms it.
    const Plane splits = ~(board.dead | board.solved) & ~(board.changed | board.settled);
    const Plane eight[8] = {board.dead, board.solved, splits};
    bits_to_bytes(eight, w_.flags);
    board.dead |= board.solved;
    const SlotMask dead = slots_with(w_.flags, 0);
    const SlotMask solved = slots_with(w_.flags, 1);
    if (solved.any()) keep_solutions(both(solved, active_));
    active_ = without(without(active_, dead), solved);
    const SlotMask split_slots = both(active_, slots_with(w_.flags, 2));
    if (split_slots.any()) split_boards(splits, split_slots);
  }

  void keep_solutions(const SlotMask& solved) {
    SlotMask first_ones;
    bool finished = false;
    solved.for_each([&](int slot) {
      const std::uint32_t puzzle = w_.puzzle[slot];
      Solutions& result = job_.results[puzzle];
      if (result.count == 0 || w_.begin[slot] < job_.first_at[puzzle]) {
        job_.first_at[puzzle] = w_.begin[slot];
        first_ones.set(slot);
      }
      if (result.count < job_.limit) ++result.count;
      if (result.count < job_.limit) return;
      finished = true;
      if (!sharing_) drop_stack(slot);
    });
    if (first_ones.any()) {
      // Of two lanes with a first solution to one puzzle the earlier part's counts.
      first_ones.for_each([&](int slot) {
        if (w_.begin[slot] != job_.first_at[w_.puzzle[slot]]) first_ones.clear(slot);
      });
      save_grids<false>(w_.pool, first_ones, w_.buffer,
                        [&](int slot) { return solution_of(w_.puzzle[slot]); });
    }
    if (finished && sharing_) drop_lanes_in_vain();
  }

  // A puzzle with enough solutions goes on only where an earlier first one may yet be found.
  void drop_lanes_in_vain() {
    SlotMask dropped;
    either(active_, stacked_).for_each([&](int slot) {
      const std::uint32_t puzzle = w_.puzzle[slot];
      if (job_.results[puzzle].count < job_.limit) return;
      if (w_.begin[slot] < job_.first_at[puzzle]) return;
      drop_stack(slot);
      dropped.set(slot);
    });
    active_ = without(active_, dropped);
    w_.pool.dead |= plane_of(dropped);
  }

  void split_boards(Plane lanes, SlotMask slots) {
    split(w_.pool, lanes, w_.other, w_.scratch);
    while (stacked_count_ + static_cast<std::uint32_t>(slots.count()) > kMostStacked) {
      slots = without(slots, abandon(w_.puzzle[slots.first()]));
    }
    slots.for_each([&](int slot) {
      ++job_.results[w_.puzzle[slot]].branches;
      w_.chosen[slot] = take_record();
    });
    stacked_count_ += static_cast<std::uint32_t>(slots.count());
    save_lanes(w_.pool, w_.other, slots, w_.buffer,
               [&](int slot) -> Record& { return w_.records[w_.chosen[slot]]; });
    slots.for_each([&](int slot) {
      w_.next[w_.chosen[slot]] = w_.stack[slot];
      w_.stack[slot] = w_.chosen[slot];
    });
    stacked_ = either(stacked_, slots);
  }

  /// Leaves the puzzle over and frees its lanes, which are returned.
  SlotMask abandon(std::uint32_t puzzle) {
    job_.left_over[job_.left_over_count++] = puzzle;
    SlotMask freed;
    either(active_, stacked_).for_each([&](int slot) {
      if (w_.puzzle[slot] != puzzle) return;
      drop_stack(slot);
      freed.set(slot);
    });
    active_ = without(active_, freed);
    w_.pool.dead |= plane_of(freed);
    return freed;
  }

  Job& job_;
  Workspace& w_;
  std::size_t next_ = 0;  // first puzzle not yet looked at
  std::size_t root_count_ = 0;
  std::uint32_t stacked_count_ = 0;
  bool sharing_ = false;  // several lanes may work on one puzzle
  SlotMask active_;       // lanes with an open board
  SlotMask stacked_;      // lanes with boards waiting
};

static void run_job(Job& job, void* workspace) {
  Search(job, *static_cast<Workspace*>(workspace)).run();
}

}  // namespace puzzled::sudoku::batch::PUZZLED_BATCH_ISA
