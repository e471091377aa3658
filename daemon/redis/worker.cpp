#include "daemon/redis/worker.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <random>
#include <system_error>
#include <utility>

#include "daemon/base/os/memory_end.hpp"

namespace puzzled::redis {
namespace {

using std::chrono::duration_cast;
using std::chrono::milliseconds;
using std::chrono::seconds;

/// How long the first connections are tried.
constexpr milliseconds kFirstTime{5000};

/// How long XREADGROUP waits at the server. Less than Patience::reply.
constexpr milliseconds kReadTime{1000};

/// The same while a claimed block is in work: when it is done, others may wait to be claimed.
constexpr milliseconds kReadTimeBesideClaimed{100};

/// How long a result waits for a server that is away when the worker is to end. Then another worker
/// does the block again.
constexpr milliseconds kPatienceAtEnd{5000};

/// How often the dispatcher is told to come back when the worker is to end: it may be on its way to
/// the server when it is told for the first time.
constexpr milliseconds kUnblockPause{5};

/// How old the number of results may be when a block is read.
constexpr milliseconds kResultsAge{1000};
constexpr milliseconds kFullPause{100};

constexpr milliseconds kAmountsPause{2000};

/// Names of consumers that are gone are kept for a while, so that people see what was there.
constexpr std::chrono::hours kSilence{1};
constexpr std::chrono::minutes kRemovePause{10};

constexpr std::size_t kIdleBlocks = 64;
constexpr seconds kHungAfter{60};

/// `host.1234.5f3a91c2`: in a container all have the same number.
std::string consumer_name() {
  char host[256] = "worker";
  ::gethostname(host, sizeof host - 1);
  return std::string(host) + '.' + std::to_string(::getpid()) + '.' + random_hex(8);
}

FileDescriptor make_event() {
  FileDescriptor event(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!event.valid()) throw std::system_error(errno, std::generic_category(), "eventfd");
  return event;
}

}  // namespace

Worker::Worker(const WorkSettings& settings, const StreamAddress& address, const Login& login,
               int threads, WorkMetrics& metrics, Log& log)
    : settings_(settings),
      keys_(address.stream),
      answer_settings_(answer_settings(settings)),
      threads_(static_cast<std::size_t>(threads)),
      consumer_(consumer_name()),
      min_idle_(std::max(duration_cast<milliseconds>(settings.min_idle), milliseconds(1))),
      metrics_(metrics),
      log_(log),
      stop_event_(make_event()),
      reader_(address.server, login, stop_event_.get(), milliseconds(0),
              hooks([this](Connection& connection) { return prepare_reader(connection); })),
      writer_(address.server, login, stop_event_.get(), kPatienceAtEnd,
              hooks([this](Connection& connection) { return prepare(connection); })) {}

ServerLink::Hooks Worker::hooks(std::function<Outcome<>(Connection&)> prepare) {
  return {.prepare = std::move(prepare),
          .lost =
              [this](const std::string& reason) {
                metrics_.is_connected = false;
                log_.warning("no connection to the server", {{"reason", reason}});
              },
          .back =
              [this] {
                ++metrics_.reconnects;
                metrics_.is_connected = true;
                log_.info("connected again");
              },
          .tries =
              [this] {
                dispatcher_heart_.beat();
                keeper_heart_.beat();
              }};
}

Outcome<> Worker::prepare(Connection& connection) {
  if (const Outcome<> checked = check_server(connection); !checked) return checked.error();
  if (const Outcome<> made = make_group(connection, keys_); !made) return made.error();
  return agree_on_settings(connection, keys_, answer_settings_);
}

Outcome<> Worker::prepare_reader(Connection& connection) {
  if (const Outcome<> prepared = prepare(connection); !prepared) return prepared.error();
  // Who may not ask for it, or not unblock, waits out kReadTime at the end.
  const Outcome<Reply> id = connection.call({"CLIENT", "ID"});
  if (!id && id.error().kind != Failure::Kind::kRefused) return id.error();
  reader_id_ = id ? id->number() : 0;
  return {};
}

Outcome<> Worker::open() {
  const Clock::time_point end = Clock::now() + kFirstTime;
  if (const Outcome<> opened = writer_.open(kFirstTime); !opened) return opened.error();
  const auto left = duration_cast<milliseconds>(end - Clock::now());
  if (const Outcome<> opened = reader_.open(left); !opened) return opened.error();
  metrics_.is_connected = true;
  const Outcome<bool> is_full =
      writer_.call<bool>([](Connection& connection) { return has_full_memory(connection); });
  if (!is_full) return is_full.error();
  if (*is_full) {
    log_.warning("the server's memory is full: producers cannot add blocks" +
                 std::string(kWayOutOfFullMemory));
  }
  return {};
}

void Worker::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  metrics_.is_draining = true;
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(stop_event_.get(), &one, sizeof one);
  changed_.notify_all();
}

bool Worker::alive() const {
  return dispatcher_heart_.age() < kHungAfter && keeper_heart_.age() < kHungAfter;
}

void Worker::fail(const Failure& failure) {
  {
    const std::lock_guard lock(mutex_);
    if (!failure_ && !(stopping_ && failure.kind != Failure::Kind::kRefused)) failure_ = failure;
  }
  stop();
}

WorkEnd Worker::run() {
  std::vector<std::thread> solvers;
  for (std::size_t i = 0; i < threads_; ++i) {
    solvers.push_back(start_thread([this] { solve(); }));
  }
  std::thread keeper = start_thread([this] { keep(); });
  dispatch();
  dispatcher_heart_.set_idle();
  {
    const std::lock_guard lock(mutex_);
    dispatcher_ended_ = true;
  }
  changed_.notify_all();
  for (std::thread& solver : solvers) solver.join();
  {
    const std::lock_guard lock(mutex_);
    solvers_ended_ = true;
  }
  changed_.notify_all();
  keeper.join();
  return {.failure = failure_, .undelivered = undelivered_};
}

// The dispatcher.

void Worker::dispatch() {
  next_claim_ = Clock::now();
  while (wait_for_thread()) {
    if (!wait_for_results()) continue;
    if (!claim()) read();
  }
}

/// False: the worker is to end.
bool Worker::wait_for_thread() {
  std::unique_lock lock(mutex_);
  dispatcher_heart_.set_idle();
  changed_.wait(lock, [this] { return stopping_ || unsolved_ < threads_; });
  dispatcher_heart_.set_busy();
  return !stopping_;
}

/// False: there are too many; some time has gone by.
bool Worker::wait_for_results() {
  const bool is_fresh = [this] {
    const std::lock_guard lock(mutex_);
    return Clock::now() - results_asked_ < kResultsAge;
  }();
  if (!is_fresh || metrics_.is_full) {
    const Outcome<Reply> length = writer_.call<Reply>([this](Connection& c) {
      return c.call({"XLEN", keys_.out});
    });
    if (!length) {
      fail(length.error());
      return false;
    }
    const std::lock_guard lock(mutex_);
    metrics_.results = static_cast<std::uint64_t>(length->number());
    results_asked_ = Clock::now();
  }
  const bool is_full = metrics_.results > settings_.max_results;
  if (is_full != metrics_.is_full.exchange(is_full)) {
    if (is_full) {
      log_.warning("too many results wait to be taken: no block is read",
                   {{"results", metrics_.results.load()}, {"max-results", settings_.max_results}});
    } else {
      log_.info("results are taken again", {{"results", metrics_.results.load()}});
    }
  }
  if (is_full) wait_for_stop(stop_event_.get(), kFullPause);
  return !is_full;
}

/// True: something was found, so that there may be more.
bool Worker::claim() {
  {
    const std::lock_guard lock(mutex_);
    if (has_claimed_ || Clock::now() < next_claim_) return false;
  }
  const std::optional<IdleBlock> idle = next_idle_block();
  if (!idle) {
    // Not all workers at the same time.
    constexpr int kSteps = 16;
    next_claim_ = Clock::now() + min_idle_ / 4 +
                  min_idle_ / 8 * static_cast<int>(std::random_device()() % kSteps) / kSteps;
    return false;
  }
  Outcome<Reply> claimed = writer_.call<Reply>([&](Connection& connection) {
    return claim_block(connection, keys_, consumer_, min_idle_, idle->id);
  });
  if (!claimed) {
    fail(claimed.error());
    return true;
  }
  // Another may have been faster, or the block was deleted.
  if (claimed->size() != 1) return true;
  const std::optional<Entry> entry = read_entry((*claimed)[0]);
  if (!entry) return true;
  ++metrics_.claimed;
  log_.warning("block claimed: its worker gave no sign of life",
               {{"block", idle->id}, {"deliveries", idle->deliveries + 1}});
  take(std::move(*claimed), *entry, true);
  return true;
}

/// A block to claim. Those that had too many tries are buried.
std::optional<IdleBlock> Worker::next_idle_block() {
  const auto blocks = writer_.call<std::vector<IdleBlock>>([this](Connection& connection) {
    return idle_blocks(connection, keys_, min_idle_, kIdleBlocks);
  });
  if (!blocks) {
    fail(blocks.error());
    return std::nullopt;
  }
  for (const IdleBlock& block : *blocks) {
    {
      const std::lock_guard lock(mutex_);
      if (in_work_.contains(block.id)) continue;  // we were stopped for a while
    }
    if (block.deliveries < settings_.tries) return block;
    const Outcome<bool> buried = writer_.call<bool>(
        [&](Connection& connection) { return bury_block(connection, keys_, min_idle_, block); });
    if (!buried) {
      fail(buried.error());
      return std::nullopt;
    }
    if (!*buried) continue;
    ++metrics_.buried;
    log_.error("block given up", {{"block", block.id}, {"tries", block.deliveries}});
  }
  return std::nullopt;
}

milliseconds Worker::read_time() {
  {
    const std::lock_guard lock(mutex_);
    if (has_claimed_) return kReadTimeBesideClaimed;
  }
  const auto until_claim = duration_cast<milliseconds>(next_claim_ - Clock::now());
  return std::clamp(until_claim, milliseconds(1), kReadTime);
}

void Worker::read() {
  const milliseconds time = read_time();
  Outcome<Reply> reply = reader_.call<Reply>([&](Connection& connection) -> Outcome<Reply> {
    if (stopping_) return Failure{};
    return connection.call({"XREADGROUP", "GROUP", kGroup, consumer_, "COUNT", "1", "BLOCK",
                            std::to_string(time.count()), "STREAMS", keys_.in, ">"});
  });
  if (!reply) {
    if (!stopping_) fail(reply.error());
    return;
  }
  const std::optional<ReplyView> entries = entries_of(*reply);
  if (!entries || entries->size() != 1) return;
  const std::optional<Entry> entry = read_entry((*entries)[0]);
  if (entry) take(std::move(*reply), *entry, false);
}

void Worker::take(Reply reply, Entry entry, bool is_claimed) {
  const std::lock_guard lock(mutex_);
  in_work_[std::string(entry.id)] = is_claimed;
  if (is_claimed) has_claimed_ = true;
  ++unsolved_;
  ++metrics_.in_flight;
  jobs_.push_back({std::move(reply), entry, is_claimed});
  changed_.notify_all();
}

// The solvers.

void Worker::solve() {
  BlockAnswerer answerer(settings_);
  std::string tally;
  std::string error;
  while (std::optional<Job> job = next_job()) {
    const Clock::time_point begin = Clock::now();
    const Finish result = answer(*job, answerer, tally, error);
    metrics_.busy_ns += static_cast<std::uint64_t>((Clock::now() - begin).count());
    {
      const std::lock_guard lock(mutex_);
      --unsolved_;
    }
    changed_.notify_all();
    finish(*job, result, answerer);
    leave(std::string(job->entry.id), job->is_claimed);
    answerer.release();
  }
}

std::optional<Worker::Job> Worker::next_job() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return dispatcher_ended_ || !jobs_.empty(); });
  if (jobs_.empty()) return std::nullopt;
  Job job = std::move(jobs_.front());
  jobs_.pop_front();
  return job;
}

Finish Worker::answer(const Job& job, BlockAnswerer& answerer, std::string& tally,
                      std::string& error) {
  Finish result{.block = job.entry.id};
  const Result<std::string_view> lines = block_lines(job.entry);
  if (!lines) {
    error = lines.error().message;
  } else if (const Result<> answered = answerer.answer(*lines); !answered) {
    error = answered.error().message;
  } else {
    tally = tally_text(answerer.tally(), answerer.lines());
    result.answers = answerer.answers();
    result.tally = tally;
    return result;
  }
  log_.warning("block refused", {{"block", job.entry.id}, {"reason", error}});
  result.error = error;
  return result;
}

void Worker::finish(const Job& job, const Finish& result, const BlockAnswerer& answerer) {
  const Outcome<Finished> finished = writer_.call<Finished>(
      [&](Connection& connection) { return finish_block(connection, keys_, result); });
  if (!finished) {
    log_.error("result not delivered: another worker will do the block again",
               {{"block", job.entry.id}, {"reason", finished.error().message}});
    fail(finished.error());
    const std::lock_guard lock(mutex_);
    ++undelivered_;
    return;
  }
  {
    const std::lock_guard lock(mutex_);
    metrics_.results = finished->results;
    results_asked_ = Clock::now();
  }
  if (finished->is_late) {
    ++metrics_.late;
    log_.warning("answer dropped: the block was finished already", {{"block", job.entry.id}});
    return;
  }
  if (!result.error.empty()) {
    ++metrics_.refused;
    return;
  }
  ++metrics_.done;
  const sudoku::Tally& tally = answerer.tally();
  metrics_.process.solved += tally.solved;
  metrics_.process.unsolvable += tally.unsolvable;
  metrics_.process.invalid += tally.invalid;
  metrics_.process.timed_out += tally.timed_out;
}

void Worker::leave(const std::string& block, bool was_claimed) {
  const std::lock_guard lock(mutex_);
  in_work_.erase(block);
  if (was_claimed) has_claimed_ = false;
  --metrics_.in_flight;
}

// The keeper.

void Worker::keep() {
  const milliseconds renew_pause = std::max(min_idle_ / 4, milliseconds(1));
  Clock::time_point next_renewal = Clock::now() + renew_pause;
  Clock::time_point next_amounts = Clock::now();
  Clock::time_point next_removal = Clock::now();
  std::unique_lock lock(mutex_);
  while (!solvers_ended_) {
    keeper_heart_.beat();
    const bool must_unblock = stopping_ && !dispatcher_ended_;
    const Clock::time_point wake =
        must_unblock ? Clock::now() + kUnblockPause : std::min(next_renewal, next_amounts);
    changed_.wait_until(lock, wake, [this, must_unblock] {
      return solvers_ended_ || (stopping_ && !dispatcher_ended_ && !must_unblock);
    });
    lock.unlock();
    const Clock::time_point now = Clock::now();
    if (stopping_) unblock_reader();
    if (now >= next_renewal) {
      renew();
      next_renewal = now + renew_pause;
    }
    if (now >= next_amounts) {
      request_amounts();
      next_amounts = now + kAmountsPause;
    }
    if (now >= next_removal) {
      remove_silent();
      next_removal = now + kRemovePause;
    }
    lock.lock();
  }
  lock.unlock();
  // What could not be finished stays pending under its name.
  (void)writer_.call<std::monostate>(
      [this](Connection& connection) { return remove_consumer(connection, keys_, consumer_); });
}

void Worker::unblock_reader() {
  {
    const std::lock_guard lock(mutex_);
    if (dispatcher_ended_) return;
  }
  if (reader_id_ == 0) return;
  (void)writer_.call<Reply>([this](Connection& connection) {
    return connection.call({"CLIENT", "UNBLOCK", std::to_string(reader_id_)});
  });
}

void Worker::renew() {
  std::vector<std::string> blocks;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [block, is_claimed] : in_work_) blocks.push_back(block);
  }
  if (blocks.empty()) return;
  const auto renewed = writer_.call<std::uint64_t>(
      [&](Connection& connection) { return renew_blocks(connection, keys_, consumer_, blocks); });
  if (!renewed) fail(renewed.error());
}

void Worker::request_amounts() {
  // Who may not ask some of it goes without.
  const Outcome<std::monostate> asked =
      writer_.call<std::monostate>([this](Connection& connection) -> Outcome<> {
        const Outcome<StreamAmounts> amounts = stream_amounts(connection, keys_);
        if (!amounts) return amounts.error();
        metrics_.backlog = amounts->blocks;
        metrics_.pending = amounts->pending;
        metrics_.longest_idle_ms = static_cast<std::uint64_t>(amounts->longest_idle.count());
        metrics_.results = amounts->results;
        metrics_.dead = amounts->dead;
        return {};
      });
  (void)asked;
}

void Worker::remove_silent() {
  (void)writer_.call<std::monostate>([this](Connection& connection) {
    return remove_silent_consumers(connection, keys_, kSilence);
  });
}

}  // namespace puzzled::redis
