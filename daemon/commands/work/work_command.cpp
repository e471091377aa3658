#include "daemon/commands/work/work_command.hpp"

#include <unistd.h>

#include <csignal>
#include <optional>
#include <utility>

#include "core/simd/levels.hpp"
#include "daemon/base/log/log.hpp"
#include "daemon/base/os/exit_code.hpp"
#include "daemon/base/os/heap.hpp"
#include "daemon/base/os/held_signals.hpp"
#include "daemon/base/os/memory_end.hpp"
#include "daemon/base/os/message.hpp"
#include "daemon/base/os/service_manager.hpp"
#include "daemon/base/text/build_info.hpp"
#include "daemon/net/http/http_listener.hpp"
#include "daemon/net/loop/loop.hpp"
#include "daemon/net/serve/listen.hpp"
#include "daemon/redis/address.hpp"
#include "daemon/redis/redis_options.hpp"
#include "daemon/redis/work_metrics.hpp"
#include "daemon/redis/worker.hpp"
#include "parallel/workers.hpp"

namespace puzzled::commands {
namespace {

using net::ListenSocket;
using std::chrono::seconds;

/// Each quarter of it a sign of life has to reach the server.
constexpr std::chrono::milliseconds kLeastIdle{100};

/// The thread beside the worker: signals, metrics, the service manager.
class WorkHousekeeping {
 public:
  WorkHousekeeping(redis::Worker& worker, Log& log)
      : worker_(worker),
        log_(log),
        signals_(thread_.loop(), {SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGUSR2},
                 [this](int signal) { take_signal(signal); }),
        second_(thread_.loop(), [this] { every_second(); }),
        watchdog_(thread_.loop(), [this] { feed_watchdog(); }) {}

  void listen(std::vector<ListenSocket> sockets, redis::WorkMetrics& metrics,
              redis::WorkHttpSources sources) {
    if (sockets.empty()) return;
    std::vector<FileDescriptor> listening;
    for (ListenSocket& socket : sockets) {
      log_.info("listening for http", {{"on", socket.name()}});
      listening.emplace_back(socket.release());
    }
    const auto answer = [of = std::move(sources)](const net::HttpRequest& request,
                                                  const net::HttpSources& /*daemon*/) {
      return redis::answer_work_http(request, of);
    };
    http_.emplace(thread_.loop(), std::move(listening),
                  net::HttpSources{.metrics = metrics.process, .budget = budget_},
                  net::HttpListener::Submit(), log_, net::HttpLimits{}, answer);
  }

  /// Only this thread takes signals, and only once its loop runs.
  void start(const HeldSignals& held) {
    signals_.start();
    second_.start(seconds(1));
    if (watchdog_interval().count() > 0) watchdog_.start(seconds(0));
    thread_.loop().post([&held] { held.release_here(); });
    thread_.start();
  }

  void end() { thread_.end(); }

 private:
  void take_signal(int signal) {
    signals_.start();
    if (signal == SIGUSR1) return log_.reopen();
    if (signal == SIGUSR2) {
      return log_.warning("SIGUSR2 ignored", {{"reason", "it has no meaning here"}});
    }
    if (is_draining_) {
      complain("stopped at once by a second signal");
      ::_exit(128 + signal);
    }
    is_draining_ = true;
    notify_service_manager("STOPPING=1\nSTATUS=finishing blocks");
    log_.info("draining", {{"signal", signal}});
    worker_.stop();
  }

  void every_second() {
    second_.start(seconds(1));
    log_.report_suppressed();
    give_back_freed_memory();
  }

  void feed_watchdog() {
    watchdog_.start(watchdog_interval() / 3);
    if (worker_.alive()) notify_service_manager("WATCHDOG=1");
  }

  redis::Worker& worker_;
  Log& log_;
  net::Budget budget_;
  net::LoopThread thread_;
  net::SignalWait signals_;
  net::LoopTimer second_;
  net::LoopTimer watchdog_;
  std::optional<net::HttpListener> http_;
  bool is_draining_ = false;
};

/// What the stream and the server are called, and who may use them; checked before all else.
struct Place {
  redis::StreamAddress stream;
  redis::Login login;
};

Result<Place> read_place(const WorkCommandSettings& settings) {
  if (settings.arguments.size() != 1) {
    return Error{"work takes the address of one stream; see 'puzzled work --help'"};
  }
  Result<redis::StreamAddress> stream = redis::parse_stream_address(settings.arguments[0]);
  if (!stream) return stream.error();
  Result<redis::Login> login = redis::read_login(settings.work.user, settings.work.password_file);
  if (!login) return login.error();
  return Place{std::move(*stream), std::move(*login)};
}

int status_of(const redis::WorkEnd& end) {
  if (end.failure) return kExitFailure;
  return end.undelivered == 0 ? kExitAllWell : kExitSomeUnanswered;
}

}  // namespace

int run_work(const WorkCommandSettings& command) {
  const redis::WorkSettings& settings = command.work;
  // Programs that rotate logs may send one at any time; until it is taken, it means nothing.
  for (const int signal : {SIGUSR1, SIGUSR2}) std::signal(signal, SIG_IGN);
  set_memory_end_status(kExitNoMemory);
  keep_freed_memory();
  if (settings.min_idle < kLeastIdle) return fail({"--min-idle must be at least 100ms"});
  const Result<Place> place = read_place(command);
  if (!place) return fail(place.error());
  net::ListenSockets sockets;
  const Result<> listening = net::listen_tcp(settings.http, false, sockets, sockets.http);
  if (!listening) return fail(listening.error());
  const HeldSignals held_signals;
  Log log(log_level_of(settings.log_level), log_format_of(settings.log_format));
  const int threads = settings.threads;
  redis::WorkMetrics metrics;
  redis::Worker worker(settings, place->stream, place->login, threads, metrics, log);
  const std::size_t level = simd::find_level(settings.isa).value_or(0);
  WorkHousekeeping housekeeping(worker, log);
  housekeeping.listen(std::move(sockets.http), metrics,
                      {.metrics = metrics,
                       .threads = threads,
                       .info = {.version = PUZZLED_VERSION,
                                .commit = std::string(kBuildCommit),
                                .isa = std::string(simd::kLevels[level].family)},
                       .alive = [&worker] { return worker.alive(); }});
  housekeeping.start(held_signals);

  redis::WorkEnd end;
  if (const redis::Outcome<> opened = worker.open(); !opened) {
    // A signal that came meanwhile ends it in good order: nothing was taken.
    if (!metrics.is_draining) end.failure = opened.error();
  } else {
    log.info("working", {{"server", place->stream.server.text()},
                         {"stream", place->stream.stream},
                         {"threads", threads},
                         {"consumer", worker.consumer()}});
    notify_service_manager("READY=1\nSTATUS=working");
    end = worker.run();
  }
  if (end.failure) {
    log.error("stopped", {{"reason", end.failure->message}});
  } else {
    log.info("stopped", {{"done", metrics.done.load()},
                         {"refused", metrics.refused.load()},
                         {"late", metrics.late.load()},
                         {"claimed", metrics.claimed.load()},
                         {"buried", metrics.buried.load()},
                         {"undelivered", end.undelivered}});
  }
  housekeeping.end();
  return status_of(end);
}

}  // namespace puzzled::commands
