// The template bound, its subgradient and the step that follows from it. Its only branch is the
// exit when the bound falls below the threshold.
#pragma once

#include <cstdint>

#include "core/target_sudoku/bound/data.hpp"
#include "core/target_sudoku/bound/vectors.hpp"

namespace puzzled::target::bound::PUZZLED_LEVEL {
namespace {

// Vectors by choice of columns, k = q0 + 3 q1 + 9 q2: column q of each box. Rows are long enough to
// hold the 27 lanes twice, so that a load 9 lanes on sees the next band, 18 lanes on the one after.
struct alignas(64) Choices {
  std::int32_t columns[27][kUsedLanes + kLanes + 5];
};

struct alignas(64) Scratch {
  std::int32_t price[kBandCells][kLanes];   // gain less multiplier
  std::int32_t multiplier[kBandCells][48];  // that of the lane's band
  std::int32_t pairs[3][3][3][3][kLanes];   // [box][row][q of next box][q of the one after]
  Choices one_band;                         // the best mini-template of this band
  std::int32_t two_bands[27][kLanes];       // the best of the two other bands
};

// Each cell's multiplier in all lanes of its band. Stores overlap: later bands overwrite the ends
// of earlier ones.
PUZZLED_INLINE void spread(const CellNumbers& multipliers, Scratch& s) {
  for (int cell = 0; cell < kBandCells; ++cell) {
    for (int band = 0; band < 3; ++band) {
      const std::int32_t value = multipliers.row[3 * band + cell / 9][cell % 9];
      const Numbers v = Numbers{} + value;
      for (int lane = 0; lane < 9; lane += kWidth) {
        store(&s.multiplier[cell][9 * band + lane], v);
      }
    }
  }
}

PUZZLED_INLINE void set_prices(const Gains& gains, const Words& candidates, Scratch& s) {
  for (int lane = 0; lane < kVectors * kWidth; lane += kWidth) {
    const Bits words = load<Bits>(&candidates.lane[lane]);
    const Numbers impossible = Numbers{} + kImpossible;
#pragma GCC unroll 27
    for (int cell = 0; cell < kBandCells; ++cell) {
      const Numbers price =
          load<Numbers>(&gains.cell[cell][lane]) - load<Numbers>(&s.multiplier[cell][lane]);
      const Bits bit = words & (1U << cell);
      store(&s.price[cell][lane], bit != 0 ? price : impossible);
    }
  }
}

constexpr int kNext[3] = {1, 2, 0};

// pairs[x][c]: the better way to place two mini-template cells in the two boxes after box x, in the
// two rows other than c.
template <int kBox>
PUZZLED_INLINE void pair_up(Scratch& s, int lane) {
  constexpr int kY = kNext[kBox];
  constexpr int kZ = kNext[kY];
  Numbers y[3][3];
  Numbers z[3][3];
#pragma GCC unroll 3
  for (int row = 0; row < 3; ++row) {
#pragma GCC unroll 3
    for (int q = 0; q < 3; ++q) {
      y[row][q] = load<Numbers>(&s.price[9 * row + 3 * kY + q][lane]);
      z[row][q] = load<Numbers>(&s.price[9 * row + 3 * kZ + q][lane]);
    }
  }
#pragma GCC unroll 3
  for (int row = 0; row < 3; ++row) {
    const int a = kNext[row];
    const int b = kNext[a];
#pragma GCC unroll 3
    for (int qy = 0; qy < 3; ++qy) {
#pragma GCC unroll 3
      for (int qz = 0; qz < 3; ++qz) {
        store(&s.pairs[kBox][row][qy][qz][lane], max(y[a][qy] + z[b][qz], y[b][qy] + z[a][qz]));
      }
    }
  }
}

// one_band[k]: the best of the six mini-templates that use columns k.
PUZZLED_INLINE void join_boxes(Scratch& s, int lane) {
#pragma GCC unroll 3
  for (int q0 = 0; q0 < 3; ++q0) {
    const Numbers a = load<Numbers>(&s.price[q0][lane]);
    const Numbers b = load<Numbers>(&s.price[9 + q0][lane]);
    const Numbers c = load<Numbers>(&s.price[18 + q0][lane]);
#pragma GCC unroll 3
    for (int q1 = 0; q1 < 3; ++q1) {
#pragma GCC unroll 3
      for (int q2 = 0; q2 < 3; ++q2) {
        const auto& pairs = s.pairs[0];
        const Numbers best = max(a + load<Numbers>(&pairs[0][q1][q2][lane]),
                                 max(b + load<Numbers>(&pairs[1][q1][q2][lane]),
                                     c + load<Numbers>(&pairs[2][q1][q2][lane])));
        std::int32_t* const row = s.one_band.columns[q0 + 3 * q1 + 9 * q2];
        store(row + lane, best);
        store(row + kUsedLanes + lane, best);
      }
    }
  }
}

// The two other bands share out the two other columns of each box: eight ways. Returns the best
// template in each lane.
PUZZLED_INLINE Numbers join_bands(Scratch& s, int lane) {
  const auto next = [&](int k) { return load<Numbers>(&s.one_band.columns[k][lane + 9]); };
  const auto after = [&](int k) { return load<Numbers>(&s.one_band.columns[k][lane + 18]); };
  Numbers whole = Numbers{} + 9 * kImpossible;
#pragma GCC unroll 3
  for (int q2 = 0; q2 < 3; ++q2) {
    Numbers best[9];
#pragma GCC unroll 9
    for (int k = 0; k < 9; ++k) best[k] = Numbers{} + 9 * kImpossible;
#pragma GCC unroll 2
    for (int way = 0; way < 2; ++way) {
      const int x2 = way == 0 ? kNext[q2] : kNext[kNext[q2]];
      const int y2 = way == 0 ? kNext[kNext[q2]] : kNext[q2];
#pragma GCC unroll 3
      for (int x0 = 0; x0 < 3; ++x0) {
#pragma GCC unroll 3
        for (int x1 = 0; x1 < 3; ++x1) {
          const Numbers x = next(x0 + 3 * x1 + 9 * x2);
#pragma GCC unroll 2
          for (int d0 = 1; d0 < 3; ++d0) {
#pragma GCC unroll 2
            for (int d1 = 1; d1 < 3; ++d1) {
              const int y0 = (x0 + d0) % 3;
              const int y1 = (x1 + d1) % 3;
              const int k = (3 - x0 - y0) + 3 * (3 - x1 - y1);
              best[k] = max(best[k], x + after(y0 + 3 * y1 + 9 * y2));
            }
          }
        }
      }
    }
#pragma GCC unroll 9
    for (int k = 0; k < 9; ++k) {
      store(&s.two_bands[k + 9 * q2][lane], best[k]);
      whole = max(whole, best[k] + load<Numbers>(&s.one_band.columns[k + 9 * q2][lane]));
    }
  }
  return whole;
}

// The best template through each cell of the box, and what follows from it.
template <int kBox>
PUZZLED_INLINE void set_marginals(const Scratch& s, int lane, Numbers best, Numbers cut,
                                  Evaluation& e, Bits& kept, Bits& chosen) {
  constexpr int kPower[3] = {1, 3, 9};
  constexpr int kY = kNext[kBox];
  constexpr int kZ = kNext[kY];
#pragma GCC unroll 3
  for (int q = 0; q < 3; ++q) {
    Numbers others[3][3];
#pragma GCC unroll 3
    for (int qy = 0; qy < 3; ++qy) {
#pragma GCC unroll 3
      for (int qz = 0; qz < 3; ++qz) {
        const int k = q * kPower[kBox] + qy * kPower[kY] + qz * kPower[kZ];
        others[qy][qz] = load<Numbers>(&s.two_bands[k][lane]);
      }
    }
#pragma GCC unroll 3
    for (int row = 0; row < 3; ++row) {
      Numbers rest = Numbers{} + 9 * kImpossible;
#pragma GCC unroll 3
      for (int qy = 0; qy < 3; ++qy) {
#pragma GCC unroll 3
        for (int qz = 0; qz < 3; ++qz) {
          rest = max(rest, others[qy][qz] + load<Numbers>(&s.pairs[kBox][row][qy][qz][lane]));
        }
      }
      const int cell = 9 * row + 3 * kBox + q;
      const Numbers through = rest + load<Numbers>(&s.price[cell][lane]);
      store(&e.marginal[cell][lane], through);
      const Bits bit = Bits{} + (1U << cell);
      kept |= reinterpret_cast<Bits>(through >= cut) & bit;
      chosen |= reinterpret_cast<Bits>(through == best) & bit;
    }
  }
}

void evaluate(const Gains& gains, const Words& candidates, const CellNumbers& multipliers,
              std::int64_t threshold, Evaluation& e) {
  Scratch s;
  spread(multipliers, s);
  set_prices(gains, candidates, s);
  // From the last vector to the first: the second copy of a row then overwrites what the last
  // vector wrote behind lane 26.
  for (int lane = (kVectors - 1) * kWidth; lane >= 0; lane -= kWidth) {
    pair_up<0>(s, lane);
    join_boxes(s, lane);
  }
  for (int lane = 0; lane < kVectors * kWidth; lane += kWidth) {
    store(&e.best[lane], join_bands(s, lane));
  }
  std::int64_t bound = 0;
  for (int digit = 0; digit < 9; ++digit) bound += e.best[digit];
  Numbers sums{};
  for (int row = 0; row < 9; ++row) {
    for (int column = 0; column < CellNumbers::kStride; column += kWidth) {
      sums += load<Numbers>(&multipliers.row[row][column]);
    }
  }
  for (int i = 0; i < kWidth; ++i) bound += sums[i];
  e.bound = bound;
  if (bound < threshold) return;

  const std::int64_t slack = bound - threshold;
  const std::int32_t cap = -(kImpossible / 2);
  const std::int32_t allowed = slack < cap ? static_cast<std::int32_t>(slack) : cap;
  for (int lane = 0; lane < kVectors * kWidth; lane += kWidth) {
    pair_up<1>(s, lane);
    pair_up<2>(s, lane);
    const Numbers best = load<Numbers>(&e.best[lane]);
    const Numbers cut = best - allowed;
    Bits kept{};
    Bits chosen{};
    set_marginals<0>(s, lane, best, cut, e, kept, chosen);
    set_marginals<1>(s, lane, best, cut, e, kept, chosen);
    set_marginals<2>(s, lane, best, cut, e, kept, chosen);
    store(&e.kept.lane[lane], kept & load<Bits>(&candidates.lane[lane]));
    store(&e.chosen.lane[lane], chosen & load<Bits>(&candidates.lane[lane]));
  }
}

// What each of the nine cells of a row gets of a digit that has `mask` to choose from.
struct alignas(64) Shares {
  std::int16_t of_mask[512][16] = {};
};

constexpr Shares make_shares() {
  Shares shares;
  for (int mask = 1; mask < 512; ++mask) {
    int count = 0;
    for (int i = 0; i < 9; ++i) count += mask >> i & 1;
    for (int i = 0; i < 9; ++i) {
      if ((mask >> i & 1) != 0)
        shares.of_mask[mask][i] = static_cast<std::int16_t>(kOneCell / count);
    }
  }
  return shares;
}

constexpr Shares kShares = make_shares();

std::uint32_t subgradient(const Words& chosen, CellNumbers& direction) {
  using Shorts = Vector<std::int16_t, 16>;
  Bits squares{};
  for (int row = 0; row < 9; ++row) {
    Shorts low{};
    std::int32_t last = 0;
    for (int digit = 0; digit < 9; ++digit) {
      const std::uint32_t mask = chosen.lane[row / 3 * 9 + digit] >> (row % 3 * 9) & 511;
      low += load<Shorts>(kShares.of_mask[mask]);
      last += kShares.of_mask[mask][8];
    }
    std::int32_t target[CellNumbers::kStride] = {};
    for (int column = 0; column < 8; ++column) target[column] = kOneCell - low[column];
    target[8] = kOneCell - last;
    for (int column = 0; column < CellNumbers::kStride; column += kWidth) {
      const Numbers old = load<Numbers>(&direction.row[row][column]);
      const Numbers now = load<Numbers>(&target[column]) + old * 5 / 8;
      store(&direction.row[row][column], now);
      squares += reinterpret_cast<Bits>(now * now);
    }
  }
  std::uint32_t sum = 0;
  for (int i = 0; i < kWidth; ++i) sum += squares[i];
  return sum;
}

void step(const CellNumbers& direction, float factor, const CellNumbers& lowest,
          const CellNumbers& highest, CellNumbers& multipliers) {
  for (int row = 0; row < 9; ++row) {
    for (int column = 0; column < CellNumbers::kStride; column += kWidth) {
      const auto step =
          __builtin_convertvector(load<Numbers>(&direction.row[row][column]), Floats) * factor;
      const Numbers moved =
          load<Numbers>(&multipliers.row[row][column]) - __builtin_convertvector(step, Numbers);
      const Numbers bounded = max(min(moved, load<Numbers>(&highest.row[row][column])),
                                  load<Numbers>(&lowest.row[row][column]));
      store(&multipliers.row[row][column], bounded);
    }
  }
}

}  // namespace
}  // namespace puzzled::target::bound::PUZZLED_LEVEL
