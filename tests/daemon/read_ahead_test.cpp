// A source read by a thread of its own gives the same bytes, errors and ends, and never outlives
// its owner's patience.
#include "daemon/base/files/read_ahead.hpp"

#include <gtest/gtest.h>
#include <pthread.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <random>
#include <string>
#include <system_error>
#include <thread>

namespace puzzled {
namespace {

constexpr std::size_t kTextBytes = 5'000'000;  // more than the buffers hold

char byte_at(std::uint64_t offset) {
  return static_cast<char>(offset * 2654435761U >> 24);
}

/// Gives kTextBytes in pieces of random size, then the error, if it is not empty, or the end.
class CountingSource final : public ByteSource {
 public:
  explicit CountingSource(std::string error) : error_(std::move(error)) {}

  Result<std::size_t> read(char* to, std::size_t size) override {
    if (given_ == kTextBytes && !error_.empty()) return Error{error_};
    const std::size_t piece = 1 + random_() % (random_() % 2 == 0 ? 100 : 300'000);
    const std::size_t count = std::min({size, piece, kTextBytes - given_});
    for (std::size_t i = 0; i < count; ++i) to[i] = byte_at(given_ + i);
    given_ += count;
    return count;
  }
  bool ready() override { return true; }
  void cancel() override {}
  std::uint64_t consumed() const override { return given_ / 2; }

 private:
  std::string error_;
  std::mt19937 random_{1};
  std::size_t given_ = 0;
};

/// A pipe whose writer has something to say only when it is told to.
class PatientSource final : public ByteSource {
 public:
  Result<std::size_t> read(char* to, std::size_t) override {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return words_ > 0 || cancelled_; });
    if (cancelled_) return std::size_t{0};
    --words_;
    to[0] = 'w';
    return std::size_t{1};
  }
  bool ready() override {
    const std::lock_guard lock(mutex_);
    return words_ > 0;
  }
  void cancel() override {
    const std::lock_guard lock(mutex_);
    cancelled_ = true;
    changed_.notify_all();
  }
  std::uint64_t consumed() const override { return 0; }

  void speak() {
    const std::lock_guard lock(mutex_);
    ++words_;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int words_ = 0;
  bool cancelled_ = false;
};

TEST(ReadAhead, GivesEveryByteThenTheEnd) {
  const auto source = read_ahead(std::make_unique<CountingSource>(""));
  std::string buffer(400'000, '\0');
  std::mt19937 random(2);
  std::size_t seen = 0;
  for (;;) {
    const std::size_t size = 1 + random() % (random() % 2 == 0 ? 50 : buffer.size());
    const Result<std::size_t> got = source->read(buffer.data(), size);
    ASSERT_TRUE(got);
    if (*got == 0) break;
    ASSERT_LE(*got, size);
    for (std::size_t i = 0; i < *got; ++i) ASSERT_EQ(buffer[i], byte_at(seen + i));
    seen += *got;
  }
  EXPECT_EQ(seen, kTextBytes);
  EXPECT_EQ(source->consumed(), kTextBytes / 2);
}

TEST(ReadAhead, GivesEveryByteThenTheError) {
  const auto source = read_ahead(std::make_unique<CountingSource>("disk on fire"));
  std::string buffer(400'000, '\0');
  std::size_t seen = 0;
  for (;;) {
    const Result<std::size_t> got = source->read(buffer.data(), buffer.size());
    if (!got) {
      EXPECT_EQ(got.error().message, "disk on fire");
      break;
    }
    ASSERT_GT(*got, 0u);
    seen += *got;
  }
  EXPECT_EQ(seen, kTextBytes);
}

TEST(ReadAhead, MayBeLeftWhileBuffersAreFull) {
  char byte = 0;
  const auto source = read_ahead(std::make_unique<CountingSource>(""));
  EXPECT_EQ(*source->read(&byte, 1), 1u);
  EXPECT_EQ(byte, byte_at(0));
}

TEST(ReadAhead, IsNotReadyWhileTheSourceWaits) {
  auto patient = std::make_unique<PatientSource>();
  PatientSource& pipe = *patient;
  const auto source = read_ahead(std::move(patient));
  EXPECT_FALSE(source->ready());
  pipe.speak();
  char byte = 0;
  EXPECT_EQ(*source->read(&byte, 1), 1u);
  EXPECT_EQ(byte, 'w');
  EXPECT_FALSE(source->ready());
  // And goes away in the middle of a wait.
}

TEST(ReadAhead, EndsAWaitingReadWhenItIsCancelled) {
  const auto source = read_ahead(std::make_unique<PatientSource>());
  source->cancel();
  char byte = 0;
  EXPECT_EQ(*source->read(&byte, 1), 0u);
}

/// While it lives no thread can be started: no stack of 128 TiB fits into any address space.
class NoMoreThreads {
 public:
  NoMoreThreads() {
    ::pthread_getattr_default_np(&before_);
    pthread_attr_t impossible;
    ::pthread_getattr_default_np(&impossible);
    ::pthread_attr_setstacksize(&impossible, std::size_t{1} << 47);
    ::pthread_setattr_default_np(&impossible);
    ::pthread_attr_destroy(&impossible);
  }
  ~NoMoreThreads() {
    ::pthread_setattr_default_np(&before_);
    ::pthread_attr_destroy(&before_);
  }
  NoMoreThreads(const NoMoreThreads&) = delete;
  NoMoreThreads& operator=(const NoMoreThreads&) = delete;

 private:
  pthread_attr_t before_;
};

TEST(ReadAhead, DoesWithoutAThreadWhereThereIsNone) {
  const NoMoreThreads no_more_threads;
  ASSERT_THROW(std::thread([] {}), std::system_error);
  const std::unique_ptr<ByteSource> source = read_ahead(std::make_unique<CountingSource>(""));
  std::uint64_t size = 0;
  std::string buffer(100'000, 0);
  for (;;) {
    const Result<std::size_t> got = source->read(buffer.data(), buffer.size());
    ASSERT_TRUE(got);
    if (*got == 0) break;
    size += *got;
  }
  EXPECT_EQ(size, kTextBytes);
}

}  // namespace
}  // namespace puzzled
