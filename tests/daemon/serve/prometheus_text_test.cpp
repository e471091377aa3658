// The metrics page and the other texts made of the metrics.
#include "daemon/net/metrics/metric_texts.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "tests/daemon/serve/prometheus_parser.hpp"

namespace puzzled::net {
namespace {

using namespace std::chrono_literals;

const ServerInfo kInfo{.host = "mill",
                       .listen = {"127.0.0.1:9009", "unix:/run/x"},
                       .version = "1.2.3",
                       .commit = "0123abc",
                       .isa = "avx2",
                       .stream_threads = 2,
                       .search_threads = 3};

/// Every number differs, so that none can stand in another's place.
void fill(Metrics& metrics) {
  for (std::size_t i = 0; i < kVerbCount; ++i) metrics.requests[i] = 401 + i;
  std::uint64_t next = 13;
  for (Counter& counter : metrics.errors) counter = next++;
  metrics.solved = 101;
  metrics.unsolvable = 102;
  metrics.invalid = 103;
  metrics.timed_out = 104;
  metrics.connections_accepted = 105;
  metrics.connections_refused = 106;
  metrics.connections_dropped = 107;
  metrics.bytes_in = 111;
  metrics.bytes_out = 112;
  metrics.queue_wait.add(1us);
  metrics.queue_wait.add(500us, 9);
  metrics.solve_time.add(3ms, 4);
  metrics.search_time.add(100s);
  metrics.stream_busy_ns = 1500000000;
  metrics.search_busy_ns = 2500000000;
  metrics.exceptions = 114;
  metrics.rate_waits = 116;
  for (Counter& counter : metrics.closed) counter = 200 + next++;
}

/// A daemon that counts, and leases of what it has in use.
struct Counted {
  Counted() {
    fill(metrics);
    connections.force(108);
    requests.force(109);
    searches.force(110);
    bytes.force(113);
    waiting.force(115);
    budget.connections.set_limit(301);
    budget.requests.set_limit(302);
    budget.searches.set_limit(303);
    budget.bytes.set_limit(304);
  }

  MetricSource source(const ServerInfo& info = kInfo, Phase phase = Phase::kServing) const {
    return {.metrics = metrics, .budget = budget, .info = info, .phase = phase};
  }

  Metrics metrics;
  Budget budget;
  Lease connections{budget.connections};
  Lease requests{budget.requests};
  Lease searches{budget.searches};
  Lease bytes{budget.bytes};
  Lease waiting{budget.waiting_clients};
};

TEST(PrometheusText, IsWellFormedWhenNothingHasHappened) {
  const auto metrics =
      parse_exposition(prometheus_text({Metrics{}, Budget{}, kInfo, Phase::kStarting, {}}));
  EXPECT_EQ(metrics.at("puzzled_ready").samples.at("puzzled_ready"), 0);
  EXPECT_EQ(metrics.at("puzzled_answers_total").samples.size(), 4U);
}

TEST(PrometheusText, TellsEverything) {
  const Counted counted;
  MetricSource source = counted.source();
  source.process = process_use(counted.metrics);
  const auto metrics = parse_exposition(prometheus_text(source));
  const auto value = [&metrics](const std::string& metric, const std::string& rest = "") {
    const auto& samples = metrics.at(metric).samples;
    const auto found = samples.find(metric + rest);
    return found == samples.end() ? -1 : found->second;
  };
  EXPECT_EQ(value("puzzled_build_info", "{version=\"1.2.3\",commit=\"0123abc\",isa=\"avx2\"}"), 1);
  EXPECT_EQ(value("puzzled_ready"), 1);
  EXPECT_EQ(value("puzzled_requests_total", "{verb=\"solve\"}"), 401);
  EXPECT_EQ(value("puzzled_requests_total", "{verb=\"quit\"}"), 400 + kVerbCount);
  EXPECT_EQ(value("puzzled_errors_total", "{code=\"bad-request\"}"), 13);
  EXPECT_EQ(value("puzzled_errors_total", "{code=\"shutting-down\"}"), 18);
  EXPECT_EQ(value("puzzled_answers_total", "{kind=\"solved\"}"), 101);
  EXPECT_EQ(value("puzzled_answers_total", "{kind=\"unsolvable\"}"), 102);
  EXPECT_EQ(value("puzzled_answers_total", "{kind=\"invalid\"}"), 103);
  EXPECT_EQ(value("puzzled_answers_total", "{kind=\"timed_out\"}"), 104);
  EXPECT_EQ(value("puzzled_connections_accepted_total"), 105);
  EXPECT_EQ(value("puzzled_connections_refused_total"), 106);
  EXPECT_EQ(value("puzzled_connections_dropped_total"), 107);
  EXPECT_EQ(value("puzzled_connections"), 108);
  EXPECT_EQ(value("puzzled_requests_in_flight"), 109);
  EXPECT_EQ(value("puzzled_searches_in_flight"), 110);
  EXPECT_EQ(value("puzzled_buffer_bytes"), 113);
  EXPECT_EQ(value("puzzled_received_bytes_total"), 111);
  EXPECT_EQ(value("puzzled_sent_bytes_total"), 112);
  EXPECT_EQ(value("puzzled_queue_wait_seconds", "_bucket{le=\"1e-06\"}"), 1);
  EXPECT_EQ(value("puzzled_queue_wait_seconds", "_bucket{le=\"0.000256\"}"), 1);
  EXPECT_EQ(value("puzzled_queue_wait_seconds", "_bucket{le=\"0.000512\"}"), 10);
  EXPECT_EQ(value("puzzled_queue_wait_seconds", "_bucket{le=\"+Inf\"}"), 10);
  EXPECT_NEAR(value("puzzled_queue_wait_seconds", "_sum"), 0.004501, 1e-12);
  EXPECT_NEAR(value("puzzled_solve_duration_seconds", "_sum"), 0.012, 1e-12);
  EXPECT_EQ(value("puzzled_solve_duration_seconds", "_count"), 4);
  EXPECT_EQ(value("puzzled_search_duration_seconds", "_bucket{le=\"16.777216\"}"), 0);
  EXPECT_EQ(value("puzzled_search_duration_seconds", "_count"), 1);
  EXPECT_EQ(value("puzzled_arena_threads", "{arena=\"stream\"}"), 2);
  EXPECT_EQ(value("puzzled_arena_threads", "{arena=\"search\"}"), 3);
  EXPECT_EQ(value("puzzled_arena_busy_seconds_total", "{arena=\"stream\"}"), 1.5);
  EXPECT_EQ(value("puzzled_arena_busy_seconds_total", "{arena=\"search\"}"), 2.5);
  EXPECT_GT(value("process_resident_memory_bytes"), 1000000);
  EXPECT_GT(value("process_virtual_memory_bytes"), 1000000);
  EXPECT_GE(value("process_open_fds"), 3);
  EXPECT_GE(value("process_max_fds"), value("process_open_fds"));
  EXPECT_GE(value("process_threads"), 1);
  EXPECT_GT(value("process_start_time_seconds"), 1.7e9);
  EXPECT_EQ(metrics.at("process_cpu_seconds_total").type, "counter");
  EXPECT_GE(value("puzzled_uptime_seconds"), 0);
}

TEST(PrometheusText, EscapesLabels) {
  ServerInfo info = kInfo;
  info.version = "1 \"two\"\\\n3";
  const auto metrics = parse_exposition(prometheus_text(Counted().source(info)));
  EXPECT_EQ(
      metrics.at("puzzled_build_info").samples.begin()->first,
      "puzzled_build_info{version=\"1 \\\"two\\\"\\\\\\n3\",commit=\"0123abc\",isa=\"avx2\"}");
}

TEST(StatusJson, TellsEverything) {
  const Counted counted;
  MetricSource source = counted.source(kInfo, Phase::kDraining);
  source.process = {.uptime_seconds = 2.5,
                    .cpu_seconds = 0.25,
                    .resident_bytes = 4096,
                    .virtual_bytes = 8192,
                    .open_files = 5,
                    .max_open_files = 305,
                    .threads = 6,
                    .started_unix_seconds = 1.5};
  std::string requests;
  for (std::size_t i = 0; i < kVerbCount; ++i) {
    requests.append(i == 0 ? "\"" : ",\"").append(kVerbNames[i]);
    requests += "\":" + std::to_string(401 + i);
  }
  EXPECT_EQ(
      status_json(source),
      R"({"host":"mill","listen":["127.0.0.1:9009","unix:/run/x"],)"
      R"("version":"1.2.3","commit":"0123abc","isa":"avx2","phase":"draining","uptime_seconds":2.5,)"
      R"("cpu_seconds":0.25,"resident_bytes":4096,"virtual_bytes":8192,"open_files":5,)"
      R"("limits":{"open_files":305,"connections":301,"requests_in_flight":302,)"
      R"("searches_in_flight":303,"buffer_bytes":304},"threads":6,"started_unix_seconds":1.5,)"
      R"("requests":{)" +
          requests + "}," +
          R"("answers":{"solved":101,"unsolvable":102,"invalid":103,"timed_out":104},)"
          R"("errors":{"bad-request":13,"too-long":14,"limit":15,"timeout":16,"busy":17,)"
          R"("shutting-down":18,"internal":19,"cancelled":20},)"
          R"("connections":{"open":108,"accepted":105,"refused":106,"dropped":107},)"
          R"("closed":{"end-of-input":222,"end-request":223,"disconnected":224,"shutdown":225,)"
          R"("line-too-long":226,"http":227,"address-connections":228,"read-timeout":229,)"
          R"("proxy-header":230,"idle-timeout":231,"write-timeout":232,"output-limit":233,)"
          R"("buffers-total":234,"request-too-large":235,"shutdown-timeout":236,)"
          R"("exception":237},)"
          R"("requests_in_flight":109,"searches_in_flight":110,"buffer_bytes":113,)"
          R"("clients_waiting":115,"rate_waits":116,"exceptions":114,)"
          R"("bytes_in":111,"bytes_out":112,)"
          R"("stream":{"threads":2,"busy_seconds":1.5},"search":{"threads":3,"busy_seconds":2.5},)"
          R"("queue_wait":{"counts":[1,0,0,0,0,0,0,0,0,9,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],)"
          R"("sum_seconds":0.004501},)"
          R"("solve_time":{"counts":[0,0,0,0,0,0,0,0,0,0,0,0,4,0,0,0,0,0,0,0,0,0,0,0,0,0],)"
          R"("sum_seconds":0.012},)"
          R"("search_time":{"counts":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1],)"
          R"("sum_seconds":100.0}})");
}

}  // namespace
}  // namespace puzzled::net
