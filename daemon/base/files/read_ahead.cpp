#include "daemon/base/files/read_ahead.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

namespace puzzled {
namespace {

// Enough for both sides to overlap. Together they hold two blocks of the pipeline, so that a slot
// is filled at once. Buffers of 64 KiB are 2 % slower, 1 MiB is not faster.
constexpr std::size_t kBuffers = 4;
constexpr std::size_t kBufferBytes = 256 * 1024;

/// The thread writes buffer `filled_ % kBuffers`, the pipeline reads buffer `taken_ % kBuffers`.
/// Both numbers, under the mutex, say which buffers belong to which side.
class ReadAhead final : public ByteSource {
 public:
  explicit ReadAhead(std::unique_ptr<ByteSource> inner) : inner_(std::move(inner)) {
    for (Buffer& buffer : buffers_) {
      buffer.bytes = std::make_unique_for_overwrite<char[]>(kBufferBytes);
    }
  }

  ~ReadAhead() override {
    if (!thread_.joinable()) return;  // never started; inner_ may have been released
    {
      const std::lock_guard lock(mutex_);
      stop_ = true;
    }
    taken_changed_.notify_one();
    cancel();
    thread_.join();
  }

  /// Throws std::system_error if the system gives no thread.
  void start() {
    thread_ = std::thread([this] { fill(); });
  }

  /// Releases the inner source. REQUIRES: not started.
  std::unique_ptr<ByteSource> release() { return std::move(inner_); }

  Result<std::size_t> read(char* to, std::size_t size) override {
    std::unique_lock lock(mutex_);
    filled_changed_.wait(lock, [this] { return filled_ != taken_ || ended_; });
    if (filled_ == taken_) return error_ ? Result<std::size_t>(*error_) : std::size_t{0};
    Buffer& buffer = buffers_[taken_ % kBuffers];
    lock.unlock();

    const std::size_t given = std::min(size, buffer.size - position_);
    std::memcpy(to, buffer.bytes.get() + position_, given);
    position_ += given;
    if (position_ == buffer.size) {
      position_ = 0;
      lock.lock();
      ++taken_;
      lock.unlock();
      taken_changed_.notify_one();
    }
    return given;
  }

  /// False only if the thread itself waits: else bytes will come soon.
  bool ready() override {
    std::unique_lock lock(mutex_);
    filled_changed_.wait(lock, [this] { return filled_ != taken_ || ended_ || is_waiting_; });
    return filled_ != taken_ || ended_;
  }

  void cancel() override { inner_->cancel(); }

  std::uint64_t consumed() const override { return consumed_.load(std::memory_order_relaxed); }

 private:
  struct Buffer {
    std::unique_ptr<char[]> bytes;
    std::size_t size = 0;
  };

  void fill() {
    for (bool more = true; more;) {
      std::unique_lock lock(mutex_);
      taken_changed_.wait(lock, [this] { return filled_ - taken_ < kBuffers || stop_; });
      if (stop_) return;
      Buffer& buffer = buffers_[filled_ % kBuffers];
      lock.unlock();

      if (!inner_->ready()) tell([this] { is_waiting_ = true; });
      const Result<std::size_t> got = inner_->read(buffer.bytes.get(), kBufferBytes);
      consumed_.store(inner_->consumed(), std::memory_order_relaxed);
      more = got && *got > 0;
      if (more) buffer.size = *got;
      tell([&] {
        is_waiting_ = false;
        if (more) {
          ++filled_;
        } else {
          if (!got) error_ = got.error();
          ended_ = true;
        }
      });
    }
  }

  template <class Change>
  void tell(const Change& change) {
    {
      const std::lock_guard lock(mutex_);
      change();
    }
    filled_changed_.notify_one();
  }

  std::unique_ptr<ByteSource> inner_;  // owned by the thread once it runs
  std::array<Buffer, kBuffers> buffers_;
  std::size_t position_ = 0;  // of the pipeline: bytes of its buffer that have been read
  std::atomic<std::uint64_t> consumed_ = 0;

  std::mutex mutex_;
  std::condition_variable filled_changed_;  // for the pipeline
  std::condition_variable taken_changed_;   // for the thread
  std::size_t filled_ = 0;
  std::size_t taken_ = 0;
  bool is_waiting_ = false;  // the thread waits for data
  bool ended_ = false;
  bool stop_ = false;
  std::optional<Error> error_;

  std::thread thread_;  // last: it uses all of the above
};

}  // namespace

std::unique_ptr<ByteSource> read_ahead(std::unique_ptr<ByteSource> inner) {
  auto source = std::make_unique<ReadAhead>(std::move(inner));
  try {
    source->start();
  } catch (const std::system_error&) {
    return source->release();
  }
  return source;
}

}  // namespace puzzled
