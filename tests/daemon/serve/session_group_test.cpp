#include "daemon/net/serve/session_group.hpp"

#include <gtest/gtest.h>

namespace puzzled::net {
namespace {

// A round of turns has a bound, however many clients flood: then a newcomer waits for milliseconds.
TEST(SessionGroup, SharesTheWorkOfARoundAmongThoseWhoWait) {
  EXPECT_EQ(SessionGroup::work_of_turn(0), RequestParser::kMaxWork);
  EXPECT_EQ(SessionGroup::work_of_turn(15), RequestParser::kMaxWork);
  for (const std::uint64_t others : {20U, 300U, 2000U, 10'000U}) {
    const std::uint64_t work = SessionGroup::work_of_turn(others);
    EXPECT_GE(work, 1U) << "each gets on";
    EXPECT_LE((others + 1) * (work - 1), SessionGroup::kWorkOfAllTurns);
  }
}

}  // namespace
}  // namespace puzzled::net
