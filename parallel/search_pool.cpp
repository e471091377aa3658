#include "parallel/search_pool.hpp"

#include <algorithm>
#include <utility>

namespace puzzled::parallel {

struct SearchSeat::State {
  explicit State(Search of) : search(std::move(of)) {}

  Search search;
  StopFlag stop = false;
  std::atomic<bool> timed_out = false;
  SearchPool::Clock::time_point started{};
  SearchPool::Clock::time_point stopped{};  // when told to
  const SharedWork* shared = nullptr;       // null: nothing to help with
  int helpers = 0;
};

const StopFlag& SearchSeat::stop() const {
  return state_.stop;
}

bool SearchSeat::timed_out() const {
  // Acquire: whoever has seen the flag sees the reason.
  return state_.stop.load(std::memory_order_acquire) &&
         state_.timed_out.load(std::memory_order_relaxed);
}

void SearchSeat::share(const SharedWork& work) {
  pool_.share(state_, work);
}

SearchPool::SearchPool(Options options) : options_(std::move(options)) {
  const int all = options_.threads + options_.spare;
  threads_.reserve(static_cast<std::size_t>(all));
  try {
    for (int i = 0; i < all; ++i) threads_.emplace_back([this] { work(); });
  } catch (...) {
    end();  // those that have started
    throw;
  }
}

SearchPool::~SearchPool() {
  end();
}

void SearchPool::end() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  to_do_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

SearchPool::Prepared::Prepared() = default;
SearchPool::Prepared::Prepared(Prepared&&) noexcept = default;
SearchPool::Prepared::~Prepared() = default;

SearchPool::Prepared SearchPool::prepare(Search search) {
  Prepared prepared;
  prepared.state_.push_back(std::make_unique<SearchSeat::State>(std::move(search)));
  return prepared;
}

void SearchPool::submit(Prepared search) noexcept {
  {
    const std::lock_guard lock(mutex_);
    waiting_.splice(waiting_.end(), search.state_);
    wanted_.store(true, std::memory_order_relaxed);
  }
  to_do_.notify_one();
}

void SearchPool::submit(Search search) {
  submit(prepare(std::move(search)));
}

std::size_t SearchPool::running_of(const void* client) const {
  return static_cast<std::size_t>(std::count_if(
      running_.begin(), running_.end(), [client](const std::unique_ptr<SearchSeat::State>& s) {
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

SearchSeat::State* SearchPool::next_to_help() {
  SearchSeat::State* best = nullptr;
  if (busy_ >= options_.threads || !waiting_.empty()) return nullptr;
  for (const std::unique_ptr<SearchSeat::State>& state : running_) {
    if (state->shared != nullptr && (best == nullptr || state->helpers < best->helpers)) {
      best = state.get();
    }
  }
  return best;
}

void SearchPool::count_time(Clock::time_point since) const {
  if (options_.busy_ns == nullptr) return;
  const auto time = std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - since);
  options_.busy_ns->fetch_add(static_cast<std::uint64_t>(time.count()), std::memory_order_relaxed);
}

void SearchPool::work() {
  if (options_.enter) options_.enter();
  std::unique_lock lock(mutex_);
  for (;;) {
    if (const auto waiting = next_to_start(); waiting != waiting_.end()) {
      start(lock, waiting);
    } else if (SearchSeat::State* const state = next_to_help()) {
      help(lock, *state);
    } else if (ending_ && waiting_.empty() && running_.empty()) {
      return;
    } else {
      to_do_.wait(lock);
    }
  }
}

void SearchPool::start(std::unique_lock<std::mutex>& lock, States::iterator waiting) {
  running_.splice(running_.end(), waiting_, waiting);
  wanted_.store(!waiting_.empty(), std::memory_order_relaxed);
  SearchSeat::State& state = **waiting;
  state.started = Clock::now();
  ++busy_;
  lock.unlock();
  SearchSeat seat(*this, state);
  state.search.run(seat);
  count_time(state.started);
  lock.lock();
  --busy_;
  running_.erase(waiting);
  if (ending_) to_do_.notify_all();
}

void SearchPool::help(std::unique_lock<std::mutex>& lock, SearchSeat::State& state) {
  const SharedWork* const shared = state.shared;
  ++state.helpers;
  ++busy_;
  lock.unlock();
  const Clock::time_point begin = Clock::now();
  const bool more = (*shared)(wanted_);
  count_time(begin);
  lock.lock();
  --busy_;
  --state.helpers;
  if (!more && state.shared == shared) state.shared = nullptr;
  helper_left_.notify_all();
}

void SearchPool::share(SearchSeat::State& state, const SharedWork& work) {
  static const std::atomic<bool> never = false;
  {
    const std::lock_guard lock(mutex_);
    state.shared = &work;
  }
  to_do_.notify_all();
  work(never);
  std::unique_lock lock(mutex_);
  state.shared = nullptr;
  helper_left_.wait(lock, [&state] { return state.helpers == 0; });
}

bool SearchPool::tick() {
  const Clock::time_point now = Clock::now();
  const auto is_abandoned = [](const Search& search) {
    return search.abandoned != nullptr && search.abandoned->load(std::memory_order_relaxed);
  };
  States left;
  bool any = false;
  {
    const std::lock_guard lock(mutex_);
    for (const std::unique_ptr<SearchSeat::State>& state : running_) {
      if (state->stop.load(std::memory_order_relaxed)) continue;
      const bool late =
          state->search.time_limit.count() > 0 && now - state->started >= state->search.time_limit;
      if (!late && !is_abandoned(state->search)) continue;
      state->timed_out.store(late, std::memory_order_relaxed);
      state->stopped = now;
      state->stop.store(true, std::memory_order_release);
    }
    for (auto it = waiting_.begin(); it != waiting_.end();) {
      const auto here = it++;
      if (is_abandoned((*here)->search)) left.splice(left.end(), waiting_, here);
    }
    any = !waiting_.empty() || !running_.empty();
  }
  for (const std::unique_ptr<SearchSeat::State>& state : left) {
    state->stop.store(true, std::memory_order_relaxed);
    SearchSeat seat(*this, *state);
    state->search.run(seat);
  }
  return any;
}

std::chrono::nanoseconds SearchPool::overdue() const {
  const Clock::time_point now = Clock::now();
  std::chrono::nanoseconds longest{0};
  const std::lock_guard lock(mutex_);
  for (const std::unique_ptr<SearchSeat::State>& state : running_) {
    if (!state->stop.load(std::memory_order_relaxed)) continue;
    longest = std::max<std::chrono::nanoseconds>(longest, now - state->stopped);
  }
  return longest;
}

}  // namespace puzzled::parallel
