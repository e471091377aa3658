// The intake of a batch: puzzles go through some cheap passes together, as many as there are lanes.
// That solves many of them; those that are still open go to the pool.
#pragma once

#include "core/sudoku/batch/pass.hpp"
#include "core/sudoku/batch/workspace.hpp"

namespace puzzled::sudoku::batch::PUZZLED_LEVEL {
namespace {

/// Open boards for which another pass does not pay.
constexpr int kFew = 2;
/// The same where no other intake follows: if all but these are solved, no search follows, either.
constexpr int kFewAtOnlyIntake = 4;

class Intake {
 public:
  Intake(Job& job, Workspace& work) : job_(job), w_(work) {}

  bool is_empty() const { return next_ == job_.count; }

  /// Takes in the next puzzles, one a lane. The pool must have room for as many boards.
  void take_in_batch() {
    const std::size_t first = next_;
    const SlotMask open = solve_next(w_.intake);
    if (!open.any() || leave_if_few(w_.intake, open, first)) return;
    int size = w_.pool_size;
    save_lanes(w_.intake.mini_lines, open, w_.buffer, [&](int slot) -> Record& {
      w_.pool_subtrees[size] = Subtree{};
      w_.pool_subtrees[size].puzzle = puzzle_in(first, slot);
      return w_.pool[size++];
    });
    if (job_.exclusions != nullptr) size = exclude_from_pool(w_.pool_size, size);
    w_.pool_size = size;
  }

  /// Whether all puzzles have a lane, and so the search may go on where they were taken in. (Boards
  /// of exclusions have to become two.)
  bool fits_search_board() const { return is_only_one() && job_.exclusions == nullptr; }

  /// Takes all puzzles in on the search board. Returns the lanes whose boards are to be searched;
  /// all others are dead. REQUIRES: fits_search_board().
  SlotMask take_in_for_search() {
    Board& board = w_.search_board;
    SlotMask open = solve_next(board);
    if (leave_if_few(board, open, 0)) open = SlotMask{};
    open.for_each([&](int slot) {
      w_.subtree[slot] = Subtree{};
      w_.subtree[slot].puzzle = puzzle_in(0, slot);
    });
    board.dead |= ~plane_of(open);
    return open;
  }

 private:
  static std::uint32_t puzzle_in(std::size_t first, int slot) {
    return static_cast<std::uint32_t>(first + static_cast<std::size_t>(slot));
  }

  // Fills the lanes with the next puzzles and runs passes. Returns the lanes that are still open.
  SlotMask solve_next(Board& board) {
    const std::size_t first = next_;
    const auto at_most_all = [](std::size_t n) {
      return n < kLanes ? static_cast<int>(n) : kLanes;
    };
    const int count = at_most_all(job_.count - first);
    next_ += static_cast<std::size_t>(count);
    const Plane conflict = load_grids(board, job_.puzzles + first, count,
                                      at_most_all(job_.count - next_), w_.buffer, w_.other_half);
    if (job_.exclusions != nullptr) exclude(board, job_.exclusions + first, count);
    const SlotMask given = first_slots(count);
    SlotMask open = given;
    SlotMask solved;
    if (run_passes(board) > 0) {
      const Plane eight[8] = {board.dead, find_solutions(board), conflict};
      bits_to_bytes(eight, w_.flags);
      slots_with(w_.flags, 2).for_each([&](int slot) {
        job_.conflicts[job_.conflict_count++] = puzzle_in(first, slot);
      });
      solved = slots_with(w_.flags, 1);
      open = without(without(given, solved), slots_with(w_.flags, 0));
      if (solved.any() && job_.exclusions == nullptr && job_.count_leaf == nullptr) {
        save_grids(board, solved, w_.buffer,
                   [lines = job_.lines + first * job_.stride, stride = job_.stride](int slot) {
                     return lines + static_cast<std::size_t>(slot) * stride;
                   });
      }
    }
    std::uint64_t* const counts = job_.counts + first;
    for (int slot = 0; slot < count; ++slot) counts[slot] = solved.has(slot) ? 1 : 0;
    return open;
  }

  // Leaves the open boards of the puzzles from `first` on to others if they are few; whether it
  // did.
  bool leave_if_few(const Board& board, const SlotMask& open, std::size_t first) {
    const int open_count = open.count();
    if (open_count > job_.few_open) return false;
    // A few are begun anew elsewhere: to move them would cost more.
    if (open_count <= (is_only_one() ? kFewAtOnlyIntake : kFew)) {
      open.for_each(
          [&](int slot) { job_.deferred[job_.deferred_count++] = puzzle_in(first, slot); });
      return true;
    }
    if (job_.left_count + static_cast<std::size_t>(open_count) > job_.left_room) return false;
    save_lanes(board.mini_lines, open, w_.buffer, [&](int slot) -> Record& {
      LeftBoard& left = job_.left[job_.left_count++];
      left.begin = 0;
      left.puzzle = puzzle_in(first, slot);
      return left.record;
    });
    return true;
  }

  // Takes the candidates of a board's lanes away that are excluded.
  static void exclude(Board& board, const Exclusion* exclusions, int count) {
    for (int slot = 0; slot < count; ++slot) {
      const auto [cell, digit] = exclusions[slot];
      Plane& candidate = board.cells[cell_plane(box_index(cell), digit - 1, box_place(cell))];
      const int lane = lane_of_slot(slot);
      reinterpret_cast<std::uint8_t*>(&candidate)[lane / 8] &=
          static_cast<std::uint8_t>(~(1U << lane % 8));
    }
  }

  // The same with boards of the pool, from `begin` to `end`, whose mini-lines have no place for a
  // single candidate: the digit's mini-row is another one, or it is that of the cell and the
  // mini-column is another one. So a board becomes two. Returns the new end.
  int exclude_from_pool(int begin, int end) {
    int size = end;
    for (int i = begin; i < end; ++i) {
      const auto [cell, digit] = job_.exclusions[w_.pool_subtrees[i].puzzle];
      const int first = 54 * box_index(cell) + 6 * (digit - 1);
      const int row = first + box_place(cell) / 3;
      const int column = first + 3 + box_place(cell) % 3;
      Record& other_rows = w_.pool[i];
      if (!has_bit(other_rows, row) || !has_bit(other_rows, column)) continue;
      Record& this_row = w_.pool[size] = other_rows;
      w_.pool_subtrees[size++] = w_.pool_subtrees[i].halve();
      clear_bit(other_rows, row);
      for (int k = first; k < first + 3; ++k) {
        if (k != row) clear_bit(this_row, k);
      }
      clear_bit(this_row, column);
    }
    return size;
  }

  static bool has_bit(const Record& record, int bit) {
    return (record.bytes[bit / 8] >> bit % 8 & 1) != 0;
  }
  static void clear_bit(Record& record, int bit) {
    record.bytes[bit / 8] &= static_cast<std::uint8_t>(~(1U << bit % 8));
  }

  bool is_only_one() const { return job_.count <= kLanes; }

  // Naked singles, hidden singles and locked candidates alone solve many puzzles. How many passes
  // pay before the open boards move to the search board depends on the puzzles (4 to 12): it is
  // measured on every 64th batch. Returns the number of lanes that are done.
  int run_passes(Board& board) {
    if (is_only_one()) return run_all_passes(board);
    constexpr std::uint32_t kMeasureEvery = 64;  // batches
    Tuning& tuning = *job_.tuning;
    if (tuning.passes == 0 || ++tuning.batches >= kMeasureEvery) return measure_passes(board);
    int done = 0;
    for (std::uint32_t i = 0; i < tuning.passes && done < kLanes - kFew; ++i) {
      pass<false, false>(board);
      done = count_bits(board.settled | board.dead);
    }
    return done;
  }

  // No other intake comes whose boards could share the passes of a search: so all that the rules
  // solve is solved here.
  int run_all_passes(Board& board) {
    // Until so few boards change from pass to pass; before that, nobody need look.
    constexpr int kFewChanges = 4;
    constexpr int kFirstPasses = 9;
    constexpr int kMaxPasses = 24;
    const int count = static_cast<int>(job_.count);
    const Plane given = plane_of(first_slots(count));
    for (int passes = 1;; ++passes) {
      const bool tracks = passes > kFirstPasses;
      if (tracks) {
        pass<false, true>(board);
      } else {
        pass<false, false>(board);
      }
      const Plane open = given & ~(board.settled | board.dead);
      const int lanes_open = count_bits(open);
      if (lanes_open <= kFewAtOnlyIntake || passes == kMaxPasses ||
          (tracks && count_bits(board.changed & open) <= kFewChanges)) {
        return count - lanes_open;
      }
    }
  }

  // Runs passes until another one does not pay, then chooses the number of passes that would have
  // cost least. Boards that are still open must be moved to the search board, where a pass costs
  // half as much again.
  int measure_passes(Board& board) {
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
    } while (passes < kMaxPasses && open[passes] > kFew && changing[passes] > 0);
    int best_cost = 0;
    int later = 0;  // cost of the passes that the search board would take
    for (int i = passes; i > 0; --i) {
      later += changing[i] + changing[i] / 2;
      const int move = open[i] > kFew ? kMoveCost * kLanes + kFullMoveCost * open[i] : 0;
      const int cost = i * kLanes + move + later;
      if (i < passes && cost >= best_cost) continue;
      best_cost = cost;
      job_.tuning->passes = static_cast<std::uint32_t>(i);
    }
    job_.tuning->batches = 0;
    return kLanes - open[passes];
  }

  Job& job_;
  Workspace& w_;
  std::size_t next_ = 0;  // first puzzle that has not been taken in
};

}  // namespace
}  // namespace puzzled::sudoku::batch::PUZZLED_LEVEL
