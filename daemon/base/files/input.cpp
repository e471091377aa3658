#include "daemon/base/files/input.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <ctime>

#include "daemon/base/files/compressed_source.hpp"
#include "daemon/base/files/file_kind.hpp"
#include "daemon/base/files/line_ends.hpp"
#include "daemon/base/files/npy_source.hpp"
#include "daemon/base/os/file_descriptor.hpp"
#include "daemon/base/os/message.hpp"
#include "daemon/base/os/standard_streams.hpp"
#include "daemon/base/os/system_error.hpp"

namespace puzzled {
namespace {

constexpr int kPipeBytes = 1 << 20;

// `zcat` writes 32 KiB at a time, four hundred lines; solved as they come, they take 1.6 times the
// processor time of those of a file. A look at the pipe after each pause costs less than to be
// woken by each write.
constexpr timespec kPause{.tv_sec = 0, .tv_nsec = 500'000};
constexpr int kMaxPauses = 20;
constexpr unsigned kMaxSkips = 64;  // calls without a wait, after many in vain

/// Reads a descriptor. Regular files are read, not mapped: a mapped file counts into the resident
/// memory that we promise to bound, and one that shrinks meanwhile kills the program (SIGBUS).
class DescriptorSource final : public ByteSource {
 public:
  /// `interrupt`: readable once waiting shall end; -1: it never is.
  DescriptorSource(FileDescriptor file, std::string name, bool regular, int interrupt)
      : file_(std::move(file)), name_(std::move(name)), regular_(regular), interrupt_(interrupt) {}

  /// The bytes of a regular file from where it is read on: if it turns out to be shorter, somebody
  /// has cut it off meanwhile, which is an error. (Files of /proc have size 0.)
  void expect(std::uint64_t bytes) { expected_ = bytes; }

  /// REQUIRES: called before anything else.
  Result<> prepare_cancel() {
    if (regular_) return {};
    cancelled_ = FileDescriptor(::eventfd(0, EFD_CLOEXEC));
    if (!cancelled_.valid()) return system_error(name_);
    return {};
  }

  /// Reads as many bytes as are needed to detect the kind; read() returns them again.
  Result<FileKind> kind() {
    while (kind_is_open(ahead_)) {
      char byte;
      const Result<std::size_t> got = read_file(&byte, 1);
      if (!got) return got.error();
      if (*got == 0) break;
      ahead_ += byte;
    }
    return kind_of(ahead_);
  }

  Result<std::size_t> read(char* to, std::size_t size) override {
    if (ahead_.empty()) return read_file(to, size);
    const std::size_t given = std::min(size, ahead_.size());
    std::memcpy(to, ahead_.data(), given);
    ahead_.erase(0, given);
    if (given == size || at_end_ || (!regular_ && !wait(0))) return given;
    // Returned alone, these few bytes would become a block.
    const Result<std::size_t> got = read_file(to + given, size - given);
    if (!got) return given;  // the next read will fail, too
    return given + *got;
  }

  bool ready() override { return regular_ || !ahead_.empty() || at_end_ || wait(0); }

  // A program that sends a little and waits for the answers sends nothing meanwhile. So after a
  // wait in vain the next is left out, then the next two, and so on.
  bool gather(std::size_t wanted) override {
    if (regular_) return true;
    if (skips_left_ > 0) {
      --skips_left_;
      return false;
    }
    std::size_t came = 0;
    for (int pauses = 0; pauses < kMaxPauses && came < wanted && pause(); ++pauses) {
      const std::size_t before = came;
      came = arrived();
      if (came == before) break;
    }
    if (wait(0)) {
      skips_after_failure_ = 0;
      return true;
    }
    skips_after_failure_ = std::min(std::max(1U, 2 * skips_after_failure_), kMaxSkips);
    skips_left_ = skips_after_failure_;
    return false;
  }

  void cancel() override {
    if (regular_) return;
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(cancelled_.get(), &one, sizeof one);
  }

  std::uint64_t consumed() const override { return consumed_; }

 private:
  /// True when the file can be read, or has ended, or failed: when read(2) will not wait.
  bool wait(int timeout_ms) const {
    pollfd events[] = {
        {file_.get(), POLLIN, 0}, {interrupt_, POLLIN, 0}, {cancelled_.get(), POLLIN, 0}};
    while (::poll(events, std::size(events), timeout_ms) < 0 && errno == EINTR) {
    }
    return events[0].revents != 0 && events[2].revents == 0;
  }

  /// False, and at once, if the other side has closed or the program is asked to stop.
  bool pause() const {
    pollfd events[] = {{file_.get(), 0, 0}, {interrupt_, POLLIN, 0}, {cancelled_.get(), POLLIN, 0}};
    return ::ppoll(events, std::size(events), &kPause, nullptr) == 0;
  }

  /// Bytes that can be read without waiting; 0 if nobody knows.
  std::size_t arrived() const {
    int bytes = 0;
    return ::ioctl(file_.get(), FIONREAD, &bytes) == 0 ? static_cast<std::size_t>(bytes) : 0;
  }

  Result<std::size_t> read_file(char* to, std::size_t size) {
    // A terminal reports its end once; reading on would wait for another Ctrl-D.
    if (at_end_) return std::size_t{0};
    for (;;) {
      if (!regular_ && !wait(-1)) return std::size_t{0};
      const ssize_t got = ::read(file_.get(), to, size);
      if (got >= 0) {
        if (got == 0 && consumed_ < expected_) {
          return Error{name_ + ": the file has become shorter while it was read"};
        }
        at_end_ = got == 0;
        consumed_ += static_cast<std::uint64_t>(got);
        return static_cast<std::size_t>(got);
      }
      if (errno != EINTR && errno != EAGAIN) return system_error(name_);
    }
  }

  FileDescriptor file_;
  std::string name_;
  bool regular_;
  int interrupt_;
  FileDescriptor cancelled_;  // readable after cancel()
  std::string ahead_;
  unsigned skips_left_ = 0;           // calls of gather() that will not wait
  unsigned skips_after_failure_ = 0;  // after the last wait in vain
  bool at_end_ = false;
  std::uint64_t consumed_ = 0;
  std::uint64_t expected_ = 0;
};

Result<std::unique_ptr<ByteSource>> lines_of(Result<std::unique_ptr<ByteSource>> unpacked) {
  if (!unpacked) return unpacked.error();
  return with_line_feeds(std::move(*unpacked));
}

/// `interrupt`: as DescriptorSource() takes it.
Result<std::unique_ptr<ByteSource>> open_source(const std::string& path, int interrupt) {
  const std::string name = input_name(path);
  if (path == "-") {
    if (const Result<> open = check_standard_input(); !open) return open.error();
  }
  // A copy of descriptor 0, so that every source may close its own.
  FileDescriptor file(path == "-" ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
                                  : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.valid()) return system_error(name);
  struct stat info {};
  if (::fstat(file.get(), &info) != 0) return system_error(name);
  if (S_ISDIR(info.st_mode)) return system_error(name, EISDIR);
  const bool regular = S_ISREG(info.st_mode);
  if (S_ISFIFO(info.st_mode)) ::fcntl(file.get(), F_SETPIPE_SZ, kPipeBytes);

  const off_t at = regular ? ::lseek(file.get(), 0, SEEK_CUR) : -1;
  auto source = std::make_unique<DescriptorSource>(std::move(file), name, regular, interrupt);
  if (at >= 0 && at < info.st_size) source->expect(static_cast<std::uint64_t>(info.st_size - at));
  if (const Result<> prepared = source->prepare_cancel(); !prepared) return prepared.error();
  Result<FileKind> kind = source->kind();
  if (!kind) return kind.error();
  switch (kind->reading) {
    case FileKind::Reading::kGzip:
      return lines_of(open_gzip(std::move(source), name));
    case FileKind::Reading::kZstandard:
      return lines_of(open_zstandard(std::move(source), name));
    case FileKind::Reading::kNpy:
      return open_npy(std::move(source), name);
    case FileKind::Reading::kRefused:
      return Error{refusal_of(*kind, name)};
    case FileKind::Reading::kText:
      break;
  }
  return with_line_feeds(std::move(source));
}

}  // namespace

std::string input_name(const std::string& path) {
  return path == "-" ? "standard input" : path;
}

std::string text_behind_end(const std::string& path, std::string_view word) {
  return input_name(path) + ": the text behind the line '" + std::string(word) + "' was not read";
}

std::optional<std::uint64_t> input_size(const std::string& path) {
  struct stat info {};
  const int failed = path == "-" ? ::fstat(STDIN_FILENO, &info) : ::stat(path.c_str(), &info);
  if (failed != 0 || !S_ISREG(info.st_mode)) return std::nullopt;
  return static_cast<std::uint64_t>(info.st_size);
}

std::vector<std::string> inputs_or_stdin(const std::vector<std::string>& named, bool quiet) {
  if (!named.empty()) return named;
  if (::isatty(STDIN_FILENO) == 1 && !quiet) {
    complain("reading puzzles from the terminal; end with Ctrl-D or a line 'end'");
  }
  return {"-"};
}

Result<std::unique_ptr<ByteSource>> open_input(const std::string& path,
                                               const Interrupt& interrupt) {
  return open_source(path, interrupt.poll_fd());
}

Result<std::unique_ptr<ByteSource>> open_input(const std::string& path) {
  return open_source(path, -1);
}

Result<std::string> read_whole(const std::string& path, std::size_t max_bytes,
                               const Interrupt* interrupt) {
  constexpr std::size_t kStep = 64 * 1024;
  const Result<std::unique_ptr<ByteSource>> source =
      interrupt != nullptr ? open_input(path, *interrupt) : open_input(path);
  if (!source) return source.error();
  std::string text;
  for (;;) {
    const std::size_t size = text.size();
    text.resize(size + kStep);
    const Result<std::size_t> got = (*source)->read(text.data() + size, kStep);
    if (!got) return got.error();
    text.resize(size + *got);
    if (*got == 0) break;
    if (text.size() > max_bytes) {
      return Error{input_name(path) + " is longer than " + std::to_string(max_bytes) + " bytes"};
    }
  }
  return text;
}

}  // namespace puzzled
