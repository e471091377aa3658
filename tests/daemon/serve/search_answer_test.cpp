// Answers to searches that a pool gives to any verb, without sockets: wrong counts of queens, and
// verbs that are no searches.
#include "daemon/net/serve/search_answer.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "parallel/search_pool.hpp"

namespace puzzled::net {
namespace {

/// A plan of so many units, each of which counts `count`.
class MadeUpPlan : public queens::CountPlan {
 public:
  MadeUpPlan(std::uint64_t units, queens::UnitCount count)
      : CountPlan(8, "bitmask", 0, 1), units_(units), count_(count) {}

  std::uint64_t units() const override { return units_; }
  double work(std::uint64_t) const override { return 1; }
  std::uint64_t memory() const override { return 0; }
  std::unique_ptr<queens::UnitCounter> make_counter() const override {
    class Counter : public queens::UnitCounter {
     public:
      explicit Counter(queens::UnitCount count) : count_(count) {}
      std::optional<queens::UnitCount> count(std::uint64_t, const StopFlag&) override {
        return count_;
      }

     private:
      const queens::UnitCount count_;
    };
    return std::make_unique<Counter>(count_);
  }

 private:
  const std::uint64_t units_;
  const queens::UnitCount count_;
};

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
  pool.submit({.client = &batch, .run = [&](parallel::SearchSeat& seat) {
                 answer_search(batch, tools, seat, std::chrono::seconds(0), metrics, nullptr);
               }});
  pool.end();
  return std::string(batch.answers.view());
}

std::uint64_t internal_errors(const Metrics& metrics) {
  return metrics.errors[static_cast<std::size_t>(ErrorCode::kInternal)];
}

const SearchRequest kEightQueens{.verb = Verb::kQueens, .queens = 8};

TEST(SearchAnswer, CountsQueens) {
  Metrics metrics;
  EXPECT_EQ(answer_to(kEightQueens, metrics), "92\n");
  EXPECT_EQ(internal_errors(metrics), 0U);
}

TEST(SearchAnswer, ACountOfAUnitThatDisagreesWithItsResiduesIsNotGiven) {
  queens::UnitCount cut;
  for (int i = 0; i < 5; ++i) cut.add(1'000'000'000);
  cut.count = static_cast<std::uint32_t>(cut.count);
  Metrics metrics;
  EXPECT_EQ(answer_to(kEightQueens, metrics, std::make_shared<MadeUpPlan>(1, cut)),
            "error internal unit 0: the count 705032704 disagrees with its residues, 705032706 "
            "modulo 2147483647 and 705032709 modulo 4294967291: this machine makes errors, or the "
            "program has one\n");
  EXPECT_EQ(internal_errors(metrics), 1U);
}

TEST(SearchAnswer, ASumThatDisagreesWithItsResiduesIsNotGiven) {
  queens::UnitCount half;  // 2^127: twice that is 0 in 128 bits
  half.count = queens::Count{1} << 127;
  half.residues = queens::residues_of(half.count);
  Metrics metrics;
  const std::string answer =
      answer_to(kEightQueens, metrics, std::make_shared<MadeUpPlan>(2, half));
  EXPECT_TRUE(
      answer.starts_with("error internal the sum of all units: the count 0 disagrees with its "
                         "residues, "))
      << answer;
  EXPECT_EQ(internal_errors(metrics), 1U);
}

TEST(SearchAnswer, WhatIsNoSearchIsRefused) {
  for (const Verb verb : {Verb::kSolve, Verb::kPing, Verb::kStats, Verb::kQuit}) {
    Metrics metrics;
    EXPECT_EQ(answer_to({.verb = verb, .queens = 8}, metrics),
              "error bad-request " + std::string(name_of(verb)) + " is not a search\n");
  }
}

}  // namespace
}  // namespace puzzled::net
