// Every limit that a setting states: what a client sees when it meets it.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "../temporary_directory.hpp"
#include "daemon_process.hpp"
#include "daemon_samples.hpp"
#include "requests.hpp"
#include "socket_client.hpp"

namespace puzzled::net {
namespace {

using std::chrono::milliseconds;

const std::string kBlank(81, '.');

/// Asks until the daemon says so.
bool soon(int port, const std::string& key, std::uint64_t value) {
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (std::chrono::steady_clock::now() < end) {
    if (stat(answers_to(port, "stats\n"), key) == value) return true;
    std::this_thread::sleep_for(milliseconds(10));
  }
  return false;
}

TEST(Limits, LongLineIsRefusedAndEndsTheConnection) {
  const DaemonProcess daemon({.arguments = {"--line-limit", "128"}});
  EXPECT_EQ(answers_to(daemon.port(), kBlank + std::string(128 - 81, ' ') + "\nping\n").substr(81),
            "\npong\n");
  for (const std::string& text :
       {"ping\n" + std::string(129, '1') + "\nping\n", "ping\n" + std::string(1 << 20, 'x')}) {
    SocketClient client(daemon.port());
    client.send(text);
    const std::string answers = client.read_all();
    EXPECT_TRUE(answers.starts_with("pong\nerror too-long ")) << answers;
    EXPECT_EQ(std::count(answers.begin(), answers.end(), '\n'), 2);
  }
}

TEST(Limits, UnfinishedLineIsRefusedInTime) {
  const DaemonProcess daemon({.arguments = {"--read-timeout", "200ms"}});
  SocketClient slow(daemon.port());
  SocketClient silent(daemon.port());
  slow.send("ping\n@a pi");
  EXPECT_EQ(slow.read_line(), "pong");
  EXPECT_TRUE(slow.read_line().starts_with("error timeout "));
  EXPECT_TRUE(slow.sees_end());
  // That it sends a byte now and then does not help.
  SocketClient drip(daemon.port());
  for (int i = 0; i < 100 && drip.send("1"); ++i) std::this_thread::sleep_for(milliseconds(20));
  EXPECT_TRUE(drip.read_all().starts_with("error timeout "));
  // Who has begun no line may stay.
  EXPECT_TRUE(silent.send("ping\n"));
  EXPECT_EQ(silent.read_line(), "pong");
}

TEST(Limits, IdleConnectionIsClosed) {
  const DaemonProcess daemon({.arguments = {"--idle-timeout", "300ms"}});
  SocketClient idle(daemon.port());
  SocketClient idle_after_work(daemon.port());
  idle_after_work.send("ping\n");
  EXPECT_EQ(idle_after_work.read_line(), "pong");
  EXPECT_TRUE(idle.sees_end());
  EXPECT_TRUE(idle_after_work.sees_end());
  EXPECT_FALSE(idle.was_reset() || idle_after_work.was_reset());
}

TEST(Limits, ConnectionsBeyondTheLimitAreToldSo) {
  const DaemonProcess daemon({.arguments = {"--connections", "3"}});
  std::vector<SocketClient> clients;
  for (int i = 0; i < 3; ++i) {
    clients.emplace_back(daemon.port());
    clients.back().send("ping\n");
    EXPECT_EQ(clients.back().read_line(), "pong");
  }
  for (int i = 0; i < 100; ++i) {
    SocketClient refused(daemon.port());
    refused.send("ping\n");
    EXPECT_TRUE(refused.read_line().starts_with("error busy ")) << i;
  }
  clients.pop_back();
  // There is room again as soon as the daemon has seen that.
  for (;;) {
    SocketClient next(daemon.port());
    next.send("ping\n");
    const std::string answer = next.read_line();
    if (answer == "pong") break;
    ASSERT_TRUE(answer.starts_with("error busy ")) << answer;
  }
  clients[0].send("ping\n");
  EXPECT_EQ(clients[0].read_line(), "pong");
}

TEST(Limits, WhoReadsNothingIsNotReadFrom) {
  const DaemonProcess daemon({.arguments = {"--output-soft-limit", "64KiB"}});
  const std::string puzzles = puzzle_lines(10'000);
  SocketClient client(daemon.port(), 4096);
  // Until nothing has gone for a while.
  std::size_t sent = 0;
  for (int pauses = 0; pauses < 20 && sent < (std::size_t{64} << 20);) {
    const std::size_t part =
        client.send_some(std::string_view(puzzles).substr(sent % puzzles.size()));
    sent += part;
    pauses = part == 0 ? pauses + 1 : 0;
    if (part == 0) std::this_thread::sleep_for(milliseconds(20));
  }
  EXPECT_LT(sent, std::size_t{64} << 20);
  // What the kernel holds is not ours.
  const std::string stats = answers_to(daemon.port(), "stats\n");
  EXPECT_LT(stat(stats, "bytes-in"), std::uint64_t{8} << 20);
  EXPECT_EQ(answers_to(daemon.port(), puzzles), solved(puzzles));

  // It gets everything in the end.
  client.half_close();
  const std::string answers = client.read_all();
  std::string all;
  while (all.size() < sent) all += puzzles;
  const std::size_t end = all.rfind('\n', sent - 1);
  EXPECT_EQ(answers.substr(0, end + 1), solved(all.substr(0, end + 1)));
}

TEST(Limits, WhoReadsNothingForLongIsDropped) {
  const DaemonProcess daemon({.arguments = {"--write-timeout", "300ms"}});
  SocketClient client(daemon.port(), 4096);
  const std::string puzzles = puzzle_lines(10'000);
  for (int i = 0; i < 100; ++i) client.send_some(puzzles);
  EXPECT_TRUE(daemon.wait_for_log("client dropped"));
  client.read_all();
  EXPECT_TRUE(client.was_reset());
  EXPECT_TRUE(soon(daemon.port(), "connections", 1));
}

TEST(Limits, WhoHasTooMuchUnsentIsDropped) {
  // One answer may be longer than all that the client should have waiting.
  const DaemonProcess daemon({.arguments = {"--output-soft-limit", "64KiB", "--output-hard-limit",
                                            "128KiB", "--first-limit", "20000"}});
  SocketClient client(daemon.port(), 4096);
  client.send(repeated("first 20000 16\n", 3));
  EXPECT_TRUE(daemon.wait_for_log("client dropped"));
  EXPECT_EQ(answers_to(daemon.port(), "ping\n"), "pong\n");
}

TEST(Limits, LongAnswerToWhoReadsIsWhole) {
  const DaemonProcess daemon({.arguments = {"--output-soft-limit", "4KiB"}});
  const std::string answer = answers_to(daemon.port(), "first 1000 18\n");
  EXPECT_EQ(answers_to(daemon.port(), repeated("first 1000 18\n", 40)), repeated(answer, 40));
}

TEST(Limits, SearchStopsWhenItsClientIsGone) {
  const TemporaryDirectory directory;
  const std::string path = directory.path("socket");
  const DaemonProcess daemon(
      {.arguments = {"--unix", path, "--queens-limit", "20", "--search-timeout", "0",
                     "--searches-per-client", "1"}});
  const auto stops_after = [&daemon](SocketClient client, int searches, auto leave) {
    client.send(repeated("queens 20\n", searches));
    EXPECT_TRUE(soon(daemon.port(), "searches-in-flight", 1));
    leave(client);
    EXPECT_TRUE(soon(daemon.port(), "searches-in-flight", 0));
    EXPECT_TRUE(soon(daemon.port(), "requests-in-flight", 1));  // `stats` itself
  };
  const auto reset = [](SocketClient& client) { client.reset(); };
  const auto close = [](SocketClient& client) { client.close(); };
  stops_after(SocketClient(daemon.port()), 1, reset);
  stops_after(SocketClient(daemon.port()), 1, close);
  stops_after(SocketClient(path), 1, close);
  // The same when nobody reads from it, since it has enough underway.
  stops_after(SocketClient(daemon.port()), 10, reset);
  stops_after(SocketClient(path), 10, close);
}

TEST(Limits, SearchEndsInTime) {
  const DaemonProcess daemon({.arguments = {"--queens-limit", "20", "--search-timeout", "300ms"}});
  const std::string answers = answers_to(daemon.port(), "@a queens 20\n" + kBlank + "\n");
  EXPECT_TRUE(answers.starts_with("@a error timeout ")) << answers;
  EXPECT_EQ(answers.substr(answers.find('\n') + 1), solved(kBlank + "\n"));
}

TEST(Limits, TimeOfASearchBeginsWithItsWork) {
  // One thread and one client, so that each waits for the one before.
  const DaemonProcess daemon({.arguments = {"--search-threads", "1", "--search-timeout", "200ms"}});
  const std::string answers = answers_to(daemon.port(), repeated("count 0 " + kBlank + "\n", 3));
  const std::string begin = "error timeout after 0.2 s: at least ";
  std::istringstream lines(answers);
  int number = 0;
  for (std::string line; std::getline(lines, line); ++number) {
    ASSERT_TRUE(line.starts_with(begin)) << line;
    EXPECT_GT(std::stoull(line.substr(begin.size())), 0U) << line;
  }
  EXPECT_EQ(number, 3);
}

TEST(Limits, SearchesBeyondTheTotalAreRefused) {
  const DaemonProcess daemon(
      {.arguments = {"--queens-limit", "20", "--search-timeout", "0", "--searches-total", "1",
                     "--searches-per-client", "1"}});
  SocketClient first(daemon.port());
  first.send("queens 20\n");
  EXPECT_TRUE(soon(daemon.port(), "searches-in-flight", 1));
  const std::string answers = answers_to(daemon.port(), "@b queens 4\n" + kBlank + "\n");
  EXPECT_TRUE(answers.starts_with("@b error busy ")) << answers;
  EXPECT_EQ(answers.substr(answers.find('\n') + 1), solved(kBlank + "\n"));
  first.reset();
  EXPECT_TRUE(soon(daemon.port(), "searches-in-flight", 0));
  EXPECT_EQ(answers_to(daemon.port(), "queens 4\n"), "2\n");
}

TEST(Limits, ManyThatNeverReadShareTheMemory) {
  const DaemonProcess daemon({.arguments = {"--buffers-total", "4MiB"}});
  const std::string puzzles = puzzle_lines(10'000);
  std::vector<SocketClient> clients;
  for (int i = 0; i < 50; ++i) clients.emplace_back(daemon.port(), 4096);
  for (int round = 0; round < 20; ++round) {
    for (SocketClient& client : clients) client.send_some(puzzles);
    std::this_thread::sleep_for(milliseconds(5));
  }
  const std::string stats = answers_to(daemon.port(), "stats\n");
  EXPECT_LE(stat(stats, "connections"), 51U);
  EXPECT_TRUE(answers_to(daemon.port(), puzzles) == solved(puzzles));
}

/// What a client may send that costs more than it looks.
std::vector<std::string> every_verb() {
  const std::string puzzle = puzzle_lines(1);
  return {puzzle,
          "solve " + puzzle,
          "@t " + puzzle,
          "1\n",
          "ping\n",
          "stats\n",
          "@s stats\n",
          "@\n",
          "@@@ junk\n",
          "nonsense\n",
          "count 2 " + puzzle,
          "count 0 " + puzzle,
          "queens 6\n",
          "first 1000 16\n",
          "target " + puzzle,
          "# " + std::string(2000, 'c') + "\n",
          "#\n",
          "\n",
          puzzle.substr(0, 81) + ' ' + std::string(2000, 'r') + "\n",
          puzzle + "ping\nstats\n@a queens 6\n@b " + puzzle + "@\nfirst 9 16\n"};
}

TEST(Limits, BuffersOfAllClientsAreBoundedWhateverTheySend) {
  constexpr std::uint64_t kTotal = 1 << 20;
  const DaemonProcess daemon({.arguments = {"--buffers-total", "1MiB", "--http", "127.0.0.1:0"}});
  const std::uint16_t http = http_port(daemon);
  for (const std::string& request : every_verb()) {
    SCOPED_TRACE(request);
    const std::string flood = repeated(request, static_cast<int>(65536 / request.size()) + 1);
    std::vector<SocketClient> clients;
    for (int i = 0; i < 24; ++i) clients.emplace_back(daemon.port(), 4096);
    for (int round = 0; round < 2; ++round) {
      for (SocketClient& client : clients) client.send_some(flood);
      EXPECT_LE(samples_of(http)["puzzled_buffer_bytes"], kTotal);
      // Newcomers go on being answered.
      EXPECT_EQ(answers_to(daemon.port(), "ping\n" + kBlank + "\n"),
                "pong\n" + solved(kBlank + "\n"));
    }
  }
  // Who holds much and takes nothing for a second is dropped for those who wait.
  const std::string flood = repeated("stats\n", 65536 / 6);
  std::vector<SocketClient> clients;
  for (int i = 0; i < 40; ++i) clients.emplace_back(daemon.port(), 4096);
  const auto dropped = [&] { return samples_of(http)["puzzled_connections_dropped_total"]; };
  for (int tries = 0; tries < 1000 && dropped() == 0; ++tries) {
    for (SocketClient& client : clients) client.send_some(flood);
    std::this_thread::sleep_for(milliseconds(10));
  }
  EXPECT_GT(dropped(), 0);
  EXPECT_NE(daemon.log().find("reason=buffers-total"), std::string::npos);
}

// (A client is dropped only when it has taken nothing for a second: so long would a newcomer wait.)
TEST(Limits, ACrowdThatReadsNothingLeavesRoomForNewcomers) {
  constexpr std::uint64_t kTotal = 8 << 20;
  const DaemonProcess daemon({.arguments = {"--buffers-total", "8MiB", "--http", "127.0.0.1:0"}});
  const std::uint16_t http = http_port(daemon);
  const std::string flood = repeated(std::string(200, 'z') + '\n', 300);
  std::vector<SocketClient> clients;
  for (int i = 0; i < 100; ++i) clients.emplace_back(daemon.port(), 4096);
  std::uint64_t held = 0;
  for (int round = 0; round < 200; ++round) {
    for (SocketClient& client : clients) client.send_some(flood);
    held = samples_of(http)["puzzled_buffer_bytes"];
    ASSERT_LT(held, kTotal - kTotal / 8 - kTotal / 32);
    EXPECT_EQ(answers_to(daemon.port(), "ping\n"), "pong\n");
  }
  EXPECT_GT(held, kTotal / 2);
}

TEST(Limits, IdleClientsThatReadNothingDoNotLockOutOthers) {
  const DaemonProcess daemon(
      {.arguments = {"--buffers-total", "1MiB", "--io-threads", "2", "--http", "127.0.0.1:0"}});
  const std::uint16_t http = http_port(daemon);
  const std::string requests = repeated("stats\n", 8192 / 6);
  std::vector<SocketClient> clients;
  for (int i = 0; i < 300; ++i) {
    clients.emplace_back(daemon.port(), 4096);
    clients.back().send_some(requests);
  }
  const std::string puzzles = puzzle_lines(2000);
  const std::string expected = solved(puzzles);
  for (int i = 0; i < 5; ++i) {
    const std::string answers = answers_to(daemon.port(), puzzles);
    const auto differs =
        std::mismatch(expected.begin(), expected.end(), answers.begin(), answers.end());
    EXPECT_TRUE(answers == expected)
        << "from byte " << differs.second - answers.begin()
        << " on: " << std::string(differs.second, answers.end()).substr(0, 200);
    EXPECT_LE(samples_of(http)["puzzled_buffer_bytes"], 1 << 20);
  }
}

TEST(Limits, AnAnswerLargerThanAllBuffersIsRefused) {
  const DaemonProcess daemon(
      {.arguments = {"--buffers-total", "1MiB", "--first-limit", "1000000"}});
  EXPECT_EQ(answers_to(daemon.port(), "first 100000 30\nfirst 1 1\n"),
            "error limit the answer would take too much memory\n1\n");
}

TEST(Limits, ManyThreadsDoNotOverrunTheLimitOfSearches) {
  const DaemonProcess daemon(
      {.arguments = {"--io-threads", "4", "--searches-total", "2", "--searches-per-client", "1",
                     "--queens-limit", "20", "--search-timeout", "50ms"}});
  std::vector<std::thread> threads;
  std::atomic<std::uint64_t> most = 0;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round < 10; ++round) {
        const std::string answers = answers_to(daemon.port(), "queens 20\nstats\n");
        const std::uint64_t now = stat(answers, "searches-in-flight");
        for (std::uint64_t seen = most; now > seen && !most.compare_exchange_weak(seen, now);) {
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_LE(most, 2U);
  EXPECT_GT(stat(answers_to(daemon.port(), "stats\n"), "error-busy"), 0U);
}

}  // namespace
}  // namespace puzzled::net
