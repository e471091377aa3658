// What a kernel works on: pointers to the matrices, and the levels of one search. Plain data, so
// that builds for different instruction sets share it. (Its functions are always inlined: the
// linker must find none of them in a build.)
//
// Level 0 is the whole problem; level d + 1 is the residual problem of level d once an option is
// chosen. A level holds its live options and the number of live options of each item. Nothing is
// undone: to backtrack is to drop a level.
#pragma once

#include <cstddef>
#include <cstdint>

namespace puzzled::cover::search {

/// The item to branch on, and how many live options it has.
struct Choice {
  static constexpr std::uint32_t kSolved = UINT32_MAX;  ///< as item: all are covered

  std::uint32_t item;
  std::uint32_t options;  ///< 0: some item cannot be covered any more

  [[gnu::always_inline]] bool is_dead() const { return options == 0; }
  [[gnu::always_inline]] bool is_solved() const { return item == kSolved; }
};

/// The options of a level's item that are still to be tried.
struct Branches {
  const std::uint64_t* item_options;
  std::uint64_t bits;  ///< those of the current word
  std::uint32_t word;
  std::uint32_t left;  ///< how many there are

  [[gnu::always_inline]] static Branches of(const std::uint64_t* item_options,
                                            const std::uint64_t* live, Choice choice) {
    return {item_options, live[0] & item_options[0], 0, choice.options};
  }

  /// Only one of them.
  [[gnu::always_inline]] static Branches only(const std::uint64_t* item_options,
                                              std::uint32_t option) {
    return {item_options, std::uint64_t{1} << (option % 64), option / 64, 1};
  }

  /// The next one. REQUIRES: left > 0; `live` as at first.
  [[gnu::always_inline]] std::uint32_t next(const std::uint64_t* live) {
    while (bits == 0) {
      ++word;
      bits = live[word] & item_options[word];
    }
    const auto bit = static_cast<std::uint32_t>(__builtin_ctzll(bits));
    bits &= bits - 1;
    --left;
    return word * 64 + bit;
  }
};

enum class Step : std::uint32_t {
  kSolution,  ///< space.path is one, up to space.depth
  kEnd,       ///< all below the base is done
  kPaused,    ///< the node limit is reached
};

struct CacheTable;

/// The state of counting by level, beside the number of solutions found below it.
struct CountFrame {
  std::uint64_t hash;          ///< of the level's key
  std::uint64_t nodes_before;  ///< so many were visited when the level was entered
  bool is_kept;                ///< goes into the cache when the level is done
};

struct Space {
  // The matrices (matrices.hpp).
  const std::uint64_t* exclusions;  ///< null: unite rows
  const std::uint64_t* rows;
  const std::uint64_t*
      item_blocks_of;  ///< where rows are long: by item, the blocks with its options
  const std::uint32_t* option_rows;
  const std::uint32_t* option_row_starts;
  const std::uint8_t* ones;
  const std::uint16_t* wide_ones;
  std::uint32_t items;
  std::uint32_t option_blocks;
  std::uint32_t item_blocks;
  std::uint32_t wide_blocks;
  std::uint32_t
      block_words;  ///< of a row of bits, one for each block of options; 0: rows are short

  // By level.
  std::uint64_t* live;
  std::uint64_t* live_blocks;  ///< where rows are long: a bit for each block that is not empty
  std::uint32_t* live_counts;
  unsigned char* counts;  ///< bytes, or 16 bits: then the level is wide
  std::size_t count_bytes;
  Branches* branches;
  std::uint32_t* path;            ///< the option chosen at the level
  std::uint64_t* removed;         ///< one row: what a step excluded
  std::uint64_t* removed_blocks;  ///< where rows are long: those of `removed` that mean something

  // Where the search is.
  std::uint32_t base;   ///< a walk ends when the branches of this level are used up
  std::uint32_t depth;  ///< the level whose branches are tried
  std::uint64_t nodes;
  std::uint64_t node_limit;
  std::uint64_t found;
  bool stops_at_solutions;

  // Counting with a cache.
  CacheTable* cache;  ///< null: none, or it does not pay
  CountFrame* count_frames;
  std::uint64_t* sums;        ///< by level: what was found below it so far
  std::uint64_t* item_keys;   ///< by level: the items not covered
  bool has_overflowed;        ///< a sum was too large
  std::uint64_t cache_since;  ///< value of `nodes` when the cache was new
  std::uint64_t probes;
  std::uint64_t saved;  ///< nodes that counts from the cache once took
  std::uint64_t added;  ///< entries stored where none had been
};

}  // namespace puzzled::cover::search
