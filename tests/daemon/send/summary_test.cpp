// The lines that say what a run of `puzzled send` did.
#include "daemon/net/send/summary.hpp"

#include <gtest/gtest.h>

namespace puzzled::net::send {
namespace {

using std::chrono::nanoseconds;

TEST(AnswerTally, KnowsWordsWithAndWithoutTags) {
  AnswerTally tally;
  tally.add("123\n-1\t-\n");
  EXPECT_TRUE(tally.all_well());
  tally.add("pong\n@a 123\n@b pong\n2\t123\n");
  EXPECT_TRUE(tally.all_well());
  tally.add("unsolvable\n@a unsolvable\n@b invalid x\nerror busy x\n@c error limit x\n@\n");
  EXPECT_EQ(tally.answers, 12u);
  EXPECT_EQ(tally.unsolvable, 2u);
  EXPECT_EQ(tally.invalid, 1u);
  EXPECT_EQ(tally.errors, 2u);
  EXPECT_EQ(tally.first_invalid, "x");
}

TEST(SendSummary, SaysWhatWasDone) {
  AnswerTally tally;
  Latency latency;
  RunReport report{.tally = tally, .latency = latency, .requests = 3, .seconds = 0.5};
  tally.add("1\n2\n3\n");
  EXPECT_EQ(report_text(report), "3 requests: 3 answers in 0.500 s (6/s, 1 connection)");
  report.requests = 5;
  report.unanswered = 1;
  report.connections = 2;
  report.interrupted = true;
  tally.add("error busy\n");
  EXPECT_EQ(report_text(report),
            "interrupted after 5 requests: 4 answers (1 error), 1 without answer in 0.500 s (8/s, "
            "2 connections)");
}

TEST(SendSummary, SaysWhatWasSkipped) {
  AnswerTally tally;
  Latency latency;
  const RunReport report{.tally = tally,
                         .latency = latency,
                         .requests = 1,
                         .decoration = 3,
                         .skipped = ", 3 lines of titles and rulers skipped"};
  tally.add("1\n");
  EXPECT_EQ(report_text(report),
            "1 request: 1 answer, 3 lines of titles and rulers skipped in 0.000 s (1 connection)");
  EXPECT_NE(report_json(report).find("\"decoration_lines\":3,"), std::string::npos);
}

TEST(SendSummary, HasNoRateForShortRuns) {
  AnswerTally tally;
  Latency latency;
  const RunReport report{.tally = tally, .latency = latency, .requests = 3, .seconds = 0.0099};
  tally.add("1\n2\n3\n");
  EXPECT_EQ(report_text(report), "3 requests: 3 answers in 0.010 s (1 connection)");
  EXPECT_NE(report_json(report).find("\"answers_per_second\":null,"), std::string::npos);
}

TEST(SendSummary, WritesLatencies) {
  AnswerTally tally;
  Latency latency;
  latency.add(nanoseconds(50), 98);
  latency.add(nanoseconds(12'000'000), 2);
  EXPECT_EQ(latency_text(latency),
            "latency: p50 0.05 us, p90 0.05 us, p99 12.0 ms, p99.9 12.0 ms, max 12.0 ms");
  const RunReport report{.tally = tally, .latency = latency, .requests = 1, .seconds = 1};
  EXPECT_EQ(
      report_json(report),
      R"({"requests":1,"answers":0,"unsolvable":0,"invalid":0,"errors":0,"unanswered":0,"asked_again":0,)"
      R"("decoration_lines":0,"connections":1,"bytes_sent":0,"bytes_received":0,"seconds":1.0,)"
      R"("answers_per_second":0.0,"latency_us":{"p50":0.05,"p90":0.05,"p99":12000.0,)"
      R"("p99.9":12000.0,"max":12000.0},"interrupted":false})");
}

TEST(SendSummary, ListsRanges) {
  EXPECT_EQ(ranges_text({{3, 3}}), "line 3");
  EXPECT_EQ(ranges_text({{7, 9}, {3, 3}, {4, 5}}), "lines 3-5, 7-9");
  EXPECT_EQ(ranges_text({{1, 1}, {3, 3}}), "lines 1, 3");
  LineRanges many;
  for (std::uint64_t i = 0; i < 20; ++i) many.emplace_back(10 * i, 10 * i + 1);
  EXPECT_EQ(ranges_text(many),
            "lines 0-1, 10-11, 20-21, 30-31, 40-41, 50-51, 60-61, 70-71 and 12 more ranges up to "
            "line 191");
}

}  // namespace
}  // namespace puzzled::net::send
