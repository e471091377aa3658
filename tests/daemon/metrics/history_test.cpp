#include "daemon/net/metrics/history.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace puzzled::net {
namespace {

using namespace std::chrono_literals;

/// A daemon whose time passes as it is told.
struct Watched {
  void add(double uptime) {
    history.add(
        {.metrics = metrics,
         .budget = budget,
         .info = info,
         .process = {.uptime_seconds = uptime, .cpu_seconds = uptime / 4, .open_files = 9}});
  }

  /// What the history tells of a column.
  std::string column(const std::string& name, std::uint64_t from = 0) const {
    const std::string json = history.json(from);
    const std::size_t at = json.find("\"" + name + "\":[");
    if (at == std::string::npos) return "none";
    const std::size_t begin = json.find('[', at);
    return json.substr(begin, json.find(']', begin) + 1 - begin);
  }

  Metrics metrics;
  Budget budget;
  ServerInfo info;
  History history;
};

TEST(History, TellsRatesAndAmounts) {
  Watched watched;
  Lease connections(watched.budget.connections);
  Lease waiting(watched.budget.waiting_clients);
  watched.add(0);
  EXPECT_EQ(watched.column("requests"), "[]") << "there is nothing to compare with";
  watched.metrics.requests[index_of(verb_named("solve"))] = 1000;
  watched.metrics.requests[index_of(verb_named("queens"))] = 1;
  watched.metrics.solved = 900;
  watched.metrics.invalid = 3;
  watched.metrics.errors[0] = 7;
  watched.metrics.search_busy_ns = 3'000'000'000;
  connections.force(5);
  waiting.force(2);
  watched.add(2);
  connections.shrink(4);
  waiting.shrink(2);
  watched.add(5);
  EXPECT_EQ(watched.column("uptime_seconds"), "[2,5]");
  EXPECT_EQ(watched.column("requests"), "[500.5,0]");
  EXPECT_EQ(watched.column("answers"), "[451.5,0]");
  EXPECT_EQ(watched.column("searches"), "[0.5,0]");
  EXPECT_EQ(watched.column("invalid"), "[1.5,0]");
  EXPECT_EQ(watched.column("errors"), "[3.5,0]");
  EXPECT_EQ(watched.column("search_busy"), "[1.5,0]");
  EXPECT_EQ(watched.column("cpu_busy"), "[0.25,0.25]");
  EXPECT_EQ(watched.column("connections"), "[5,1]");
  EXPECT_EQ(watched.column("clients_waiting"), "[2,0]");
  EXPECT_EQ(watched.column("open_files"), "[9,9]");
  const double at = std::stod(watched.column("unix_seconds", 1).substr(1));
  EXPECT_GT(at, 1.7e9);
}

TEST(History, TellsPercentilesOfEachInterval) {
  Watched watched;
  watched.metrics.queue_wait.add(1s);
  watched.add(0);
  watched.metrics.queue_wait.add(3us, 100);  // of the bucket from 2 to 4 us
  watched.add(2);
  watched.add(4);
  EXPECT_EQ(watched.column("queue_wait_p50"), "[3e-06,null]");
  EXPECT_EQ(watched.column("queue_wait_p90"), "[3.8e-06,null]");
  EXPECT_EQ(watched.column("queue_wait_p99"), "[3.98e-06,null]");
  EXPECT_EQ(watched.column("search_time_p99"), "[null,null]");
}

TEST(History, KeepsTheNewestSamples) {
  Watched watched;
  constexpr int kSamples = 2 * static_cast<int>(History::kCapacity) + 10;
  for (int i = 0; i <= kSamples; ++i) watched.add(i);
  const std::string json = watched.history.json();
  EXPECT_NE(json.find("\"capacity\":300,\"first\":310,\"next\":610,"), std::string::npos) << json;
  EXPECT_TRUE(watched.column("uptime_seconds").starts_with("[311,312,"));
  EXPECT_TRUE(watched.column("uptime_seconds").ends_with(",609,610]"));
  EXPECT_EQ(watched.column("uptime_seconds", 608), "[609,610]");
  EXPECT_EQ(watched.column("uptime_seconds", 610), "[]");
  EXPECT_LT(json.size(), 40000U);
}

TEST(History, PercentilesLieWithinTheirBucket) {
  HistogramCounts before{};
  HistogramCounts after{};
  EXPECT_TRUE(std::isnan(percentile(before, after, 0.5)));
  before[0] = after[0] = 10;  // nothing since
  EXPECT_TRUE(std::isnan(percentile(before, after, 0.99)));
  after[0] += 2;
  EXPECT_DOUBLE_EQ(percentile(before, after, 0.5), 0.5e-6);
  after[4] += 2;  // from 8 to 16 us
  EXPECT_DOUBLE_EQ(percentile(before, after, 0.5), 1e-6);
  EXPECT_DOUBLE_EQ(percentile(before, after, 0.75), 12e-6);
  EXPECT_DOUBLE_EQ(percentile(before, after, 1), 16e-6);
  HistogramCounts slow{};
  slow.back() = 1;  // longer than any bound
  EXPECT_NEAR(percentile({}, slow, 0.5), 16.777216, 1e-9);
}

}  // namespace
}  // namespace puzzled::net
