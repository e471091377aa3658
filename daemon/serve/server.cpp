#include "daemon/serve/server.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <boost/asio/post.hpp>
#include <chrono>
#include <csignal>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "daemon/os/heap.hpp"
#include "daemon/os/message.hpp"
#include "daemon/os/service_manager.hpp"
#include "daemon/serve/acceptor.hpp"
#include "daemon/serve/io_thread.hpp"
#include "daemon/serve/loop_types.hpp"
#include "daemon/serve/pending.hpp"
#include "daemon/serve/solver_pools.hpp"
#include "daemon/settings/serve_settings.hpp"

namespace puzzled::serve {
namespace {

using Clock = IoThread::Clock;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr milliseconds kDrainLook{5};

/// When the time of the drain is up, connections end by themselves: within a second if the client
/// does not take its answers, two if it takes them and then does not close. This is for a defect.
constexpr seconds kAfterDrainLimit{3};

/// Descriptors that are no connections: standard streams, loops, log, listeners, HTTP.
constexpr std::uint64_t kOtherDescriptors = 128;

/// As many connections as there are descriptors for. The soft limit is a convention for programs
/// that use select(); we raise it as far as we may.
std::shared_ptr<const ServeSettings> fit_to_descriptors(ServeSettings settings) {
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  const std::uint64_t wanted = settings.connections + kOtherDescriptors;
  if (limit.rlim_cur < wanted && limit.rlim_cur < limit.rlim_max) {
    limit.rlim_cur = std::min<rlim_t>(wanted, limit.rlim_max);
    ::setrlimit(RLIMIT_NOFILE, &limit);
    ::getrlimit(RLIMIT_NOFILE, &limit);
  }
  if (limit.rlim_cur < wanted) {
    const std::uint64_t others = std::min<std::uint64_t>(kOtherDescriptors, limit.rlim_cur / 2);
    settings.connections = std::min(settings.connections, limit.rlim_cur - others);
  }
  return std::make_shared<const ServeSettings>(std::move(settings));
}

template <typename Word>
std::string joined(const std::vector<Word>& words, std::string_view between = " ") {
  std::string text;
  for (const Word& word : words) {
    if (!text.empty()) text += between;
    text += word;
  }
  return text;
}

}  // namespace

struct Server::State {
  State(const ServeSettings& given, std::vector<ListenSocket> sockets, SolverPools& the_pools,
        Metrics& the_metrics, Log& the_log, std::chrono::nanoseconds hung_limit)
      : pools(the_pools), metrics(the_metrics), log(the_log), hung_after(hung_limit) {
    take_settings(given);
    const Service service{pools, metrics, log};
    for (int i = 0; i < std::max(1, given.io_threads); ++i) {
      threads.push_back(std::make_unique<IoThread>(service, settings));
    }
    for (ListenSocket& socket : sockets) {
      acceptors.push_back(std::make_shared<Acceptor>(
          *threads[0], std::move(socket), [this](FileDescriptor& connection, Lease& lease) {
            return threads[next_thread++ % threads.size()]->adopt(connection, lease);
          }));
    }
    drain_timer.emplace(threads[0]->context());
    watchdog_timer.emplace(threads[0]->context());
    second_timer.emplace(threads[0]->context());
    signals.emplace(threads[0]->context(), SIGTERM, SIGINT, SIGHUP);
    threads[0]->on_resume([this] { resume(); });
  }

  bool run();
  void resume();
  void wait_for_signal();
  void take_settings(ServeSettings given);
  void reload();
  void begin_drain(int signal);
  void drain();
  void look_after_drain();
  void expire_drain();
  void end_drain(bool is_done);
  void feed_watchdog();
  void every_second();
  std::vector<std::string_view> hung() const;

  SolverPools& pools;
  Metrics& metrics;
  Log& log;
  const std::chrono::nanoseconds hung_after;
  std::optional<ServeSettings> wanted;            // as they were read
  std::shared_ptr<const ServeSettings> settings;  // as far as the system lets us have them
  std::vector<std::unique_ptr<IoThread>> threads;
  std::vector<std::shared_ptr<Acceptor>> acceptors;
  std::size_t next_thread = 0;
  Pending waiting_for_signal;
  Pending draining;
  Pending feeding;
  Pending every_second_again;
  std::optional<LoopSignals> signals;
  std::optional<LoopTimer> drain_timer;
  std::optional<LoopTimer> watchdog_timer;
  std::optional<LoopTimer> second_timer;
  std::chrono::microseconds watchdog{0};
  Clock::time_point drain_begun;
  std::atomic<Phase> phase = Phase::kStarting;
  std::optional<Clock::time_point> drain_expired;
  std::function<void()> at_shutdown_timeout = [] {};
  std::uint64_t dropped_before = 0;  // connections, when the time of the drain was up
  bool all_answered = true;
};

/// What an exception in the loop may have torn down.
void Server::State::resume() {
  if (phase == Phase::kStarting) return;
  if (!waiting_for_signal.is_active()) wait_for_signal();
  if (watchdog.count() > 0 && !feeding.is_active()) feed_watchdog();
  if (!every_second_again.is_active()) every_second();
  if (phase == Phase::kDraining && !draining.is_active()) drain();
}

bool Server::State::run() {
  wait_for_signal();
  for (const std::shared_ptr<Acceptor>& acceptor : acceptors) acceptor->start();
  std::vector<std::thread> others;
  try {
    for (std::size_t i = 1; i < threads.size(); ++i) {
      others.emplace_back([this, i] { threads[i]->run(); });
    }
  } catch (...) {  // no more threads to be had: end those that have started
    for (const std::unique_ptr<IoThread>& thread : threads) thread->stop();
    for (std::thread& thread : others) thread.join();
    throw;
  }
  watchdog = watchdog_interval();
  if (watchdog.count() > 0) feed_watchdog();
  every_second();
  // Ready is who answers, so it is the running loop that says so.
  boost::asio::post(threads[0]->context(), [this] {
    phase = Phase::kServing;
    notify_service_manager("READY=1\nSTATUS=serving");
  });
  threads[0]->run();
  for (std::thread& thread : others) thread.join();
  return all_answered;
}

void Server::State::wait_for_signal() {
  signals->async_wait([this, token = waiting_for_signal.begin()](boost::system::error_code error,
                                                                 int signal) mutable {
    if (error) return;
    token.end();
    if (signal == SIGHUP) {
      if (phase == Phase::kServing) reload();
    } else if (phase == Phase::kDraining) {
      complain("ended at once by a second signal");
      ::_exit(128 + signal);
    } else {
      begin_drain(signal);
    }
    wait_for_signal();
  });
}

void Server::State::take_settings(ServeSettings given) {
  const bool is_new = !wanted || wanted->connections != given.connections;
  const std::uint64_t before = settings ? settings->connections : 0;
  wanted = std::move(given);
  settings = fit_to_descriptors(*wanted);
  if (settings->connections == wanted->connections) return;
  if (!is_new && settings->connections == before) return;  // said already
  log.warning("fewer connections than set: the limit of open files is low",
              {{"connections", settings->connections}, {"set", wanted->connections}});
}

void Server::State::reload() {
  notify_reloading();
  Result<ReloadedSettings> reloaded = reload_settings(*wanted);
  if (!reloaded) {
    log.error("settings not read again, the old ones stay", {{"reason", reloaded.error().message}});
  } else {
    take_settings(std::move(reloaded->settings));
    for (const std::unique_ptr<IoThread>& thread : threads) thread->set_settings(settings);
    pools.set_search_timeout(settings->search_timeout);
    if (const std::optional<LogLevel> level = log_level_of(settings->log_level)) {
      log.set_level(*level);
    }
    log.info("settings read again", {{"changed", joined(reloaded->changed)},
                                     {"need-restart", joined(reloaded->need_restart)}});
  }
  notify_service_manager("READY=1");
}

void Server::State::begin_drain(int signal) {
  notify_service_manager("STOPPING=1\nSTATUS=answering what was accepted");
  log.info("draining", {{"signal", signal},
                        {"connections", metrics.connections_open.load()},
                        {"requests", metrics.requests_in_flight.load()}});
  phase = Phase::kDraining;
  drain_begun = Clock::now();
  drain();
}

void Server::State::drain() {
  for (const std::shared_ptr<Acceptor>& acceptor : acceptors) acceptor->stop();
  for (const std::unique_ptr<IoThread>& thread : threads) thread->drain();
  look_after_drain();
}

void Server::State::look_after_drain() {
  const Clock::time_point now = Clock::now();
  // Work for clients that have left stops soon, too; till then it would call back.
  const bool is_done = metrics.connections_open == 0 && metrics.requests_in_flight == 0;
  const std::chrono::nanoseconds limit = settings->shutdown_timeout;
  if (!is_done && !drain_expired && limit.count() > 0 && now - drain_begun >= limit) expire_drain();
  if (is_done || (drain_expired && now - *drain_expired >= kAfterDrainLimit)) {
    return end_drain(is_done);
  }
  drain_timer->expires_after(kDrainLook);
  drain_timer->async_wait(
      [this, token = draining.begin()](boost::system::error_code error) mutable {
        token.end();
        if (!error) look_after_drain();
      });
}

void Server::State::expire_drain() {
  drain_expired = Clock::now();
  dropped_before = metrics.connections_dropped;
  all_answered = metrics.requests_in_flight == 0;
  log.log(all_answered ? LogLevel::kInfo : LogLevel::kError,
          all_answered ? "the limit of the drain is reached"
                       : "not all is answered within the limit of the drain",
          {{"connections", metrics.connections_open.load()},
           {"requests", metrics.requests_in_flight.load()}});
  for (const std::unique_ptr<IoThread>& thread : threads) thread->expire();
  at_shutdown_timeout();
}

void Server::State::end_drain(bool is_done) {
  const bool were_taken = !drain_expired || metrics.connections_dropped == dropped_before;
  if (!is_done || !were_taken) {
    log.error("not all answers were taken within the limit of the drain",
              {{"connections", metrics.connections_open.load()},
               {"requests", metrics.requests_in_flight.load()}});
  } else if (all_answered) {
    log.info("drained");
  }
  all_answered = all_answered && is_done && were_taken;
  for (const std::unique_ptr<IoThread>& thread : threads) thread->stop();
}

void Server::State::feed_watchdog() {
  if (const std::vector<std::string_view> threads_hung = hung(); threads_hung.empty()) {
    notify_service_manager("WATCHDOG=1");
  } else {
    log.error("no progress: the watchdog is not fed", {{"hung", joined(threads_hung, ", ")}});
  }
  watchdog_timer->expires_after(watchdog / 3);
  watchdog_timer->async_wait(
      [this, token = feeding.begin()](boost::system::error_code error) mutable {
        token.end();
        if (!error) feed_watchdog();
      });
}

void Server::State::every_second() {
  log.tell_held_back();
  give_back_freed_memory();
  second_timer->expires_after(seconds(1));
  second_timer->async_wait(
      [this, token = every_second_again.begin()](boost::system::error_code error) mutable {
        token.end();
        if (!error) every_second();
      });
}

std::vector<std::string_view> Server::State::hung() const {
  std::vector<std::string_view> names = pools.hung(hung_after);
  for (const std::unique_ptr<IoThread>& thread : threads) {
    if (thread->stalled() >= hung_after) names.emplace_back("I/O");
  }
  if (log.stalled() >= hung_after) names.emplace_back("log");
  return names;
}

Server::Server(const ServeSettings& settings, std::vector<ListenSocket> sockets, SolverPools& pools,
               Metrics& metrics, Log& log, std::chrono::nanoseconds hung_after)
    : state_(
          std::make_unique<State>(settings, std::move(sockets), pools, metrics, log, hung_after)) {}

Server::~Server() = default;

bool Server::run() {
  return state_->run();
}

void Server::at_shutdown_timeout(std::function<void()> expire) {
  state_->at_shutdown_timeout = std::move(expire);
}

boost::asio::io_context& Server::context() {
  return state_->threads[0]->context();
}

Phase Server::phase() const {
  return state_->phase;
}

std::vector<std::string_view> Server::hung() const {
  return state_->hung();
}

}  // namespace puzzled::serve
