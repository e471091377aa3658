// Threads for searches of many clients: each search has a thread of its own from start to end, and
// idle threads help searches that can be shared. A client with many searches uses threads that
// would be idle, but no other client waits for it.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <ctime>
#include <deque>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "core/stop.hpp"
#include "parallel/heartbeat.hpp"
#include "parallel/workers.hpp"

namespace puzzled::parallel {

class SearchPool;

/// What a search sees of the pool. As a team: its own thread, which never leaves, and those that
/// are idle.
class SearchContext final : public Team {
 public:
  /// Set when the search is to end early: its time is up, its client has left, or it was cancelled.
  const StopFlag& stop() const;
  bool timed_out() const;      ///< whether the time limit set it
  bool was_cancelled() const;  ///< whether SearchPool::cancel() set it

  int threads() const override;

  /// REQUIRES: `work` does not throw; called on the thread of the search.
  void share(const SharedWork& work) override;

 private:
  friend class SearchPool;
  enum class StopReason { kClientLeft, kTimeLimit, kCancelled };
  struct State;
  bool was_stopped_by(StopReason reason) const;
  SearchContext(SearchPool& pool, State& state) : pool_(pool), state_(state) {}
  SearchPool& pool_;
  State& state_;
};

struct Search {
  /// Identifies the client; unique to it.
  const void* client = nullptr;
  std::shared_ptr<const StopFlag> cancelled{};  ///< may be null
  std::chrono::nanoseconds time_limit{0};       ///< from its start; 0: none
  /// Opaque label returned by overview(). May be null.
  std::shared_ptr<const void> about{};
  /// Must not throw, and must return soon once the context's stop() is set (which may be from the
  /// beginning).
  std::function<void(SearchContext&)> run{};
};

/// The searches of a pool at one moment.
struct SearchOverview {
  struct Running {
    std::uint64_t id = 0;               ///< for SearchPool::cancel()
    std::shared_ptr<const void> about;  ///< Search::about
    std::chrono::nanoseconds age{0};    ///< since its start
  };
  std::vector<Running> running;  ///< the oldest first; as many as were asked for
  std::size_t running_in_all = 0;
  std::size_t waiting = 0;
};

/// Fairness. `threads` searches run at once, however many clients there are. Beyond these, a client
/// without a running search starts one at once while one of the `spare` threads is left; the system
/// then shares the processors. The next search to start is that of the client with the fewest
/// running searches; among those, the oldest.
///
/// Threads. `threads` of them start with the pool, a spare one when a search first needs it. Each
/// has a condition variable of its own, so that no more wake up than there is work for; the one
/// that became idle last wakes up first.
class SearchPool {
 public:
  using Clock = std::chrono::steady_clock;

  struct Options {
    int threads = 1;
    int spare = 8;
    std::function<void()> enter{};  ///< each thread calls it first
    /// The time that threads have worked is added to it, at least at every tick. May be null.
    std::atomic<std::uint64_t>* busy_ns = nullptr;
  };

  /// Throws std::system_error if the system gives no more threads.
  explicit SearchPool(Options options);
  ~SearchPool();
  SearchPool(const SearchPool&) = delete;
  SearchPool& operator=(const SearchPool&) = delete;

  /// Thread-safe. May start a spare thread; if the system gives none, the search waits for an
  /// existing one.
  void submit(Search search);

  /// Returns when all searches have ended. Nothing may be submitted then.
  void end();

  /// Sets stop() of searches whose time is up or whose client has left; those of them that still
  /// wait are run on the calling thread, where they end at once. To be called every few
  /// milliseconds while it returns true: a search runs or waits.
  bool tick();

  /// Sets stop() of the running search with that id, and returns its Search::about. Null if none
  /// runs: it has ended, or was told to stop before. Waits for the pool's lock.
  std::shared_ptr<const void> cancel(std::uint64_t id);

  /// Up to `most` running searches, and how many wait. Waits for the pool's lock.
  SearchOverview overview(std::size_t most) const;

  /// For the watchdog: how many threads have shown no sign of life for `limit`. A search may run
  /// for hours; its sign of life is the processor time that it uses. Takes no lock.
  std::size_t hung(std::chrono::nanoseconds limit) const;

  /// How long the search that has ignored its stop() longest has done so, as of the last tick.
  /// Takes no lock.
  std::chrono::nanoseconds overdue() const;

 private:
  friend class SearchContext;
  using States = std::list<std::unique_ptr<SearchContext::State>>;

  struct Worker {
    Worker() { heart.set_idle(); }

    Heartbeat heart;  // beats by itself; during a search, by watch_searches()
    std::atomic<bool> is_searching = false;
    clockid_t cpu_clock{};         // the thread's; set before it first searches
    std::int64_t cpu_ns = 0;       // of that clock when tick() last looked
    std::condition_variable work;  // is_woken, while it is in idle_
    bool is_woken = false;
    std::thread thread;
  };

  static void stop(SearchContext::State& state, SearchContext::StopReason reason,
                   Clock::time_point now);
  void start_thread();
  void work(Worker& worker);
  void wait_for_work(std::unique_lock<std::mutex>& lock, Worker& worker);
  void start(std::unique_lock<std::mutex>& lock, Worker& worker, States::iterator waiting);
  void help(std::unique_lock<std::mutex>& lock, Worker& worker, SearchContext::State& state);
  void share(SearchContext::State& state, const SharedWork& work);
  int helpers_at_hand() const;
  bool has_work_for_another();
  void wake_one();
  void wake_idle();
  void wake_all();
  std::size_t running_of(const void* client) const;
  States::iterator next_to_start();
  SearchContext::State* next_to_help();
  void count_time();
  void watch_searches();

  const Options options_;
  mutable std::mutex mutex_;  // of all below, never held while a search works
  States waiting_;
  States running_;
  std::deque<Worker> workers_;         // of maximal size from the start
  std::size_t started_ = 0;            // the first `started_` workers have a thread
  std::vector<Worker*> idle_;          // the one that became idle last is last; never allocates
  std::size_t waking_threads_ = 0;     // started or called, but not yet looking for work
  int busy_ = 0;                       // threads that work, helpers among them
  Clock::time_point counted_until_{};  // busy_ns holds the work of all threads until then
  std::atomic<bool> wanted_ = false;   // a helper should leave, to start a waiting search
  bool ending_ = false;
  std::uint64_t last_id_ = 0;  // of a search
  // The earliest time at which a search that still runs was told to stop; 0: there is none.
  std::atomic<Clock::rep> first_stopped_{0};
};

}  // namespace puzzled::parallel
