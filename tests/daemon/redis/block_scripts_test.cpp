#include "daemon/redis/block_scripts.hpp"

#include <gtest/gtest.h>

#include "daemon/redis/block_form.hpp"
#include "daemon/redis/stream_setup.hpp"
#include "redis_server.hpp"

namespace puzzled::redis {
namespace {

using std::chrono::milliseconds;
using Texts = std::vector<std::string>;

constexpr milliseconds kAtOnce{0};
constexpr milliseconds kHour{3'600'000};

/// A stream with a group on a server of its own.
class BlockScripts : public testing::Test {
 protected:
  void SetUp() override {
    PUZZLED_NEEDS_REDIS_SERVER();
    server_.emplace();
    connection_.emplace(connect(*server_));
    ASSERT_TRUE(make_group(*connection_, keys_));
  }

  void add(std::string_view id, std::string_view lines) {
    ask(*connection_, {"XADD", keys_.in, id, "lines", lines});
  }

  /// The ids of the blocks that the consumer is given.
  Texts take(std::string_view consumer) {
    const Reply reply =
        ask(*connection_, {"XREADGROUP", "GROUP", kGroup, consumer, "STREAMS", keys_.in, ">"});
    Texts ids;
    const std::optional<ReplyView> entries = entries_of(reply);
    for (std::size_t i = 0; entries && i < entries->size(); ++i) {
      ids.emplace_back(read_entry((*entries)[i])->id);
    }
    return ids;
  }

  /// `ID CONSUMER DELIVERIES` of all that is pending.
  Texts pending() {
    const Reply reply = ask(*connection_, {"XPENDING", keys_.in, kGroup, "-", "+", "100"});
    Texts texts;
    for (std::size_t i = 0; i < reply.size(); ++i) {
      texts.push_back(std::string(reply[i][0].text()) + ' ' + std::string(reply[i][1].text()) +
                      ' ' + std::to_string(reply[i][3].number()));
    }
    return texts;
  }

  /// Fields of all entries of a stream, each as `name=value`.
  Texts entries(const std::string& key) {
    const Reply reply = ask(*connection_, {"XRANGE", key, "-", "+"});
    Texts texts;
    for (std::size_t i = 0; i < reply.size(); ++i) {
      const Entry entry = *read_entry(reply[i]);
      std::string text;
      for (std::size_t k = 0; k + 1 < entry.fields.size(); k += 2) {
        if (k > 0) text += ", ";
        text += std::string(entry.fields[k].text()) + '=' + std::string(entry.fields[k + 1].text());
      }
      texts.push_back(text);
    }
    return texts;
  }

  std::uint64_t consumers() {
    return ask(*connection_, {"XINFO", "CONSUMERS", keys_.in, kGroup}).size();
  }

  const Keys keys_{"s"};
  std::optional<RedisServer> server_;
  std::optional<Connection> connection_;
};

TEST_F(BlockScripts, KeepTheKeysOfAStreamTogetherInACluster) {
  EXPECT_EQ(keys_.in, "{s}:in");
  EXPECT_EQ(keys_.out, "{s}:out");
  EXPECT_EQ(keys_.dead, "{s}:dead");
  EXPECT_EQ(keys_.options, "{s}:options");
}

TEST_F(BlockScripts, FinishABlockOnce) {
  add("1-0", "a\n");
  EXPECT_EQ(take("w1"), (Texts{"1-0"}));
  const Finish finish{.block = "1-0", .answers = "b\n", .tally = "solved=1"};
  const Outcome<Finished> first = finish_block(*connection_, keys_, finish);
  ASSERT_TRUE(first) << first.error().message;
  EXPECT_FALSE(first->is_late);
  EXPECT_EQ(first->results, 1U);
  const Outcome<Finished> second = finish_block(*connection_, keys_, finish);
  ASSERT_TRUE(second);
  EXPECT_TRUE(second->is_late);
  EXPECT_EQ(second->results, 1U);
  EXPECT_EQ(entries(keys_.out), (Texts{"block=1-0, lines=b\n, tally=solved=1"}));
  EXPECT_EQ(entries(keys_.in), Texts{});
  EXPECT_EQ(pending(), Texts{});
}

TEST_F(BlockScripts, FinishLongAnswersOnceToo) {
  const std::string answers(100'000, 'b');
  for (const bool has_results : {false, true}) {
    SCOPED_TRACE(has_results);
    const std::string id = has_results ? "2-0" : "1-0";
    add(id, "a\n");
    take("w1");
    const Finish finish{.block = id, .answers = answers, .tally = "solved=1"};
    // Another was faster, and its result is taken or not.
    const auto first = finish_block(*connection_, keys_, finish);
    ASSERT_TRUE(first) << first.error().message;
    EXPECT_FALSE(first->is_late);
    EXPECT_EQ(first->results, has_results ? 2U : 1U);
    const auto late = finish_block(*connection_, keys_, finish);
    ASSERT_TRUE(late) << late.error().message;
    EXPECT_TRUE(late->is_late);
    EXPECT_EQ(late->results, first->results);
  }
  EXPECT_EQ(entries(keys_.out), (Texts{"block=1-0, lines=" + answers + ", tally=solved=1",
                                       "block=2-0, lines=" + answers + ", tally=solved=1"}));
  EXPECT_EQ(entries(keys_.in), Texts{});
  EXPECT_EQ(pending(), Texts{});
  EXPECT_EQ(ask(*connection_, {"EXISTS", keys_.aside}).number(), 0);
}

// Whatever stands under a name like ours is somebody's, and so are results that wait.
TEST_F(BlockScripts, OverwriteNoKeyOfSomebodyElse) {
  const std::string answers(100'000, 'b');
  for (const std::string& key : {std::string("{s}:aside"), keys_.aside}) {
    for (const std::string kind : {"stream", "text"}) {
      SCOPED_TRACE(key + ", " + kind);
      ask(*connection_, {"FLUSHALL"});
      ASSERT_TRUE(make_group(*connection_, keys_));
      for (const std::string id : {"1-0", "2-0", "3-0", "4-0"}) add(id, "a\n");
      if (kind == "stream") ask(*connection_, {"XADD", key, "1-1", "a", "b"});
      if (kind == "text") ask(*connection_, {"SET", key, "b"});
      take("w1");
      for (const std::string id : {"1-0", "2-0", "3-0", "4-0"}) {
        const auto finished = finish_block(*connection_, keys_, {.block = id, .answers = answers});
        ASSERT_TRUE(finished) << finished.error().message;
        EXPECT_FALSE(finished->is_late);
      }
      EXPECT_EQ(ask(*connection_, {"XLEN", keys_.out}).number(), 4);
      const auto late = finish_block(*connection_, keys_, {.block = "1-0", .answers = answers});
      if (key == keys_.aside) {
        ASSERT_FALSE(late) << "it is refused by the key's name";
        EXPECT_NE(late.error().message.find(key), std::string::npos) << late.error().message;
      } else {
        ASSERT_TRUE(late) << late.error().message;
        EXPECT_TRUE(late->is_late);
        EXPECT_EQ(late->results, 4U);
      }
      EXPECT_GE(ask(*connection_, {"XLEN", keys_.out}).number(), 4) << "none is lost";
      if (kind == "stream") {
        EXPECT_EQ(entries(key), (Texts{"a=b"}));
      } else {
        EXPECT_EQ(ask(*connection_, {"GET", key}).text(), "b");
      }
    }
  }
}

// Who waits for results with XREAD must not be woken by an answer that comes too late.
TEST_F(BlockScripts, WakeNobodyForALateAnswer) {
  const std::string answers(100'000, 'b');
  add("1-0", "a\n");
  add("2-0", "a\n");
  take("w1");
  ASSERT_TRUE(finish_block(*connection_, keys_, {.block = "1-0", .answers = answers}));
  Connection reader = connect(*server_);
  reader.append({"XREAD", "BLOCK", "0", "STREAMS", keys_.out, "$"});
  ASSERT_TRUE(reader.flush());
  const auto is_waiting = [this] {
    const Reply info = ask(*connection_, {"INFO", "clients"});
    return info.text().find("blocked_clients:1") != std::string_view::npos;
  };
  while (!is_waiting()) wait_for_stop(-1, milliseconds(1));
  const auto late = finish_block(*connection_, keys_, {.block = "1-0", .answers = answers});
  ASSERT_TRUE(late);
  EXPECT_TRUE(late->is_late);
  EXPECT_TRUE(is_waiting());
  ASSERT_TRUE(finish_block(*connection_, keys_, {.block = "2-0", .answers = answers}));
  const Outcome<Reply> woken = reader.take();
  ASSERT_TRUE(woken);
  EXPECT_EQ(read_result(*read_entry((*entries_of(*woken))[0]))->block, "2-0");
}

TEST_F(BlockScripts, KeepABlockWhoseResultCannotBeAdded) {
  add("1-0", "a\n");
  take("w1");
  ask(*connection_, {"SET", keys_.out, "no stream"});
  for (const std::size_t size : {10, 100'000}) {
    const std::string answers(size, 'b');
    const auto refused = finish_block(*connection_, keys_, {.block = "1-0", .answers = answers});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, Failure::Kind::kRefused);
    EXPECT_EQ(pending(), (Texts{"1-0 w1 1"}));
  }
}

TEST_F(BlockScripts, FinishWithAnError) {
  add("1-0", "a\n");
  take("w1");
  ASSERT_TRUE(finish_block(*connection_, keys_, {.block = "1-0", .error = "no lines"}));
  EXPECT_EQ(entries(keys_.out), (Texts{"block=1-0, error=no lines"}));
}

TEST_F(BlockScripts, FinishWhatAnotherHasClaimed) {
  add("1-0", "a\n");
  take("w1");
  ASSERT_TRUE(claim_block(*connection_, keys_, "w2", kAtOnce, "1-0"));
  ASSERT_TRUE(finish_block(*connection_, keys_, {.block = "1-0", .answers = "by w1\n"}));
  const auto late = finish_block(*connection_, keys_, {.block = "1-0", .answers = "by w2\n"});
  ASSERT_TRUE(late);
  EXPECT_TRUE(late->is_late);
  EXPECT_EQ(entries(keys_.out), (Texts{"block=1-0, lines=by w1\n, tally="}));
}

TEST_F(BlockScripts, RenewWhatIsStillOnesOwnAndNothingElse) {
  add("1-0", "a\n");
  add("2-0", "b\n");
  take("w1");
  ASSERT_TRUE(claim_block(*connection_, keys_, "w2", kAtOnce, "2-0"));
  const auto renewed = renew_blocks(*connection_, keys_, "w1", {"1-0", "2-0", "3-0"});
  ASSERT_TRUE(renewed) << renewed.error().message;
  EXPECT_EQ(*renewed, 1U);
  EXPECT_EQ(pending(), (Texts{"1-0 w1 1", "2-0 w2 2"})) << "not delivered once more";
}

TEST_F(BlockScripts, ClaimWhatIsIdleOnly) {
  add("1-0", "a\n");
  take("w1");
  const auto idle = idle_blocks(*connection_, keys_, kAtOnce, 16);
  ASSERT_TRUE(idle);
  ASSERT_EQ(idle->size(), 1U);
  EXPECT_EQ((*idle)[0].id, "1-0");
  EXPECT_EQ((*idle)[0].deliveries, 1U);
  EXPECT_EQ(idle_blocks(*connection_, keys_, kHour, 16)->size(), 0U);
  EXPECT_EQ(claim_block(*connection_, keys_, "w2", kHour, "1-0")->size(), 0U);
  const Outcome<Reply> claimed = claim_block(*connection_, keys_, "w2", kAtOnce, "1-0");
  ASSERT_TRUE(claimed);
  ASSERT_EQ(claimed->size(), 1U);
  EXPECT_EQ(*block_lines(*read_entry((*claimed)[0])), "a\n");
  EXPECT_EQ(pending(), (Texts{"1-0 w2 2"}));
}

TEST_F(BlockScripts, BuryWhatIsIdleOnly) {
  add("1-0", "poison\n");
  take("w1");
  const IdleBlock block{"1-0", 3};
  const auto early = bury_block(*connection_, keys_, kHour, block);
  ASSERT_TRUE(early) << early.error().message;
  EXPECT_FALSE(*early);
  const auto buried = bury_block(*connection_, keys_, kAtOnce, block);
  ASSERT_TRUE(buried);
  EXPECT_TRUE(*buried);
  const std::string reason = "given up after 3 tries: each worker that took it died or hung";
  EXPECT_EQ(entries(keys_.out), (Texts{"block=1-0, error=" + reason}));
  EXPECT_EQ(entries(keys_.dead), (Texts{"block=1-0, lines=poison\n, tries=1, reason=" + reason}));
  EXPECT_EQ(entries(keys_.in), Texts{});
  const auto again = bury_block(*connection_, keys_, kAtOnce, block);
  ASSERT_TRUE(again);
  EXPECT_FALSE(*again);
}

TEST_F(BlockScripts, RemoveNoConsumerThatHasPendingBlocks) {
  add("1-0", "a\n");
  take("w1");
  ask(*connection_, {"XGROUP", "CREATECONSUMER", keys_.in, kGroup, "w2"});
  ASSERT_EQ(consumers(), 2U);
  ASSERT_TRUE(remove_silent_consumers(*connection_, keys_, kHour));
  EXPECT_EQ(consumers(), 2U);
  ASSERT_TRUE(remove_consumer(*connection_, keys_, "w1"));
  EXPECT_EQ(pending(), (Texts{"1-0 w1 1"}));
  ASSERT_TRUE(remove_consumer(*connection_, keys_, "w2"));
  EXPECT_EQ(consumers(), 1U);
  ask(*connection_, {"XGROUP", "CREATECONSUMER", keys_.in, kGroup, "w3"});
  ASSERT_TRUE(remove_silent_consumers(*connection_, keys_, milliseconds(-1)));
  EXPECT_EQ(consumers(), 1U);
  EXPECT_EQ(pending(), (Texts{"1-0 w1 1"}));
}

TEST_F(BlockScripts, WorkWhenTheServersMemoryIsFull) {
  add("1-0", std::string(100'000, '.'));
  add("2-0", "b\n");
  add("3-0", "c\n");
  take("w1");
  ask(*connection_, {"CONFIG", "SET", "maxmemory", "1"});
  const Outcome<Reply> refused = connection_->call({"XADD", keys_.in, "*", "lines", "d\n"});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, Failure::Kind::kLater);
  const std::string answers(100'000, 'b');
  EXPECT_TRUE(finish_block(*connection_, keys_, {.block = "1-0", .answers = answers}));
  EXPECT_TRUE(renew_blocks(*connection_, keys_, "w1", {"2-0"}));
  EXPECT_TRUE(claim_block(*connection_, keys_, "w2", kAtOnce, "2-0"));
  EXPECT_TRUE(bury_block(*connection_, keys_, kAtOnce, {"3-0", 3}));
  EXPECT_TRUE(remove_consumer(*connection_, keys_, "w1"));
  EXPECT_TRUE(remove_silent_consumers(*connection_, keys_, kHour));
  EXPECT_TRUE(agree_on_settings(*connection_, keys_, {{"limit", "1"}}));
}

// Workers that take blocks away are the way out of it.
TEST_F(BlockScripts, MakeTheGroupOnAServerWhoseMemoryIsFull) {
  EXPECT_FALSE(*has_full_memory(*connection_));
  ask(*connection_, {"CONFIG", "SET", "maxmemory", "1"});
  EXPECT_TRUE(*has_full_memory(*connection_));
  EXPECT_TRUE(make_group(*connection_, keys_)) << "there already";
  EXPECT_TRUE(make_group(*connection_, Keys("first")));
}

TEST_F(BlockScripts, MakeTheGroupOnceWithWhatWasAddedBefore) {
  const Keys other("other");
  ask(*connection_, {"XADD", other.in, "7-0", "lines", "a\n"});
  ASSERT_TRUE(make_group(*connection_, other));
  ASSERT_TRUE(make_group(*connection_, other));
  const Reply got =
      ask(*connection_, {"XREADGROUP", "GROUP", kGroup, "w", "STREAMS", other.in, ">"});
  EXPECT_EQ(read_entry((*entries_of(got))[0])->id, "7-0");
}

TEST_F(BlockScripts, RecordSettingsAndRefuseOthers) {
  ASSERT_TRUE(agree_on_settings(*connection_, keys_, {{"limit", "1"}, {"time-limit", "0"}}));
  ASSERT_TRUE(agree_on_settings(*connection_, keys_, {{"limit", "1"}, {"time-limit", "0"}}));
  const Outcome<> other =
      agree_on_settings(*connection_, keys_, {{"limit", "2"}, {"time-limit", "0"}});
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().kind, Failure::Kind::kRefused);
  EXPECT_EQ(other.error().message,
            "workers of this stream answer with limit '1', not '2' (recorded in {s}:options)");
}

TEST_F(BlockScripts, RefuseAServerThatMayEvict) {
  EXPECT_TRUE(check_server(*connection_));
  ask(*connection_, {"CONFIG", "SET", "maxmemory-policy", "allkeys-lru"});
  const Outcome<> checked = check_server(*connection_);
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().kind, Failure::Kind::kRefused);
  EXPECT_NE(checked.error().message.find("allkeys-lru"), std::string::npos);
}

TEST_F(BlockScripts, ReadResultsAndRefuseWhatIsNone) {
  ask(*connection_, {"XADD", keys_.out, "1-1", "block", "7-0", "lines", "", "tally", "lines=0"});
  ask(*connection_, {"XADD", keys_.out, "1-2", "block", "8-0", "error", "too long"});
  ask(*connection_, {"XADD", keys_.out, "1-3", "something", "else"});
  const Reply reply = ask(*connection_, {"XRANGE", keys_.out, "-", "+"});
  const auto first = read_result(*read_entry(reply[0]));
  ASSERT_TRUE(first);
  EXPECT_EQ(first->entry, "1-1");
  EXPECT_EQ(first->block, "7-0");
  EXPECT_EQ(first->answers, "");
  EXPECT_EQ(first->tally, "lines=0");
  const auto second = read_result(*read_entry(reply[1]));
  ASSERT_TRUE(second);
  EXPECT_FALSE(second->answers);
  EXPECT_EQ(second->error, "too long");
  EXPECT_FALSE(read_result(*read_entry(reply[2])));
}

TEST(BlockForm, NumbersBlocksByTheirIds) {
  EXPECT_EQ(block_number("17-0"), 17U);
  EXPECT_EQ(block_id(17), "17-0");
  EXPECT_FALSE(block_number("17-1"));
  EXPECT_FALSE(block_number("17"));
  EXPECT_FALSE(block_number("-0"));
  EXPECT_FALSE(block_number("99999999999999999999-0"));
}

TEST(BlockForm, TellsATally) {
  const sudoku::Tally tally{.solved = 8190, .unsolvable = 1, .invalid = 2, .timed_out = 3};
  EXPECT_EQ(tally_text(tally, 8200), "solved=8190 unsolvable=1 invalid=2 timeout=3 lines=8200");
}

}  // namespace
}  // namespace puzzled::redis
