// The threads that solve Sudoku lines. Each takes the oldest batches, answers them and takes the
// next; there is nothing else that they wait for. A puzzle that takes long would delay the others,
// so it is escalated to the searches.
//
// Request batches that wait are solved together, whichever clients sent them, for the batch engine
// wants many puzzles: with 17 clues they take 1.3 us each in batches of 64, 200 ns in batches of
// 800, 95 ns in batches of 8192. So clients with small windows cost little more than one with a
// large one.
//
// Small batches are somebody's single puzzles, and would wait for all that bulk clients have in
// flight, tens of milliseconds of it each. So one more thread takes nothing but them, the oldest
// first; it sleeps most of its time, for which the kernel gives it a processor soon when it wakes.
// The others take batches of either kind as they come: neither kind is starved.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <ctime>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "core/sudoku/block_solver.hpp"
#include "daemon/net/metrics/metrics.hpp"
#include "daemon/net/serve/request_batch.hpp"
#include "parallel/heartbeat.hpp"

namespace puzzled::net {

/// A batch to be answered and what to do when it is, which must not throw. It is moved on and not
/// copied: `done` may hold what must not be given up on a thread of ours.
struct Job {
  RequestBatch* batch = nullptr;
  std::function<void()> done;
  bool is_skipped = false;  ///< not solved: its client has left, or the daemon ends
};

class StreamPool {
 public:
  using Clock = std::chrono::steady_clock;
  /// Gets batches with puzzles that took too long, and the answers to its lines, in which theirs
  /// are `timeout`.
  using Escalate = std::function<void(Job job, std::string solved)>;

  /// Longest that a puzzle may take here. All but monsters take a thousandth of it.
  static constexpr std::chrono::milliseconds kPuzzleLimit{20};
  /// From then on every puzzle of the batch that needs a search by itself is escalated. Of the
  /// thread's CPU time: on a crowded machine even easy batches take long, and searches have a lower
  /// priority, so that escalating would make it far worse.
  static constexpr std::chrono::milliseconds kBatchLimit{100};
  /// Lines that are solved together, at most; all with the same limit of solutions.
  static constexpr std::uint64_t kMaxLines = 8192;
  /// Batches that are solved together, at most: a thread keeps some memory for each.
  static constexpr std::size_t kMaxBatches = 256;
  /// A batch with fewer lines is small.
  static constexpr std::uint64_t kSmallBatch = 32;

  /// REQUIRES: threads >= 1; `isa` is empty, for the best, or one that there is.
  StreamPool(int threads, std::string isa, Metrics& metrics, Escalate escalate);
  ~StreamPool() { end(); }
  StreamPool(const StreamPool&) = delete;
  StreamPool& operator=(const StreamPool&) = delete;

  /// Any thread may call this.
  void submit(Job job);

  /// Returns when all that was submitted is answered or escalated. Nothing may be submitted then.
  void end();

  /// Keeps to kBatchLimit. To be called every few milliseconds while it returns true.
  bool tick();

  /// For the watchdog: how many threads that have work show no sign of life for `limit`, and how
  /// many queues nobody has taken anything from for so long, though batches wait. Takes no lock.
  std::size_t hung(std::chrono::nanoseconds limit) const;

 private:
  struct alignas(64) Worker {
    explicit Worker(std::string_view isa)
        : solver({.isa = isa,
                  .limits = {.solutions = 1, .time = kPuzzleLimit, .stop = &stop},
                  .style = sudoku::AnswerStyle::kLine}) {
      jobs.reserve(kMaxBatches);
    }

    parallel::Heartbeat heart;       // beats when it takes jobs; rests while it waits for some
    std::atomic<bool> stop = false;  // raised by tick()
    std::atomic<bool> is_solving = false;
    std::atomic<std::int64_t> began_ns{0};  // when it began to solve, by its own clock
    clockid_t cpu_clock{};                  // the thread's; set before anything is submitted
    sudoku::BlockSolver solver;
    std::vector<Job> jobs;                     // never allocates after its start
    std::deque<sudoku::BlockAnswers> answers;  // by job
  };

  struct Queued {
    Job job;
    std::uint64_t number;  ///< of all that was ever submitted
  };

  struct Queue {
    Queue() { heart.rest(); }

    std::deque<Queued> jobs;
    parallel::Heartbeat heart;  // beats when some are taken; rests while there are none
  };

  void start(void (StreamPool::*body)(Worker&));
  void work(Worker& worker);
  void work_express(Worker& worker);
  void answer_from(Queue& queue, Worker& worker, std::unique_lock<std::mutex>& lock);
  void solve(Worker& worker);
  void answer(Worker& worker);
  void deliver(Job& job, sudoku::BlockAnswers& answers);

  const std::string isa_;
  Metrics& metrics_;
  const Escalate escalate_;
  std::mutex mutex_;  // of the queues
  std::condition_variable to_do_;
  std::condition_variable small_to_do_;  // for the one thread that takes only small batches
  Queue small_;                          // batches of fewer lines than kSmallBatch
  Queue large_;
  std::uint64_t submitted_ = 0;
  std::uint64_t queued_lines_ = 0;
  std::uint64_t idle_ = 0;  // threads that wait for anything
  bool ending_ = false;
  std::deque<Worker> workers_;  // a thread's own but for its atomics
  std::vector<std::thread> threads_;
};

}  // namespace puzzled::net
