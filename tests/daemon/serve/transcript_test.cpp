// What deploy/docs/protocol.md says is what happens.
#include "tests/daemon/serve/transcript.hpp"

#include <gtest/gtest.h>

#include "core/cover/text/problem_text.hpp"
#include "daemon/commands/cover/examples/examples.hpp"
#include "tests/daemon/serve/running_pools.hpp"
#include "tests/daemon/serve/served.hpp"

namespace puzzled::net {
namespace {

TEST(Transcript, IsWhatTheDaemonAnswers) {
  const Transcript transcript = read_transcript(PUZZLED_PROTOCOL);
  ASSERT_GT(transcript.answers.size(), 500U);
  Metrics metrics;
  CoverProblems covers;
  covers.emplace("langford", cover::read_problem(*commands::examples::example("langford-8"),
                                                 {.form = cover::CoverForm::kDlx})
                                 ->named.problem);
  RunningPools pools({}, metrics, covers);
  auto batches = cut_at_once(transcript.requests);
  EXPECT_EQ(answered(batches, pools, metrics), transcript.answers);
  EXPECT_NE(batches.back()->closes, CloseReason::kNone);
}

}  // namespace
}  // namespace puzzled::net
