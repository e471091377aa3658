// The end of the daemon: every request that it has accepted is answered.
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "../temporary_directory.hpp"
#include "daemon_process.hpp"
#include "drain_client.hpp"
#include "requests.hpp"
#include "socket_client.hpp"

namespace puzzled::net {
namespace {

/// A search without end. It needs no plan, so that it hears of a stop at once on a busy machine,
/// too: a count of queens makes a plan first, which takes seconds there under a sanitizer.
const std::string kEndlessCount = "count 0 " + std::string(81, '.');

TEST(Drain, IdleDaemonEndsWithoutAWord) {
  for (const int signal : {SIGTERM, SIGINT}) {
    DaemonProcess daemon;
    SocketClient idle(daemon.port());
    daemon.signal(signal);
    EXPECT_TRUE(idle.sees_end());
    idle.close();
    EXPECT_EQ(daemon.wait(), 0);
  }
}

TEST(Drain, WhatWasSentIsAnsweredAndWhatFollowsRefused) {
  const std::string puzzles = puzzle_lines(1'000);
  DaemonProcess daemon({.arguments = {"--search-timeout", "2s"}});
  SocketClient searching(daemon.port());
  SocketClient sending(daemon.port());
  searching.send("ping\n" + kEndlessCount + "\n");
  EXPECT_EQ(searching.read_line(), "pong");
  sending.send(puzzles);
  daemon.signal(SIGTERM);
  EXPECT_EQ(sending.read_all(), solved(puzzles));
  EXPECT_FALSE(sending.was_reset());

  EXPECT_TRUE(daemon.wait_for_log("draining"));
  // Not before the silence that ends the intake.
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  searching.send("ping\n@a queens 4\n@late " + puzzles.substr(0, 82) + "ping\n");
  EXPECT_TRUE(searching.read_line().starts_with("error timeout "));
  EXPECT_EQ(searching.read_line(), "pong");
  EXPECT_TRUE(searching.read_line().starts_with("@a error shutting-down "));
  EXPECT_TRUE(searching.read_line().starts_with("@late error shutting-down "));
  EXPECT_EQ(searching.read_line(), "pong");
  EXPECT_TRUE(searching.sees_end());
  searching.close();
  EXPECT_EQ(daemon.wait(), 0);
}

/// The last line of what a client got, which must be whole.
std::string last_line(const std::string& text) {
  if (text.empty() || text.back() != '\n') return "half a line: " + text;
  const std::size_t before = text.rfind('\n', text.size() - 2);
  return text.substr(before == std::string::npos ? 0 : before + 1);
}

bool is_refusal(const std::string& line) {
  return line.find("error shutting-down the daemon is shutting down\n") != std::string::npos;
}

/// Sends without a pause until the daemon ends, and sees that the last it hears is why.
void never_stop_sending(SocketClient client, const std::string& requests,
                        const std::string& answers) {
  while (client.send(requests)) {
  }
  client.half_close();
  const std::string all = client.read_all();
  EXPECT_EQ(all.substr(0, answers.size()), answers);
  EXPECT_TRUE(is_refusal(last_line(all))) << last_line(all);
  EXPECT_FALSE(client.was_reset());
}

TEST(Drain, WhoNeverStopsSendingIsToldInTheEnd) {
  const std::string puzzles = puzzle_lines(100);
  const std::string answers = solved(puzzles);
  std::string tagged;
  std::string tagged_answers;
  for (std::size_t at = 0; at < puzzles.size(); at += 82) {
    tagged += "@t " + puzzles.substr(at, 82);
    tagged_answers += "@t " + answers.substr(at, 82);
  }
  const std::vector<std::pair<std::string, std::string>> kinds = {
      {puzzles, answers}, {tagged, tagged_answers}, {"ping\nping\n", "pong\npong\n"}};
  const TemporaryDirectory directory;
  const std::string path = directory.path("socket");
  for (const std::string threads : {"1", "3"}) {
    DaemonProcess daemon({.arguments = {"--io-threads", threads, "--unix", path}});
    std::vector<std::thread> clients;
    for (std::size_t i = 0; i < 12; ++i) {
      SocketClient client = i % 2 == 0 ? SocketClient(path) : SocketClient(daemon.port());
      clients.emplace_back([&kind = kinds[i % 3], client = std::move(client)]() mutable {
        never_stop_sending(std::move(client), kind.first, kind.second);
      });
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    daemon.signal(SIGTERM);
    for (std::thread& client : clients) client.join();
    EXPECT_EQ(daemon.wait(), 0);
  }
}

/// A client on a busy machine may get to its answers late.
TEST(Drain, WhoReadsTheLastAnswersLateGetsThemAll) {
  std::string requests;
  std::string answers;
  for (int i = 0; i < 20'000; ++i) {
    requests += "ping\n";
    answers += "pong\n";
  }
  DaemonProcess daemon;
  // Its system has room for a few of the answers only.
  SocketClient client(daemon.port(), 4096);
  client.send(requests);
  EXPECT_EQ(client.read_line(), "pong");
  daemon.signal(SIGTERM);
  EXPECT_TRUE(daemon.wait_for_log("draining"));
  // It has been silent for long enough. What it sends now is not read: a close would reset it.
  std::this_thread::sleep_for(std::chrono::milliseconds(1500));
  client.send("ping\n");
  std::this_thread::sleep_for(std::chrono::milliseconds(2500));
  EXPECT_EQ(client.read_all().substr(0, answers.size() - 5), answers.substr(5));
  EXPECT_FALSE(client.was_reset());
  EXPECT_EQ(daemon.wait(), 0);
}

/// Asks one puzzle after another, with pauses, until the daemon closes: every one is answered or
/// refused but the one that comes when the client could know.
void ask_now_and_then(SocketClient client, const std::string& puzzles, unsigned seed) {
  std::mt19937 random(seed);
  const std::string answers = solved(puzzles);
  bool was_refused = false;
  for (std::size_t i = 0;; i = (i + 1) % (puzzles.size() / 82)) {
    const bool was_sent = client.send(puzzles.substr(82 * i, 82));
    const std::string line = was_sent ? client.read_line() : std::string();
    if (line.empty()) {
      EXPECT_TRUE(was_refused) << "closed without a word";
      return;
    }
    if (was_refused || line != answers.substr(82 * i, 81)) {
      EXPECT_EQ(line, "error shutting-down the daemon is shutting down");
      was_refused = true;
      if (seed % 2 == 0) {
        EXPECT_TRUE(client.sees_end());
        EXPECT_FALSE(client.was_reset());
        return;
      }
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(random() % 250));
  }
}

TEST(Drain, WhoeverStillSendsIsTold) {
  const std::string puzzles = puzzle_lines(100);
  for (const std::string threads : {"1", "3"}) {
    DaemonProcess daemon({.arguments = {"--io-threads", threads}});
    std::vector<std::thread> clients;
    for (unsigned seed = 0; seed < 60; ++seed) {
      clients.emplace_back([&puzzles, client = SocketClient(daemon.port()), seed]() mutable {
        ask_now_and_then(std::move(client), puzzles, seed);
      });
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(700));
    daemon.signal(SIGTERM);
    for (std::thread& client : clients) client.join();
    EXPECT_EQ(daemon.wait(), 0);
  }
}

TEST(Drain, WhatIsSentBehindALongSearchGetsALastWord) {
  DaemonProcess daemon({.arguments = {"--search-timeout", "3s"}});
  SocketClient client(daemon.port());
  client.send("ping\n" + kEndlessCount + "\n");
  EXPECT_EQ(client.read_line(), "pong");
  daemon.signal(SIGTERM);
  EXPECT_TRUE(daemon.wait_for_log("draining"));
  // Longer than anything is taken, be it to be refused.
  std::this_thread::sleep_for(std::chrono::milliseconds(2500));
  client.send("queens 8\nqueens 9\n");
  EXPECT_TRUE(client.read_line().starts_with("error timeout "));
  EXPECT_EQ(client.read_line(), "error shutting-down the daemon is shutting down");
  EXPECT_TRUE(client.sees_end());
  EXPECT_FALSE(client.was_reset());
  client.close();
  EXPECT_EQ(daemon.wait(), 0);
}

TEST(Drain, WhoeverHasConnectedIsServed) {
  const std::string puzzles = puzzle_lines(1);
  const std::string answers = solved(puzzles);
  DaemonProcess daemon({.arguments = {"--io-threads", "2"}});
  // It sees the signal and the clients at once.
  daemon.signal(SIGSTOP);
  std::vector<SocketClient> clients;
  for (int i = 0; i < 20; ++i) {
    clients.emplace_back(daemon.port());
    clients.back().send(puzzles);
  }
  daemon.signal(SIGTERM);
  daemon.signal(SIGCONT);
  for (SocketClient& client : clients) {
    EXPECT_EQ(client.read_line() + '\n', answers);
    client.close();
  }
  EXPECT_EQ(daemon.wait(), 0);
}

TEST(Drain, ASecondSignalEndsItAtOnce) {
  DaemonProcess daemon({.arguments = {"--search-timeout", "0"}});
  SocketClient client(daemon.port());
  client.send("ping\n" + kEndlessCount + "\n");
  EXPECT_EQ(client.read_line(), "pong");
  daemon.signal(SIGTERM);
  EXPECT_TRUE(daemon.wait_for_log("draining"));
  daemon.signal(SIGTERM);
  EXPECT_EQ(daemon.wait(), 128 + SIGTERM);
}

TEST(Drain, ItHasALimit) {
  DaemonProcess daemon({.arguments = {"--search-timeout", "0", "--shutdown-timeout", "300ms"}});
  SocketClient client(daemon.port());
  client.send("ping\n" + kEndlessCount + "\n");
  EXPECT_EQ(client.read_line(), "pong");
  daemon.signal(SIGTERM);
  EXPECT_EQ(client.read_line(), "error shutting-down the search was stopped");
  EXPECT_TRUE(client.sees_end());
  EXPECT_FALSE(client.was_reset());
  EXPECT_EQ(daemon.wait(), 1);
  EXPECT_TRUE(daemon.wait_for_log("some requests were not answered"));
}

TEST(Drain, AtItsLimitEveryAcceptedRequestIsAnsweredOrRefused) {
  const std::string puzzles = puzzle_lines(3);
  // Searches that run, that wait for a thread, and that wait for these; and what has its answer.
  std::string requests = "ping\n";
  for (int i = 0; i < 40; ++i) requests += "@q" + std::to_string(i) + ' ' + kEndlessCount + '\n';
  requests += puzzles + "@s stats\nping\n@p " + puzzles;
  for (const std::string threads : {"1", "2"}) {
    DaemonProcess daemon({.arguments = {"--search-timeout", "0", "--shutdown-timeout", "400ms",
                                        "--io-threads", threads}});
    std::vector<std::thread> clients;
    for (int i = 0; i < 6; ++i) {
      clients.emplace_back([&] {
        SocketClient client(daemon.port());
        client.send(requests);
        EXPECT_EQ(client.read_line(), "pong");
        for (int k = 0; k < 40; ++k) {
          const std::string line = client.read_line();
          EXPECT_TRUE(line.starts_with("@q" + std::to_string(k) + " error shutting-down ")) << line;
        }
        for (const std::string tag : {"", "", "", "@s ", "", "@p ", "", ""}) {
          const std::string line = client.read_line();
          EXPECT_TRUE(line.starts_with(tag) && !line.empty()) << line;
        }
        EXPECT_TRUE(client.sees_end());
        EXPECT_FALSE(client.was_reset());
      });
    }
    while (answers_to(daemon.port(), "stats\n").find(" searches-in-flight=96 ") ==
           std::string::npos) {
      ASSERT_FALSE(testing::Test::HasFailure());
    }
    daemon.signal(SIGTERM);
    for (std::thread& client : clients) client.join();
    EXPECT_EQ(daemon.wait(), 1);
  }
}

TEST(Drain, WhoDoesNotReadHoldsItNoLongerThanItsLimit) {
  const std::string puzzles = puzzle_lines(2'000);
  // Nothing else ends such a client.
  DaemonProcess daemon({.arguments = {"--shutdown-timeout", "300ms", "--write-timeout", "0",
                                      "--idle-timeout", "0"}});
  SocketClient client(daemon.port(), 4096);
  while (client.send_some(puzzles) > 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  daemon.signal(SIGTERM);
  EXPECT_EQ(daemon.wait(), 1);
  EXPECT_TRUE(daemon.wait_for_log("clients did not read all answers"));
}

TEST(Drain, ALimitOfZeroIsNone) {
  DaemonProcess daemon({.arguments = {"--search-timeout", "1s", "--shutdown-timeout", "0"}});
  SocketClient client(daemon.port());
  client.send("ping\n" + kEndlessCount + "\n");
  EXPECT_EQ(client.read_line(), "pong");
  daemon.signal(SIGTERM);
  EXPECT_TRUE(client.read_line().starts_with("error timeout after 1 s: at least "));
  EXPECT_TRUE(client.sees_end());
  client.close();
  EXPECT_EQ(daemon.wait(), 0);
}

TEST(Drain, UnderLoad) {
  for (unsigned seed = 0; seed < 5; ++seed) terminate_under_load(seed);
}

}  // namespace
}  // namespace puzzled::net
