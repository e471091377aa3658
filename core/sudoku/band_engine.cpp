// Candidates as 27 words (digit x band, 27 bits), three of them a vector, so that every rule works
// on the whole board at once and without a data-dependent branch (rules/). Published
// solvers of this class (JCZSolve, the rust crate sudoku) update word by word through tables and
// lose most of their time to mispredicted branches.
//
// Below a branch only its band or stack is looked at, for as long as nothing follows for the others
// (band_chute.hpp): on a board with few clues that is most of the search.
#include "core/sudoku/band_engine.hpp"

#include <array>
#include <cassert>

#include "core/sudoku/band_board.hpp"
#include "core/sudoku/band_chute.hpp"
#include "core/sudoku/conflict.hpp"

namespace puzzled::sudoku {
namespace {

// The depth of the stack: each board on it belongs to an ancestor that fixed a digit's mini-row in
// a row or its mini-column in a box, and there are 81 of each.
constexpr std::size_t kMaxWaiting = 162;

// A step takes some microseconds at most.
constexpr std::uint64_t kStepsBetweenLooks = 512;
constexpr SearchLimits kUnlimited;
constexpr std::uint64_t kAnyNumber = UINT64_MAX;

struct SearchEnd {
  std::uint64_t branches = 0;
  bool timed_out = false;
};

// The rules do not see that two equal clues in a box contradict each other. With few clues around
// them a search can take a second to fail, so a long search checks the clues once.
constexpr std::uint64_t kBranchesBeforeConflictCheck = 64;

// A depth-first search that steps from chute to chute.
class Search {
 public:
  explicit Search(const rules::Kernel& rules) : rules_(rules) {}

  // Searches from `board`, which is `puzzle` or has fewer candidates, and calls `visit` for each
  // solution with a function that makes its board. Ends when `visit` returns false, after so many
  // branches, or when time is up (limits.solutions is not looked at).
  template <typename Visit>
  SearchEnd run(const Grid& puzzle, BandBoard& board, const SearchLimits& limits,
                std::uint64_t max_branches, Visit visit) {
    SearchEnd end;
    ChutePlaces places;
    const auto whole_board = [&]() -> const BandBoard& { return board; };
    const BandOutcome outcome = rules_.propagate_and_count(board, places);
    if (outcome == BandOutcome::kSolved) visit(whole_board);
    if (outcome != BandOutcome::kOpen) return end;
    enter(board, places);
    bool is_checked = false;
    SearchClock clock(limits, kStepsBetweenLooks);
    for (;;) {
      if (end.branches >= max_branches || clock.is_up()) {
        end.timed_out = true;
        return end;
      }
      const std::size_t waiting_before = waiting_count_;
      const ChuteEnd chute_end = search_chute();
      end.branches += waiting_count_ - waiting_before;
      if (!is_checked && end.branches >= kBranchesBeforeConflictCheck) {
        is_checked = true;
        if (find_conflict(puzzle)) return end;
      }
      const Frame& frame = frames_[frame_count_ - 1];
      if (chute_end == ChuteEnd::kFixed) {
        places = frame.places;
        places.of_chute[frame.chute.number] = kFixedPlaces;
        if (tightest_chute(places) != kNoChute) {
          enter(put_back(board), places);
          continue;
        }
        if (!visit([&]() -> const BandBoard& { return put_back(board); })) return end;
      } else if (chute_end == ChuteEnd::kSpread) {
        switch (rules_.propagate_and_count(put_back(board), places)) {
          case BandOutcome::kOpen:
            enter(board, places);
            continue;
          case BandOutcome::kSolved:
            if (!visit(whole_board)) return end;
            break;
          case BandOutcome::kContradiction:
            break;
        }
      }
      if (!step_back()) return end;
    }
  }

 private:
  // A board one chute of which is searched.
  struct Frame {
    BandBoard board;  // as it was when the search of the chute began
    ChutePlaces places;
    ChuteFrame chute;
    std::size_t first_waiting;  // of the boards that wait in this frame
  };

  // Goes on in the tightest chute of `board`. A frame in which nothing waits is not needed any
  // more.
  void enter(const BandBoard& board, const ChutePlaces& places) {
    if (frame_count_ == 0 || frames_[frame_count_ - 1].first_waiting != waiting_count_) {
      ++frame_count_;
    }
    Frame& frame = frames_[frame_count_ - 1];
    frame.board = board;
    frame.places = places;
    frame.first_waiting = waiting_count_;
    rules_.take_chute(board, tightest_chute(places), chute_, frame.chute);
    is_stable_ = true;
  }

  ChuteEnd search_chute() {
    ChuteBoard* top = waiting_.data() + waiting_count_;
    const ChuteEnd end =
        rules_.search_chute(chute_, frames_[frame_count_ - 1].chute, is_stable_, top);
    is_stable_ = false;
    waiting_count_ = static_cast<std::size_t>(top - waiting_.data());
    assert(waiting_count_ <= kMaxWaiting);
    return end;
  }

  // The frame's board with the chute as it is now.
  BandBoard& put_back(BandBoard& board) const {
    const Frame& frame = frames_[frame_count_ - 1];
    board = frame.board;
    rules_.put_chute(board, frame.chute.number, chute_);
    return board;
  }

  // Takes the board that has waited least; false if none waits.
  bool step_back() {
    if (waiting_count_ == 0) return false;
    chute_ = waiting_[--waiting_count_];
    while (frames_[frame_count_ - 1].first_waiting > waiting_count_) --frame_count_;
    return true;
  }

  const rules::Kernel& rules_;
  ChuteBoard chute_;        // what is searched
  bool is_stable_ = false;  // the rules remove nothing from it
  std::size_t waiting_count_ = 0;
  std::size_t frame_count_ = 0;
  std::array<ChuteBoard, kMaxWaiting> waiting_;
  std::array<Frame, kMaxWaiting + 1> frames_;
};

}  // namespace

Solutions solve_band(const Grid& puzzle, const SearchLimits& limits, const rules::Kernel& rules,
                     std::uint64_t max_branches) {
  Solutions result;
  BandBoard board;
  rules.read_board(puzzle, board);
  const SearchEnd end =
      Search(rules).run(puzzle, board, limits, max_branches, [&](const auto& solved) {
        if (result.count == 0) rules.write_grid(solved(), result.first);
        return ++result.count != limits.solutions;
      });
  result.branches = end.branches;
  result.timed_out = end.timed_out;
  return result;
}

std::vector<Grid> list_solutions(const Grid& puzzle, std::size_t limit) {
  std::vector<Grid> solutions;
  BandBoard board = board_of(puzzle);
  Search(*rules::find_kernel({}))
      .run(puzzle, board, kUnlimited, kAnyNumber, [&](const auto& solved) {
        solutions.push_back(grid_of(solved()));
        return solutions.size() < limit;
      });
  return solutions;
}

bool has_solution_without(const Grid& puzzle, int cell, std::uint8_t digit) {
  BandBoard board = board_of(puzzle);
  board.candidates[digit - 1U][cell / 27] &= ~(1U << (cell % 27));
  bool found = false;
  Search(*rules::find_kernel({})).run(puzzle, board, kUnlimited, kAnyNumber, [&](const auto&) {
    found = true;
    return false;
  });
  return found;
}

}  // namespace puzzled::sudoku
