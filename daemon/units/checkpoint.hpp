// A checkpoint: a unit log that is open, locked and grows by a record for every finished unit. What
// is in the file survives a kill at once and a crash of the machine within kSyncInterval.
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
#include "daemon/files/file_place.hpp"
#include "daemon/os/file_descriptor.hpp"
#include "daemon/units/unit_log.hpp"

namespace puzzled {

class Checkpoint {
 public:
  static constexpr std::chrono::seconds kSyncInterval{2};

  /// Opens or creates the file, and locks it until this object goes: no two processes may write to
  /// one checkpoint. Changes nothing in it yet. A symbolic link in a directory that others can
  /// write to is refused: somebody may have planted it, to have us write to a file of ours. A file
  /// that was created here and is still empty in the end is removed.
  static Result<std::unique_ptr<Checkpoint>> open(const std::string& path);

  Checkpoint(const Checkpoint&) = delete;
  Checkpoint& operator=(const Checkpoint&) = delete;
  ~Checkpoint();

  /// What the file says it is; nothing for a file that is new or was cut within its header.
  const std::optional<UnitLogHeader>& found() const { return found_; }

  /// Refuses the file unless it is a checkpoint as `header` says (a new one becomes one), gives
  /// each record and its offset to `load`, then cuts off an unfinished record at the end. Returns
  /// where it cut, if it did. Once, before the first append().
  Result<std::optional<std::uint64_t>> begin(
      const UnitLogHeader& header,
      const std::function<Result<>(const UnitRecord&, std::uint64_t offset)>& load);

  /// Adds a record. One call at a time. Fails, too, if the disk failed to take earlier ones.
  Result<> append(const UnitRecord& record);

  /// Waits until all is on the disk.
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

}  // namespace puzzled
