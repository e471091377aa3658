// The units of a part: which they are, and how their progress reads.
#include "daemon/commands/units/unit_tally.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "temporary_directory.hpp"

namespace puzzled::commands {
namespace {

using QueensTally = UnitTally<queens::UnitCount>;
using CoverTally = UnitTally<cover::WideCount>;

queens::UnitCount unit_count(std::uint64_t solutions) {
  queens::UnitCount count;
  count.add(solutions);
  return count;
}

TEST(UnitTally, PartsHoldEachUnitOnceAndThoseBeyondTheLastUnitAreEmpty) {
  const std::vector<double> work{5, 1, 4, 2, 3};
  for (const std::uint64_t parts : {1, 2, 5, 9}) {
    std::vector<std::uint64_t> all;
    for (std::uint64_t number = 1; number <= parts; ++number) {
      const UnitOptions options{.part = {.number = number, .of = parts}};
      const std::vector<std::uint64_t> units = CoverTally(work, options).units();
      EXPECT_TRUE(std::is_sorted(units.begin(), units.end()));
      EXPECT_EQ(units.empty(), number > work.size()) << number << '/' << parts;
      all.insert(all.end(), units.begin(), units.end());
    }
    std::sort(all.begin(), all.end());
    std::vector<std::uint64_t> expected(work.size());
    std::iota(expected.begin(), expected.end(), 0);
    EXPECT_EQ(all, expected) << parts;
  }
}

TEST(UnitTally, AddsUpAndKeepsRecordsByNumber) {
  const UnitOptions options{.keep_records = true};
  QueensTally tally({1, 3, 2}, options);
  EXPECT_EQ(tally.units_left(), (std::vector<std::uint64_t>{1, 2, 0}));  // longest first
  for (const std::uint64_t unit : {2, 0}) {
    ASSERT_TRUE(tally.take({unit, unit_count(10 + unit)}));
  }
  const QueensTally::State state = tally.state();
  EXPECT_EQ(queens::to_text(state.sum.count), "22");
  EXPECT_EQ(done_text(state.progress), "2 of 3 units (50.0 % of the work)");
  const std::vector<UnitRecord> records = tally.records();
  ASSERT_EQ(records.size(), 2u);
  EXPECT_EQ(records[0].unit, 0u);
  EXPECT_EQ(records[1].unit, 2u);
}

TEST(UnitTally, LoadsWhatItsCheckpointHas) {
  const TemporaryDirectory directory;
  const std::string path = directory.path("c");
  const CountIdentity identity{.queens = 9, .engine = "bitmask", .units = 3};
  const std::vector<double> work{1, 3, 2};
  for (const bool resumed : {false, true}) {
    const Result<std::unique_ptr<Checkpoint>> checkpoint = Checkpoint::open(path);
    ASSERT_TRUE(checkpoint);
    const UnitOptions options{
        .checkpoint = (*checkpoint).get(), .checkpoint_path = path, .quiet = true};
    QueensTally tally(work, options);
    std::vector<std::uint64_t> loaded;
    ASSERT_TRUE(tally.load(tally.header(identity), [&](const UnitRecord& record, std::uint64_t) {
      loaded.push_back(record.unit);
    }));
    if (!resumed) {
      EXPECT_TRUE(loaded.empty());
      ASSERT_TRUE(tally.take({2, unit_count(7)}));
      ASSERT_TRUE(tally.sync());
      continue;
    }
    EXPECT_EQ(loaded, (std::vector<std::uint64_t>{2}));
    EXPECT_EQ(tally.units_left(), (std::vector<std::uint64_t>{1, 0}));
    EXPECT_EQ(queens::to_text(tally.state().sum.count), "7");
    EXPECT_EQ(tally.state().progress.work_loaded, 2);
  }
}

TEST(ProgressText, CountsWorkNotUnits) {
  UnitProgress progress{.units_total = 272, .work_total = 1000};
  EXPECT_EQ(progress_text(progress, "0", 0.5), "  0 %  0/272 units  so far 0");
  progress.units_done = 10;
  progress.work_done = 250;
  EXPECT_EQ(progress_text(progress, "12345", 10), " 25 %  10/272 units  so far 12345  ETA 0:30");
  EXPECT_EQ(done_text(progress), "10 of 272 units (25.0 % of the work)");
  progress.work_loaded = 150;  // this run has done but 100
  EXPECT_EQ(progress_text(progress, "12345", 10), " 25 %  10/272 units  so far 12345  ETA 1:15");
}

}  // namespace
}  // namespace puzzled::commands
