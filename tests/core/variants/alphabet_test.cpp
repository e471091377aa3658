#include "core/variants/text/alphabet.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/variants/model.hpp"

namespace puzzled::variants {
namespace {

std::vector<std::string> names_of(int size) {
  std::vector<std::string> names;
  for (const Alphabet& alphabet : Alphabet::all_of(size)) names.push_back(alphabet.name());
  return names;
}

TEST(VariantsAlphabet, HasThreeWhereDigitsDoNotDo) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(names_of(4), Names{"1-4"});
  EXPECT_EQ(names_of(9), Names{"1-9"});
  EXPECT_EQ(names_of(10), (Names{"1-A", "0-9", "A-J"}));
  EXPECT_EQ(names_of(16), (Names{"1-G", "0-F", "A-P"}));
  EXPECT_EQ(names_of(25), (Names{"1-P", "0-O", "A-Y"}));
}

TEST(VariantsAlphabet, IsFoundByItsName) {
  EXPECT_EQ(Alphabet::find(16, "0-F")->name(), "0-F");
  EXPECT_FALSE(Alphabet::find(16, "0-G"));
  EXPECT_FALSE(Alphabet::find(6, "0-5"));
}

TEST(VariantsAlphabet, ReadsWhatItWrites) {
  for (const int size : box_sizes()) {
    for (const Alphabet& alphabet : Alphabet::all_of(size)) {
      for (int value = 1; value <= size; ++value) {
        EXPECT_EQ(alphabet.value(alphabet.character(value, false)), value) << alphabet.name();
        EXPECT_EQ(alphabet.value(alphabet.character(value, true)), value) << alphabet.name();
      }
    }
  }
}

TEST(VariantsAlphabet, TakesZeroForABlankWhereItIsNoValue) {
  EXPECT_EQ(Alphabet::find(16, "1-G")->value('0'), 0);
  EXPECT_EQ(Alphabet::find(16, "A-P")->value('0'), 0);
  EXPECT_EQ(Alphabet::find(16, "0-F")->value('0'), 1);
  EXPECT_EQ(Alphabet::find(16, "0-F")->value('.'), 0);
}

TEST(VariantsAlphabet, RefusesWhatIsNoValue) {
  EXPECT_EQ(Alphabet::find(16, "A-P")->value('1'), Alphabet::kNoCell);
  EXPECT_EQ(Alphabet::find(16, "A-P")->value('Q'), Alphabet::kNoCell);
  EXPECT_EQ(Alphabet::find(16, "0-F")->value('G'), Alphabet::kNoCell);
  EXPECT_EQ(Alphabet::find(6, "1-6")->value('7'), Alphabet::kNoCell);
  EXPECT_EQ(Alphabet::find(6, "1-6")->value('x'), 0);
  EXPECT_EQ(Alphabet::find(25, "A-Y")->value('X'), 24);
}

}  // namespace
}  // namespace puzzled::variants
