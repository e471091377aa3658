// One unit of work as the input of the kernels, and the memory that they work in.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/queens/meet/geometry.hpp"
#include "core/queens/meet/ranks.hpp"
#include "core/queens/unit_count.hpp"
#include "core/stop.hpp"

namespace puzzled::queens::meet {

/// Growing memory for code that must not call the standard library (see kernel.hpp). Owns its
/// bytes, aligned to a cache line.
struct Buffer {
  unsigned char* bytes = nullptr;
  std::size_t capacity = 0;

  Buffer() = default;
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  Buffer(Buffer&& other) noexcept;
  Buffer& operator=(Buffer&& other) noexcept;
  ~Buffer();
};

/// Makes room for `size` bytes; the contents are lost. Throws std::bad_alloc.
void grow(Buffer& buffer, std::size_t size);

/// Frees the memory of a very large buffer, 512 MiB or more: a unit that needs so much takes so
/// long that allocating it again costs little, and other workers may need the memory.
void give_back(Buffer& buffer);

/// The buffer as an array with room for `count` elements; the contents may be lost.
template <class Element>
static inline Element* room_for(Buffer& buffer, std::size_t count) {
  if (count * sizeof(Element) > buffer.capacity) grow(buffer, count * sizeof(Element));
  return reinterpret_cast<Element*>(buffer.bytes);
}

/// The sum of a unit, with two residues that are accumulated independently: if the sum overflows,
/// is cut or is changed by faulty memory, they disagree (see unit_count.hpp).
struct Tally {
  std::uint64_t count = 0;
  /// Congruent to the sum, and below 2^36; modulo 2^31 - 1 and 2^32 - 5.
  std::uint64_t residues[2] = {0, 0};
};

/// REQUIRES: solutions < 2^36.
static inline void add_to(Tally& tally, std::uint64_t solutions) {
  tally.count += solutions;
  // The part above 2^31 counts 1 modulo 2^31 - 1, the part above 2^32 counts 5 modulo 2^32 - 5.
  const std::uint64_t first = tally.residues[0] + solutions;
  const std::uint64_t second = tally.residues[1] + solutions;
  tally.residues[0] = (first & 0x7FFFFFFF) + (first >> 31);
  tally.residues[1] = (second & 0xFFFFFFFF) + 5 * (second >> 32);
}

/// The lists of FirstRows (see there) as plain arrays.
struct FirstRowsView {
  int rows;
  int lines;
  int low_columns;
  const std::uint32_t* low_number;
  const std::uint32_t* high_number;
  std::uint32_t lists;
  const std::uint32_t* starts;
  const std::uint16_t* at_least;
  const State* states;
};

/// One unit of the one-sided engine: all column sets of the top half whose outer part is
/// `top_outer`.
struct OneSidedUnit {
  Halves halves;
  int margin;                   ///< outer columns on either side
  int top_rows_added;           ///< to the lists of tops for a column set: 1 or 2
  int bottom_rows_added;        ///< likewise: 2 or 3
  std::uint32_t top_outer;      ///< the outer columns that the top half has
  const std::uint8_t* weights;  ///< of solutions, by the column of the bottom half's last row
  RankBounds ranks;             ///< REQUIRES: ranks.lines == first_rows.lines
  FirstRowsView first_rows;
  const StopFlag* stop;
};

/// One unit of the two-sided engine: one column set of the top half.
struct TwoSidedUnit {
  Halves halves;
  int middle_rows;              ///< rows around the cut that are searched
  std::uint32_t top_columns;    ///< REQUIRES: as many as the top half has rows
  const std::uint8_t* weights;  ///< of solutions, by the column of the bottom half's last row
  RankBounds ranks;             ///< REQUIRES: no more lines than rows in the lists
  const StopFlag* stop;
};

/// Upper bound on middle rows whose queens filter lists of states.
inline constexpr int kMaxFilteringRows = 5;

/// Lists of one kind (see lists.hpp).
struct ListBuffers {
  Buffer states;
  Buffer ranges;
  Buffer ends;
};

/// The memory of one worker. Buffers grow when a unit needs more than any before it.
struct Workspace {
  ListBuffers lists[2][2];  ///< one-sided: of tops and of bottoms, before and after a row is added
  ListBuffers side_lists[2];  ///< two-sided: the lists of tops and of bottoms
  Buffer tops;                ///< states of the column set in hand
  Buffer bottoms;
  // Keys, above the column rank and at it.
  Buffer top_keys[2];
  Buffer bottom_keys[2];
  Buffer corner_tops;
  Buffer corner_keys[2];
  Buffer tops_left[2];      ///< after the bottoms' last queen
  Buffer filtered_tops[2];  ///< after another filter
  Buffer filtered_bottoms;
  Buffer tables;
  /// What a middle queen leaves of the lists of its side, by how many are placed. Before that, the
  /// first of them has lists of fewer rows.
  ListBuffers fitting[kMaxFilteringRows];
  Buffer filtered_sets;  ///< bottom keys of all pairs of last rows, after the tops' first queen
};

UnitCount to_unit_count(const Tally& tally);

/// Here for the kernels, which call nothing that is inline in the standard library.
bool is_stopped(const StopFlag& stop);

}  // namespace puzzled::queens::meet
