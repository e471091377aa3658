// Requests that the daemon refuses, `error busy` or `error shutting-down`, are asked again.
#include <signal.h>
#include <unistd.h>

#include <future>
#include <map>
#include <mutex>
#include <set>

#include "tests/daemon/send/client_run.hpp"
#include "tests/daemon/send/test_server.hpp"

namespace puzzled::net::send {
namespace {

/// Answers each line with itself, or refuses it, and notes who asked for it.
class RefusingServer {
 public:
  /// `refuses` gets a line and how often it was asked before; it returns the code of the refusal,
  /// or nothing.
  using Refuses = std::function<std::string(const std::string& line, std::size_t before)>;

  explicit RefusingServer(Refuses refuses)
      : refuses_(std::move(refuses)), server_([this](Peer& peer, int number) {
          while (const auto line = peer.line()) peer.say(answer(*line, number));
        }) {}

  std::string address() const { return server_.address(); }

  /// The connections over which a line was asked, in order.
  std::vector<int> askers(const std::string& line) {
    const std::lock_guard lock(mutex_);
    return askers_[line];
  }

 private:
  std::string answer(const std::string& line, int connection) {
    const std::lock_guard lock(mutex_);
    std::vector<int>& askers = askers_[line];
    const std::string code = refuses_(line, askers.size());
    askers.push_back(connection);
    if (code.empty()) return line;
    const std::string tag = line.starts_with('@') ? line.substr(0, line.find(' ') + 1) : "";
    return tag + "error " + code + "\n";
  }

  const Refuses refuses_;
  std::mutex mutex_;
  std::map<std::string, std::vector<int>> askers_;
  TestServer server_;  // last: its threads use all of the above
};

class RefusedRequests : public ClientRun {
 protected:
  static std::string line(std::uint64_t number, bool is_tagged) {
    return (is_tagged ? "@t" + std::to_string(number) + ' ' : "") + std::to_string(number) + ".\n";
  }
};

TEST_F(RefusedRequests, AreAskedAgainThroughAnotherConnection) {
  for (const char* code : {"busy too many searches", "shutting-down the daemon is shutting down"}) {
    for (const bool is_tagged : {false, true}) {
      for (const std::uint64_t connections : {1, 3}) {
        std::string lines;
        std::set<std::string> refused;
        for (std::uint64_t i = 0; i < 3000; ++i) {
          lines += line(i, is_tagged);
          if (i % 7 == 3 || (i > 1000 && i < 1200)) refused.insert(line(i, is_tagged));
        }
        RefusingServer server([&](const std::string& line, std::size_t before) {
          return before == 0 && refused.contains(line) ? code : "";
        });
        Outcome outcome = run(server.address(), lines, with_connections(connections));
        expect_well(outcome);
        EXPECT_TRUE(outcome.answers == lines) << code << ' ' << connections;
        EXPECT_EQ(outcome.declined, 0u);
        EXPECT_GE(outcome.asked_again, refused.size());
        for (const std::string& line : refused) {
          const std::vector<int> askers = server.askers(line);
          ASSERT_GE(askers.size(), 2u) << line;
          EXPECT_NE(askers[0], askers[1]) << line;
        }
      }
    }
  }
}

TEST_F(RefusedRequests, AreAskedAgainUntilTheyAreAnswered) {
  std::string lines;
  for (std::uint64_t i = 0; i < 500; ++i) lines += line(i, i % 2 == 0);
  for (const std::uint64_t connections : {1, 4}) {
    std::mt19937 random(5);
    RefusingServer server([&](const std::string&, std::size_t before) {
      return before < 3 && random() % 2 == 0 ? "busy" : "";
    });
    Outcome outcome = run(server.address(), lines, with_connections(connections));
    expect_well(outcome);
    EXPECT_TRUE(outcome.answers == lines) << connections;
  }
}

TEST_F(RefusedRequests, AreGivenUpAfterAsManyTries) {
  for (const std::uint64_t retries : {0, 2}) {
    for (const std::uint64_t connections : {1, 3}) {
      RefusingServer server([](const std::string& line, std::size_t) {
        return line.ends_with("0.\n") ? "busy x" : "";
      });
      std::string lines;
      std::string expected;
      for (std::uint64_t i = 0; i < 50; ++i) {
        lines += line(i, i % 20 == 0);
        expected += i % 10 != 0   ? line(i, false)
                    : i % 20 == 0 ? "@t" + std::to_string(i) + " error busy x\n"
                                  : "error busy x\n";
      }
      ClientOptions options = with_connections(connections);
      options.retries = retries;
      Outcome outcome = run(server.address(), lines, options);
      expect_well(outcome);
      EXPECT_EQ(outcome.answers, expected);
      EXPECT_EQ(outcome.declined, 5u);
      EXPECT_EQ(server.askers(line(0, true)).size(), retries + 1);
      EXPECT_LE(server.askers(line(30, false)).size(), retries + 1);
      EXPECT_EQ(server.askers(line(31, false)).size(), 1u);
    }
  }
}

TEST_F(RefusedRequests, DoNotMakeADaemonThatRefusesAllForEverCostThePauseEachTime) {
  RefusingServer server([](const std::string&, std::size_t) { return "busy"; });
  ClientOptions options = with_connections(1, 100);
  options.retries = 2;
  std::string expected;
  for (int i = 0; i < 1000; ++i) expected += "error busy\n";
  std::string lines;
  for (int i = 0; i < 1000; ++i) lines += "queens " + std::to_string(i) + '\n';
  Outcome outcome = run(server.address(), lines, options);
  expect_well(outcome);
  EXPECT_EQ(outcome.answers, expected);
  EXPECT_EQ(server.askers("queens 0\n").size(), 3u);
  EXPECT_EQ(server.askers("queens 999\n").size(), 1u);  // the daemon was given up before
}

TEST_F(RefusedRequests, PingAndStatsAreNotAskedAgain) {
  RefusingServer server([](const std::string& line, std::size_t before) {
    return before == 0 && line != "1.\n" ? "shutting-down" : "";
  });
  Outcome outcome = run(server.address(), "ping\n1.\n@s stats\n2.\n@p ping\n3.\n");
  expect_well(outcome);
  EXPECT_EQ(outcome.answers,
            "error shutting-down\n1.\n@s error shutting-down\n2.\n@p error shutting-down\n3.\n");
  for (const char* line : {"ping\n", "@s stats\n", "@p ping\n"}) {
    EXPECT_EQ(server.askers(line).size(), 1u) << line;
  }
  EXPECT_EQ(outcome.declined, 3u);
}

TEST_F(RefusedRequests, OwnAnswersKeepTheirPlaces) {
  std::string lines;
  std::string expected;
  for (int i = 0; i < 2000; ++i) {
    const std::string puzzle = std::to_string(1000 + i) + std::string(77, '.') + '\n';
    lines += puzzle;
    expected += puzzle;
    if (i % 5 != 0) continue;
    lines += "12.\n";
    expected += "invalid 3 cells instead of 81\n";
  }
  for (const std::uint64_t connections : {1, 3}) {
    std::mt19937 random(7);
    RefusingServer server([&](const std::string&, std::size_t before) {
      return before < 2 && random() % 3 == 0 ? "busy" : "";
    });
    ClientOptions options = with_connections(connections);
    options.feed.form.format = "sdm";
    Outcome outcome = run_any(server.address(), lines, options);
    expect_well(outcome);
    EXPECT_TRUE(outcome.answers == expected) << connections;
  }
}

TEST_F(RefusedRequests, KeepToThePipelineAndTheRate) {
  std::string lines;
  for (std::uint64_t i = 0; i < 60; ++i) lines += line(i, false);
  RefusingServer server(
      [](const std::string&, std::size_t before) { return before == 0 ? "busy" : ""; });
  ClientOptions options = with_connections(2);
  options.work.pipeline = 3;
  options.feed.block_lines = 3;
  options.work.rate = 5000;
  Outcome outcome = run(server.address(), lines, options);
  expect_well(outcome);
  EXPECT_EQ(outcome.answers, lines);
  EXPECT_EQ(outcome.asked_again, 60u);
}

// A server that refuses, shuts down and breaks off at random.
TEST_F(RefusedRequests, HaveTheirAnswersInOrderWhateverElseHappens) {
  std::string lines;
  for (std::uint64_t i = 0; i < 2000; ++i) lines += line(i, i % 3 == 0);
  for (unsigned seed = 0; seed < 6; ++seed) {
    TestServer server([&](Peer& peer, int number) {
      std::mt19937 random(1000 * seed + static_cast<unsigned>(number));
      bool shuts_down = false;
      while (const auto line = peer.line()) {
        const auto chance = random() % 1000;
        if (chance < 2) {
          if (seed % 2 == 0) peer.say("error bu");
          return chance == 0 ? peer.reset() : void();
        }
        shuts_down |= chance == 2;
        const std::string tag = line->starts_with('@') ? line->substr(0, line->find(' ') + 1) : "";
        peer.say(shuts_down    ? tag + "error shutting-down\n"
                 : chance < 50 ? tag + "error busy\n"
                               : *line);
      }
    });
    ClientOptions options = with_connections(1 + seed % 3 * 2, 512);
    options.retries = 1000;
    Outcome outcome = run(server.address(), lines, options);
    expect_well(outcome);
    EXPECT_TRUE(outcome.answers == lines) << seed;
    EXPECT_GT(outcome.asked_again, 0u);
  }
}

// The answers behind a request that is refused are kept only up to a limit. The connection that has
// more of them gives way to the request.
TEST_F(RefusedRequests, BoundTheAnswersThatWaitForThem) {
  const std::string long_line = std::string(1 << 20, '1') + '\n';
  std::string lines = "first\n";
  std::string expected = "first\n";
  for (int i = 0; i < 120; ++i) {
    lines += std::to_string(i) + '\n';
    expected += long_line;
  }
  for (const std::uint64_t connections : {1, 2}) {
    std::atomic<int> asked = 0;
    TestServer server([&](Peer& peer, int) {
      while (const auto line = peer.line()) {
        peer.say(*line != "first\n" ? long_line : asked++ < 4 ? "error busy\n" : "first\n");
      }
    });
    Outcome outcome = run(server.address(), lines, with_connections(connections, 100));
    expect_well(outcome);
    EXPECT_TRUE(outcome.answers == expected) << connections;
    // The only connection has more than it may keep, so it asks for some again.
    EXPECT_TRUE(connections > 1 || outcome.asked_again > 4u) << outcome.asked_again;
  }
}

TEST_F(RefusedRequests, EndWithTheirRefusalWhenTheRunIsInterrupted) {
  std::promise<void> was_asked_again;
  RefusingServer server([&](const std::string& line, std::size_t before) {
    if (line == "2.\n" && before == 1) was_asked_again.set_value();
    return line == "2.\n" ? "busy" : "";
  });
  std::thread interrupter([&] {
    was_asked_again.get_future().wait();
    ::kill(::getpid(), SIGTERM);
  });
  ClientOptions options;
  options.retries = 1000;
  Outcome outcome = run(server.address(), "1.\n2.\n3.\n", options);
  interrupter.join();
  ASSERT_TRUE(outcome.end);
  EXPECT_TRUE(outcome.end->interrupted);
}

}  // namespace
}  // namespace puzzled::net::send
