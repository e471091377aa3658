// What is free: told by the system, and less where a control group says so.
#include "daemon/base/os/free_memory.hpp"

#include <gtest/gtest.h>

#include "temporary_directory.hpp"

namespace puzzled {
namespace {

/// /proc and /sys of some machine with 8 GiB available.
class FreeMemory : public testing::Test {
 protected:
  void write(const std::string& path, const std::string& text) {
    std::filesystem::create_directories(std::filesystem::path(directory.path(path)).parent_path());
    directory.write(path, text);
  }
  std::uint64_t free() { return free_memory(directory.path("")); }

  TemporaryDirectory directory;
};

constexpr std::uint64_t kMiB = 1 << 20;

TEST_F(FreeMemory, IsWhatTheSystemHasAvailable) {
  write("proc/meminfo", "MemTotal: 16777216 kB\nMemFree: 1024 kB\nMemAvailable: 8388608 kB\n");
  EXPECT_EQ(free(), 8192 * kMiB);
  write("proc/self/cgroup", "0::/user/me\n");
  EXPECT_EQ(free(), 8192 * kMiB);
}

TEST_F(FreeMemory, IsWhatTheControlGroupsLeave) {
  write("proc/meminfo", "MemAvailable: 8388608 kB\n");
  write("proc/self/cgroup", "0::/user/me\n");
  write("sys/fs/cgroup/user/me/memory.max", "max\n");
  write("sys/fs/cgroup/user/me/memory.current", "1048576\n");
  EXPECT_EQ(free(), 8192 * kMiB);
  write("sys/fs/cgroup/user/memory.max", std::to_string(1000 * kMiB) + '\n');  // that around it
  write("sys/fs/cgroup/user/memory.current", std::to_string(400 * kMiB) + '\n');
  EXPECT_EQ(free(), 600 * kMiB);
  write("sys/fs/cgroup/user/memory.stat",
        "anon 5\nfile 7\ninactive_file " + std::to_string(100 * kMiB) + "\n");
  EXPECT_EQ(free(), 700 * kMiB);
  write("sys/fs/cgroup/memory.max", "1048576\n");  // a container's own, all in use
  write("sys/fs/cgroup/memory.current", "2097152\n");
  EXPECT_EQ(free(), 0u);
}

TEST_F(FreeMemory, KnowsControlGroupsOfVersion1) {
  write("proc/meminfo", "MemAvailable: 8388608 kB\n");
  write("proc/self/cgroup", "11:cpu,cpuacct:/a\n4:memory:/job/7\n0::/\n");
  write("sys/fs/cgroup/memory/job/7/memory.limit_in_bytes", std::to_string(300 * kMiB));
  write("sys/fs/cgroup/memory/job/7/memory.usage_in_bytes", std::to_string(100 * kMiB));
  EXPECT_EQ(free(), 200 * kMiB);
}

TEST(ThisMachine, HasMemory) {
  EXPECT_GT(free_memory(), 0u);
  EXPECT_LT(free_memory(), std::uint64_t{1} << 50);
  EXPECT_GT(resident_memory(), 100'000u);
}

TEST(MemoryText, IsRounded) {
  EXPECT_EQ(memory_text(900 * 1024), "900 KiB");
  EXPECT_EQ(memory_text(kMiB), "1.0 MiB");
  EXPECT_EQ(memory_text(3 * kMiB / 2), "1.5 MiB");
  EXPECT_EQ(memory_text(64 * kMiB), "64 MiB");
  EXPECT_EQ(memory_text(5000 * kMiB), "4.9 GiB");
}

}  // namespace
}  // namespace puzzled
