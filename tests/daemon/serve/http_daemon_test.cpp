// The HTTP side of the real program: its numbers against what clients did, and its words while the
// daemon starts, works and ends.
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstdint>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "daemon_process.hpp"
#include "daemon_samples.hpp"
#include "http_client.hpp"
#include "sample_puzzle.hpp"
#include "socket_client.hpp"

namespace puzzled::net {
namespace {

const std::string kUnsolvable = "12345678.........9" + std::string(63, '.');

DaemonOptions with_http(std::vector<std::string> more = {}) {
  more.insert(more.end(), {"--listen", "127.0.0.1:0", "--http", "127.0.0.1:0"});
  return {.arguments = std::move(more)};
}

TEST(HttpDaemon, CountsWhatClientsDid) {
  const DaemonProcess daemon(with_http());
  const std::uint16_t port = http_port(daemon);
  const std::string requests = kPuzzle + "\n@a solve " + kPuzzle + '\n' + kUnsolvable + "\n55" +
                               kPuzzle.substr(2) +
                               "\nping\nqueens 6\nqueens x\nqueens 1000\nstats\n";
  const std::string answers = answers_to(daemon.port(), requests);
  std::map<std::string, double> now = samples_of(port);
  EXPECT_EQ(now["puzzled_requests_total{verb=\"solve\"}"], 4);
  EXPECT_EQ(now["puzzled_requests_total{verb=\"ping\"}"], 1);
  EXPECT_EQ(now["puzzled_requests_total{verb=\"stats\"}"], 1);
  EXPECT_EQ(now["puzzled_answers_total{kind=\"solved\"}"], 2);
  EXPECT_EQ(now["puzzled_answers_total{kind=\"unsolvable\"}"], 1);
  EXPECT_EQ(now["puzzled_answers_total{kind=\"invalid\"}"], 1);
  EXPECT_EQ(now["puzzled_errors_total{code=\"bad-request\"}"], 1);
  EXPECT_EQ(now["puzzled_errors_total{code=\"limit\"}"], 1);
  EXPECT_EQ(now["puzzled_connections_accepted_total"], 1);
  EXPECT_EQ(now["puzzled_requests_in_flight"], 0);
  EXPECT_EQ(now["puzzled_searches_in_flight"], 0);
  EXPECT_EQ(now["puzzled_received_bytes_total"], static_cast<double>(requests.size()));
  EXPECT_EQ(now["puzzled_sent_bytes_total"], static_cast<double>(answers.size()));
  EXPECT_GE(now["puzzled_solve_duration_seconds_count"], 1);
  EXPECT_GE(now["puzzled_search_duration_seconds_count"], 1);
  EXPECT_GT(now["puzzled_arena_busy_seconds_total{arena=\"stream\"}"], 0);
  EXPECT_GE(now["puzzled_arena_threads{arena=\"stream\"}"], 1);
  // A search's time is counted when its thread is through with it, which may be after the answer.
  while (samples_of(port)["puzzled_arena_busy_seconds_total{arena=\"search\"}"] == 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }

  SocketClient open(daemon.port());
  open.send("ping\n");
  EXPECT_EQ(open.read_line(), "pong");
  EXPECT_EQ(samples_of(port)["puzzled_connections"], 1);
}

TEST(HttpDaemon, CountsQuitAndEnd) {
  const DaemonProcess daemon(with_http());
  const std::uint16_t port = http_port(daemon);
  // Alone, behind other requests of each kind, tagged; and what stands behind it is none any more.
  for (const std::string& requests :
       std::vector<std::string>{"quit\n", "ping\nquit\nquit\n", kPuzzle + "\n@tag quit\nping\n",
                                "queens 5\nend\n", "end"}) {
    answers_to(daemon.port(), requests);
  }
  EXPECT_EQ(samples_of(port)["puzzled_requests_total{verb=\"quit\"}"], 5);
  EXPECT_EQ(samples_of(port)["puzzled_requests_total{verb=\"ping\"}"], 1);
  answers_to(daemon.port(), "ping\n");  // ends without a word
  EXPECT_NE(answers_to(daemon.port(), "stats\n").find(" quit=5 "), std::string::npos);
}

TEST(HttpDaemon, ShowsTheUseOfTheArenaWhileASearchRuns) {
  const DaemonProcess daemon(with_http({"--search-timeout", "0"}));
  const std::uint16_t port = http_port(daemon);
  SocketClient client(daemon.port());
  client.send("count 0 " + std::string(81, '.') + '\n');  // takes for ever
  const std::string busy = "puzzled_arena_busy_seconds_total{arena=\"search\"}";
  double before = 0;
  for (int i = 0; i < 5; ++i) {
    double now = before;
    const auto end = std::chrono::steady_clock::now() + kPatience;
    while (now <= before && std::chrono::steady_clock::now() < end) {
      now = samples_of(port)[busy];
      ASSERT_GE(now, before);
    }
    ASSERT_GT(now, before) << "the counter stands still while a search runs";
    before = now;
  }
  HttpClient http(port);
  const auto status = http.ask("GET", "/status.json");
  ASSERT_TRUE(status);
  EXPECT_EQ(samples_of(port)["puzzled_searches_in_flight"], 1);
  const std::string key = "\"busy_seconds\":";
  const std::size_t at = status->body.find(key, status->body.find("\"search\":{\"threads"));
  ASSERT_NE(at, std::string::npos) << status->body;
  EXPECT_GE(std::stod(status->body.substr(at + key.size())), before);
}

TEST(HttpDaemon, SolvesAsTheSocketDoes) {
  const DaemonProcess daemon(with_http());
  HttpClient client(http_port(daemon));
  // The last takes a search of its own, in the other pool.
  for (const std::string& puzzle :
       {kPuzzle, kUnsolvable, "55" + kPuzzle.substr(2), std::string("x"),
        std::string(".....6....59.....82....8....45........3........6..3.54...325..6.......") +
            "..........",
        std::string(81, '.')}) {
    const auto reply = client.ask("POST", "/solve", puzzle);
    ASSERT_TRUE(reply);
    EXPECT_EQ(reply->body, answers_to(daemon.port(), puzzle + '\n'));
  }
}

TEST(HttpDaemon, SaysThatItDrains) {
  DaemonProcess daemon(with_http({"--search-timeout", "3s"}));
  const std::uint16_t port = http_port(daemon);
  HttpClient monitor(port);
  EXPECT_EQ(monitor.ask("GET", "/readyz")->status, 200U);
  SocketClient client(daemon.port());
  client.send("ping\ncount 0 " + std::string(81, '.') + '\n');  // goes on until its time is over
  EXPECT_EQ(client.read_line(), "pong");
  while (samples_of(port)["puzzled_searches_in_flight"] == 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  daemon.signal(SIGTERM);
  ASSERT_TRUE(daemon.wait_for_log("draining"));
  const auto ready = monitor.ask("GET", "/readyz");
  ASSERT_TRUE(ready);
  EXPECT_EQ(ready->status, 503U);
  EXPECT_EQ(ready->body, "draining\n");
  EXPECT_EQ(monitor.ask("GET", "/healthz")->status, 200U);
  EXPECT_EQ(monitor.ask("POST", "/solve", kPuzzle)->status, 503U);
  EXPECT_TRUE(client.read_line().starts_with("error timeout "));
  EXPECT_EQ(client.read_line(), "");
  EXPECT_EQ(daemon.wait(), 0);
  EXPECT_TRUE(monitor.closed());
}

TEST(HttpDaemon, AnswersWhatItTookBeforeTheEnd) {
  for (int i = 0; i < 20; ++i) {
    DaemonProcess daemon(with_http());
    HttpClient client(http_port(daemon));
    client.send("POST /solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: 81\r\n\r\n" + kPuzzle);
    std::this_thread::sleep_for(std::chrono::microseconds(50 * i));
    daemon.signal(SIGTERM);
    EXPECT_EQ(daemon.wait(), 0);
    // Either it was accepted, and is answered whole, or it came too late.
    const auto reply = client.reply();
    EXPECT_TRUE(!reply || reply->status != 200 || reply->body == kSolution + '\n');
  }
}

TEST(HttpDaemon, IsOffUnlessAskedForAndSaysWhatIsWrong) {
  const DaemonProcess off;
  EXPECT_EQ(off.log().find("http"), std::string::npos);
  DaemonProcess bad({.arguments = {"--http", "nowhere:port"}, .waits_until_ready = false});
  EXPECT_EQ(bad.wait(), 2);
  DaemonProcess taken({.arguments = {"--http", "127.0.0.1:" + std::to_string(off.port())},
                       .waits_until_ready = false});
  EXPECT_EQ(taken.wait(), 2);
  EXPECT_TRUE(taken.wait_for_log(std::to_string(off.port())));
}

TEST(HttpDaemon, LogsAsJson) {
  DaemonProcess daemon(
      {.arguments = {"--log-format", "json", "--http", "127.0.0.1:0"}, .waits_until_ready = false});
  ASSERT_TRUE(daemon.wait_for_log("\"event\":\"listening for http\",\"on\":\"127.0.0.1:"));
  daemon.signal(SIGTERM);
  daemon.wait();
  std::string log = daemon.log();
  while (!log.empty()) {
    const std::size_t end = log.find('\n');
    ASSERT_NE(end, std::string::npos);
    const std::string line = log.substr(0, end);
    EXPECT_TRUE(line.starts_with("{\"time\":\"20") && line.ends_with("}")) << line;
    log.erase(0, end + 1);
  }
}

TEST(HttpDaemon, ListsItsClients) {
  const DaemonProcess daemon(with_http({"--io-threads", "2", "--proxy-from", "127.0.0.1"}));
  std::vector<SocketClient> clients;
  for (const char* const address : {"192.0.2.1", "192.0.2.2", "192.0.2.3"}) {
    clients.emplace_back(daemon.port());
    clients.back().send("PROXY TCP4 " + std::string(address) + " 192.0.2.9 4000 9009\r\nping\n");
    EXPECT_EQ(clients.back().read_line(), "pong");
  }
  const std::string list = HttpClient(http_port(daemon)).ask("GET", "/clients")->body;
  EXPECT_TRUE(list.starts_with("{\"connected\":3,\"listed\":3,\"complete\":true,")) << list;
  for (const char* const address : {"192.0.2.1", "192.0.2.2", "192.0.2.3"}) {
    EXPECT_NE(list.find("{\"peer\":\"" + std::string(address) + ":4000\""), std::string::npos);
  }
  EXPECT_NE(list.find(",\"in_flight\":0,\"bytes_held\":0,\"requests\":1,\"bytes_in\":47,"
                      "\"bytes_out\":5}"),
            std::string::npos)
      << list;
}

TEST(HttpDaemon, ListsSearchesAndKeepsAHistory) {
  const DaemonProcess daemon(with_http({"--search-threads", "1"}));
  SocketClient searches(daemon.port());
  searches.send("count 0 " + std::string(81, '.') + "\nqueens 18\n");
  HttpClient client(http_port(daemon));
  const std::string wanted =
      "{\"running\":1,\"waiting\":1,\"searches\":[{\"id\":1,\"kind\":\"count\",\"argument\":\"0 "
      "....";
  const auto list = [&client] { return client.ask("GET", "/searches").value_or(HttpReply{}).body; };
  while (!list().starts_with(wanted)) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_NE(list().find("\"client\":\"127.0.0.1:"), std::string::npos);
  EXPECT_EQ(client.ask("POST", "/ask", "queens 8")->body, "92\n") << "by a spare thread";
  const auto history = [&client] { return client.ask("GET", "/history.json")->body; };
  while (history().find("\"searches_in_flight\":[2") == std::string::npos) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
}

TEST(HttpDaemon, CancelsSearchesOfItsClients) {
  const DaemonProcess daemon(with_http({"--search-threads", "1", "--search-timeout", "0"}));
  SocketClient client(daemon.port());
  client.send("@a count 0 " + std::string(81, '.') + "\n@b queens 8\n");
  HttpClient http(http_port(daemon));
  const auto list = [&http] { return http.ask("GET", "/searches").value_or(HttpReply{}).body; };
  const std::string id = "\"searches\":[{\"id\":";
  std::string body = list();
  while (body.find(id) == std::string::npos) body = list();
  const std::string number = std::to_string(std::stoul(body.substr(body.find(id) + id.size())));
  EXPECT_EQ(http.ask("POST", "/cancel", number)->status, 403U);
  EXPECT_EQ(http.ask("POST", "/cancel", number, "Puzzled-Action: cancel\r\n")->body, "cancelled\n");
  const std::string answer = client.read_line();
  EXPECT_TRUE(answer.starts_with("@a error cancelled by the operator: at least ")) << answer;
  EXPECT_EQ(client.read_line(), "@b 92") << "the connection lives on";
  EXPECT_TRUE(daemon.wait_for_log("search cancelled id=" + number + " kind=count"));
  EXPECT_EQ(samples_of(http_port(daemon))["puzzled_errors_total{code=\"cancelled\"}"], 1);
}

TEST(HttpDaemon, SaysWhatTheProcessUses) {
  const DaemonProcess daemon(with_http());
  const std::uint16_t port = http_port(daemon);
  const auto now = samples_of(port);
  EXPECT_GT(now.at("process_resident_memory_bytes"), 1e6);
  EXPECT_GE(now.at("process_virtual_memory_bytes"), now.at("process_resident_memory_bytes"));
  EXPECT_GE(now.at("process_threads"), 5);
  EXPECT_GE(now.at("process_open_fds"), 5);
  EXPECT_GT(now.at("process_max_fds"), now.at("process_open_fds"));
  EXPECT_GT(now.at("process_start_time_seconds"), 1.7e9);
  EXPECT_GT(now.at("process_cpu_seconds_total"), 0);
  std::vector<SocketClient> clients;
  for (int i = 0; i < 20; ++i) clients.emplace_back(daemon.port());
  while (samples_of(port).at("process_open_fds") < now.at("process_open_fds") + 19) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  const std::string status = HttpClient(port).ask("GET", "/status.json")->body;
  const std::string address = "127.0.0.1:" + std::to_string(daemon.port());
  EXPECT_NE(status.find(",\"listen\":[\"" + address + "\"],\"version\":\""), std::string::npos)
      << status;
}

TEST(HttpDaemon, ListsClientsForThisMachineOnly) {
  const DaemonProcess daemon({.arguments = {"--http", "0.0.0.0:0"}});
  const std::string listening = "listening for http on=0.0.0.0:";
  ASSERT_TRUE(daemon.wait_for_log(listening));
  const std::string log = daemon.log();
  const auto port = std::stoul(log.substr(log.find(listening) + listening.size()));
  // What it was asked under does not count.
  HttpClient client(static_cast<std::uint16_t>(port));
  EXPECT_EQ(client.ask("GET", "/clients")->status, 403u);
  EXPECT_EQ(client.ask("GET", "/searches")->body, "{\"running\":0,\"waiting\":0}\n");
}

}  // namespace
}  // namespace puzzled::net
