#include "daemon/net/serve/stream_pool.hpp"

#include <pthread.h>

#include <algorithm>
#include <utility>

#include "daemon/base/os/memory_end.hpp"
#include "daemon/net/serve/search_answer.hpp"
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
    : isa_(std::move(isa)), metrics_(metrics), escalate_(std::move(escalate)) {
  for (int i = 0; i < threads; ++i) start(&StreamPool::work);
  start(&StreamPool::work_express);
}

void StreamPool::start(void (StreamPool::*body)(Worker&)) {
  Worker& worker = workers_.emplace_back(isa_);
  threads_.push_back(start_thread([this, body, &worker] { (this->*body)(worker); }));
  ::pthread_getcpuclockid(threads_.back().native_handle(), &worker.cpu_clock);
}

void StreamPool::end() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  to_do_.notify_all();
  small_to_do_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

void StreamPool::submit(Job job) {
  const bool is_small = job.batch->lines < kSmallBatch;
  bool all_busy = false;
  {
    const std::lock_guard lock(mutex_);
    const std::uint64_t lines = job.batch->lines;
    Queue& queue = is_small ? small_ : large_;
    queue.jobs.push_back({std::move(job), submitted_});
    if (queue.jobs.size() == 1) queue.heart.wake();
    ++submitted_;
    queued_lines_ += lines;
    // As long as there is an idle thread for each batch, each has been told of one.
    all_busy = small_.jobs.size() + large_.jobs.size() > idle_;
  }
  to_do_.notify_one();
  if (is_small && all_busy) small_to_do_.notify_one();
}

void StreamPool::work(Worker& worker) {
  std::unique_lock lock(mutex_);
  for (;;) {
    ++idle_;
    worker.heart.rest();
    to_do_.wait(lock, [this] { return ending_ || !small_.jobs.empty() || !large_.jobs.empty(); });
    --idle_;
    if (small_.jobs.empty() && large_.jobs.empty()) return;
    const bool small_first =
        large_.jobs.empty() ||
        (!small_.jobs.empty() && small_.jobs.front().number < large_.jobs.front().number);
    answer_from(small_first ? small_ : large_, worker, lock);
  }
}

void StreamPool::work_express(Worker& worker) {
  std::unique_lock lock(mutex_);
  for (;;) {
    worker.heart.rest();
    small_to_do_.wait(lock, [this] { return ending_ || !small_.jobs.empty(); });
    if (small_.jobs.empty()) return;
    answer_from(small_, worker, lock);
  }
}

/// Takes the oldest batch, and those behind it as far as they make one batch and leave idle threads
/// their share, and answers them with the mutex unlocked.
void StreamPool::answer_from(Queue& queue, Worker& worker, std::unique_lock<std::mutex>& lock) {
  worker.heart.wake();
  queue.heart.beat();
  std::deque<Queued>& jobs = queue.jobs;
  const std::uint64_t most = std::min(kMaxLines, queued_lines_ / (1 + idle_));
  const std::uint64_t limit = jobs.front().job.batch->limit;
  std::uint64_t lines = 0;
  do {
    lines += jobs.front().job.batch->lines;
    worker.jobs.push_back(std::move(jobs.front().job));
    jobs.pop_front();
  } while (!jobs.empty() && jobs.front().job.batch->limit == limit &&
           lines + jobs.front().job.batch->lines <= most && worker.jobs.size() < kMaxBatches);
  queued_lines_ -= lines;
  if (jobs.empty()) queue.heart.rest();
  lock.unlock();
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
    worker.solver.add(batch.requests, {}, {.begins_stream = false}, worker.answers[i]);
  }
  worker.solver.finish();
}

void StreamPool::answer(Worker& worker) {
  const Clock::time_point began = Clock::now();
  for (const Job& job : worker.jobs) metrics_.queue_wait.add(began - job.batch->arrived);
  worker.stop.store(false, std::memory_order_relaxed);
  worker.began_ns.store(parallel::cpu_time_ns(CLOCK_THREAD_CPUTIME_ID), std::memory_order_relaxed);
  worker.is_solving.store(true, std::memory_order_relaxed);
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
  sudoku::Tally tally = answers.tally;
  const bool hard = std::exchange(tally.timed_out, 0) > 0;
  // Those that count have been counted, as searches are.
  const bool counts = job.batch->limit == 1;
  if (counts) add_tally(tally, metrics_);
  if (!job.is_skipped && hard) return escalate_(std::move(job), std::string(answers.text.view()));
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
    if (!worker.is_solving.load(std::memory_order_relaxed)) continue;
    any = true;
    const std::int64_t used_ns =
        parallel::cpu_time_ns(worker.cpu_clock) - worker.began_ns.load(std::memory_order_relaxed);
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
