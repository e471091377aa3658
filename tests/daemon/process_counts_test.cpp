// What the process has open and running.
#include "daemon/base/os/process_counts.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "daemon/base/os/file_descriptor.hpp"

namespace puzzled {
namespace {

TEST(ProcessCounts, OpenFilesAreCounted) {
  const std::uint64_t before = open_files();
  EXPECT_GE(before, 3U);
  std::vector<FileDescriptor> files;
  for (int i = 0; i < 50; ++i) files.emplace_back(::dup(0));
  // Where they must be counted one by one, that is not done at every call.
  while (open_files() < before + 50) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_EQ(open_files(), before + 50);
  EXPECT_GT(max_open_files(), before);
}

TEST(ProcessCounts, ThreadsAreCounted) {
  // The thread sanitizer starts a thread of its own beside the first one.
  std::thread([] {}).join();
  const std::uint64_t before = thread_count();
  EXPECT_GE(before, 1U);
  std::mutex mutex;
  std::condition_variable ended;
  bool is_ended = false;
  std::thread other([&] {
    std::unique_lock lock(mutex);
    ended.wait(lock, [&] { return is_ended; });
  });
  EXPECT_EQ(thread_count(), before + 1);
  {
    const std::lock_guard lock(mutex);
    is_ended = true;
  }
  ended.notify_one();
  other.join();
}

}  // namespace
}  // namespace puzzled
