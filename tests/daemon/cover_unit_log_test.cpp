// Checkpoints and parts of exact cover: counts of 512 bits, and no mixing with counts of queens.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "daemon/commands/units/checkpoint.hpp"
#include "daemon/commands/units/part_file.hpp"
#include "tests/daemon/temporary_directory.hpp"

namespace puzzled::commands {
namespace {

using cover::WideCount;

CountIdentity cover_identity() {
  return {.engine = "cache", .units = 5, .units_revision = 1, .cover_problem = 0x123456789ABCDEF0};
}

UnitLogHeader cover_header(std::uint64_t part = 1, std::uint64_t parts = 1) {
  return {.count = cover_identity(), .part = part, .parts = parts, .version = kCoverLogVersion};
}

// More than 128 bits.
WideCount large(std::uint64_t unit) {
  WideCount count = unit + 1;
  for (int i = 0; i < 5; ++i) count *= UINT64_MAX;
  return count;
}

std::vector<CoverUnitRecord> cover_records(std::initializer_list<std::uint64_t> units) {
  std::vector<CoverUnitRecord> records;
  for (const std::uint64_t unit : units) records.push_back({unit, large(unit)});
  return records;
}

class CoverParts : public testing::Test {
 protected:
  const TemporaryDirectory directory;
  const std::string a =
      directory.write("a", encode_part(cover_header(1, 2), cover_records({0, 3})));
  const std::string b =
      directory.write("b", encode_part(cover_header(2, 2), cover_records({1, 2, 4})));
};

TEST_F(CoverParts, AddUpToAllBits) {
  const Result<MergedCount<WideCount>> merged = merge_parts<WideCount>(std::vector{b, a});
  ASSERT_TRUE(merged) << merged.error().message;
  EXPECT_EQ((*merged).total, large(14)) << "1 + 2 + 3 + 4 + 5 times";
  EXPECT_EQ((*merged).count.cover_problem, cover_identity().cover_problem);
}

TEST_F(CoverParts, MayHaveNoUnits) {
  std::vector<std::string> paths;
  for (std::uint64_t part = 1; part <= 9; ++part) {
    std::vector<CoverUnitRecord> records;
    if (part <= 5) records = cover_records({part - 1});
    paths.push_back(
        directory.write(std::to_string(part), encode_part(cover_header(part, 9), records)));
  }
  const Result<MergedCount<WideCount>> merged = merge_parts<WideCount>(paths);
  ASSERT_TRUE(merged) << merged.error().message;
  EXPECT_EQ((*merged).total, large(14));
  const auto found = find_part_file<WideCount>(paths[8], cover_header(9, 9), {});
  ASSERT_TRUE(found);
  EXPECT_EQ((*found).state, PartState::kFinished);
}

TEST_F(CoverParts, AreNotAddedToQueens) {
  EXPECT_EQ(merge_parts<queens::UnitCount>(std::vector{a, b}).error().message,
            a + " is a part of a count of covers: 'puzzled cover merge' adds those up");
  const UnitLogHeader queens{
      .count = {.queens = 8, .engine = "bitmask", .split = 1, .units = 1}, .part = 1, .parts = 1};
  const std::string other =
      directory.write("queens", encode_part(queens, std::vector<UnitRecord>{{}}));
  EXPECT_EQ(merge_parts<WideCount>(std::vector{other}).error().message,
            other + " is a part of a count of queens: 'puzzled queens merge' adds those up");
}

TEST_F(CoverParts, OfAnotherProblemAreRefused) {
  UnitLogHeader header = cover_header(2, 2);
  ++header.count.cover_problem;
  const std::string other = directory.write("other", encode_part(header, cover_records({1, 2, 4})));
  EXPECT_EQ(merge_parts<WideCount>(std::vector{a, other}).error().message,
            other + ": byte 12: of another problem, not this one as " + a);
}

TEST_F(CoverParts, ShowEveryChangedByte) {
  const std::string bytes = encode_part(cover_header(2, 2), cover_records({1, 2, 4}));
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    EXPECT_FALSE(merge_parts<WideCount>(std::vector{a, directory.write("b", damaged)})) << at;
  }
}

TEST(CoverCheckpoint, ContinuesWithItsRecords) {
  const TemporaryDirectory directory;
  const std::string path = directory.path("checkpoint");
  const Checkpoint::Loader<WideCount> none = [](const CoverUnitRecord&, std::uint64_t) -> Result<> {
    return Error{"a new checkpoint has no record"};
  };
  {
    Result<std::unique_ptr<Checkpoint>> checkpoint = Checkpoint::open(path);
    ASSERT_TRUE(checkpoint);
    ASSERT_TRUE((*checkpoint)->begin<WideCount>(cover_header(), none));
    for (const CoverUnitRecord& record : cover_records({2, 0})) {
      ASSERT_TRUE((*checkpoint)->append(record));
    }
  }
  Result<std::unique_ptr<Checkpoint>> checkpoint = Checkpoint::open(path);
  ASSERT_TRUE(checkpoint);
  std::vector<std::uint64_t> found;
  const Checkpoint::Loader<WideCount> load = [&](const CoverUnitRecord& record,
                                                 std::uint64_t) -> Result<> {
    EXPECT_EQ(record.count, large(record.unit));
    found.push_back(record.unit);
    return {};
  };
  ASSERT_TRUE((*checkpoint)->begin<WideCount>(cover_header(), load));
  EXPECT_EQ(found, (std::vector<std::uint64_t>{2, 0}));
}

}  // namespace
}  // namespace puzzled::commands
