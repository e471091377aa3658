// Boards copied from lanes to other lanes of the same batch without leaving the planes: the other
// halves of a split go straight to idle lanes.
//
// A lane is a bit of a byte of each plane: it has a column (which bit) and a byte. All that a level
// with byte permutations needs for a plane is
//
//   turn the bits of every byte,       so that parents' columns meet those of idle lanes
//   permute the bytes, four times,     once for each pair of columns
//   and choose by mask.
//
// A column is a chunk of slots: slot s is column s / kChunkSlots and byte s % kChunkSlots.
#pragma once

#include "core/sudoku/batch/slot_mask.hpp"

namespace puzzled::sudoku::batch::PUZZLED_LEVEL {
namespace {

#if defined(__AVX512VBMI2__) && defined(__GFNI__)
constexpr bool kHasRoutes = true;

constexpr int kColumns = kChunks;
constexpr int kColumnsOfRoute = 2;
constexpr int kRoutes = kColumns / kColumnsOfRoute;

/// From which parent each child comes.
struct alignas(64) Routes {
  Bytes from[kRoutes];  ///< by byte of the child: the parent's byte
  Plane to[kRoutes];    ///< lanes that get a child this way
  Plane turning;        ///< bit matrix in each 64 bits, for turn_bits()
  int turn;             ///< a parent in column c has its child in column (c + turn) % 8
  SlotMask parents;     ///< that have a child
  SlotMask children;    ///< lanes that get one
};

#if defined(PUZZLED_SHORT_VECTORS)
PUZZLED_INLINE Plane turn_bits(Plane v, Plane matrix) {
  return reinterpret_cast<Plane>(_mm_gf2p8affine_epi64_epi8(reinterpret_cast<__m128i>(v),
                                                            reinterpret_cast<__m128i>(matrix), 0));
}
PUZZLED_INLINE Plane permute_bytes(Plane v, Bytes from) {
  return reinterpret_cast<Plane>(
      _mm_shuffle_epi8(reinterpret_cast<__m128i>(v), reinterpret_cast<__m128i>(from)));
}
PUZZLED_INLINE Bytes first_bytes(__m512i v) {
  return reinterpret_cast<Bytes>(_mm512_castsi512_si128(v));
}
#else
PUZZLED_INLINE Plane turn_bits(Plane v, Plane matrix) {
  return reinterpret_cast<Plane>(_mm512_gf2p8affine_epi64_epi8(
      reinterpret_cast<__m512i>(v), reinterpret_cast<__m512i>(matrix), 0));
}
PUZZLED_INLINE Plane permute_bytes(Plane v, Bytes from) {
  return reinterpret_cast<Plane>(
      _mm512_permutexvar_epi8(reinterpret_cast<__m512i>(from), reinterpret_cast<__m512i>(v)));
}
PUZZLED_INLINE Bytes first_bytes(__m512i v) {
  return reinterpret_cast<Bytes>(v);
}
#endif

// Byte 7 - i of the matrix has the input bit of output bit i.
constexpr std::uint64_t turn_matrix(int turn) {
  std::uint64_t matrix = 0;
  for (int i = 0; i < kColumns; ++i) {
    matrix |= std::uint64_t{1} << ((i - turn) & 7) << 8 * (7 - i);
  }
  return matrix;
}
struct TurnMatrices {
  std::uint64_t of[kColumns];
};
constexpr TurnMatrices turn_matrices() {
  TurnMatrices matrices{};
  for (int turn = 0; turn < kColumns; ++turn) matrices.of[turn] = turn_matrix(turn);
  return matrices;
}
constexpr TurnMatrices kTurns = turn_matrices();

// The turn that lets most parents meet an idle lane of their column.
PUZZLED_INLINE int choose_turn(const SlotMask& parents, const SlotMask& idle) {
  int parents_of[2 * kColumns];
  int idle_of[kColumns];
  for (int i = 0; i < kColumns; ++i) {
    parents_of[i] = parents_of[i + kColumns] = __builtin_popcountll(parents.of_chunk(i));
    idle_of[i] = __builtin_popcountll(idle.of_chunk(i));
  }
  int most = -1;
  int chosen = 0;
  for (int turn = 0; turn < kColumns; ++turn) {
    int meet = 0;
    for (int i = 0; i < kColumns; ++i) {
      const int sources = parents_of[i + kColumns - turn];
      meet += sources < idle_of[i] ? sources : idle_of[i];
    }
    if (meet > most) {
      most = meet;
      chosen = turn;
    }
  }
  return chosen;
}

// Which byte each byte of a route comes from.
struct ByteMap {
  __m512i from = _mm512_setzero_si512();
  std::uint64_t sources = 0;  // bytes that are taken
  std::uint64_t targets = 0;  // bytes that are given
};

/// Parents and idle lanes of the columns of a route.
struct RouteLanes {
  std::uint64_t parents[kColumnsOfRoute];
  std::uint64_t idle[kColumnsOfRoute];
  std::uint64_t placed[kColumnsOfRoute];    ///< parents that have a child
  std::uint64_t children[kColumnsOfRoute];  ///< idle lanes that get one
};

// Gives the first of the bytes `targets` the first of the bytes `sources`, and so on, until one of
// them has no more.
PUZZLED_INLINE void match_bytes(ByteMap& map, RouteLanes& lanes, std::uint64_t sources,
                                std::uint64_t targets, __m512i numbers) {
  sources &= ~map.sources;
  targets &= ~map.targets;
  const int available = __builtin_popcountll(sources);
  const int wanted = __builtin_popcountll(targets);
  const std::uint64_t both = low_bits(available < wanted ? available : wanted);
  sources = _pdep_u64(both, sources);
  targets = _pdep_u64(both, targets);
  map.from =
      _mm512_mask_expand_epi8(map.from, targets, _mm512_maskz_compress_epi8(sources, numbers));
  map.sources |= sources;
  map.targets |= targets;
  for (int i = 0; i < kColumnsOfRoute; ++i) {
    const std::uint64_t children =
        _pdep_u64(_pext_u64(lanes.parents[i], sources), targets) & lanes.idle[i];
    lanes.children[i] |= children;
    lanes.placed[i] |= _pdep_u64(_pext_u64(children, targets), sources);
  }
}

/// Finds routes for as many of the parents as it can; `routes.parents` are those.
__attribute__((noinline)) void find_routes(const SlotMask& parents, const SlotMask& idle,
                                           Routes& routes) {
  alignas(64) std::uint8_t bytes[64];
  for (int i = 0; i < 64; ++i) bytes[i] = static_cast<std::uint8_t>(i);
  const __m512i numbers = _mm512_load_si512(bytes);
  const int turn = choose_turn(parents, idle);
  routes.turn = turn;
  routes.parents = routes.children = SlotMask{};
  routes.turning = broadcast<Plane>(kTurns.of[turn]);
  for (int route = 0; route < kRoutes; ++route) {
    const int column = kColumnsOfRoute * route;
    RouteLanes lanes{
        {parents.of_chunk((column - turn) & 7), parents.of_chunk((column + 1 - turn) & 7)},
        {idle.of_chunk(column), idle.of_chunk(column + 1)},
        {},
        {}};
    const auto [p, q] = lanes.parents;
    const auto [f, g] = lanes.idle;
    ByteMap map;
    // Two parents to two idle lanes, one to one in the same column; then whatever can meet.
    match_bytes(map, lanes, p & q, f & g, numbers);
    match_bytes(map, lanes, p & ~q, f & ~g, numbers);
    match_bytes(map, lanes, q & ~p, g & ~f, numbers);
    match_bytes(map, lanes, p, f, numbers);
    match_bytes(map, lanes, q, g, numbers);
    routes.from[route] = first_bytes(map.from);
    const __m512i first = _mm512_maskz_set1_epi8(lanes.children[0], static_cast<char>(1 << column));
    const __m512i second =
        _mm512_maskz_set1_epi8(lanes.children[1], static_cast<char>(2 << column));
    routes.to[route] = reinterpret_cast<Plane>(first_bytes(_mm512_or_si512(first, second)));
    for (int i = 0; i < kColumnsOfRoute; ++i) {
      routes.children.set_chunk(column + i, lanes.children[i]);
      routes.parents.set_chunk((column + i - turn) & 7, lanes.placed[i]);
    }
  }
}

/// `kept`, with the lanes of the children as their parents are in `rest`.
PUZZLED_INLINE Plane follow_routes(const Routes& routes, Plane rest, Plane kept) {
  rest = turn_bits(rest, routes.turning);
#pragma GCC unroll 4
  for (int i = 0; i < kRoutes; ++i) {
    kept = choose(routes.to[i], permute_bytes(rest, routes.from[i]), kept);
  }
  return kept;
}

/// Calls `visit(parent's slot, child's slot)` for each child.
template <class Visit>
PUZZLED_INLINE void for_each_child(const Routes& routes, const Visit& visit) {
  alignas(64) std::uint8_t from[kRoutes][kChunkSlots];
  for (int route = 0; route < kRoutes; ++route) store(from[route], routes.from[route]);
  for (int column = 0; column < kColumns; ++column) {
    const std::uint8_t* const from_byte = from[column / kColumnsOfRoute];
    const int first_parent = ((column - routes.turn) & 7) * kChunkSlots;
    for (std::uint64_t bits = routes.children.of_chunk(column); bits != 0; bits &= bits - 1) {
      const int byte = __builtin_ctzll(bits);
      visit(first_parent + from_byte[byte], column * kChunkSlots + byte);
    }
  }
}

#else
// Without permutations of all bytes by what is in a register, a half gets to another lane sooner
// through a record.
constexpr bool kHasRoutes = false;

struct Routes {
  SlotMask parents;
  SlotMask children;
};

inline void find_routes(const SlotMask&, const SlotMask&, Routes&) {}
PUZZLED_INLINE Plane follow_routes(const Routes&, Plane, Plane kept) {
  return kept;
}
template <class Visit>
void for_each_child(const Routes&, const Visit&) {}
#endif

}  // namespace
}  // namespace puzzled::sudoku::batch::PUZZLED_LEVEL
