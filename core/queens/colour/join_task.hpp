// What a kernel is given to join: the lanes and partners of one colour as plain arrays.
#pragma once

#include <cstdint>

#include "core/queens/colour/classes.hpp"
#include "core/queens/meet/unit.hpp"
#include "core/stop.hpp"

namespace puzzled::queens::colour {

using meet::Buffer;
using meet::room_for;

/// Where a slot's lanes are: every `step`-th state of the list, from `begin` on. A long list is
/// shared out over several slots, so that a slot's lanes are neither many nor alike.
struct Slot {
  std::uint32_t begin;
  std::uint32_t length;
  std::uint32_t step;
  std::int32_t set;  ///< number of the column set; -1: none, and no lanes
};

/// Slots come in multiples of this, so that any level cuts them into whole blocks.
inline constexpr std::uint32_t kSlotMultiple = 64;

// A partner is placed queen by queen: first those of a stem, then a parent, then the last one of a
// prefix, all of them on rows of the window; then the rest, on rows that differ from row set to row
// set. The queens of the prefix filter lanes; what is left is joined with the rest.

/// A queen that filters by itself has no bit: the only parent where a prefix is one queen.
inline constexpr State kNoQueen = 0;

/// Up to 16 queens of a class, and at least one more in each of parent, prefix and rest.
inline constexpr int kMaxStemQueens = 13;

struct Stem {
  State queens[kMaxStemQueens];
  std::uint32_t first_parent;
  std::uint32_t last_parent;  ///< one behind it
  std::uint32_t first_chunk;
  std::uint32_t last_chunk;
};

struct Prefix {
  State queen;                 ///< its last one
  std::uint32_t parent;        ///< counted from the stem's first
  std::uint32_t first_square;  ///< of those that can follow
  std::uint8_t squares;        ///< how many
  std::uint8_t base;           ///< number of the first one within the chunk
};

/// The two diagonals of a square, as numbers of bits of State.
struct SquareBits {
  std::uint8_t sum;
  std::uint8_t difference;
};

/// Prefixes that share a table of squares. At most 255 squares: the numbers are bytes.
inline constexpr std::uint32_t kMaxChunkPrefixes = 8;
inline constexpr std::uint32_t kMaxChunkSquares = 255;

/// Partners with the same column set are tested up to so many at a time.
inline constexpr int kMaxSame = 8;

/// The most queens behind a prefix.
inline constexpr int kMaxRest = 4;

/// The rests of partners in a chunk, for one row set: groups of those with the same column set, the
/// groups of eight first.
struct Run {
  std::uint32_t first_code;
  std::uint32_t first_group;
  std::uint32_t groups[kMaxSame + 1];  ///< how many, by size
};

/// Sums of cells that would have overflowed. Here for the kernels, which allocate nothing.
struct Spill {
  std::uint64_t cell;
  std::uint32_t pairs;
};
class Spills;
void add_spill(Spills& spills, std::uint64_t cell, std::uint32_t pairs);

/// The partners of one row set. A row is what the counters hold for a column set while a stem is
/// joined.
struct RowSetTask {
  const std::uint32_t* codes;       ///< a byte for each queen: the number of its square
  const std::uint16_t* group_rows;  ///< the row of each group
  const Run* runs;                  ///< by chunk
  const std::uint32_t* row_starts;  ///< by stem
  const std::uint32_t* row_sets;    ///< the column set of each row
  // Once more by prefix, for single lanes: rows, and states or, for kernels that look squares up,
  // the numbers of squares among those of the prefix, the first of each partner and so on.
  const std::uint16_t* single_rows;
  const std::uint32_t* single_starts;  ///< by prefix
  const State* single_states;
  const std::uint8_t* single_squares[kMaxRest];
  bool wanted;
  /// By block and column set of the partners: 16 bits for each slot, those of even slots first.
  std::uint16_t* cells;
  Spills* spills;
};

struct JoinTask {
  const State* lanes;
  const Slot* slots;
  std::uint32_t slot_count;
  int stem_queens;
  int rest;  ///< queens behind the prefix, 1 to kMaxRest
  const Stem* stems;
  std::uint32_t stem_count;
  const State* parents;
  const std::uint32_t* chunks;  ///< first prefix of each, and one behind the last
  const Prefix* prefixes;
  const SquareBits* squares;
  RowSetTask* row_sets;
  std::uint32_t row_set_count;
  std::uint32_t partner_sets;
  std::uint32_t least_layer;  ///< lanes a prefix that make a layer; fewer are tried one by one
  bool careful;               ///< for tests: as if a byte counter had been full
  const StopFlag* stop;
};

/// The memory of a worker for joins.
struct JoinWorkspace {
  Buffer levels[kMaxStemQueens + 1];
  Buffer parents;
  Buffer takers;
  Buffer kept[kMaxChunkPrefixes];
  Buffer tables;
  Buffer singles;
  Buffer counters;
};

}  // namespace puzzled::queens::colour
