// Boards too large to count: the number of solutions estimated from random units has to lie within
// its error of the known number. A fault that loses solutions in all units alike shows here.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "core/queens/meet/symmetry.hpp"
#include "tests/core/queens_counting.hpp"
#include "tests/core/queens_known.hpp"
#include "tests/core/queens_one_column.hpp"

namespace puzzled::queens {
namespace {

/// Numbers of units, each drawn with a probability that its expected work gives.
struct Draws {
  std::vector<std::uint64_t> units;
  std::vector<double> shares;  ///< of each unit drawn in the work of all
};

Draws draw(const CountPlan& plan, int count, std::uint64_t seed) {
  const std::vector<double> work = plan.work_of_all();
  std::vector<double> ends;
  ends.reserve(work.size());
  double end = 0;
  for (const double some : work) ends.push_back(end += some);
  std::mt19937_64 random(seed);
  Draws draws;
  for (int i = 0; i < count; ++i) {
    const double at = std::ldexp(static_cast<double>(random() >> 11U), -53) * end;
    const auto unit = std::upper_bound(ends.begin(), ends.end(), at) - ends.begin();
    draws.units.push_back(static_cast<std::uint64_t>(unit));
    draws.shares.push_back(work[draws.units.back()] / end);
  }
  return draws;
}

/// Each of `estimates` is one of the number of solutions.
void expect_known(int queens, const std::vector<double>& estimates) {
  const auto count = static_cast<double>(estimates.size());
  const auto known = static_cast<double>(kKnownSolutions[queens]);
  double mean = 0;
  for (const double estimate : estimates) mean += estimate / known / count;
  double squares = 0;
  for (const double estimate : estimates) squares += std::pow(estimate / known - mean, 2);
  const double error = std::sqrt(squares / count / (count - 1));
  std::printf("%d queens, %zu samples: %.4f of the known number, standard error %.4f\n", queens,
              estimates.size(), mean, error);
  EXPECT_LT(error, 0.15);
  EXPECT_LE(std::abs(mean - 1), 4 * error);
}

void sample_units(int queens, int count) {
  const auto plan = plan_of({.queens = queens, .engine = "two-sided"});
  const Draws draws = draw(*plan, count, static_cast<std::uint64_t>(queens));
  const auto counter = plan->make_counter();
  std::vector<double> estimates;
  for (std::size_t i = 0; i < draws.units.size(); ++i) {
    const UnitCount found = *counter->count(draws.units[i], kNeverStop);
    EXPECT_FALSE(disagreement(found));
    estimates.push_back(static_cast<double>(found.count) / draws.shares[i]);
  }
  expect_known(queens, estimates);
}

/// One column of each unit, drawn among those that count.
void sample_columns(int queens, int count) {
  const auto plan = plan_of({.queens = queens, .engine = "two-sided"});
  const Draws draws = draw(*plan, count, static_cast<std::uint64_t>(queens));
  const std::vector<std::uint32_t> column_sets = meet::top_column_sets(queens);
  std::mt19937_64 random(1);
  std::vector<double> estimates;
  for (std::size_t i = 0; i < draws.units.size(); ++i) {
    const std::uint32_t top = column_sets[draws.units[i]];
    const auto weights = meet::column_weights(queens, top);
    std::vector<int> columns;
    for (int column = 0; column < queens; ++column) {
      if (weights[column] != 0) columns.push_back(column);
    }
    const int column = columns[random() % columns.size()];
    const std::uint64_t found = count_column(
        {.queens = queens, .split = plan->split(), .lines = 6, .top = top, .column = column});
    estimates.push_back(static_cast<double>(found * weights[column] * columns.size()) /
                        draws.shares[i]);
  }
  expect_known(queens, estimates);
}

TEST(QueensSample, UnitsOf22) {
  sample_units(22, 1000);
}
TEST(QueensSample, UnitsOf23) {
  sample_units(23, 400);
}
TEST(QueensSample, UnitsOf24) {
  sample_units(24, 200);
}
TEST(QueensSample, UnitsOf25) {
  sample_units(25, 60);
}
TEST(QueensSample, ColumnsOf26) {
  sample_columns(26, 80);
}
TEST(QueensSample, ColumnsOf27) {
  sample_columns(27, 60);
}

}  // namespace
}  // namespace puzzled::queens
