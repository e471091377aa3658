// Units on many threads: every one is done once, in order of handing out, and all stop together.
#include "parallel/unit_queue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <mutex>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "parallel/workers.hpp"

namespace puzzled::parallel {
namespace {

class ForEachUnit : public testing::TestWithParam<int> {
 protected:
  Workers workers{GetParam()};
};

TEST_P(ForEachUnit, DoesEveryUnitOnce) {
  std::vector<std::atomic<int>> done(5000);
  std::atomic<int> made = 0;
  for_each_unit(workers, done.size(), [&] {
    ++made;
    return [&](std::size_t unit) {
      ++done[unit];
      return true;
    };
  });
  EXPECT_TRUE(std::all_of(done.begin(), done.end(), [](const auto& times) { return times == 1; }));
  EXPECT_GE(made, 1);
  EXPECT_LE(made, GetParam());
}

TEST_P(ForEachUnit, HandsUnitsOutInOrder) {
  std::mutex mutex;
  std::vector<std::size_t> begun;
  for_each_unit(workers, 300, [&] {
    return [&](std::size_t unit) {
      const std::lock_guard lock(mutex);
      begun.push_back(unit);
      return true;
    };
  });
  // Threads may overtake each other on their way to the mutex, by one unit each.
  ASSERT_EQ(begun.size(), 300U);
  if (GetParam() == 1) {
    EXPECT_TRUE(std::is_sorted(begun.begin(), begun.end()));
  }
  std::sort(begun.begin(), begun.end());
  std::vector<std::size_t> all(300);
  std::iota(all.begin(), all.end(), 0);
  EXPECT_EQ(begun, all);
}

TEST_P(ForEachUnit, EndsWhenAWorkerSaysSo) {
  std::atomic<int> done = 0;
  for_each_unit(workers, 100'000, [&] { return [&](std::size_t) { return ++done < 10; }; });
  EXPECT_GE(done, 10);
  EXPECT_LE(done, 10 + GetParam());
}

TEST_P(ForEachUnit, MakesNoWorkerWithoutAUnit) {
  std::atomic<int> made = 0;
  const auto make = [&] {
    ++made;
    return [](std::size_t) { return true; };
  };
  for_each_unit(workers, 0, make);
  EXPECT_EQ(made, 0);
  for_each_unit(workers, 1, make);
  EXPECT_EQ(made, 1);
}

TEST_P(ForEachUnit, LetsExceptionsOutAndStopsTheOthers) {
  std::atomic<int> done = 0;
  const auto make = [&] {
    return [&](std::size_t unit) {
      if (unit == 7) throw std::runtime_error("unit 7");
      ++done;
      return true;
    };
  };
  EXPECT_THROW(for_each_unit(workers, 10'000'000, make), std::runtime_error);
  EXPECT_LT(done, 10'000'000);
}

TEST_P(ForEachUnit, MayBeCalledWithinItself) {
  std::atomic<int> done = 0;
  for_each_unit(workers, 20, [&] {
    return [&](std::size_t) {
      for_each_unit(workers, 50, [&] { return [&](std::size_t) { return ++done > 0; }; });
      return true;
    };
  });
  EXPECT_EQ(done, 20 * 50);
}

INSTANTIATE_TEST_SUITE_P(Threads, ForEachUnit, testing::Values(1, 2, 8));

TEST(UnitQueue, GoesOnAfterAThreadHasLeft) {
  UnitQueue queue(5);
  StopFlag leave{false};
  std::vector<std::size_t> done;
  const auto work = [&](std::size_t unit) {
    done.push_back(unit);
    leave = unit == 2;
    return true;
  };
  EXPECT_TRUE(queue.work_off(leave, work));
  EXPECT_EQ(done.size(), 3U);
  leave = false;
  EXPECT_FALSE(queue.work_off(leave, work));
  EXPECT_EQ(done, (std::vector<std::size_t>{0, 1, 2, 3, 4}));
}

}  // namespace
}  // namespace puzzled::parallel
