// Queens on many threads: every engine, on every instruction set, with 1, 2 and 8 of them, counts
// what is known.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "parallel/jobs/queens.hpp"
#include "parallel/unit_order.hpp"
#include "parallel/workers.hpp"
#include "tests/core/each_level.hpp"
#include "tests/core/queens_counting.hpp"
#include "tests/core/queens_known.hpp"

namespace puzzled::parallel {
namespace {

using queens::CountPlan;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int kMaxQueens = 13;
constexpr int kMaxBitmaskQueens = 11;
#else
constexpr int kMaxQueens = 16;
constexpr int kMaxBitmaskQueens = 14;
#endif

std::string count(const CountPlan& plan, int threads) {
  Workers workers(threads);
  const std::vector<std::uint64_t> units = longest_first(plan.work_of_all());
  const auto counted = count_queens(workers, plan, {.units = units}, kNeverStop);
  return counted && (*counted).is_complete ? queens::to_text((*counted).sum.count) : "none";
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
      for (const std::string_view engine : {"one-sided", "two-sided", "colour"}) {
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
