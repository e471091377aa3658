// Parts on disk and their sum: any order, and nothing but all parts of one count.
#include "daemon/commands/units/part_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/queens/engines.hpp"
#include "temporary_directory.hpp"

namespace puzzled::commands {
namespace {

const CountIdentity kCount{.queens = 8, .engine = "bitmask", .split = 1, .units = 8};

std::vector<UnitRecord> records(std::initializer_list<std::uint64_t> units) {
  std::vector<UnitRecord> all;
  for (const std::uint64_t unit : units) {
    queens::UnitCount count;
    count.add(std::uint64_t{1} << unit);
    all.push_back({unit, count});
  }
  return all;
}

std::string part(std::uint64_t number, std::uint64_t of, std::initializer_list<std::uint64_t> units,
                 const CountIdentity& count = kCount) {
  return encode_part({.count = count, .part = number, .parts = of}, records(units));
}

/// Three parts of one count in a directory.
class Parts : public testing::Test {
 protected:
  std::string merge_error(const std::vector<std::string>& paths) {
    const Result<MergedCount<queens::UnitCount>> merged = merge_parts<queens::UnitCount>(paths);
    return merged ? "none" : merged.error().message;
  }

  TemporaryDirectory directory;
  const std::string a = directory.write("a", part(1, 3, {0, 3, 6}));
  const std::string b = directory.write("b", part(2, 3, {1, 4, 7}));
  const std::string c = directory.write("c", part(3, 3, {2, 5}));
};

TEST_F(Parts, AreAddedUpInAnyOrder) {
  std::vector<std::string> paths = {a, b, c};
  do {
    const Result<MergedCount<queens::UnitCount>> merged = merge_parts<queens::UnitCount>(paths);
    ASSERT_TRUE(merged);
    EXPECT_EQ(queens::to_text((*merged).total.count), "255");
    EXPECT_EQ((*merged).parts, 3u);
    EXPECT_EQ((*merged).count.queens, 8);
  } while (std::next_permutation(paths.begin(), paths.end()));
}

TEST_F(Parts, MustAllBeThereOnce) {
  EXPECT_EQ(merge_error({a, c}), "1 of 3 parts missing: 2");
  EXPECT_EQ(merge_error({b}), "2 of 3 parts missing: 1, 3");
  EXPECT_EQ(merge_error({a, b, c, b}), b + ": part 2/3 is in " + b + ", too");
  const std::string copy = directory.write("copy", part(2, 3, {1, 4, 7}));
  EXPECT_EQ(merge_error({a, copy, b, c}), b + ": part 2/3 is in " + copy + ", too");
  EXPECT_EQ(merge_error({a, directory.path("none")}),
            "cannot open " + directory.path("none") + ": No such file or directory");
  const std::string few = directory.write("few", part(7, 40, {1}, {8, "bitmask", 1, 100}));
  EXPECT_EQ(merge_error({few}), "39 of 40 parts missing: 1, 2, 3, 4, 5, 6, 8, 9, …");
}

TEST_F(Parts, MustBeOfOneCount) {
  const auto error_with = [&](const std::string& bytes) {
    const std::string error = merge_error({a, directory.write("other", bytes), c});
    return error.substr(error.find(": ") + 2);
  };
  EXPECT_EQ(error_with(part(2, 3, {1, 4, 7}, {9, "bitmask", 1, 8})),
            "byte 12: of 9 queens, not 8 as " + a);
  EXPECT_EQ(error_with(part(2, 3, {1, 4, 7}, {8, "bitmask", 2, 8})),
            "byte 16: of split 2, not 1 as " + a);
  EXPECT_EQ(error_with(part(2, 3, {1, 4, 7},
                            {8, "one-sided", 1, 8, *queens::units_revision("one-sided")})),
            "byte 32: of engine 'one-sided', not 'bitmask' as " + a);
  EXPECT_EQ(error_with(part(2, 4, {1, 4, 7})), "byte 48: of part 2/4, not 1/3 as " + a);
}

TEST_F(Parts, MustBeCutAlike) {
  const UnitLogHeader header{
      .count = kCount, .part = 2, .parts = 3, .shares = parallel::Shares::kTapered};
  const std::string tapered = directory.write("tapered", encode_part(header, records({1, 4, 7})));
  EXPECT_EQ(merge_error({a, tapered, c}),
            tapered + ": byte 72: of tapered parts (--taper), not of equal ones as " + a);
  EXPECT_EQ(merge_error({tapered, a, c}),
            a + ": byte 72: of equal parts, not of tapered ones (--taper) as " + tapered);
  const std::vector<std::uint64_t> units = {1, 4, 7};
  EXPECT_FALSE(find_part_file<queens::UnitCount>(b, header, units));
  EXPECT_EQ((*find_part_file<queens::UnitCount>(tapered, header, units)).state,
            PartState::kFinished);
}

TEST_F(Parts, MustNotOverlapNorLeaveGaps) {
  const std::string more = directory.write("more", part(2, 3, {1, 3, 4, 7}));
  EXPECT_EQ(merge_error({a, more, c}), more + ": byte 120: unit 3 occurs twice");
  const std::string less = directory.write("less", part(2, 3, {1, 7}));
  EXPECT_EQ(merge_error({a, less, c}), "the parts contain 7 of 8 units");
}

TEST_F(Parts, MustBeSound) {
  const std::string whole = directory.read("b");
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string bytes = whole;
    bytes[at] = static_cast<char>(bytes[at] ^ 0x20);
    const std::string path = directory.write("damaged", bytes);
    EXPECT_NE(merge_error({a, path, c}).find(path + ": byte "), std::string::npos) << at;
  }
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const std::string path = directory.write("cut", whole.substr(0, size));
    EXPECT_NE(merge_error({a, path, c}).find(path + ": byte "), std::string::npos) << size;
  }
  const std::string checkpoint =
      directory.write("checkpoint", encode(UnitLogHeader{.count = kCount}));
  EXPECT_EQ(merge_error({checkpoint}), checkpoint + " is a checkpoint, not a finished part");
}

TEST_F(Parts, MustAgreeWithTheirResidues) {
  const UnitLogHeader header{.count = kCount, .part = 2, .parts = 3};
  std::vector<UnitRecord> wrong = records({1, 4, 7});
  wrong[1].count.count += queens::Count{1} << 32;
  const std::string path = directory.write("wrong", encode_part(header, wrong));
  const std::string error =
      path +
      ": byte 120: unit 4: the count 4294967312 disagrees with its residues, 16 modulo 2147483647 "
      "and 16 modulo 4294967291";
  EXPECT_EQ(merge_error({a, path, c}), error);
  const std::vector<std::uint64_t> units = {1, 4, 7};
  const Result<FoundPart<queens::UnitCount>> found =
      find_part_file<queens::UnitCount>(path, header, units);
  ASSERT_TRUE(found);
  EXPECT_EQ((*found).state, PartState::kAbsent);
  EXPECT_EQ((*found).damage->message, error);
}

TEST_F(Parts, AreLeftAloneWhenFinished) {
  const UnitLogHeader header{.count = kCount, .part = 2, .parts = 3};
  const std::vector<std::uint64_t> units = {1, 4, 7};
  const auto look = [&](const std::string& path) {
    return find_part_file<queens::UnitCount>(path, header, units);
  };

  ASSERT_TRUE(look(b));
  EXPECT_EQ((*look(b)).state, PartState::kFinished);
  EXPECT_EQ(queens::to_text((*look(b)).sum.count), "146");
  // Absent or empty: to be counted.
  for (const std::string& path : {directory.path("none"), directory.write("empty", "")}) {
    ASSERT_TRUE(look(path));
    EXPECT_EQ((*look(path)).state, PartState::kAbsent);
    EXPECT_FALSE((*look(path)).damage);
  }
  // Damaged: to be counted again.
  std::string bytes = directory.read("b");
  bytes[100] = 'x';
  for (const std::string& damaged : {bytes, directory.read("b").substr(0, 190)}) {
    const Result<FoundPart<queens::UnitCount>> found = look(directory.write("damaged", damaged));
    ASSERT_TRUE(found);
    EXPECT_EQ((*found).state, PartState::kAbsent);
    EXPECT_TRUE((*found).damage);
  }
  // Somebody else's: neither counted as done nor replaced.
  EXPECT_FALSE(look(a));
  EXPECT_FALSE(look(directory.write("text", "a letter to my mother, and more")));
  EXPECT_FALSE(look(directory.write("log", encode(UnitLogHeader{.count = kCount}))));
  // Of this part, but cut otherwise.
  const Result<FoundPart<queens::UnitCount>> other =
      look(directory.write("units", part(2, 3, {1, 4, 5})));
  ASSERT_TRUE(other);
  EXPECT_TRUE((*other).damage);
}

}  // namespace
}  // namespace puzzled::commands
