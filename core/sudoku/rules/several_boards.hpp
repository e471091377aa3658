// The rules on several boards: one in each block of 128 bits of a vector.
#pragma once

#include "core/sudoku/band_board.hpp"
#include "core/sudoku/rules/one_board.hpp"
#include "core/sudoku/rules/propagate.hpp"

namespace puzzled::sudoku::rules::PUZZLED_LEVEL {
namespace {

constexpr std::size_t kMaxBoards = kVectorBytes / 16;

#if defined(__AVX2__)
// All bits of one board.
alignas(64) constexpr std::uint32_t kOneBoard[4][16] = {
    {~0U, ~0U, ~0U, ~0U},
    {0, 0, 0, 0, ~0U, ~0U, ~0U, ~0U},
    {0, 0, 0, 0, 0, 0, 0, 0, ~0U, ~0U, ~0U, ~0U},
    {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ~0U, ~0U, ~0U, ~0U}};

template <class V>
PUZZLED_INLINE V in_each_board(One v) {
#if defined(__AVX512VL__)
  if constexpr (kBoardsOf<V> == 4) {
    return reinterpret_cast<V>(_mm512_broadcast_i32x4(reinterpret_cast<__m128i>(v)));
  }
#endif
  if constexpr (kBoardsOf<V> == 2) {
    return reinterpret_cast<V>(_mm256_broadcastsi128_si256(reinterpret_cast<__m128i>(v)));
  }
}

constexpr std::size_t kBoardVectors = sizeof(BandBoard) / 16;

template <class V>
PUZZLED_INLINE void put_board(Boards<V, 3>& boards, std::size_t place, const BandBoard& board) {
  const V here = load<V>(kOneBoard[place]);
  const auto* const words = reinterpret_cast<const std::uint32_t*>(&board);
  const auto put = [&](V& v, std::size_t k) {
    v = choose(here, in_each_board<V>(load<One>(words + 4 * k)), v);
  };
  for (std::size_t digit = 0; digit < 9; ++digit) put(boards.x.digit[digit], digit);
  put(boards.settled, 9);
}

template <class V>
PUZZLED_INLINE void take_board(const Boards<V, 3>& boards, std::size_t place, BandBoard& board) {
  V vectors[kBoardVectors];
  std::memcpy(vectors, &boards, sizeof vectors);
  for (std::size_t k = 0; k < kBoardVectors; ++k) {
    std::memcpy(reinterpret_cast<char*>(&board) + 16 * k,
                reinterpret_cast<const char*>(vectors + k) + 16 * place, 16);
  }
}

// Boards side by side, each until a pass would remove nothing more from it; then the next takes its
// place. At the end some places are empty: what becomes of what they hold is ignored.
template <class V>
void propagate_side_by_side(BandBoard* boards, std::size_t count, BandOutcome* outcomes) {
  constexpr std::size_t kPlaces = kBoardsOf<V>;
  Boards<V, 3> all{};
  std::size_t in_place[kPlaces];
  std::size_t next = 0;
  unsigned running = 0;  // bit 2i stands for the board in place i, here and below
  for (; next < kPlaces && next < count; ++next) {
    put_board(all, next, boards[next]);
    in_place[next] = next;
    running |= 1U << (2 * next);
  }
  Pass<V, 3> pass;
  Counts<V> candidates = count_candidates(all.x);
  for (;;) {
    const unsigned dead_early = run_pass(all, candidates, pass) & running;
    unsigned moving = boards_with(pass.new_naked) & running & ~dead_early;
    if (moving == running) continue;
    moving |= boards_with(difference(pack_mini_rows(all.x), pass.rows) |
                          difference(pack_mini_columns(all.x), pass.columns)) &
              running & ~dead_early;
    unsigned ended = running & ~moving;
    if (ended == 0) continue;
    const unsigned dead = dead_early | (find_dead(candidates, pass) & ended);
    const unsigned open = boards_with(candidates.two) & ended & ~dead;
    if (open != 0) {
      ended &= ~(remove_by_counting(all.x, pass.rows, pass.columns) & open);
    }
    for (unsigned bits = ended; bits != 0; bits &= bits - 1) {
      const auto place = static_cast<std::size_t>(__builtin_ctz(bits)) / 2;
      const unsigned bit = bits & -bits;
      take_board(all, place, boards[in_place[place]]);
      outcomes[in_place[place]] = (dead & bit) != 0   ? BandOutcome::kContradiction
                                  : (open & bit) != 0 ? BandOutcome::kOpen
                                                      : BandOutcome::kSolved;
      if (next < count) {
        put_board(all, place, boards[next]);
        in_place[place] = next++;
      } else {
        running &= ~bit;
      }
    }
    if (running == 0) return;
    candidates = count_candidates(all.x);
  }
}
#endif

void propagate_all(BandBoard* boards, std::size_t count, BandOutcome* outcomes) {
#if defined(__AVX512VL__)
  if (count >= 3) return propagate_side_by_side<Four>(boards, count, outcomes);
#endif
#if defined(__AVX2__)
  if (count >= 2) return propagate_side_by_side<Two>(boards, count, outcomes);
#endif
  for (std::size_t i = 0; i < count; ++i) outcomes[i] = propagate_board(boards[i]);
}

}  // namespace
}  // namespace puzzled::sudoku::rules::PUZZLED_LEVEL
