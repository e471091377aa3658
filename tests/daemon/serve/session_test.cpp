// Connections that behave: the same answers over every kind of socket, in every kind of packets.
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "../temporary_directory.hpp"
#include "daemon/commands/cover/examples/examples.hpp"
#include "daemon_process.hpp"
#include "requests.hpp"
#include "sample_puzzle.hpp"
#include "socket_client.hpp"
#include "transcript.hpp"

namespace puzzled::net {
namespace {

// One of everything.
const std::string kRequests = kPuzzle + "\n" +                         //
                              "# a comment\r\n\n@a ping\r\n" +         //
                              "queens 8\n@b/7 first 2 6\n" +           //
                              kPuzzle + " # remark\r\n" +              //
                              "@c solve " + kPuzzle + "\n" +           //
                              "count 5 " + kPuzzle + "\n" +            //
                              "queens 99\nnonsense\n.\n" +             //
                              "55" + std::string(79, '.') + "\nping";  // no line feed at the end

std::string expected_answers() {
  const std::string solved_bare = solved(".\n55" + std::string(79, '.') + "\n");
  return kSolution + "\n@a pong\n92\n@b/7 2 4 6 1 3 5\t3 6 2 5 1 4\n" + kSolution + "\n@c " +
         kSolution + "\n1\t" + kSolution + "\n";
}

TEST(Session, AnswersInOrderOverTcp) {
  const DaemonProcess daemon;
  const std::string answers = answers_to(daemon.port(), kRequests);
  const std::string head = expected_answers();
  EXPECT_EQ(answers.substr(0, head.size()), head);
  // Two errors, two invalid lines, and the last line without line feed.
  const std::string rest = answers.substr(head.size());
  EXPECT_TRUE(rest.starts_with("error limit ")) << rest;
  EXPECT_NE(rest.find("\nerror bad-request "), std::string::npos) << rest;
  const std::string invalid = solved(".\n55" + std::string(79, '.') + "\n");
  EXPECT_TRUE(rest.ends_with("\n" + invalid + "pong\n")) << rest;
}

TEST(Session, ConversesAsDocumented) {
  const Transcript transcript = read_transcript(PUZZLED_PROTOCOL);
  const TemporaryDirectory directory;
  const std::string langford =
      directory.write("langford-8.dlx", *commands::examples::example("langford-8"));
  const DaemonProcess daemon({.arguments = {"--unix", directory.path("socket"), "--cover-problems",
                                            "langford = " + langford}});
  SocketClient tcp(daemon.port());
  SocketClient local(directory.path("socket"));
  SocketClient bytewise(daemon.port());
  tcp.send(transcript.requests);
  local.send(transcript.requests);
  for (const char byte : transcript.requests) bytewise.send({&byte, 1});
  // It ends with `end`, so the daemon closes.
  EXPECT_EQ(tcp.read_all(), transcript.answers);
  EXPECT_EQ(local.read_all(), transcript.answers);
  EXPECT_EQ(bytewise.read_all(), transcript.answers);
}

TEST(Session, AnswersOverUnixSocket) {
  const TemporaryDirectory directory;
  const DaemonProcess daemon({.arguments = {"--unix", directory.path("socket")}});
  SocketClient client(directory.path("socket"));
  client.send(kRequests);
  client.half_close();
  EXPECT_EQ(client.read_all(), answers_to(daemon.port(), kRequests));
}

TEST(Session, AnswersOverInheritedSocket) {
  FileDescriptor listening(::socket(AF_INET, SOCK_STREAM, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  ASSERT_EQ(::bind(listening.get(), reinterpret_cast<sockaddr*>(&address), size), 0);
  ASSERT_EQ(::listen(listening.get(), 16), 0);
  ASSERT_EQ(::getsockname(listening.get(), reinterpret_cast<sockaddr*>(&address), &size), 0);
  const DaemonProcess daemon({.inherited_socket = listening.get()});
  EXPECT_EQ(daemon.port(), ntohs(address.sin_port));
  EXPECT_EQ(answers_to(daemon.port(), "ping\n"), "pong\n");
}

TEST(Session, AnswersDoNotDependOnPackets) {
  const DaemonProcess daemon;
  const std::string whole = answers_to(daemon.port(), kRequests);
  const auto pause = [] { std::this_thread::sleep_for(std::chrono::microseconds(200)); };
  for (std::size_t split = 1; split < kRequests.size(); ++split) {
    SocketClient client(daemon.port());
    client.send(kRequests.substr(0, split));
    pause();
    client.send(kRequests.substr(split));
    client.half_close();
    ASSERT_EQ(client.read_all(), whole) << "cut at byte " << split;
  }
  SocketClient client(daemon.port());
  for (const char byte : kRequests) {
    client.send({&byte, 1});
    pause();
  }
  client.half_close();
  EXPECT_EQ(client.read_all(), whole);
}

TEST(Session, AnswersEachRequestBeforeTheNextIsSent) {
  const DaemonProcess daemon;
  SocketClient client(daemon.port());
  for (int i = 0; i < 100; ++i) {
    client.send(kPuzzle + "\n");
    ASSERT_EQ(client.read_line(), kSolution);
  }
}

TEST(Session, AnswersAFlood) {
  const std::string puzzles = puzzle_lines(10'000);
  const std::string answers = solved(puzzles);
  constexpr int kTimes = 10;
  const DaemonProcess daemon;
  SocketClient client(daemon.port());
  EXPECT_TRUE(client.send(repeated(puzzles, kTimes)));
  client.half_close();
  EXPECT_TRUE(client.read_all() == repeated(answers, kTimes));
}

TEST(Session, AnswersManyClientsAtOnce) {
  const std::string puzzles = puzzle_lines(1'000);
  const std::string answers = solved(puzzles);
  const DaemonProcess daemon({.arguments = {"--io-threads", "2"}});
  std::vector<std::thread> clients;
  for (int i = 0; i < 16; ++i) {
    clients.emplace_back([&] {
      for (int round = 0; round < 3; ++round) {
        EXPECT_TRUE(answers_to(daemon.port(), puzzles) == answers);
      }
    });
  }
  for (std::thread& client : clients) client.join();
}

TEST(Session, EndAndQuitEndIt) {
  const DaemonProcess daemon;
  for (const std::string end : {"end\n", "quit\n", "end\r\n", "end"}) {
    SocketClient client(daemon.port());
    client.send(kPuzzle + "\n" + end);
    if (end == "end") client.half_close();
    std::string answers = client.read_all();
    EXPECT_EQ(answers.substr(0, kSolution.size() + 1), kSolution + "\n") << end;
    EXPECT_FALSE(client.was_reset());
  }
}

TEST(Session, WhatFollowsEndDoesNoHarm) {
  const DaemonProcess daemon;
  SocketClient client(daemon.port());
  client.send("ping\nend\n" + repeated("ping\n", 10'000));
  EXPECT_EQ(client.read_all(), "pong\n");
}

TEST(Session, OneSearchDoesNotDisorderWhatFollows) {
  const DaemonProcess daemon;
  EXPECT_EQ(answers_to(daemon.port(), "queens 13\n" + kPuzzle + "\nqueens 5\nping\n"),
            "73712\n" + kSolution + "\n10\npong\n");
}

TEST(Session, AnswersAllSearchesOfOneClientAFewAtATime) {
  const DaemonProcess daemon({.arguments = {"--searches-per-client", "2"}});
  EXPECT_EQ(answers_to(daemon.port(), repeated("queens 6\nqueens 7\n", 50)),
            repeated("4\n40\n", 50));
}

TEST(Session, AnswersAllThoughOneRequestAtATimeIsTaken) {
  const std::string puzzles = puzzle_lines(50);
  for (const std::string total : {"1", "1000"}) {
    const DaemonProcess daemon(
        {.arguments = {"--requests-per-client", "1", "--requests-total", total}});
    std::vector<std::thread> clients;
    for (int i = 0; i < 4; ++i) {
      clients.emplace_back([&] {
        EXPECT_EQ(answers_to(daemon.port(), puzzles + "ping"), solved(puzzles) + "pong\n");
      });
    }
    for (std::thread& client : clients) client.join();
  }
}

}  // namespace
}  // namespace puzzled::net
