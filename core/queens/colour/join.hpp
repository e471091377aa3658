// Joins the lanes and the partners of a colour.
//
// A block is as many slots of lanes as a vector has bytes. The queens of stem, parent and prefix
// filter the lists of its slots one after another. What is left goes eight lanes a slot into
// layers: for each square that can follow, a vector says which lanes leave it free, a byte for each
// slot (free_squares.hpp). A rest of up to four queens takes the AND of its squares; the bits of
// each byte are the pairs. Byte counters, a row of them for each column set of partners, hold the
// sums until the stem is done.
#pragma once

#include "core/queens/colour/block_lists.hpp"
#include "core/queens/colour/free_squares.hpp"
#include "core/queens/colour/pair_counters.hpp"
#include "core/queens/colour/single_lanes.hpp"

namespace puzzled::queens::colour::PUZZLED_LEVEL {
namespace {

/// A parent is a column.
constexpr int kMaxParents = 16;

/// Layers of a chunk; lanes beyond them are tried one by one.
constexpr int kMaxLayers = 8;

/// What a parent leaves of a block. Where it is at most eight lanes a slot, or was before, queens
/// take bits out of a mask instead of states out of lists: there would be a layer all the same, and
/// its squares are found once for all prefixes.
struct Parent {
  BlockList list;
  const Takers* takers;  ///< null: filter the list
  Plane mask;
};

struct Join {
  Join(const JoinTask& a_task, JoinWorkspace& a_workspace) : task(a_task), workspace(a_workspace) {}

  const JoinTask& task;
  JoinWorkspace& workspace;
  std::uint32_t block = 0;
  BlockList levels[kMaxStemQueens + 1];
  Parent parents[kMaxParents];
  BlockList kept[kMaxChunkPrefixes];
  Plane masks[kMaxChunkPrefixes];         ///< of short lists, what is kept instead
  Takers* takers;                         ///< by parent
  Plane (*tables)[kMaxChunkSquares + 1];  ///< by layer
  Single* singles;
  std::uint32_t single_starts[kMaxChunkPrefixes + 1];
  int layers = 0;
};

/// Tests `count` groups of kSame partners each.
template <int kSame, int kRest, bool kCareful>
PUZZLED_INLINE void test_groups(const std::uint32_t*& codes, const std::uint16_t*& rows,
                                std::uint32_t count, const Plane* table, CounterRows& counters) {
  for (std::uint32_t i = 0; i < count; ++i, codes += kSame) {
    ByteCounts pairs{};
#pragma GCC unroll 8
    for (int same = 0; same < kSame; ++same) {
      const std::uint32_t code = codes[same];
      Plane free = table[code & 255];
      if constexpr (kRest == 2) free &= table[code >> 8];
      if constexpr (kRest == 3) free = and3(table[code >> 16], table[code >> 8 & 255], free);
      if constexpr (kRest == 4) {
        free = and3(table[code >> 16 & 255], table[code >> 8 & 255], free) & table[code >> 24];
      }
      pairs += count_bits_of_bytes(free);
    }
    // At most 8 times 8 pairs at once: a careful counter below 128 keeps them.
    const std::uint16_t row = *rows++;
    counters.rows[row] = add_saturating(counters.rows[row], pairs);
    if constexpr (kCareful) counters.flush_if_half_full(row);
  }
}

template <int kRest, bool kCareful>
void test_run(const RowSetTask& set, const Run& run, const Plane* table, CounterRows& counters) {
  const std::uint32_t* codes = set.codes + run.first_code;
  const std::uint16_t* rows = set.group_rows + run.first_group;
  test_groups<8, kRest, kCareful>(codes, rows, run.groups[8], table, counters);
  test_groups<7, kRest, kCareful>(codes, rows, run.groups[7], table, counters);
  test_groups<6, kRest, kCareful>(codes, rows, run.groups[6], table, counters);
  test_groups<5, kRest, kCareful>(codes, rows, run.groups[5], table, counters);
  test_groups<4, kRest, kCareful>(codes, rows, run.groups[4], table, counters);
  test_groups<3, kRest, kCareful>(codes, rows, run.groups[3], table, counters);
  test_groups<2, kRest, kCareful>(codes, rows, run.groups[2], table, counters);
  test_groups<1, kRest, kCareful>(codes, rows, run.groups[1], table, counters);
}

template <bool kCareful>
void test_layer(const Join& join, const RowSetTask& set, const Run& run, const Plane* table,
                CounterRows& counters) {
  switch (join.task.rest) {
    case 1:
      return test_run<1, kCareful>(set, run, table, counters);
    case 2:
      return test_run<2, kCareful>(set, run, table, counters);
    case 3:
      return test_run<3, kCareful>(set, run, table, counters);
    default:
      return test_run<4, kCareful>(set, run, table, counters);
  }
}

/// Lists the lanes of a prefix's mask behind `singles` others; returns how many there are.
std::uint32_t list_masked(Join& join, std::uint32_t first_prefix, std::uint32_t p,
                          std::uint32_t singles) {
  const Parent& parent = join.parents[join.task.prefixes[first_prefix + p].parent];
  const auto* const words = reinterpret_cast<const std::uint64_t*>(&join.masks[p]);
  for (std::uint32_t word = 0; word < kVectorBytes / 8; ++word) {
    for (std::uint64_t left = words[word]; left != 0; left &= left - 1) {
      const auto bit = static_cast<std::uint32_t>(__builtin_ctzll(left));
      const std::uint32_t slot = 8 * word + bit / 8;
      join.singles[singles++] = {parent.list.slot(static_cast<int>(slot))[bit % 8], slot};
    }
  }
  return singles;
}

/// Filters the lanes for the prefixes of a chunk, and makes tables of those that are many.
void lay_out_chunk(Join& join, std::uint32_t first_prefix, std::uint32_t prefixes) {
  const JoinTask& task = join.task;
  // How many lanes are in a layer or behind it.
  std::uint32_t beyond[kMaxLayers + 1] = {};
  for (std::uint32_t p = 0; p < prefixes; ++p) {
    const Prefix& prefix = task.prefixes[first_prefix + p];
    const Parent& parent = join.parents[prefix.parent];
    BlockList& kept = join.kept[p];
    if (parent.takers != nullptr) {
      kept.vectors = 1;
      join.masks[p] = parent.mask & free_of_queen(*parent.takers, prefix.queen);
      beyond[0] += static_cast<std::uint32_t>(count_bits(join.masks[p]));
      continue;
    }
    filter_block(parent.list, prefix.queen, kept, join.workspace.kept[p]);
    for (int slot = 0; slot < kBlockSlots; ++slot) {
      for (std::uint32_t layer = 0; layer <= kMaxLayers && kept.lengths[slot] > 8 * layer;
           ++layer) {
        beyond[layer] += kept.lengths[slot] - 8 * layer;
      }
    }
  }
  join.layers = 0;
  while (join.layers < kMaxLayers &&
         beyond[join.layers] - beyond[join.layers + 1] > task.least_layer * prefixes) {
    ++join.layers;
  }
  for (int layer = 0; layer < join.layers; ++layer) {
    for (std::uint32_t p = 0; p < prefixes; ++p) {
      const Prefix& prefix = task.prefixes[first_prefix + p];
      Plane* const table = join.tables[layer] + prefix.base;
      const SquareBits* const squares = task.squares + prefix.first_square;
      const Takers* const of_parent = join.parents[prefix.parent].takers;
      if (layer == 0 && of_parent != nullptr) {
        find_free_squares(*of_parent, join.masks[p], squares, prefix.squares, table);
      } else if (static_cast<std::uint32_t>(layer) < join.kept[p].vectors) {
        Takers takers;
        find_takers(join.kept[p], static_cast<std::uint32_t>(layer), takers);
        find_free_squares(takers, ~Plane{}, squares, prefix.squares, table);
      } else {
        for (int i = 0; i < prefix.squares; ++i) table[i] = Plane{};
      }
    }
  }
  join.singles = room_for<Single>(join.workspace.singles, beyond[join.layers] + 1);
  std::uint32_t singles = 0;
  for (std::uint32_t p = 0; p < prefixes; ++p) {
    join.single_starts[p] = singles;
    if (join.parents[task.prefixes[first_prefix + p].parent].takers != nullptr) {
      if (join.layers == 0) singles = list_masked(join, first_prefix, p, singles);
      continue;
    }
    const BlockList& kept = join.kept[p];
    for (int slot = 0; slot < kBlockSlots && beyond[join.layers] != 0; ++slot) {
      for (std::uint32_t i = 8U * static_cast<std::uint32_t>(join.layers); i < kept.lengths[slot];
           ++i) {
        join.singles[singles++] = {kept.slot(slot)[i], static_cast<std::uint32_t>(slot)};
      }
    }
  }
  join.single_starts[prefixes] = singles;
}

/// All prefixes of a stem, whose lanes are in join.parents. False, and nothing is counted, if a
/// byte counter may have been full. Careful: counters are emptied in time.
template <bool kCareful>
bool join_prefixes(Join& join, std::uint32_t stem_number) {
  const JoinTask& task = join.task;
  const Stem& stem = task.stems[stem_number];
  std::uint32_t most_rows = 0;
  for (std::uint32_t i = 0; i < task.row_set_count; ++i) {
    const std::uint32_t* const starts = task.row_sets[i].row_starts + stem_number;
    if (starts[1] - starts[0] > most_rows) most_rows = starts[1] - starts[0];
  }
  auto* const all_rows =
      room_for<ByteCounts>(join.workspace.counters, std::size_t{most_rows} * task.row_set_count);
  for (std::size_t i = 0; i < std::size_t{most_rows} * task.row_set_count; ++i)
    all_rows[i] = ByteCounts{};
  const auto counters_of = [&](std::uint32_t i) {
    const RowSetTask& set = task.row_sets[i];
    return CounterRows{task, set, join.block, set.row_sets + set.row_starts[stem_number],
                       all_rows + std::size_t{most_rows} * i};
  };
  for (std::uint32_t chunk = stem.first_chunk; chunk < stem.last_chunk; ++chunk) {
    const std::uint32_t first = task.chunks[chunk];
    const std::uint32_t prefixes = task.chunks[chunk + 1] - first;
    lay_out_chunk(join, first, prefixes);
    for (std::uint32_t i = 0; i < task.row_set_count; ++i) {
      const RowSetTask& set = task.row_sets[i];
      if (!set.wanted) continue;
      CounterRows counters = counters_of(i);
      for (int layer = 0; layer < join.layers; ++layer) {
        test_layer<kCareful>(join, set, set.runs[chunk], join.tables[layer], counters);
      }
      for (std::uint32_t p = 0; p < prefixes; ++p) {
        test_singles<kCareful>(task, set, first + p, join.singles + join.single_starts[p],
                               join.single_starts[p + 1] - join.single_starts[p], counters);
      }
    }
  }
  const auto rows_of = [&](std::uint32_t i) {
    const std::uint32_t* const starts = task.row_sets[i].row_starts + stem_number;
    return starts[1] - starts[0];
  };
  for (std::uint32_t i = 0; i < task.row_set_count && !kCareful; ++i) {
    if (task.row_sets[i].wanted && counters_of(i).any_full(rows_of(i))) return false;
  }
  for (std::uint32_t i = 0; i < task.row_set_count; ++i) {
    if (task.row_sets[i].wanted) counters_of(i).flush(0, rows_of(i));
  }
  return true;
}

/// The lists of a block as the stems begin with.
void load_block(Join& join) {
  BlockList& list = join.levels[0];
  const Slot* const slots = join.task.slots + join.block * kBlockSlots;
  std::uint32_t longest = 0;
  for (int slot = 0; slot < kBlockSlots; ++slot) {
    list.lengths[slot] = slots[slot].length;
    if (slots[slot].length > longest) longest = slots[slot].length;
  }
  list.vectors = (longest + 7) / 8;
  list.stride = list.vectors | 1;
  list.states = room_for<State>(join.workspace.levels[0], kBlockSlots * 8 * list.stride + 8);
  for (int slot = 0; slot < kBlockSlots; ++slot) {
    const State* const from = join.task.lanes + slots[slot].begin;
    for (std::uint32_t i = 0; i < slots[slot].length; ++i) {
      list.slot(slot)[i] = from[std::size_t{i} * slots[slot].step];
    }
    for (std::uint32_t i = slots[slot].length; i < 8 * list.vectors; ++i) {
      list.slot(slot)[i] = kNoLane;
    }
  }
}

/// Finds the takers of a list of at most eight lanes a slot; returns a mask of those that there may
/// be. (What fills lists up takes all diagonals, so that any queen removes it.)
Plane find_takers_of_short(const BlockList& list, Takers& takers) {
  if (list.vectors == 0) return Plane{};
  find_takers(list, 0, takers);
  return ~Plane{};
}

/// The lists of each parent, close together.
void filter_parents(Join& join, const Stem& stem) {
  const BlockList& list = join.levels[join.task.stem_queens];
  const std::uint32_t parents = stem.last_parent - stem.first_parent;
  const bool is_short = list.vectors <= 1;
  const Plane mask = is_short ? find_takers_of_short(list, join.takers[0]) : Plane{};
  if (parents == 1 && join.task.parents[stem.first_parent] == kNoQueen) {
    join.parents[0] = {list, is_short ? &join.takers[0] : nullptr, mask};
    return;
  }
  State* room = room_for<State>(join.workspace.parents,
                                std::size_t{parents} * kBlockSlots * 8 * filtered_stride(list) + 8);
  for (std::uint32_t i = 0; i < parents; ++i) {
    const State queen = join.task.parents[stem.first_parent + i];
    Parent& parent = join.parents[i];
    if (is_short) {
      parent = {list, &join.takers[0], mask & free_of_queen(join.takers[0], queen)};
      continue;
    }
    filter_block(list, queen, parent.list, room);
    pack_block(parent.list);
    room += std::size_t{kBlockSlots} * 8 * parent.list.stride;
    parent.takers = nullptr;
    if (parent.list.vectors > 1) continue;
    parent.takers = &join.takers[i];
    parent.mask = find_takers_of_short(parent.list, join.takers[i]);
  }
}

bool join(const JoinTask& task, JoinWorkspace& workspace) {
  Join join(task, workspace);
  join.tables = room_for<Plane[kMaxChunkSquares + 1]>(workspace.tables, kMaxLayers);
  join.takers = room_for<Takers>(workspace.takers, kMaxParents);
  for (join.block = 0; join.block < task.slot_count / kBlockSlots; ++join.block) {
    load_block(join);
    const Stem* before = nullptr;
    for (std::uint32_t s = 0; s < task.stem_count; ++s) {
      if (is_stopped(*task.stop)) return false;
      const Stem& stem = task.stems[s];
      int depth = 0;
      if (before != nullptr) {
        while (depth < task.stem_queens && stem.queens[depth] == before->queens[depth]) ++depth;
      }
      for (; depth < task.stem_queens; ++depth) {
        filter_block(join.levels[depth], stem.queens[depth], join.levels[depth + 1],
                     workspace.levels[depth + 1]);
      }
      before = &stem;
      filter_parents(join, stem);
      if (task.careful || !join_prefixes<false>(join, s)) join_prefixes<true>(join, s);
    }
  }
  return true;
}

}  // namespace
}  // namespace puzzled::queens::colour::PUZZLED_LEVEL
