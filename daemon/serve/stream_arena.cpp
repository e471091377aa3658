#include "daemon/serve/stream_arena.hpp"

#include <pthread.h>

#include <algorithm>
#include <exception>
#include <utility>

#include "daemon/serve/contained.hpp"
#include "daemon/serve/search_answer.hpp"
#include "parallel/thread_time.hpp"

namespace puzzled::serve {
namespace {

// What the solver wants beyond the text that it has written.
constexpr std::size_t kSlack = std::size_t{16} << 10;

// Memory for answers that a worker keeps for each of its jobs. Pieces with longer answers take it
// with them.
constexpr std::size_t kMostKept = std::size_t{64} << 10;

std::uint64_t nanoseconds_of(StreamArena::Clock::duration duration) {
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(duration).count());
}

}  // namespace

void finish(const Job& job, Metrics& metrics, Log* log) noexcept {
  contained([&] { job.done(); },
            [&](std::string_view reason) { tell_exception(metrics, log, "call back", reason); });
}

StreamArena::StreamArena(int threads, std::string isa, Metrics& metrics, HandOn hand_on, Log* log)
    : isa_(std::move(isa)), metrics_(metrics), hand_on_(std::move(hand_on)), log_(log) {
  try {
    for (int i = 0; i < threads; ++i) start(&StreamArena::work);
    start(&StreamArena::work_express);
  } catch (...) {
    end();  // those that have started
    throw;
  }
}

void StreamArena::start(void (StreamArena::*body)(Worker&)) {
  Worker& worker = workers_.emplace_back(isa_);
  threads_.emplace_back([this, body, &worker] { (this->*body)(worker); });
  ::pthread_getcpuclockid(threads_.back().native_handle(), &worker.cpu_clock);
}

void StreamArena::end() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  to_do_.notify_all();
  small_to_do_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

void StreamArena::submit(Job job) {
  const bool is_small = job.piece->lines < kSmallPiece;
  bool all_busy = false;
  {
    const std::lock_guard lock(mutex_);
    const std::uint64_t lines = job.piece->lines;
    (is_small ? small_ : large_).push_back({std::move(job), submitted_});
    ++submitted_;
    queued_lines_ += lines;
    // As long as there is an idle thread for each piece, each has been told of one.
    all_busy = small_.size() + large_.size() > idle_;
  }
  to_do_.notify_one();
  if (is_small && all_busy) small_to_do_.notify_one();
}

void StreamArena::work(Worker& worker) {
  std::unique_lock lock(mutex_);
  for (;;) {
    ++idle_;
    do {
      worker.heart.beat();
    } while (!to_do_.wait_for(lock, parallel::Heartbeat::kInterval,
                              [this] { return ending_ || !small_.empty() || !large_.empty(); }));
    --idle_;
    if (small_.empty() && large_.empty()) return;
    const bool small_first =
        large_.empty() || (!small_.empty() && small_.front().number < large_.front().number);
    answer_from(small_first ? small_ : large_, worker, lock);
  }
}

void StreamArena::work_express(Worker& worker) {
  std::unique_lock lock(mutex_);
  for (;;) {
    do {
      worker.heart.beat();
    } while (!small_to_do_.wait_for(lock, parallel::Heartbeat::kInterval,
                                    [this] { return ending_ || !small_.empty(); }));
    if (small_.empty()) return;
    answer_from(small_, worker, lock);
  }
}

/// Takes the oldest piece, and those behind it as far as they make one batch and leave idle threads
/// their share, and answers them with the mutex unlocked.
void StreamArena::answer_from(std::deque<Queued>& queue, Worker& worker,
                              std::unique_lock<std::mutex>& lock) {
  const std::uint64_t most = std::min(kMostLines, queued_lines_ / (1 + idle_));
  const std::uint64_t limit = queue.front().job.piece->limit;
  std::uint64_t lines = 0;
  do {
    lines += queue.front().job.piece->lines;
    worker.jobs.push_back(std::move(queue.front().job));
    queue.pop_front();
  } while (!queue.empty() && queue.front().job.piece->limit == limit &&
           lines + queue.front().job.piece->lines <= most && worker.jobs.size() < kMostPieces);
  queued_lines_ -= lines;
  lock.unlock();
  answer(worker);
  worker.jobs.clear();
  lock.lock();
}

/// Solves the worker's jobs together; false when memory runs out.
bool StreamArena::solve(Worker& worker) {
  try {
    worker.solver.set_solution_limit(worker.jobs.front().piece->limit);
    if (worker.answers.size() < worker.jobs.size()) worker.answers.resize(worker.jobs.size());
    for (std::size_t i = 0; i < worker.jobs.size(); ++i) {
      const Piece& piece = *worker.jobs[i].piece;
      worker.answers[i].clear();
      // Most answers are as long as their lines. Growing step by step would copy them twice.
      const std::size_t size = piece.requests.size();
      if (size > kSlack) worker.answers[i].text.room(size + size / 16 + kSlack);
      if (piece.abandoned != nullptr && piece.abandoned->load(std::memory_order_relaxed)) {
        worker.jobs[i].is_skipped = true;
        continue;
      }
      // A byte order mark means something at the beginning of the stream alone, where the cutter
      // has seen to it.
      worker.solver.add(piece.requests, {}, {.begins_stream = false}, worker.answers[i]);
    }
    worker.solver.finish();
    return true;
  } catch (const std::exception&) {
    worker.solver.forget();
    return false;
  }
}

void StreamArena::answer(Worker& worker) {
  const Clock::time_point began = Clock::now();
  for (const Job& job : worker.jobs) metrics_.queue_wait.add(began - job.piece->arrived);
  worker.stop.store(false, std::memory_order_relaxed);
  worker.began_ns.store(parallel::cpu_time_ns(CLOCK_THREAD_CPUTIME_ID), std::memory_order_relaxed);
  worker.is_solving.store(true, std::memory_order_relaxed);
  const bool solved = solve(worker);
  const Clock::duration took = Clock::now() - began;
  worker.is_solving.store(false, std::memory_order_relaxed);
  metrics_.solve_time.add(took, worker.jobs.size());
  metrics_.stream_busy_ns.fetch_add(nanoseconds_of(took), std::memory_order_relaxed);
  sudoku::BlockAnswers none;
  for (std::size_t i = 0; i < worker.jobs.size(); ++i) {
    hand_out(worker.jobs[i], solved ? worker.answers[i] : none, solved);
    // What was made for much text and took little is not kept for each job.
    if (solved && worker.answers[i].text.capacity() > kMostKept) {
      worker.answers[i].text = sudoku::TextBuffer();
    }
  }
}

void StreamArena::hand_out(const Job& job, sudoku::BlockAnswers& answers, bool solved) {
  sudoku::Tally tally = answers.tally;
  const bool hard = std::exchange(tally.timed_out, 0) > 0;
  // Those that count have been counted, as searches are.
  const bool counts = job.piece->limit == 1;
  bool handed_on = false;
  try {
    if (!solved) throw std::bad_alloc();
    if (job.is_skipped) {
      refuse_for_end(*job.piece, metrics_);
    } else if (hard) {
      hand_on_(job, std::string(answers.text.view()));
      handed_on = true;  // the piece is no longer ours
    } else {
      set_answers(*job.piece, answers.text);
    }
    if (counts) add_tally(tally, metrics_);
  } catch (const std::exception&) {
    refuse_for_memory(*job.piece, metrics_);
  }
  if (!handed_on) finish(job, metrics_, log_);
}

bool StreamArena::tick() {
  constexpr std::int64_t kLimitNs = std::chrono::nanoseconds(kPieceLimit).count();
  bool any = false;
  for (Worker& worker : workers_) {
    if (!worker.is_solving.load(std::memory_order_relaxed)) continue;
    any = true;
    const std::int64_t used_ns =
        parallel::cpu_time_ns(worker.cpu_clock) - worker.began_ns.load(std::memory_order_relaxed);
    // If it has just begun another piece, that one hands on more than it must.
    if (used_ns > kLimitNs) worker.stop.store(true, std::memory_order_relaxed);
  }
  return any;
}

std::size_t StreamArena::hung(std::chrono::nanoseconds limit) const {
  return static_cast<std::size_t>(
      std::count_if(workers_.begin(), workers_.end(),
                    [limit](const Worker& worker) { return worker.heart.age() >= limit; }));
}

}  // namespace puzzled::serve
