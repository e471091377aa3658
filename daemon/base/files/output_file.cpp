#include "daemon/base/files/output_file.hpp"

#include <fcntl.h>
#include <linux/magic.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <utility>

#include "daemon/base/files/file_attributes.hpp"
#include "daemon/base/os/message.hpp"
#include "daemon/base/os/standard_streams.hpp"
#include "daemon/base/os/system_error.hpp"

namespace puzzled {
namespace {

// Writing to blocks that are allocated beforehand takes a third less time: 9.3 ns instead of 14.7
// for a line of 82 bytes (ext4; steps of 64 or 256 MiB are not faster). Not worth it for small
// files.
constexpr std::uint64_t kRoomStep = 16 << 20;
constexpr std::uint64_t kSmallFile = 1 << 20;

constexpr mode_t kNewFileMode = 0666;  // the system applies the umask
constexpr mode_t kSecretMode = 0600;

std::string purpose_of(const std::string& path) {
  return "cannot write to " + path;
}

/// Why an existing name in a directory cannot be given to another file although new files can be
/// created there: errno, or 0 if it can.
int replace_error(int directory, const std::string& name) {
  struct statx info {};
  if (::statx(directory, name.c_str(), AT_SYMLINK_NOFOLLOW, STATX_TYPE | STATX_UID, &info) != 0) {
    return errno == ENOENT ? 0 : errno;
  }
  if (S_ISDIR(info.stx_mode)) return EISDIR;
  if ((info.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0) return EBUSY;  // mounted on its own
  struct stat around {};
  if (::fstat(directory, &around) != 0) return errno;
  const uid_t us = ::geteuid();
  const bool sticky = (around.st_mode & S_ISVTX) != 0;
  return sticky && us != 0 && us != info.stx_uid && us != around.st_uid ? EPERM : 0;
}

/// Whether a file can be renamed from one directory to the other.
bool are_on_one_mount(int directory, int other) {
  struct statx here {};
  struct statx there {};
  return ::statx(directory, "", AT_EMPTY_PATH, STATX_MNT_ID, &here) == 0 &&
         ::statx(other, "", AT_EMPTY_PATH, STATX_MNT_ID, &there) == 0 &&
         here.stx_mnt_id == there.stx_mnt_id && here.stx_dev_major == there.stx_dev_major &&
         here.stx_dev_minor == there.stx_dev_minor;
}

}  // namespace

Result<std::unique_ptr<OutputFile>> OutputFile::open(const std::string& path, bool keeps_partial) {
  if (path.empty()) return Error{"the name of the output is empty ('-' is standard output)"};
  const bool standard = path == "-";
  if (standard) {
    if (const Result<> open = check_standard_output(); !open) return open.error();
  }
  std::unique_ptr<OutputFile> output(new OutputFile(standard ? "standard output" : path));
  const Result<> opened =
      standard ? output->open_descriptor(STDOUT_FILENO) : output->open_path(keeps_partial);
  if (!opened) return opened.error();
  return output;
}

Result<> OutputFile::open_path(bool keeps_partial) {
  Result<FilePlace> place = find_place(name_, LinkRule::kTrusted, purpose_of(name_));
  if (!place) return place.error();
  struct stat info {};
  const int directory = place->directory.get();
  const bool exists = ::fstatat(directory, place->name.c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0;
  if (exists && S_ISSOCK(info.st_mode)) return Error{purpose_of(name_) + ": it is a socket"};
  if (exists && !S_ISREG(info.st_mode)) return open_in_place(*place);
  if (keeps_partial) {
    if (const Result<> opened = open_partial(directory); !opened) return opened.error();
  }
  return open_replacement(std::move(*place));
}

/// A duplicate of one of our own open files, which shares O_APPEND and the file position with other
/// programs.
Result<> OutputFile::open_descriptor(int number) {
  const int flags = ::fcntl(number, F_GETFD);
  // The user can mean only descriptors that we inherited, not those that we opened.
  const bool inherited = flags >= 0 && (flags & FD_CLOEXEC) == 0;
  if (!inherited) return system_error(purpose_of(name_), EBADF);
  if ((::fcntl(number, F_GETFL) & O_ACCMODE) == O_RDONLY) {
    return Error{purpose_of(name_) + ": it is open for reading only"};
  }
  in_place_ = FileDescriptor(::fcntl(number, F_DUPFD_CLOEXEC, 3));
  return in_place_.valid() ? Result<>() : system_error(purpose_of(name_));
}

Result<> OutputFile::open_in_place(const FilePlace& place) {
  if (place.own_descriptor) return open_descriptor(*place.own_descriptor);
  const int follow = place.is_proc_link ? O_APPEND : O_NOFOLLOW;
  in_place_ = FileDescriptor(
      ::openat(place.directory.get(), place.name.c_str(), O_WRONLY | O_CLOEXEC | follow));
  return in_place_.valid() ? Result<>() : system_error(purpose_of(name_));
}

Result<> OutputFile::open_replacement(FilePlace place) {
  const int directory = place.directory.get();
  // Replacing a file needs no permission on it, only on its directory: ask, as writing would.
  const FileDescriptor old(
      ::openat(directory, place.name.c_str(), O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (!old.valid() && errno != ENOENT) return system_error(purpose_of(name_));
  if (const int error = replace_error(directory, place.name); error != 0) {
    return system_error(purpose_of(name_), error);
  }
  Result<TemporaryFile> file =
      TemporaryFile::create(directory, old.valid() ? kSecretMode : kNewFileMode);
  if (!file) return Error{purpose_of(name_) + ": " + file.error().message};
  struct stat info {};
  if (old.valid()) {
    ::fstat(old.get(), &info);
    if (const Result<> copied = copy_attributes(old.get(), file->get()); !copied) {
      return Error{purpose_of(name_) + ": " + copied.error().message};
    }
  }
  const std::lock_guard lock(mutex_);
  replacement_.emplace(Replacement{.place = std::move(place),
                                   .file = std::move(*file),
                                   .exists = old.valid(),
                                   .names = info.st_nlink});
  return {};
}

/// `directory` is the one of the file itself.
Result<> OutputFile::open_partial(int directory) {
  const std::string path = name_ + ".partial";
  const std::size_t name_at = path.rfind('/') + 1;
  const std::string parent = name_at == 0 ? "." : path.substr(0, name_at);
  Partial partial{
      .directory = FileDescriptor(::open(parent.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)),
      .name = path.substr(name_at)};
  if (!partial.directory.valid()) return system_error(purpose_of(path));
  if (const int error = replace_error(partial.directory.get(), partial.name); error != 0) {
    return system_error(purpose_of(path), error);
  }
  if (!are_on_one_mount(directory, partial.directory.get())) {
    return Error{purpose_of(path) + ": " + name_ + " is a link to another file system"};
  }
  partial_ = std::move(partial);
  return {};
}

OutputFile::Status OutputFile::fail(Error error) {
  error_ = std::move(error);
  return status_ = Status::kFailed;
}

OutputFile::Status OutputFile::fail() {
  return fail(system_error(purpose_of(name_)));
}

void OutputFile::reserve_room(std::size_t wanted) {
  Replacement& replacement = *replacement_;
  const std::uint64_t size = replacement.size;
  if (size < kSmallFile || size + wanted <= replacement.room) return;
  // On tmpfs, allocated blocks are filled with zeros at once. Some other file systems cannot
  // allocate, and write() reports a full disk.
  struct statfs system {};
  const int file = replacement.file.get();
  // Also for bytes that are written already: if a file that replaces another has bytes without
  // blocks, ext4 writes it out at once, which takes as long as solving (0.35 s for 800 MB).
  const std::uint64_t begin = replacement.room == 0 ? 0 : size;
  const bool reserved = ::fstatfs(file, &system) == 0 && system.f_type != TMPFS_MAGIC &&
                        ::fallocate(file, FALLOC_FL_KEEP_SIZE, static_cast<off_t>(begin),
                                    static_cast<off_t>(size + kRoomStep - begin)) == 0;
  replacement.room = reserved ? size + kRoomStep : UINT64_MAX;
}

OutputFile::Status OutputFile::write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EPIPE) {
      return status_ = Status::kClosed;
    } else if (errno == EAGAIN) {
      // Another program that shares the descriptor made it non-blocking: wait with poll().
      pollfd event{file, POLLOUT, 0};
      ::poll(&event, 1, -1);
    } else if (errno != EINTR) {
      return fail();
    }
  }
  return Status::kOk;
}

OutputFile::Status OutputFile::write(std::string_view text) {
  if (status_ != Status::kOk) return status_;
  // Not under the mutex: a forced end must not wait for a reader that has stalled.
  if (in_place_.valid()) return write_all(in_place_.get(), text);
  const std::lock_guard lock(mutex_);
  if (ended_) return status_ = Status::kClosed;  // the program is about to end
  reserve_room(text.size());
  if (write_all(replacement_->file.get(), text) != Status::kOk) return status_;
  replacement_->size += text.size();
  return Status::kOk;
}

OutputFile::Status OutputFile::write_start(std::string_view text) {
  if (status_ != Status::kOk) return status_;
  {
    const std::lock_guard lock(mutex_);
    if (ended_) return status_ = Status::kClosed;
    // What is there is written over. (Nobody else has the file, and a regular one takes all.)
    if (replacement_->size >= text.size()) {
      const ssize_t written = ::pwrite(replacement_->file.get(), text.data(), text.size(), 0);
      return written == static_cast<ssize_t>(text.size()) ? status_ : fail();
    }
  }
  return write(text);
}

OutputFile::Status OutputFile::sync() {
  if (status_ != Status::kOk || in_place_.valid()) return status_;
  const std::lock_guard lock(mutex_);
  return ended_ || ::fsync(replacement_->file.get()) == 0 ? status_ : fail();
}

bool OutputFile::is_terminal() const {
  return in_place_.valid() && ::isatty(in_place_.get()) == 1;
}

OutputFile::Status OutputFile::prepare() {
  if (status_ != Status::kOk) return status_;
  // Some file systems report a full disk only when the file is closed.
  if (in_place_.valid()) return ::close(in_place_.release()) == 0 ? status_ : fail();
  const std::lock_guard lock(mutex_);
  if (ended_) return status_;
  Result<> done;
  if (replacement_->room > 0) done = replacement_->file.cut(replacement_->size);
  if (done) done = replacement_->file.close();
  return done ? status_ : fail(Error{purpose_of(name_) + ": " + done.error().message});
}

OutputFile::Status OutputFile::publish() {
  const std::lock_guard lock(mutex_);
  if (status_ != Status::kOk || ended_ || !replacement_) return status_;
  Replacement& replacement = *replacement_;
  const Result<> done =
      replacement.file.rename_to(replacement.place.directory.get(), replacement.place.name);
  if (!done) return fail(Error{purpose_of(name_) + ": " + done.error().message});
  ended_ = true;
  if (replacement.names > 1) {
    complain(name_ + " had " + std::to_string(replacement.names) +
             " names (hard links): the others keep the old file");
  }
  return status_;
}

bool OutputFile::has_place_of(const OutputFile& other) const {
  if (!replacement_ || !other.replacement_) return false;
  const FilePlace& here = replacement_->place;
  const FilePlace& there = other.replacement_->place;
  struct stat a {};
  struct stat b {};
  return here.name == there.name && ::fstat(here.directory.get(), &a) == 0 &&
         ::fstat(there.directory.get(), &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

void OutputFile::abandon() {
  const std::lock_guard lock(mutex_);
  if (ended_ || !replacement_) return;
  ended_ = true;
  std::string text = name_ + (replacement_->exists ? " stays as it was" : " was not written") +
                     ": the results are incomplete";
  if (partial_) text += "; " + keep_partial();
  replacement_.reset();
  complain(text);
}

/// Reports what became of the file.
std::string OutputFile::keep_partial() {
  const std::string name = name_ + ".partial";
  TemporaryFile& file = replacement_->file;
  Result<> kept = file.cut(replacement_->size);
  if (kept) kept = file.rename_to(partial_->directory.get(), partial_->name);
  return kept ? "they are kept as " + name : "cannot keep " + name + ": " + kept.error().message;
}

}  // namespace puzzled
