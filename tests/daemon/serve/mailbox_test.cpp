// Word from many threads to one loop: all of it, and in the order of each.
#include "daemon/serve/mailbox.hpp"

#include <gtest/gtest.h>

#include <boost/asio/executor_work_guard.hpp>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

namespace puzzled::serve {
namespace {

TEST(Mailbox, BringsEverythingInTheOrderOfItsSender) {
  constexpr std::size_t kSenders = 4;
  constexpr int kLetters = 20'000;
  boost::asio::io_context context;
  Mailbox mailbox(context);
  std::vector<int> next(kSenders, 0);
  std::size_t done = 0;
  std::vector<std::thread> senders;
  for (std::size_t sender = 0; sender < kSenders; ++sender) {
    senders.emplace_back([&, sender] {
      for (int i = 0; i < kLetters; ++i) {
        mailbox.put([&, sender, i] {
          EXPECT_EQ(next[sender]++, i);
          if (i + 1 == kLetters && ++done == kSenders) context.stop();
        });
        if (i % 100 == 0) std::this_thread::yield();  // sometimes the loop is faster
      }
    });
  }
  context.run();
  for (std::thread& sender : senders) sender.join();
  EXPECT_EQ(next, std::vector<int>(kSenders, kLetters));
}

TEST(Mailbox, ALetterMayPutAnother) {
  boost::asio::io_context context;
  Mailbox mailbox(context);
  int calls = 0;
  std::function<void()> again = [&] {
    if (++calls == 1000) return context.stop();
    mailbox.put(again);
  };
  mailbox.put(again);
  context.run();
  EXPECT_EQ(calls, 1000);
}

TEST(Mailbox, GoesOnBehindALetterThatThrows) {
  boost::asio::io_context context;
  Mailbox mailbox(context);
  std::vector<int> read;
  for (int i = 0; i < 10; ++i) {
    mailbox.put([&, i] {
      if (i % 3 == 1) throw std::runtime_error("broken");
      read.push_back(i);
      if (i == 9) context.stop();
    });
  }
  int failures = 0;
  const auto guard = boost::asio::make_work_guard(context);
  while (!context.stopped()) {
    try {
      mailbox.resume();
      context.run();
    } catch (const std::runtime_error&) {
      ++failures;
    }
  }
  EXPECT_EQ(failures, 3);
  EXPECT_EQ(read, (std::vector<int>{0, 2, 3, 5, 6, 8, 9}));
}

TEST(Mailbox, WhatIsNotReadIsDroppedWithWhatItHolds) {
  const auto held = std::make_shared<int>(1);
  {
    boost::asio::io_context context;
    Mailbox mailbox(context);
    for (int i = 0; i < 3; ++i) mailbox.put([held] { FAIL(); });
    EXPECT_EQ(held.use_count(), 4);
  }
  EXPECT_EQ(held.use_count(), 1);
}

}  // namespace
}  // namespace puzzled::serve
