// Answers to searches, without sockets: wrong counts of queens.
#include "daemon/net/serve/search_answer.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

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

}  // namespace
}  // namespace puzzled::net
