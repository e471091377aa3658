// A file that gets its name when it is whole. Where the file system can, it has no name at all
// until then (O_TMPFILE), so that whatever ends the program leaves nothing behind; elsewhere it has
// a name of its own, `.puzzled-….tmp`, which is removed unless the program is killed.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <utility>

#include "core/result.hpp"
#include "daemon/os/file_descriptor.hpp"

namespace puzzled {

/// Errors are the bare reason: the caller knows the name that the user knows.
class TemporaryFile {
 public:
  enum class Kind { kUnnamedIfPossible, kNamed };

  /// A new file in `directory`, which must stay open as long as this object lives.
  static Result<TemporaryFile> create(int directory, mode_t mode,
                                      Kind kind = Kind::kUnnamedIfPossible);

  TemporaryFile(TemporaryFile&& other) noexcept
      : directory_(other.directory_),
        file_(std::move(other.file_)),
        name_(std::exchange(other.name_, {})) {}
  TemporaryFile& operator=(TemporaryFile&&) = delete;
  ~TemporaryFile() { remove(); }

  /// For writing.
  int get() const { return file_.get(); }

  /// Cuts the file to `size` bytes and gives back the room that was set aside behind them.
  Result<> cut(std::uint64_t size);

  /// Ends the writing and gives the file its name, in place of what has that name: in one step, so
  /// that everybody sees either the one or the other. If only the name is at fault, another call
  /// may give another.
  Result<> rename_to(int directory, const std::string& name);

 private:
  TemporaryFile(int directory, FileDescriptor file, std::string name)
      : directory_(directory), file_(std::move(file)), name_(std::move(name)) {}

  Result<> give_temporary_name();
  void remove();

  int directory_;
  FileDescriptor file_;
  std::string name_;  // in the directory; empty: none (yet, or any more)
};

}  // namespace puzzled
