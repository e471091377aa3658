#include "daemon/commands/units/checkpoint.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/base/os/system_error.hpp"

namespace puzzled::commands {

Result<std::unique_ptr<Checkpoint>> Checkpoint::open(const std::string& path) {
  if (path.empty()) return std::unique_ptr<Checkpoint>();
  const std::string purpose = "cannot open the checkpoint " + path;
  Result<FilePlace> place = find_place(path, LinkRule::kPrivate, purpose);
  if (!place) return place.error();
  const int directory = place->directory.get();
  const bool is_new = ::faccessat(directory, place->name.c_str(), F_OK, 0) != 0;
  // O_NONBLOCK in case it is a named pipe; it does not matter for a regular file.
  const int links = place->is_proc_link ? 0 : O_NOFOLLOW;
  FileDescriptor file(::openat(directory, place->name.c_str(),
                               O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK | links, 0666));
  if (!file.valid()) return system_error(purpose);
  struct stat info {};
  if (::fstat(file.get(), &info) != 0) return system_error("cannot read " + path);
  if (!S_ISREG(info.st_mode)) return Error{path + " must be a regular file to hold a checkpoint"};
  if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK) return Error{path + ": another process is using this checkpoint"};
    return system_error("cannot lock " + path);
  }
  std::unique_ptr<Checkpoint> checkpoint(new Checkpoint(std::move(file), path));
  if (is_new) checkpoint->created_ = std::move(*place);
  Result<std::optional<UnitLogHeader>> header = checkpoint->reader_.header();
  if (!header) return header.error();
  checkpoint->found_ = *header;
  return checkpoint;
}

Checkpoint::~Checkpoint() {
  end_syncing();
  struct stat info {};
  if (created_ && ::fstat(file_.get(), &info) == 0 && info.st_size == 0) {
    ::unlinkat(created_->directory.get(), created_->name.c_str(), 0);
  }
}

void Checkpoint::end_syncing() {
  if (!syncer_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  stop_changed_.notify_one();
  syncer_.join();
}

template <class Count>
Result<std::optional<std::uint64_t>> Checkpoint::begin(const UnitLogHeader& header,
                                                       const Loader<Count>& load) {
  header_ = header;
  std::uint64_t end = 0;
  if (found_) {
    if (const std::optional<Error> error = difference(*found_, header)) {
      return Error{path_ + ": " + error->message};
    }
    header_.version = found_->version;
    if (!found_->is_checkpoint()) return Error{path_ + " is a finished part, not a checkpoint"};
    while (true) {
      const Result<std::optional<UnitRecordOf<Count>>> record = reader_.next<Count>();
      if (!record) return record.error();
      if (!*record) break;
      if (const Result<> loaded = load(**record, reader_.offset()); !loaded) return loaded.error();
    }
    end = reader_.offset();
  } else if (!encode(header).starts_with(reader_.bytes_read())) {
    // Too short for a header and not the beginning of ours: another file.
    return fault(0, "this is neither a checkpoint nor a part of a count");
  }
  if (reader_.cut_bytes() > 0 && ::ftruncate(file_.get(), static_cast<off_t>(end)) != 0) {
    return system_error("cannot write to " + path_);
  }
  if (!found_) {
    if (const Result<> written = write(encode(header)); !written) return written.error();
  }
  if (const Result<> synced = sync(); !synced) return synced.error();
  syncer_ = std::thread([this] { sync_from_time_to_time(); });
  return reader_.cut_bytes() > 0 ? std::optional(end) : std::nullopt;
}

template Result<std::optional<std::uint64_t>> Checkpoint::begin(
    const UnitLogHeader& header, const Loader<queens::UnitCount>& load);
template Result<std::optional<std::uint64_t>> Checkpoint::begin(
    const UnitLogHeader& header, const Loader<cover::WideCount>& load);

Result<> Checkpoint::write(const std::string& bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t written = ::write(file_.get(), bytes.data() + done, bytes.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return system_error("cannot write to " + path_);
    done += static_cast<std::size_t>(written);
  }
  dirty_.store(true, std::memory_order_relaxed);
  return {};
}

template <class Count>
Result<> Checkpoint::append(const UnitRecordOf<Count>& record) {
  if (const int error = sync_error_.load(std::memory_order_relaxed); error != 0) {
    return system_error("cannot write to " + path_, error);
  }
  return write(encode(record, header_));
}

template Result<> Checkpoint::append(const UnitRecord& record);
template Result<> Checkpoint::append(const CoverUnitRecord& record);

Result<> Checkpoint::sync() {
  int error = sync_error_.load(std::memory_order_relaxed);
  if (error == 0 && dirty_.exchange(false, std::memory_order_relaxed) &&
      ::fdatasync(file_.get()) != 0) {
    error = errno;
    // Linux may report the failure once and then treat the pages as written: remember it.
    sync_error_.store(error, std::memory_order_relaxed);
  }
  if (error != 0) return system_error("cannot write to " + path_, error);
  return {};
}

void Checkpoint::sync_from_time_to_time() {
  std::unique_lock lock(mutex_);
  while (!stop_changed_.wait_for(lock, kSyncInterval, [this] { return stop_; })) {
    lock.unlock();
    [[maybe_unused]] const Result<> reported_by_next_append = sync();
    lock.lock();
  }
}

}  // namespace puzzled::commands
