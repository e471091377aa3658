// Queens on many threads: every engine, on every instruction set, with 1, 2 and 8 of them, counts
// what is known.
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "parallel/unit_run.hpp"
#include "tests/core/each_level.hpp"
#include "tests/core/queens_counting.hpp"
#include "tests/core/queens_known.hpp"

namespace puzzled::parallel {
namespace {

using queens::CountPlan;
using queens::UnitCounter;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int kMaxQueens = 13;
constexpr int kMaxBitmaskQueens = 11;
#else
constexpr int kMaxQueens = 16;
constexpr int kMaxBitmaskQueens = 14;
#endif

std::string count(const CountPlan& plan, int threads) {
  Workers workers(threads);
  std::vector<std::uint64_t> units(plan.units());
  std::iota(units.begin(), units.end(), 0);
  std::atomic<bool> stop = false;
  std::mutex mutex;
  queens::UnitCount sum;
  run_units(
      workers, units,
      [&]() -> UnitWorker {
        return
            [&, counter = std::shared_ptr<UnitCounter>(plan.make_counter())](std::uint64_t unit) {
              const std::optional<queens::UnitCount> found = counter->count(unit, stop);
              const std::lock_guard lock(mutex);
              sum += found.value_or(queens::UnitCount{});
              return found.has_value();
            };
      },
      stop);
  return queens::to_text(sum.count);
}

class QueensOnThreads : public testing::TestWithParam<int> {};

TEST_P(QueensOnThreads, EnginesAgree) {
  for (int n = 8; n <= kMaxQueens; ++n) {
    const std::string known = std::to_string(queens::kKnownSolutions[n]);
    if (n <= kMaxBitmaskQueens) {
      EXPECT_EQ(count(*queens::plan_of({.queens = n, .engine = "bitmask"}), GetParam()), known)
          << n;
    }
    for (const std::string_view isa : available_levels()) {
      for (const std::string_view engine : {"one-sided", "two-sided"}) {
        if (n < 12 && engine == "two-sided") continue;  // it begins there
        const auto plan = queens::plan_of({.queens = n, .engine = engine, .isa = isa});
        EXPECT_EQ(count(*plan, GetParam()), known) << n << " queens, " << engine << ", " << isa;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Threads, QueensOnThreads, testing::Values(1, 2, 8));

}  // namespace
}  // namespace puzzled::parallel
