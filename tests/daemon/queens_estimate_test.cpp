// What an estimate says, and how many workers a memory limit lets work.
#include "daemon/commands/queens/estimate_run.hpp"

#include <gtest/gtest.h>

#include "daemon/base/os/free_memory.hpp"

namespace puzzled::commands {
namespace {

CountEstimate sample() {
  CountEstimate estimate;
  estimate.count = {.queens = 24, .engine = "two-sided", .split = 4, .units = 677294};
  estimate.sampled = 59;
  estimate.cpu_seconds = {.total = 187920, .error = 4604};
  estimate.longest_unit_seconds = 0.5;
  estimate.memory = 46 << 20;
  estimate.threads = 2;
  return estimate;
}

TEST(CountEstimate, IsToldToPeople) {
  EXPECT_EQ(estimate_text(sample(), 4),
            "24 queens, engine two-sided, split 4: 677294 units, of which 59 were counted\n"
            "CPU time        52.2 hours ± 2.45 %\n"
            "memory          46 MiB a thread\n"
            "2 threads       26.1 hours ± 2.45 %\n"
            "4 machines      6.53 hours ± 2.45 %\n");
  CountEstimate larger = sample();
  larger.cpu_seconds = {.total = 2430 * 86400.0, .error = 243 * 86400.0};
  larger.threads = 1;
  EXPECT_EQ(estimate_text(larger, 0),
            "24 queens, engine two-sided, split 4: 677294 units, of which 59 were counted\n"
            "CPU time        2430 days ± 10.0 % (core-days)\n"
            "memory          46 MiB a thread\n"
            "1 thread        2430 days ± 10.0 %\n"
            "8 machines      304 days ± 10.0 %\n"
            "64 machines     38.0 days ± 10.0 %\n"
            "512 machines    4.75 days ± 10.0 %\n");
}

TEST(CountEstimate, ShowsNoTimeAsNothing) {
  CountEstimate small = sample();
  small.count = {.queens = 12, .engine = "bitmask", .split = 2, .units = 110};
  small.cpu_seconds = {.total = 0.0014, .error = 0.0000000001};
  small.longest_unit_seconds = 0.00001;
  EXPECT_EQ(estimate_text(small, 1000),
            "12 queens, engine bitmask, split 2: 110 units, of which 59 were counted\n"
            "CPU time        0.001 s ± < 0.001 %\n"
            "memory          46 MiB a thread\n"
            "2 threads       0.001 s ± < 0.001 %\n"
            "1000 machines   < 0.001 s\n");
}

TEST(CountEstimate, IsAnObjectForPrograms) {
  EXPECT_EQ(estimate_json(sample(), 0),
            "{\"queens\":24,\"engine\":\"two-sided\",\"split\":4,\"units\":677294,"
            "\"sampled_units\":59,\"cpu_seconds\":187920.0,\"cpu_seconds_error\":4604.0,"
            "\"memory_per_thread\":48234496,\"threads\":2,"
            "\"seconds\":93960.0,\"seconds_error\":2302.0}\n");
  EXPECT_NE(estimate_json(sample(), 2)
                .find(",\"machines\":2,\"machines_seconds\":46980.0,"
                      "\"machines_seconds_error\":1151.0}"),
            std::string::npos);
}

TEST(CountEstimate, IsNoShorterThanTheLongestUnit) {
  EXPECT_EQ(seconds_on(sample(), 1).total, 93960);
  EXPECT_EQ(seconds_on(sample(), 10'000'000).total, 0.5);
}

TEST(CountEstimate, ComesFromASample) {
  Interrupt interrupt;
  const Result<ChosenPlan> chosen = choose_plan(
      {.queens = 12, .engine = "bitmask", .threads = 2, .memory = std::uint64_t{1} << 40});
  ASSERT_TRUE(chosen);
  const Result<CountEstimate> estimate = estimate_count(*chosen, interrupt, true);
  ASSERT_TRUE(estimate);
  EXPECT_GE((*estimate).sampled, 16u);
  EXPECT_GT((*estimate).cpu_seconds.total, 0);
  EXPECT_EQ((*estimate).threads, 2);
  EXPECT_FALSE((*estimate).interrupted);
}

TEST(CountEstimate, CountsNoUnitTwice) {
  Interrupt interrupt;
  for (const int queens : {1, 4, 8}) {
    const Result<ChosenPlan> chosen = choose_plan(
        {.queens = queens, .engine = "bitmask", .threads = 2, .memory = std::uint64_t{1} << 40});
    ASSERT_TRUE(chosen);
    const Result<CountEstimate> estimate = estimate_count(*chosen, interrupt, true);
    ASSERT_TRUE(estimate);
    EXPECT_EQ((*estimate).sampled, (*estimate).count.units);  // few, and drawn thousands of times
  }
}

class PlanChoice : public testing::Test {
 protected:
  PlanWishes wishes{.queens = 18, .engine = "one-sided", .threads = 4, .memory = UINT64_MAX / 2};
};

TEST_F(PlanChoice, GivesEveryThreadAWorkerWhenThereIsRoom) {
  const Result<ChosenPlan> chosen = choose_plan(wishes);
  ASSERT_TRUE(chosen);
  EXPECT_EQ((*chosen).workers, 4);
}

TEST_F(PlanChoice, TakesFewerWorkersForTheSameUnitsOnEveryMachine) {
  const Result<ChosenPlan> usual = choose_plan(wishes);
  ASSERT_TRUE(usual);
  wishes.same_everywhere = true;
  // Two and a half workers' worth, beside what the program holds and the units take.
  wishes.held = 100 << 20;
  wishes.memory = wishes.held + (4 << 20) + (*usual).plan->memory() * 5 / 2;
  const Result<ChosenPlan> chosen = choose_plan(wishes);
  ASSERT_TRUE(chosen);
  EXPECT_EQ((*chosen).plan->split(), (*usual).plan->split());
  EXPECT_GE((*chosen).workers, 1);
  EXPECT_LT((*chosen).workers, 4);
}

TEST_F(PlanChoice, RefusesWhatCannotFit) {
  wishes.memory = 1 << 20;
  const Result<ChosenPlan> chosen = choose_plan(wishes);
  ASSERT_FALSE(chosen);
  EXPECT_EQ(chosen.error().message.rfind("18 queens do not fit into 1.0 MiB of memory: ", 0), 0u);
}

TEST_F(PlanChoice, PassesOnWhatThePlanRefuses) {
  wishes.split = 63;
  ASSERT_FALSE(choose_plan(wishes));
  EXPECT_NE(choose_plan(wishes).error().message.find("split"), std::string::npos);
}

}  // namespace
}  // namespace puzzled::commands
