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
  int old;  // this many, the first ones, have been here before: a rule has removed candidates
};

constexpr int kNarrowBytes = kVectorBytes < 32 ? kVectorBytes : 32;

/// Candidates come in blocks of 64 here.
constexpr int kBlocks = (kMaxCandidates + 63) / 64;

/// Bit i of word k becomes bit k of word i. (Hacker's Delight 7-3.)
PUZZLED_INLINE void transpose_64x64_bits(std::uint64_t* words) {
  std::uint64_t mask = 0xFFFFFFFF;
#pragma GCC unroll 6
  for (int size = 32; size > 0; size /= 2, mask ^= mask << size) {
    for (int first = 0; first < 64; first += 2 * size) {
      for (int k = first; k < first + size; ++k) {
        const std::uint64_t exchanged = (words[k] >> size ^ words[k + size]) & mask;
        words[k + size] ^= exchanged;
        words[k] ^= exchanged << size;
      }
    }
  }
}

/// What probing a puzzle takes.
struct ProbeWorkspace {
  Plane possible[kMaxCandidates];     // the candidates of all puzzles of a board
  std::uint64_t words[64 * kBlocks];  // the same of 64 of them: of block b, lane i in 64 b + i
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

/// Tries the candidates of the workspace; `rounds` says how many it took. Returns how many are
/// excluded, whose numbers are in the workspace then.
PUZZLED_INLINE int probe_candidates(ProbeWorkspace& workspace, int& rounds) {
  Candidates& candidates = workspace.candidates;
  const bool is_narrow = candidates.count <= Probes<kNarrowBytes>::kCount;
  find_groups(candidates,
              is_narrow ? Probes<kNarrowBytes>::kPlaneWords : Probes<kVectorBytes>::kPlaneWords);
  return is_narrow ? find_excluded(candidates, workspace.probes.narrow, workspace.excluded, rounds)
                   : find_excluded(candidates, workspace.probes.wide, workspace.excluded, rounds);
}

/// Probes puzzles that no rule solves, and to which all rules have been applied.
class ProbeSearch {
 public:
  PUZZLED_INLINE ProbeSearch(ProbeWorkspace& workspace, Pool& pool)
      : workspace_(workspace), board_(pool.board), items_(pool.items) {}

  /// Probes each puzzle once, and excludes candidates. Those in which none is excluded are rated,
  /// and no longer among the puzzles.
  PUZZLED_INLINE void run_phase(Plane& puzzles) {
    for (int digit = 0; digit < kSide; ++digit) {
      for (int cell = 0; cell < kCells; ++cell) {
        workspace_.possible[kCells * digit + cell] = candidate(board_, digit, cell);
      }
    }
    for (int word = 0; word < kWords; ++word) {
      std::uint64_t bits = puzzles[word];
      if (bits == 0) continue;
      read_word(word);
      for (; bits != 0; bits &= bits - 1) {
        const int bit = __builtin_ctzll(bits);
        if (!probe(64 * word + bit)) clear_lane(puzzles, 64 * word + bit);
      }
    }
  }

 private:
  // Reads the candidates of 64 puzzles.
  PUZZLED_INLINE void read_word(int word) {
    std::uint64_t* const words = workspace_.words;
    for (int id = 0; id < 64 * kBlocks; ++id) {
      words[id] = id < kMaxCandidates ? words_of(&workspace_.possible[id])[word] : 0;
    }
    for (int block = 0; block < kBlocks; ++block) transpose_64x64_bits(words + 64 * block);
  }

  // Removes the candidates that probing excludes. If there are none, the rating is of level 9, and
  // the result false.
  bool probe(int lane) {
    const Candidates& candidates = workspace_.candidates;
    read_candidates(lane % 64);
    int rounds;
    const int excluded = probe_candidates(workspace_, rounds);
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
    for (int block = 0; block < kBlocks; ++block) {
      std::uint64_t open = workspace_.words[64 * block + bit];
      for (; open != 0; open &= open - 1) {
        workspace_.candidates.ids[count++] =
            static_cast<std::uint16_t>(64 * block + __builtin_ctzll(open));
      }
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
    drain_pool<4>();
    drain_pool<5>();
    drain_pool<6>();
    drain_pool<7>();
    drain_pool<8>();
  }

 private:
  static PUZZLED_INLINE void empty(Pool& pool) {
    clear(pool.board);
    pool.size = 0;
    pool.old = 0;
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
    while (pool.size == kLanes) run_pool<kLevel>();
    return added;
  }

  template <int kLevel>
  PUZZLED_INLINE void drain_pool() {
    while (pools_[kLevel - kFirstPool].size != 0) run_pool<kLevel>();
  }

  // Tries the rules of the level once on each puzzle of its pool. Puzzles in which they remove
  // nothing go on to the next pool. The others stay until the pool is full again, unless easier
  // rules solve them now: so each rule runs on boards full of puzzles that it has not been tried
  // on.
  template <int kLevel>
  __attribute__((noinline)) void run_pool() {
    Pool& pool = pools_[kLevel - kFirstPool];
    const Plane all = first_lanes(pool.size);
    const Plane fresh = all & ~first_lanes(pool.old);
    if constexpr (kLevel == kFirstPool) {
      apply_rules<4>(pool.board);
      const Plane left = unsolved_lanes(pool.board);
      rate_solved<kLevel>(pool, all & ~left);
      move_on<kLevel>(pool, left);
      empty(pool);
    } else {
      Plane changed = all;
      if constexpr (kLevel == kLastPool) {
        for_each_lane(fresh, [&pool](int lane) { pool.items[lane]->rating = {kLevel, 0, 0}; });
        ProbeSearch(probing_, pool).run_phase(changed);
      } else {
        changed = remove_all_of_subsets_up_to<kLevel - 3>(pool.board, all, fresh);
        move_on<kLevel>(pool, all & ~changed);
      }
      if (!any_bit(changed)) return empty(pool);
      clear_other_lanes(pool.board, changed);
      apply_rules<4>(pool.board);
      const Plane left = unsolved_lanes(pool.board);
      if constexpr (kLevel != kLastPool) rate_solved<kLevel>(pool, changed & ~left);
      keep(pool, left);
    }
  }

  template <int kLevel>
  PUZZLED_INLINE void rate_solved(Pool& pool, Plane lanes) {
    for_each_lane(lanes, [&pool](int lane) { pool.items[lane]->rating = {kLevel, 0, 0}; });
  }

  template <int kLevel>
  PUZZLED_INLINE void move_on(Pool& pool, Plane lanes) {
    const auto item_of = [&pool](int lane) { return pool.items[lane]; };
    while (any_bit(lanes)) lanes &= ~add<kLevel + 1>(pool.board, lanes, item_of);
  }

  static PUZZLED_INLINE void keep(Pool& pool, Plane lanes) {
    keep_lanes(pool.board, lanes);
    pool.size = 0;
    for_each_lane(lanes, [&pool](int lane) { pool.items[pool.size++] = pool.items[lane]; });
    pool.old = pool.size;
  }

  Board& board_;
  Pool* pools_;
  ProbeWorkspace& probing_;
};

void rate(Item* items, std::size_t count, void* workspace) {
  LevelSearch(*static_cast<Workspace*>(workspace)).run(items, count);
}

int probe(const std::uint16_t* ids, int count, std::uint16_t* excluded, int* rounds,
          void* workspace) {
  ProbeWorkspace& probing = *static_cast<ProbeWorkspace*>(workspace);
  Candidates& candidates = probing.candidates;
  candidates.count = count;
  for (int i = 0; i < count; ++i) candidates.ids[i] = ids[i];
  const int found = probe_candidates(probing, *rounds);
  for (int i = 0; i < found; ++i) excluded[i] = ids[probing.excluded[i]];
  return found;
}

}  // namespace

constinit const Kernel kKernel{.workspace_bytes = sizeof(Workspace),
                               .rate = rate,
                               .probing_bytes = sizeof(ProbeWorkspace),
                               .probe = probe};

}  // namespace puzzled::sudoku::rating::PUZZLED_LEVEL
