// What a text without puzzles most likely is.
#include "core/sudoku/text/likely_cause.hpp"

#include <gtest/gtest.h>

#include <string>

namespace puzzled::sudoku {
namespace {

TEST(LikelyCause, NamesWhatATextIsInstead) {
  struct Case {
    std::string text;
    std::string begins;
  };
  std::string rows;
  for (int row = 0; row < 6; ++row) rows += "1 2 3 4 5 6\n";
  std::string shifted = "10";
  for (int cell = 1; cell < 81; ++cell) shifted += cell % 3 == 0 ? ",7" : ",1";
  for (const Case& c :
       {Case{std::string(79, '4') + '\n', "79 cells: was the column read as"},
        Case{"q,a\n5.3007E+80,5.3E+80\n", "numbers in scientific notation"},
        Case{"1234341221434321\n", "16 cells: boards of other sizes"},
        Case{shifted + '\n', "10 among 81 numbers"},
        Case{'[' + shifted + "]\n", "10 among 81 numbers"},
        Case{rows, "36 cells: boards of other sizes"},
        Case{std::string(162, '4'), "162 cells: a puzzle and its solution"},
        Case{"version https://git-lfs.github.com/spec/v1\n", "a Git LFS pointer"},
        Case{"<!DOCTYPE html>\n", "a web page"}, Case{std::string("ab\0c", 4), "binary data"}}) {
    EXPECT_TRUE(likely_cause(c.text).starts_with(c.begins)) << c.text << likely_cause(c.text);
  }
}

TEST(LikelyCause, SaysNothingOfWhatItDoesNotKnow) {
  for (const char* text : {"", "\n", "\"\n", "=====\n", "a title\n=====\n", ",,,\n", "53..7\n"}) {
    EXPECT_EQ(likely_cause(text), "") << text;
  }
}

}  // namespace
}  // namespace puzzled::sudoku
