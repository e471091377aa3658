#include "daemon/base/log/log_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <climits>

#include "daemon/base/os/file_descriptor.hpp"
#include "daemon/base/os/system_error.hpp"

namespace puzzled {

LogFile::LogFile(int descriptor) : descriptor_(descriptor) {
  struct ::stat status {};
  if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) return;
  char path[PATH_MAX];
  const std::string link = "/proc/self/fd/" + std::to_string(descriptor);
  const ssize_t size = ::readlink(link.c_str(), path, sizeof path);
  if (size <= 0 || static_cast<std::size_t>(size) == sizeof path) return;
  const std::string name(path, static_cast<std::size_t>(size));
  // A file that has been deleted has a name that leads nowhere.
  struct ::stat named {};
  if (::stat(name.c_str(), &named) != 0) return;
  if (named.st_dev == status.st_dev && named.st_ino == status.st_ino) path_ = name;
}

Result<> LogFile::reopen() const {
  struct ::stat before {};
  if (::fstat(descriptor_, &before) != 0) return system_error(path_);
  // The name had no link at its end when we noted it: one that is there now was put there, perhaps
  // to have us write into another file.
  const FileDescriptor file(
      ::open(path_.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK,
             before.st_mode & 0777U));
  if (!file.valid()) return system_error(path_);
  struct ::stat status {};
  if (::fstat(file.get(), &status) != 0) return system_error(path_);
  if (!S_ISREG(status.st_mode)) return Error{path_ + ": not a regular file"};
  if (::dup2(file.get(), descriptor_) < 0) return system_error(path_);
  return {};
}

}  // namespace puzzled
