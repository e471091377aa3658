// Threads for searches of many clients: each search has a thread of its own from start to end, and
// threads that nobody needs help searches that can be shared. A client that asks for much takes
// what would be idle, but no other client waits for it.
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
#include "parallel/team.hpp"

namespace puzzled::parallel {

class SearchPool;

/// What a search sees of the pool. As a team: its own thread, which never leaves, and those that
/// are idle.
class SearchContext final : public Team {
 public:
  /// Set when the search is to end early: its time is up or its client has left.
  const StopFlag& stop() const;
  bool timed_out() const;  ///< whether it was time that set it

  int threads() const override;

  /// REQUIRES: `work` does not throw; called on the thread of the search.
  void share(const SharedWork& work) override;

 private:
  friend class SearchPool;
  struct State;
  SearchContext(SearchPool& pool, State& state) : pool_(pool), state_(state) {}
  SearchPool& pool_;
  State& state_;
};

struct Search {
  /// Whose it is; no two clients have the same.
  const void* client = nullptr;
  std::shared_ptr<const StopFlag> cancelled{};  ///< may be null
  std::chrono::nanoseconds time_limit{0};       ///< from its start; 0: none
  /// Opaque label returned by overview(). May be null.
  std::shared_ptr<const void> about{};
  /// Must not throw, and return soon once the context says stop (which may be from the beginning).
  std::function<void(SearchContext&)> run{};
};

/// What a pool has to do at one moment.
struct SearchOverview {
  struct Running {
    std::shared_ptr<const void> about;  ///< Search::about
    std::chrono::nanoseconds age{0};    ///< since its start
  };
  std::vector<Running> running;  ///< the oldest first; as many as were asked for
  std::size_t running_in_all = 0;
  std::size_t waiting = 0;
};

/// Fairness. `threads` searches run at once, however many clients there are; beyond these, a client
/// none of whose searches runs starts one at once as long as one of `spare` threads is left: the
/// system shares the processors then. A waiting search comes next if its client has the fewest that
/// run; among those, the oldest.
///
/// Threads. Those of `threads` start with the pool, a spare one when a search first needs it. Each
/// has a condition of its own, so exactly those wake up that there is work for; those that have
/// rested least first.
class SearchPool {
 public:
  using Clock = std::chrono::steady_clock;

  struct Options {
    int threads = 1;
    int spare = 8;
    std::function<void()> enter{};  ///< each thread calls it first
    /// Grows by the time that threads work, as they do: at every tick, too. May be null.
    std::atomic<std::uint64_t>* busy_ns = nullptr;
  };

  /// Throws std::system_error if the system gives no more threads.
  explicit SearchPool(Options options);
  ~SearchPool();
  SearchPool(const SearchPool&) = delete;
  SearchPool& operator=(const SearchPool&) = delete;

  /// Any thread may call this. It may start a spare thread; if the system gives none, the search
  /// waits for one of those there are.
  void submit(Search search);

  /// Returns when all searches have ended. Nothing may be submitted then.
  void end();

  /// Tells searches to stop whose time is up or whose client has left; for those that still wait,
  /// runs them, to their quick end, on the calling thread. To be called every few milliseconds
  /// while it returns true: something runs or waits.
  bool tick();

  /// What runs, up to `most` of it, and how much waits. Waits for the pool's lock.
  SearchOverview overview(std::size_t most) const;

  /// For the watchdog: how many threads show no sign of life for `limit`. One that searches may do
  /// so for hours; the processor time that it uses is its sign of life. Takes no lock.
  std::size_t hung(std::chrono::nanoseconds limit) const;

  /// How long the search that was told to stop first has gone on since, as the last tick has seen
  /// it. Takes no lock.
  std::chrono::nanoseconds overdue() const;

 private:
  friend class SearchContext;
  using States = std::list<std::unique_ptr<SearchContext::State>>;

  struct Worker {
    Worker() { heart.set_idle(); }

    Heartbeat heart;  // beats by itself or, while it searches, by watch_searches(); or it rests
    std::atomic<bool> is_searching = false;
    clockid_t cpu_clock{};         // the thread's; set before it first searches
    std::int64_t cpu_ns = 0;       // of that clock when tick() last looked
    std::condition_variable work;  // is_called, while it is in idle_
    bool is_called = false;
    std::thread thread;
  };

  void start_thread();
  void work(Worker& worker);
  void rest(std::unique_lock<std::mutex>& lock, Worker& worker);
  void start(std::unique_lock<std::mutex>& lock, Worker& worker, States::iterator waiting);
  void help(std::unique_lock<std::mutex>& lock, Worker& worker, SearchContext::State& state);
  void share(SearchContext::State& state, const SharedWork& work);
  int helpers_at_hand() const;
  bool has_work_for_another();
  void call_one();
  void call_idle();
  void call_all();
  std::size_t running_of(const void* client) const;
  States::iterator next_to_start();
  SearchContext::State* next_to_help();
  void count_time();
  void watch_searches();

  const Options options_;
  mutable std::mutex mutex_;  // of all below, never held while a search works
  States waiting_;
  States running_;
  std::deque<Worker> workers_;         // all there may be: it never changes
  std::size_t started_ = 0;            // the first so many of them have a thread
  std::vector<Worker*> idle_;          // who has rested least is last; never allocates
  std::size_t waking_threads_ = 0;     // threads that were started or called and have yet to look
  int busy_ = 0;                       // threads that work, helpers among them
  Clock::time_point counted_until_{};  // busy_ns holds the work of all threads until then
  std::atomic<bool> wanted_ = false;   // some search waits that a helper's thread could start
  bool ending_ = false;
  // When the search was told to stop that was told so first and still runs; 0: there is none.
  std::atomic<Clock::rep> first_stopped_{0};
};

}  // namespace puzzled::parallel
