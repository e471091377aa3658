// Candidates as 27 words (digit x band, 27 bits): the three bands of a digit are the lanes of one
// 128-bit vector, so that every rule below works on the whole board at once and without a
// data-dependent branch. Published solvers of this class (JCZSolve, the rust crate sudoku) update
// words one by one through tables, and lose most of their time to mispredicted branches.
#include "core/sudoku/band_engine.hpp"

#include <array>
#include <bit>
#include <cstddef>

namespace puzzled::sudoku {
namespace {

// Lane b is band b, bit 9r + c of it row r (of the band) and column c; lane 3 stays zero.
using Bands = std::uint32_t __attribute__((vector_size(16)));
using Halves = std::uint64_t __attribute__((vector_size(16)));

constexpr std::uint32_t kBandCells = 0777777777;
constexpr std::uint32_t kMiniRows = 0111111111;  // the first cell of every mini-row
constexpr std::uint32_t kMiniColumns = 0777;     // the first cell of every mini-column

constexpr Bands all(std::uint32_t word) {
  return Bands{word, word, word, 0};
}

inline bool any(Bands v) {
  const auto halves = std::bit_cast<Halves>(v);
  return (halves[0] | halves[1]) != 0;
}

// Rotations. Those of rows leave rubbish above bit 26: their result is always masked by another.
inline Bands next_row(Bands v) {
  return (v >> 9) | (v << 18);
}
inline Bands previous_row(Bands v) {
  return (v >> 18) | (v << 9);
}
inline Bands next_stack(Bands v) {
  return ((v >> 3) & all(0077077077)) | ((v << 6) & all(0700700700));
}
inline Bands previous_stack(Bands v) {
  return ((v >> 6) & all(0007007007)) | ((v << 3) & all(0770770770));
}
inline Bands next_column(Bands v) {
  return ((v >> 1) & all(0333333333)) | ((v << 2) & all(0444444444));
}
inline Bands previous_column(Bands v) {
  return ((v >> 2) & all(0111111111)) | ((v << 1) & all(0666666666));
}
inline Bands next_band(Bands v) {
  return __builtin_shufflevector(v, v, 1, 2, 0, 3);
}

// Which mini-rows (three cells in a row) and mini-columns of a digit still hold a candidate. A
// mini-row's answer needs one bit where three are free, so three digits share a vector: digit K of
// the three has the K-th cell of each mini-row, or the K-th row of each mini-column.
template <int K>
Bands mini_rows(Bands v) {
  if constexpr (K == 0) return (v | (v >> 1) | (v >> 2)) & all(kMiniRows);
  if constexpr (K == 1) return (v | (v >> 1) | (v << 1)) & all(kMiniRows << 1);
  if constexpr (K == 2) return (v | (v << 1) | (v << 2)) & all(kMiniRows << 2);
}

template <int K>
Bands mini_columns(Bands v) {
  if constexpr (K == 0) return (v | (v >> 9) | (v >> 18)) & all(kMiniColumns);
  if constexpr (K == 1) return (v | (v >> 9) | (v << 9)) & all(kMiniColumns << 9);
  if constexpr (K == 2) return (v | (v << 9) | (v << 18)) & all(kMiniColumns << 18);
}

// The way back: all cells of the mini-rows (mini-columns) that are set for digit K of the three.
template <int K>
Bands cells_of_mini_rows(Bands packed) {
  const Bands first = packed & all(kMiniRows << K);
  if constexpr (K == 0) return (first << 3) - first;
  if constexpr (K == 1) return (first << 2) - (first >> 1);
  if constexpr (K == 2) return (first << 1) - (first >> 2);
}

template <int K>
Bands cells_of_mini_columns(Bands packed) {
  const Bands row = packed & all(kMiniColumns << (9 * K));
  if constexpr (K == 0) return row | (row << 9) | (row << 18);
  if constexpr (K == 1) return row | (row << 9) | (row >> 9);
  if constexpr (K == 2) return row | (row >> 9) | (row >> 18);
}

// All cells of the boxes in which `cells` has one.
inline Bands boxes_of(Bands cells) {
  Bands column = cells | (cells >> 9) | (cells >> 18);
  column = (column | (column >> 1) | (column >> 2)) & all(0111);
  const Bands row = (column << 3) - column;
  return row | (row << 9) | (row << 18);
}

// In a band a digit takes one mini-row of every row and of every box: one of six permutations. A
// mini-row stays only if a permutation through it does, which is locked candidates (pointing and
// claiming) in full: its four neighbours off its row and box must hold one of the two diagonals.
inline Bands permutable_mini_rows(Bands packed) {
  const Bands next = next_stack(packed);
  const Bands previous = previous_stack(packed);
  const Bands diagonals = (next & next_row(previous)) | (previous & next_row(next));
  return packed & next_row(diagonals);
}

inline Bands permutable_mini_columns(Bands packed) {
  const Bands next = next_column(packed);
  const Bands previous = previous_column(packed);
  const Bands diagonals = (next & next_band(previous)) | (previous & next_band(next));
  return packed & next_band(diagonals);
}

struct Board {
  std::array<Bands, 9> candidates;  // by digit
  Bands settled;                    // cells whose digit was taken out of the rest of its box
};

// What one pass over the digits finds, besides the candidates it removes.
struct Pass {
  std::array<Bands, 9> single{};  // by digit: cells that are its only place in their box
  Bands singles{};
  Bands clash{};  // cells that are so for two digits
  Bands empty{};  // bands in which a digit has no place left
};

// Locked candidates and hidden singles for three digits. Rows and columns need no hidden singles of
// their own: the permutations turn those into hidden singles of a box, and remove the digit from
// the row and the column of any such cell.
inline void filter_three(Bands* candidates, Bands* single, Pass& pass) {
  Bands a = candidates[0];
  Bands b = candidates[1];
  Bands c = candidates[2];
  const Bands rows = permutable_mini_rows(mini_rows<0>(a) | mini_rows<1>(b) | mini_rows<2>(c));
  a &= cells_of_mini_rows<0>(rows);
  b &= cells_of_mini_rows<1>(rows);
  c &= cells_of_mini_rows<2>(rows);
  const Bands columns =
      permutable_mini_columns(mini_columns<0>(a) | mini_columns<1>(b) | mini_columns<2>(c));
  a &= cells_of_mini_columns<0>(columns);
  b &= cells_of_mini_columns<1>(columns);
  c &= cells_of_mini_columns<2>(columns);
  candidates[0] = a;
  candidates[1] = b;
  candidates[2] = c;
  const Bands lone_rows = rows & ~(next_row(rows) | previous_row(rows));
  const Bands lone_columns = columns & ~(next_column(columns) | previous_column(columns));
  single[0] = a & cells_of_mini_rows<0>(lone_rows) & cells_of_mini_columns<0>(lone_columns);
  single[1] = b & cells_of_mini_rows<1>(lone_rows) & cells_of_mini_columns<1>(lone_columns);
  single[2] = c & cells_of_mini_rows<2>(lone_rows) & cells_of_mini_columns<2>(lone_columns);
  for (int digit = 0; digit < 3; ++digit) {
    pass.clash |= pass.singles & single[digit];
    pass.singles |= single[digit];
    pass.empty |= std::bit_cast<Bands>(candidates[digit] == 0);
  }
}

enum class Outcome { kDead, kSolved, kOpen };

// Applies all rules until nothing changes. A board with one candidate a cell that passes unchanged
// is solved: each digit has a place in each of its nine rows, columns and boxes, 81 in all.
Outcome propagate(Board& board) {
  for (;;) {
    Bands one{};
    Bands two{};
    for (const Bands v : board.candidates) {
      two |= one & v;
      one |= v;
    }
    if (any(one ^ all(kBandCells))) return Outcome::kDead;
    const std::array<Bands, 9> before = board.candidates;
    const Bands naked = all(kBandCells) & ~two & ~board.settled;
    if (any(naked)) {
      for (Bands& v : board.candidates) {
        const Bands here = v & naked;
        v &= ~boxes_of(here) | here;
      }
      board.settled |= naked;
    }
    Pass pass;
    for (std::size_t three = 0; three < 9; three += 3) {
      filter_three(&board.candidates[three], &pass.single[three], pass);
    }
    if (any(pass.clash | (pass.empty & all(kBandCells)))) return Outcome::kDead;
    board.settled |= pass.singles;
    Bands change{};
    for (std::size_t digit = 0; digit < 9; ++digit) {
      Bands& v = board.candidates[digit];
      v = (v & ~pass.singles) | pass.single[digit];
      change |= v ^ before[digit];
    }
    if (!any(change)) return any(two) ? Outcome::kOpen : Outcome::kSolved;
  }
}

Board board_of(const Grid& puzzle) {
  std::array<std::array<std::uint32_t, 4>, 9> clues{};
  std::array<std::uint32_t, 4> given{};
  for (int cell = 0; cell < kCells; ++cell) {
    if (puzzle[cell] == 0) continue;
    const auto band = static_cast<std::size_t>(cell / 27);
    const std::uint32_t bit = 1U << (cell % 27);
    clues[puzzle[cell] - 1U][band] |= bit;
    given[band] |= bit;
  }
  Board board;
  const Bands blank = all(kBandCells) & ~std::bit_cast<Bands>(given);
  for (std::size_t digit = 0; digit < 9; ++digit) {
    board.candidates[digit] = blank | std::bit_cast<Bands>(clues[digit]);
  }
  board.settled = Bands{};
  return board;
}

Grid grid_of(const Board& board) {
  Grid grid;
  for (std::size_t digit = 0; digit < 9; ++digit) {
    for (int band = 0; band < 3; ++band) {
      for (std::uint32_t word = board.candidates[digit][band]; word != 0; word &= word - 1) {
        grid[27 * band + std::countr_zero(word)] = static_cast<std::uint8_t>(digit + 1);
      }
    }
  }
  return grid;
}

// Splits `board` on the first cell with two candidates (else the first with more): it keeps the
// smaller digit, and the board without that candidate is returned.
Board split(Board& board) {
  Bands one{};
  Bands two{};
  Bands three{};
  for (const Bands v : board.candidates) {
    three |= two & v;
    two |= one & v;
    one |= v;
  }
  Bands choice = two & ~three;
  if (!any(choice)) choice = two;
  const int band = choice[0] != 0 ? 0 : choice[1] != 0 ? 1 : 2;
  const std::uint32_t bit = choice[band] & (0U - choice[band]);
  std::size_t digit = 0;
  while ((board.candidates[digit][band] & bit) == 0) ++digit;
  Board other = board;
  other.candidates[digit][band] &= ~bit;
  for (std::size_t d = 0; d < 9; ++d) {
    if (d != digit) board.candidates[d][band] &= ~bit;
  }
  return other;
}

// A waiting board belongs to an ancestor that fixed a cell, and there are 81 of those.
constexpr std::size_t kMostWaiting = kCells;

}  // namespace

Solutions solve_band(const Grid& puzzle, std::uint64_t limit) {
  Solutions result;
  std::array<Board, kMostWaiting> waiting;
  std::size_t waiting_count = 0;
  Board board = board_of(puzzle);
  for (;;) {
    const Outcome outcome = propagate(board);
    if (outcome == Outcome::kOpen) {
      waiting[waiting_count++] = split(board);
      ++result.branches;
      continue;
    }
    if (outcome == Outcome::kSolved) {
      if (result.count == 0) result.first = grid_of(board);
      if (++result.count >= limit) return result;
    }
    if (waiting_count == 0) return result;
    board = waiting[--waiting_count];
  }
}

}  // namespace puzzled::sudoku
