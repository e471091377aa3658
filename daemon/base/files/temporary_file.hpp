// A file that gets its name when it is complete. If the file system allows it, the file has no name
// before (O_TMPFILE), so it disappears however the program ends; else it has a temporary name,
// `.puzzled-….tmp`, which is removed unless the program is killed.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <utility>

#include "core/result.hpp"
#include "daemon/base/os/file_descriptor.hpp"

namespace puzzled {

/// Errors are the reason only: the caller knows the name that the user gave.
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

  /// Truncates the file to `size` bytes and frees the blocks allocated after them, unless it is
  /// closed.
  Result<> cut(std::uint64_t size);

  /// Ends the writing: what is left to do is the name. The file has a temporary one from now on.
  Result<> close();

  /// Ends the writing and gives the file its name. It replaces an old file in one step, so that
  /// every process sees either the old or the new one. After an error that concerns the name,
  /// another call may try another name.
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
