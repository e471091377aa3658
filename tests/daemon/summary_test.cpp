// What people read at the end of a run and while it lasts.
#include "daemon/commands/bulk/summary.hpp"

#include <gtest/gtest.h>

#include "daemon/base/progress/pace.hpp"
#include "daemon/base/progress/progress.hpp"

namespace puzzled::commands {
namespace {

Summary sample_summary() {
  return {.tally = {.solved = 9990, .multiple = 12, .unsolvable = 7, .invalid = 3},
          .seconds = 0.0125,
          .threads = 2,
          .interrupted = false};
}

TEST(Summary, SaysEverythingOnOneLine) {
  Summary summary = sample_summary();
  EXPECT_EQ(summary_text(summary),
            "10000 puzzles: 9990 solved (12 with several solutions), 7 unsolvable, 3 invalid in "
            "0.013 s (800 k/s, 2 threads)");
  summary.tally.timed_out = 2;
  EXPECT_EQ(summary_text(summary),
            "10002 puzzles: 9990 solved (12 with several solutions), 7 unsolvable, 3 invalid, "
            "2 timed out in 0.013 s (800 k/s, 2 threads)");
  summary.tally = {.solved = 1, .multiple = 0, .unsolvable = 0, .invalid = 0};
  summary.threads = 1;
  summary.seconds = 100;
  summary.interrupted = true;
  EXPECT_EQ(
      summary_text(summary),
      "interrupted after 1 puzzle: 1 solved, 0 unsolvable, 0 invalid in 100.0 s (0/s, 1 thread)");
  EXPECT_EQ(generated_text(sample_summary()),
            "generated 10000 puzzles in 0.013 s (800 k/s, 2 threads)");
}

TEST(Summary, IsOneJsonObject) {
  EXPECT_EQ(summary_json(sample_summary()),
            "{\"puzzles\":10000,\"solved\":9990,\"multiple\":12,\"unsolvable\":7,\"invalid\":3,"
            "\"timed_out\":0,\"decoration_lines\":0,\"seconds\":0.0125,\"puzzles_per_second\":"
            "800000.0,\"threads\":2,"
            "\"interrupted\":false}");
}

TEST(Summary, HasNoRateForShortRuns) {
  Summary summary = sample_summary();
  summary.seconds = 0.00999;
  EXPECT_EQ(generated_text(summary), "generated 10000 puzzles in 0.010 s (2 threads)");
  EXPECT_NE(summary_json(summary).find("\"puzzles_per_second\":null,"), std::string::npos);
  summary.seconds = 0;
  EXPECT_EQ(generated_text(summary), "generated 10000 puzzles in 0.000 s (2 threads)");
  summary.seconds = 0.01;
  EXPECT_EQ(generated_text(summary), "generated 10000 puzzles in 0.010 s (1.00 M/s, 2 threads)");
}

TEST(RoundedCount, KeepsThreeDigits) {
  EXPECT_EQ(rounded_count(0), "0");
  EXPECT_EQ(rounded_count(999), "999");
  EXPECT_EQ(rounded_count(1000), "1.00 k");
  EXPECT_EQ(rounded_count(12345), "12.3 k");
  EXPECT_EQ(rounded_count(850000), "850 k");
  EXPECT_EQ(rounded_count(1234567), "1.23 M");
  EXPECT_EQ(rounded_count(7e12), "7000 G");
}

TEST(ProgressText, ShowsShareRateAndTimeLeft) {
  RunCounters counters;
  counters.solved = 1000000;
  EXPECT_EQ(progress_text(counters, 10), "1.00 M puzzles  100 k/s");
  counters.work_total = 400;
  counters.work_done = 100;
  EXPECT_EQ(progress_text(counters, 10), " 25 %  1.00 M puzzles  100 k/s  ETA 0:30");
  EXPECT_EQ(progress_text(counters, 4000), " 25 %  1.00 M puzzles  250/s  ETA 3:20:00");
}

}  // namespace
}  // namespace puzzled::commands
