// The loop: calls from other threads arrive, all of them and in the order of each thread, and what
// it waits for comes when it is due.
#include "daemon/net/loop/loop.hpp"

#include <gtest/gtest.h>
#include <sys/eventfd.h>

#include <chrono>
#include <future>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace puzzled::net {
namespace {

using namespace std::chrono_literals;

TEST(Loop, MakesAllCallsInTheOrderOfEachThread) {
  constexpr std::size_t kThreads = 4;
  constexpr int kCalls = 20'000;
  Loop loop;
  std::vector<int> next(kThreads, 0);
  std::size_t done = 0;
  std::vector<std::thread> threads;
  for (std::size_t thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&, thread] {
      for (int i = 0; i < kCalls; ++i) {
        loop.post([&, thread, i] {
          EXPECT_EQ(next[thread]++, i);
          if (i + 1 == kCalls && ++done == kThreads) loop.stop();
        });
        if (i % 100 == 0) std::this_thread::yield();  // sometimes the loop is faster
      }
    });
  }
  loop.run();
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(next, std::vector<int>(kThreads, kCalls));
}

TEST(Loop, ACallMayPostAnother) {
  Loop loop;
  int calls = 0;
  std::function<void()> again = [&] {
    if (++calls == 1000) return loop.stop();
    loop.post(again);
  };
  loop.post(again);
  loop.run();
  EXPECT_EQ(calls, 1000);
}

TEST(Loop, WhatACallThrowsComesOut) {
  Loop loop;
  loop.post([] { throw std::runtime_error("broken"); });
  EXPECT_THROW(loop.run(), std::runtime_error);
}

TEST(Loop, CallsThatAreNotMadeAreDroppedWithWhatTheyHold) {
  const auto held = std::make_shared<int>(1);
  {
    Loop loop;
    for (int i = 0; i < 3; ++i) loop.post([held] { FAIL(); });
    EXPECT_EQ(held.use_count(), 4);
  }
  EXPECT_EQ(held.use_count(), 1);
}

TEST(LoopTimer, KeepsToTheLastTimeThatWasSet) {
  Loop loop;
  std::vector<std::string> fired;
  LoopTimer cancelled(loop, [&] { fired.emplace_back("cancelled"); });
  LoopTimer first(loop, [&] { fired.emplace_back("first"); });
  LoopTimer last(loop, [&] {
    fired.emplace_back("last");
    loop.stop();
  });
  cancelled.start(0ms);
  cancelled.cancel();
  last.start(0ms);
  last.start(2ms);  // instead
  first.start(1ms);
  EXPECT_TRUE(last.is_active());
  EXPECT_FALSE(cancelled.is_active());
  loop.run();
  EXPECT_EQ(fired, (std::vector<std::string>{"first", "last"}));
  EXPECT_FALSE(first.is_active());
}

TEST(LoopTimer, DoesNotCallWhenItIsGone) {
  Loop loop;
  auto timer = std::make_unique<LoopTimer>(loop, [] { FAIL(); });
  timer->start(0ms);
  // Both are due at once; the first call destroys the other timer.
  LoopTimer first(loop, [&] {
    timer.reset();
    loop.defer([&] { loop.stop(); });
  });
  timer->start(1ms);
  first.start(0ms);
  std::this_thread::sleep_for(5ms);
  loop.run();
}

TEST(Readable, CallsAgainWhenStartedAgain) {
  Loop loop;
  int calls = 0;
  Readable readable(loop, ::eventfd(1, EFD_CLOEXEC | EFD_NONBLOCK), [&] {
    if (++calls == 4) return loop.stop();
    readable.start();
  });
  readable.start();
  loop.run();
  EXPECT_EQ(calls, 4);
}

TEST(LoopThread, DoesAllThatWasPostedBeforeItEndsAndWhatComesLater) {
  int done = 0;
  LoopThread thread;
  for (int i = 0; i < 3; ++i) thread.loop().post([&] { ++done; });
  thread.start();
  thread.loop().post([&] { ++done; });
  thread.end();
  EXPECT_EQ(done, 4);
  thread.loop().post([&] { ++done; });
  thread.end();
  EXPECT_EQ(done, 5);
}

TEST(LoopThread, ThatHangsIsNoticed) {
  LoopThread thread;
  thread.start();
  std::promise<void> end;
  thread.loop().post([ended = end.get_future().share()] { ended.wait(); });
  while (thread.loop().stalled() < 2s) std::this_thread::sleep_for(1ms);
  end.set_value();
  while (thread.loop().stalled() >= 2s) std::this_thread::yield();
}

}  // namespace
}  // namespace puzzled::net
