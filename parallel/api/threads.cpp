#include "parallel/api/threads.hpp"

#include <pthread.h>

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace puzzled {
namespace {

constexpr std::chrono::milliseconds kBetweenLooks{10};
constexpr std::chrono::milliseconds kBetweenProgress{50};

/// A thread that runs one function after another, and sleeps in between.
class KeptThread {
 public:
  KeptThread() {
    std::thread([this] { loop(); }).detach();
  }

  /// REQUIRES: what was begun before has ended.
  void begin(const std::function<void()>& work) {
    const std::lock_guard lock(mutex_);
    work_ = &work;
    has_work_.notify_one();
  }

  /// Whether it has ended; waits for that for a while.
  bool wait() {
    std::unique_lock lock(mutex_);
    return has_ended_.wait_for(lock, kBetweenLooks, [this] { return work_ == nullptr; });
  }

 private:
  void loop() {
    std::unique_lock lock(mutex_);
    for (;;) {
      has_work_.wait(lock, [this] { return work_ != nullptr; });
      lock.unlock();
      (*work_)();
      lock.lock();
      work_ = nullptr;
      has_ended_.notify_one();
    }
  }

  std::mutex mutex_;
  std::condition_variable has_work_;
  std::condition_variable has_ended_;
  const std::function<void()>* work_ = nullptr;  // null: none
};

/// Threads that are idle, as many as were ever in use at once. Never destroyed, as little as they
/// are.
class KeptThreads {
 public:
  static KeptThreads& instance() {
    static KeptThreads* current = new KeptThreads;
    // A process that was forked is without its parent's threads, and locks may be held for ever.
    static const int registered =
        pthread_atfork(nullptr, nullptr, [] { current = new KeptThreads; });
    static_cast<void>(registered);
    return *current;
  }

  KeptThread& take() {
    const std::lock_guard lock(mutex_);
    if (idle_.empty()) return *new KeptThread;
    KeptThread& thread = *idle_.back();
    idle_.pop_back();
    return thread;
  }

  void give_back(KeptThread& thread) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(&thread);
  }

 private:
  std::mutex mutex_;
  std::vector<KeptThread*> idle_;
};

}  // namespace

/// Looks after what the caller wants, on the thread that makes it.
class CallerWatch {
 public:
  CallerWatch(const RunOptions& options, RunState& state)
      : options_(options), state_(state), next_(Clock::now() + kBetweenProgress) {
    look();
  }

  /// Does nothing on other threads.
  void look() {
    if (std::this_thread::get_id() != caller_) return;
    if (!was_stopped_ && options_.stop != nullptr && is_stopped(*options_.stop)) {
      was_stopped_ = true;
      state_.stop.store(true, std::memory_order_relaxed);
    }
    if (!options_.progress) return;
    const Clock::time_point now = Clock::now();
    if (now < next_) return;
    next_ = now + kBetweenProgress;
    options_.progress(state_.done.load(std::memory_order_relaxed));
  }

  bool was_stopped() const { return was_stopped_; }

 private:
  using Clock = std::chrono::steady_clock;

  const RunOptions& options_;
  RunState& state_;
  const std::thread::id caller_ = std::this_thread::get_id();
  Clock::time_point next_;
  bool was_stopped_ = false;
};

int worker_count(int threads) {
  if (threads <= 0) threads = parallel::available_threads();
  return std::min(threads, parallel::Workers::kMaxThreads);
}

bool RunState::look() {
  if (watch != nullptr) watch->look();
  return is_stopped(stop);
}

bool run_watched(const RunOptions& options, Pieces pieces,
                 const std::function<void(RunState&)>& work) {
  RunState state;
  CallerWatch watch(options, state);
  if (pieces == Pieces::kShort || (options.stop == nullptr && !options.progress)) {
    state.watch = &watch;
    work(state);
    return !watch.was_stopped();
  }
  std::exception_ptr work_failure;
  std::exception_ptr watch_failure;
  const std::function<void()> guarded = [&] {
    try {
      work(state);
    } catch (...) {
      work_failure = std::current_exception();
    }
  };
  KeptThread& thread = KeptThreads::instance().take();
  thread.begin(guarded);
  while (!thread.wait()) {
    if (watch_failure) continue;
    try {
      watch.look();
    } catch (...) {
      watch_failure = std::current_exception();
      state.stop.store(true, std::memory_order_relaxed);
    }
  }
  KeptThreads::instance().give_back(thread);
  if (watch_failure) std::rethrow_exception(watch_failure);
  if (work_failure) std::rethrow_exception(work_failure);
  return !watch.was_stopped();
}

}  // namespace puzzled
