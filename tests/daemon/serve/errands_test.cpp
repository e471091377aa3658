// Errands of many threads: all are done, those of each thread in order, and none after the end.
#include "daemon/serve/errands.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace puzzled::serve {
namespace {

TEST(Errands, AreAllDoneInTheOrderOfEachThread) {
  constexpr std::size_t kThreads = 4;
  constexpr int kErrands = 20'000;
  std::vector<int> next(kThreads, 0);
  {
    Errands errands;
    std::vector<std::thread> threads;
    for (std::size_t thread = 0; thread < kThreads; ++thread) {
      threads.emplace_back([&, thread] {
        for (int i = 0; i < kErrands; ++i) {
          errands.put([&next, thread, i] { EXPECT_EQ(next[thread]++, i); });
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
  }
  EXPECT_EQ(next, std::vector<int>(kThreads, kErrands));
}

TEST(Errands, OneThatThrowsIsToldAndTheOthersAreDone) {
  std::vector<std::string> reasons;
  int done = 0;
  Errands errands([&](std::string_view reason) { reasons.emplace_back(reason); });
  for (int i = 0; i < 3; ++i) {
    errands.put([&] { ++done; });
    errands.put([] { throw std::runtime_error("broken"); });
    errands.put([] { throw 1; });
  }
  errands.put([&] { ++done; });
  errands.end();
  EXPECT_EQ(done, 4);
  EXPECT_EQ(reasons.size(), 6U);
  EXPECT_EQ(reasons.front(), "broken");
}

TEST(Errands, WhoeverPutsThemDoesNotWait) {
  std::atomic<bool> may_go_on = false;
  int done = 0;
  Errands errands;
  errands.put([&] {
    while (!may_go_on) std::this_thread::yield();
    ++done;
  });
  errands.put([&] { ++done; });
  may_go_on = true;
  errands.end();
  EXPECT_EQ(done, 2);
  errands.end();
}

TEST(Errands, OneThatDoesNotEndIsNoticed) {
  Errands errands;
  std::promise<void> end;
  errands.put([ended = end.get_future().share()] { ended.wait(); });
  while (errands.stalled() < std::chrono::seconds(2)) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  end.set_value();
  while (errands.stalled() >= std::chrono::seconds(2)) std::this_thread::yield();
}

}  // namespace
}  // namespace puzzled::serve
