// The queue of a connection's batches: their order, what may be underway, and what it all costs.
#include "daemon/net/serve/answer_queue.hpp"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>
#include <vector>

#include "daemon/net/verbs/request.hpp"

namespace puzzled::net {
namespace {

std::unique_ptr<RequestBatch> batch(BatchKind kind, const std::string& text = "",
                                    std::uint64_t lines = 1) {
  auto made = std::make_unique<RequestBatch>();
  made->kind = kind;
  made->lines = lines;
  if (kind == BatchKind::kStream) made->requests.append(text);
  if (kind == BatchKind::kAnswered) made->answers.append(text);
  return made;
}

class AnswerQueueTest : public ::testing::Test {
 protected:
  /// All that may be submitted now.
  std::vector<AnswerQueue::Entry*> submitted() {
    std::vector<AnswerQueue::Entry*> entries;
    while (AnswerQueue::Entry* const entry = queue_.next_to_submit(settings_)) {
      entries.push_back(entry);
    }
    return entries;
  }

  void add(std::unique_ptr<RequestBatch> batch) { add(std::move(batch), queue_); }

  void add(std::unique_ptr<RequestBatch> batch, AnswerQueue& queue) {
    Grant grant(budget_);
    EXPECT_TRUE(grant.lines.grow(batch->lines) || batch->lines == 0);
    EXPECT_TRUE(grant.bytes.grow(memory_of(*batch) + memory_of_answers(*batch)));
    queue.add(std::move(batch), grant);
    EXPECT_EQ(grant.lines.amount(), 0U);
    EXPECT_EQ(grant.bytes.amount(), 0U);
  }

  void answer(AnswerQueue::Entry& entry, const std::string& text) {
    entry.batch->answers.append(text);
    queue_.answered(entry);
  }

  /// What can be sent, in up to `most` parts.
  std::string shown(std::size_t most = 64) const {
    std::vector<iovec> parts(most);
    const std::size_t count = queue_.gather(parts);
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
      text.append(static_cast<const char*>(parts[i].iov_base), parts[i].iov_len);
    }
    return text;
  }

  ServeSettings settings_;
  Budget budget_;
  Metrics metrics_;
  AnswerQueue queue_{budget_, metrics_};
};

TEST_F(AnswerQueueTest, ShowsAnswersInTheOrderOfTheirBatches) {
  for (const char* const text : {"1\n", "2\n", "3\n"}) add(batch(BatchKind::kStream, text));
  const auto entries = submitted();
  ASSERT_EQ(entries.size(), 3U);
  EXPECT_EQ(queue_.in_flight(), 3U);
  answer(*entries[2], "c\n");
  EXPECT_FALSE(queue_.has_output());
  EXPECT_EQ(shown(), "");
  EXPECT_EQ(queue_.unsent(), 2U);
  answer(*entries[0], "a\n");
  EXPECT_TRUE(queue_.has_output());
  EXPECT_EQ(shown(), "a\n");
  answer(*entries[1], "b\n");
  EXPECT_EQ(shown(), "a\nb\nc\n");
  EXPECT_EQ(shown(2), "a\nb\n");
  EXPECT_EQ(queue_.in_flight(), 0U);
  queue_.sent(3);
  EXPECT_EQ(shown(), "\nc\n");
  queue_.sent(3);
  EXPECT_TRUE(queue_.empty());
  EXPECT_EQ(queue_.unsent(), 0U);
}

TEST_F(AnswerQueueTest, AnswersOnItsWayWhatNeedsNoArena) {
  add(batch(BatchKind::kAnswered, "pong\n"));
  auto stats = batch(BatchKind::kStats);
  stats->tag = "@s ";
  stats->tally.requests[index_of(verb_named("stats"))] = 1;
  add(std::move(stats));
  EXPECT_FALSE(queue_.has_output());
  EXPECT_TRUE(submitted().empty());
  EXPECT_EQ(shown().rfind("pong\n@s solve=0 ", 0), 0U) << shown();
  EXPECT_EQ(metrics_.requests[index_of(verb_named("stats"))], 1U);
}

TEST_F(AnswerQueueTest, PiecesWithoutAnswerAreNotWaitedFor) {
  add(batch(BatchKind::kAnswered));
  add(batch(BatchKind::kStream, "# nothing\n"));
  add(batch(BatchKind::kAnswered, "pong\n"));
  const auto entries = submitted();
  ASSERT_EQ(entries.size(), 1U);
  answer(*entries[0], "");
  EXPECT_EQ(shown(), "pong\n");
  queue_.sent(5);
  EXPECT_TRUE(queue_.empty());
}

TEST_F(AnswerQueueTest, AFewPiecesOfTheStreamAreUnderway) {
  for (int i = 0; i < 2 * AnswerQueue::kStreamBatches; ++i) {
    add(batch(BatchKind::kStream, "1\n"));
  }
  add(batch(BatchKind::kAnswered, "pong\n"));
  const auto entries = submitted();
  EXPECT_EQ(entries.size(), static_cast<std::size_t>(AnswerQueue::kStreamBatches));
  EXPECT_TRUE(queue_.has_waiting());
  answer(*entries[1], "b\n");
  EXPECT_EQ(submitted().size(), 1U);
  EXPECT_TRUE(submitted().empty());
}

TEST_F(AnswerQueueTest, SearchesAreBoundedForEachClient) {
  settings_.searches_per_client = 2;
  for (int i = 0; i < 3; ++i) add(batch(BatchKind::kSearch));
  const auto entries = submitted();
  ASSERT_EQ(entries.size(), 2U);
  EXPECT_TRUE(queue_.is_searching());
  EXPECT_EQ(budget_.searches.used(), 2U);
  answer(*entries[0], "a\n");
  const auto more = submitted();
  ASSERT_EQ(more.size(), 1U);
  answer(*entries[1], "b\n");
  answer(*more[0], "c\n");
  EXPECT_EQ(shown(), "a\nb\nc\n");
  EXPECT_FALSE(queue_.is_searching());
  EXPECT_EQ(budget_.searches.used(), 0U);
}

TEST_F(AnswerQueueTest, SearchesBeyondTheTotalAreRefused) {
  budget_.searches.set_limit(1);
  AnswerQueue other(budget_, metrics_);
  add(batch(BatchKind::kSearch), other);
  AnswerQueue::Entry* const theirs = other.next_to_submit(settings_);
  ASSERT_NE(theirs, nullptr);
  auto refused = batch(BatchKind::kSearch);
  refused->tag = "@q ";
  add(std::move(refused));
  EXPECT_TRUE(submitted().empty());
  EXPECT_EQ(shown(), "@q error busy too many searches in progress; try again later\n");
  EXPECT_EQ(metrics_.errors[static_cast<std::size_t>(ErrorCode::kBusy)], 1U);
  other.answered(*theirs);
  add(batch(BatchKind::kSearch));
  EXPECT_EQ(submitted().size(), 1U);
}

TEST_F(AnswerQueueTest, NothingIsSubmittedWhileTooMuchIsUnsent) {
  settings_.output_soft_limit = 10;
  add(batch(BatchKind::kAnswered, "0123456789"));
  add(batch(BatchKind::kAnswered, "pong\n"));
  add(batch(BatchKind::kStream, "1\n"));
  EXPECT_TRUE(submitted().empty());
  EXPECT_EQ(shown(), "0123456789");
  EXPECT_TRUE(queue_.has_waiting());
  queue_.sent(1);
  EXPECT_TRUE(submitted().empty());  // with `pong` there is more again
  EXPECT_EQ(shown(), "123456789pong\n");
  queue_.sent(14);
  EXPECT_EQ(submitted().size(), 1U);
}

TEST_F(AnswerQueueTest, AccountsForWhatItHolds) {
  add(batch(BatchKind::kStream, std::string(100'000, '.'), 1000));
  const std::uint64_t held = queue_.held();
  EXPECT_GE(held, 100'000U);
  EXPECT_EQ(budget_.bytes.used(), held);
  EXPECT_EQ(budget_.requests.used(), 1000U);
  AnswerQueue::Entry* const entry = submitted().at(0);
  answer(*entry, std::string(50'000, '1'));
  EXPECT_LT(entry->batch->requests.capacity(), 100U);
  EXPECT_LT(queue_.held(), held);  // the requests are gone
  EXPECT_GE(queue_.held(), 50'000U);
  EXPECT_EQ(budget_.bytes.used(), queue_.held());
  EXPECT_EQ(budget_.requests.used(), 0U);
  queue_.sent(49'999);
  EXPECT_GE(queue_.held(), 50'000U);
  queue_.sent(1);
  EXPECT_EQ(queue_.held(), 0U);
  EXPECT_EQ(budget_.bytes.used(), 0U);
}

TEST_F(AnswerQueueTest, AFloodOfEmptyBatchesIsNotFree) {
  for (int i = 0; i < 1000; ++i) add(batch(BatchKind::kAnswered));
  EXPECT_GE(queue_.held(), 1000 * sizeof(RequestBatch));
}

TEST_F(AnswerQueueTest, AnswersHaveRoomBeforeTheyAreMade) {
  add(batch(BatchKind::kStats));
  EXPECT_GE(queue_.held(), sizeof(RequestBatch) + 600U);
  EXPECT_TRUE(submitted().empty());
  const std::uint64_t before = queue_.held();
  auto first = batch(BatchKind::kSearch);
  first->search = {.verb = &verb_named("first"), .queens = 30, .boards = {.listed = 1000}};
  add(std::move(first));
  EXPECT_GE(queue_.held(), before + 90'000);
  EXPECT_EQ(budget_.bytes.used(), queue_.held());
  answer(*submitted().at(0), "-\n");
  EXPECT_LT(queue_.held(), before + 1000);
  EXPECT_EQ(budget_.bytes.used(), queue_.held());
}

TEST_F(AnswerQueueTest, WhatASearchIsAskedIsCountedUntilItIsAnswered) {
  auto rate = batch(BatchKind::kSearch);
  rate->search = {.verb = &verb_named("rate"), .line = std::string(100'000, '1')};
  auto cover = batch(BatchKind::kSearch);
  cover->search = {.verb = &verb_named("cover"),
                   .problem = std::string(1000, 'p'),
                   .options = std::vector<std::uint32_t>(10'000)};
  add(std::move(rate));
  EXPECT_GE(queue_.held(), 300'000U);  // its own, that in the list of searches, the answer
  add(std::move(cover));
  EXPECT_GE(queue_.held(), 382'000U);
  EXPECT_EQ(budget_.bytes.used(), queue_.held());
  for (AnswerQueue::Entry* const entry : submitted()) answer(*entry, "-\n");
  EXPECT_LT(queue_.held(), 3000U);
  EXPECT_EQ(budget_.bytes.used(), queue_.held());
}

TEST_F(AnswerQueueTest, ABatchThatIsRefusedGivesBackWhatItTook) {
  settings_.searches_per_client = 1;
  for (int round = 0; round < 2 * AnswerQueue::kStreamBatches; ++round) {
    for (const BatchKind kind : {BatchKind::kStream, BatchKind::kSearch}) {
      add(batch(kind, "1\n"));
      const auto entries = submitted();
      ASSERT_EQ(entries.size(), 1U) << round;
      refuse(*entries[0]->batch, ErrorCode::kBusy, "try again later");
      queue_.answered(*entries[0]);
      EXPECT_EQ(shown(), "error busy try again later\n");
      queue_.sent(shown().size());
    }
  }
  EXPECT_EQ(budget_.searches.used(), 0U);
  EXPECT_EQ(budget_.requests.used(), 0U);
  EXPECT_EQ(budget_.bytes.used(), 0U);
}

TEST_F(AnswerQueueTest, NothingIsWrittenBehindABatchThatCloses) {
  for (const char* const text : {"1\n", "2\n", "3\n"}) add(batch(BatchKind::kStream, text));
  const auto entries = submitted();
  ASSERT_EQ(entries.size(), 3U);
  answer(*entries[2], "c\n");
  entries[1]->batch->closes = CloseReason::kLineTooLong;
  queue_.answered(*entries[1]);
  add(batch(BatchKind::kAnswered, "pong\n"));
  EXPECT_TRUE(submitted().empty());
  EXPECT_FALSE(queue_.is_closed());
  answer(*entries[0], "a\n");
  EXPECT_EQ(shown(), "a\n");
  queue_.sent(2);
  EXPECT_TRUE(queue_.is_closed());
  EXPECT_FALSE(queue_.has_output());
}

TEST_F(AnswerQueueTest, WhenItGoesNothingOfItIsCountedAnyMore) {
  {
    AnswerQueue queue(budget_, metrics_);
    for (int i = 0; i < 6; ++i) add(batch(BatchKind::kStream, "1\n2\n", 2), queue);
    queue.answered(*queue.next_to_submit(settings_));
    EXPECT_EQ(budget_.requests.used(), 10U);
  }
  EXPECT_EQ(budget_.requests.used(), 0U);
  EXPECT_EQ(budget_.bytes.used(), 0U);
}

TEST_F(AnswerQueueTest, AnyOrderOfAnswersAndAnySizesOfWritesKeepTheOrder) {
  std::mt19937 random(1);
  std::string expected;
  std::string sent;
  std::vector<AnswerQueue::Entry*> underway;
  std::vector<std::string> texts;
  int added = 0;
  while (added < 300 || !queue_.empty()) {
    const auto what = random() % 3;
    if (what == 0 && added < 300) {
      const std::string text(random() % 50, static_cast<char>('a' + added++ % 26));
      expected += text;
      auto next = batch(random() % 3 == 0 ? BatchKind::kAnswered : BatchKind::kStream, text);
      next->tag = text;  // what it will be answered
      add(std::move(next));
    } else if (what == 1) {
      for (AnswerQueue::Entry* const entry : submitted()) underway.push_back(entry);
      if (underway.empty()) continue;
      std::swap(underway[random() % underway.size()], underway.back());
      answer(*underway.back(), underway.back()->batch->tag);
      underway.pop_back();
    } else {
      const std::string text = shown(1 + random() % 4);
      const std::size_t part = text.empty() ? 0 : random() % (text.size() + 1);
      sent += text.substr(0, part);
      queue_.sent(part);
    }
  }
  EXPECT_EQ(sent, expected);
  EXPECT_EQ(budget_.bytes.used(), 0U);
}

}  // namespace
}  // namespace puzzled::net
