// The client against servers that answer, dawdle, refuse, break off and lie.
#include "daemon/net/send/client.hpp"

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <functional>
#include <future>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "daemon/base/os/file_descriptor.hpp"
#include "daemon/base/os/interrupt.hpp"
#include "daemon/net/serve/listen.hpp"
#include "tests/daemon/send/client_run.hpp"
#include "tests/daemon/send/test_server.hpp"
#include "tests/daemon/temporary_directory.hpp"

namespace puzzled::net::send {
namespace {

using namespace std::chrono_literals;

/// `count` puzzles, and after each third one a line that is none.
std::string with_faulty_lines(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    text += std::string(80, '.') + std::to_string(1 + i % 9) + '\n';
    if (i % 3 == 0) text += std::string(static_cast<std::size_t>(30 + i % 40), '.') + '\n';
  }
  return text;
}

/// What comes if the server answers each puzzle with itself.
std::string answers_to(const std::string& lines) {
  std::string answers;
  for (std::size_t at = 0; at < lines.size();) {
    const std::size_t size = lines.find('\n', at) + 1 - at;
    answers += size == 82 ? lines.substr(at, size)
                          : "invalid " + std::to_string(size - 1) + " cells instead of 81\n";
    at += size;
  }
  return answers;
}

using ClientTest = ClientRun;

TEST_F(ClientTest, GetsEveryAnswerInOrder) {
  const std::string lines = some_lines();
  TestServer server(echo);
  for (const std::uint64_t connections : {1, 2, 7, 40}) {
    Outcome outcome = run(server.address(), lines, with_connections(connections));
    expect_well(outcome);
    EXPECT_TRUE(outcome.answers == lines) << connections;
  }
}

TEST_F(ClientTest, GetsEveryAnswerThoughLittleIsUnderwayInAll) {
  const std::string lines = some_lines(20'000);
  TestServer server(echo);
  for (const std::uint64_t bytes : {1, 10'000}) {
    for (const std::uint64_t connections : {1, 7}) {
      ClientOptions options = with_connections(connections);
      options.work.bytes_total = bytes;
      Outcome outcome = run(server.address(), lines, options);
      expect_well(outcome);
      EXPECT_TRUE(outcome.answers == lines) << bytes << ' ' << connections;
    }
  }
}

TEST_F(ClientTest, KeepsOrderWhereConnectionsAreOfUnequalSpeed) {
  const std::string lines = some_lines(3000);
  TestServer server([](Peer& peer, int number) {
    std::mt19937 random(static_cast<unsigned>(number));
    while (const auto line = peer.line()) {
      if (random() % 100 == 0) std::this_thread::sleep_for(1ms * (number % 4));
      const std::size_t cut = random() % line->size();  // answers in pieces
      peer.say(line->substr(0, cut));
      peer.say(line->substr(cut));
    }
  });
  Outcome outcome = run(server.address(), lines, with_connections(6));
  expect_well(outcome);
  EXPECT_TRUE(outcome.answers == lines);
}

TEST_F(ClientTest, KeepsToThePipeline) {
  std::atomic<int> most = 0;
  TestServer server([&](Peer& peer, int) {
    int underway = 0;
    while (const auto line = peer.line()) {
      ++underway;
      if (*line == "3\n" || *line == "6\n" || *line == "7\n") {  // full, and at the end
        std::this_thread::sleep_for(50ms);
        most = std::max(most.load(), underway);
        for (; underway > 0; --underway) peer.say("1\n");
      }
    }
  });
  ClientOptions options;
  options.work.pipeline = 3;
  options.feed.block_lines = 3;
  Outcome outcome = run(server.address(), "1\n2\n3\n4\n5\n6\n7\n", options);
  expect_well(outcome);
  EXPECT_EQ(most, 3);
}

TEST_F(ClientTest, KeepsToTheRate) {
  TestServer server(echo);
  ClientOptions options = with_connections(3);
  options.work.rate = 100;
  options.feed.block_lines = 1;
  const auto start = Clock::now();
  Outcome outcome = run(server.address(), some_lines(31), options);
  expect_well(outcome);
  EXPECT_GE(Clock::now() - start, 300ms);  // the first is due at once, 30 more at 10 ms each
}

TEST_F(ClientTest, RepeatsTheInputForAWhile) {
  TestServer server(echo);
  ClientOptions options = with_connections(2);
  options.work.keeps_answers = false;
  options.feed.repeat = true;
  options.duration = 200ms;
  Outcome outcome = run(server.address(), "1\n2\n", options);
  expect_well(outcome);
  EXPECT_GT(outcome.answered, 2u);
  EXPECT_TRUE(outcome.answers.empty());
}

TEST_F(ClientTest, TriesAgainWhenRefused) {
  std::string address;
  { address = TestServer(echo).address(); }  // a port at which nobody listens
  std::unique_ptr<TestServer> late;
  std::thread starter([&] {
    std::this_thread::sleep_for(200ms);
    late = std::make_unique<TestServer>(echo, std::stoi(address.substr(address.find(':') + 1)));
  });
  Outcome outcome = run(address, "1\n2\n");
  starter.join();
  expect_well(outcome);
  EXPECT_EQ(outcome.answers, "1\n2\n");
}

TEST_F(ClientTest, GivesUpAfterTheLastTry) {
  std::string address;
  { address = TestServer(echo).address(); }
  ClientOptions options;
  options.retries = 1;
  Outcome outcome = run(address, "1\n2\n", options);
  ASSERT_TRUE(outcome.end);
  EXPECT_FALSE(outcome.end->connected);
  EXPECT_EQ(outcome.end->refused, 1u);
  EXPECT_EQ(outcome.end->connection, "Connection refused");
}

TEST_F(ClientTest, WhatIsForbiddenIsNotTriedAgain) {
  const std::string path = directory_.path("socket");
  auto socket = net::listen_unix(path, {.mode = 0, .group = ""});
  ASSERT_TRUE(socket);
  ASSERT_EQ(::chmod(directory_.path("").c_str(), 0777), 0);
  const uid_t user = ::geteuid();
  constexpr uid_t kNobody = 65534;
  if (user == 0) {
    ASSERT_EQ(::seteuid(kNobody), 0);  // root may do what is forbidden
  }
  ClientOptions options;
  options.retries = 1000;  // would take for ever
  Outcome outcome = run(path, "ping\n", options);
  if (user == 0) {
    ASSERT_EQ(::seteuid(user), 0);
  }
  ASSERT_TRUE(outcome.end);
  EXPECT_FALSE(outcome.end->connected);
  EXPECT_EQ(outcome.end->refused, 1u);
  EXPECT_EQ(outcome.end->connection, std::strerror(EACCES));
}

TEST_F(ClientTest, TriesAgainWhenTheDaemonHasTooManyConnections) {
  const std::string lines = some_lines(2000);
  TestServer server([](Peer& peer, int number) {
    if (number < 2) return peer.say("error busy too many connections; try again later\n");
    if (number == 2) return peer.reset();
    echo(peer, number);
  });
  Outcome outcome = run(server.address(), lines);
  expect_well(outcome);
  EXPECT_TRUE(outcome.answers == lines);
}

TEST_F(ClientTest, OthersDoTheWorkOfThoseThatStayRefused) {
  const std::string lines = some_lines(5000);
  TestServer server([](Peer& peer, int number) {
    if (number % 4 != 0) return peer.say("error busy too many connections\n");
    echo(peer, number);
  });
  ClientOptions options = with_connections(4);
  options.retries = 0;
  Outcome outcome = run(server.address(), lines, options);
  ASSERT_TRUE(outcome.end);
  EXPECT_EQ(outcome.end->refused, 3u);
  EXPECT_EQ(outcome.end->connection, "error busy too many connections");
  EXPECT_TRUE(outcome.end->unanswered.empty());
  EXPECT_TRUE(outcome.answers == lines);
}

TEST_F(ClientTest, AnyOtherErrorStandsInItsLine) {
  TestServer server([](Peer& peer, int) {
    while (peer.line()) peer.say("error timeout after 10 s\n");
  });
  Outcome outcome = run(server.address(), "queens 8\nqueens 9\n");
  expect_well(outcome);
  EXPECT_EQ(outcome.answers, "error timeout after 10 s\nerror timeout after 10 s\n");
  EXPECT_EQ(outcome.declined, 0u);
}

TEST_F(ClientTest, KnowsHttpWhenItSeesIt) {
  TestServer server([](Peer& peer, int) {
    peer.line();
    peer.say("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
  });
  Outcome outcome = run(server.address(), "1\n");
  ASSERT_TRUE(outcome.end);
  EXPECT_EQ(outcome.end->connection, "this is a port for HTTP, not for puzzles");
  EXPECT_EQ(ranges_text(outcome.end->unanswered), "line 1");
  EXPECT_TRUE(outcome.answers.empty());
}

TEST_F(ClientTest, NamesTheLinesThatALostConnectionLeftUnanswered) {
  for (const bool reset : {false, true}) {
    TestServer server([&](Peer& peer, int) {
      for (int i = 0; i < 3; ++i) peer.say(peer.line().value_or("none\n"));
      peer.say("half an ans");
      if (reset) {
        std::this_thread::sleep_for(50ms);  // a reset drops what the client has not read
        peer.reset();
      }
    });
    Outcome outcome = run(server.address(), "1\n#\n2\n3\n\n4\n5\n", without_retries());
    ASSERT_TRUE(outcome.end);
    EXPECT_TRUE(outcome.end->connected);
    EXPECT_EQ(outcome.end->lost, 1u);
    EXPECT_EQ(outcome.answers, "1\n2\n3\n");
    EXPECT_EQ(ranges_text(outcome.end->unanswered), "lines 6-7");
    EXPECT_FALSE(outcome.end->unread);
  }
}

TEST_F(ClientTest, SaysFromWhereOnNothingWasSent) {
  const std::string lines = some_lines();
  TestServer server([&](Peer& peer, int) {
    for (int i = 0; i < 100; ++i) peer.say(peer.line().value_or("none\n"));
    std::this_thread::sleep_for(100ms);  // closing resets, and that drops what is not delivered
  });
  Outcome outcome = run(server.address(), lines, without_retries(with_connections(1)));
  ASSERT_TRUE(outcome.end);
  ASSERT_FALSE(outcome.end->unanswered.empty());
  ASSERT_TRUE(outcome.end->unread);
  // Answered, unanswered and unread lines together are all there are, each once.
  EXPECT_EQ(outcome.end->unanswered.front().first, 101u);
  EXPECT_EQ(outcome.end->unanswered.size(), 1u);
  EXPECT_EQ(outcome.end->unanswered.back().second + 1, *outcome.end->unread);
}

TEST_F(ClientTest, OneLostOfManyCostsOnlyItsLines) {
  const std::string lines = some_lines(20'000);
  TestServer server([](Peer& peer, int number) {
    if (number != 1) return echo(peer, number);
    for (int i = 0; i < 10; ++i) peer.say(peer.line().value_or("none\n"));
    std::this_thread::sleep_for(100ms);
  });
  Outcome outcome = run(server.address(), lines, without_retries(with_connections(4)));
  ASSERT_TRUE(outcome.end);
  EXPECT_EQ(outcome.end->lost, 1u);
  EXPECT_FALSE(outcome.end->unread);
  // What was answered stands in its line; the others say so, up to the last that was answered.
  std::string expected;
  std::size_t at = 0;
  for (std::uint64_t line = 1; at < lines.size(); ++line) {
    const std::size_t end = lines.find('\n', at) + 1;
    bool missing = false;
    for (const auto& [first, last] : outcome.end->unanswered)
      missing |= first <= line && line <= last;
    expected += missing ? std::string(kLostLine) : lines.substr(at, end - at);
    at = end;
  }
  while (expected.ends_with(kLostLine)) expected.resize(expected.size() - kLostLine.size());
  EXPECT_TRUE(outcome.answers == expected);
  EXPECT_LT(outcome.answered, outcome.requests);
}

TEST_F(ClientTest, AsksAgainWhatABrokenConnectionLeftUnanswered) {
  for (const bool reset : {false, true}) {
    TestServer server([&](Peer& peer, int) {
      for (int i = 0; i < 700; ++i) {
        const auto line = peer.line();
        if (!line) return;
        peer.say(*line);
      }
      peer.say("half an ans");
      if (reset) peer.reset();
    });
    const std::string lines = some_lines(3000);
    for (const std::uint64_t connections : {1, 3}) {
      ClientOptions options = with_connections(connections);
      options.retries = 1000;  // a reset may drop all answers
      Outcome outcome = run(server.address(), lines, options);
      expect_well(outcome);
      EXPECT_TRUE(outcome.answers == lines) << connections;
      EXPECT_GT(outcome.asked_again, 0u);
    }
  }
}

TEST_F(ClientTest, OwnAnswersKeepTheirPlacesWhenTheOthersAreAskedAgain) {
  const std::string lines = with_faulty_lines(1000);
  TestServer server([&](Peer& peer, int) {
    for (int i = 0; i < 250; ++i) {
      const auto line = peer.line();
      if (!line) return;
      peer.say(*line);
    }
  });
  for (const std::uint64_t connections : {1, 3}) {
    ClientOptions options = with_connections(connections);
    options.feed.form.format = "sdm";
    options.retries = 1000;
    Outcome outcome = run_any(server.address(), lines, options);
    expect_well(outcome);
    EXPECT_TRUE(outcome.answers == answers_to(lines)) << connections;
  }
}

TEST_F(ClientTest, ARequestThatEndsTheDaemonEachTimeIsGivenUp) {
  std::atomic<int> accepted = 0;
  TestServer server([&](Peer& peer, int) {
    ++accepted;
    for (auto line = peer.line(); line && *line != "3\n"; line = peer.line()) peer.say(*line);
  });
  ClientOptions options;
  options.retries = 2;
  options.feed.block_lines = 2;
  Outcome outcome = run(server.address(), "1\n2\n3\n4\n5\n", options);
  ASSERT_TRUE(outcome.end);
  EXPECT_TRUE(outcome.end->connected);
  EXPECT_EQ(outcome.end->lost, 1u);
  EXPECT_EQ(outcome.end->refused, 0u);
  EXPECT_EQ(outcome.answers, "1\n2\n");
  EXPECT_EQ(outcome.end->unanswered.front().first, 3u);
  EXPECT_EQ(accepted, 3);
}

TEST_F(ClientTest, SaysWhatBrokeTheConnectionAndWhyItDidNotComeBack) {
  auto server = std::make_unique<TestServer>([](Peer& peer, int) {
    peer.say(peer.line().value_or("none\n"));
    peer.lines();  // the rest is read, so that nothing is dropped
  });
  std::thread ender;
  ClientOptions options;
  options.retries = 3;
  options.address = server->address();
  options.input = directory_.write("input", "1\n2\n");
  options.feed.form.format = "line";
  Client client(options, interrupt_, [&](std::string_view) {
    ender = std::thread([&] { server.reset(); });
    return true;
  });
  const Result<ClientEnd> end = client.run();
  ender.join();
  ASSERT_TRUE(end);
  EXPECT_TRUE(end->connected);
  EXPECT_EQ(end->lost, 1u);
  EXPECT_EQ(end->refused, 0u);
  EXPECT_EQ(end->connection, "the daemon closed the connection, and then: Connection refused");
  EXPECT_EQ(ranges_text(end->unanswered), "line 2");
}

TEST_F(ClientTest, NoticesAnswersToNothing) {
  TestServer server([](Peer& peer, int) {
    peer.line();
    peer.say("1\n2\n3\n");
    while (peer.line()) {
    }
  });
  Outcome outcome = run(server.address(), "1\n2\n");
  ASSERT_TRUE(outcome.end);
  EXPECT_EQ(outcome.end->lost, 1u);
  EXPECT_EQ(outcome.end->connection, "the daemon sent more answers than there were requests");
}

// ---- Answers of our own.

TEST_F(ClientTest, OwnAnswersStandInTheirPlaces) {
  TestServer server(echo);
  const std::string one_fault = std::string(40, '.') + '\n';
  for (const std::string& lines : {with_faulty_lines(1), with_faulty_lines(20'000), one_fault,
                                   one_fault + with_faulty_lines(2) + one_fault + one_fault}) {
    for (const std::uint64_t connections : {1, 2, 7}) {
      ClientOptions options = with_connections(connections);
      options.feed.form.format = "sdm";
      for (const std::uint64_t block_lines : {UINT64_MAX, std::uint64_t{3}}) {
        options.feed.block_lines = block_lines;
        Outcome outcome = run_any(server.address(), lines, options);
        expect_well(outcome);
        EXPECT_TRUE(outcome.answers == answers_to(lines)) << connections;
      }
    }
  }
}

TEST_F(ClientTest, AnInputWithoutRequestsIsAnsweredInBoundedMemory) {
  TestServer server(echo);
  std::string lines;
  for (int i = 0; i < 50'000; ++i)
    lines += std::string(static_cast<std::size_t>(1 + i % 50), '.') + '\n';
  for (const std::uint64_t connections : {1, 3}) {
    ClientOptions options = with_connections(connections);
    options.feed.form.format = "sdm";
    Outcome outcome = run_any(server.address(), lines, options);
    expect_well(outcome);
    EXPECT_EQ(outcome.answered, 50'000u);
    EXPECT_EQ(std::count(outcome.answers.begin(), outcome.answers.end(), '\n'), 50'000);
  }
}

TEST_F(ClientTest, OwnAnswersKeepTheirLinesBehindLostOnes) {
  TestServer server([](Peer& peer, int) { peer.say(peer.line().value_or("none\n")); });
  const std::string puzzle = std::string(80, '.') + "1\n";
  const std::string fault = std::string(80, '.') + '\n';
  ClientOptions options = without_retries();
  options.feed.form.format = "sdm";
  Outcome outcome =
      run_any(server.address(), puzzle + "\n" + puzzle + puzzle + fault + puzzle, options);
  ASSERT_TRUE(outcome.end);
  EXPECT_EQ(ranges_text(outcome.end->unanswered), "lines 3-4, 6");
  EXPECT_EQ(outcome.answers, puzzle + std::string(kLostLine) + std::string(kLostLine) +
                                 "invalid 80 cells instead of 81\n");
}

TEST_F(ClientTest, LostPuzzlesAreNamedByTheLineWhereTheyStand) {
  TestServer server([](Peer& peer, int) { peer.say(peer.line().value_or("none\n")); });
  std::string board =
      "530070000\n600195000\n098000060\n800060003\n400803001\n700020006\n"
      "060000280\n000419005\n000080079\n";
  Outcome outcome =
      run_any(server.address(), "A\n" + board + "B\n" + board + "C\n" + board, without_retries());
  ASSERT_TRUE(outcome.end);
  EXPECT_EQ(ranges_text(outcome.end->unanswered), "lines 12, 22");
  EXPECT_FALSE(outcome.end->unread);
}

/// Waits until the client closes, without a word.
void stay_silent(Peer& peer, int) {
  while (peer.line()) {
  }
}

TEST_F(ClientTest, GivesUpADaemonThatDoesNotAnswer) {
  using Serve = std::function<void(Peer&, int)>;
  const Serve half_a_line = [](Peer& peer, int number) {
    peer.say("half an ans");
    stay_silent(peer, number);
  };
  const Serve byte_by_byte = [](Peer& peer, int) {
    for (int i = 0; i < 40; ++i) {
      peer.say("1");
      std::this_thread::sleep_for(20ms);
    }
  };
  for (const Serve& serve : {Serve(stay_silent), half_a_line, byte_by_byte}) {
    std::atomic<int> accepted = 0;
    TestServer server([&](Peer& peer, int number) {
      ++accepted;
      serve(peer, number);
    });
    ClientOptions options;
    options.timeouts.answer = 200ms;
    Outcome outcome = run(server.address(), "1\n#\n2\n", options);
    ASSERT_TRUE(outcome.end);
    EXPECT_TRUE(outcome.end->connected);
    EXPECT_EQ(outcome.end->lost, 1u);
    EXPECT_EQ(outcome.end->connection, "no answer for 200ms");
    EXPECT_EQ(ranges_text(outcome.end->unanswered), "lines 1, 3");
    EXPECT_EQ(outcome.answered, 0u);
    EXPECT_EQ(accepted, 1);  // what may be at work on the lines is not asked again
  }
}

TEST_F(ClientTest, OneSilentOfManyCostsOnlyItsLines) {
  const std::string lines = some_lines(5000);
  TestServer server([](Peer& peer, int number) {
    if (number == 1) return stay_silent(peer, number);
    echo(peer, number);
  });
  ClientOptions options = with_connections(3);
  options.timeouts.answer = 300ms;
  Outcome outcome = run(server.address(), lines, options);
  ASSERT_TRUE(outcome.end);
  EXPECT_EQ(outcome.end->lost, 1u);
  EXPECT_EQ(outcome.end->connection, "no answer for 300ms");
  EXPECT_FALSE(outcome.end->unread);
  EXPECT_LT(outcome.answered, outcome.requests);
  EXPECT_GT(outcome.answered, outcome.requests / 2);
}

TEST_F(ClientTest, GivesUpADaemonThatAnswersNoMore) {
  TestServer server([](Peer& peer, int) {
    for (int i = 0; i < 3; ++i) peer.say(peer.line().value_or("none\n"));
    std::this_thread::sleep_for(100ms);
    peer.say("4\n");
    std::this_thread::sleep_for(800ms);
  });
  ClientOptions options;
  options.timeouts.answer = 300ms;
  Outcome outcome = run(server.address(), some_lines(), options);
  ASSERT_TRUE(outcome.end);
  EXPECT_EQ(outcome.end->connection, "no answer for 300ms");
  EXPECT_EQ(outcome.answered, 4u);
  ASSERT_FALSE(outcome.end->unanswered.empty());
  EXPECT_EQ(outcome.end->unanswered.front().first, 5u);
}

TEST_F(ClientTest, GivesUpADaemonThatReadsNothing) {
  TestServer server([](Peer&, int) { std::this_thread::sleep_for(600ms); });
  ClientOptions options;
  options.timeouts.answer = 200ms;
  std::string lines;
  for (int i = 0; i < 20; ++i) lines += some_lines();  // more than the sockets hold
  Outcome outcome = run(server.address(), lines, options);
  ASSERT_TRUE(outcome.end);
  EXPECT_EQ(outcome.end->connection, "no answer for 200ms");
  EXPECT_EQ(outcome.end->unanswered.front().first, 1u);
}

TEST_F(ClientTest, WaitsForAnswersThatAreSlowerThanTheirQuestions) {
  TestServer server([](Peer& peer, int) {
    while (const auto line = peer.line()) {
      std::this_thread::sleep_for(60ms);  // ten of them take longer than the limit
      peer.say(*line);
    }
  });
  ClientOptions options;
  options.timeouts.answer = 500ms;
  Outcome outcome = run(server.address(), some_lines(10), options);
  expect_well(outcome);
}

TEST_F(ClientTest, DoesNotHurryThoseWhoHaveNothingToAsk) {
  TestServer server(echo);
  ClientOptions options;
  options.timeouts.answer = 100ms;
  options.work.rate = 4;  // a request each 250 ms
  options.feed.block_lines = 1;
  Outcome outcome = run(server.address(), some_lines(4), options);
  expect_well(outcome);
}

TEST_F(ClientTest, EndsThoughTheDaemonStaysConnected) {
  std::promise<void> ended;
  std::atomic<bool> closed_first = false;
  TestServer server([&, has_ended = ended.get_future().share()](Peer& peer, int number) {
    echo(peer, number);
    closed_first = has_ended.wait_for(60s) == std::future_status::timeout;
  });
  Outcome outcome = run(server.address(), "1\n2\n");
  EXPECT_FALSE(closed_first);
  ended.set_value();
  expect_well(outcome);
}

TEST_F(ClientTest, GivesUpToConnect) {
  // A queue that is full: the system drops what would open another connection.
  const FileDescriptor listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const general = reinterpret_cast<sockaddr*>(&address);
  ASSERT_EQ(::bind(listener.get(), general, size), 0);
  ASSERT_EQ(::listen(listener.get(), 0), 0);
  ASSERT_EQ(::getsockname(listener.get(), general, &size), 0);
  std::vector<FileDescriptor> waiting;
  for (int i = 0; i < 4; ++i) {
    waiting.emplace_back(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    ::connect(waiting.back().get(), general, size);
  }
  ClientOptions options;
  options.retries = 1;
  options.timeouts.connect = 150ms;
  Outcome outcome = run("127.0.0.1:" + std::to_string(ntohs(address.sin_port)), "1\n", options);
  ASSERT_TRUE(outcome.end);
  EXPECT_FALSE(outcome.end->connected);
  EXPECT_EQ(outcome.end->connection, "no connection within 150ms");
}

TEST_F(ClientTest, IsRefusedByAUnixSocketThatAcceptsNoMore) {
  const std::string path = directory_.path("socket");
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, sizeof address.sun_path - 1);
  const auto* const general = reinterpret_cast<const sockaddr*>(&address);
  const FileDescriptor listener(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  ASSERT_EQ(::bind(listener.get(), general, sizeof address), 0);
  ASSERT_EQ(::listen(listener.get(), 0), 0);
  const FileDescriptor first(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  ASSERT_EQ(::connect(first.get(), general, sizeof address), 0);
  ClientOptions options;
  options.retries = 1;
  Outcome outcome = run("unix:" + path, "1\n", options);
  ASSERT_TRUE(outcome.end);
  EXPECT_FALSE(outcome.end->connected);
  EXPECT_EQ(outcome.end->connection, "Resource temporarily unavailable");
}

TEST_F(ClientTest, TakesLongAnswers) {
  const std::string answer(5 << 20, '1');
  TestServer server([&](Peer& peer, int) {
    while (peer.line()) peer.say(answer + '\n');
  });
  Outcome outcome = run(server.address(), "1\n2\n", with_connections(1));
  expect_well(outcome);
  EXPECT_TRUE(outcome.answers == answer + '\n' + answer + '\n');
}

TEST_F(ClientTest, EndsWhenNobodyReadsTheAnswers) {
  TestServer server(echo);
  ClientOptions options = with_connections(3);
  options.address = server.address();
  options.input = directory_.write("input", some_lines());
  int writes = 0;
  Client client(options, interrupt_, [&](std::string_view) { return ++writes < 3; });
  ASSERT_TRUE(client.run());
  EXPECT_EQ(writes, 3);
}

TEST_F(ClientTest, RefusesAddressesThatAreNone) {
  for (const char* address : {"", "here", "host:", "1.2.3.4:x"}) {
    EXPECT_FALSE(run(address, "1\n").end) << address;
  }
}

}  // namespace
}  // namespace puzzled::net::send
