// An event loop: one thread that waits for sockets, for times and for calls from other threads. It
// is Asio's io_context with what every loop of the daemon needs beside it:
//
// - post() takes no lock. boost::asio::post() wakes the loop while it holds a mutex that the loop
//   takes first of all: the loop preempts the poster, then waits for it to run again. With a
//   search, of low priority on a busy machine, that took up to 50 ms.
// - It has a heartbeat for a watchdog.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <thread>
#include <utility>

#include "daemon/net/loop/asio_types.hpp"
#include "daemon/net/loop/call_list.hpp"
#include "parallel/heartbeat.hpp"

namespace puzzled::net {

class Waker;
class LoopTimer;
class LoopWait;

class Loop {
 public:
  using Clock = std::chrono::steady_clock;

  /// Throws std::system_error if the system gives no descriptor.
  Loop();
  ~Loop();
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  /// Runs on the calling thread until stop(). Rethrows what a call throws.
  void run();

  // For any thread.

  void stop() { context_.stop(); }

  /// The loop makes the call soon; calls of one thread keep their order. Never waits.
  void post(std::function<void()> call);

  /// Time since the loop's last heartbeat; it beats every second.
  std::chrono::nanoseconds stalled() const { return heart_.age(); }

  // For the loop's own thread, or while the loop does not run.

  boost::asio::io_context& context() { return context_; }

  /// Calls `handler` when everything else that is ready has had its turn.
  template <typename Handler>
  void defer(Handler&& handler) {
    boost::asio::post(context_, std::forward<Handler>(handler));
  }

  /// Makes the calls that were posted after the loop had stopped.
  void run_posted() { calls_.run(); }

 private:
  boost::asio::io_context context_{1};
  CallList calls_;
  parallel::Heartbeat heart_;
  std::unique_ptr<Waker> waker_;  // woken when there are calls
  std::unique_ptr<LoopTimer> beat_;
};

/// Something that a loop waits for. A wait calls back once, and may then be started again, also by
/// its callback; the callback must not destroy it.
///
/// To be used on the loop's thread, or while the loop does not run.
class LoopWait {
 public:
  LoopWait(const LoopWait&) = delete;
  LoopWait& operator=(const LoopWait&) = delete;

  /// Started, and not finished. True during the callback.
  bool is_active() const { return is_active_; }

 protected:
  explicit LoopWait(std::function<void()> call) : call_(std::move(call)) {}
  virtual ~LoopWait() { *self_ = nullptr; }

  void begin();
  void end() { is_active_ = false; }

  /// Starts the asynchronous operation. Its handler holds a ticket(), and passes it to fire()
  /// unless the operation was cancelled.
  virtual void arm() = 0;

  using Ticket = std::shared_ptr<LoopWait*>;  // to null when the wait has been destroyed
  Ticket ticket() const { return self_; }

  /// Calls back, if the wait still exists, is active, and is_due().
  static void fire(const Ticket& ticket);
  virtual bool is_due() const { return true; }

 private:
  const std::function<void()> call_;
  bool is_active_ = false;
  std::uint64_t begun_ = 0;  // how often
  const Ticket self_ = std::make_shared<LoopWait*>(this);
};

/// Calls back at a time.
class LoopTimer final : public LoopWait {
 public:
  LoopTimer(Loop& loop, std::function<void()> call);
  ~LoopTimer() override;

  /// Replaces an earlier time.
  void start(Loop::Clock::duration after) { start_at(Loop::Clock::now() + after); }
  void start_at(Loop::Clock::time_point when);
  void cancel();

 private:
  void arm() override;
  bool is_due() const override;

  AsioTimer timer_;
};

/// Owns a descriptor, and calls back when it can be read.
class Readable final : public LoopWait {
 public:
  Readable(Loop& loop, int descriptor, std::function<void()> call);
  ~Readable() override;

  int get() { return descriptor_.native_handle(); }
  bool is_open() const { return descriptor_.is_open(); }

  void start() { begin(); }
  void close();

 private:
  void arm() override;

  AsioDescriptor descriptor_;
};

/// Calls back on the loop's thread after wake(); several wakes may share one callback.
class Waker {
 public:
  /// Throws std::system_error if the system gives no descriptor.
  Waker(Loop& loop, std::function<void()> call);

  /// Any thread; never waits.
  void wake() noexcept;

 private:
  Readable woken_;
};

/// Takes signals, again and again, as long as it exists and the loop runs.
class SignalWait final : public LoopWait {
 public:
  /// `call` gets the signal's number.
  SignalWait(Loop& loop, std::initializer_list<int> signals, std::function<void(int)> call);
  ~SignalWait() override;

  void start() { begin(); }

 private:
  void arm() override;

  AsioSignals signals_;
  int signal_ = 0;
};

/// A loop on a thread of its own.
class LoopThread {
 public:
  /// Throws std::system_error if the system gives no descriptor.
  LoopThread() = default;
  ~LoopThread() { end(); }
  LoopThread(const LoopThread&) = delete;
  LoopThread& operator=(const LoopThread&) = delete;

  Loop& loop() { return loop_; }

  /// Starts the thread. Waits that must not miss anything are set up before.
  void start();

  /// Ends the thread once all posted calls are made, then makes those that were posted too late on
  /// the calling thread. May be called again, for later ones.
  void end();

 private:
  Loop loop_;
  std::thread thread_;
};

}  // namespace puzzled::net
