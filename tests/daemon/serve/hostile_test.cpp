// Bytes and behaviour that no client of ours has: the daemon goes on, and so do its other clients.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "daemon_process.hpp"
#include "requests.hpp"
#include "socket_client.hpp"

namespace puzzled::net {
namespace {

void expect_well(const DaemonProcess& daemon) {
  const std::string puzzles = puzzle_lines(100);
  EXPECT_EQ(answers_to(daemon.port(), puzzles), solved(puzzles));
}

TEST(Hostile, HttpIsToldThatThisIsNotItsPort) {
  const DaemonProcess daemon;
  SocketClient client(daemon.port());
  client.send("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_EQ(client.read_line(), "HTTP/1.1 400 Bad Request\r");
  const std::string rest = client.read_all();
  EXPECT_TRUE(
      rest.ends_with("\r\n\r\nthis port speaks puzzled's line protocol; HTTP is served where "
                     "--http says\n"))
      << rest;
  expect_well(daemon);
}

TEST(Hostile, RandomBytes) {
  const DaemonProcess daemon;
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    std::string bytes(std::uniform_int_distribution<std::size_t>(1, 1 << 14)(random), '\0');
    const bool is_text = round % 2 == 0;
    const std::string letters = "0123456789.....\n\n @#solvecountqueensfirsttarget\r\t";
    for (char& byte : bytes) {
      byte = is_text ? letters[random() % letters.size()] : static_cast<char>(random());
    }
    SocketClient client(daemon.port());
    client.send(bytes);
    client.half_close();
    const std::string answers = client.read_all();
    ASSERT_TRUE(answers.empty() || answers.back() == '\n');
    ASSERT_LE(std::count(answers.begin(), answers.end(), '\n'),
              std::count(bytes.begin(), bytes.end(), '\n') + 1);
  }
  expect_well(daemon);
}

TEST(Hostile, TlsHandshake) {
  const DaemonProcess daemon({.arguments = {"--read-timeout", "200ms"}});
  std::string hello(300, '\x07');
  hello.replace(0, 5, std::string("\x16\x03\x01\x01\x27", 5));
  SocketClient client(daemon.port());
  client.send(hello);
  EXPECT_TRUE(client.read_all().starts_with("error "));
  expect_well(daemon);
}

TEST(Hostile, ClientsThatVanishAtAnyMoment) {
  const DaemonProcess daemon;
  const std::string puzzles = puzzle_lines(5'000) + "queens 14\n";
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    SocketClient client(daemon.port());
    const std::size_t size = random() % puzzles.size();
    client.send_some(std::string_view(puzzles).substr(puzzles.size() - size));
    if (random() % 3 == 0) client.half_close();
    if (random() % 3 == 0) client.read_some(1 + random() % 1000);
    if (random() % 2 == 0) client.reset();
  }
  expect_well(daemon);
}

TEST(Hostile, HalfOpenAndSilentClientsHarmNobody) {
  const DaemonProcess daemon;
  std::vector<SocketClient> silent;
  std::vector<SocketClient> begun;
  for (int i = 0; i < 200; ++i) {
    silent.emplace_back(daemon.port());
    begun.emplace_back(daemon.port());
    begun.back().send("53..7");
  }
  expect_well(daemon);
  for (SocketClient& client : begun) {
    client.send("\n");
    EXPECT_TRUE(client.read_line().starts_with("invalid "));
  }
}

TEST(Hostile, EmptyLinesAndPiecesOfOneByte) {
  const DaemonProcess daemon;
  EXPECT_EQ(answers_to(daemon.port(), std::string(3 << 20, '\n') + "ping\n"), "pong\n");
  // The answers are forty times as long as the requests.
  const std::string answers = answers_to(daemon.port(), repeated("1\n", 200'000));
  EXPECT_EQ(std::count(answers.begin(), answers.end(), '\n'), 200'000);
  // Every line a batch of its own.
  EXPECT_EQ(answers_to(daemon.port(), repeated("ping\nqueens 1\n", 20'000)),
            repeated("pong\n1\n", 20'000));
}

TEST(Hostile, NoFileDescriptorLeft) {
  const DaemonProcess daemon({.open_files = 24});
  std::vector<SocketClient> clients;
  std::size_t served = 0;
  for (int i = 0; i < 100; ++i) {
    clients.emplace_back(daemon.port());
    clients.back().send("ping\n");
    const std::string answer = clients.back().read_line();
    if (answer == "pong") ++served;
    // Refused, or reset before it could read why.
    EXPECT_TRUE(answer == "pong" || answer.empty() || answer.starts_with("error busy ")) << answer;
  }
  EXPECT_GT(served, 0U);
  EXPECT_LT(served, 24U);
  // Those that are in are served, and when they leave, others come in.
  clients[0].send("ping\n");
  EXPECT_EQ(clients[0].read_line(), "pong");
  clients.clear();
  std::string answer;
  while (answer != "pong") {
    SocketClient client(daemon.port());
    client.send("ping\n");
    answer = client.read_line();
    ASSERT_FALSE(testing::Test::HasFailure());
  }
}

}  // namespace
}  // namespace puzzled::net
