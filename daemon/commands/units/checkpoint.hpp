// A checkpoint: an open and locked unit log, to which each finished unit adds a record. A record
// survives a kill at once, and a crash of the machine after kSyncInterval.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "core/result.hpp"
#include "daemon/base/files/file_place.hpp"
#include "daemon/base/os/file_descriptor.hpp"
#include "daemon/commands/units/unit_log.hpp"

namespace puzzled::commands {

class Checkpoint {
 public:
  static constexpr std::chrono::seconds kSyncInterval{2};

  /// Opens or creates the file, and locks it until the destructor: no two processes may write to
  /// one checkpoint. Does not change its contents. Refuses a symbolic link in a directory that
  /// others can write to: somebody may have planted it to make us overwrite another file of ours.
  /// The destructor removes a file that was created here and is still empty. Null if `path` is
  /// empty: there is no checkpoint.
  static Result<std::unique_ptr<Checkpoint>> open(const std::string& path);

  Checkpoint(const Checkpoint&) = delete;
  Checkpoint& operator=(const Checkpoint&) = delete;
  ~Checkpoint();

  /// The header of the file; nothing if the file is new or was cut within its header.
  const std::optional<UnitLogHeader>& found() const { return found_; }

  /// Checks that the file is a checkpoint of the count in `header` (a new file becomes one), passes
  /// each record and its offset to `load`, and cuts off an incomplete record at the end. Returns
  /// the offset of that, if there was one. REQUIRES: called once, before the first append(), and
  /// header.is_cover() exactly if `Count` is a cover::WideCount.
  template <class Count>
  using Loader = std::function<Result<>(const UnitRecordOf<Count>&, std::uint64_t offset)>;
  template <class Count = queens::UnitCount>
  Result<std::optional<std::uint64_t>> begin(const UnitLogHeader& header,
                                             const Loader<Count>& load);

  /// Adds a record. One call at a time. Also fails if earlier records could not be written to disk.
  template <class Count>
  Result<> append(const UnitRecordOf<Count>& record);

  /// Waits until all records are on disk.
  Result<> sync();

  /// `FILE: byte OFFSET: REASON`.
  Error fault(std::uint64_t offset, const std::string& reason) const {
    return reader_.fault(offset, reason);
  }

 private:
  Checkpoint(FileDescriptor file, std::string path)
      : file_(std::move(file)), path_(std::move(path)), reader_(file_.get(), path_) {}

  Result<> write(const std::string& bytes);
  void end_syncing();
  void sync_from_time_to_time();

  FileDescriptor file_;
  std::string path_;
  UnitLogReader reader_;
  std::optional<FilePlace> created_;  // nothing: the file was there
  std::optional<UnitLogHeader> found_;
  UnitLogHeader header_;

  // The syncing thread: fdatasync() may take long, and units need not wait for it.
  std::atomic<bool> dirty_ = false;
  std::atomic<int> sync_error_ = 0;  // errno of the first that failed
  std::mutex mutex_;
  std::condition_variable stop_changed_;
  bool stop_ = false;
  std::thread syncer_;
};

}  // namespace puzzled::commands
