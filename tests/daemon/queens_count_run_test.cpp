// Counts with checkpoints: resumed, cut, damaged, foreign, contended for, verified.
#include "daemon/commands/queens/count_run.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <memory>
#include <thread>

#include "core/queens/engines.hpp"
#include "temporary_directory.hpp"
#include "tests/core/queens_made_up.hpp"

namespace puzzled::commands {
namespace {

ChosenPlan plan_of(int queens, int workers, const std::string& engine = "bitmask") {
  return {*queens::plan_count({.queens = queens, .engine = engine}), workers};
}

/// The total and whether all went well, or the error.
struct Outcome {
  std::string total;
  std::string error;
};

struct Wishes {
  int queens = 8;
  int workers = 1;
  Part part{};
  double verified_share = 0;
};

Outcome count(const std::string& checkpoint_path, const Wishes& wishes) {
  Interrupt interrupt;
  const ChosenPlan chosen = plan_of(wishes.queens, wishes.workers);
  std::unique_ptr<Checkpoint> checkpoint;
  if (!checkpoint_path.empty()) {
    Result<std::unique_ptr<Checkpoint>> opened = Checkpoint::open(checkpoint_path);
    if (!opened) return {"", opened.error().message};
    checkpoint = std::move(*opened);
  }
  const CountOptions options{.units = {.part = wishes.part,
                                       .checkpoint = checkpoint.get(),
                                       .checkpoint_path = checkpoint_path,
                                       .quiet = true},
                             .verified_share = wishes.verified_share};
  CountRun run(chosen, options, interrupt);
  const Result<CountRun::End> end = run.run();
  if (!end) return {"", end.error().message};
  if (*end != CountRun::End::kDone) return {"", "interrupted"};
  return {queens::to_text(run.tally().state().sum.count), ""};
}

std::string total(const std::string& checkpoint_path, const Wishes& wishes = {}) {
  const Outcome outcome = count(checkpoint_path, wishes);
  EXPECT_EQ(outcome.error, "");
  return outcome.total;
}

/// A finished checkpoint of 8 queens: 8 units, 400 bytes.
std::string finished_checkpoint() {
  const TemporaryDirectory directory;
  EXPECT_EQ(total(directory.path("c")), "92");
  return directory.read("c");
}

TEST(CountRun, CountsWithAnyNumberOfWorkers) {
  for (const int workers : {1, 2, 8}) {
    EXPECT_EQ(total("", {.queens = 1, .workers = workers}), "1");
    EXPECT_EQ(total("", {.queens = 3, .workers = workers}), "0");
    EXPECT_EQ(total("", {.queens = 11, .workers = workers}), "2680");
    const TemporaryDirectory directory;
    EXPECT_EQ(total(directory.path("c"), {.queens = 11, .workers = workers}), "2680");
    EXPECT_EQ(total(directory.path("c"), {.queens = 11, .workers = workers}), "2680");
  }
}

TEST(CountRun, FinishesACheckpointThatWasCutAnywhere) {
  const std::string whole = finished_checkpoint();
  ASSERT_EQ(whole.size(), 400u);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const TemporaryDirectory directory;
    const std::string path = directory.write("c", whole.substr(0, size));
    ASSERT_EQ(total(path), "92") << size;
    ASSERT_EQ(directory.read("c").size(), whole.size());
    ASSERT_EQ(total(path), "92") << size;
  }
}

TEST(CountRun, RefusesACheckpointWithAnyByteChanged) {
  const std::string whole = finished_checkpoint();
  for (std::size_t at = 0; at < whole.size(); ++at) {
    const TemporaryDirectory directory;
    std::string bytes = whole;
    bytes[at] = static_cast<char>(bytes[at] ^ (at % 2 == 0 ? 0x01 : 0x80));
    const std::string path = directory.write("c", bytes);
    const Outcome outcome = count(path, {});
    ASSERT_NE(outcome.error.find(path + ": byte "), std::string::npos) << at << outcome.error;
    ASSERT_EQ(directory.read("c"), bytes) << "a file that is refused stays as it is";
  }
}

TEST(CountRun, RefusesCheckpointsOfOtherCounts) {
  const TemporaryDirectory directory;
  const std::string path = directory.write("c", finished_checkpoint());
  EXPECT_EQ(count(path, {.queens = 9}).error, path + ": byte 12: of 8 queens, not 9");
  EXPECT_EQ(count(path, {.part = {1, 2}}).error, path + ": byte 48: of part 1/1, not 1/2");
  const std::string text = directory.write("t", "something of the user's own");
  EXPECT_EQ(count(text, {}).error,
            text + ": byte 0: this is neither a checkpoint nor a part of a count");
  EXPECT_EQ(directory.read("t"), "something of the user's own");
}

TEST(CountRun, RefusesAUnitThatComesTwice) {
  const TemporaryDirectory directory;
  std::string bytes = finished_checkpoint();
  bytes += bytes.substr(80, 40);
  const std::string path = directory.write("c", bytes);
  EXPECT_NE(count(path, {}).error.find(": byte 400: unit "), std::string::npos);
}

TEST(CountRun, RefusesACheckpointWithACountThatDisagreesWithItsResidues) {
  const TemporaryDirectory directory;
  UnitRecord wrong{.unit = 3, .count = {}};
  wrong.count.add(14);
  wrong.count.count += queens::Count{1} << 32;
  const UnitLogHeader header{.count = plan_of(8, 1).identity()};
  const std::string path = directory.write("c", encode(header) + encode(wrong, header));
  EXPECT_EQ(count(path, {}).error,
            path +
                ": byte 80: unit 3: the count 4294967310 disagrees with its residues, 14 modulo "
                "2147483647 and 14 modulo 4294967291");
}

TEST(CountRun, HoldsTheCheckpointAlone) {
  const TemporaryDirectory directory;
  const std::string path = directory.path("c");
  {
    const Result<std::unique_ptr<Checkpoint>> first = Checkpoint::open(path);
    ASSERT_TRUE(first);
    EXPECT_EQ(count(path, {}).error, path + ": another process is using this checkpoint");
  }
  EXPECT_EQ(total(path), "92");
}

TEST(CountRun, SaysWhenThereIsNoPlaceForACheckpoint) {
  EXPECT_NE(count("/dev/null", {}).error.find("must be a regular file"), std::string::npos);
  EXPECT_NE(count("/nowhere/c", {}).error.find("No such file"), std::string::npos);
}

TEST(CountRun, FindsAWrongCountBySecondLook) {
  const std::string whole = finished_checkpoint();
  const UnitLogHeader header{.count = plan_of(8, 1).identity()};
  queens::UnitCount thousand;
  thousand.add(1000);
  for (std::size_t place = 0; place < 8; ++place) {
    const TemporaryDirectory directory;
    // A record with a good check value that is wrong all the same.
    const std::string wrong = encode(UnitRecord{.unit = place, .count = thousand}, header);
    std::string bytes = whole.substr(0, 80);
    for (std::size_t at = 80; at < whole.size(); at += 40) {
      const bool same_unit = whole.substr(at, 8) == wrong.substr(0, 8);
      bytes += same_unit ? wrong : whole.substr(at, 40);
    }
    const std::string path = directory.write("c", bytes);
    const std::string error = count(path, {.workers = 2, .verified_share = 1}).error;
    EXPECT_NE(error.find("unit " + std::to_string(place) + ": 1000 at first"), std::string::npos)
        << error;
    EXPECT_NE(error.find(path + ": byte "), std::string::npos) << error;
  }
  for (const double share : {0.001, 0.5, 1.0}) {
    EXPECT_EQ(total("", {.queens = 10, .workers = 2, .verified_share = share}), "724");
  }
}

TEST(CountRun, FindsASumCutTo32Bits) {
  Interrupt interrupt;
  const ChosenPlan chosen{std::make_shared<queens::MadeUpPlan>(1, queens::cut_to_32_bits()), 1};
  const CountOptions options{.units = {.quiet = true}};
  const Result<CountRun::End> end = CountRun(chosen, options, interrupt).run();
  ASSERT_FALSE(end);
  EXPECT_EQ(end.error().message, queens::kCutTo32BitsFault);
}

TEST(CountRun, AddsUpOverParts) {
  for (const std::uint64_t parts : {1, 3, 8}) {
    queens::Count sum = 0;
    for (std::uint64_t part = 1; part <= parts; ++part) {
      sum += static_cast<queens::Count>(std::stoull(total("", {.part = {part, parts}})));
    }
    EXPECT_EQ(queens::to_text(sum), "92");
  }
}

TEST(CountRun, AddsUpOverTaperedParts) {
  for (const std::uint64_t parts : {64, 65, 110}) {  // 110 units: a part for each
    queens::Count sum = 0;
    for (std::uint64_t part = 1; part <= parts; ++part) {
      const Part tapered{part, parts, parallel::Shares::kTapered};
      sum += static_cast<queens::Count>(std::stoull(total("", {.queens = 12, .part = tapered})));
    }
    EXPECT_EQ(queens::to_text(sum), "14200") << parts;
  }
}

TEST(CountRun, RefusesACheckpointOfOtherShares) {
  const TemporaryDirectory directory;
  const std::string path = directory.path("c");
  const Part equal{3, 64};
  const Part tapered{3, 64, parallel::Shares::kTapered};
  const std::string solutions = total(path, {.queens = 12, .part = tapered});
  EXPECT_EQ(total(path, {.queens = 12, .part = tapered}), solutions);
  EXPECT_EQ(count(path, {.queens = 12, .part = equal}).error,
            path + ": byte 72: of tapered parts (--taper), not of equal ones");
  const std::string other = directory.path("d");
  total(other, {.queens = 12, .part = equal});
  EXPECT_EQ(count(other, {.queens = 12, .part = tapered}).error,
            other + ": byte 72: of equal parts, not of tapered ones (--taper)");
}

TEST(CountRun, StopsWhenAskedAndGoesOnLater) {
  const TemporaryDirectory directory;
  const std::string path = directory.path("c");
  const ChosenPlan chosen = plan_of(12, 2);
  {
    Interrupt interrupt(std::chrono::minutes(10));  // a busy machine takes its time
    const Result<std::unique_ptr<Checkpoint>> checkpoint = Checkpoint::open(path);
    ASSERT_TRUE(checkpoint);
    const CountOptions options{
        .units = {.checkpoint = (*checkpoint).get(), .checkpoint_path = path, .quiet = true}};
    CountRun run(chosen, options, interrupt);
    ::kill(::getpid(), SIGINT);  // blocked here, taken by the interrupt's own thread
    while (!run.stop()) std::this_thread::yield();
    const Result<CountRun::End> end = run.run();
    ASSERT_TRUE(end);
    EXPECT_EQ(*end, CountRun::End::kInterrupted);
    EXPECT_EQ(run.tally().state().progress.units_done, 0u);
  }
  EXPECT_EQ(total(path, {.queens = 12}), "14200");
}

TEST(CountRun, AnEmptyCheckpointStaysOnlyWhereItWas) {
  const TemporaryDirectory directory;
  const std::string old = directory.write("old", "");
  for (const std::string& path : {old, directory.path("new")}) {
    ASSERT_TRUE(Checkpoint::open(path)) << path;
  }
  EXPECT_TRUE(std::filesystem::exists(old));
  EXPECT_EQ(directory.files(), 1u);
}

}  // namespace
}  // namespace puzzled::commands
