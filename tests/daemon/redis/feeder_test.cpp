// A feeder in the test's own process, with workers that the test plays: so each thing happens when
// the test says so, and every wait is one for an event.
#include "daemon/redis/feeder.hpp"

#include <gtest/gtest.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <condition_variable>
#include <filesystem>
#include <functional>
#include <future>
#include <mutex>

#include "daemon/base/files/input.hpp"
#include "daemon/base/os/file_descriptor.hpp"
#include "daemon/redis/block_scripts.hpp"
#include "daemon/redis/feed_scripts.hpp"
#include "daemon/redis/stream_setup.hpp"
#include "redis_server.hpp"

namespace puzzled::redis {
namespace {

using std::chrono::milliseconds;
using Texts = std::vector<std::string>;

constexpr std::chrono::seconds kNoHang{60};
constexpr FeedTimes kShortTimes{.first_connection = milliseconds(300),
                                .sign = milliseconds(20),
                                .takeover = milliseconds(500),
                                .silence = milliseconds(50)};

/// The text of all lines from one number to another.
std::string lines_from(int begin, int end, const std::string& before = {}) {
  std::string text;
  for (int i = begin; i < end; ++i) text += before + std::to_string(i) + '\n';
  return text;
}

/// What the workers of these tests answer: each line with something before it.
std::string answers_to(std::string_view lines) {
  std::string answers;
  while (!lines.empty()) {
    const std::size_t end = lines.find('\n');
    answers += "to " + std::string(lines.substr(0, end)) + '\n';
    lines.remove_prefix(end == std::string_view::npos ? lines.size() : end + 1);
  }
  return answers;
}

struct Taken {
  std::string id;
  std::string lines;
};

/// A worker that does what the test says, on a connection of its own.
class Hand {
 public:
  Hand(const RedisServer& server, const Keys& keys) : keys_(keys), connection_(connect(server)) {}

  /// Waits for the next block.
  Taken take() {
    const Reply reply = ask(connection_, {"XREADGROUP", "GROUP", kGroup, "hand", "COUNT", "1",
                                          "BLOCK", "10000", "STREAMS", keys_.in, ">"});
    const std::optional<ReplyView> entries = entries_of(reply);
    if (!entries || entries->size() != 1) throw std::runtime_error("no block came");
    const Entry entry = *read_entry((*entries)[0]);
    return {std::string(entry.id), std::string(*block_lines(entry))};
  }

  bool finish(const Taken& block) { return finish(block, answers_to(block.lines)); }
  bool finish(const Taken& block, const std::string& answers, std::string tally = {}) {
    const auto lines = static_cast<std::uint64_t>(std::count(answers.begin(), answers.end(), '\n'));
    if (tally.empty()) tally = tally_text({.solved = lines}, lines);
    const auto finished =
        finish_block(connection_, keys_, {.block = block.id, .answers = answers, .tally = tally});
    if (!finished) throw std::runtime_error(finished.error().message);
    return !finished->is_late;
  }
  void give_up(const Taken& block, const std::string& reason) {
    EXPECT_TRUE(finish_block(connection_, keys_, {.block = block.id, .error = reason}));
  }

  /// Finishes what it had taken when a server forgot that it was finished. (A worker would take
  /// that over after a while.)
  void finish_held() {
    const Reply reply =
        ask(connection_, {"XREADGROUP", "GROUP", kGroup, "hand", "STREAMS", keys_.in, "0"});
    const std::optional<ReplyView> entries = entries_of(reply);
    for (std::size_t i = 0; entries && i < entries->size(); ++i) {
      const std::optional<Entry> entry = read_entry((*entries)[i]);
      if (!entry) continue;  // the block is no more
      finish({std::string(entry->id), std::string(*block_lines(*entry))});
    }
  }

  std::uint64_t length(const std::string& key) {
    return static_cast<std::uint64_t>(ask(connection_, {"XLEN", key}).number());
  }

  Connection& connection() { return connection_; }

 private:
  const Keys& keys_;
  Connection connection_;
};

/// A feeder on a thread.
class RunningFeed {
 public:
  RunningFeed(const RedisServer& server, const std::string& path, const FeedSettings& settings,
              const FeedTimes& times)
      : settings_(settings),
        stop_(::eventfd(0, EFD_CLOEXEC)),
        blocks_({path}, settings.block_lines,
                [](const std::string& name) { return open_input(name); }),
        feeder_(settings_, {server.address(), "s"}, {}, blocks_, counters_, stop_.get(),
                {.write = [this](std::string_view answers) { return write(answers); },
                 .tell = [this](const std::string& text) { tell(text); }},
                times),
        end_(std::async(std::launch::async, [this] { return feeder_.run(); })) {}
  ~RunningFeed() { stop(); }

  void stop() {
    const std::uint64_t one = 1;
    EXPECT_EQ(::write(stop_.get(), &one, sizeof one), 8);
  }

  /// Waits until it has told something with this text, so many times.
  bool has_told(const std::string& text, std::size_t times = 1) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, kNoHang, [&] {
      std::size_t found = 0;
      for (std::size_t at = told_.find(text); at != std::string::npos;
           at = told_.find(text, at + 1)) {
        ++found;
      }
      return found >= times;
    });
  }
  std::string told() {
    const std::lock_guard lock(mutex_);
    return told_;
  }

  /// `answered`, `interrupted`, `closed`, or the error.
  std::string end() {
    if (end_.wait_for(kNoHang) != std::future_status::ready) return "hangs; told:\n" + told();
    const Result<FeedEnd> end = end_.get();
    if (!end) return end.error().message;
    return *end == FeedEnd::kAnswered      ? "answered"
           : *end == FeedEnd::kInterrupted ? "interrupted"
                                           : "closed";
  }

  /// Of what was written. REQUIRES: end().
  const std::string& answers() const { return answers_; }
  FeedCounters& counters() { return counters_; }
  void close_after(std::size_t bytes) { closes_after_ = bytes; }

 private:
  bool write(std::string_view answers) {
    answers_ += answers;
    return answers_.size() <= closes_after_;
  }
  void tell(const std::string& text) {
    const std::lock_guard lock(mutex_);
    told_ += text + '\n';
    changed_.notify_all();
  }

  const FeedSettings settings_;
  FileDescriptor stop_;
  FeedCounters counters_;
  LineBlocks blocks_;
  std::string answers_;
  std::atomic<std::size_t> closes_after_ = SIZE_MAX;
  std::mutex mutex_;  // of the next
  std::string told_;
  std::condition_variable changed_;
  Feeder feeder_;
  std::future<Result<FeedEnd>> end_;
};

class FeederTest : public testing::Test {
 protected:
  void SetUp() override { PUZZLED_NEEDS_REDIS_SERVER(); }

  void start_server(std::vector<std::string> options = {}) {
    server_.emplace(std::move(options));
    hand_.emplace(*server_, keys_);
  }
  /// Kills it and starts it again.
  void restart_server(const std::function<void()>& meanwhile = [] {}) {
    server_->kill();
    meanwhile();
    server_->start();
    hand_.emplace(*server_, keys_);
  }

  /// Feeds `text` in blocks of two lines.
  RunningFeed& feed(const std::string& text, FeedSettings settings = {.block_lines = 2},
                    const FeedTimes& times = kShortTimes) {
    feeds_.push_back(std::make_unique<RunningFeed>(
        *server_, directory_.write("in" + std::to_string(feeds_.size()), text), settings, times));
    return *feeds_.back();
  }

  /// Answers blocks until the feeder ends.
  void work_until_end(RunningFeed& feed) {
    std::future<std::string> end = std::async(std::launch::async, [&] { return feed.end(); });
    while (end.wait_for(milliseconds(0)) != std::future_status::ready) {
      const Reply reply = ask(hand_->connection(), {"XREADGROUP", "GROUP", kGroup, "hand", "COUNT",
                                                    "1", "BLOCK", "20", "STREAMS", keys_.in, ">"});
      const std::optional<ReplyView> entries = entries_of(reply);
      if (!entries) continue;
      const Entry entry = *read_entry((*entries)[0]);
      hand_->finish({std::string(entry.id), std::string(*block_lines(entry))});
    }
    EXPECT_EQ(end.get(), "answered");
  }

  void expect_given_back() {
    EXPECT_EQ(hand_->length(keys_.in), 0U);
    EXPECT_EQ(hand_->length(keys_.out), 0U);
    EXPECT_EQ(ask(hand_->connection(), {"EXISTS", keys_.feed}).number(), 0);
    EXPECT_EQ(ask(hand_->connection(), {"XPENDING", keys_.in, kGroup})[0].number(), 0);
  }

  const Keys keys_{"s"};
  const TemporaryDirectory directory_;
  std::optional<RedisServer> server_;
  std::optional<Hand> hand_;
  std::vector<std::unique_ptr<RunningFeed>> feeds_;
};

TEST_F(FeederTest, WritesAnswersInTheOrderOfTheInput) {
  start_server();
  const std::string text = "a\nb\nc\nd\ne\nf";
  ASSERT_TRUE(make_group(hand_->connection(), keys_));
  RunningFeed& feed = this->feed(text);
  const Taken first = hand_->take();
  const Taken second = hand_->take();
  const Taken third = hand_->take();
  EXPECT_EQ(first.lines, "a\nb\n");
  EXPECT_EQ(third.lines, "e\nf");
  EXPECT_EQ(*block_number(second.id), *block_number(first.id) + 1);
  for (const Taken& block : {third, second, first}) EXPECT_TRUE(hand_->finish(block));
  EXPECT_EQ(feed.end(), "answered");
  EXPECT_EQ(feed.answers(), answers_to(text));
  EXPECT_EQ(feed.counters().lines, 6U);
  EXPECT_EQ(feed.counters().blocks, 3U);
  EXPECT_EQ(feed.counters().run.tally().solved, 6U);
  expect_given_back();
}

TEST_F(FeederTest, NothingIsNoBlock) {
  start_server();
  RunningFeed& feed = this->feed("");
  EXPECT_EQ(feed.end(), "answered");
  EXPECT_EQ(feed.answers(), "");
}

TEST_F(FeederTest, WaitsForWorkersWithABoundedWindowAndSaysSo) {
  start_server();
  const std::string text = lines_from(0, 1000);
  RunningFeed& feed = this->feed(text, {.block_lines = 2, .window = 5});
  ASSERT_TRUE(feed.has_told("no worker takes a block (under way: 5); start some with "));
  EXPECT_EQ(hand_->length(keys_.in), 5U);
  work_until_end(feed);
  EXPECT_EQ(feed.answers(), answers_to(text));
  EXPECT_NE(feed.told().find("results come again"), std::string::npos);
}

TEST_F(FeederTest, SaysThatWorkersHaveTakenWhatNobodyAnswers) {
  start_server();
  ASSERT_TRUE(make_group(hand_->connection(), keys_));
  RunningFeed& feed = this->feed("a\nb\nc\n");
  const Taken block = hand_->take();
  ASSERT_TRUE(feed.has_told("blocks under way: 2, taken by workers: 1 (workers known: 1)"));
  hand_->finish(block);
  work_until_end(feed);
}

TEST_F(FeederTest, AnswersEachLineOfAnUnansweredBlockByItsError) {
  start_server();
  ASSERT_TRUE(make_group(hand_->connection(), keys_));
  RunningFeed& feed = this->feed("a\nb\nc\nd\ne\n");
  hand_->finish(hand_->take());
  hand_->give_up(hand_->take(), "given up\nafter 5 tries");
  hand_->finish(hand_->take());
  EXPECT_EQ(feed.end(), "answered");
  EXPECT_EQ(feed.answers(),
            "to a\nto b\nerror given up?after 5 tries\nerror given up?after 5 tries\nto e\n");
  EXPECT_EQ(feed.counters().errors, 2U);
  EXPECT_EQ(feed.counters().run.tally().solved, 3U);
  EXPECT_NE(feed.told().find("block 2 (lines 3 to 4 of "), std::string::npos) << feed.told();
}

TEST_F(FeederTest, EndsWithAResultThatDoesNotFitItsBlock) {
  start_server();
  ASSERT_TRUE(make_group(hand_->connection(), keys_));
  RunningFeed& feed = this->feed("a\nb\nc\nd\n");
  hand_->take();
  const Taken second = hand_->take();
  hand_->finish(second, "one line\n");
  EXPECT_EQ(feed.end(), "block 2 (lines 3 to 4 of " + directory_.path("in0") + ", id " + second.id +
                            "): its result has 1 line for 2 lines");
  expect_given_back();
}

TEST_F(FeederTest, EndsWithATallyThatDoesNotFit) {
  start_server();
  ASSERT_TRUE(make_group(hand_->connection(), keys_));
  RunningFeed& feed = this->feed("a\nb\n");
  hand_->finish(hand_->take(), "1\n2\n", "solved=3 unsolvable=0 invalid=0 timeout=0 lines=2");
  EXPECT_NE(feed.end().find("is not one of 2 lines"), std::string::npos);
}

TEST_F(FeederTest, EndsWithAnEntryThatIsNoResult) {
  start_server();
  ASSERT_TRUE(make_group(hand_->connection(), keys_));
  RunningFeed& feed = this->feed("a\nb\n");
  hand_->take();
  ask(hand_->connection(), {"XADD", keys_.out, "7-7", "something", "else"});
  EXPECT_EQ(feed.end(), "the entry 7-7 of {s}:out is no result");
}

TEST_F(FeederTest, DropsResultsThatItHas) {
  start_server();
  ASSERT_TRUE(make_group(hand_->connection(), keys_));
  RunningFeed& feed = this->feed("a\nb\nc\nd\n");
  const Taken first = hand_->take();
  for (const std::string answers : {"1\n2\n", "3\n4\n"}) {
    ask(hand_->connection(), {"XADD", keys_.out, "*", "block", first.id, "lines", answers, "tally",
                              "solved=2 unsolvable=0 invalid=0 timeout=0 lines=2"});
  }
  hand_->finish(hand_->take());
  EXPECT_EQ(feed.end(), "answered");
  EXPECT_EQ(feed.answers(), "1\n2\nto c\nto d\n");
  expect_given_back();
}

TEST_F(FeederTest, LeavesResultsOfOthersAlone) {
  start_server();
  ASSERT_TRUE(make_group(hand_->connection(), keys_));
  RunningFeed& feed = this->feed("a\nb\n");
  const Taken block = hand_->take();
  ask(hand_->connection(), {"XADD", keys_.out, "*", "block", "9999999999999-5", "error", "none"});
  ASSERT_TRUE(feed.has_told("is of a block that this feeder did not add: left there"));
  EXPECT_EQ(hand_->length(keys_.out), 1U);
  hand_->finish(block);
  EXPECT_EQ(feed.end(), "answered");
  EXPECT_EQ(feed.answers(), "to a\nto b\n");
  EXPECT_EQ(hand_->length(keys_.out), 1U);
}

TEST_F(FeederTest, AddsAgainWhatAServerWithoutFilesHasLost) {
  start_server();
  ASSERT_TRUE(make_group(hand_->connection(), keys_));
  const std::string text = lines_from(0, 100);
  RunningFeed& feed = this->feed(text, {.block_lines = 2, .window = 8});
  hand_->finish(hand_->take());
  const Taken in_work = hand_->take();
  Taken last;
  for (std::size_t restarts = 1; restarts <= 2; ++restarts) {
    restart_server();
    ASSERT_TRUE(feed.has_told("connected to the server again", restarts));
    last = hand_->take();
  }
  // The worker of a block that was lost has nothing to acknowledge.
  EXPECT_FALSE(hand_->finish(in_work, "stale\nstale\n"));
  hand_->finish(last);
  work_until_end(feed);
  EXPECT_EQ(feed.answers(), answers_to(text));
  expect_given_back();
}

TEST_F(FeederTest, GoesOnWithWhatAServerHasOnDisk) {
  start_server({"--appendonly", "yes", "--appendfsync", "always"});
  ASSERT_TRUE(make_group(hand_->connection(), keys_));
  const std::string text = lines_from(0, 100);
  RunningFeed& feed = this->feed(text, {.block_lines = 2, .window = 8});
  std::size_t restarts = 0;
  for (int kill = 0; kill < 2; ++kill) {
    hand_->finish(hand_->take());
    hand_->finish(hand_->take());
    restart_server();
    ASSERT_TRUE(feed.has_told("connected to the server again", ++restarts));
  }
  work_until_end(feed);
  EXPECT_EQ(feed.answers(), answers_to(text));
  EXPECT_EQ(feed.counters().again, 0U) << feed.told();
}

TEST_F(FeederTest, AddsAgainWhatIsMissingAtTheEndOfAServersLog) {
  start_server({"--appendonly", "yes", "--appendfsync", "always"});
  ASSERT_TRUE(make_group(hand_->connection(), keys_));
  const std::string text = lines_from(0, 400, std::string(20'000, '.'));  // 40 kB a block
  RunningFeed& feed = this->feed(text, {.block_lines = 2, .window = 16});
  // Seen are: results that were taken and come back, blocks that were finished and are to be done
  // again, blocks that the server has forgotten.
  std::size_t restarts = 0;
  for (const std::uint64_t cut : {300'000U, 1'000'000U, 2'500'000U}) {
    for (int i = 0; i < 40; ++i) hand_->finish(hand_->take());
    restart_server([&] {
      const std::string log = server_->directory().path("appendonlydir/appendonly.aof.1.incr.aof");
      std::filesystem::resize_file(log, std::filesystem::file_size(log) - cut);
    });
    ASSERT_TRUE(feed.has_told("connected to the server again", ++restarts));
    hand_->finish_held();
  }
  work_until_end(feed);
  EXPECT_EQ(feed.answers(), answers_to(text));
  expect_given_back();
}

TEST_F(FeederTest, AddsAgainWhatIsDeletedUnderWay) {
  start_server();
  const std::string text = lines_from(0, 40);
  RunningFeed& feed = this->feed(text, {.block_lines = 2, .window = 4});
  ASSERT_TRUE(feed.has_told("no worker takes a block"));
  ask(hand_->connection(), {"FLUSHALL"});
  ASSERT_TRUE(feed.has_told("the server has lost 4 blocks: adding again"));
  work_until_end(feed);
  EXPECT_EQ(feed.answers(), answers_to(text));
}

TEST_F(FeederTest, AddsAgainABlockThatSomebodyDeletes) {
  start_server();
  ASSERT_TRUE(make_group(hand_->connection(), keys_));
  RunningFeed& feed = this->feed("a\nb\nc\nd\n");
  const Taken first = hand_->take();
  ask(hand_->connection(), {"XDEL", keys_.in, first.id});
  ASSERT_TRUE(feed.has_told("the server has lost 1 block: adding again"));
  work_until_end(feed);
  EXPECT_EQ(feed.answers(), answers_to("a\nb\nc\nd\n"));
}

TEST_F(FeederTest, RefusesAStreamThatAnotherFeederHas) {
  start_server();
  RunningFeed& first = this->feed("a\nb\n", {.block_lines = 2});
  ASSERT_TRUE(first.has_told("no worker takes a block"));
  RunningFeed& second = this->feed("c\nd\n", {.block_lines = 2});
  EXPECT_EQ(second.end(), server_->address().text() +
                              ": another feeder is at work on the stream: wait for its end, or "
                              "name another stream");
  work_until_end(first);
  EXPECT_EQ(first.answers(), "to a\nto b\n");
}

TEST_F(FeederTest, BeginsAnewWhereADeadOneLeftOff) {
  start_server();
  Connection& connection = hand_->connection();
  ASSERT_TRUE(make_group(connection, keys_));
  const Outcome<RunBegin> dead = begin_run(connection, keys_, "dead", "");
  ASSERT_TRUE(dead);
  const std::string old = block_id(dead->first);
  ask(connection, {"HSET", keys_.feed, "next", std::to_string(dead->first + 2)});
  ask(connection, {"XADD", keys_.in, old, "lines", "old\nold\n", "run", "dead"});
  ask(connection, {"XADD", keys_.in, block_id(dead->first + 1), "lines", "old\n", "run", "dead"});
  ask(connection, {"XADD", keys_.out, "*", "block", old, "error", "old"});
  const Taken in_work = hand_->take();
  EXPECT_EQ(in_work.id, old);
  RunningFeed& feed = this->feed("a\nb\n");
  ASSERT_TRUE(feed.has_told("the stream is that of another feeder: waiting for a sign of life"));
  ASSERT_TRUE(feed.has_told("none came: what the other left is removed"));
  const Taken block = hand_->take();
  EXPECT_EQ(block.lines, "a\nb\n") << "what the dead one left is gone";
  EXPECT_GT(*block_number(block.id), dead->first + 1);
  EXPECT_FALSE(hand_->finish(in_work));
  hand_->finish(block);
  EXPECT_EQ(feed.end(), "answered");
  EXPECT_EQ(feed.answers(), "to a\nto b\n");
  expect_given_back();
}

// A producer that adds blocks after a feeder was killed, as our page lets it number them.
TEST_F(FeederTest, RemovesNothingOfOthersWhereADeadOneLeftOff) {
  for (const std::string id : {"*", "next"}) {
    SCOPED_TRACE(id);
    start_server();
    Connection& connection = hand_->connection();
    ASSERT_TRUE(make_group(connection, keys_));
    const Outcome<RunBegin> dead = begin_run(connection, keys_, "dead", "");
    ASSERT_TRUE(dead);
    // One block of its own, one that it could not add any more.
    ask(connection, {"HSET", keys_.feed, "next", std::to_string(dead->first + 2)});
    ask(connection,
        {"XADD", keys_.in, block_id(dead->first), "lines", "old\nold\n", "run", "dead"});
    for (std::uint64_t i = 1; i <= 3; ++i) {
      const std::string added = id == "*" ? id : block_id(dead->first + i);
      ask(connection, {"XADD", keys_.in, added, "lines", "theirs\n"});
    }
    hand_->take();  // the dead one's
    const Taken in_work = hand_->take();
    EXPECT_EQ(in_work.lines, "theirs\n");
    ask(connection, {"XADD", keys_.out, "*", "block", "7-0", "error", "theirs"});
    RunningFeed& feed = this->feed("a\nb\n");
    EXPECT_NE(feed.end().find("the stream has 3 blocks and 1 result that no feeder added"),
              std::string::npos);
    EXPECT_EQ(hand_->length(keys_.in), 3U);
    EXPECT_EQ(hand_->length(keys_.out), 1U);
    EXPECT_TRUE(hand_->finish(in_work)) << "what is in work gets its result";
    EXPECT_EQ(hand_->length(keys_.out), 2U);
  }
}

TEST_F(FeederTest, RefusesAKeyThatNoFeederWrote) {
  const std::vector<std::vector<std::string_view>> kinds = {{"HSET", keys_.feed, "name", "theirs"},
                                                            {"HSET", keys_.feed, "run", "theirs"},
                                                            {"SET", keys_.feed, "theirs"},
                                                            {"XADD", keys_.feed, "*", "a", "b"}};
  for (const std::vector<std::string_view>& words : kinds) {
    SCOPED_TRACE(words.front());
    start_server();
    Connection& connection = hand_->connection();
    ASSERT_TRUE(connection.call(words));
    const std::string before(ask(connection, {"DUMP", keys_.feed}).text());
    RunningFeed& feed = this->feed("a\nb\n");
    EXPECT_NE(feed.end().find("{s}:feed was not written by a feeder: name another stream, or "
                              "delete this key if nobody wants it"),
              std::string::npos);
    EXPECT_EQ(ask(connection, {"DUMP", keys_.feed}).text(), before);
    EXPECT_FALSE(hold_run(connection, keys_, "own", 1000, 1000));
    EXPECT_EQ(ask(connection, {"DUMP", keys_.feed}).text(), before);
  }
}

TEST_F(FeederTest, EndsWhenItWasTakenForDead) {
  start_server();
  Connection& connection = hand_->connection();
  RunningFeed& feed = this->feed("a\nb\n");
  ASSERT_TRUE(feed.has_told("no worker takes a block"));
  std::string sign;
  Outcome<RunBegin> later = begin_run(connection, keys_, "later", sign);
  while (later && later->kind == RunBegin::Kind::kHeld) {
    sign = later->sign;
    later = begin_run(connection, keys_, "later", sign);
  }
  ASSERT_TRUE(later);
  EXPECT_EQ(feed.end(),
            "another feeder has taken the stream over, which saw no sign of life of this one");
  EXPECT_EQ(ask(connection, {"HGET", keys_.feed, "run"}).text(), "later");
}

TEST_F(FeederTest, KnowsALaterRunFromAnEarlierOneWhoseTurnTheServerRemembers) {
  start_server();
  Connection& connection = hand_->connection();
  ASSERT_TRUE(make_group(connection, keys_));
  const auto hold = [&](const std::string& first_of_other) {
    ask(connection, {"HSET", keys_.feed, "run", "other", "first", first_of_other, "sign", "7"});
    const Outcome<Hold> held = hold_run(connection, keys_, "own", 1000, 1000);
    EXPECT_TRUE(held);
    return *held;
  };
  EXPECT_EQ(hold("999"), Hold::kAgain);
  EXPECT_EQ(*hold_run(connection, keys_, "own", 1000, 1000), Hold::kHeld);
  EXPECT_EQ(hold("1001"), Hold::kLost);
  ask(connection, {"DEL", keys_.feed});
  EXPECT_EQ(*hold_run(connection, keys_, "own", 1000, 1000), Hold::kAgain);
}

TEST_F(FeederTest, RefusesAndKeepsWhatNoFeederAdded) {
  start_server();
  ask(hand_->connection(), {"XADD", keys_.in, "*", "lines", "a\n"});
  RunningFeed& feed = this->feed("b\n");
  EXPECT_EQ(feed.end(), server_->address().text() +
                            ": the stream has 1 block and 0 results that no feeder added: name "
                            "another stream, or delete {s}:in and {s}:out if nobody wants them");
  EXPECT_EQ(hand_->length(keys_.in), 1U);
}

TEST_F(FeederTest, EndsWhenSomebodyElseAddsBlocks) {
  start_server();
  ASSERT_TRUE(make_group(hand_->connection(), keys_));
  RunningFeed& feed = this->feed(lines_from(0, 100), {.block_lines = 2, .window = 2});
  const Taken first = hand_->take();
  ask(hand_->connection(), {"XADD", keys_.in, "99999999999999-0", "lines", "a\n"});
  hand_->finish(first);
  EXPECT_EQ(feed.end(), "somebody else adds blocks to the stream: a feeder needs one of its own");
  EXPECT_EQ(hand_->length(keys_.in), 1U) << "that of somebody else";
}

// Somebody adds the very number that is the feeder's next: it is in work when the feeder ends, and
// another one is answered already.
TEST_F(FeederTest, LeavesABlockOfItsNextNumberToWhomItBelongs) {
  for (const bool is_answered : {false, true}) {
    SCOPED_TRACE(is_answered);
    start_server();
    ASSERT_TRUE(make_group(hand_->connection(), keys_));
    RunningFeed& feed = this->feed(lines_from(0, 100), {.block_lines = 2, .window = 2});
    const Taken first = hand_->take();
    const Taken second = hand_->take();
    const std::string next = block_id(*block_number(second.id) + 1);
    ask(hand_->connection(), {"XADD", keys_.in, next, "lines", "theirs\n"});
    const Taken theirs = hand_->take();
    EXPECT_EQ(theirs.lines, "theirs\n");
    if (is_answered) hand_->finish(theirs);
    hand_->finish(first);
    EXPECT_EQ(feed.end(), "somebody else adds blocks to the stream: a feeder needs one of its own");
    if (!is_answered) hand_->finish(theirs);
    EXPECT_EQ(hand_->length(keys_.out), 1U);
  }
}

TEST_F(FeederTest, WaitsWhileTheServerIsFullAndSaysSo) {
  start_server();
  ASSERT_TRUE(make_group(hand_->connection(), keys_));
  const std::string text = lines_from(0, 400, std::string(20'000, '.'));  // 40 kB a block
  RunningFeed& feed = this->feed(text, {.block_lines = 2, .window = 50});
  const Taken first = hand_->take();
  ask(hand_->connection(), {"CONFIG", "SET", "maxmemory", "1"});
  hand_->finish(first);
  ASSERT_TRUE(feed.has_told("; waiting until there is room"));
  hand_->finish(hand_->take());  // results are taken all the same
  ask(hand_->connection(), {"CONFIG", "SET", "maxmemory", "0"});
  ASSERT_TRUE(feed.has_told("the server takes blocks again"));
  work_until_end(feed);
  EXPECT_EQ(feed.answers(), answers_to(text));
}

TEST_F(FeederTest, LosesPatienceWithAServerThatIsGone) {
  start_server();
  RunningFeed& feed = this->feed("a\n", {.patience = milliseconds(200)});
  ASSERT_TRUE(feed.has_told("no worker takes a block"));
  server_->kill();
  EXPECT_EQ(feed.end(),
            server_->address().text() + ": Connection refused (--patience 200ms is over)");
}

TEST_F(FeederTest, SaysThatThereIsNoServerAtTheStart) {
  start_server();
  server_->kill();
  RunningFeed& feed = this->feed("a\n");
  EXPECT_EQ(feed.end(), server_->address().text() + ": Connection refused");
}

TEST_F(FeederTest, RefusesAServerThatEvicts) {
  start_server({"--maxmemory-policy", "allkeys-lru"});
  RunningFeed& feed = this->feed("a\n");
  EXPECT_NE(feed.end().find("set it to noeviction"), std::string::npos);
}

TEST_F(FeederTest, GivesTheStreamBackWhenItIsInterrupted) {
  start_server();
  RunningFeed& feed = this->feed(lines_from(0, 1000));
  ASSERT_TRUE(feed.has_told("no worker takes a block"));
  feed.stop();
  EXPECT_EQ(feed.end(), "interrupted");
  expect_given_back();
}

TEST_F(FeederTest, EndsWhenNoMoreAnswersAreWanted) {
  start_server();
  ASSERT_TRUE(make_group(hand_->connection(), keys_));
  RunningFeed& feed = this->feed(lines_from(0, 1000));
  feed.close_after(1);
  hand_->finish(hand_->take());
  EXPECT_EQ(feed.end(), "closed");
}

}  // namespace
}  // namespace puzzled::redis
