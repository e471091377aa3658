// What `puzzled send -o` leaves behind when the daemon answers, declines, refuses or breaks off.
#include "daemon/commands/send/send_command.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <string>
#include <thread>

#include "daemon/base/os/exit_code.hpp"
#include "daemon/base/os/interrupt.hpp"
#include "tests/daemon/send/test_server.hpp"
#include "tests/daemon/temporary_directory.hpp"

namespace puzzled::net::send {
namespace {

using namespace std::chrono_literals;

class SendCommandTest : public ::testing::Test {
 protected:
  SendCommandTest() { directory_.write("out", "old\n"); }

  int run(const std::string& address, const std::string& input, std::uint64_t connections = 1,
          bool partial = true, const std::string& format = "line") {
    commands::SendSettings settings;
    settings.form.format = format;
    settings.arguments = {address, directory_.write("input", input)};
    settings.output = directory_.path("out");
    settings.partial = partial;
    settings.connections = connections;
    settings.retries = 0;
    settings.quiet = true;
    return commands::run_send(settings, interrupt_);
  }

  /// 60 000 lines that differ.
  static std::string many_lines() {
    std::string text;
    for (int i = 1; i <= 60'000; ++i) text += std::to_string(i) + std::string(i % 83, '.') + '\n';
    return text;
  }

  Interrupt interrupt_;
  TemporaryDirectory directory_;
};

TEST_F(SendCommandTest, ReplacesTheFileWhenEveryLineIsAnswered) {
  TestServer server(echo);
  const std::string input =
      "1\ninvalid it is\nunsolvable\n@tag error timeout\nerror bad-request\nerror busybody\n";
  EXPECT_EQ(run(server.address(), input), kExitSomeUnanswered);
  EXPECT_EQ(directory_.read("out"), input);
  EXPECT_EQ(run(server.address(), many_lines(), 5), kExitAllWell);
  EXPECT_EQ(directory_.read("out"), many_lines());
  EXPECT_EQ(directory_.files(), 2u);
}

TEST_F(SendCommandTest, WhatTheDaemonDeclinesIsNoAnswer) {
  TestServer server(echo);
  for (const char* declined : {"error busy too many searches", "error shutting-down",
                               "@tag error busy\r", "@tag error shutting-down the daemon stops"}) {
    const std::string input = "1\n" + std::string(declined) + "\n3\n";
    EXPECT_EQ(run(server.address(), input), kExitSomeUnanswered) << declined;
    EXPECT_EQ(directory_.read("out"), "old\n") << declined;
    EXPECT_EQ(directory_.read("out.partial"), input);  // each line in its place
  }
}

TEST_F(SendCommandTest, AnInputWithoutAnyAnswerIsNoSuccess) {
  TestServer server(echo);
  for (const char* nothing : {"# a remark\n\n", "a title\n", "end\n"}) {
    EXPECT_EQ(run(server.address(), nothing, 1, false, "auto"), kExitSomeUnanswered) << nothing;
    EXPECT_EQ(directory_.read("out"), "old\n");
  }
  EXPECT_EQ(run(server.address(), "", 1, false, "auto"), kExitAllWell);
  EXPECT_EQ(directory_.read("out"), "");
}

TEST_F(SendCommandTest, ADaemonThatIsNotThereChangesNothing) {
  EXPECT_EQ(run("127.0.0.1:1", "1\n", 1, false), kExitFailure);
  EXPECT_EQ(run("nowhere", "1\n", 1, false), kExitFailure);
  EXPECT_EQ(directory_.read("out"), "old\n");
  EXPECT_EQ(directory_.files(), 2u);
}

TEST_F(SendCommandTest, ALostConnectionLeavesTheAnswersThatCame) {
  TestServer server([](Peer& peer, int) {
    for (int i = 0; i < 3; ++i) peer.say(peer.line().value_or("none\n"));
    peer.say("half an ans");
  });
  EXPECT_EQ(run(server.address(), "1\n2\n3\n4\n5\n"), kExitSomeUnanswered);
  EXPECT_EQ(directory_.read("out"), "old\n");
  EXPECT_EQ(directory_.read("out.partial"), "1\n2\n3\n");
}

TEST_F(SendCommandTest, LinesOfAPartialFileMatchThoseOfTheInput) {
  const std::string lines = many_lines();
  // The others wait until the one that closes has got some lines: they could answer all of them.
  std::promise<void> begun;
  TestServer server([&begun, has_begun = begun.get_future().share()](Peer& peer, int number) {
    if (number != 1) {
      has_begun.wait();
      return echo(peer, number);
    }
    for (int i = 0; i < 10; ++i) {
      peer.say(peer.line().value_or("none\n"));
      if (i == 0) begun.set_value();
    }
    std::this_thread::sleep_for(100ms);  // closing resets, and that drops what is not delivered
  });
  EXPECT_EQ(run(server.address(), lines, 4), kExitSomeUnanswered);
  EXPECT_EQ(directory_.read("out"), "old\n");
  const std::string partial = directory_.read("out.partial");
  std::size_t lost = 0;
  std::size_t answered = 0;
  for (std::size_t at = 0, partial_at = 0; partial_at < partial.size();) {
    const std::string line = lines.substr(at, lines.find('\n', at) + 1 - at);
    const std::string kept =
        partial.substr(partial_at, partial.find('\n', partial_at) + 1 - partial_at);
    (kept == line ? answered : lost) += 1;
    if (kept != line) {
      ASSERT_EQ(kept, "error lost no answer received\n") << line;
    }
    at += line.size();
    partial_at += kept.size();
  }
  EXPECT_GT(lost, 0u);
  EXPECT_GT(answered, 30'000u);
}

}  // namespace
}  // namespace puzzled::net::send
