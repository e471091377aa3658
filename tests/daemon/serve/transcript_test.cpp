// What daemon/PROTOCOL.md says is what happens.
#include "tests/daemon/serve/transcript.hpp"

#include <gtest/gtest.h>

#include "tests/daemon/serve/served.hpp"

namespace puzzled::serve {
namespace {

TEST(Transcript, IsWhatTheDaemonAnswers) {
  const Transcript transcript = read_transcript(PUZZLED_PROTOCOL);
  ASSERT_GT(transcript.answers.size(), 500U);
  Metrics metrics;
  Arenas arenas({}, metrics);
  auto pieces = cut_at_once(transcript.requests);
  EXPECT_EQ(answered(pieces, arenas, metrics), transcript.answers);
  EXPECT_TRUE(pieces.back()->closes);
}

}  // namespace
}  // namespace puzzled::serve
