// A worker: takes blocks from a stream, answers them, and gives each its result.
//
// Threads and connections:
//   dispatcher   the caller of run(); on the first connection it waits for blocks (XREADGROUP),
//                one at a time and only for a thread that has nothing to solve
//   solvers      answer blocks and finish them
//   keeper       renews what is in work, asks the server how full it is, and wakes the dispatcher
//                at the end
// Solvers and keeper, and the dispatcher for blocks of dead workers, share the second connection.
//
// A block that is in work is renewed every quarter of `min-idle`; who finds one that was not is
// allowed to claim it. At most one claimed block is in work at a time, so that a block that kills
// its worker again and again does not take the same others with it each time.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "daemon/base/log/log.hpp"
#include "daemon/base/os/file_descriptor.hpp"
#include "daemon/redis/address.hpp"
#include "daemon/redis/block_answerer.hpp"
#include "daemon/redis/block_form.hpp"
#include "daemon/redis/block_scripts.hpp"
#include "daemon/redis/keys.hpp"
#include "daemon/redis/server_link.hpp"
#include "daemon/redis/work_metrics.hpp"
#include "daemon/redis/work_settings.hpp"
#include "parallel/heartbeat.hpp"

namespace puzzled::redis {

/// How a run ended.
struct WorkEnd {
  std::optional<Failure> failure;  ///< that ended it; none: stop() did
  std::uint64_t undelivered = 0;   ///< blocks that were taken and could not be finished
};

class Worker {
 public:
  /// All must outlive it. Throws std::system_error if the system gives no descriptor.
  Worker(const WorkSettings& settings, const StreamAddress& address, const Login& login,
         int threads, WorkMetrics& metrics, Log& log);

  /// Opens both connections, and sees to it that the stream is there.
  Outcome<> open();

  /// Works until stop(), then finishes what was taken. REQUIRES: open() has succeeded.
  WorkEnd run();

  /// Any thread, at any time.
  void stop();

  /// No thread hangs, as far as can be told. Any thread.
  bool alive() const;

  /// Its name in the group.
  const std::string& consumer() const { return consumer_; }

 private:
  using Clock = std::chrono::steady_clock;

  /// A block that was taken.
  struct Job {
    Reply reply;  ///< holds the entry
    Entry entry;
    bool is_claimed = false;
  };

  ServerLink::Hooks hooks(std::function<Outcome<>(Connection&)> prepare);
  Outcome<> prepare(Connection& connection);
  Outcome<> prepare_reader(Connection& connection);

  void dispatch();
  bool wait_for_thread();
  bool wait_for_results();
  bool claim();
  std::optional<IdleBlock> next_idle_block();
  std::chrono::milliseconds read_time();
  void read();
  void take(Reply reply, Entry entry, bool is_claimed);

  void solve();
  std::optional<Job> next_job();
  Finish answer(const Job& job, BlockAnswerer& answerer, std::string& tally, std::string& error);
  void finish(const Job& job, const Finish& finish, const BlockAnswerer& answerer);
  void leave(const std::string& block, bool was_claimed);

  void keep();
  void unblock_reader();
  void renew();
  void request_amounts();
  void remove_silent();
  void fail(const Failure& failure);

  const WorkSettings& settings_;
  const Keys keys_;
  const AnswerSettings answer_settings_;
  const std::size_t threads_;
  const std::string consumer_;
  const std::chrono::milliseconds min_idle_;
  WorkMetrics& metrics_;
  Log& log_;

  FileDescriptor stop_event_;  // readable once stopping_
  std::atomic<bool> stopping_ = false;
  std::atomic<std::int64_t> reader_id_ = 0;  // of the first connection, as the server counts
  ServerLink reader_;
  ServerLink writer_;
  parallel::Heartbeat dispatcher_heart_;
  parallel::Heartbeat keeper_heart_;
  Clock::time_point next_claim_;  // the dispatcher's

  std::mutex mutex_;  // of the rest
  std::condition_variable changed_;
  std::deque<Job> jobs_;                 // that no thread has begun
  std::map<std::string, bool> in_work_;  // blocks that were taken; whether claimed
  std::size_t unsolved_ = 0;             // of those: waiting or being solved
  bool has_claimed_ = false;             // one of them
  bool dispatcher_ended_ = false;
  bool solvers_ended_ = false;
  std::uint64_t undelivered_ = 0;
  std::optional<Failure> failure_;
  Clock::time_point results_asked_{};  // when the number of results was told
};

}  // namespace puzzled::redis
