// The search of a batch. The intake leaves open boards in the pool. Each lane of the search board
// takes one and searches it depth first. When it branches, one half stays in the lane, and the
// other one waits, in one of two ways:
//
//   stacking   on the lane's own stack, to be searched after the first half. A lane with nothing to
//              do steals from the bottom of another lane's stack when the pool is empty.
//   placing    in a lane that has nothing to do, at once, which costs less than to move it through
//              a record. Halves for which no lane is free wait where they are, or in the pool.
//
//   puzzles ─▶ intake ─▶ solved, contradiction
//                │
//                ▼ open                    ┌─────────────────◀─────────────────┐
//              pool ─▶ lanes of search_board ─▶ three or four passes ──▶ split ─┤
//               ▲                               └─▶ solved, contradiction      ├─▶ lane's stack
//               └───────────────────────────────◀──────────────────────────────┘
//
// Where solutions are only counted, the search branches in bands alone. Once those are fixed, the
// stacks have nothing to do with each other: the board has as many solutions as the product of
// what its stacks have.
//
// Placing searches both halves in parallel. That wastes nothing if nearly all of the tree has to be
// searched, but it does if a puzzle soon has as many solutions as are wanted.
//
// A puzzle's first solution stays in its lane until there are some to be written at once.
#pragma once

#include <algorithm>
#include <span>
#include <tuple>
#include <utility>

#include "core/sudoku/batch/intake.hpp"
#include "core/sudoku/batch/pairs.hpp"
#include "core/sudoku/batch/pass.hpp"
#include "core/sudoku/batch/routes.hpp"
#include "core/sudoku/batch/split.hpp"
#include "core/sudoku/batch/workspace.hpp"

namespace puzzled::sudoku::batch::PUZZLED_LEVEL {
namespace {

class Search {
 public:
  Search(Job& job, Workspace& work) : job_(job), w_(work), intake_(job, work) {}

  void run() {
    std::memset(w_.bottom, 0, sizeof w_.bottom);
    std::memset(w_.top, 0, sizeof w_.top);
    std::memset(w_.doublings, 0, sizeof w_.doublings);
    w_.pool_size = 0;
    w_.search_board.dead = all_lanes();
    w_.search_board.settled = w_.search_board.loaded = Plane{};
    placing_ = kHasRoutes && job_.limit > 1 && job_.tuning->placing;
    if (intake_.fits_search_board()) {
      start(intake_.take_in_for_search());
      is_passed_ = true;
    }
    for (;;) {
      while (w_.pool_size <= kLanes && !intake_.is_empty()) intake_.take_in_batch();
      if (job_.few_busy > 0 && step_ > 0 && is_ending()) leave_few();
      fill_lanes();
      if (!active_.any()) {
        if (!unwritten_.any()) break;
        // Lanes that hold a solution may have boards on their stacks.
        write_solutions();
        continue;
      }
      search_step();
    }
    if (job_.limit > 1) job_.tuning->placing = placing_;
  }

 private:
  char* line_of(std::size_t puzzle) const { return job_.lines + puzzle * job_.stride; }

  Record& record(int number, int slot) { return w_.stack[number & (job_.stack_records - 1)][slot]; }

  // No record is left on the stacks, but for those that were overwritten.
  void empty_stacks(const SlotMask& slots) {
    stacked_ = without(stacked_, slots);
    without(slots, overflowed_).for_each([&](int slot) { w_.bottom[slot] = w_.top[slot] = 0; });
  }

  void drop_stacks(const SlotMask& slots) {
    stacked_ = without(stacked_, slots);
    overflowed_ = without(overflowed_, slots);
    slots.for_each([&](int slot) { w_.bottom[slot] = w_.top[slot] = 0; });
  }

  // Whether the puzzle has as many solutions as are wanted, and its first one cannot be in this
  // part of its tree.
  bool is_useless(const Subtree& subtree) const {
    return job_.counts[subtree.puzzle] >= job_.limit &&
           (job_.exclusions != nullptr || only_counts() ||
            subtree.begin >= job_.first_at[subtree.puzzle]);
  }

  // Whether solutions are only counted. Then it does not matter which part of a tree comes first.
  bool only_counts() const { return job_.count_leaf != nullptr; }

  // Whether another lane may take a part of what the lane and its stack work on.
  bool can_share(const Subtree& subtree) const { return only_counts() || subtree.can_be_halved(); }

  // The other lane's part.
  Subtree share(Subtree& subtree) {
    if (!only_counts()) {
      const Subtree second = subtree.halve();
      has_indivisible_parts_ = has_indivisible_parts_ || !subtree.can_be_halved();
      return second;
    }
    subtree.begin = subtree.end = ~std::uint64_t{0};
    return subtree;
  }

  // Free lanes take the record on top of their stack, or else one from the pool.
  void fill_lanes() {
    // When no board waits for a lane, the stacks of lanes that hold a solution are wanted.
    if (is_ending() && unwritten_.any()) write_solutions();
    SlotMask free = without(first_slots(kLanes), either(active_, unwritten_));
    without(both(free, overflowed_), stacked_).for_each([&](int slot) {
      if (!overflowed_.has(slot)) return;
      free = without(either(free, defer(w_.subtree[slot].puzzle)), unwritten_);
    });
    SlotMask filled = both(free, stacked_);
    const bool can_steal = is_ending();
    // Loading many lanes costs little more than loading a few.
    constexpr int kFewLanes = 72;
    if (placing_ && !can_steal) {
      const int active = active_.count();
      const int idle = without(free, filled).count();
      const int loads = filled.count() + (idle < w_.pool_size ? idle : w_.pool_size);
      if (loads < kFewLanes && 4 * loads <= active) return;
    }
    empty_stacks(filled.select([&](int slot) {
      const int top = --w_.top[slot];
      w_.moved[slot] = &record(top, slot);
      return top == w_.bottom[slot];
    }));
    SlotMask idle = without(free, filled);
    filled = either(filled, take_from_pool(idle));
    idle = without(idle, filled);
    if (can_steal && idle.any()) filled = either(filled, steal_from_stacks(idle));
    if (!filled.any()) return;
    load_lanes(w_.search_board, filled, w_.buffer,
               [&](int slot) -> const Record& { return *w_.moved[slot]; });
    start(filled);
  }

  // The lanes begin to search boards of which each solution counts once.
  void start(const SlotMask& slots) {
    active_ = either(active_, slots);
    both(slots, paired_).for_each([&](int slot) { w_.doublings[slot] = 0; });
    paired_ = without(paired_, slots);
  }

  // Takes boards from the pool for idle lanes, as many as there are. Returns those lanes.
  SlotMask take_from_pool(const SlotMask& idle) {
    int size = w_.pool_size;
    const SlotMask taken = idle.select([&](int slot) {
      while (size > 0) {
        const Subtree& waiting = w_.pool_subtrees[--size];
        Subtree& subtree = w_.subtree[slot];
        if (waiting.is_whole()) {
          subtree = {.puzzle = waiting.puzzle, .started = step_};
        } else if (is_useless(waiting)) {
          continue;
        } else {
          subtree = waiting;
        }
        w_.moved[slot] = &w_.pool[size];
        return true;
      }
      return false;
    });
    w_.pool_size = size;
    return taken;
  }

  // The pool is empty: an idle lane steals the bottom record of another lane's stack, which that
  // lane would come to last. The thief gets the second half of the victim's part of the tree, and
  // with it the records below that have been overwritten. Returns the thieves.
  SlotMask steal_from_stacks(SlotMask idle) {
    SlotMask thieves;
    empty_stacks(stacked_.select([&](int from) {
      const int slot = idle.first();
      if (slot < 0 || !can_share(w_.subtree[from])) return false;
      idle.clear(slot);
      thieves.set(slot);
      w_.moved[slot] = &record(w_.bottom[from]++, from);
      w_.subtree[slot] = share(w_.subtree[from]);
      if (overflowed_.has(from)) {
        overflowed_.clear(from);
        overflowed_.set(slot);
      }
      return w_.bottom[from] == w_.top[from];
    }));
    return thieves;
  }

  void search_step() {
    Board& board = w_.search_board;
    // Four passes, the cheap ones first: with fewer, lanes are moved too often; with more, they
    // idle. (17 clues, minimal and hardest puzzles at limit 2, k/s: two cheap passes and two with
    // counting 9270 / 7590 / 253, these four 9180 / 8030 / 264, a fifth 8950 / 7770 / 255.) Where
    // halves are placed, moves cost less, and three do. On boards with few clues, where nearly
    // every lane branches in every step, two or three do.
    if (!std::exchange(is_passed_, false)) {
      pass<false, false, true>(board);
      for (int i = placing_ ? 1 : 0; i < more_passes_; ++i) pass<false, false>(board);
    }
    pass<true, true>(board);
    // A settled board does not branch: the next pass confirms it as solved or contradictory.
    Plane splits = ~(board.dead | board.solved) & ~(board.changed | board.settled);
    Plane pairs{};
    Plane leaves{};
    if (only_counts()) {
      leaves = find_fixed_bands(board, splits);
      splits &= ~leaves;
    } else if (any_bit(splits) && job_.limit > 2) {
      pairs = find_pairs(board, splits);
    }
    const Plane eight[8] = {board.dead, board.solved, splits, pairs, leaves};
    bits_to_bytes(eight, w_.flags);
    board.dead |= board.solved;
    const SlotMask dead = both(active_, slots_with(w_.flags, 0));
    const SlotMask solved = both(active_, slots_with(w_.flags, 1));
    const int searched = active_.count();
    active_ = without(without(active_, dead), solved);
    const SlotMask paired = slots_with(w_.flags, 3);
    ended_ += static_cast<std::uint64_t>(dead.count() + solved.count());
    if (solved.any()) keep_solutions(solved);
    if (only_counts()) count_leaves(both(active_, slots_with(w_.flags, 4)));
    const SlotMask parents = both(active_, slots_with(w_.flags, 2));
    const int parent_count = parents.count();
    if (4 * parent_count > 3 * searched && more_passes_ > 0) --more_passes_;
    if (2 * parent_count < searched && more_passes_ < kMaxMorePasses) ++more_passes_;
    if (parent_count > 0) branch(splits, parents, both(parents, paired));
    constexpr std::uint32_t kEvictEvery = 64;
    if (++step_ % kEvictEvery == 0) evict_long_searches();
    if (kHasRoutes && (step_ % 8 == 0 || is_ending())) placing_ = is_worth_placing();
  }

  static std::uint64_t solutions_of_pairs(int doublings) {
    return doublings < 64 ? std::uint64_t{1} << doublings : ~std::uint64_t{0};
  }

  void keep_solutions(const SlotMask& solved) {
    SlotMask finished;
    SlotMask first_ones;
    bool shared = false;  // whether other lanes may work on one of the puzzles
    // A processor cannot predict what comes here: so there are no branches.
    for (int word = 0; word < SlotMask::kWords; ++word) {
      for (std::uint64_t bits = solved.words[word]; bits != 0; bits &= bits - 1) {
        const int slot = 64 * word + __builtin_ctzll(bits);
        const Subtree& subtree = w_.subtree[slot];
        const std::uint64_t count = job_.counts[subtree.puzzle];
        const std::uint64_t first_at = job_.first_at[subtree.puzzle];
        const bool is_first = (count == 0) | (subtree.begin < first_at);
        job_.first_at[subtree.puzzle] = is_first ? subtree.begin : first_at;
        const std::uint64_t more = solutions_of_pairs(w_.doublings[slot]);
        const std::uint64_t sum = job_.limit - count > more ? count + more : job_.limit;
        job_.counts[subtree.puzzle] = sum;
        const std::uint64_t bit = bits & -bits;
        finished.words[word] |= sum == job_.limit ? bit : 0;
        first_ones.words[word] |= is_first ? bit : 0;
        shared |= !subtree.is_whole();
      }
    }
    if (job_.exclusions == nullptr && !only_counts()) {
      unwritten_ = either(unwritten_, first_ones);
      // (The hardest puzzles, of which a step solves 2.7, take 1.05 times as long if it writes them
      // at once.)
      constexpr int kManyUnwritten = kLanes / 32;
      if (unwritten_.count() >= kManyUnwritten) write_solutions();
    }
    if (!finished.any()) return;
    finished_ += static_cast<std::uint64_t>(finished.count());
    drop_stacks(finished);
    if (shared) stop_lanes([&](int slot) { return is_useless(w_.subtree[slot]); });
  }

  // Writes the first solutions that lanes hold, and frees these lanes.
  void write_solutions() {
    // Meanwhile another lane may have found one in an earlier part of the puzzle's tree.
    const SlotMask first_ones = unwritten_.select([&](int slot) {
      const Subtree& subtree = w_.subtree[slot];
      return subtree.begin == job_.first_at[subtree.puzzle];
    });
    unwritten_ = SlotMask{};
    save_grids(w_.search_board, first_ones, w_.buffer,
               [&](int slot) { return line_of(w_.subtree[slot].puzzle); });
  }

  // Ends the boards of the lanes, in which bands are fixed.
  void count_leaves(const SlotMask& leaves) {
    if (!leaves.any()) return;
    save_lanes(w_.search_board.mini_lines, leaves, w_.buffer,
               [&](int slot) -> Record& { return w_.leaves[slot]; });
    active_ = without(active_, leaves);
    w_.search_board.dead |= plane_of(leaves);
    ended_ += static_cast<std::uint64_t>(leaves.count());
    const SlotMask finished = leaves.select([&](int slot) {
      std::uint64_t& count = job_.counts[w_.subtree[slot].puzzle];
      if (count == job_.limit) return false;
      const std::uint64_t more = job_.count_leaf(w_.leaves[slot]);
      count = job_.limit - count > more ? count + more : job_.limit;
      return count == job_.limit;
    });
    if (!finished.any()) return;
    finished_ += static_cast<std::uint64_t>(finished.count());
    stop_lanes([&](int slot) { return is_useless(w_.subtree[slot]); });
  }

  // Frees the lanes for which `is_over(slot)`, drops their stacks, and returns them.
  template <class IsOver>
  SlotMask stop_lanes(const IsOver& is_over) {
    const SlotMask stopped = either(either(active_, stacked_), overflowed_).select(is_over);
    drop_stacks(stopped);
    active_ = without(active_, stopped);
    w_.search_board.dead |= plane_of(stopped);
    return stopped;
  }

  // Defers the puzzle to the band engine; frees its lanes and returns them.
  SlotMask defer(std::uint32_t puzzle) {
    job_.deferred[job_.deferred_count++] = puzzle;
    job_.counts[puzzle] = ~std::uint64_t{0};  // what the pool has of it is useless
    job_.first_at[puzzle] = 0;
    return stop_lanes([&](int slot) { return w_.subtree[slot].puzzle == puzzle; });
  }

  // Leaves the boards of the busy lanes and of their stacks, if there are few.
  __attribute__((noinline)) void leave_few() {
    const SlotMask busy = either(active_, either(stacked_, overflowed_));
    const int lanes = busy.count();
    if (lanes == 0 || lanes > job_.few_busy) return;
    // A solution of a paired board counts more than once, and what was overwritten is not there.
    if (overflowed_.any() || both(busy, paired_).any()) return;
    int slots[kLanes];
    int size = 0;
    std::size_t boards = 0;
    busy.for_each([&](int slot) {
      slots[size++] = slot;
      boards +=
          static_cast<std::size_t>(w_.top[slot] - w_.bottom[slot]) + (active_.has(slot) ? 1 : 0);
    });
    if (job_.left_count + boards > job_.left_room) return;
    std::sort(slots, slots + size, [this](int a, int b) {
      return std::tuple(w_.subtree[a].puzzle, w_.subtree[a].begin) <
             std::tuple(w_.subtree[b].puzzle, w_.subtree[b].begin);
    });
    for (const int slot : std::span(slots, static_cast<std::size_t>(size))) {
      const auto add = [&]() -> Record& {
        LeftBoard& left = job_.left[job_.left_count++];
        left.begin = w_.subtree[slot].begin;
        left.puzzle = w_.subtree[slot].puzzle;
        return left.record;
      };
      if (active_.has(slot)) w_.moved[slot] = &add();
      for (int i = w_.top[slot]; i-- > w_.bottom[slot];) add() = record(i, slot);
    }
    save_lanes(w_.search_board.mini_lines, active_, w_.buffer,
               [&](int slot) -> Record& { return *w_.moved[slot]; });
    active_ = stacked_ = SlotMask{};
  }

  // Defers the puzzles that have taken more than max_steps.
  void evict_long_searches() {
    either(active_, stacked_).for_each([&](int slot) {
      const bool stopped = w_.top[slot] == 0 && !active_.has(slot);
      const Subtree& subtree = w_.subtree[slot];
      if (!stopped && step_ - subtree.started > job_.max_steps) defer(subtree.puzzle);
    });
  }

  // Whether no board waits for a lane, unless on a stack.
  bool is_ending() const { return w_.pool_size == 0 && intake_.is_empty(); }

  // Placing pays where branches mostly end in contradictions or in solutions that do not complete a
  // puzzle: with several lanes at work on one puzzle, most are in vain once it is complete. If one
  // solution is enough it only pays at the end, when there are lanes for everybody. (Ends that
  // complete no puzzle for each branch, limit 1 / 2: 17 clues 0.7 / 1.6, hardest 0.9 / 1.0, several
  // solutions 0.06 / 0.2, 5 to 12 clues 0.003 / 0.03.)
  bool is_worth_placing() const {
    constexpr std::uint64_t kBranchesOfDoubt = 64;
    if (job_.branches > 2 * (ended_ - finished_) + kBranchesOfDoubt) return false;
    return job_.limit > 1 ? w_.pool_size < kMaxPool / 2
                          : is_ending() && active_.count() < kLanes / 2;
  }

  // Lanes whose other half may go to another lane. Not those with a stack: its records come after
  // that half, but belong to the part of the tree that stays.
  SlotMask can_give(const SlotMask& slots) const {
    if (only_counts()) return slots;
    const SlotMask without_stack = without(slots, either(stacked_, overflowed_));
    if (!has_indivisible_parts_) return without_stack;
    return without_stack.select([&](int slot) { return w_.subtree[slot].can_be_halved(); });
  }

  // Splits the boards of `parents`, which are `lanes`; of them `paired` are boards of pairs.
  void branch(Plane lanes, SlotMask parents, const SlotMask& paired) {
    paired.for_each([&](int slot) { ++w_.doublings[slot]; });
    paired_ = either(paired_, paired);
    SlotMask saved = without(parents, paired);
    SlotMask placed;
    if constexpr (kHasRoutes) {
      if (placing_ && saved.any()) {
        const SlotMask busy = either(either(active_, unwritten_), either(stacked_, overflowed_));
        find_routes(can_give(saved), without(first_slots(kLanes), busy), w_.routes);
        placed = w_.routes.parents;
        saved = without(saved, placed);
        // A few may wait in their lanes: passes change nothing on their boards.
        constexpr int kManyWaiting = 90;
        const int waiting = saved.count();
        if (waiting <= kManyWaiting && 4 * waiting <= active_.count()) {
          parents = without(parents, saved);
          saved = SlotMask{};
          lanes = plane_of(parents);
        }
      }
    }
    if (!parents.any()) return;
    job_.branches += static_cast<std::uint64_t>(parents.count());
    split_boards(lanes, saved.any(), placed.any());
    if (saved.any()) save_other_halves(saved);
    if (placed.any()) start_children();
  }

  void split_boards(Plane lanes, bool saves, bool places) {
    Board& board = w_.search_board;
    const int chutes = only_counts() ? 3 : 6;
    Plane* const kept_planes = board.mini_lines;
    Plane* const rest_planes = w_.other_half;
    if constexpr (kHasRoutes) {
      const Routes routes = w_.routes;
      if (places && saves) {
        return split(
            board, lanes, chutes, w_.scratch,
            [ kept_planes, rest_planes, routes ](std::size_t i, Plane rest, Plane kept, bool)
                __attribute__((always_inline)) {
                  rest_planes[i] = rest;
                  kept_planes[i] = follow_routes(routes, rest, kept);
                });
      }
      if (places) {
        return split(
            board, lanes, chutes, w_.scratch,
            [ kept_planes, routes ](std::size_t i, Plane rest, Plane kept, bool) __attribute__((
                always_inline)) { kept_planes[i] = follow_routes(routes, rest, kept); });
      }
    }
    (void)saves;
    (void)places;
    split(
        board, lanes, chutes, w_.scratch,
        [ kept_planes, rest_planes ](std::size_t i, Plane rest, Plane kept, bool is_new)
            __attribute__((always_inline)) {
              rest_planes[i] = rest;
              if (is_new) kept_planes[i] = kept;
            });
  }

  // While halves are placed, those without a place go to the pool, for whichever lane is free
  // first, and else to the lane's own stack.
  void save_other_halves(SlotMask slots) {
    if (placing_) {
      const SlotMask pooled = can_give(slots);
      if (pooled.any() && w_.pool_size + pooled.count() <= kMaxPool) {
        save_lanes(w_.other_half, pooled, w_.buffer, [&](int slot) -> Record& {
          w_.pool_subtrees[w_.pool_size] = share(w_.subtree[slot]);
          return w_.pool[w_.pool_size++];
        });
        slots = without(slots, pooled);
        if (!slots.any()) return;
      }
    }
    overflowed_ = either(overflowed_, slots.select([&](int slot) {
      if (w_.top[slot] - w_.bottom[slot] < job_.stack_records) return false;
      ++w_.bottom[slot];
      return true;
    }));
    save_lanes(w_.other_half, slots, w_.buffer,
               [&](int slot) -> Record& { return record(w_.top[slot], slot); });
    slots.for_each([&](int slot) { ++w_.top[slot]; });
    stacked_ = either(stacked_, slots);
  }

  // The lanes that got the other half of a board in a split begin to search it.
  void start_children() {
    if constexpr (kHasRoutes) {
      for_each_child(w_.routes,
                     [&](int parent, int child) { w_.subtree[child] = share(w_.subtree[parent]); });
      const SlotMask& children = w_.routes.children;
      const Plane lanes = plane_of(children);
      w_.search_board.dead &= ~lanes;
      w_.search_board.settled &= ~lanes;
      w_.search_board.loaded |= lanes;
      start(children);
    }
  }

  Job& job_;
  Workspace& w_;
  Intake intake_;
  std::uint32_t step_ = 0;
  static constexpr int kMaxMorePasses = 2;
  int more_passes_ = kMaxMorePasses;  // in the middle of a step, one less while halves are placed
  bool placing_ = false;
  bool has_indivisible_parts_ = false;  // whether some part of a tree cannot be halved
  bool is_passed_ = false;      // the boards come from passes that found nearly all but by counting
  std::uint64_t ended_ = 0;     // boards that turned out solved or contradictory
  std::uint64_t finished_ = 0;  // times that a puzzle had as many solutions as are wanted
  SlotMask active_;             // lanes with an open board
  // Lanes that hold a puzzle's first solution until it is written. To write one takes nearly as
  // long as to write a dozen, and to do without a few lanes costs less.
  SlotMask unwritten_;
  SlotMask stacked_;     // lanes with records on their stack
  SlotMask overflowed_;  // lanes that have lost the lowest records of their stack
  SlotMask paired_;      // lanes whose board is a half of a board of pairs
};

void run_job(Job& job, void* workspace) {
  Search(job, *static_cast<Workspace*>(workspace)).run();
}

}  // namespace
}  // namespace puzzled::sudoku::batch::PUZZLED_LEVEL
