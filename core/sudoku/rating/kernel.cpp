// Ratings of a batch of puzzles. Easy rules run on all puzzles, board by board; what they leave is
// collected, so that each rule runs on boards that are full of puzzles that need it.
#include "core/sudoku/rating/kernel.hpp"

#include "core/sudoku/rating/elimination.hpp"
#include "core/sudoku/rating/lanes.hpp"
#include "core/sudoku/rating/probes.hpp"

namespace puzzled::sudoku::rating::PUZZLED_LEVEL {
namespace {

constexpr int kFirstPool = 4;
constexpr int kLastPool = 8;

/// Puzzles that the rules of a level are to be tried on.
struct Pool {
  Board board;
  Item* items[kLanes];
  int size;
};

constexpr int kNarrowBytes = kVectorBytes < 32 ? kVectorBytes : 32;

/// What probing a puzzle takes.
struct ProbeWorkspace {
  Plane possible[kMaxCandidates];      // the candidates of all puzzles of a board
  std::uint64_t word[kMaxCandidates];  // the same of 64 of them
  Candidates candidates;
  union {
    Probes<kNarrowBytes> narrow;
    Probes<kVectorBytes> wide;
  } probes;
  std::uint16_t excluded[kMaxCandidates];
};

struct Workspace {
  Board board;
  Pool pools[kLastPool - kFirstPool + 1];
  ProbeWorkspace probing;
};

/// Finds the ratings of puzzles that no rule solves, and to which all rules have been applied.
class ProbeSearch {
 public:
  PUZZLED_INLINE ProbeSearch(ProbeWorkspace& workspace, Pool& pool)
      : workspace_(workspace), board_(pool.board), items_(pool.items) {}

  PUZZLED_INLINE void run(Plane puzzles) {
    for_each_lane(puzzles, [this](int lane) { items_[lane]->rating = {8, 0, 0}; });
    while (any_bit(puzzles)) {
      run_phase(puzzles);
      apply_rules<4>(board_);
      puzzles &= unsolved_lanes(board_);
    }
  }

 private:
  // Probes each puzzle once. Those in which nothing is excluded are no longer among the puzzles.
  PUZZLED_INLINE void run_phase(Plane& puzzles) {
    for (int digit = 0; digit < kSide; ++digit) {
      for (int cell = 0; cell < kCells; ++cell) {
        workspace_.possible[kCells * digit + cell] = candidate(board_, digit, cell);
      }
    }
    for (int word = 0; word < kWords; ++word) {
      std::uint64_t bits = puzzles[word];
      if (bits == 0) continue;
      for (int id = 0; id < kMaxCandidates; ++id) {
        workspace_.word[id] = words_of(&workspace_.possible[id])[word];
      }
      for (; bits != 0; bits &= bits - 1) {
        const int bit = __builtin_ctzll(bits);
        if (!probe(64 * word + bit)) clear_lane(puzzles, 64 * word + bit);
      }
    }
  }

  // Removes the candidates that probing excludes. If there are none, the rating is of level 9, and
  // the result false.
  bool probe(int lane) {
    Candidates& candidates = workspace_.candidates;
    read_candidates(lane % 64);
    find_groups(candidates);
    int rounds;
    const int excluded =
        candidates.count <= Probes<kNarrowBytes>::kCount
            ? find_excluded(candidates, workspace_.probes.narrow, workspace_.excluded, rounds)
            : find_excluded(candidates, workspace_.probes.wide, workspace_.excluded, rounds);
    Rating& rating = items_[lane]->rating;
    if (excluded == 0) {
      rating = {9, static_cast<std::uint16_t>(candidates.count), rating.phases};
      return false;
    }
    for (int i = 0; i < excluded; ++i) {
      const int id = candidates.ids[workspace_.excluded[i]];
      clear_lane(board_.kept[id / kCells][id % kCells], lane);
    }
    if (rounds > rating.depth) rating.depth = static_cast<std::uint16_t>(rounds);
    ++rating.phases;
    return true;
  }

  PUZZLED_INLINE void read_candidates(int bit) {
    int count = 0;
    for (int id = 0; id < kMaxCandidates; ++id) {
      // Written over if it is none. (There is room for all.)
      workspace_.candidates.ids[count] = static_cast<std::uint16_t>(id);
      count += static_cast<int>(workspace_.word[id] >> bit & 1);
    }
    workspace_.candidates.count = count;
  }

  ProbeWorkspace& workspace_;
  Board& board_;
  Item* const* items_;
};

class LevelSearch {
 public:
  explicit PUZZLED_INLINE LevelSearch(Workspace& workspace)
      : board_(workspace.board), pools_(workspace.pools), probing_(workspace.probing) {
    for (Pool& pool : workspace.pools) empty(pool);
  }

  PUZZLED_INLINE void run(Item* items, std::size_t count) {
    for (std::size_t first = 0; first < count; first += kLanes) {
      const std::size_t left = count - first;
      run_board(items + first, left < kLanes ? static_cast<int>(left) : kLanes);
    }
    run_pool<4>();
    run_pool<5>();
    run_pool<6>();
    run_pool<7>();
    run_pool<8>();
  }

 private:
  static PUZZLED_INLINE void empty(Pool& pool) {
    clear(pool.board);
    pool.size = 0;
  }

  PUZZLED_INLINE void run_board(Item* items, int count) {
    read_puzzles(board_, count, [items](int lane) { return items[lane].cells; });
    Plane left = first_lanes(count);
    apply<1>(items, left);
    apply<2>(items, left);
    apply<3>(items, left);
    while (any_bit(left)) left &= ~add<4>(board_, left, [items](int lane) { return items + lane; });
  }

  template <int kLevel>
  PUZZLED_INLINE void apply(Item* items, Plane& left) {
    if (!any_bit(left)) return;
    apply_rules<kLevel>(board_);
    const Plane unsolved = unsolved_lanes(board_);
    for_each_lane(left & ~unsolved, [items](int lane) { items[lane].rating = {kLevel, 0, 0}; });
    left &= unsolved;
  }

  // Adds as many of the lanes to a level's pool as it has room for, and runs the pool if it is
  // full. Returns the lanes that were added.
  template <int kLevel, class F>
  PUZZLED_INLINE Plane add(Board& from, Plane lanes, F item_of) {
    Pool& pool = pools_[kLevel - kFirstPool];
    const Plane added = first_of(lanes, kLanes - pool.size);
    copy_lanes(from, added, pool.board, pool.size);
    for_each_lane(added, [&](int lane) { pool.items[pool.size++] = item_of(lane); });
    if (pool.size == kLanes) run_pool<kLevel>();
    return added;
  }

  template <int kLevel>
  __attribute__((noinline)) void run_pool() {
    Pool& pool = pools_[kLevel - kFirstPool];
    if (pool.size == 0) return;
    if constexpr (kLevel == kLastPool) {
      ProbeSearch(probing_, pool).run(first_lanes(pool.size));
    } else {
      apply_rules<kLevel>(pool.board);
      Plane left = unsolved_lanes(pool.board);
      for_each_lane(first_lanes(pool.size) & ~left, [&](int lane) {
        pool.items[lane]->rating = {kLevel, 0, 0};
      });
      const auto item_of = [&pool](int lane) { return pool.items[lane]; };
      while (any_bit(left)) left &= ~add<kLevel + 1>(pool.board, left, item_of);
    }
    empty(pool);
  }

  Board& board_;
  Pool* pools_;
  ProbeWorkspace& probing_;
};

void rate(Item* items, std::size_t count, void* workspace) {
  LevelSearch(*static_cast<Workspace*>(workspace)).run(items, count);
}

}  // namespace

constinit const Kernel kKernel{.workspace_bytes = sizeof(Workspace), .rate = rate};

}  // namespace puzzled::sudoku::rating::PUZZLED_LEVEL
