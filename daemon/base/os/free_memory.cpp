#include "daemon/base/os/free_memory.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>

namespace puzzled {
namespace {

using Path = std::filesystem::path;

/// The number after `key` in a file of such pairs (/proc/meminfo, memory.stat).
std::optional<std::uint64_t> number_at(const Path& path, const std::string& key) {
  std::ifstream file(path);
  std::string word;
  std::uint64_t number = 0;
  while (file >> word) {
    if (word == key) return file >> number ? std::optional(number) : std::nullopt;
  }
  return std::nullopt;
}

/// The number in a file; nothing if it holds a word ("max") or does not exist.
std::optional<std::uint64_t> number_in(const Path& path) {
  std::ifstream file(path);
  std::uint64_t number = 0;
  return file >> number ? std::optional(number) : std::nullopt;
}

/// The names of the same files in the two versions of control groups.
struct GroupFiles {
  const char* mount;
  const char* limit;
  const char* usage;
  const char* reclaimable;  // file pages not in use: the first to go when memory gets short
};
constexpr GroupFiles kVersion1 = {"sys/fs/cgroup/memory", "memory.limit_in_bytes",
                                  "memory.usage_in_bytes", "total_inactive_file"};
constexpr GroupFiles kVersion2 = {"sys/fs/cgroup", "memory.max", "memory.current", "inactive_file"};

/// The minimum that the group or one of its ancestors leaves free.
std::uint64_t free_in_group(const Path& root, const GroupFiles& files, const std::string& group) {
  const Path mount = root / files.mount;
  std::uint64_t least = UINT64_MAX;
  // Inside a container the path may be that of the host, of which only the mount's root is seen.
  for (Path path = mount / Path(group).relative_path();; path = path.parent_path()) {
    const std::optional<std::uint64_t> limit = number_in(path / files.limit);
    const std::optional<std::uint64_t> usage = number_in(path / files.usage);
    if (limit && usage) {
      const std::uint64_t held =
          *usage - std::min(*usage, number_at(path / "memory.stat", files.reclaimable).value_or(0));
      least = std::min(least, *limit - std::min(*limit, held));
    }
    if (path == mount || !path.has_relative_path()) return least;
  }
}

std::uint64_t free_in_groups(const Path& root) {
  std::uint64_t least = UINT64_MAX;
  std::ifstream groups(root / "proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {  // `0::/path` or `4:memory:/path`
    const std::size_t controllers = line.find(':') + 1;
    const std::size_t path = line.find(':', controllers) + 1;
    if (controllers == 0 || path == 0) continue;
    const std::string named = ',' + line.substr(controllers, path - 1 - controllers) + ',';
    if (named == ",,") least = std::min(least, free_in_group(root, kVersion2, line.substr(path)));
    if (named.find(",memory,") != std::string::npos) {
      least = std::min(least, free_in_group(root, kVersion1, line.substr(path)));
    }
  }
  return least;
}

/// Column `column` of /proc/self/statm, in bytes.
std::uint64_t own_memory(int column) {
  std::ifstream file("/proc/self/statm");
  std::uint64_t pages = 0;
  for (int i = 0; i <= column; ++i) file >> pages;
  return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

std::uint64_t free_in_address_space() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return UINT64_MAX;
  return limit.rlim_cur - std::min<std::uint64_t>(limit.rlim_cur, own_memory(0));
}

}  // namespace

std::uint64_t free_memory(const std::string& root) {
  const Path top = root + "/";
  const std::uint64_t kilobytes =
      number_at(top / "proc/meminfo", "MemAvailable:").value_or(UINT64_MAX / 1024);
  return std::min({kilobytes * 1024, free_in_groups(top), free_in_address_space()});
}

std::uint64_t resident_memory() {
  return own_memory(1);
}

std::uint64_t virtual_memory() {
  return own_memory(0);
}

std::string memory_text(std::uint64_t bytes) {
  auto number = static_cast<double>(bytes) / 1024;
  const char* unit = "KiB";
  for (const char* larger : {"MiB", "GiB", "TiB"}) {
    if (number < 999.5) break;
    number /= 1024;
    unit = larger;
  }
  char text[32];
  std::snprintf(text, sizeof text, number < 9.95 ? "%.1f %s" : "%.0f %s", number, unit);
  return text;
}

}  // namespace puzzled
