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

namespace puzzled::sudoku::batch::PUZZLED_LEVEL {
namespace {

/// Open boards that a lane can let wait. It is a few for most puzzles, 162 at the very most; a
/// puzzle that finds no room is left over.
constexpr int kStackDepth = 40;
constexpr int kMostRoots = 2 * kLanes;
/// So few open boards of a batch are not worth a move: their puzzles are left over.
constexpr int kFewest = 2;

struct alignas(64) Workspace {
  Board fresh;
  Board pool;
  Plane other[9][9][6];
  SplitScratch scratch;
  Buffer buffer;

  // By slot.
  std::uint8_t flags[kLanes];    // what the last passes made of a lane's board
  std::uint32_t puzzle[kLanes];  // of that board, and of the lane's stack
  std::uint8_t bottom[kLanes];   // the lane's stack is stack[bottom..top)[slot]
  std::uint8_t top[kLanes];
  std::uint64_t begin[kLanes];    // the lane's part of its puzzle's search: [begin, end) of the
  std::uint64_t end[kLanes];      // whole, which is [0, 2^64), in depth-first order
  std::uint32_t started[kLanes];  // the step at which its puzzle began
  Record* chosen[kLanes];         // while lanes move

  Record roots[kMostRoots];  // puzzles not yet begun
  std::uint32_t root_puzzles[kMostRoots];
  Record stack[kStackDepth][kLanes];
};

class Search {
 public:
  Search(Job& job, Workspace& work) : job_(job), w_(work) {}

  void run() {
    std::memset(w_.bottom, 0, sizeof w_.bottom);
    std::memset(w_.top, 0, sizeof w_.top);
    w_.pool.dead = all_lanes();
    w_.pool.settled = Plane{};
    for (;;) {
      while (root_count_ <= kMostRoots - kLanes && next_ < job_.count) narrow_fresh_puzzles();
      fill_lanes();
      if (!active_.any()) return;
      search_on();
    }
  }

 private:
  char* line_of(std::size_t puzzle) const { return job_.lines + puzzle * job_.stride; }

  void drop_stack(int slot) {
    w_.bottom[slot] = w_.top[slot] = 0;
    stacked_.clear(slot);
  }

  // Naked singles, hidden singles and locked candidates solve many puzzles in the company of others
  // as easy. After how many passes it is best to part varies from 4 to 12; now and then we look.
  // Returns the number of lanes that are done.
  int pass_over_fresh(Board& board) {
    constexpr std::uint32_t kLookAgain = 64;  // batches
    Pace& pace = *job_.pace;
    if (pace.passes == 0 || ++pace.batches >= kLookAgain) return find_pace(board);
    int done = 0;
    for (std::uint32_t i = 0; i < pace.passes && done < kLanes - kFewest; ++i) {
      pass<false, false>(board);
      done = count_bits(board.settled | board.dead);
    }
    return done;
  }

  // What is left open moves to the pool, where each pass costs more.
  int find_pace(Board& board) {
    constexpr int kMostPasses = 14;
    // In passes: of any move, and what comes on top with a full batch.
    constexpr int kMoveCost = 2;
    constexpr int kFullMoveCost = 6;
    int open[kMostPasses + 1];
    int moving[kMostPasses + 1];  // of those: in which something happened
    int passes = 0;
    do {
      pass<false, true>(board);
      const Plane done = board.settled | board.dead;
      ++passes;
      open[passes] = kLanes - count_bits(done);
      moving[passes] = count_bits(board.changed & ~done);
    } while (passes < kMostPasses && open[passes] > kFewest && moving[passes] > 0);
    int best_cost = 0;
    int later = 0;  // passes in the pool
    for (int i = passes; i > 0; --i) {
      later += moving[i] + moving[i] / 2;
      const int move = open[i] > kFewest ? kMoveCost * kLanes + kFullMoveCost * open[i] : 0;
      const int cost = i * kLanes + move + later;
      if (i < passes && cost >= best_cost) continue;
      best_cost = cost;
      job_.pace->passes = static_cast<std::uint32_t>(i);
    }
    job_.pace->batches = 0;
    return kLanes - open[passes];
  }

  void narrow_fresh_puzzles() {
    const std::size_t first = next_;
    const auto at_most_all = [](std::size_t n) {
      return n < kLanes ? static_cast<int>(n) : kLanes;
    };
    const int count = at_most_all(job_.count - first);
    next_ += static_cast<std::size_t>(count);
    Board& board = w_.fresh;
    const Plane conflict = load_grids(board, job_.puzzles + first, count,
                                      at_most_all(job_.count - next_), w_.buffer, w_.other);
    const SlotMask given = first_slots(count);
    SlotMask open = given;
    SlotMask solved;
    if (pass_over_fresh(board) > 0) {
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
    if (open.count() <= kFewest) {
      open.for_each([&](int slot) {
        job_.left_over[job_.left_over_count++] =
            static_cast<std::uint32_t>(first + static_cast<std::size_t>(slot));
      });
      return;
    }
    open.for_each([&](int slot) {
      w_.chosen[slot] = &w_.roots[root_count_];
      w_.root_puzzles[root_count_++] =
          static_cast<std::uint32_t>(first + static_cast<std::size_t>(slot));
    });
    save_lanes(board, board.lines, open, w_.buffer,
               [&](int slot) -> Record& { return *w_.chosen[slot]; });
  }

  // Free lanes take the board on top of their stack, or else a puzzle not yet begun.
  void fill_lanes() {
    const SlotMask free = without(first_slots(kLanes), active_);
    SlotMask filled = both(free, stacked_);
    filled.for_each([&](int slot) {
      const int top = --w_.top[slot];
      w_.chosen[slot] = &w_.stack[top][slot];
      if (top == w_.bottom[slot]) drop_stack(slot);
    });
    const SlotMask idle = without(free, filled);
    idle.for_each([&](int slot) {
      if (root_count_ == 0) return;
      w_.chosen[slot] = &w_.roots[--root_count_];
      w_.puzzle[slot] = w_.root_puzzles[root_count_];
      w_.begin[slot] = 0;
      w_.end[slot] = ~std::uint64_t{0};
      w_.started[slot] = step_;
      filled.set(slot);
    });
    if (root_count_ == 0 && next_ == job_.count) share_stacks(without(idle, filled), filled);
    if (!filled.any()) return;
    const Plane lanes = load_lanes(w_.pool, filled, w_.buffer,
                                   [&](int slot) -> const Record& { return *w_.chosen[slot]; });
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
      w_.chosen[slot] = &w_.stack[w_.bottom[from]++][from];
      if (w_.bottom[from] == w_.top[from]) drop_stack(from);
      w_.puzzle[slot] = w_.puzzle[from];
      w_.started[slot] = w_.started[from];
      w_.end[slot] = w_.end[from];
      w_.begin[slot] = w_.end[from] = w_.begin[from] + (w_.end[from] - w_.begin[from]) / 2;
    });
  }

  void search_on() {
    Board& board = w_.pool;
    // Four passes, the cheap ones first: fewer move lanes too often, more let them idle. (17 clues,
    // minimal and hardest puzzles at limit 2, k/s: two cheap ones and two that count 9270 / 7590 /
    // 253, these 9180 / 8030 / 264, one more 8950 / 7770 / 255.)
    pass<false, false>(board);
    pass<false, false>(board);
    pass<false, false>(board);
    pass<true, true>(board);
    // A settled board waits for the pass that confirms it.
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
    constexpr std::uint32_t kLookAtClock = 64;
    if (++step_ % kLookAtClock == 0) lose_patience();
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
      // Of two lanes with a first solution to one puzzle the earlier part's counts.
      if (sharing_) {
        first_ones.for_each([&](int slot) {
          if (w_.begin[slot] != job_.first_at[w_.puzzle[slot]]) first_ones.clear(slot);
        });
      }
      save_grids(w_.pool, first_ones, w_.buffer,
                 [&](int slot) { return line_of(w_.puzzle[slot]); });
    }
    if (finished && sharing_) drop_lanes_in_vain();
  }

  // Stops the lanes of which `is_over(slot)` says that their work is not wanted any more.
  template <class IsOver>
  SlotMask stop_lanes(const IsOver& is_over) {
    SlotMask stopped;
    either(active_, stacked_).for_each([&](int slot) {
      if (!is_over(slot)) return;
      drop_stack(slot);
      stopped.set(slot);
    });
    active_ = without(active_, stopped);
    w_.pool.dead |= plane_of(stopped);
    return stopped;
  }

  // A puzzle with enough solutions goes on only where an earlier first one may yet be found.
  void drop_lanes_in_vain() {
    stop_lanes([&](int slot) {
      const std::uint32_t puzzle = w_.puzzle[slot];
      return job_.counts[puzzle] >= job_.limit && w_.begin[slot] >= job_.first_at[puzzle];
    });
  }

  /// Leaves the puzzle over and frees its lanes, which are returned.
  SlotMask abandon(std::uint32_t puzzle) {
    job_.left_over[job_.left_over_count++] = puzzle;
    return stop_lanes([&](int slot) { return w_.puzzle[slot] == puzzle; });
  }

  void lose_patience() {
    either(active_, stacked_).for_each([&](int slot) {
      const bool stopped = w_.top[slot] == 0 && (active_.words[slot / 64] >> (slot % 64) & 1) == 0;
      if (!stopped && step_ - w_.started[slot] > job_.patience) abandon(w_.puzzle[slot]);
    });
  }

  void split_boards(Plane lanes, SlotMask slots) {
    split(w_.pool, lanes, w_.other, w_.scratch);
    slots.for_each([&](int slot) {
      if (w_.top[slot] == kStackDepth) slots = without(slots, abandon(w_.puzzle[slot]));
    });
    job_.branches += static_cast<std::uint64_t>(slots.count());
    save_lanes(w_.pool, w_.other, slots, w_.buffer,
               [&](int slot) -> Record& { return w_.stack[w_.top[slot]][slot]; });
    slots.for_each([&](int slot) { ++w_.top[slot]; });
    stacked_ = either(stacked_, slots);
  }

  Job& job_;
  Workspace& w_;
  std::size_t next_ = 0;  // first puzzle not yet looked at
  int root_count_ = 0;
  std::uint32_t step_ = 0;
  bool sharing_ = false;  // several lanes may work on one puzzle
  SlotMask active_;       // lanes with an open board
  SlotMask stacked_;      // lanes with boards waiting
};

void run_job(Job& job, void* workspace) {
  Search(job, *static_cast<Workspace*>(workspace)).run();
}

}  // namespace
}  // namespace puzzled::sudoku::batch::PUZZLED_LEVEL
