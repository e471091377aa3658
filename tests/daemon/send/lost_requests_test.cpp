// What becomes of the requests of a connection that is lost, if some of them are asked once only.
#include "tests/daemon/send/client_run.hpp"
#include "tests/daemon/send/test_server.hpp"

namespace puzzled::net::send {
namespace {

using LostRequests = ClientRun;

TEST_F(LostRequests, PingAndStatsAreNotAskedAgain) {
  const std::string lost(kLostLine);
  for (const std::uint64_t connections : {1, 2}) {
    std::atomic<bool> has_broken = false;
    TestServer server([&](Peer& peer, int number) {
      const auto line = peer.line();
      if (!line) return;
      peer.say(*line);
      if (has_broken.exchange(true)) return echo(peer, number);
      for (int i = 0; i < 5; ++i) peer.line();
    });
    ClientOptions options = with_connections(connections);
    options.feed.block_bytes = 1 << 20;
    Outcome outcome = run(server.address(), "1.\nping\n2.\n@t stats\n ping \n3.\n", options);
    ASSERT_TRUE(outcome.end);
    EXPECT_EQ(outcome.answers, "1.\n" + lost + "2.\n" + lost + lost + "3.\n");
    EXPECT_EQ(ranges_text(outcome.end->unanswered), "lines 2, 4-5");
    EXPECT_EQ(ranges_text(outcome.end->once), "lines 2, 4-5");
    EXPECT_EQ(outcome.end->connection, "the daemon closed the connection");
    EXPECT_EQ(outcome.asked_again, 2u);
    EXPECT_FALSE(outcome.end->unread);
  }
}

TEST_F(LostRequests, PingIsAskedOnceThoughNoAnswerEverCame) {
  for (const char* last_word : {"", "error busy too many connections; try again later\n"}) {
    std::atomic<int> pings = 0;
    TestServer server([&](Peer& peer, int) {
      if (peer.line() == "ping\n") ++pings;
      peer.say(last_word);
    });
    Outcome outcome = run(server.address(), "ping\n");
    ASSERT_TRUE(outcome.end);
    EXPECT_EQ(pings, 1) << last_word;
    EXPECT_EQ(outcome.answers, "");
    EXPECT_EQ(ranges_text(outcome.end->unanswered), "line 1");
    EXPECT_TRUE(outcome.end->connection);
  }
}

TEST_F(LostRequests, PingIsSentAgainIfItWasNeverSent) {
  // More in one block than the sockets hold, so that its end was never sent.
  const std::string lines = some_lines(200'000);
  TestServer server([&](Peer& peer, int number) {
    if (number > 0) return echo(peer, number);
    peer.say(peer.line().value_or("none\n"));
  });
  ClientOptions options = with_connections(1, 64 << 20);
  Outcome outcome = run(server.address(), lines + "ping\n", options);
  expect_well(outcome);
  EXPECT_TRUE(outcome.answers == lines + "ping\n");
}

// A proxy may cut a connection, so that its requests are asked again, only while the client's side
// is open.
TEST_F(LostRequests, AConnectionStaysOpenUntilItHasItsAnswers) {
  std::atomic<bool> ended_early = false;
  TestServer server([&](Peer& peer, int) {
    for (int i = 0; i < 2; ++i) peer.line();
    ended_early = peer.ends_within(200);
    peer.say("1\n2\n");
    while (peer.line()) {
    }
  });
  Outcome outcome = run(server.address(), "1\n2\n");
  expect_well(outcome);
  EXPECT_FALSE(ended_early);
}

TEST_F(LostRequests, ManyPingsAmongOthersKeepTheOrder) {
  std::string lines;
  std::uint64_t pings = 0;
  for (int i = 0; i < 3000; ++i) {
    const bool is_ping = i % 3 == 1;
    pings += is_ping ? 1 : 0;
    lines += (is_ping ? "@p" + std::to_string(i) + " ping" : std::to_string(i) + '.') + '\n';
  }
  std::atomic<int> closed = 0;
  TestServer server([&](Peer& peer, int number) {
    if (number % 2 != 0) return echo(peer, number);
    for (int i = 0; i < 500; ++i) {
      const auto line = peer.line();
      if (!line) return;
      peer.say(*line);
    }
    ++closed;
  });
  for (const std::uint64_t connections : {1, 3}) {
    Outcome outcome = run(server.address(), lines, with_connections(connections));
    ASSERT_TRUE(outcome.end);
    // Each line has its own answer, or is a ping that was lost.
    std::string expected;
    std::uint64_t number = 0;
    for (std::size_t at = 0; at < lines.size();) {
      const std::size_t end = lines.find('\n', at) + 1;
      ++number;
      bool is_lost = false;
      for (const auto& [first, last] : outcome.end->once)
        is_lost |= first <= number && number <= last;
      EXPECT_TRUE(!is_lost || lines[at] == '@') << number;
      expected += is_lost ? std::string(kLostLine) : lines.substr(at, end - at);
      at = end;
    }
    while (expected.ends_with(kLostLine)) expected.resize(expected.size() - kLostLine.size());
    EXPECT_TRUE(outcome.answers == expected) << connections;
    EXPECT_GT(closed, 0);
    EXPECT_EQ(ranges_text(outcome.end->once), ranges_text(outcome.end->unanswered));
  }
}

}  // namespace
}  // namespace puzzled::net::send
