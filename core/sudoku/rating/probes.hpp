// Probing: what follows from assuming a candidate. All open candidates of one puzzle are tried at
// once, one a lane, by rounds of singles. In a round every lane first finds all singles and then
// places them, so that what is found does not depend on any order.
#pragma once

#include "core/sudoku/rating/board.hpp"

namespace puzzled::sudoku::rating::PUZZLED_LEVEL {
namespace {

constexpr int kMaxCandidates = kSide * kCells;
/// Candidates that exclude each other: those of a cell, and those of a digit in a unit.
constexpr int kMaxGroups = kCells + kSide * kUnits;

struct GroupKeys {
  std::uint16_t of[kMaxCandidates][4];
};

constexpr GroupKeys all_group_keys() {
  GroupKeys keys{};
  for (int id = 0; id < kMaxCandidates; ++id) {
    const int cell = id % kCells;
    const int units = kCells + kUnits * (id / kCells);
    keys.of[id][0] = static_cast<std::uint16_t>(cell);
    keys.of[id][1] = static_cast<std::uint16_t>(units + row_of(cell));
    keys.of[id][2] = static_cast<std::uint16_t>(units + kSide + column_of(cell));
    keys.of[id][3] = static_cast<std::uint16_t>(units + 2 * kSide + box_of(cell));
  }
  return keys;
}

/// The groups of each candidate, open or not: that of its cell, those of its digit in three units.
constexpr GroupKeys kGroupKeys = all_group_keys();

/// The open candidates of a puzzle, and the groups that must each keep one of them.
struct Candidates {
  int count;
  std::uint16_t ids[kMaxCandidates];  // kCells * digit + cell
  // Groups and members are named by the word at which their plane begins in Probes: to find it
  // takes no multiplication.
  std::uint16_t groups_of[kMaxCandidates][4];
  // Groups come by size, so that loops over their members have fixed lengths.
  int first_of_size[kSide + 2];  // their numbers
  std::uint16_t members[kMaxGroups][kSide];
};

PUZZLED_INLINE void find_groups(Candidates& candidates, int words_of_plane) {
  std::uint8_t sizes[kMaxGroups] = {};
  for (int i = 0; i < candidates.count; ++i) {
    for (const std::uint16_t key : kGroupKeys.of[candidates.ids[i]]) ++sizes[key];
  }
  // Four counts side by side: one alone waits for what it has just stored, group by group.
  constexpr int kSeries = 4;
  constexpr int kLength = kMaxGroups / kSeries;
  static_assert(kLength * kSeries == kMaxGroups);
  std::uint16_t next[kSeries][kSide + 1] = {};
  for (int i = 0; i < kLength; ++i) {
    for (int k = 0; k < kSeries; ++k) ++next[k][sizes[kLength * k + i]];
  }
  int first = 0;
  for (int size = 1; size <= kSide; ++size) {
    candidates.first_of_size[size] = first;
    for (int k = 0; k < kSeries; ++k) {
      const int count = next[k][size];
      next[k][size] = static_cast<std::uint16_t>(first);
      first += count;
    }
  }
  candidates.first_of_size[kSide + 1] = first;
  std::uint16_t numbers[kMaxGroups];  // of no meaning for empty groups
  for (int i = 0; i < kLength; ++i) {
    for (int k = 0; k < kSeries; ++k) {
      const int key = kLength * k + i;
      numbers[key] = next[k][sizes[key]]++;
      sizes[key] = 0;
    }
  }
  for (int i = 0; i < candidates.count; ++i) {
    for (int k = 0; k < 4; ++k) {
      const int key = kGroupKeys.of[candidates.ids[i]][k];
      const std::uint16_t group = numbers[key];
      candidates.groups_of[i][k] = static_cast<std::uint16_t>(words_of_plane * group);
      candidates.members[group][sizes[key]++] = static_cast<std::uint16_t>(words_of_plane * i);
    }
  }
}

/// The candidates left in each lane after its candidate is placed. Planes are as narrow as
/// possible: wider ones that stay half empty take more time.
template <int kBytes>
class Probes {
 public:
  using Lanes = Vector<std::uint64_t, kBytes>;
  static constexpr int kCount = 8 * kBytes;
  static constexpr int kPlaneWords = kBytes / 8;

  /// Places the candidate numbered `first` in lane 0, the next one in lane 1, and so on. Lanes that
  /// are left over have the puzzle as it is.
  PUZZLED_INLINE void begin(const Candidates& candidates, int first) {
    int end = first + kCount;
    if (end > candidates.count) end = candidates.count;
    for (int group = 0; group < candidates.first_of_size[kSide + 1]; ++group) {
      singles_[group] = Lanes{};
    }
    for (int i = first; i < end; ++i) {
      for (const int words : candidates.groups_of[i]) {
        set_lane(singles_[words / kPlaneWords], i - first);
      }
    }
    for (int i = 0; i < candidates.count; ++i) {
      possible_[i] = ~of_groups(candidates.groups_of[i]);
    }
    for (int i = first; i < end; ++i) set_lane(possible_[i], i - first);
  }

  /// One round in every lane. Returns the lanes in which there is a contradiction: a group without
  /// candidates, or two singles of one group. `moved` says whether anything was removed.
  PUZZLED_INLINE Lanes run_round(const Candidates& candidates, bool& moved) {
    Lanes dead{};
    for_each_sum(possible_, candidates, [&](int group, Lanes some, Lanes several) {
      singles_[group] = some & ~several;
      dead |= ~some;
    });
    for (int i = 0; i < candidates.count; ++i) {
      placed_[i] = possible_[i] & of_groups(candidates.groups_of[i]);
    }
    for_each_sum(placed_, candidates, [&](int group, Lanes some, Lanes several) {
      singles_[group] = some;
      dead |= several;
    });
    Lanes removed{};
    for (int i = 0; i < candidates.count; ++i) {
      const Lanes excluded = of_groups(candidates.groups_of[i]) & ~placed_[i];
      removed = or_and(removed, excluded, possible_[i]);
      possible_[i] &= ~excluded;
    }
    moved = any_bit(removed);
    return dead;
  }

 private:
  // Calls f(group, where some member has the lane, where several have).
  template <class F>
  static PUZZLED_INLINE void for_each_sum(const Lanes* planes, const Candidates& candidates, F f) {
    for_each_sum_of<1>(planes, candidates, f);
    for_each_sum_of<2>(planes, candidates, f);
    for_each_sum_of<3>(planes, candidates, f);
    for_each_sum_of<4>(planes, candidates, f);
    for_each_sum_of<5>(planes, candidates, f);
    for_each_sum_of<6>(planes, candidates, f);
    for_each_sum_of<7>(planes, candidates, f);
    for_each_sum_of<8>(planes, candidates, f);
    for_each_sum_of<9>(planes, candidates, f);
  }

  template <int kSize, class F>
  static PUZZLED_INLINE void for_each_sum_of(const Lanes* planes, const Candidates& candidates,
                                             F f) {
    const int end = candidates.first_of_size[kSize + 1];
    for (int group = candidates.first_of_size[kSize]; group < end; ++group) {
      const std::uint16_t* const members = candidates.members[group];
      Lanes some = plane_at(planes, members[0]);
      Lanes several{};
      for (int i = 1; i < kSize; ++i) {
        const Lanes plane = plane_at(planes, members[i]);
        several = or_and(several, some, plane);
        some |= plane;
      }
      f(group, some, several);
    }
  }

  PUZZLED_INLINE Lanes of_groups(const std::uint16_t* groups) const {
    return or3(plane_at(singles_, groups[0]), plane_at(singles_, groups[1]),
               plane_at(singles_, groups[2]) | plane_at(singles_, groups[3]));
  }

  static PUZZLED_INLINE Lanes plane_at(const Lanes* planes, std::size_t words) {
    return *reinterpret_cast<const Lanes*>(reinterpret_cast<const std::uint64_t*>(planes) + words);
  }

  Lanes possible_[kMaxCandidates];
  Lanes placed_[kMaxCandidates];
  Lanes singles_[kMaxGroups];  // of each group, where there is one
};

/// Tries all candidates round by round until there is a contradiction. Writes the numbers of the
/// candidates that have one in that round to `excluded`, and returns how many they are; `rounds`
/// says how many it took. Zero if none leads to a contradiction.
template <int kBytes>
__attribute__((noinline)) int find_excluded(const Candidates& candidates, Probes<kBytes>& probes,
                                            std::uint16_t* excluded, int& rounds) {
  using Lanes = typename Probes<kBytes>::Lanes;
  int count = 0;
  rounds = kMaxCandidates;  // each round but the last removes something
  for (int first = 0; first < candidates.count; first += Probes<kBytes>::kCount) {
    probes.begin(candidates, first);
    bool moved = true;
    for (int round = 1; moved && round <= rounds; ++round) {
      const Lanes dead = probes.run_round(candidates, moved);
      if (!any_bit(dead)) continue;
      if (round < rounds) count = 0;
      rounds = round;
      for_each_lane(
          dead, [&](int lane) { excluded[count++] = static_cast<std::uint16_t>(first + lane); });
      break;
    }
  }
  return count;
}

}  // namespace
}  // namespace puzzled::sudoku::rating::PUZZLED_LEVEL
