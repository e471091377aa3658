#include "daemon/redis/result_check.hpp"

#include <gtest/gtest.h>

#include "daemon/redis/block_form.hpp"

namespace puzzled::redis {
namespace {

TEST(ResultCheck, ReadsTheTalliesThatWorkersWrite) {
  const sudoku::Tally counts{.solved = 8190, .unsolvable = 1, .invalid = 2, .timed_out = 3};
  const std::optional<BlockTally> tally = parse_tally(tally_text(counts, 8200));
  ASSERT_TRUE(tally);
  EXPECT_EQ(tally->counts.solved, 8190U);
  EXPECT_EQ(tally->counts.unsolvable, 1U);
  EXPECT_EQ(tally->counts.invalid, 2U);
  EXPECT_EQ(tally->counts.timed_out, 3U);
  EXPECT_EQ(tally->lines, 8200U);
  EXPECT_TRUE(parse_tally("lines=1 more=x timeout=0 invalid=0 unsolvable=0 solved=1"));
}

TEST(ResultCheck, RefusesTalliesThatAreNone) {
  for (const std::string text :
       {"", "solved=1", "solved=1 unsolvable=0 invalid=0 timeout=0",
        "solved=1 unsolvable=0 invalid=0 timeout=0 lines=",
        "solved=-1 unsolvable=0 invalid=0 "
        "timeout=0 lines=1",
        "solved=1 solved=1 unsolvable=0 invalid=0 timeout=0 lines=1",
        "solved=1  unsolvable=0 invalid=0 timeout=0 lines=1",
        "solved=99999999999999999999 unsolvable=0 invalid=0 timeout=0 lines=1", "words"}) {
    EXPECT_FALSE(parse_tally(text)) << text;
  }
}

TEST(ResultCheck, TakesAnswersToAllLinesOnly) {
  const auto tally = [](std::uint64_t solved, std::uint64_t lines) {
    return tally_text({.solved = solved}, lines);
  };
  EXPECT_TRUE(check_answers("a\n\nb\n", tally(2, 3), 3));
  EXPECT_TRUE(check_answers("", tally(0, 0), 0));
  const auto error = [](const Result<BlockTally>& checked) {
    return checked ? "none" : checked.error().message;
  };
  EXPECT_EQ(error(check_answers("a\n", tally(1, 1), 2)), "its result has 1 line for 2 lines");
  EXPECT_EQ(error(check_answers("a\nb\nc\n", tally(3, 3), 2)),
            "its result has 3 lines for 2 lines");
  EXPECT_EQ(error(check_answers("a\nb", tally(2, 2), 2)),
            "its result does not end with a line feed");
  EXPECT_EQ(error(check_answers("a\n", "\x01", 1)),
            "its result has no tally such as 'solved=1 unsolvable=0 invalid=0 timeout=0 lines=1', "
            "but '?'");
  for (const std::string& wrong : {tally(1, 2), tally(2, 1), tally(UINT64_MAX, 1)}) {
    EXPECT_EQ(error(check_answers("a\n", wrong, 1)),
              "the tally of its result, '" + wrong + "', is not one of 1 line");
  }
}

TEST(ResultCheck, MakesErrorsPartOfALine) {
  EXPECT_EQ(error_text("given up after 5 tries"), "given up after 5 tries");
  EXPECT_EQ(error_text("a\nb\r\x1b[2J\xff"), "a?b??[2J?");
  EXPECT_EQ(error_text(std::string(300, 'a')), std::string(200, 'a') + "...");
}

}  // namespace
}  // namespace puzzled::redis
