// Min-conflicts repair of a permutation, after R. Sosič and J. Gu, "Efficient local search with
// conflict minimization" (1994): queens are placed one by one where diagonals are free, all but the
// last few dozen; then queens that are attacked exchange columns with others as long as fewer
// diagonals are taken twice.
#include "core/queens/random_solutions.hpp"

#include <numeric>
#include <utility>

namespace puzzled::queens {
namespace {

// Columns tried for a queen before it stays where it is attacked. With 100 000 queens, some 30 of
// them do.
constexpr int kTriesToPlace = 50;
// Exchanges tried for an attacked queen. When none of them helps any of these queens, which happens
// on small boards, everything begins anew.
constexpr int kExchanges = 500;

}  // namespace

RandomSolutions::RandomSolutions(int queens, std::uint64_t seed)
    : queens_(queens), random_(seed), columns_(static_cast<std::size_t>(queens)) {}

const std::vector<int>* RandomSolutions::next(const StopFlag& stop) {
  do {
    if (is_stopped(stop)) return nullptr;
    place();
  } while (!repair(stop));
  return &columns_;
}

void RandomSolutions::add(int row, int by) {
  const int column = columns_[static_cast<std::size_t>(row)];
  rising(row, column) += by;
  falling(row, column) += by;
}

void RandomSolutions::place() {
  const auto diagonals = static_cast<std::size_t>(2 * queens_ + 1);
  std::iota(columns_.begin(), columns_.end(), 1);
  rising_.assign(diagonals, 0);
  falling_.assign(diagonals, 0);
  attacked_.clear();
  for (int row = 0; row < queens_; ++row) {
    int& own = columns_[static_cast<std::size_t>(row)];
    bool is_placed = false;
    for (int tries = 0; tries < kTriesToPlace && !is_placed; ++tries) {
      std::swap(own, columns_[static_cast<std::size_t>(random_row(row))]);
      is_placed = rising(row, own) == 0 && falling(row, own) == 0;
    }
    if (!is_placed) attacked_.push_back(row);
    add(row, 1);
  }
}

bool RandomSolutions::is_attacked(int row) {
  const int column = columns_[static_cast<std::size_t>(row)];
  return rising(row, column) > 1 || falling(row, column) > 1;
}

void RandomSolutions::swap_rows(int a, int b) {
  add(a, -1);
  add(b, -1);
  std::swap(columns_[static_cast<std::size_t>(a)], columns_[static_cast<std::size_t>(b)]);
  add(a, 1);
  add(b, 1);
}

/// Queens on the diagonals of these two, each counted once for each.
int RandomSolutions::taken_diagonals(int a, int b) {
  const auto taken = [this](int row) {
    const int column = columns_[static_cast<std::size_t>(row)];
    return rising(row, column) + falling(row, column);
  };
  return taken(a) + taken(b);
}

bool RandomSolutions::repair(const StopFlag& stop) {
  for (bool is_better = true; is_better;) {
    is_better = false;
    bool is_solved = true;
    for (std::size_t i = 0; i < attacked_.size(); ++i) {
      const int row = attacked_[i];
      for (int tries = 0; tries < kExchanges && is_attacked(row); ++tries) {
        if (is_stopped(stop)) return false;
        const int other = random_row();
        if (other == row) continue;
        const int before = taken_diagonals(row, other);
        swap_rows(row, other);
        if (taken_diagonals(row, other) >= before) {
          swap_rows(row, other);
          continue;
        }
        is_better = true;
        if (is_attacked(other)) attacked_.push_back(other);
      }
      is_solved = is_solved && !is_attacked(row);
    }
    if (is_solved) return true;
  }
  return false;
}

}  // namespace puzzled::queens
