// `puzzled work` with a real server, and what becomes of blocks when either is stopped or killed.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <map>
#include <set>

#include "daemon/redis/block_form.hpp"
#include "daemon/redis/block_scripts.hpp"
#include "daemon/redis/stream_setup.hpp"
#include "redis_server.hpp"
#include "tests/daemon/serve/daemon_process.hpp"
#include "tests/daemon/serve/http_client.hpp"
#include "tests/daemon/serve/prometheus_parser.hpp"

namespace puzzled::redis {
namespace {

using net::DaemonProcess;
using Words = std::vector<std::string>;

constexpr std::string_view kPuzzle =
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000";
constexpr std::string_view kSolution =
    "693784512487512936125963874932651487568247391741398625319475268856129743274836159";
/// All of its solutions take for ever to count.
const std::string kEmptyGrid(81, '.');

std::string line(std::string_view text) {
  return std::string(text) + '\n';
}

class WorkerTest : public testing::Test {
 protected:
  void SetUp() override { PUZZLED_NEEDS_REDIS_SERVER(); }

  void start_server(std::vector<std::string> options = {}) {
    server_.emplace(std::move(options));
    connection_.emplace(connect(*server_));
  }

  void restart_server() {
    server_->kill();
    server_->start();
    connection_.emplace(connect(*server_));
  }

  /// A worker of the stream `s`, which waits until it works.
  std::unique_ptr<DaemonProcess> start_worker(Words arguments = {}) {
    auto worker = start_unready(std::move(arguments));
    if (!worker->wait_for_log(" working ")) ADD_FAILURE() << worker->log();
    return worker;
  }

  std::unique_ptr<DaemonProcess> start_unready(Words arguments) {
    arguments.insert(arguments.begin(), server_->url("s"));
    arguments.insert(arguments.end(), {"--threads", "1"});
    return std::make_unique<DaemonProcess>(net::DaemonOptions{
        .arguments = std::move(arguments), .waits_until_ready = false, .command = "work"});
  }

  void add(std::uint64_t number, std::string_view lines) {
    ask(*connection_, {"XADD", keys_.in, block_id(number), "lines", lines});
  }

  template <class Condition>
  static bool wait_until(Condition&& condition) {
    const auto end = std::chrono::steady_clock::now() + net::kPatience;
    while (!condition()) {
      if (std::chrono::steady_clock::now() > end) return false;
      wait_for_stop(-1, std::chrono::milliseconds(2));
    }
    return true;
  }

  std::uint64_t length(const std::string& key) {
    return static_cast<std::uint64_t>(ask(*connection_, {"XLEN", key}).number());
  }

  /// All results, `ID ANSWERS` or `ID error: TEXT`, once there are that many.
  Words results(std::uint64_t count) {
    EXPECT_TRUE(wait_until([&] { return length(keys_.out) >= count; }));
    Words texts;
    const Reply reply = ask(*connection_, {"XRANGE", keys_.out, "-", "+"});
    for (std::size_t i = 0; i < reply.size(); ++i) {
      const BlockResult result = *read_result(*read_entry(reply[i]));
      texts.push_back(
          std::string(result.block) + ' ' +
          (result.answers ? std::string(*result.answers) : "error: " + std::string(result.error)));
    }
    return texts;
  }

  /// Whether the group has a pending block.
  bool is_pending() {
    const Outcome<Reply> reply = connection_->call({"XPENDING", keys_.in, kGroup});
    return reply && reply->size() > 0 && (*reply)[0].number() > 0;
  }

  /// Stops the worker, which is idle, with a block that the server has given to it.
  void stop_with_block(const DaemonProcess& worker, std::uint64_t number, std::string_view lines) {
    // It waits at the server nearly all the time, but not quite.
    EXPECT_TRUE(wait_until([&] {
      worker.signal(SIGSTOP);
      EXPECT_TRUE(has_stopped(worker));
      ask(*connection_, {"XADD", keys_.in, block_id(number), "lines", lines});
      if (is_pending()) return true;
      ask(*connection_, {"DEL", keys_.in});
      ask(*connection_, {"XGROUP", "CREATE", keys_.in, kGroup, "0", "MKSTREAM"});
      worker.signal(SIGCONT);
      return false;
    }));
  }

  static bool has_stopped(const DaemonProcess& worker) {
    siginfo_t info{};
    return ::waitid(P_PID, static_cast<id_t>(worker.pid()), &info, WSTOPPED | WNOWAIT) == 0;
  }

  const Keys keys_{"s"};
  std::optional<RedisServer> server_;
  std::optional<Connection> connection_;
};

TEST_F(WorkerTest, AnswersEachLineByALine) {
  start_server();
  const auto worker = start_worker();
  add(1, line(kPuzzle) + "\n# comment\r\nend\n" + line(kPuzzle) + std::string(kPuzzle));
  add(2, "");
  EXPECT_EQ(results(2),
            (Words{"1-0 " + line(kSolution) + "\n\ninvalid 'e' is not a cell character\n" +
                       line(kSolution) + line(kSolution),
                   "2-0 "}));
  const Reply reply = ask(*connection_, {"XRANGE", keys_.out, "-", "+", "COUNT", "1"});
  EXPECT_EQ(read_result(*read_entry(reply[0]))->tally,
            "solved=3 unsolvable=0 invalid=1 timeout=0 lines=6");
  EXPECT_EQ(length(keys_.in), 0U);
  EXPECT_FALSE(is_pending());
}

TEST_F(WorkerTest, RefusesWhatIsNoBlock) {
  start_server();
  const auto worker = start_worker();
  ask(*connection_, {"XADD", keys_.in, "1-0", "puzzles", kPuzzle});
  ask(*connection_, {"XADD", keys_.in, "2-0", "lines", std::string(kMaxBlockBytes + 1, '.')});
  ask(*connection_, {"XADD", keys_.in, "3-0", "name", "any", "lines", kPuzzle});
  EXPECT_EQ(results(3), (Words{"1-0 error: the block has no field 'lines'",
                               "2-0 error: the block has 8388609 bytes; at most 8388608 are taken",
                               "3-0 " + line(kSolution)}));
}

TEST_F(WorkerTest, LeavesTheBlocksOfAKilledWorkerToOthers) {
  start_server();
  {
    const auto worker = start_worker({"--limit", "0"});
    add(1, kEmptyGrid);
    ASSERT_TRUE(wait_until([this] { return is_pending(); }));
    worker->signal(SIGKILL);
    EXPECT_EQ(worker->wait(), 128 + SIGKILL);
  }
  ask(*connection_, {"DEL", keys_.options});
  const auto heir = start_worker({"--min-idle", "200ms"});
  EXPECT_EQ(results(1).size(), 1U);
  EXPECT_TRUE(heir->wait_for_log("block claimed"));
  EXPECT_EQ(length(keys_.in), 0U);
}

TEST_F(WorkerTest, DropsTheAnswerOfAWorkerThatWasStoppedForTooLong) {
  start_server();
  const auto stopped = start_worker({"--min-idle", "200ms"});
  stop_with_block(*stopped, 1, kPuzzle);
  const auto other = start_worker({"--min-idle", "200ms"});
  EXPECT_EQ(results(1), (Words{"1-0 " + line(kSolution)}));
  EXPECT_TRUE(other->wait_for_log("block claimed"));
  stopped->signal(SIGCONT);
  EXPECT_TRUE(stopped->wait_for_log("answer dropped"));
  EXPECT_EQ(length(keys_.out), 1U);
}

TEST_F(WorkerTest, KeepsABlockThatTakesLong) {
  start_server();
  const auto worker = start_worker({"--limit", "0", "--min-idle", "2s"});
  add(1, kEmptyGrid);
  ASSERT_TRUE(wait_until([this] { return is_pending(); }));
  const auto other = start_worker({"--limit", "0", "--min-idle", "2s"});
  // Both look for blocks of dead workers every half second.
  const auto looks = [this] {
    const Reply info = ask(*connection_, {"INFO", "commandstats"});
    const std::string text(info.text());
    const std::size_t at = text.find("cmdstat_xpending:calls=");
    return at == std::string::npos ? 0 : std::atoi(text.c_str() + at + 23);
  };
  ASSERT_TRUE(wait_until([&] { return looks() >= 40; }));
  const Reply pending = ask(*connection_, {"XPENDING", keys_.in, kGroup, "-", "+", "10"});
  ASSERT_EQ(pending.size(), 1U);
  EXPECT_EQ(pending[0][3].number(), 1) << "deliveries";
  worker->signal(SIGKILL);
  other->signal(SIGKILL);
}

TEST_F(WorkerTest, BuriesABlockThatNobodySurvives) {
  start_server();
  ASSERT_TRUE(make_group(*connection_, keys_));
  add(1, "poison");
  add(2, kPuzzle);
  ask(*connection_,
      {"XREADGROUP", "GROUP", kGroup, "dead", "COUNT", "2", "STREAMS", keys_.in, ">"});
  ask(*connection_, {"XCLAIM", keys_.in, kGroup, "dead", "0", "1-0", "RETRYCOUNT", "3"});
  const auto worker = start_worker({"--min-idle", "200ms", "--tries", "3"});
  const std::string reason = "given up after 3 tries: each worker that took it died or hung";
  EXPECT_EQ(results(2), (Words{"1-0 error: " + reason, "2-0 " + line(kSolution)}));
  const Reply dead = ask(*connection_, {"XRANGE", keys_.dead, "-", "+"});
  ASSERT_EQ(dead.size(), 1U);
  EXPECT_EQ(dead[0][1].find("block")->text(), "1-0");
  EXPECT_EQ(dead[0][1].find("lines")->text(), "poison");
  EXPECT_EQ(dead[0][1].find("tries")->text(), "3");
  EXPECT_EQ(dead[0][1].find("reason")->text(), reason);
  EXPECT_TRUE(worker->wait_for_log("block given up"));
}

TEST_F(WorkerTest, FinishesThroughAServerThatWasKilled) {
  start_server({"--appendonly", "yes", "--appendfsync", "always"});
  const auto worker = start_worker();
  stop_with_block(*worker, 1, kPuzzle);
  restart_server();
  EXPECT_TRUE(is_pending());
  worker->signal(SIGCONT);
  EXPECT_EQ(results(1), (Words{"1-0 " + line(kSolution)}));
  EXPECT_TRUE(worker->wait_for_log("connected again"));
  add(2, kPuzzle);
  EXPECT_EQ(results(2).size(), 2U);
}

TEST_F(WorkerTest, BeginsAnewWithAServerThatHasLostAll) {
  start_server();
  const auto worker = start_worker();
  stop_with_block(*worker, 1, kPuzzle);
  restart_server();
  worker->signal(SIGCONT);
  EXPECT_TRUE(worker->wait_for_log("answer dropped"));
  add(1, kPuzzle);
  EXPECT_EQ(results(1), (Words{"1-0 " + line(kSolution)}));
  const Reply settings = ask(*connection_, {"HGETALL", keys_.options});
  EXPECT_EQ(settings.view().find("limit")->text(), "1");
}

TEST_F(WorkerTest, BeginsAnewWhenAllIsDeletedUnderIt) {
  start_server();
  const auto worker = start_worker();
  ask(*connection_, {"FLUSHALL"});
  add(1, kPuzzle);
  EXPECT_EQ(results(1), (Words{"1-0 " + line(kSolution)}));
}

// What a server wrote last is lost with the power; a producer adds again what it does not know.
TEST_F(WorkerTest, AnswersAgainWhatTheServerHasForgotten) {
  start_server({"--appendonly", "yes", "--appendfsync", "everysec"});
  const auto worker = start_worker({"--min-idle", "200ms"});
  constexpr std::uint64_t kBlocks = 20;
  const std::string lines = [] {
    std::string text;
    for (int i = 0; i < 500; ++i) text += line(kPuzzle);
    return text;
  }();
  for (std::uint64_t i = 1; i <= kBlocks; ++i) add(i, lines);
  const Words before = results(kBlocks);
  EXPECT_EQ(before.size(), kBlocks);
  server_->kill();
  std::filesystem::path log;
  for (const auto& file :
       std::filesystem::directory_iterator(server_->directory().path("appendonlydir"))) {
    if (file.path().string().find(".incr.aof") != std::string::npos) log = file.path();
  }
  const std::uintmax_t size = std::filesystem::file_size(log);
  ASSERT_GT(size, 500'000U);
  std::filesystem::resize_file(log, size - 500'000);
  server_->start();
  connection_.emplace(connect(*server_));
  const Reply info = ask(*connection_, {"XINFO", "STREAM", keys_.in});
  const auto last = block_number(info.view().find("last-generated-id")->text());
  ASSERT_TRUE(last);
  for (std::uint64_t i = *last + 1; i <= kBlocks; ++i) add(i, lines);
  // Results that had been taken by then count, too.
  std::set<std::string> known;
  EXPECT_TRUE(wait_until([&] { return length(keys_.in) == 0 && !is_pending(); }));
  for (const std::string& result : results(0)) known.insert(result);
  for (const std::string& result : before) known.insert(result);
  EXPECT_EQ(known.size(), kBlocks) << "a block has different answers";
}

TEST_F(WorkerTest, FinishesWhatItHasTakenBeforeItEnds) {
  start_server();
  const auto worker = start_worker();
  std::string lines;
  for (int i = 0; i < 2000; ++i) lines += line(kPuzzle);
  constexpr std::uint64_t kBlocks = 200;
  for (std::uint64_t i = 1; i <= kBlocks; ++i) add(i, lines);
  results(1);
  worker->signal(SIGTERM);
  EXPECT_EQ(worker->wait(), 0);
  EXPECT_FALSE(is_pending());
  EXPECT_EQ(length(keys_.in) + length(keys_.out), kBlocks);
  EXPECT_EQ(ask(*connection_, {"XINFO", "CONSUMERS", keys_.in, kGroup}).size(), 0U);
}

TEST_F(WorkerTest, IsWokenAtTheServerToEnd) {
  start_server();
  const auto worker = start_worker();
  ASSERT_TRUE(wait_until([this] {
    const Reply clients = ask(*connection_, {"CLIENT", "LIST"});
    return clients.text().find(" flags=b") != std::string::npos;
  })) << "it waits for a block";
  worker->signal(SIGTERM);
  EXPECT_EQ(worker->wait(), 0);
  const Reply info = ask(*connection_, {"INFO", "commandstats"});
  EXPECT_NE(info.text().find("cmdstat_client|unblock:"), std::string::npos);
}

TEST_F(WorkerTest, EndsWithoutAServerAndSaysWhatItLeaves) {
  start_server({"--appendonly", "yes", "--appendfsync", "always"});
  const auto worker = start_worker();
  stop_with_block(*worker, 1, kPuzzle);
  server_->kill();
  worker->signal(SIGTERM);
  worker->signal(SIGCONT);
  EXPECT_EQ(worker->wait(), 1);
  EXPECT_NE(worker->log().find("result not delivered"), std::string::npos);
  server_->start();
  connection_.emplace(connect(*server_));
  EXPECT_TRUE(is_pending()) << "another may claim it";
}

TEST_F(WorkerTest, RefusesAServerThatMayEvict) {
  start_server({"--maxmemory-policy", "allkeys-lru"});
  const auto worker = start_unready({});
  EXPECT_EQ(worker->wait(), 2);
  EXPECT_NE(worker->log().find("maxmemory-policy is allkeys-lru; set it to noeviction"),
            std::string::npos)
      << worker->log();
}

TEST_F(WorkerTest, RefusesAStreamThatOthersAnswerDifferently) {
  start_server();
  const auto worker = start_worker();
  const auto other = start_unready({"--limit", "2"});
  EXPECT_EQ(other->wait(), 2);
  EXPECT_NE(other->log().find("workers of this stream answer with limit '1', not '2'"),
            std::string::npos)
      << other->log();
}

TEST_F(WorkerTest, SaysThatThereIsNoServer) {
  start_server();
  server_->kill();
  const auto worker = start_unready({});
  EXPECT_EQ(worker->wait(), 2);
  EXPECT_NE(worker->log().find("Connection refused"), std::string::npos) << worker->log();
}

TEST_F(WorkerTest, GivesResultsWhenTheServersMemoryIsFull) {
  start_server();
  const auto worker = start_worker();
  worker->signal(SIGSTOP);
  ASSERT_TRUE(has_stopped(*worker));
  for (std::uint64_t i = 1; i <= 5; ++i) add(i, kPuzzle);
  ask(*connection_, {"CONFIG", "SET", "maxmemory", "1"});
  worker->signal(SIGCONT);
  EXPECT_EQ(results(5).size(), 5U);
}

TEST_F(WorkerTest, ReadsNoBlockWhileTooManyResultsWait) {
  start_server();
  const auto worker = start_worker({"--max-results", "2"});
  constexpr std::uint64_t kBlocks = 20;
  for (std::uint64_t i = 1; i <= kBlocks; ++i) add(i, kPuzzle);
  ASSERT_TRUE(worker->wait_for_log("too many results"));
  // One that was on its way, and one in work.
  EXPECT_LE(length(keys_.out), 5U);
  EXPECT_TRUE(wait_until([this] {
    ask(*connection_, {"XTRIM", keys_.out, "MAXLEN", "0"});
    return length(keys_.in) == 0;
  }));
  EXPECT_TRUE(worker->wait_for_log("results are taken again"));
}

TEST_F(WorkerTest, LogsInWithAPasswordOfTheEnvironment) {
  start_server();
  ask(*connection_, {"CONFIG", "SET", "requirepass", "secret"});
  const DaemonProcess worker({.arguments = {server_->url("s")},
                              .environment = {{"PUZZLED_REDIS_PASSWORD", "secret"}},
                              .waits_until_ready = false,
                              .command = "work"});
  EXPECT_TRUE(worker.wait_for_log(" working "));
  const auto stranger = start_unready({});
  EXPECT_EQ(stranger->wait(), 2);
  EXPECT_NE(stranger->log().find("NOAUTH"), std::string::npos) << stranger->log();
}

TEST_F(WorkerTest, TellsItsMetrics) {
  start_server();
  const auto worker = start_worker({"--http", "127.0.0.1:0"});
  add(1, kPuzzle);
  results(1);
  const std::string log = worker->log();
  constexpr std::string_view kListening = "listening for http on=127.0.0.1:";
  const std::size_t at = log.find(kListening);
  ASSERT_NE(at, std::string::npos);
  net::HttpClient client(
      static_cast<std::uint16_t>(std::atoi(log.c_str() + at + kListening.size())));
  const auto metrics = [&client] {
    return net::parse_exposition(client.ask("GET", "/metrics")->body);
  };
  const auto value = [&metrics](const std::string& name) { return metrics()[name].samples[name]; };
  EXPECT_TRUE(wait_until([&] { return value("puzzled_work_blocks_done_total") == 1; }));
  EXPECT_EQ(value("puzzled_work_connected"), 1);
  EXPECT_TRUE(wait_until([&] { return value("puzzled_work_results") == 1; }));
  EXPECT_EQ(metrics()["puzzled_answers_total"].samples["puzzled_answers_total{kind=\"solved\"}"],
            1);
  EXPECT_EQ(client.ask("GET", "/healthz")->status, 200U);
  EXPECT_EQ(client.ask("GET", "/readyz")->status, 200U);
  EXPECT_EQ(client.ask("GET", "/status.json")->status, 404U);
  EXPECT_EQ(client.ask("POST", "/metrics")->status, 405U);
  server_->kill();
  EXPECT_TRUE(wait_until([&] { return client.ask("GET", "/readyz")->status == 503; }));
  EXPECT_EQ(client.ask("GET", "/healthz")->status, 200U);
  server_->start();
  EXPECT_TRUE(wait_until([&] { return client.ask("GET", "/readyz")->status == 200; }));
  EXPECT_GE(value("puzzled_work_reconnects_total"), 1);
}

}  // namespace
}  // namespace puzzled::redis
