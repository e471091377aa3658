// The threads that solve Sudoku lines. Each takes the oldest batches, answers them and takes the
// next, and waits for nothing else. A puzzle that takes long would delay the others, so it is
// escalated to the searches.
//
// Bulk, batches of at least kBulkLines taken together that follow each other, is solved in oneTBB
// arenas, as files are. All else is solved by express threads of our own: a worker of oneTBB
// without work gives its processor away a hundred times before it sleeps, which would make a round
// trip ten times as long (parallel/README.md). At most as many arenas and express threads work at
// once as the pool has threads.
//
// Waiting request batches of all clients are solved together, because the batch engine is faster
// with many puzzles: with 17 clues they take 1.3 us each in batches of 64, 200 ns in batches of
// 800, 95 ns in batches of 8192. So many clients with few requests in flight cost little more than
// one with many.
//
// Small batches come from interactive clients, and would wait for all batches of bulk clients in
// flight, tens of milliseconds each. So one more thread takes only small ones, the oldest first; it
// mostly sleeps, so the kernel schedules it soon when it wakes. The others take batches of either
// kind in order, so neither kind starves.
#pragma once

#include <pthread.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <ctime>
#include <deque>
#include <functional>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "core/sudoku/block_solver.hpp"
#include "daemon/net/metrics/metrics.hpp"
#include "daemon/net/serve/job.hpp"
#include "daemon/net/serve/search_answer.hpp"
#include "parallel/heartbeat.hpp"
#include "parallel/one_slot_arenas.hpp"

namespace puzzled::net {

class StreamPool {
 public:
  using Clock = std::chrono::steady_clock;
  /// Takes a batch of which some puzzles took too long, with the answers to the others.
  using Escalate = std::function<void(Job job, PartlySolved solved)>;

  /// The time limit of a puzzle here. Nearly all take a thousandth of it.
  static constexpr std::chrono::milliseconds kPuzzleLimit{20};
  /// After this time every puzzle of the batch that needs a search by itself is escalated. It is
  /// the thread's CPU time: on a busy machine even easy batches take long, and escalating them to
  /// threads of lower priority would make it far worse.
  static constexpr std::chrono::milliseconds kBatchLimit{100};
  /// Lines that are solved together, at most; all with the same limit of solutions.
  static constexpr std::uint64_t kMaxLines = 8192;
  /// Batches that are solved together, at most: a thread keeps some memory for each.
  static constexpr std::size_t kMaxBatches = 256;
  /// A batch with fewer lines is small.
  static constexpr std::uint64_t kSmallBatch = 32;
  /// So many lines, taken together, are bulk.
  static constexpr std::uint64_t kBulkLines = 512;
  /// An arena without bulk waits so long for more before its worker goes back to oneTBB.
  static constexpr std::chrono::milliseconds kArenaWait{2};

  /// REQUIRES: threads >= 1; `isa` is empty, for the best, or one that there is.
  StreamPool(int threads, std::string isa, Metrics& metrics, Escalate escalate);
  ~StreamPool() { end(); }
  StreamPool(const StreamPool&) = delete;
  StreamPool& operator=(const StreamPool&) = delete;

  /// Takes all jobs, in order. Jobs that come together are solved together more often, and wake
  /// each thread once. Any thread may call this.
  void submit(std::span<Job> jobs);

  /// Returns when all that was submitted is answered or escalated. Nothing may be submitted then.
  void end();

  /// Enforces kBatchLimit. To be called every few milliseconds while it returns true.
  bool tick();

  /// For the watchdog: the number of threads with work that have shown no sign of life for `limit`,
  /// plus the number of queues from which no waiting batch was taken for as long. Takes no lock.
  std::size_t hung(std::chrono::nanoseconds limit) const;

 private:
  struct alignas(64) Worker {
    explicit Worker(std::string_view isa)
        : solver({.isa = isa,
                  .limits = {.solutions = 1, .time = kPuzzleLimit, .stop = &stop},
                  .style = sudoku::AnswerStyle::kLine,
                  .hands_over_unsolved = true}) {
      jobs.reserve(kMaxBatches);
      heart.set_idle();
    }

    /// Called on the thread that is to work for it.
    void set_thread() {
      clockid_t clock{};
      ::pthread_getcpuclockid(::pthread_self(), &clock);
      cpu_clock.store(clock, std::memory_order_relaxed);
    }

    parallel::Heartbeat heart;       // beats when it takes jobs; idle while it waits for some
    std::atomic<bool> stop = false;  // raised by tick()
    std::atomic<bool> is_solving = false;
    std::atomic<std::int64_t> began_ns{0};  // when it began to solve, by its own clock
    std::atomic<clockid_t> cpu_clock{};     // its thread's
    bool is_awake = false;                  // in an arena: started, and not on its way back
    sudoku::BlockSolver solver;
    std::vector<Job> jobs;                     // never allocates after its start
    std::deque<sudoku::BlockAnswers> answers;  // by job
  };

  struct Queued {
    Job job;
    std::uint64_t number;  ///< of all that was ever submitted
  };

  struct Queue {
    Queue() { heart.set_idle(); }

    std::deque<Queued> jobs;
    std::uint64_t lines = 0;    // of all jobs
    parallel::Heartbeat heart;  // beats when some are taken; idle while there are none
  };

  /// What the next free thread or arena would take.
  enum class Next { kNothing, kLittle, kBulk };

  /// One to be woken up.
  struct Call {
    std::condition_variable* sleepers = nullptr;
    int arena = -1;
  };

  void start_thread_for(void (StreamPool::*body)(Worker&));
  void work(Worker& worker);
  void work_in_arena(Worker& worker);
  void work_on_small(Worker& worker);
  bool is_empty() const { return small_.jobs.empty() && large_.jobs.empty(); }
  Queue& oldest();
  std::uint64_t free_workers() const { return most_at_work_ - at_work_; }
  std::uint64_t most_lines(std::uint64_t others_free) const;
  Next next();
  Call call_for_next();
  void make(const Call& call);
  void leave_to_others(std::unique_lock<std::mutex>& lock);
  void take_turn(Worker& worker, std::unique_lock<std::mutex>& lock);
  void answer_from(Queue& queue, Worker& worker, std::unique_lock<std::mutex>& lock);
  void solve(Worker& worker);
  void answer(Worker& worker);
  void deliver(Job& job, sudoku::BlockAnswers& answers);

  const std::uint64_t most_at_work_;  // of arenas and express threads
  const std::string isa_;
  Metrics& metrics_;
  const Escalate escalate_;
  std::mutex mutex_;                      // of the queues, and of all up to `is_ending_`
  std::condition_variable little_to_do_;  // for express threads
  std::condition_variable bulk_to_do_;    // for arenas that are awake
  std::condition_variable small_to_do_;   // for the one thread that takes only small batches
  std::condition_variable drained_;       // the queues, and the arenas are asleep
  Queue small_;                           // batches of fewer lines than kSmallBatch
  Queue large_;
  std::uint64_t submitted_ = 0;
  std::uint64_t at_work_ = 0;  // arenas and express threads
  std::uint64_t awake_arenas_ = 0;
  std::uint64_t waiting_arenas_ = 0;  // awake, without bulk
  bool is_ending_ = false;
  // One thread's own but for their atomics, and `is_awake`. First those of arenas.
  std::deque<Worker> workers_;
  parallel::OneSlotArenas arenas_;
  std::vector<std::thread> threads_;
};

}  // namespace puzzled::net
