#include "daemon/base/os/process_counts.hpp"

#include <dirent.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <chrono>
#include <fstream>
#include <mutex>
#include <string>

namespace puzzled {
namespace {

constexpr const char* kOpenFiles = "/proc/self/fd";

std::uint64_t count_open_files() {
  ::DIR* const folder = ::opendir(kOpenFiles);
  if (folder == nullptr) return 0;
  std::uint64_t entries = 0;
  while (::readdir(folder) != nullptr) ++entries;
  ::closedir(folder);
  constexpr std::uint64_t kNotCounted = 3;  // `.`, `..`, and the folder, which we have opened
  return entries - (entries < kNotCounted ? entries : kNotCounted);
}

}  // namespace

std::uint64_t open_files() {
  struct ::stat status {};
  if (::stat(kOpenFiles, &status) == 0 && status.st_size > 0) {
    return static_cast<std::uint64_t>(status.st_size);
  }
  using Clock = std::chrono::steady_clock;
  constexpr int kPauses = 99;  // for each time that a count takes
  static std::mutex mutex;
  static std::uint64_t count = 0;
  static Clock::time_point next{};
  const std::lock_guard lock(mutex);
  const Clock::time_point begin = Clock::now();
  if (begin < next) return count;
  count = count_open_files();
  const Clock::time_point end = Clock::now();
  next = end + kPauses * (end - begin);
  return count;
}

std::uint64_t max_open_files() {
  ::rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  return limit.rlim_cur;
}

std::uint64_t thread_count() {
  std::ifstream file("/proc/self/status");
  std::uint64_t threads = 0;
  for (std::string word; file >> word;) {
    if (word == "Threads:") return file >> threads ? threads : 0;
  }
  return 0;
}

}  // namespace puzzled
