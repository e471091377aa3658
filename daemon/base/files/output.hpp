// The output of a command. A file appears under its name only when the results are complete.
// Otherwise an old file of that name stays unchanged, and the incomplete results are kept as
// NAME.partial if the user asked for it.
//
//   open() ─▶ write() … ─▶ finish(kComplete)      the file gets its name
//                      └─▶ finish(kIncomplete), the destructor, or a forced end (interrupt.hpp):
//                          the file does not
//
// So a command that fails or is killed damages no file. Standard output, devices, pipes and names
// of our own open files (/dev/stdout, /dev/fd/3) are written as results come.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.hpp"
#include "daemon/base/files/file_place.hpp"
#include "daemon/base/files/temporary_file.hpp"
#include "daemon/base/os/file_descriptor.hpp"
#include "daemon/base/os/interrupt.hpp"

namespace puzzled {

/// The options of a command that say where results go, and what else is said.
struct OutputSettings {
  std::string output = "-";  ///< `-`: standard output
  bool partial = false;      ///< incomplete results are kept as NAME.partial
  bool quiet = false;        ///< no summary and no progress line
};

enum class Results {
  kComplete,    ///< all input was read and answered
  kIncomplete,  ///< anything else: unread input, lost answers, an interrupt
};

class Output {
 public:
  enum class Status {
    kOk,
    kClosed,  ///< the reader has closed (a pipe to `head`): end quietly
    kFailed,  ///< finish() says why
  };

  /// Opens the output. The error: the file could not be written or replaced at the end. `interrupt`
  /// must outlive the output; one output at a time.
  static Result<std::unique_ptr<Output>> open(const OutputSettings& settings, Interrupt& interrupt);

  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  /// Does finish(kIncomplete), unless finish() was called.
  ~Output();

  /// Writes all of `text`: one or more whole results. Once it has failed it does nothing.
  /// REQUIRES: SIGPIPE and SIGXFSZ are ignored.
  Status write(std::string_view text);

  /// Waits until the results are on disk, if they go to a file: for results that took long.
  Status sync();

  /// Ends the output by the rule above, and reports on stderr if the file stays incomplete. After
  /// an interrupt results always count as incomplete: reading may have ended early. Returns the
  /// exit status: `status`, unless the program was interrupted, writing failed or the reader has
  /// closed.
  int finish(Results results, int status);

  /// The status after the last write() or finish().
  Status status() const { return status_; }

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

  Output(std::string name, Interrupt& interrupt);

  Result<> open_path(bool keeps_partial);
  Result<> open_in_place(const FilePlace& place);
  Result<> open_descriptor(int number);
  Result<> open_replacement(FilePlace place);
  Result<> open_partial(int directory);

  Status fail();
  void reserve_room(std::size_t wanted);
  Status write_all(int file, std::string_view text);
  Result<> publish();
  void abandon();
  std::string keep_partial();

  const std::string name_;  // for messages: the path, or `standard output`
  Interrupt& interrupt_;
  Status status_ = Status::kOk;
  Error error_;
  FileDescriptor in_place_;

  std::mutex mutex_;  // of what follows: a forced end comes on another thread
  std::optional<Replacement> replacement_;
  std::optional<Partial> partial_;
  bool ended_ = false;
};

}  // namespace puzzled
