// Units on many threads: every one is done once, in order of handing out, and all stop together.
#include "parallel/unit_run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <mutex>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace puzzled::parallel {
namespace {

std::vector<std::uint64_t> numbers(std::size_t count) {
  std::vector<std::uint64_t> all(count);
  std::iota(all.begin(), all.end(), 0);
  return all;
}

class UnitRun : public testing::TestWithParam<int> {};

TEST_P(UnitRun, DoesEveryUnitOnce) {
  Workers workers(GetParam());
  std::vector<std::atomic<int>> done(5000);
  std::atomic<int> made = 0;
  std::atomic<bool> stop = false;
  run_units(
      workers, numbers(done.size()),
      [&]() -> UnitWorker {
        ++made;
        return [&](std::uint64_t unit) {
          ++done[unit];
          return true;
        };
      },
      stop);
  EXPECT_TRUE(std::all_of(done.begin(), done.end(), [](const auto& times) { return times == 1; }));
  EXPECT_GE(made, 1);
  EXPECT_LE(made, GetParam());
  EXPECT_FALSE(stop);
}

TEST_P(UnitRun, HandsUnitsOutInTheOrderGiven) {
  Workers workers(GetParam());
  std::vector<std::uint64_t> units = numbers(300);
  std::reverse(units.begin(), units.end());
  std::mutex mutex;
  std::vector<std::uint64_t> begun;
  std::atomic<bool> stop = false;
  run_units(
      workers, units,
      [&]() -> UnitWorker {
        return [&](std::uint64_t unit) {
          const std::lock_guard lock(mutex);
          begun.push_back(unit);
          return true;
        };
      },
      stop);
  // Threads may overtake each other on their way to the mutex, by one unit each.
  ASSERT_EQ(begun.size(), units.size());
  if (GetParam() == 1) {
    EXPECT_EQ(begun, units);
  }
  std::sort(begun.begin(), begun.end(), std::greater<>());
  EXPECT_EQ(begun, units);
}

TEST_P(UnitRun, StopsWhenTold) {
  Workers workers(GetParam());
  std::atomic<bool> stop = false;
  std::atomic<int> done = 0;
  run_units(
      workers, numbers(100000),
      [&]() -> UnitWorker {
        return [&](std::uint64_t) {
          if (++done >= 10) stop = true;  // not == 10: its thread may sleep before it stops
          return true;
        };
      },
      stop);
  EXPECT_GE(done, 10);
  EXPECT_LE(done, 10 + GetParam());
}

TEST_P(UnitRun, MakesNoWorkerWithoutAUnit) {
  Workers workers(GetParam());
  std::atomic<bool> stop = false;
  std::atomic<int> made = 0;
  const auto make = [&]() -> UnitWorker {
    ++made;
    return [](std::uint64_t) { return true; };
  };
  run_units(workers, {}, make, stop);
  EXPECT_EQ(made, 0);
  run_units(workers, numbers(1), make, stop);
  EXPECT_EQ(made, 1);
  stop = true;
  run_units(workers, numbers(100), make, stop);
  EXPECT_EQ(made, 1);
}

TEST_P(UnitRun, LetsExceptionsOutAndStopsTheOthers) {
  Workers workers(GetParam());
  std::atomic<bool> stop = false;
  std::atomic<int> done = 0;
  const auto make = [&]() -> UnitWorker {
    return [&](std::uint64_t unit) -> bool {
      if (unit == 7) throw std::runtime_error("unit 7");
      ++done;
      return true;
    };
  };
  EXPECT_THROW(run_units(workers, numbers(1'000'000), make, stop), std::runtime_error);
  EXPECT_TRUE(stop);
  EXPECT_LT(done, 1'000'000);
}

INSTANTIATE_TEST_SUITE_P(Threads, UnitRun, testing::Values(1, 2, 8));

}  // namespace
}  // namespace puzzled::parallel
