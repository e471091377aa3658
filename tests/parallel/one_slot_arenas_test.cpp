// Work in arenas of one slot: every start is a call, never two at a time in one arena.
#include "parallel/one_slot_arenas.hpp"

#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "parallel/workers.hpp"

namespace puzzled::parallel {
namespace {

/// Arenas whose starts are counted.
class OneSlotArenasTest : public testing::TestWithParam<int> {
 protected:
  void work(int arena) {
    std::unique_lock lock(mutex_);
    EXPECT_TRUE(at_work_.insert(arena).second) << "twice at a time";
    EXPECT_NE(std::this_thread::get_id(), caller_);
    changed_.notify_all();
    if (all_at_once_) changed_.wait(lock, [this] { return at_work_.size() == arenas_count(); });
    ++calls_[static_cast<std::size_t>(arena)];
    if (!all_at_once_) at_work_.erase(arena);
    changed_.notify_all();
  }

  std::size_t arenas_count() const { return static_cast<std::size_t>(GetParam()); }

  void wait_for(int calls, int arena) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return calls_[static_cast<std::size_t>(arena)] == calls; });
  }

  const std::thread::id caller_ = std::this_thread::get_id();
  std::mutex mutex_;
  std::condition_variable changed_;
  std::set<int> at_work_;
  bool all_at_once_ = false;
  std::vector<int> calls_ = std::vector<int>(arenas_count());
  OneSlotArenas arenas_{GetParam(), [this](int arena) { work(arena); }};
};

TEST_P(OneSlotArenasTest, EachStartIsACall) {
  for (int round = 1; round <= 200; ++round) {
    for (int arena = 0; arena < GetParam(); ++arena) arenas_.start(arena);
    for (int arena = 0; arena < GetParam(); ++arena) wait_for(round, arena);
  }
}

TEST_P(OneSlotArenasTest, AllWorkAtOnceEvenBeyondTheProcessors) {
  all_at_once_ = true;
  for (int arena = 0; arena < GetParam(); ++arena) arenas_.start(arena);
  for (int arena = 0; arena < GetParam(); ++arena) wait_for(1, arena);
}

INSTANTIATE_TEST_SUITE_P(Arenas, OneSlotArenasTest, testing::Values(1, 2, available_threads() + 3));

}  // namespace
}  // namespace puzzled::parallel
