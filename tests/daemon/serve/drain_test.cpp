// The end of the daemon: every request that it has accepted is answered.
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <string>
#include <thread>

#include "daemon_process.hpp"
#include "drain_client.hpp"
#include "requests.hpp"
#include "socket_client.hpp"

namespace puzzled::serve {
namespace {

TEST(Drain, IdleDaemonEndsAtOnce) {
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
  DaemonProcess daemon({.arguments = {"--queens-limit", "20", "--search-limit", "2s"}});
  SocketClient searching(daemon.port());
  SocketClient sending(daemon.port());
  searching.send("ping\nqueens 20\n");
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

TEST(Drain, WhoNeverStopsSendingIsRefusedInTheEnd) {
  const std::string puzzles = puzzle_lines(100);
  DaemonProcess daemon;
  SocketClient client(daemon.port());
  client.send(puzzles);
  daemon.signal(SIGTERM);
  while (client.send(puzzles)) {
  }
  const std::string answers = client.read_all();
  EXPECT_EQ(answers.substr(0, puzzles.size()), solved(puzzles));
  EXPECT_EQ(daemon.wait(), 0);
}

TEST(Drain, ASecondSignalEndsItAtOnce) {
  DaemonProcess daemon({.arguments = {"--queens-limit", "20", "--search-limit", "0"}});
  SocketClient client(daemon.port());
  client.send("ping\nqueens 20\n");
  EXPECT_EQ(client.read_line(), "pong");
  daemon.signal(SIGTERM);
  EXPECT_TRUE(daemon.wait_for_log("draining"));
  daemon.signal(SIGTERM);
  EXPECT_EQ(daemon.wait(), 128 + SIGTERM);
}

TEST(Drain, ItHasALimit) {
  DaemonProcess daemon(
      {.arguments = {"--queens-limit", "20", "--search-limit", "0", "--drain-limit", "300ms"}});
  SocketClient client(daemon.port());
  client.send("ping\nqueens 20\n");
  EXPECT_EQ(client.read_line(), "pong");
  daemon.signal(SIGTERM);
  EXPECT_EQ(daemon.wait(), 1);
  EXPECT_TRUE(daemon.wait_for_log("not all is answered"));
}

TEST(Drain, UnderLoad) {
  for (unsigned seed = 0; seed < 5; ++seed) terminate_under_load(seed);
}

}  // namespace
}  // namespace puzzled::serve
