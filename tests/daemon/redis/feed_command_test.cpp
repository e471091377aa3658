// `puzzled feed` as a program, with `puzzled work` and a server: its ends, and what becomes of its
// file.
#include <gtest/gtest.h>

#include <csignal>

#include "daemon/redis/block_form.hpp"
#include "daemon/redis/keys.hpp"
#include "redis_server.hpp"
#include "tests/daemon/serve/daemon_process.hpp"

namespace puzzled::redis {
namespace {

using net::DaemonOptions;
using net::DaemonProcess;
using Words = std::vector<std::string>;

constexpr const char* kFedPuzzle =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
constexpr const char* kFedSolution =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

std::string repeated(const std::string& line, int times, const std::string& end = "\n") {
  std::string text;
  for (int i = 0; i < times; ++i) text += line + end;
  return text;
}

class FeedCommand : public testing::Test {
 protected:
  void SetUp() override {
    PUZZLED_NEEDS_REDIS_SERVER();
    server_.emplace();
    directory_.write("out", "old");
  }

  DaemonOptions options(const std::string& command, Words arguments) const {
    arguments.insert(arguments.begin(), server_->url("s"));
    return {.arguments = std::move(arguments), .waits_until_ready = false, .command = command};
  }
  DaemonOptions feed(const std::string& text, Words more = {}) const {
    more.insert(more.begin(), {directory_.write("in", text), "-o", directory_.path("out"),
                               "--block-lines", "10"});
    return options("feed", std::move(more));
  }
  DaemonOptions work() const { return options("work", {"--threads", "1", "--min-idle", "500ms"}); }

  std::string out() const { return directory_.read("out"); }

  const TemporaryDirectory directory_;
  std::optional<RedisServer> server_;
};

TEST_F(FeedCommand, AnswersAFile) {
  const DaemonProcess worker(work());
  DaemonProcess feeder(feed(repeated(kFedPuzzle, 95)));
  EXPECT_EQ(feeder.wait(), 0);
  EXPECT_EQ(out(), repeated(kFedSolution, 95));
  EXPECT_TRUE(feeder.wait_for_log("puzzled: 95 puzzles: 95 solved, 0 unsolvable, 0 invalid in "));
  EXPECT_TRUE(feeder.wait_for_log("10 blocks)"));
}

TEST_F(FeedCommand, EndsWithStatus1IfSomePuzzleHasNoSolution) {
  const DaemonProcess worker(work());
  DaemonProcess feeder(feed(std::string(kFedPuzzle) + "\n\nend\n"));
  EXPECT_EQ(feeder.wait(), 1);
  EXPECT_TRUE(out().starts_with(std::string(kFedSolution) + "\n\ninvalid ")) << out();
}

// Mixtures of all forms of lines, cut anywhere: the bytes are those of `puzzled solve --pipe`.
TEST_F(FeedCommand, AnswersAsSolveDoesInPipes) {
  const std::string small = "1...............";
  const std::string packed = ".Cage~10~R1C1~R1C2~R1C3~R1C4.Shape~4x4";
  const std::string long_rules = ".Shape~4x4" + repeated(".AntiKing", 600, "");
  const std::vector<std::string> lines = {kFedPuzzle,
                                          small,
                                          packed,
                                          long_rules,
                                          "",
                                          "# comment",
                                          "end",
                                          "id 7," + std::string(kFedPuzzle),
                                          "{\"puzzle\": \"" + std::string(kFedPuzzle) + "\"}",
                                          "\xEF\xBB\xBF" + std::string(kFedPuzzle),
                                          "\xEF\xBB\xBF" + small,
                                          std::string(256, '.'),
                                          "title",
                                          std::string(kFedPuzzle) + "\r",
                                          std::string(5000, '7')};
  const DaemonProcess worker(work());
  std::string text;
  for (std::size_t shift = 0; shift < lines.size(); ++shift) {
    // Each kind comes first once, and each comes behind each other.
    text.clear();
    for (std::size_t i = 0; i < lines.size(); ++i) {
      text += lines[(shift + i * (1 + shift % 2 * 3)) % lines.size()] + '\n';
    }
    if (shift % 3 == 0) text.pop_back();
    const std::string input = directory_.write("in", text);
    DaemonProcess pipe({.arguments = {input, "--pipe", "-o", directory_.path("pipe")},
                        .waits_until_ready = false,
                        .command = "solve"});
    EXPECT_EQ(pipe.wait(), 0);
    DaemonProcess feeder(options(
        "feed", {input, "-o", directory_.path("out"), "--block-lines", std::to_string(1 + shift)}));
    EXPECT_EQ(feeder.wait(), 1) << "some are invalid";
    EXPECT_EQ(out(), directory_.read("pipe")) << text;
  }
}

TEST_F(FeedCommand, AnswersCommentsByEmptyLines) {
  const DaemonProcess worker(work());
  DaemonProcess feeder(feed("\n# nothing\n"));
  EXPECT_EQ(feeder.wait(), 0);
  EXPECT_EQ(out(), "\n\n");
}

TEST_F(FeedCommand, IsInterruptedAndSaysHowFarItCame) {
  DaemonProcess feeder(feed(repeated(kFedPuzzle, 95)));
  Connection connection = connect(*server_);
  const Keys keys("s");
  while (ask(connection, {"XLEN", keys.in}).number() < 10) std::this_thread::yield();
  feeder.signal(SIGINT);
  EXPECT_EQ(feeder.wait(), 130);
  EXPECT_EQ(out(), "old");
  EXPECT_TRUE(feeder.wait_for_log("interrupted after 0 puzzles"));
  EXPECT_TRUE(feeder.wait_for_log("stays as it was"));
  EXPECT_EQ(ask(connection, {"XLEN", keys.in}).number(), 0);
}

TEST_F(FeedCommand, LosesPatienceAndLeavesItsFileAlone) {
  DaemonProcess feeder(feed(repeated(kFedPuzzle, 95), {"--patience", "200ms"}));
  Connection connection = connect(*server_);
  while (ask(connection, {"XLEN", Keys("s").in}).number() < 10) std::this_thread::yield();
  server_->kill();
  EXPECT_EQ(feeder.wait(), 2);
  EXPECT_EQ(out(), "old");
  EXPECT_TRUE(feeder.wait_for_log("Connection refused (--patience 200ms is over)"));
}

TEST_F(FeedCommand, BeginsAnewAfterItWasKilled) {
  {
    DaemonProcess feeder(feed(repeated(kFedPuzzle, 95)));
    Connection connection = connect(*server_);
    while (ask(connection, {"XLEN", Keys("s").in}).number() < 10) std::this_thread::yield();
    feeder.signal(SIGKILL);
    EXPECT_EQ(feeder.wait(), 128 + SIGKILL);
  }
  EXPECT_EQ(out(), "old");
  const DaemonProcess worker(work());
  DaemonProcess feeder(feed(repeated(kFedPuzzle, 55)));
  EXPECT_EQ(feeder.wait(), 0);
  EXPECT_EQ(out(), repeated(kFedSolution, 55));
  EXPECT_TRUE(feeder.wait_for_log("what the other left is removed"));
}

TEST_F(FeedCommand, LogsInAsAUserWhoMayDoNoMoreThanThePageSays) {
  Connection connection = connect(*server_);
  ask(connection, {"ACL",   "SETUSER", "feeder",   "on",    ">secret", "~{s}:*", "-@all",
                   "+ping", "+info",   "+xgroup",  "+xadd", "+xread",  "+xdel",  "+xpending",
                   "+xack", "+xrange", "+xinfo",   "+xlen", "+eval",   "+del",   "+hget",
                   "+hset", "+hmget",  "+hincrby", "+time"});
  const DaemonProcess worker(work());
  DaemonOptions named = feed(repeated(kFedPuzzle, 55), {"--user", "feeder"});
  named.environment = {{"PUZZLED_REDIS_PASSWORD", "secret"}};
  DaemonProcess feeder(named);
  EXPECT_EQ(feeder.wait(), 0);
  EXPECT_EQ(out(), repeated(kFedSolution, 55));
}

}  // namespace
}  // namespace puzzled::redis
