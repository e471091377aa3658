#include "daemon/net/serve/stream_pool.hpp"

#include <algorithm>
#include <utility>

#include "daemon/base/os/memory_end.hpp"
#include "parallel/thread_time.hpp"

namespace puzzled::net {
namespace {

// What the solver wants beyond the text that it has written.
constexpr std::size_t kSlack = std::size_t{16} << 10;

// Memory for answers that a worker keeps for each of its jobs. Batches with longer answers take it
// with them.
constexpr std::size_t kMaxKept = std::size_t{64} << 10;

std::uint64_t nanoseconds_of(StreamPool::Clock::duration duration) {
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(duration).count());
}

}  // namespace

StreamPool::StreamPool(int threads, std::string isa, Metrics& metrics, Escalate escalate)
    : most_at_work_(static_cast<std::uint64_t>(threads)),
      isa_(std::move(isa)),
      metrics_(metrics),
      escalate_(std::move(escalate)),
      arenas_(threads, [this](int i) { work_in_arena(workers_[static_cast<std::size_t>(i)]); }) {
  for (int i = 0; i < threads; ++i) workers_.emplace_back(isa_);
  for (int i = 0; i < threads; ++i) start_thread_for(&StreamPool::work);
  start_thread_for(&StreamPool::work_on_small);
}

void StreamPool::start_thread_for(void (StreamPool::*body)(Worker&)) {
  Worker& worker = workers_.emplace_back(isa_);
  threads_.push_back(start_thread([this, body, &worker] { (this->*body)(worker); }));
}

void StreamPool::end() {
  std::unique_lock lock(mutex_);
  drained_.wait(lock, [this] { return is_empty() && awake_arenas_ == 0; });
  is_ending_ = true;
  little_to_do_.notify_all();
  small_to_do_.notify_all();
  lock.unlock();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

void StreamPool::submit(std::span<Job> jobs) {
  Call call;
  std::uint64_t calls = 1;
  bool any_small = false;
  bool all_busy = false;
  {
    const std::lock_guard lock(mutex_);
    for (Job& job : jobs) {
      const std::uint64_t lines = job.batch->lines;
      const bool is_small = lines < kSmallBatch;
      any_small = any_small || is_small;
      Queue& queue = is_small ? small_ : large_;
      queue.jobs.push_back({std::move(job), submitted_});
      if (queue.jobs.size() == 1) queue.heart.set_busy();
      ++submitted_;
      queue.lines += lines;
    }
    call = call_for_next();
    // A thread that begins on bulk calls the next; one that begins on little leaves the free ones
    // their share.
    if (call.sleepers == &little_to_do_) {
      calls = std::min<std::uint64_t>(jobs.size(), free_workers());
    }
    // As long as there is a free thread for each batch, each has been told of one.
    all_busy = small_.jobs.size() + large_.jobs.size() > free_workers();
  }
  for (std::uint64_t i = 0; i < calls; ++i) make(call);
  if (any_small && all_busy) small_to_do_.notify_one();
}

/// The queue with the oldest batch. REQUIRES: there is one.
StreamPool::Queue& StreamPool::oldest() {
  if (small_.jobs.empty()) return large_;
  if (large_.jobs.empty()) return small_;
  return small_.jobs.front().number < large_.jobs.front().number ? small_ : large_;
}

/// So many are solved together: the others that are free have their share of what waits.
std::uint64_t StreamPool::most_lines(std::uint64_t others_free) const {
  return std::min(kMaxLines, (small_.lines + large_.lines) / (1 + others_free));
}

StreamPool::Next StreamPool::next() {
  if (is_empty() || at_work_ == most_at_work_) return Next::kNothing;
  const Queue& queue = oldest();
  const std::uint64_t together = std::max(queue.jobs.front().job.batch->lines,
                                          std::min(queue.lines, most_lines(free_workers() - 1)));
  // One batch now and then, even a large one, would find all arenas asleep.
  const bool is_steady = at_work_ > 0 || awake_arenas_ > 0;
  return together >= kBulkLines && is_steady ? Next::kBulk : Next::kLittle;
}

/// Whom to tell that something is to be done; whose arena it is counts as awake from now on.
StreamPool::Call StreamPool::call_for_next() {
  const Next next = this->next();
  if (next == Next::kNothing) return {};
  if (next == Next::kLittle) return {.sleepers = &little_to_do_};
  if (waiting_arenas_ > 0) return {.sleepers = &bulk_to_do_};
  for (std::size_t i = 0; i < most_at_work_; ++i) {
    if (workers_[i].is_awake) continue;
    workers_[i].is_awake = true;
    ++awake_arenas_;
    return {.arena = static_cast<int>(i)};
  }
  return {};
}

/// With the mutex unlocked: who is called needs it at once.
void StreamPool::make(const Call& call) {
  if (call.sleepers != nullptr) call.sleepers->notify_one();
  if (call.arena >= 0) arenas_.start(call.arena);
}

void StreamPool::leave_to_others(std::unique_lock<std::mutex>& lock) {
  const Call call = call_for_next();
  if (call.sleepers == nullptr && call.arena < 0) return;
  lock.unlock();
  make(call);
  lock.lock();
}

void StreamPool::work(Worker& worker) {
  std::unique_lock lock(mutex_);
  worker.set_thread();
  for (;;) {
    worker.heart.set_idle();
    little_to_do_.wait(lock, [this] { return is_ending_ || next() == Next::kLittle; });
    if (is_ending_) return;
    take_turn(worker, lock);
    if (next() == Next::kBulk) leave_to_others(lock);
  }
}

void StreamPool::work_in_arena(Worker& worker) {
  std::unique_lock lock(mutex_);
  worker.set_thread();
  const auto is_bulk_next = [this] { return next() == Next::kBulk; };
  bool is_bulk = true;  // most probably, for this was started
  while (is_bulk) {
    while (is_bulk_next()) take_turn(worker, lock);
    leave_to_others(lock);
    worker.heart.set_idle();
    ++waiting_arenas_;
    is_bulk = bulk_to_do_.wait_for(lock, kArenaWait, is_bulk_next);
    --waiting_arenas_;
  }
  worker.is_awake = false;
  --awake_arenas_;
  drained_.notify_one();
}

void StreamPool::work_on_small(Worker& worker) {
  std::unique_lock lock(mutex_);
  worker.set_thread();
  for (;;) {
    worker.heart.set_idle();
    small_to_do_.wait(lock, [this] { return is_ending_ || !small_.jobs.empty(); });
    if (is_ending_) return;
    answer_from(small_, worker, lock);
  }
}

/// Answers the oldest batches, as one of those that are at work.
void StreamPool::take_turn(Worker& worker, std::unique_lock<std::mutex>& lock) {
  ++at_work_;
  answer_from(oldest(), worker, lock);
  --at_work_;
}

/// Takes the oldest batch, and those behind it as far as they make one batch and leave others that
/// are free their share, and answers them with the mutex unlocked.
void StreamPool::answer_from(Queue& queue, Worker& worker, std::unique_lock<std::mutex>& lock) {
  worker.heart.set_busy();
  queue.heart.beat();
  const Next before = next();
  std::deque<Queued>& jobs = queue.jobs;
  const std::uint64_t most = most_lines(free_workers());
  const std::uint64_t limit = jobs.front().job.batch->limit;
  std::uint64_t lines = 0;
  do {
    lines += jobs.front().job.batch->lines;
    worker.jobs.push_back(std::move(jobs.front().job));
    jobs.pop_front();
  } while (!jobs.empty() && jobs.front().job.batch->limit == limit &&
           lines + jobs.front().job.batch->lines <= most && worker.jobs.size() < kMaxBatches);
  queue.lines -= lines;
  if (jobs.empty()) queue.heart.set_idle();
  if (is_empty()) drained_.notify_one();
  // Each batch was told to somebody when it came, as what it was then; two to the same arena,
  // maybe.
  const Next left = next();
  const Call call = left == Next::kBulk || left != before ? call_for_next() : Call();
  lock.unlock();
  make(call);
  answer(worker);
  worker.jobs.clear();
  lock.lock();
}

/// Solves the worker's jobs together.
void StreamPool::solve(Worker& worker) {
  worker.solver.set_solution_limit(worker.jobs.front().batch->limit);
  if (worker.answers.size() < worker.jobs.size()) worker.answers.resize(worker.jobs.size());
  for (std::size_t i = 0; i < worker.jobs.size(); ++i) {
    const RequestBatch& batch = *worker.jobs[i].batch;
    worker.answers[i].clear();
    // Most answers are as long as their lines. Growing step by step would copy them twice.
    const std::size_t size = batch.requests.size();
    if (size > kSlack) worker.answers[i].text.room(size + size / 16 + kSlack);
    if (batch.cancelled != nullptr && batch.cancelled->load(std::memory_order_relaxed)) {
      worker.jobs[i].is_skipped = true;
      continue;
    }
    // A byte order mark means something at the beginning of the stream alone, where the parser has
    // seen to it.
    worker.solver.add(batch.requests.view(), {.plain_lines = batch.plain_lines},
                      {.begins_stream = false}, worker.answers[i]);
  }
  worker.solver.finish();
}

void StreamPool::answer(Worker& worker) {
  const Clock::time_point began = Clock::now();
  for (const Job& job : worker.jobs) metrics_.queue_wait.add(began - job.batch->arrived);
  worker.stop.store(false, std::memory_order_relaxed);
  worker.began_ns.store(parallel::cpu_time_ns(CLOCK_THREAD_CPUTIME_ID), std::memory_order_relaxed);
  worker.is_solving.store(true, std::memory_order_release);
  solve(worker);
  const Clock::duration took = Clock::now() - began;
  worker.is_solving.store(false, std::memory_order_relaxed);
  metrics_.solve_time.add(took, worker.jobs.size());
  metrics_.stream_busy_ns.fetch_add(nanoseconds_of(took), std::memory_order_relaxed);
  for (std::size_t i = 0; i < worker.jobs.size(); ++i) {
    deliver(worker.jobs[i], worker.answers[i]);
    // What was made for much text and took little is not kept for each job.
    if (worker.answers[i].text.capacity() > kMaxKept) {
      worker.answers[i].text = sudoku::TextBuffer();
    }
  }
}

void StreamPool::deliver(Job& job, sudoku::BlockAnswers& answers) {
  // Those that count have been counted, as searches are.
  if (job.batch->limit == 1) add_tally(answers.tally, metrics_);
  if (!answers.unsolved.empty()) {
    return escalate_(std::move(job), {.answers = std::string(answers.text.view()),
                                      .unsolved = std::move(answers.unsolved)});
  }
  if (job.is_skipped) {
    refuse_for_end(*job.batch, metrics_);
  } else {
    set_answers(*job.batch, answers.text);
  }
  job.done();
}

bool StreamPool::tick() {
  constexpr std::int64_t kLimitNs = std::chrono::nanoseconds(kBatchLimit).count();
  bool any = false;
  for (Worker& worker : workers_) {
    if (!worker.is_solving.load(std::memory_order_acquire)) continue;
    any = true;
    const std::int64_t used_ns = parallel::cpu_time_ns(worker.cpu_clock.load()) -
                                 worker.began_ns.load(std::memory_order_relaxed);
    // If it has just begun another batch, that one escalates more than it must.
    if (used_ns > kLimitNs) worker.stop.store(true, std::memory_order_relaxed);
  }
  return any;
}

std::size_t StreamPool::hung(std::chrono::nanoseconds limit) const {
  std::size_t hung = 0;
  for (const Worker& worker : workers_) hung += worker.heart.age() >= limit ? 1 : 0;
  for (const Queue* const queue : {&small_, &large_}) hung += queue->heart.age() >= limit ? 1 : 0;
  return hung;
}

}  // namespace puzzled::net
