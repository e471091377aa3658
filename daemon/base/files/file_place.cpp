#include "daemon/base/files/file_place.hpp"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <string_view>
#include <utility>

#include "daemon/base/os/system_error.hpp"
#include "daemon/base/text/quantity.hpp"

namespace puzzled {
namespace {

constexpr int kMaxLinks = 40;  // as many as the kernel follows

FileDescriptor open_directory(const char* path) {
  return FileDescriptor(::open(path, O_PATH | O_DIRECTORY | O_CLOEXEC));
}

bool is_in_proc(int directory) {
  struct statfs system {};
  return ::fstatfs(directory, &system) == 0 && system.f_type == PROC_SUPER_MAGIC;
}

/// The number of our own open file if `name` in `directory` stands for one.
std::optional<int> own_descriptor(int directory, std::string_view name) {
  struct stat here {};
  if (::fstat(directory, &here) != 0) return std::nullopt;
  for (const char* const list : {"/proc/self/fd", "/proc/thread-self/fd"}) {
    struct stat ours {};
    if (::stat(list, &ours) != 0 || ours.st_dev != here.st_dev || ours.st_ino != here.st_ino) {
      continue;
    }
    if (const std::optional<int> number = parse_whole<int>(name)) return number;
  }
  return std::nullopt;
}

/// Whether a link may be followed; both by their attributes.
bool is_followed(LinkRule rule, const struct stat& directory, const struct stat& link) {
  const bool ours = directory.st_uid == ::geteuid() || directory.st_uid == 0;
  if (rule == LinkRule::kPrivate) return ours && (directory.st_mode & (S_IWGRP | S_IWOTH)) == 0;
  return (directory.st_mode & S_IWOTH) == 0 || link.st_uid == ::geteuid() ||
         link.st_uid == directory.st_uid;
}

std::string planted_link_text(LinkRule rule, const std::string& name) {
  return rule == LinkRule::kPrivate
             ? "'" + name + "' is a symbolic link in a directory that others can write to"
             : "'" + name + "' is a symbolic link of another user in a directory that everybody " +
                   "can write to";
}

/// The walk along a path.
class Walk {
 public:
  Walk(const std::string& path, LinkRule rule, const std::string& purpose)
      : rule_(rule),
        purpose_(purpose),
        directory_(open_directory(path.starts_with('/') ? "/" : ".")),
        rest_(path) {}

  Result<FilePlace> run() {
    if (rest_.empty()) return failure(ENOENT);
    if (!directory_.valid()) return failure(errno);
    for (;;) {
      const std::string name = next_component();
      if (name.empty()) return failure(EISDIR);  // the path ends in a directory
      const bool last = rest_.empty();
      struct stat info {};
      if (::fstatat(directory_.get(), name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0) {
        if (errno == ENOENT && last) return place(name);
        return failure(errno);
      }
      const bool is_link = S_ISLNK(info.st_mode);
      if (is_link && !is_in_proc(directory_.get())) {
        if (const Result<> followed = follow(name, info); !followed) return followed.error();
      } else if (is_link && last) {
        FilePlace found = place(name);
        found.own_descriptor = own_descriptor(found.directory.get(), name);
        found.is_proc_link = true;
        return found;
      } else if (last && !S_ISDIR(info.st_mode)) {
        return place(name);
      } else {
        const int follow_proc = is_link ? 0 : O_NOFOLLOW;
        FileDescriptor next(::openat(directory_.get(), name.c_str(),
                                     O_PATH | O_DIRECTORY | O_CLOEXEC | follow_proc));
        if (!next.valid()) return failure(errno);
        directory_ = std::move(next);
      }
    }
  }

 private:
  Error failure(int code) const { return system_error(purpose_, code); }

  FilePlace place(const std::string& name) {
    return {.directory = std::move(directory_),
            .name = name,
            .own_descriptor = std::nullopt,
            .is_proc_link = false};
  }

  /// Removes the first component from the rest, which then begins with a slash or is empty.
  std::string next_component() {
    const std::size_t begin = std::min(rest_.find_first_not_of('/'), rest_.size());
    const std::size_t end = std::min(rest_.find('/', begin), rest_.size());
    std::string name = rest_.substr(begin, end - begin);
    rest_.erase(0, end);
    return name;
  }

  /// Puts the target of the link in front of the rest.
  Result<> follow(const std::string& name, const struct stat& link) {
    if (++links_ > kMaxLinks) return failure(ELOOP);
    struct stat here {};
    if (::fstat(directory_.get(), &here) != 0) return failure(errno);
    if (!is_followed(rule_, here, link)) {
      return Error{purpose_ + ": " + planted_link_text(rule_, name)};
    }
    char target[PATH_MAX];
    const ssize_t size = ::readlinkat(directory_.get(), name.c_str(), target, sizeof target);
    if (size < 0) return failure(errno);
    rest_.insert(0, target, static_cast<std::size_t>(size));
    if (rest_.starts_with('/')) directory_ = open_directory("/");
    return directory_.valid() ? Result<>() : failure(errno);
  }

  const LinkRule rule_;
  const std::string& purpose_;
  FileDescriptor directory_;
  std::string rest_;  // of the path
  int links_ = 0;
};

}  // namespace

Result<FilePlace> find_place(const std::string& path, LinkRule rule, const std::string& purpose) {
  return Walk(path, rule, purpose).run();
}

}  // namespace puzzled
