#include "daemon/serve/stream_arena.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include "daemon/serve/search_answer.hpp"

namespace puzzled::serve {
namespace {

std::uint64_t nanoseconds_of(StreamArena::Clock::duration duration) {
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(duration).count());
}

StreamArena::Clock::time_point time_of(StreamArena::Clock::rep ticks) {
  return StreamArena::Clock::time_point(StreamArena::Clock::duration(ticks));
}

}  // namespace

StreamArena::StreamArena(int threads, std::string isa, Metrics& metrics, HandOn hand_on)
    : isa_(std::move(isa)), metrics_(metrics), hand_on_(std::move(hand_on)) {
  for (int i = 0; i < threads; ++i) {
    Worker& worker = workers_.emplace_back(isa_);
    threads_.emplace_back([this, &worker] { work(worker); });
  }
}

void StreamArena::end() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  to_do_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

void StreamArena::submit(Job job) {
  {
    const std::lock_guard lock(mutex_);
    queue_.push_back(std::move(job));
  }
  to_do_.notify_one();
}

void StreamArena::work(Worker& worker) {
  std::unique_lock lock(mutex_);
  for (;;) {
    to_do_.wait(lock, [this] { return ending_ || !queue_.empty(); });
    if (queue_.empty()) return;
    const Job job = std::move(queue_.front());
    queue_.pop_front();
    lock.unlock();
    answer(worker, job);
    lock.lock();
  }
}

void StreamArena::answer(Worker& worker, const Job& job) {
  Piece& piece = *job.piece;
  const Clock::time_point began = Clock::now();
  metrics_.queue_wait.add(began - piece.arrived);
  worker.stop.store(false, std::memory_order_relaxed);
  worker.began.store(began.time_since_epoch().count(), std::memory_order_relaxed);
  worker.answers.clear();
  const bool abandoned =
      piece.abandoned != nullptr && piece.abandoned->load(std::memory_order_relaxed);
  bool failed = false;
  try {
    if (!abandoned) {
      // A byte order mark means something at the beginning of the stream alone, where the cutter
      // has seen to it.
      worker.solver.answer(piece.requests, {}, {.begins_stream = false}, worker.answers);
    }
  } catch (const std::exception&) {
    failed = true;
  }
  const Clock::duration took = Clock::now() - began;
  worker.began.store(0, std::memory_order_relaxed);
  metrics_.solve_time.add(took);
  metrics_.stream_busy_ns.fetch_add(nanoseconds_of(took), std::memory_order_relaxed);
  sudoku::Tally tally = worker.answers.tally;
  const bool hard = std::exchange(tally.timed_out, 0) > 0;
  try {
    if (failed) throw std::bad_alloc();
    add_tally(tally, metrics_);
    if (hard) return hand_on_(job, std::exchange(worker.answers.text, {}));
    set_answers(piece, worker.answers.text);
  } catch (const std::exception&) {
    refuse_for_memory(piece, metrics_);
  }
  job.done();
}

bool StreamArena::tick() {
  const Clock::time_point now = Clock::now();
  bool any = false;
  for (Worker& worker : workers_) {
    const Clock::rep began = worker.began.load(std::memory_order_relaxed);
    if (began == 0) continue;
    any = true;
    // If it has just begun another piece, that one hands on more than it must.
    if (now - time_of(began) > kPieceLimit) worker.stop.store(true, std::memory_order_relaxed);
  }
  return any;
}

std::chrono::nanoseconds StreamArena::longest() const {
  const Clock::time_point now = Clock::now();
  std::chrono::nanoseconds longest{0};
  for (const Worker& worker : workers_) {
    const Clock::rep began = worker.began.load(std::memory_order_relaxed);
    if (began != 0) longest = std::max<std::chrono::nanoseconds>(longest, now - time_of(began));
  }
  return longest;
}

}  // namespace puzzled::serve
