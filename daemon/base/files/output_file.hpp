// One file, pipe or device that results are written to. A file appears under its name only when it
// is published; otherwise an old file of that name stays unchanged, and what was written is kept as
// NAME.partial if the user asked for it.
//
//   open() ─▶ write() … ─▶ prepare() ─▶ publish()   the file gets its name
//                      └─▶ abandon()                it does not
//
// Standard output, devices, pipes and names of our own open files (/dev/stdout, /dev/fd/3) are
// written as results come.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/result.hpp"
#include "daemon/base/files/file_place.hpp"
#include "daemon/base/files/temporary_file.hpp"
#include "daemon/base/os/file_descriptor.hpp"

namespace puzzled {

class OutputFile {
 public:
  enum class Status {
    kOk,
    kClosed,  ///< the reader has closed (a pipe to `head`): end quietly
    kFailed,  ///< error() says why
  };

  /// `path` may be `-`, standard output. The error: the file could not be written, or not be
  /// replaced at the end.
  static Result<std::unique_ptr<OutputFile>> open(const std::string& path, bool keeps_partial);

  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Writes all of `text`. Once it has failed it does nothing.
  /// REQUIRES: SIGPIPE and SIGXFSZ are ignored.
  Status write(std::string_view text);

  /// Writes the beginning of the file, or writes over it if it is there.
  /// REQUIRES: is_rewritable(); the beginning always has the same size.
  Status write_start(std::string_view text);

  /// Whether it is a file that appears when it is complete.
  bool is_rewritable() const { return replacement_.has_value(); }

  /// Waits until the results are on disk, if they go to a file.
  Status sync();

  /// Does all of the publishing that a full disk can make fail: then no file is published of
  /// several that belong together. Nothing is written afterwards.
  Status prepare();
  /// Gives the file its name. REQUIRES: it is prepared.
  Status publish();
  /// Discards the file, or keeps it as NAME.partial, and says so, unless it was published. Any
  /// thread may call it at any time.
  void abandon();

  /// Whether both would get the same name in the same directory.
  bool has_place_of(const OutputFile& other) const;

  Status status() const { return status_; }
  const Error& error() const { return error_; }
  /// Whether the results go to a terminal.
  bool is_terminal() const;

 private:
  /// A file that is going to be replaced or created.
  struct Replacement {
    FilePlace place;
    TemporaryFile file;
    bool exists = false;
    std::uint64_t names = 0;  // of the file that is there: more than 1 with hard links
    std::uint64_t size = 0;   // bytes of whole results
    std::uint64_t room = 0;   // bytes for which the file system has set blocks aside
  };
  /// The place of NAME.partial.
  struct Partial {
    FileDescriptor directory;
    std::string name;
  };

  explicit OutputFile(std::string name) : name_(std::move(name)) {}

  Result<> open_path(bool keeps_partial);
  Result<> open_in_place(const FilePlace& place);
  Result<> open_descriptor(int number);
  Result<> open_replacement(FilePlace place);
  Result<> open_partial(int directory);

  Status fail(Error error);
  Status fail();
  void reserve_room(std::size_t wanted);
  Status write_all(int file, std::string_view text);
  std::string keep_partial();

  const std::string name_;  // for messages: the path, or `standard output`
  Status status_ = Status::kOk;
  Error error_;
  FileDescriptor in_place_;

  std::mutex mutex_;  // of what follows: a forced end comes on another thread
  std::optional<Replacement> replacement_;
  std::optional<Partial> partial_;
  bool ended_ = false;
};

}  // namespace puzzled
