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
  SolverPools pools({}, metrics);
  auto batches = cut_at_once(transcript.requests);
  EXPECT_EQ(answered(batches, pools, metrics), transcript.answers);
  EXPECT_TRUE(batches.back()->closes);
}

}  // namespace
}  // namespace puzzled::serve
