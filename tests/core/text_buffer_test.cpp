#include "core/sudoku/text/text_buffer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace puzzled::sudoku {
namespace {

TEST(TextBuffer, GrowsAndKeepsWhatItHolds) {
  TextBuffer text;
  std::string expected;
  for (int i = 0; i < 1000; ++i) {
    const std::string piece(static_cast<std::size_t>(i % 50), static_cast<char>('a' + i % 26));
    text.append(piece);
    expected += piece;
  }
  EXPECT_EQ(text.view(), expected);
  text.clear();
  EXPECT_EQ(text.view(), "");
  text.append("x");
  EXPECT_EQ(text.view(), "x");
}

TEST(TextBuffer, TakesInWhatStandsInItsRoom) {
  constexpr std::string_view kAlphabet = "abcdefghijklmnopqrstuvwxyz";
  TextBuffer text;
  text.append("<");
  char* const room = text.room(kAlphabet.size());
  std::copy(kAlphabet.begin(), kAlphabet.end(), room);
  text.append({room, 3});       // where it belongs
  text.append({room + 4, 20});  // overlaps the place where it belongs
  EXPECT_EQ(text.view(), "<abcefghijklmnopqrstuvwx");
}

}  // namespace
}  // namespace puzzled::sudoku
