// What names of instruction sets mean on this machine.
#include "core/simd/levels.hpp"

#include <gtest/gtest.h>

namespace puzzled::simd {
namespace {

TEST(SimdLevels, ThePlainestIsAlwaysThere) {
  EXPECT_EQ(kLevels[0].name, "portable");
  EXPECT_EQ(find_level("portable"), 0U);
  EXPECT_TRUE(has_isa("portable"));
}

TEST(SimdLevels, NoNameIsTheBest) {
  EXPECT_LT(best_level(), kLevelCount);
  EXPECT_EQ(find_level(""), best_level());
  EXPECT_FALSE(has_isa(""));
}

TEST(SimdLevels, ANameIsItsLevelOrNone) {
  for (std::size_t level = 0; level < kLevelCount; ++level) {
    const bool has = level <= best_level();
    EXPECT_EQ(has_isa(kLevels[level].name), has) << kLevels[level].name;
    if (has) {
      EXPECT_EQ(find_level(kLevels[level].name), level) << kLevels[level].name;
    }
  }
  EXPECT_FALSE(has_isa("sse9"));
  EXPECT_FALSE(has_isa("auto"));
}

TEST(SimdLevels, AFamilyIsTheBestOfItsLevels) {
  for (std::size_t level = 0; level <= best_level(); ++level) {
    const std::optional<std::size_t> found = find_level(kLevels[level].family);
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(kLevels[*found].family, kLevels[level].family);
    EXPECT_GE(*found, level);
    if (*found < best_level()) {
      EXPECT_NE(kLevels[*found + 1].family, kLevels[level].family);
    }
  }
}

// That a level is there says nothing if its kernels are never chosen: every level has a name.
TEST(SimdLevels, EveryNameIsALevelOrAFamily) {
#if defined(__x86_64__)
  for (const std::string_view name : kIsaNames) {
    bool is_known = false;
    for (const Level& level : kLevels) is_known |= name == level.name || name == level.family;
    EXPECT_TRUE(is_known) << name;
  }
#endif
}

}  // namespace
}  // namespace puzzled::simd
