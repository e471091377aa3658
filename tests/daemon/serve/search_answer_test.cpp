// Answers to searches, without sockets: wrong counts of queens.
#include "daemon/net/serve/search_answer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>

#include "daemon/net/verbs/read_request.hpp"
#include "parallel/search_pool.hpp"
#include "tests/core/queens_made_up.hpp"

namespace puzzled::net {
namespace {

/// The answer line, of a pool of two threads.
std::string answer_to(const SearchRequest& request, Metrics& metrics,
                      std::shared_ptr<const queens::CountPlan> plan = nullptr) {
  SearchTools tools("", {}, [plan](const queens::PlanOptions& options) {
    return plan != nullptr ? plan : queens::plan_count(options);
  });
  RequestBatch batch;
  batch.kind = BatchKind::kSearch;
  batch.search = request;
  parallel::SearchPool pool({.threads = 2});
  pool.submit({.client = &batch, .run = [&](parallel::SearchContext& context) {
                 answer_search(batch, tools, context, std::chrono::seconds(0), metrics, nullptr);
               }});
  pool.end();
  return std::string(batch.answers.view());
}

std::uint64_t internal_errors(const Metrics& metrics) {
  return metrics.errors[static_cast<std::size_t>(ErrorCode::kInternal)];
}

const SearchRequest kEightQueens{.verb = &verb_named("queens"), .queens = 8};

TEST(SearchAnswer, CountsQueens) {
  Metrics metrics;
  EXPECT_EQ(answer_to(kEightQueens, metrics), "92\n");
  EXPECT_EQ(internal_errors(metrics), 0U);
}

TEST(SearchAnswer, ACountOfAUnitThatDisagreesWithItsResiduesIsNotGiven) {
  Metrics metrics;
  EXPECT_EQ(answer_to(kEightQueens, metrics,
                      std::make_shared<queens::MadeUpPlan>(1, queens::cut_to_32_bits())),
            std::string("error internal ") + queens::kCutTo32BitsFault + '\n');
  EXPECT_EQ(internal_errors(metrics), 1U);
}

TEST(SearchAnswer, ASumThatDisagreesWithItsResiduesIsNotGiven) {
  Metrics metrics;
  const std::string answer = answer_to(
      kEightQueens, metrics, std::make_shared<queens::MadeUpPlan>(2, queens::half_of_overflow()));
  EXPECT_TRUE(answer.starts_with(std::string("error internal ") + queens::kOverflowFault))
      << answer;
  EXPECT_EQ(internal_errors(metrics), 1U);
}

TEST(SearchAnswer, BoardsOfAnySizeHaveCandidatesAndEstimates) {
  Metrics metrics;
  const auto answer = [&](const std::string& line) {
    const Request request = read_request(line, {});
    EXPECT_EQ(request.kind, RequestKind::kSearch) << line;
    const std::string text = answer_to(request.search, metrics);
    EXPECT_LE(text.size(), answer_bound(request.search)) << line;
    return text;
  };
  EXPECT_EQ(answer("board candidates 1 1.......4......."),
            "1 234 234 234 23 234 1234 1234 4 123 123 123 23 123 1234 1234\n");
  EXPECT_TRUE(answer("board candidates 10 1.......4.......").starts_with("1:10 2:6,3:6,4:10 "));
  EXPECT_EQ(answer("board candidates 3 .Shape~4x4.Cage~3~R1C1~R1C2.~R1C1_3"), "unsolvable\n");
  EXPECT_EQ(answer("board candidates 3 123"), "invalid 3 cells: no board has as many\n");
  EXPECT_EQ(answer("board estimate 1.......4......."), "24\t0\t0\n");
  const std::string candidates = answer("board candidates 1 " + std::string(81, '.'));
  EXPECT_EQ(std::count(candidates.begin(), candidates.end(), '9'), 81);
  // 28200960 boards of 6x6.
  EXPECT_NEAR(std::stod(answer("board estimate " + std::string(36, '.'))), 28200960, 3e6);
}

}  // namespace
}  // namespace puzzled::net
