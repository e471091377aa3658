#include "daemon/base/files/temporary_file.hpp"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <optional>

#include "daemon/base/os/system_error.hpp"

namespace puzzled {
namespace {

Error reason() {
  return {with_file_limit(std::strerror(errno))};
}

/// Short, so that it is allowed wherever the user's name is.
std::string random_name() {
  std::uint64_t number = 0;
  if (::getrandom(&number, sizeof number, 0) < 0) number = static_cast<std::uint64_t>(::getpid());
  char name[64];
  std::snprintf(name, sizeof name, ".puzzled-%016llx.tmp", static_cast<unsigned long long>(number));
  return name;
}

/// The path in /proc of a file without a name.
std::string proc_path(int file) {
  return "/proc/self/fd/" + std::to_string(file);
}

/// Calls `make(name)` with new names until one is not in use; the name, or nothing and errno.
template <class Make>
std::optional<std::string> with_new_name(const Make& make) {
  for (;;) {
    std::string name = random_name();
    if (make(name)) return name;
    if (errno != EEXIST) return std::nullopt;
  }
}

}  // namespace

Result<TemporaryFile> TemporaryFile::create(int directory, mode_t mode, Kind kind) {
  if (kind == Kind::kUnnamedIfPossible) {
    FileDescriptor file(::openat(directory, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, mode));
    // Without /proc it could not be given a name.
    if (file.valid() && ::access(proc_path(file.get()).c_str(), F_OK) == 0) {
      return TemporaryFile(directory, std::move(file), "");
    }
  }
  FileDescriptor file;
  const std::optional<std::string> name = with_new_name([&](const std::string& candidate) {
    file = FileDescriptor(::openat(directory, candidate.c_str(),
                                   O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, mode));
    return file.valid();
  });
  if (!name) return reason();
  return TemporaryFile(directory, std::move(file), *name);
}

Result<> TemporaryFile::cut(std::uint64_t size) {
  if (!file_.valid()) return {};
  if (::ftruncate(file_.get(), static_cast<off_t>(size)) != 0) return reason();
  return {};
}

/// A link cannot replace a file, a rename can: so the file gets a temporary name first.
Result<> TemporaryFile::give_temporary_name() {
  const std::string path = proc_path(file_.get());
  const std::optional<std::string> name = with_new_name([&](const std::string& candidate) {
    return ::linkat(AT_FDCWD, path.c_str(), directory_, candidate.c_str(), AT_SYMLINK_FOLLOW) == 0;
  });
  if (!name) return reason();
  name_ = *name;
  return {};
}

Result<> TemporaryFile::close() {
  if (!file_.valid()) return {};
  if (name_.empty()) {
    if (const Result<> named = give_temporary_name(); !named) return named.error();
  }
  // Some file systems report a full disk only here: then the file is incomplete.
  if (::close(file_.release()) != 0) {
    const Error error = reason();
    remove();
    return error;
  }
  return {};
}

Result<> TemporaryFile::rename_to(int directory, const std::string& name) {
  if (const Result<> closed = close(); !closed) return closed.error();
  if (name_.empty()) return Error{"the file is gone"};
  if (::renameat(directory_, name_.c_str(), directory, name.c_str()) != 0) return reason();
  name_.clear();
  return {};
}

void TemporaryFile::remove() {
  if (!name_.empty()) ::unlinkat(directory_, name_.c_str(), 0);
  name_.clear();
}

}  // namespace puzzled
