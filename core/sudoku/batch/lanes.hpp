// Boards of single lanes: in from puzzles and records, out to solutions and records.
#pragma once

#include "core/sudoku/batch/board.hpp"
#include "core/sudoku/batch/transpose.hpp"

namespace puzzled::sudoku::batch::PUZZLED_BATCH_ISA {

inline constexpr int kGroups = (kCandidatePlanes + 7) / 8;  // bytes of a board's candidates: 92
inline constexpr int kPieces = (kGroups + kPieceBytes - 1) / kPieceBytes;

/// An open board that waits: its candidates, in whole pieces.
struct alignas(32) Record {
  std::uint8_t bytes[kPieces * kPieceBytes];
};

/// Bytes by group and slot, on their way between planes and records.
struct alignas(64) Buffer {
  std::uint8_t bytes[kPieces * kPieceBytes][kLanes];
};

inline constexpr int kGridCells = 81;
inline constexpr int kGridPieces = kGridCells / kPieceBytes;  // and one cell more

/// The pieces of the slots of one chunk, `kCount` for each slot.
template <int kCount>
struct alignas(64) ChunkPieces {
  static constexpr int kPerPiece = 16 * kChunkSlots;

  std::uint8_t bytes[kCount * kPerPiece];

  // After transpose_16() vector i holds the slots i, 16 + i, …, one in each 128-bit block.
  static constexpr int place(int i) { return i % 16 * kChunkSlots + i / 16 * 16; }
};

// Gives each masked slot of the chunk its pieces: `address_of(slot)` says where, in a row. Byte k
// of piece p comes from group 16 p + k of the buffer.
template <int kCount, class AddressOf>
PUZZLED_INLINE void take_pieces(const Buffer& buffer, int chunk, const SlotMask& mask,
                                const AddressOf& address_of) {
  ChunkPieces<kCount> pieces;
  for (int piece = 0; piece < kCount; ++piece) {
    Bytes v[16];
    for (int i = 0; i < 16; ++i) {
      std::memcpy(&v[i], buffer.bytes[16 * piece + i] + chunk * kChunkSlots, kChunkSlots);
    }
    transpose_16(v);
    for (int i = 0; i < 16; ++i)
      std::memcpy(&pieces.bytes[piece * pieces.kPerPiece + i * kChunkSlots], &v[i], kChunkSlots);
  }
  for (std::uint64_t bits = mask.of_chunk(chunk); bits != 0; bits &= bits - 1) {
    const int i = __builtin_ctzll(bits);
    std::uint8_t* const to = address_of(chunk * kChunkSlots + i);
    const std::uint8_t* const from = pieces.bytes + pieces.place(i);
#pragma GCC unroll 6
    for (int piece = 0; piece < kCount; ++piece) {
      std::memcpy(to + piece * kPieceBytes, from + piece * pieces.kPerPiece, kPieceBytes);
    }
  }
}

// The other way. Slots that are not masked get bytes that mean nothing.
template <int kCount, class AddressOf>
PUZZLED_INLINE void put_pieces(Buffer& buffer, int chunk, const SlotMask& mask,
                               const AddressOf& address_of) {
  ChunkPieces<kCount> pieces;
  for (std::uint64_t bits = mask.of_chunk(chunk); bits != 0; bits &= bits - 1) {
    const int i = __builtin_ctzll(bits);
    const std::uint8_t* const from = address_of(chunk * kChunkSlots + i);
    std::uint8_t* const to = pieces.bytes + pieces.place(i);
#pragma GCC unroll 6
    for (int piece = 0; piece < kCount; ++piece) {
      std::memcpy(to + piece * pieces.kPerPiece, from + piece * kPieceBytes, kPieceBytes);
    }
  }
  for (int piece = 0; piece < kCount; ++piece) {
    Bytes v[16];
    for (int i = 0; i < 16; ++i)
      std::memcpy(&v[i], &pieces.bytes[piece * pieces.kPerPiece + i * kChunkSlots], kChunkSlots);
    transpose_16(v);
    for (int i = 0; i < 16; ++i) {
      std::memcpy(buffer.bytes[16 * piece + i] + chunk * kChunkSlots, &v[i], kChunkSlots);
    }
  }
}

/// Writes the boards of the masked slots to records; `record_of(slot)` gives them. The cells follow
/// `lines` first: the board's own, or those of its other halves.
template <class RecordOf>
static __attribute__((noinline)) void save_lanes(const Board& board, const Plane (*lines)[9][6],
                                                 const SlotMask& mask, Buffer& buffer,
                                                 const RecordOf& record_of) {
  Plane eight[8] = {};
  int plane = 0;
  for (int box = 0; box < 9; ++box) {
    for (int digit = 0; digit < 9; ++digit) {
      const Plane* line = lines[box][digit];
      for (int k = 0; k < 9; ++k) {
        eight[plane % 8] = and3(board.cells[box][digit][k], line[k / 3], line[3 + k % 3]);
        if (plane % 8 == 7) bits_to_bytes(eight, buffer.bytes[plane / 8]);
        ++plane;
      }
    }
  }
  bits_to_bytes(eight, buffer.bytes[plane / 8]);
  for (int chunk = 0; chunk < kChunks; ++chunk) {
    if (mask.of_chunk(chunk) == 0) continue;
    take_pieces<kPieces>(buffer, chunk, mask, [&](int slot) { return record_of(slot).bytes; });
  }
}

/// Puts records into the masked slots and leaves the others alone. Returns the mask of those lanes.
template <class RecordOf>
static __attribute__((noinline)) Plane load_lanes(Board& board, const SlotMask& mask,
                                                  Buffer& buffer, const RecordOf& record_of) {
  for (int chunk = 0; chunk < kChunks; ++chunk) {
    if (mask.of_chunk(chunk) == 0) continue;
    put_pieces<kPieces>(buffer, chunk, mask, [&](int slot) { return record_of(slot).bytes; });
  }
  const Plane lanes = plane_of(mask);
  Plane eight[8];
  Plane* const cells = &board.cells[0][0][0];
  for (int group = 0; group < kGroups; ++group) {
    bytes_to_bits(buffer.bytes[group], eight);
    const int planes = group + 1 < kGroups ? 8 : kCandidatePlanes % 8;
    for (int k = 0; k < planes; ++k) {
      cells[8 * group + k] = choose(lanes, eight[k], cells[8 * group + k]);
    }
  }
  Plane* const lines = &board.lines[0][0][0];
  for (int i = 0; i < 9 * 9 * 6; ++i) lines[i] |= lanes;
  return lanes;
}

// The candidates of a cell whose digit is given in four bits, 0 for a blank.
PUZZLED_INLINE void set_candidates(Board& board, int cell, const Plane* bit) {
  const Plane blank = ~(or3(bit[0], bit[1], bit[2]) | bit[3]);
  Plane(*x)[9] = board.cells[box_index(cell)];
  const int k = box_place(cell);
  for (int digit = 1; digit <= 9; ++digit) {
    Plane match = (digit & 1) != 0 ? bit[0] : ~bit[0];
    match &= (digit & 2) != 0 ? bit[1] : ~bit[1];
    match &= (digit & 4) != 0 ? bit[2] : ~bit[2];
    match &= (digit & 8) != 0 ? bit[3] : ~bit[3];
    x[digit - 1][k] = match | blank;
  }
}

/// Fills all lanes afresh: slot s with the grid of 81 digits at `grids + 81 * s`, slots from
/// `count` on with nothing (they are dead).
static __attribute__((noinline)) void load_grids(Board& board, const std::uint8_t* grids, int count,
                                                 Buffer& buffer) {
  const SlotMask mask = first_slots(count);
  std::uint8_t* const last = buffer.bytes[kGridCells - 1];
  for (int slot = 0; slot < kLanes; ++slot) {
    last[slot] = slot < count ? grids[kGridCells * slot + kGridCells - 1] : 0;
  }
  for (int chunk = 0; chunk < kChunks; ++chunk) {
    put_pieces<kGridPieces>(buffer, chunk, mask,
                            [&](int slot) { return grids + kGridCells * slot; });
  }
  Plane eight[8];
  for (int cell = 0; cell < kGridCells; cell += 2) {
    // Two cells of four bits each share a byte.
    alignas(64) std::uint8_t pair[kLanes];
    const std::uint8_t* const low = buffer.bytes[cell];
    const std::uint8_t* const high = buffer.bytes[cell + 1];
    const bool alone = cell + 1 == kGridCells;
    for (int slot = 0; slot < kLanes; ++slot) {
      pair[slot] = static_cast<std::uint8_t>(low[slot] | (alone ? 0 : high[slot] << 4));
    }
    bytes_to_bits(pair, eight);
    set_candidates(board, cell, eight);
    if (!alone) set_candidates(board, cell + 1, eight + 4);
  }
  board.dead = ~plane_of(mask);
  board.settled = board.solved = board.changed = Plane{};
  Plane* const lines = &board.lines[0][0][0];
  for (int i = 0; i < 9 * 9 * 6; ++i) lines[i] = all_lanes();
}

/// Writes the digits of solved boards (kFollowLines: the cells have yet to follow their lines):
/// `grid_of(slot)` gives the address of 81 bytes for each masked slot.
template <bool kFollowLines, class GridOf>
static __attribute__((noinline)) void save_grids(const Board& board, const SlotMask& mask,
                                                 Buffer& buffer, const GridOf& grid_of) {
  Plane eight[8] = {};
  for (int cell = 0; cell < kGridCells; ++cell) {
    Plane* const bit = eight + cell % 2 * 4;
    const int box = box_index(cell);
    const int k = box_place(cell);
    Plane x[9];
    for (int digit = 0; digit < 9; ++digit) {
      const Plane* line = board.lines[box][digit];
      x[digit] = board.cells[box][digit][k];
      if constexpr (kFollowLines) x[digit] = and3(x[digit], line[k / 3], line[3 + k % 3]);
    }
    bit[0] = or3(or3(x[0], x[2], x[4]), x[6], x[8]);
    bit[1] = or3(x[1], x[2], x[5] | x[6]);
    bit[2] = or3(x[3], x[4], x[5] | x[6]);
    bit[3] = x[7] | x[8];
    if (cell % 2 == 0 && cell + 1 < kGridCells) continue;
    alignas(64) std::uint8_t pair[kLanes];
    bits_to_bytes(eight, pair);
    std::uint8_t* const low = buffer.bytes[cell - cell % 2];
    std::uint8_t* const high = buffer.bytes[cell - cell % 2 + 1];
    for (int slot = 0; slot < kLanes; ++slot) low[slot] = pair[slot] & 15;
    for (int slot = 0; slot < kLanes; ++slot) high[slot] = pair[slot] >> 4;
  }
  for (int chunk = 0; chunk < kChunks; ++chunk) {
    if (mask.of_chunk(chunk) == 0) continue;
    take_pieces<kGridPieces>(buffer, chunk, mask, grid_of);
  }
  mask.for_each(
      [&](int slot) { grid_of(slot)[kGridCells - 1] = buffer.bytes[kGridCells - 1][slot]; });
}

}  // namespace puzzled::sudoku::batch::PUZZLED_BATCH_ISA
