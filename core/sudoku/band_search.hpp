// The search of the band engine: depth first, from chute to chute. It hands out a board whenever
// all rules have to run on it, so that several searches can have theirs run side by side.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "core/search_limits.hpp"
#include "core/sudoku/band_board.hpp"
#include "core/sudoku/band_chute.hpp"
#include "core/sudoku/conflict.hpp"
#include "core/sudoku/rules/kernel.hpp"

namespace puzzled::sudoku {

/// A depth-first search of one board at a time, of a new one after begin().
///
///   do outcome = rules.propagate_and_count(board, places);
///   while (search.go_on(outcome, places, puzzle, board, …));
class BandSearch {
 public:
  explicit BandSearch(const rules::Kernel& rules) : rules_(&rules) {}

  /// Forgets the board before.
  void begin() {
    waiting_count_ = frame_count_ = 0;
    branches_ = 0;
    is_checked_ = false;
    timed_out_ = false;
  }

  std::uint64_t branches() const { return branches_; }
  bool timed_out() const { return timed_out_; }

  /// Searches on from `board`, on which the rules have just run with this outcome: it came from
  /// the last call or, the first time, is the board of `puzzle` or has fewer candidates; `places`
  /// are those of an open board. Calls `visit` for each solution with a function that makes its
  /// board. True if the rules have to run on `board`; false at the end, which comes when `visit`
  /// returns false, after so many branches, or when `is_up()` says so at a step.
  template <class IsUp, class Visit>
  bool go_on(BandOutcome outcome, const ChutePlaces& places, const Grid& puzzle, BandBoard& board,
             std::uint64_t max_branches, IsUp is_up, Visit visit) {
    switch (outcome) {
      case BandOutcome::kOpen:
        next_frame().board = board;
        search_tightest(places);
        break;
      case BandOutcome::kSolved:
        if (!visit([&]() -> const BandBoard& { return board; })) return false;
        [[fallthrough]];
      case BandOutcome::kContradiction:
        if (!step_back()) return false;
    }
    for (;;) {
      if (branches_ >= max_branches || is_up()) {
        timed_out_ = true;
        return false;
      }
      const std::size_t waiting_before = waiting_count_;
      const ChuteEnd chute_end = search_chute();
      branches_ += waiting_count_ - waiting_before;
      if (!is_checked_ && branches_ >= kBranchesBeforeConflictCheck) {
        is_checked_ = true;
        if (find_conflict(puzzle)) return false;
      }
      if (chute_end == ChuteEnd::kSpread) {
        put_back(board);
        return true;
      }
      if (chute_end == ChuteEnd::kFixed) {
        const Frame& frame = frames_[frame_count_ - 1];
        ChutePlaces left = frame.places;
        left.of_chute[frame.chute.number] = kFixedPlaces;
        if (tightest_chute(left) != kNoChute) {
          Frame& next = next_frame();
          rules_->put_chute(frame.board, frame.chute.number, chute_, next.board);
          search_tightest(left);
          continue;
        }
        if (!visit([&]() -> const BandBoard& { return put_back(board); })) return false;
      }
      if (!step_back()) return false;
    }
  }

 private:
  // The depth of the stack: each board on it belongs to an ancestor that fixed a digit's mini-row
  // in a row or its mini-column in a box, and there are 81 of each.
  static constexpr std::size_t kMaxWaiting = 162;

  // The rules do not see that two equal clues in a box contradict each other. With few clues around
  // them a search can take a second to fail, so a long search checks the clues once.
  static constexpr std::uint64_t kBranchesBeforeConflictCheck = 64;

  // A board one chute of which is searched.
  struct Frame {
    BandBoard board;  // as it was when the search of the chute began
    ChutePlaces places;
    ChuteFrame chute;
    std::size_t first_waiting;  // of the boards that wait in this frame
  };

  // A frame in which nothing waits is not needed any more.
  Frame& next_frame() {
    if (frame_count_ == 0 || frames_[frame_count_ - 1].first_waiting != waiting_count_) {
      ++frame_count_;
    }
    return frames_[frame_count_ - 1];
  }

  // Goes on in the tightest chute of the last frame's board.
  void search_tightest(const ChutePlaces& places) {
    Frame& frame = frames_[frame_count_ - 1];
    frame.places = places;
    frame.first_waiting = waiting_count_;
    rules_->take_chute(frame.board, tightest_chute(places), chute_, frame.chute);
    is_stable_ = true;
  }

  ChuteEnd search_chute() {
    ChuteBoard* top = waiting_.data() + waiting_count_;
    const ChuteEnd end =
        rules_->search_chute(chute_, frames_[frame_count_ - 1].chute, is_stable_, top);
    is_stable_ = false;
    waiting_count_ = static_cast<std::size_t>(top - waiting_.data());
    assert(waiting_count_ <= kMaxWaiting);
    return end;
  }

  // The frame's board with the chute as it is now.
  BandBoard& put_back(BandBoard& board) const {
    const Frame& frame = frames_[frame_count_ - 1];
    rules_->put_chute(frame.board, frame.chute.number, chute_, board);
    return board;
  }

  // Takes the board that has waited least; false if none waits.
  bool step_back() {
    if (waiting_count_ == 0) return false;
    chute_ = waiting_[--waiting_count_];
    while (frames_[frame_count_ - 1].first_waiting > waiting_count_) --frame_count_;
    return true;
  }

  const rules::Kernel* rules_;
  ChuteBoard chute_;        // what is searched
  bool is_stable_ = false;  // the rules remove nothing from it
  bool is_checked_ = false;
  bool timed_out_ = false;
  std::uint64_t branches_ = 0;
  std::size_t waiting_count_ = 0;
  std::size_t frame_count_ = 0;
  std::array<ChuteBoard, kMaxWaiting> waiting_;
  std::array<Frame, kMaxWaiting + 1> frames_;
};

}  // namespace puzzled::sudoku
