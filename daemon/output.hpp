// Where results go: standard output, a device, or a file that appears under its name only when it
// is whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/result.hpp"
#include "daemon/file_descriptor.hpp"

namespace puzzled {

class Output {
 public:
  enum class Status {
    kOk,
    kClosed,  ///< nobody reads any more (a pipe to `head`): end quietly
    kFailed,  ///< error() says why
  };

  /// Standard output for "" and "-". A regular (or new) file is written under a temporary name in
  /// the same directory; anything else (a device, a named pipe) is written directly.
  static Result<Output> open(const std::string& path);

  Output(Output&& other) noexcept;
  Output& operator=(Output&&) = delete;

  /// Removes the temporary file unless commit() was called.
  ~Output() { discard(); }

  /// Writes all of `text`. REQUIRES: SIGPIPE is ignored.
  Status write(std::string_view text);

  /// Waits until what was written is on the disk, for results that took long. A no-op for what is
  /// no file.
  Status sync();

  /// Gives the finished file its name, with the permissions of the file that it replaces (or those
  /// of any new file). The last call.
  Result<> commit();

  /// Removes what was written under the temporary name. May be called from another thread.
  void discard();

  const Error& error() const { return error_; }

  /// Whether somebody watches the results themselves scroll by.
  bool is_terminal() const;

  /// For messages: the path, or `standard output`.
  const std::string& name() const { return name_; }

 private:
  Output(FileDescriptor file, std::string name) : file_(std::move(file)), name_(std::move(name)) {}

  void reserve_room(std::size_t wanted);

  FileDescriptor file_;
  std::string name_;
  std::string final_path_;      // empty: written directly
  std::string temporary_path_;  // empty: nothing to remove
  std::uint64_t size_ = 0;      // bytes written
  std::uint64_t room_ = 0;      // bytes for which the file system has set blocks aside
  Error error_;
};

}  // namespace puzzled
