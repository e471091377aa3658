#include "daemon/net/serve/session_group.hpp"

#include <algorithm>
#include <utility>

#include "daemon/net/serve/solver_pools.hpp"
#include "daemon/net/serve/stream_pool.hpp"

namespace puzzled::net {
namespace {

using std::chrono::milliseconds;

/// Deadlines are kept to a quarter, and to that at worst. A sweep over 10 000 sessions takes about
/// a millisecond.
constexpr milliseconds kMaxSweep{250};
constexpr milliseconds kMinSweep{5};
constexpr milliseconds kShutdownSweep{20};

}  // namespace

SessionGroup::SessionGroup(Loop& loop, const Service& service,
                           std::shared_ptr<const ServeSettings> settings,
                           std::function<void()> sweep)
    : loop_(loop),
      service_(service),
      sweep_(loop,
             [this, sweep = std::move(sweep)] {
               sweep();
               notify_waiting();  // other threads' sessions may have made room
               schedule_sweep();
             }),
      next_by_rate_(loop, [this] { resume_by_rate(); }) {
  use_settings(std::move(settings));
}

void SessionGroup::add(std::shared_ptr<Session> session) {
  Session* const key = session.get();
  sessions_.emplace(key, std::move(session));
  if (!sweep_.is_active()) schedule_sweep();
}

void SessionGroup::submit(Job job) {
  if (job.batch->kind == BatchKind::kSearch) {
    return service_.pools.submit(*job.batch, std::move(job.done));
  }
  gathered_lines_ += job.batch->lines;
  gathered_.push_back(std::move(job));
  if (gathered_lines_ >= StreamPool::kBulkLines) return submit_gathered();
  if (gathered_.size() == 1) {
    loop_.defer([this] { submit_gathered(); });
  }
}

/// What was gathered by a call that was deferred may have gone already, being bulk in the end.
void SessionGroup::submit_gathered() {
  if (gathered_.empty()) return;
  service_.pools.submit_together(gathered_);
  gathered_.clear();
  gathered_lines_ = 0;
}

void SessionGroup::wait_for_room(std::function<void()> resume) {
  Waiting waiting{std::move(resume), Lease(service_.budget.waiting_clients)};
  waiting.count.force(1);
  waiting_.push_back(std::move(waiting));
  if (waiting_.size() == 1) schedule_sweep();
}

void SessionGroup::wait_for_rate(Clock::time_point when, std::function<void()> resume) {
  const auto place = waiting_for_rate_.emplace(when, std::move(resume));
  if (place == waiting_for_rate_.begin()) next_by_rate_.start_at(when);
}

void SessionGroup::resume_by_rate() {
  const Clock::time_point now = Clock::now();
  while (!waiting_for_rate_.empty() && waiting_for_rate_.begin()->first <= now) {
    const std::function<void()> resume = std::move(waiting_for_rate_.begin()->second);
    waiting_for_rate_.erase(waiting_for_rate_.begin());
    resume();
  }
  if (!waiting_for_rate_.empty()) next_by_rate_.start_at(waiting_for_rate_.begin()->first);
}

void SessionGroup::notify_waiting() {
  if (waiting_.empty()) return;
  const Budget& budget = service_.budget;
  const std::uint64_t bytes = budget.bytes.left_below(max_for_reading(budget.bytes));
  // They run later. One that finds that it is not enough waits again.
  for (std::uint64_t i = std::min(bytes / kRoomForOne, budget.requests.left());
       i > 0 && !waiting_.empty(); --i) {
    const std::function<void()> resume = std::move(waiting_.front().resume);
    waiting_.pop_front();
    resume();
  }
}

void SessionGroup::use_settings(std::shared_ptr<const ServeSettings> settings) {
  settings_ = std::move(settings);
  Result<NetworkList> proxies = NetworkList::parse(settings_->proxy_from);  // which is checked
  proxies_ = proxies ? std::move(*proxies) : NetworkList();
  schedule_sweep();
}

void SessionGroup::begin_shutdown() {
  shutdown_.has_begun = true;
  shutdown_.begun = Clock::now();
  schedule_sweep();
}

void SessionGroup::expire_shutdown() {
  shutdown_.is_expired = true;
  shutdown_.expired = Clock::now();
}

SessionGroup::Clock::duration SessionGroup::sweep_interval() const {
  std::chrono::nanoseconds shortest = kMaxSweep * 4;
  for (const std::chrono::nanoseconds limit :
       {settings_->read_timeout, settings_->idle_timeout, settings_->write_timeout}) {
    if (limit.count() > 0) shortest = std::min(shortest, limit);
  }
  return std::max<std::chrono::nanoseconds>(shortest / 4, kMinSweep);
}

/// While there is anybody to look after.
void SessionGroup::schedule_sweep() {
  if (sessions_.empty() && waiting_.empty()) return;
  Clock::duration interval = sweep_interval();
  if (shutdown_.has_begun) interval = kShutdownSweep;
  if (!waiting_.empty()) interval = std::min<Clock::duration>(interval, kCrowdedSweep);
  sweep_.start(interval);
}

}  // namespace puzzled::net
