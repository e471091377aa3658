#include "parallel/search_pool.hpp"

#include <pthread.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "parallel/thread_time.hpp"

namespace puzzled::parallel {

struct SearchContext::State {
  explicit State(Search of) : search(std::move(of)) {}

  Search search;
  std::uint64_t id = 0;
  StopFlag stop = false;
  std::atomic<StopReason> stop_reason = StopReason::kClientLeft;  // once stop is set
  SearchPool::Clock::time_point started{};
  SearchPool::Clock::time_point stopped{};  // when told to
  SearchPool::Worker* worker = nullptr;     // on whose thread it runs
  const SharedWork* shared = nullptr;       // null: nothing to help with
  int helpers = 0;
  std::condition_variable helpers_left;
};

const StopFlag& SearchContext::stop() const {
  return state_.stop;
}

bool SearchContext::was_stopped_by(StopReason reason) const {
  // Acquire: whoever has seen the flag sees the reason.
  return state_.stop.load(std::memory_order_acquire) &&
         state_.stop_reason.load(std::memory_order_relaxed) == reason;
}

bool SearchContext::timed_out() const {
  return was_stopped_by(StopReason::kTimeLimit);
}

bool SearchContext::was_cancelled() const {
  return was_stopped_by(StopReason::kCancelled);
}

int SearchContext::threads() const {
  return 1 + pool_.helpers_at_hand();
}

void SearchContext::share(const SharedWork& work) {
  pool_.share(state_, work);
}

SearchPool::SearchPool(Options options) : options_(std::move(options)) {
  const auto threads = static_cast<std::size_t>(options_.threads);
  const std::size_t all = threads + static_cast<std::size_t>(options_.spare);
  for (std::size_t i = 0; i < all; ++i) workers_.emplace_back();
  idle_.reserve(all);
  try {
    const std::lock_guard lock(mutex_);
    while (started_ < threads) start_thread();
  } catch (...) {
    end();  // those that have started
    throw;
  }
}

SearchPool::~SearchPool() {
  end();
}

/// One more. With the mutex locked; throws std::system_error if the system gives none.
void SearchPool::start_thread() {
  Worker& worker = workers_[started_];
  worker.heart.set_busy();
  try {
    worker.thread = std::thread([this, &worker] { work(worker); });
  } catch (...) {
    worker.heart.set_idle();
    throw;
  }
  ++started_;
  ++waking_threads_;
}

void SearchPool::end() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    wake_all();
  }
  for (Worker& worker : workers_) {
    if (worker.thread.joinable()) worker.thread.join();
  }
}

void SearchPool::submit(Search search) {
  auto state = std::make_unique<SearchContext::State>(std::move(search));
  const std::lock_guard lock(mutex_);
  state->id = ++last_id_;
  waiting_.push_back(std::move(state));
  wanted_.store(true, std::memory_order_relaxed);
  wake_idle();
  if (started_ == workers_.size() || !has_work_for_another()) return;
  try {
    start_thread();
  } catch (const std::system_error&) {
    // No more threads: one of those that there are will come to it.
  }
}

std::size_t SearchPool::running_of(const void* client) const {
  return static_cast<std::size_t>(std::count_if(
      running_.begin(), running_.end(), [client](const std::unique_ptr<SearchContext::State>& s) {
        return s->search.client == client;
      }));
}

SearchPool::States::iterator SearchPool::next_to_start() {
  auto best = waiting_.end();
  std::size_t fewest = SIZE_MAX;
  for (auto it = waiting_.begin(); it != waiting_.end() && fewest > 0; ++it) {
    const std::size_t running = running_of((*it)->search.client);
    if (running < fewest) {
      fewest = running;
      best = it;
    }
  }
  const bool may_start = best != waiting_.end() && (busy_ < options_.threads || fewest == 0);
  // Helpers make room for any search that has to wait for a thread, if only they can.
  wanted_.store(!waiting_.empty(), std::memory_order_relaxed);
  return may_start ? best : waiting_.end();
}

SearchContext::State* SearchPool::next_to_help() {
  SearchContext::State* best = nullptr;
  if (busy_ >= options_.threads || !waiting_.empty()) return nullptr;
  for (const std::unique_ptr<SearchContext::State>& state : running_) {
    if (state->shared != nullptr && (best == nullptr || state->helpers < best->helpers)) {
      best = state.get();
    }
  }
  return best;
}

/// Adds what the busy threads have worked since the last call. To be called, with the mutex locked,
/// before their number changes, and every now and then while it does not.
void SearchPool::count_time() {
  const Clock::time_point now = Clock::now();
  const Clock::duration worked = busy_ * (now - counted_until_);
  counted_until_ = now;
  if (options_.busy_ns == nullptr) return;
  const auto time = std::chrono::duration_cast<std::chrono::nanoseconds>(worked);
  options_.busy_ns->fetch_add(static_cast<std::uint64_t>(time.count()), std::memory_order_relaxed);
}

/// Whether there is work for one thread more than those who are on their way to look. With the
/// mutex locked.
bool SearchPool::has_work_for_another() {
  const std::size_t free = static_cast<std::size_t>(std::max(0, options_.threads - busy_));
  if (waiting_.empty()) return waking_threads_ < free && next_to_help() != nullptr;
  if (waking_threads_ < std::min(waiting_.size(), free)) return true;
  // Beyond those threads, each client may start one search.
  std::size_t clients = 0;
  for (auto it = waiting_.begin(); it != waiting_.end(); ++it) {
    const void* const client = (*it)->search.client;
    const bool is_first = std::none_of(waiting_.begin(), it, [client](const auto& state) {
      return state->search.client == client;
    });
    if (is_first && running_of(client) == 0 && ++clients > waking_threads_) return true;
  }
  return false;
}

/// Wakes the thread that has rested least. With the mutex locked; there is one.
void SearchPool::wake_one() {
  Worker& worker = *idle_.back();
  idle_.pop_back();
  ++waking_threads_;
  worker.is_woken = true;
  worker.heart.set_busy();
  worker.work.notify_one();
}

/// Wakes as many threads as there is work for. With the mutex locked, whenever there may be more
/// work than before.
void SearchPool::wake_idle() {
  while (!idle_.empty() && has_work_for_another()) wake_one();
}

/// At the end: they leave if nothing runs any more. With the mutex locked.
void SearchPool::wake_all() {
  while (!idle_.empty()) wake_one();
}

void SearchPool::work(Worker& worker) {
  ::pthread_getcpuclockid(::pthread_self(), &worker.cpu_clock);
  if (options_.enter) options_.enter();
  std::unique_lock lock(mutex_);
  --waking_threads_;
  for (;;) {
    worker.heart.beat();
    if (const auto waiting = next_to_start(); waiting != waiting_.end()) {
      start(lock, worker, waiting);
    } else if (SearchContext::State* const shared = next_to_help(); shared != nullptr) {
      help(lock, worker, *shared);
    } else if (ending_ && waiting_.empty() && running_.empty()) {
      return worker.heart.set_idle();
    } else {
      wait_for_work(lock, worker);
    }
  }
}

/// Until it is called.
void SearchPool::wait_for_work(std::unique_lock<std::mutex>& lock, Worker& worker) {
  idle_.push_back(&worker);
  worker.heart.set_idle();
  worker.work.wait(lock, [&worker] { return worker.is_woken; });
  worker.is_woken = false;
  --waking_threads_;
}

void SearchPool::start(std::unique_lock<std::mutex>& lock, Worker& worker,
                       States::iterator waiting) {
  running_.splice(running_.end(), waiting_, waiting);
  wanted_.store(!waiting_.empty(), std::memory_order_relaxed);
  SearchContext::State& state = **waiting;
  state.worker = &worker;
  count_time();
  state.started = counted_until_;
  ++busy_;
  wake_idle();  // helpers may have left for this search
  lock.unlock();
  worker.is_searching.store(true, std::memory_order_release);
  SearchContext context(*this, state);
  state.search.run(context);
  worker.is_searching.store(false, std::memory_order_relaxed);
  lock.lock();
  count_time();
  --busy_;
  running_.erase(waiting);
  if (ending_) wake_all();
}

void SearchPool::help(std::unique_lock<std::mutex>& lock, Worker& worker,
                      SearchContext::State& state) {
  const SharedWork* const shared = state.shared;
  ++state.helpers;
  count_time();
  ++busy_;
  lock.unlock();
  worker.is_searching.store(true, std::memory_order_release);
  const bool more = (*shared)(wanted_);
  worker.is_searching.store(false, std::memory_order_relaxed);
  lock.lock();
  count_time();
  --busy_;
  --state.helpers;
  if (!more && state.shared == shared) state.shared = nullptr;
  if (state.helpers == 0) state.helpers_left.notify_one();
}

void SearchPool::share(SearchContext::State& state, const SharedWork& work) {
  {
    const std::lock_guard lock(mutex_);
    state.shared = &work;
    wake_idle();
  }
  work(kNeverStop);
  std::unique_lock lock(mutex_);
  state.shared = nullptr;
  if (state.helpers == 0) return;
  // A helper that hangs is noticed itself.
  state.worker->heart.set_idle();
  state.helpers_left.wait(lock, [&state] { return state.helpers == 0; });
  state.worker->heart.set_busy();
}

/// Threads that could help a search now.
int SearchPool::helpers_at_hand() const {
  const std::lock_guard lock(mutex_);
  return waiting_.empty() ? std::max(0, options_.threads - busy_) : 0;
}

/// Beats for threads that search.
void SearchPool::watch_searches() {
  for (Worker& worker : workers_) {
    if (!worker.is_searching.load(std::memory_order_acquire)) continue;
    if (worker.heart.age() < Heartbeat::kInterval) continue;
    const std::int64_t used = cpu_time_ns(worker.cpu_clock);
    if (used != worker.cpu_ns) worker.heart.beat();
    worker.cpu_ns = used;
  }
}

/// With the mutex locked.
void SearchPool::stop(SearchContext::State& state, SearchContext::StopReason reason,
                      Clock::time_point now) {
  state.stop_reason.store(reason, std::memory_order_relaxed);
  state.stopped = now;
  state.stop.store(true, std::memory_order_release);
}

std::shared_ptr<const void> SearchPool::cancel(std::uint64_t id) {
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(
      running_.begin(), running_.end(),
      [id](const std::unique_ptr<SearchContext::State>& state) { return state->id == id; });
  if (found == running_.end() || (*found)->stop.load(std::memory_order_relaxed)) return nullptr;
  stop(**found, SearchContext::StopReason::kCancelled, Clock::now());
  return (*found)->search.about;
}

bool SearchPool::tick() {
  watch_searches();
  const Clock::time_point now = Clock::now();
  const auto is_cancelled = [](const Search& search) {
    return search.cancelled != nullptr && search.cancelled->load(std::memory_order_relaxed);
  };
  States left;
  bool any = false;
  {
    const std::lock_guard lock(mutex_);
    count_time();
    Clock::rep first_stopped = 0;
    for (const std::unique_ptr<SearchContext::State>& state : running_) {
      if (!state->stop.load(std::memory_order_relaxed)) {
        const bool late = state->search.time_limit.count() > 0 &&
                          now - state->started >= state->search.time_limit;
        if (!late && !is_cancelled(state->search)) continue;
        using enum SearchContext::StopReason;
        stop(*state, late ? kTimeLimit : kClientLeft, now);
      }
      const Clock::rep stopped = state->stopped.time_since_epoch().count();
      if (first_stopped == 0 || stopped < first_stopped) first_stopped = stopped;
    }
    first_stopped_.store(first_stopped, std::memory_order_relaxed);
    for (auto it = waiting_.begin(); it != waiting_.end();) {
      const auto here = it++;
      if (is_cancelled((*here)->search)) left.splice(left.end(), waiting_, here);
    }
    wanted_.store(!waiting_.empty(), std::memory_order_relaxed);
    if (!left.empty()) wake_idle();  // nobody helps while a search waits
    any = !waiting_.empty() || !running_.empty();
  }
  for (const std::unique_ptr<SearchContext::State>& state : left) {
    state->stop.store(true, std::memory_order_relaxed);
    SearchContext context(*this, *state);
    state->search.run(context);
  }
  return any;
}

SearchOverview SearchPool::overview(std::size_t most) const {
  SearchOverview overview;
  overview.running.reserve(std::min(most, workers_.size()));  // not while others wait for the lock
  const std::lock_guard lock(mutex_);
  const Clock::time_point now = Clock::now();
  for (const std::unique_ptr<SearchContext::State>& state : running_) {
    if (overview.running.size() == most) break;
    overview.running.push_back({state->id, state->search.about, now - state->started});
  }
  overview.running_in_all = running_.size();
  overview.waiting = waiting_.size();
  return overview;
}

std::size_t SearchPool::hung(std::chrono::nanoseconds limit) const {
  return static_cast<std::size_t>(
      std::count_if(workers_.begin(), workers_.end(),
                    [limit](const Worker& worker) { return worker.heart.age() >= limit; }));
}

std::chrono::nanoseconds SearchPool::overdue() const {
  const Clock::rep first = first_stopped_.load(std::memory_order_relaxed);
  if (first == 0) return std::chrono::nanoseconds(0);
  return Clock::now() - Clock::time_point(Clock::duration(first));
}

}  // namespace puzzled::parallel
