// Moving single lanes: from puzzles and records onto a board, from a board to solutions and
// records.
//
// Eight planes make one byte a lane, 16 such bytes a piece, four pieces a record:
//
//   planes 0..7    bits_to_bytes   16 groups       transpose   4 pieces
//   [lane lane …] ───────────────▶ [byte byte …]  ───────────▶ [16 bytes of slot s]
#pragma once

#include "core/sudoku/batch/board.hpp"
#include "core/sudoku/batch/job.hpp"
#include "core/sudoku/batch/slot_mask.hpp"
#include "core/sudoku/text/cells.hpp"

namespace puzzled::sudoku::batch::PUZZLED_LEVEL {
namespace {

constexpr int kPieceBytes = 16;
constexpr int kGroups = (kMiniLinePlanes + 7) / 8;  // bytes of a board's mini-lines: 61
constexpr int kPieces = (kGroups + kPieceBytes - 1) / kPieceBytes;

// A record, which keeps an open board, is whole pieces.
static_assert(sizeof(Record) == kPieces * kPieceBytes);

/// Bytes by group and slot, between planes and records.
struct alignas(64) Buffer {
  std::uint8_t bytes[kPieces * kPieceBytes][kLanes];
};

constexpr int kGridCells = 81;
constexpr int kGridPairs = (kGridCells + 1) / 2;  // two cells of four bits share a byte
constexpr int kGridPieces = (kGridPairs + kPieceBytes - 1) / kPieceBytes;

/// The pieces of the slots of one chunk, `kCount` for each slot.
template <int kCount>
struct alignas(64) ChunkPieces {
  static constexpr int kPerPiece = 16 * kChunkSlots;

  std::uint8_t bytes[kCount * kPerPiece];

  // After transpose_16x16_bytes() vector i holds the slots i, 16 + i, …, one in each 128-bit block.
  static constexpr int place(int i) { return i % 16 * kChunkSlots + i / 16 * 16; }
};

// Copies the pieces of one slot: those in `pieces` are `kPerPiece` apart, those of a record side by
// side.
template <int kCount>
PUZZLED_INLINE void take_pieces(const std::uint8_t* pieces, std::uint8_t* to) {
#pragma GCC unroll 6
  for (int piece = 0; piece < kCount; ++piece) {
    std::memcpy(to + piece * kPieceBytes, pieces + piece * ChunkPieces<kCount>::kPerPiece,
                kPieceBytes);
  }
}
template <int kCount>
PUZZLED_INLINE void put_pieces(const std::uint8_t* from, std::uint8_t* pieces) {
#pragma GCC unroll 6
  for (int piece = 0; piece < kCount; ++piece) {
    std::memcpy(pieces + piece * ChunkPieces<kCount>::kPerPiece, from + piece * kPieceBytes,
                kPieceBytes);
  }
}

// Calls `take(slot, pieces)` for each masked slot. Byte k of piece p comes from group 16 p + k of
// the buffer.
template <int kCount, class Take>
PUZZLED_INLINE void from_buffer(const Buffer& buffer, const SlotMask& mask, const Take& take) {
  ChunkPieces<kCount> pieces;
  for (int chunk = 0; chunk < kChunks; ++chunk) {
    std::uint64_t bits = mask.of_chunk(chunk);
    if (bits == 0) continue;
    for (int piece = 0; piece < kCount; ++piece) {
      Bytes v[16];
#pragma GCC unroll 16
      for (int i = 0; i < 16; ++i) {
        v[i] = load<Bytes>(buffer.bytes[16 * piece + i] + chunk * kChunkSlots);
      }
      transpose_16x16_bytes(v);
#pragma GCC unroll 16
      for (int i = 0; i < 16; ++i) {
        store(&pieces.bytes[piece * pieces.kPerPiece + i * kChunkSlots], v[i]);
      }
    }
    for (; bits != 0; bits &= bits - 1) {
      const int i = __builtin_ctzll(bits);
      take(chunk * kChunkSlots + i, pieces.bytes + pieces.place(i));
    }
  }
}

// The inverse: `put(slot, pieces)` writes the pieces of each masked slot. The bytes of other slots
// mean nothing.
template <int kCount, class Put>
PUZZLED_INLINE void to_buffer(Buffer& buffer, const SlotMask& mask, const Put& put) {
  ChunkPieces<kCount> pieces;
  for (int chunk = 0; chunk < kChunks; ++chunk) {
    std::uint64_t bits = mask.of_chunk(chunk);
    if (bits == 0) continue;
    for (; bits != 0; bits &= bits - 1) {
      const int i = __builtin_ctzll(bits);
      put(chunk * kChunkSlots + i, pieces.bytes + pieces.place(i));
    }
    for (int piece = 0; piece < kCount; ++piece) {
      Bytes v[16];
#pragma GCC unroll 16
      for (int i = 0; i < 16; ++i) {
        v[i] = load<Bytes>(&pieces.bytes[piece * pieces.kPerPiece + i * kChunkSlots]);
      }
      transpose_16x16_bytes(v);
#pragma GCC unroll 16
      for (int i = 0; i < 16; ++i) {
        store(buffer.bytes[16 * piece + i] + chunk * kChunkSlots, v[i]);
      }
    }
  }
}

constexpr int kWholeGroups = kMiniLinePlanes / 8;
constexpr int kRest = kMiniLinePlanes % 8;  // planes of the last group

// By bit of a record: its plane among the mini-lines of a board.
struct RecordPlanes {
  std::uint16_t index[kMiniLinePlanes];
};
constexpr RecordPlanes record_planes() {
  RecordPlanes planes{};
  for (int i = 0; i < kMiniLinePlanes; ++i) {
    planes.index[i] = static_cast<std::uint16_t>(mini_line_plane(i / 54, i % 54 / 6, i % 6));
  }
  return planes;
}
constexpr RecordPlanes kRecordPlanes = record_planes();

PUZZLED_INLINE std::size_t record_plane(int bit) {
  return static_cast<std::size_t>(kAbreast == 1 ? bit : kRecordPlanes.index[bit]);
}

/// Writes the boards of the masked slots to the records `record_of(slot)`: `mini_lines`, which are
/// the board's own or those of the other branches after a split.
template <class RecordOf>
__attribute__((noinline)) void save_lanes(const Plane* mini_lines, const SlotMask& mask,
                                          Buffer& buffer, const RecordOf& record_of) {
#pragma GCC unroll 1
  for (int group = 0; group < kWholeGroups; ++group) {
    Plane eight[8];
    for (int k = 0; k < 8; ++k) eight[k] = mini_lines[record_plane(8 * group + k)];
    bits_to_bytes(eight, buffer.bytes[group]);
  }
  Plane rest[8] = {};
  for (int k = 0; k < kRest; ++k) rest[k] = mini_lines[record_plane(8 * kWholeGroups + k)];
  bits_to_bytes(rest, buffer.bytes[kWholeGroups]);
  from_buffer<kPieces>(buffer, mask, [&](int slot, const std::uint8_t* pieces) {
    take_pieces<kPieces>(pieces, record_of(slot).bytes);
  });
}

/// Puts records into the masked slots, whose boards are open from then on, and leaves the others
/// alone.
template <class RecordOf>
__attribute__((noinline)) void load_lanes(Board& board, const SlotMask& mask, Buffer& buffer,
                                          const RecordOf& record_of) {
  to_buffer<kPieces>(buffer, mask, [&](int slot, std::uint8_t* pieces) {
    put_pieces<kPieces>(record_of(slot).bytes, pieces);
  });
  const Plane lanes = plane_of(mask);
  const auto put_group = [&](int group, int count) {
    Plane eight[8];
    bytes_to_bits(buffer.bytes[group], eight);
    for (int k = 0; k < count; ++k) {
      Plane& to = board.mini_lines[record_plane(8 * group + k)];
      to = choose(lanes, eight[k], to);
    }
  };
#pragma GCC unroll 1
  for (int group = 0; group < kWholeGroups; ++group) put_group(group, 8);
  put_group(kWholeGroups, kRest);
  board.dead &= ~lanes;
  board.settled &= ~lanes;
  board.loaded |= lanes;
}

// By cell in row order: its index among the cells box by box, and that of its first candidate.
struct CellPlaces {
  std::uint16_t index[kGridCells];
};
constexpr CellPlaces box_cells() {
  CellPlaces places{};
  for (int cell = 0; cell < kGridCells; ++cell) {
    places.index[cell] = static_cast<std::uint16_t>(9 * box_index(cell) + box_place(cell));
  }
  return places;
}
constexpr CellPlaces first_candidates() {
  CellPlaces places{};
  for (int cell = 0; cell < kGridCells; ++cell) {
    places.index[cell] =
        static_cast<std::uint16_t>(cell_plane(box_index(cell), 0, box_place(cell)));
  }
  return places;
}
constexpr CellPlaces kBoxCell = box_cells();
constexpr CellPlaces kFirstCandidate = first_candidates();
constexpr int kNextCandidate = 9 * kAbreast;  // from one digit's plane of a cell to the next's

using SmallBytes = Vector<std::uint8_t, 16>;

// Cell i and cell kUpperCells + i share a byte, so that packing moves nothing to another place.
constexpr int kUpperCells = 41;

// The low four bits of a clue are its digit, as a character and as a number; those of a blank are 0
// or above 9.
template <class V>
PUZZLED_INLINE V digits_of(V cells) {
  const V v = cells & 15;
  return v & reinterpret_cast<V>(v < 10);
}

// Packs 81 cells into the pieces of a slot.
PUZZLED_INLINE void put_cells(const std::uint8_t* cells, std::uint8_t* pieces) {
  constexpr int kPerPiece = ChunkPieces<kGridPieces>::kPerPiece;
#if defined(__AVX512VL__)
  // As digits_of(), but the look-up takes the low half by itself, and blanks are 0 in the table.
  const __m512i digits =
      _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0, 0, 0));
  constexpr std::uint64_t kUpper = (std::uint64_t{1} << (kGridCells - kUpperCells)) - 1;
  const __m512i lower = _mm512_shuffle_epi8(digits, _mm512_loadu_si512(cells));
  const __m512i upper =
      _mm512_shuffle_epi8(digits, _mm512_maskz_loadu_epi8(kUpper, cells + kUpperCells));
  const __m512i packed = _mm512_or_si512(lower, _mm512_slli_epi16(upper, 4));
  _mm_store_si128(reinterpret_cast<__m128i*>(pieces), _mm512_castsi512_si128(packed));
  _mm_store_si128(reinterpret_cast<__m128i*>(pieces + kPerPiece),
                  _mm512_extracti32x4_epi32(packed, 1));
  _mm_store_si128(reinterpret_cast<__m128i*>(pieces + 2 * kPerPiece),
                  _mm512_extracti32x4_epi32(packed, 2));
#else
  for (int i = 0; i < 2 * kPieceBytes; i += kVectorBytes) {
    const Bytes lower = digits_of(load<Bytes>(cells + i));
    const Bytes upper = digits_of(load<Bytes>(cells + kUpperCells + i));
    const Bytes packed = lower | upper << 4;
    for (int k = 0; k < kVectorBytes; k += kPieceBytes) {
      std::memcpy(pieces + (i + k) / kPieceBytes * kPerPiece,
                  reinterpret_cast<const char*>(&packed) + k, kPieceBytes);
    }
  }
  // The last eight cells are at the end of what may be read.
  const auto last = reinterpret_cast<Vector<std::uint64_t, kPieceBytes> >(
      digits_of(load<SmallBytes>(cells + kGridCells - kPieceBytes)));
  const auto upper = reinterpret_cast<SmallBytes>(Vector<std::uint64_t, kPieceBytes>{last[1], 0});
  store(pieces + 2 * kPerPiece, digits_of(load<SmallBytes>(cells + 2 * kPieceBytes)) | upper << 4);
#endif
}

// The candidates of a cell whose digit is given in four bits, 0 for a blank.
PUZZLED_INLINE void set_candidates(Board& board, int cell, const Plane* bit, Plane* blanks) {
  const Plane blank = ~(or3(bit[0], bit[1], bit[2]) | bit[3]);
  Plane* const x = board.cells + kFirstCandidate.index[cell];
  blanks[kBoxCell.index[cell]] = blank;
  // 1, 8 and 9 alone need the highest bit: 2 to 7 are told by the others.
  x[0] = blank | and_neither(bit[0] & ~bit[3], bit[1], bit[2]);
#pragma GCC unroll 6
  for (int digit = 2; digit <= 7; ++digit) {
    const Plane match =
        and3((digit & 1) != 0 ? bit[0] : ~bit[0], (digit & 2) != 0 ? bit[1] : ~bit[1],
             (digit & 4) != 0 ? bit[2] : ~bit[2]);
    x[kNextCandidate * (digit - 1)] = match | blank;
  }
  x[kNextCandidate * 7] = blank | (bit[3] & ~bit[0]);
  x[kNextCandidate * 8] = blank | (bit[3] & bit[0]);
}

// Sets the mini-lines that clues leave: a mini-row is possible unless a clue of the digit stands
// elsewhere in its row or its box. That is most of what a first pass would find, for a third of its
// cost.
// Returns the lanes in which two clues contradict each other.
__attribute__((noinline)) Plane set_mini_lines(Board& board, const Plane* blanks, Plane* clues) {
  Plane conflict{};
  for (int box = 0; box < 9; ++box) {
    Plane blank[9];
    for (int k = 0; k < 9; ++k) blank[k] = blanks[9 * box + k];
#pragma GCC unroll 1
    for (int digit = 0; digit < 9; ++digit) {
      const Plane* const x = board.cells + cell_plane(box, digit, 0);
      Plane clue[9];
#pragma GCC unroll 9
      for (int k = 0; k < 9; ++k) clue[k] = x[kAbreast * k] & ~blank[k];
      Plane* const mini_lines = clues + 54 * box + 6 * digit;
      for (int i = 0; i < 3; ++i) {
        const Plane* const row = clue + 3 * i;
        mini_lines[i] = or3(row[0], row[1], row[2]);
        mini_lines[3 + i] = or3(clue[i], clue[3 + i], clue[6 + i]);
        conflict |= majority(row[0], row[1], row[2]);
      }
      conflict |= majority(mini_lines[0], mini_lines[1], mini_lines[2]);
    }
  }
  for (int band = 0; band < 3; ++band) {
    for (int stack = 0; stack < 3; ++stack) {
      const auto clues_of = [&](int b, int s) { return clues + 54 * (3 * (b % 3) + s % 3); };
      const Plane* own = clues_of(band, stack);
      const Plane* const sides[4] = {clues_of(band, stack + 1), clues_of(band, stack + 2),
                                     clues_of(band + 1, stack), clues_of(band + 2, stack)};
      Plane* const mini_lines = board.mini_lines + mini_line_plane(3 * band + stack, 0, 0);
      for (int digit = 0; digit < 9; ++digit) {
        for (int i = 0; i < 6; ++i) {
          const int at = 6 * digit + i;
          const int side = i / 3 * 2;
          const int first = 6 * digit + i / 3 * 3;
          const Plane b = sides[side][at];
          const Plane c = sides[side + 1][at];
          mini_lines[kAbreast * at] =
              neither(or3(b, c, own[first + (i + 1) % 3]), own[first + (i + 2) % 3]);
          // Each box is compared with its two neighbours: that covers every pair of three.
          conflict = or_and(conflict, b | c, own[at]);
        }
      }
    }
  }
  return conflict;
}

/// Fills all lanes: slot s with the cells at `puzzles[s]`; slots from `count` on are dead. `clues`
/// is scratch; the first `next` puzzles behind are prefetched. Returns the lanes in which two clues
/// contradict each other; they are dead, too.
__attribute__((noinline)) Plane load_grids(Board& board, const std::uint8_t* const* puzzles,
                                           int count, int next, Buffer& buffer, Plane* clues) {
  const SlotMask mask = first_slots(count);
  to_buffer<kGridPieces>(buffer, mask, [&](int slot, std::uint8_t* pieces) {
    put_cells(puzzles[slot], pieces);
    if (slot < next) {
      const std::uint8_t* const soon = puzzles[count + slot];
      __builtin_prefetch(soon, 0, 2);
      __builtin_prefetch(soon + 64, 0, 2);
    }
  });
  Plane blanks[kGridCells];
  for (int i = 0; i < kUpperCells; ++i) {
    Plane eight[8];
    bytes_to_bits(buffer.bytes[i], eight);
    set_candidates(board, i, eight, blanks);
    if (kUpperCells + i < kGridCells) set_candidates(board, kUpperCells + i, eight + 4, blanks);
  }
  const Plane given = plane_of(mask);
  const Plane conflict = set_mini_lines(board, blanks, clues) & given;
  board.dead = conflict | ~given;
  board.settled = board.solved = board.changed = board.loaded = Plane{};
  return conflict;
}

// The digit of a solved cell in four bits.
PUZZLED_INLINE void encode_digit(const Board& board, int cell, Plane* bit) {
  const Plane* const cells = board.cells + kFirstCandidate.index[cell];
  Plane x[9];
  for (int digit = 0; digit < 9; ++digit) x[digit] = load_once(cells[kNextCandidate * digit]);
  bit[0] = or3(or3(x[0], x[2], x[4]), x[6], x[8]);
  bit[1] = or3(x[1], x[2], x[5] | x[6]);
  bit[2] = or3(x[3], x[4], x[5] | x[6]);
  bit[3] = x[7] | x[8];
}

// Writes the line of a slot and no byte behind it, which may belong to another puzzle's line. The
// two digits of a byte become the two bytes of a word.
PUZZLED_INLINE void put_line(const std::uint8_t* pieces, char* line) {
  constexpr int kPerPiece = ChunkPieces<kGridPieces>::kPerPiece;
#if defined(__AVX512VL__)
  const auto piece = [pieces](int i) {
    return _mm_load_si128(reinterpret_cast<const __m128i*>(pieces + i * kPerPiece));
  };
  const __m512i pairs =
      _mm512_cvtepu8_epi16(_mm256_inserti128_si256(_mm256_castsi128_si256(piece(0)), piece(1), 1));
  const __m512i halves = _mm512_set1_epi16(0x0F0F);
  const __m512i zeros = _mm512_set1_epi16(0x3030);
  constexpr int kOrAnd = (0xF0 | 0xCC) & 0xAA;
  const __m512i digits =
      _mm512_ternarylogic_epi64(pairs, _mm512_slli_epi16(pairs, 4), halves, kOrAnd);
  _mm512_storeu_si512(line, _mm512_or_si512(digits, zeros));
  const __m128i last = _mm_cvtepu8_epi16(piece(2));
  const __m128i last_digits =
      _mm_ternarylogic_epi64(last, _mm_slli_epi16(last, 4), _mm512_castsi512_si128(halves), kOrAnd);
  _mm_storeu_si128(reinterpret_cast<__m128i*>(line + 64),
                   _mm_or_si128(last_digits, _mm512_castsi512_si128(zeros)));
#else
  using Words = Vector<std::uint16_t, 32>;
#pragma GCC unroll 3
  for (int piece = 0; piece < 3; ++piece) {
    SmallBytes packed;
    std::memcpy(&packed, pieces + piece * kPerPiece, sizeof packed);
    const Words pairs = __builtin_convertvector(packed, Words);
    const Words digits = ((pairs | pairs << 4) & 0x0F0F) + 0x3030;
    std::memcpy(line + 32 * piece, &digits, piece < 2 ? 32 : 16);
  }
#endif
  line[kGridCells - 1] = static_cast<char>('0' + (pieces[2 * kPerPiece + 8] & 15));
  line[kGridCells] = '\n';
}

/// Writes the digits of the masked slots, whose boards are solved, as lines of text to
/// `line_of(slot)`.
template <class LineOf>
__attribute__((noinline)) void save_grids(const Board& board, const SlotMask& mask, Buffer& buffer,
                                          LineOf line_of) {
  for (int pair = 0; pair < kGridPairs; ++pair) {
    Plane eight[8] = {};
    encode_digit(board, 2 * pair, eight);
    if (2 * pair + 1 < kGridCells) encode_digit(board, 2 * pair + 1, eight + 4);
    bits_to_bytes(eight, buffer.bytes[pair]);
  }
  from_buffer<kGridPieces>(
      buffer, mask, [&](int slot, const std::uint8_t* pieces) { put_line(pieces, line_of(slot)); });
}

}  // namespace
}  // namespace puzzled::sudoku::batch::PUZZLED_LEVEL
