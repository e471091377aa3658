#include "daemon/net/serve/server.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <boost/algorithm/string/join.hpp>
#include <csignal>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "daemon/base/os/heap.hpp"
#include "daemon/base/os/memory_end.hpp"
#include "daemon/base/os/message.hpp"
#include "daemon/base/os/service_manager.hpp"
#include "daemon/net/serve/acceptor.hpp"
#include "daemon/net/serve/io_thread.hpp"
#include "daemon/net/serve/session.hpp"
#include "daemon/net/serve/solver_pools.hpp"

namespace puzzled::net {
namespace {

using Clock = IoThread::Clock;
using boost::algorithm::join;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr milliseconds kShutdownLook{5};

/// When the time of the shutdown is up, connections end by themselves: within a second if the
/// client does not take its answers, two if it takes them and then does not close. This is for a
/// defect.
constexpr seconds kAfterShutdownTimeout{3};

/// Descriptors that are no connections: standard streams, loops, log, listeners.
constexpr std::uint64_t kOtherDescriptors = 128;

/// Of HTTP clients beyond `http-connections`, which keep theirs while they are told so.
constexpr std::uint64_t kHttpTurnedAway = 256;

/// As many connections as there are descriptors for. The soft limit is a convention for programs
/// that use select(); we raise it as far as we may.
std::shared_ptr<const ServeSettings> fit_to_descriptors(ServeSettings settings) {
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  const std::uint64_t of_http =
      settings.http.empty() ? 0 : settings.http_connections + kHttpTurnedAway;
  const std::uint64_t wanted = settings.connections + of_http + kOtherDescriptors;
  if (limit.rlim_cur < wanted && limit.rlim_cur < limit.rlim_max) {
    limit.rlim_cur = std::min<rlim_t>(wanted, limit.rlim_max);
    ::setrlimit(RLIMIT_NOFILE, &limit);
    ::getrlimit(RLIMIT_NOFILE, &limit);
  }
  if (limit.rlim_cur < wanted) {
    const std::uint64_t others =
        std::min<std::uint64_t>(of_http + kOtherDescriptors, limit.rlim_cur / 2);
    settings.connections = std::min(settings.connections, limit.rlim_cur - others);
  }
  return std::make_shared<const ServeSettings>(std::move(settings));
}

}  // namespace

struct Server::State {
  State(const ServeSettings& given, std::vector<ListenSocket> sockets, const Parts& of,
        Reload reload_settings, std::chrono::nanoseconds hung_limit)
      : parts(of),
        reload_from(std::move(reload_settings)),
        hung_after(hung_limit),
        signals(of.housekeeping.loop(), {SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGUSR2},
                [this](int signal) { take_signal(signal); }),
        look(of.housekeeping.loop(), [this] { check_shutdown(); }),
        watchdog(of.housekeeping.loop(), [this] { feed_watchdog(); }),
        second(of.housekeeping.loop(), [this] { every_second(); }) {
    take_settings(given);
    const Service service{parts.pools, parts.budget, parts.metrics, parts.log};
    for (int i = 0; i < std::max(1, given.io_threads); ++i) {
      threads.push_back(std::make_unique<IoThread>(service, settings));
    }
    for (ListenSocket& socket : sockets) {
      acceptors.push_back(std::make_unique<Acceptor>(
          threads[0]->sessions(), std::move(socket),
          [this](FileDescriptor& connection, Admission& admission) {
            return threads[next_thread++ % threads.size()]->adopt(connection, admission);
          }));
    }
  }

  bool run();
  void take_signal(int signal);
  void take_settings(ServeSettings given);
  void reload();
  void begin_shutdown(int signal);
  void check_shutdown();
  void expire_shutdown();
  void end_shutdown(bool is_done);
  void feed_watchdog();
  void every_second();
  bool is_idle() const {
    return parts.budget.connections.used() == 0 && parts.budget.requests.used() == 0;
  }
  std::vector<std::string_view> hung() const;

  const Parts parts;
  const Reload reload_from;
  const std::chrono::nanoseconds hung_after;
  std::vector<std::unique_ptr<IoThread>> threads;
  std::vector<std::unique_ptr<Acceptor>> acceptors;  // of the first thread
  std::size_t next_thread = 0;                       // that gets a connection
  std::atomic<Phase> phase = Phase::kStarting;
  std::function<void()> at_shutdown_timeout = [] {};

  // For the housekeeping thread, but for its start and end.
  std::optional<ServeSettings> wanted;            // as they were read
  std::shared_ptr<const ServeSettings> settings;  // as far as the system lets us have them
  SignalWait signals;
  LoopTimer look;
  LoopTimer watchdog;
  LoopTimer second;
  Clock::time_point begun;  // the shutdown
  std::optional<Clock::time_point> expired;
  bool all_answered = true;
};

bool Server::State::run() {
  signals.start();
  second.start(seconds(1));
  if (watchdog_interval().count() > 0) watchdog.start(seconds(0));
  for (const std::unique_ptr<Acceptor>& acceptor : acceptors) acceptor->start();
  std::vector<std::thread> others;
  for (std::size_t i = 1; i < threads.size(); ++i) {
    others.push_back(start_thread([this, i] { threads[i]->run(); }));
  }
  // Housekeeping may be asked at once; connections wait until the first loop runs, too.
  phase = Phase::kServing;
  parts.housekeeping.start();
  // Report READY from inside the running loop.
  threads[0]->loop().post([this] {
    if (phase == Phase::kServing) notify_service_manager("READY=1\nSTATUS=serving");
  });
  threads[0]->run();
  for (std::thread& thread : others) thread.join();
  parts.housekeeping.end();
  return all_answered;
}

void Server::State::take_signal(int signal) {
  if (signal == SIGHUP) {
    if (phase == Phase::kServing) reload();
  } else if (signal == SIGUSR1) {
    parts.log.reopen();
  } else if (signal == SIGUSR2) {
    parts.log.warning("SIGUSR2 ignored", {{"reason", "it has no meaning here"}});
  } else if (phase == Phase::kDraining) {
    complain("stopped at once by a second signal");
    ::_exit(128 + signal);
  } else {
    begin_shutdown(signal);
  }
}

void Server::State::take_settings(ServeSettings given) {
  const bool is_new = !wanted || wanted->connections != given.connections;
  const std::uint64_t before = settings ? settings->connections : 0;
  wanted = std::move(given);
  settings = fit_to_descriptors(*wanted);
  parts.budget.connections.set_limit(settings->connections);
  parts.budget.requests.set_limit(settings->requests_total);
  parts.budget.searches.set_limit(settings->searches_total);
  parts.budget.bytes.set_limit(settings->buffers_total);
  set_limits_in_force("buffers-total " + std::to_string(settings->buffers_total / 1024) +
                      " KiB, connections " + std::to_string(settings->connections) +
                      ", requests-total " + std::to_string(settings->requests_total) +
                      ", searches-total " + std::to_string(settings->searches_total));
  parts.budget.addresses.set({.connections = settings->address_connections,
                              .requests_per_second = settings->address_rate});
  if (settings->connections == wanted->connections) return;
  if (!is_new && settings->connections == before) return;  // said already
  parts.log.warning("fewer connections than configured: the limit of open files is too low",
                    {{"connections", settings->connections}, {"configured", wanted->connections}});
}

void Server::State::reload() {
  notify_reloading();
  Result<ReloadedSettings> reloaded = reload_from(*wanted);
  if (!reloaded) {
    parts.log.error("reload failed, the old settings stay in force",
                    {{"reason", reloaded.error().message}});
  } else {
    take_settings(std::move(reloaded->settings));
    for (const std::unique_ptr<IoThread>& thread : threads) thread->set_settings(settings);
    parts.pools.set_search_timeout(settings->search_timeout);
    parts.log.set_level(log_level_of(settings->log_level));
    parts.log.info("settings reloaded", {{"changed", join(reloaded->changed, " ")},
                                         {"need-restart", join(reloaded->need_restart, " ")}});
  }
  notify_service_manager("READY=1");
}

void Server::State::begin_shutdown(int signal) {
  notify_service_manager("STOPPING=1\nSTATUS=answering accepted requests");
  parts.log.info("draining", {{"signal", signal},
                              {"connections", parts.budget.connections.used()},
                              {"requests", parts.budget.requests.used()}});
  phase = Phase::kDraining;
  begun = Clock::now();
  // Accepting ends on the thread of the acceptors. Only then does every thread have all its
  // sessions, and only then may it be seen that there are none.
  threads[0]->loop().post([this] {
    for (const std::unique_ptr<Acceptor>& acceptor : acceptors) acceptor->stop();
    for (const std::unique_ptr<IoThread>& thread : threads) thread->drain();
    parts.housekeeping.loop().post([this] { check_shutdown(); });
  });
}

void Server::State::check_shutdown() {
  const Clock::time_point now = Clock::now();
  // Work for clients that have left stops soon, too; till then it would call back.
  const std::chrono::nanoseconds limit = settings->shutdown_timeout;
  if (!is_idle() && !expired && limit.count() > 0 && now - begun >= limit) expire_shutdown();
  if (is_idle() || (expired && now - *expired >= kAfterShutdownTimeout)) {
    return end_shutdown(is_idle());
  }
  look.start(kShutdownLook);
}

void Server::State::expire_shutdown() {
  expired = Clock::now();
  all_answered = parts.budget.requests.used() == 0;
  parts.log.log(all_answered ? LogLevel::kInfo : LogLevel::kError,
                all_answered ? "shutdown-timeout reached"
                             : "some requests were not answered within shutdown-timeout",
                {{"connections", parts.budget.connections.used()},
                 {"requests", parts.budget.requests.used()}});
  for (const std::unique_ptr<IoThread>& thread : threads) thread->expire();
  at_shutdown_timeout();
}

void Server::State::end_shutdown(bool is_done) {
  const bool were_taken = std::none_of(threads.begin(), threads.end(), [](const auto& thread) {
    return thread->has_lost_answers();
  });
  if (!is_done || !were_taken) {
    parts.log.error("clients did not read all answers within shutdown-timeout",
                    {{"connections", parts.budget.connections.used()},
                     {"requests", parts.budget.requests.used()}});
  } else if (all_answered) {
    parts.log.info("drained");
  }
  all_answered = all_answered && is_done && were_taken;
  for (const std::unique_ptr<IoThread>& thread : threads) thread->stop();
}

void Server::State::feed_watchdog() {
  const std::vector<std::string_view> names = hung();
  if (names.empty()) {
    notify_service_manager("WATCHDOG=1");
  } else {
    parts.log.error("no progress: the watchdog is not notified",
                    {{"hung", join(std::vector<std::string>(names.begin(), names.end()), ", ")}});
  }
  watchdog.start(watchdog_interval() / 3);
}

void Server::State::every_second() {
  parts.log.report_suppressed();
  give_back_freed_memory();
  second.start(seconds(1));
}

std::vector<std::string_view> Server::State::hung() const {
  std::vector<std::string_view> names = parts.pools.hung(hung_after);
  for (const std::unique_ptr<IoThread>& thread : threads) {
    if (thread->stalled() >= hung_after) names.emplace_back("I/O");
  }
  if (parts.housekeeping.loop().stalled() >= hung_after) names.emplace_back("housekeeping");
  if (parts.log.stalled() >= hung_after) names.emplace_back("log");
  return names;
}

Server::Server(const ServeSettings& settings, std::vector<ListenSocket> sockets, const Parts& parts,
               Reload reload, std::chrono::nanoseconds hung_after)
    : state_(std::make_unique<State>(settings, std::move(sockets), parts, std::move(reload),
                                     hung_after)) {}

Server::~Server() = default;

bool Server::run() {
  return state_->run();
}

void Server::at_shutdown_timeout(std::function<void()> expire) {
  state_->at_shutdown_timeout = std::move(expire);
}

void Server::list_clients(const std::function<void(ClientList)>& take) {
  for (const std::unique_ptr<IoThread>& thread : state_->threads) {
    thread->list_clients([&loop = state_->parts.housekeeping.loop(), take](ClientList list) {
      loop.post([take, list = std::move(list)]() mutable { take(std::move(list)); });
    });
  }
}

std::size_t Server::io_threads() const {
  return state_->threads.size();
}

RequestLimits Server::request_limits() const {
  return net::request_limits(*state_->settings);
}

Phase Server::phase() const {
  return state_->phase;
}

std::vector<std::string_view> Server::hung() const {
  return state_->hung();
}

}  // namespace puzzled::net
