// Files that puzzled 0.2 wrote (version 1 of the format, without residues): kept in tests/data as
// they were, and read as FORMAT.md promises.
#include <gtest/gtest.h>

#include <filesystem>

#include "core/queens/engines.hpp"
#include "daemon/commands/queens/count_run.hpp"
#include "daemon/commands/units/part_file.hpp"
#include "temporary_directory.hpp"

namespace puzzled::commands {
namespace {

std::string old_file(const std::string& name) {
  return std::string(PUZZLED_TEST_DATA) + "/unit_logs_v1/" + name;
}

/// The number of solutions after the first `bytes` of the checkpoint, or the error.
std::string resume(const TemporaryDirectory& directory, const std::string& name,
                   std::uintmax_t bytes) {
  const std::string path = directory.path(name);
  std::filesystem::copy_file(old_file(name), path,
                             std::filesystem::copy_options::overwrite_existing);
  std::filesystem::resize_file(path, bytes);
  Interrupt interrupt;
  const Result<std::unique_ptr<Checkpoint>> checkpoint = Checkpoint::open(path);
  if (!checkpoint) return checkpoint.error().message.substr(path.size());
  const std::optional<UnitLogHeader> found = (*checkpoint)->found();
  const ChosenPlan chosen{*queens::plan_count({.queens = 8, .engine = found->count.engine}), 1};
  const CountOptions options{
      .units = {.checkpoint = (*checkpoint).get(), .checkpoint_path = path, .quiet = true}};
  CountRun run(chosen, options, interrupt);
  const Result<CountRun::End> end = run.run();
  if (!end) return end.error().message;
  return queens::to_text(run.tally().state().sum.count);
}

TEST(OldFiles, OfBitmaskAreContinuedInTheirVersion) {
  const TemporaryDirectory directory;
  const std::string name = "bitmask_8.checkpoint";
  for (const std::uintmax_t bytes : {80, 120, 399, 400}) {
    EXPECT_EQ(resume(directory, name, bytes), "92") << bytes;
    // A single worker counts the units in the same order on every machine.
    const TemporaryDirectory source;
    std::filesystem::copy_file(old_file(name), source.path(name));
    EXPECT_EQ(directory.read(name), source.read(name)) << bytes;
  }
}

// The units of this engine may have changed since.
TEST(OldFiles, OfOneSidedAreRefusedOnceItsUnitsChanged) {
  const TemporaryDirectory directory;
  const std::uint32_t now = *queens::units_revision("one-sided");
  EXPECT_EQ(resume(directory, "one_sided_8.checkpoint", 720),
            now == 0 ? "92"
                     : ": byte 20: another version of puzzled wrote this, and its engine "
                       "'one-sided' counts other units: theirs are of revision 0, this program's "
                       "of " +
                           std::to_string(now));
}

TEST(OldFiles, OfBitmaskAreMerged) {
  const std::vector<std::string> parts = {
      old_file("bitmask_8_part_1"), old_file("bitmask_8_part_2"), old_file("bitmask_8_part_3")};
  const Result<MergedCount<queens::UnitCount>> merged = merge_parts<queens::UnitCount>(parts);
  ASSERT_TRUE(merged) << merged.error().message;
  EXPECT_EQ(queens::to_text((*merged).total.count), "92");
}

}  // namespace
}  // namespace puzzled::commands
