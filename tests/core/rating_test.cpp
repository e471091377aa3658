// Ratings, against the plainest code that follows their definition, and of equivalent copies.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/sudoku/generator.hpp"
#include "core/sudoku/rating/rater.hpp"
#include "core/sudoku/shuffle/transformation.hpp"
#include "tests/core/each_level.hpp"
#include "tests/core/rating_reference.hpp"
#include "tests/core/sample_puzzles.hpp"

namespace puzzled::sudoku {
namespace {

std::vector<Grid> puzzles_of_all_levels() {
  std::vector<Grid> puzzles;
  for (const std::string_view text : kSeventeenClues) puzzles.push_back(grid_from(text));
  for (const std::string_view text : kFamous) puzzles.push_back(grid_from(text));
  for (const std::string_view text : kOfRareLevels) puzzles.push_back(grid_from(text));
  for (std::uint64_t i = 0; i < 60; ++i) {
    puzzles.push_back(generate_puzzle({.seed = 31, .minimal = i % 3 != 0}, i));
  }
  return puzzles;
}

std::vector<Rating> ratings_of(const std::vector<Grid>& puzzles, std::string_view isa = {}) {
  std::vector<Rating> ratings(puzzles.size());
  Rater(isa).rate(puzzles, ratings);
  return ratings;
}

class RaterTest : public EachLevel {};

TEST_P(RaterTest, FollowsTheDefinition) {
  const std::vector<Grid> puzzles = puzzles_of_all_levels();
  const std::vector<Rating> ratings = ratings_of(puzzles, isa());
  std::set<int> levels;
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    EXPECT_EQ(to_string(ratings[i]), to_string(rating_by_definition(puzzles[i]))) << i;
    levels.insert(ratings[i].level);
  }
  EXPECT_EQ(levels, (std::set<int>{1, 2, 3, 4, 5, 6, 7, 8, 9}));
}

TEST_P(RaterTest, RatesCopiesAlike) {
  const std::vector<Grid> puzzles = puzzles_of_all_levels();
  const std::vector<Rating> ratings = ratings_of(puzzles, isa());
  Rater rater(isa());
  for (std::uint64_t copy = 0; copy < 10; ++copy) {
    std::vector<Grid> copies;
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      copies.push_back(transformed(puzzles[i], random_transformation(9, i, copy)));
    }
    std::vector<Rating> again(copies.size());
    rater.rate(copies, again);
    EXPECT_EQ(again, ratings);
  }
}

// So many that pools fill up and are emptied many times.
TEST_P(RaterTest, RatesManyAsItRatesFew) {
  std::vector<Grid> puzzles;
  for (std::uint64_t i = 0; i < 1500; ++i) {
    puzzles.push_back(generate_puzzle({.seed = 32, .minimal = i % 2 == 0}, i % 100));
  }
  Rater rater(isa());
  std::vector<Rating> together(puzzles.size());
  rater.rate(puzzles, together);
  for (std::size_t i = 0; i < puzzles.size(); i += 7) {
    Rating alone;
    rater.rate({&puzzles[i], 1}, {&alone, 1});
    EXPECT_EQ(alone, together[i]);
  }
}

TEST_P(RaterTest, RatesNothingWithoutExactlyOneSolution) {
  std::vector<Grid> puzzles{Grid{}};
  for (std::uint64_t i = 0; i < 20; ++i) {
    puzzles.push_back(sample_puzzle(Kind::kNone, i));
    puzzles.push_back(sample_puzzle(Kind::kMany, i));
  }
  for (const Rating& rating : ratings_of(puzzles, isa())) EXPECT_EQ(rating, Rating{});
  EXPECT_TRUE(ratings_of({}, isa()).empty());
}
PUZZLED_EACH_LEVEL(RaterTest);

TEST(RatingText, IsReadAsItIsWritten) {
  for (const Rating& rating : {Rating{.level = 1}, Rating{.level = 8, .depth = 5, .phases = 12},
                               Rating{.level = 9, .depth = 230}}) {
    EXPECT_EQ(parse_rating(to_string(rating), kMaxRating), rating);
  }
  EXPECT_EQ(to_string(Rating{}), "0");
  EXPECT_EQ(to_string(Rating{.level = 8, .depth = 5, .phases = 2}), "8.5.2");
}

TEST(RatingText, TakesTheRestFromWhatIsGiven) {
  EXPECT_EQ(parse_rating("8", {}), (Rating{.level = 8}));
  EXPECT_EQ(parse_rating("8.3", kMaxRating),
            (Rating{.level = 8, .depth = 3, .phases = UINT16_MAX}));
  EXPECT_EQ(parse_rating("0", {}), Rating{});
}

TEST(RatingText, OfAnyOtherFormIsNone) {
  for (const std::string_view text : {"", "10", "8.", "8.3.", "8.3.1.", "8.3.1.1", "a", "8.x", " 8",
                                      "8 ", "-1", "+8", "8.65536", "8.3.65536", "256"}) {
    EXPECT_EQ(parse_rating(text, {}), std::nullopt) << text;
  }
}

TEST(RatingRange, IsReadFromBothEnds) {
  const auto range = parse_rating_range("4..8.3");
  ASSERT_TRUE(range);
  EXPECT_EQ(range->min, Rating{.level = 4});
  EXPECT_EQ(range->max, (Rating{.level = 8, .depth = 3, .phases = UINT16_MAX}));
  EXPECT_TRUE(range->contains({.level = 8, .depth = 3, .phases = 9}));
  EXPECT_FALSE(range->contains({.level = 8, .depth = 4, .phases = 1}));
  EXPECT_EQ(parse_rating_range("8..")->max, kMaxRating);
  EXPECT_EQ(parse_rating_range("..3")->min, Rating{.level = 1});
  EXPECT_EQ(parse_rating_range("7")->min, Rating{.level = 7});
  EXPECT_FALSE(parse_rating_range("7")->contains({.level = 8, .depth = 1, .phases = 1}));
  for (const std::string_view text : {"", "..", "5..4", "0..0", "a..b", "4...5", "4..5..6"}) {
    EXPECT_FALSE(parse_rating_range(text)) << text;
  }
}

TEST(RatingRange, WithoutARatingThatPuzzlesCanHaveIsRefusedWithTheReason) {
  for (const std::string_view text :
       {"1.5..1.9", "7.0.1..7.9", "3.1", "8.0", "8.0..8.0.9", "8.1.0", "8.2.0..8.2.0", "8.730",
        "8.1.730", "9.0", "9.730..", "9.729.730..", "1..0.5", "0.1..0.9"}) {
    EXPECT_FALSE(parse_rating_range(text)) << text;
  }
  for (const std::string_view text :
       {"1.5..2", "7.0.0", "7.1..8", "8.0..8.1", "8.1.1", "8.1.729..8.2.0", "8.729", "8.730..9",
        "9.1.0", "9.729.729..", "0..1", "..1"}) {
    EXPECT_TRUE(parse_rating_range(text)) << text;
  }
  // Ends that are ratings which puzzles can have are a range that is not empty.
  for (const Rating& rating : {Rating{1, 0, 0}, Rating{7, 0, 0}, Rating{8, 1, 1}, Rating{8, 2, 9},
                               Rating{9, 40, 0}, Rating{9, 729, 729}}) {
    EXPECT_EQ(possible_rating_from(rating), rating) << to_string(rating);
  }
  EXPECT_EQ(parse_rating_range("5..4").error().message,
            "no rating is from 5 to 4: the first is the higher");
  EXPECT_EQ(parse_rating_range("1.5..1.9").error().message,
            "no puzzle has a rating from 1.5 to 1.9: depth and phases are 0 at levels 1 to 7, 1 to "
            "729 at level 8, at most 729 at 9");
}

TEST(Rating, ComparesPartByPart) {
  EXPECT_LT((Rating{.level = 7}), (Rating{.level = 8, .depth = 1, .phases = 1}));
  EXPECT_LT((Rating{.level = 8, .depth = 2, .phases = 9}),
            (Rating{.level = 8, .depth = 3, .phases = 1}));
  EXPECT_LT((Rating{.level = 8, .depth = 2, .phases = 1}),
            (Rating{.level = 8, .depth = 2, .phases = 2}));
}

}  // namespace
}  // namespace puzzled::sudoku
