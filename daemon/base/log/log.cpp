#include "daemon/base/log/log.hpp"

#include <spdlog/async_logger.h>
#include <spdlog/details/thread_pool.h>
#include <spdlog/sinks/base_sink.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <map>
#include <mutex>
#include <string>

#include "daemon/base/log/log_file.hpp"
#include "daemon/base/log/log_line.hpp"
#include "parallel/heartbeat.hpp"

namespace puzzled {
namespace {

using SteadyTime = std::chrono::steady_clock::time_point;

constexpr std::string_view kLevelNames[] = {"trace", "debug", "info", "warning", "error", "off"};

// At some 200 bytes a line this bounds what a blocked stderr costs to 1 MiB or so.
constexpr std::size_t kQueueLines = 4096;

// Kinds are words in our sources, far fewer than this; it bounds what a mistake could cost.
constexpr std::size_t kMaxKinds = 256;

/// Writes lines as they are; an empty one is only a sign of life.
class DescriptorSink final : public spdlog::sinks::base_sink<std::mutex> {
 public:
  explicit DescriptorSink(int descriptor) : descriptor_(descriptor) {}

  std::chrono::nanoseconds stalled() const {
    return is_writing_ ? std::chrono::nanoseconds(0) : heart_.age();
  }

 protected:
  void sink_it_(const spdlog::details::log_msg& message) override {
    is_writing_ = true;
    write(message);
    heart_.beat();
    is_writing_ = false;
  }
  void flush_() override {}

 private:
  void write(const spdlog::details::log_msg& message) const {
    const char* from = message.payload.data();
    std::size_t left = message.payload.size();
    while (left > 0) {
      const ssize_t written = ::write(descriptor_, from, left);
      if (written < 0) {
        if (errno == EINTR) continue;
        return;  // there is nowhere left to complain
      }
      from += written;
      left -= static_cast<std::size_t>(written);
    }
  }
  const int descriptor_;
  std::atomic<bool> is_writing_ = false;
  parallel::Heartbeat heart_;
};

/// How much of one kind was written in the present second.
struct Kind {
  SteadyTime second{};
  std::uint64_t written = 0;
  std::uint64_t held_back = 0;
  LogLevel level = LogLevel::kInfo;  ///< of those held back
};

constexpr auto kSecond = std::chrono::seconds(1);

/// How long the thread may be silent until it is asked for a sign of life. We look once a second.
constexpr auto kBeat = std::chrono::milliseconds(500);

}  // namespace

std::optional<LogLevel> log_level_of(std::string_view name) {
  const auto found = std::find(std::begin(kLevelNames), std::end(kLevelNames), name);
  if (found == std::end(kLevelNames)) return std::nullopt;
  return static_cast<LogLevel>(found - std::begin(kLevelNames));
}

LogFormat log_format_of(std::string_view name) {
  if (name == "json") return LogFormat::kJson;
  const char* stream = std::getenv("JOURNAL_STREAM");
  struct ::stat status {};
  if (stream == nullptr || ::fstat(STDERR_FILENO, &status) != 0) return LogFormat::kText;
  // The variable is inherited by programs whose stderr leads elsewhere: systemd.exec(5).
  const std::string ours = std::to_string(status.st_dev) + ':' + std::to_string(status.st_ino);
  return ours == stream ? LogFormat::kJournal : LogFormat::kText;
}

struct Log::State {
  State(LogLevel level_, LogFormat format_, int descriptor)
      : level(level_),
        format(format_),
        pool(std::make_shared<spdlog::details::thread_pool>(kQueueLines, 1)),
        file(descriptor),
        sink(std::make_shared<DescriptorSink>(descriptor)),
        logger(std::make_shared<spdlog::async_logger>(
            "puzzled", sink, pool, spdlog::async_overflow_policy::overrun_oldest)) {
    logger->set_level(spdlog::level::trace);  // levels are ours, decided before a line is formed
  }

  void write(LogLevel at, std::string_view event, LogFields fields, std::uint64_t more) {
    const std::string line = log_line(format.load(std::memory_order_relaxed), at,
                                      std::chrono::system_clock::now(), event, fields, more);
    logger->log(spdlog::level::info, spdlog::string_view_t(line.data(), line.size()));
  }

  Kind& kind_of(std::string_view event) {
    if (const auto found = kinds.find(event); found != kinds.end()) return found->second;
    return kinds[kinds.size() < kMaxKinds ? std::string(event) : std::string("other")];
  }

  std::atomic<LogLevel> level;
  std::atomic<LogFormat> format;
  std::mutex mutex;  // of the two below
  std::map<std::string, Kind, std::less<>> kinds;
  std::size_t lost = 0;  // lines that the queue had no room for, as told
  std::shared_ptr<spdlog::details::thread_pool> pool;
  const LogFile file;
  std::shared_ptr<DescriptorSink> sink;
  std::shared_ptr<spdlog::async_logger> logger;  // behind the pool, which it needs
};

Log::Log(LogLevel level, LogFormat format, int descriptor)
    : state_(std::make_unique<State>(level, format, descriptor)) {}

Log::~Log() {
  {
    const std::lock_guard lock(state_->mutex);
    for (auto& [event, kind] : state_->kinds) kind.second -= kSecond;  // so that all is told now
  }
  tell_held_back();
}

void Log::reopen() noexcept {
  try {
    const std::string& path = state_->file.path();
    if (path.empty()) return warning("SIGUSR1 ignored", {{"reason", "the log is not a file"}});
    if (const Result<> reopened = state_->file.reopen(); !reopened) {
      return error("cannot reopen the log", {{"reason", reopened.error().message}});
    }
    info("log reopened", {{"file", path}});
  } catch (...) {
    // Without memory the log stays as it is.
  }
}

void Log::set_level(LogLevel level) {
  state_->level.store(level, std::memory_order_relaxed);
}

void Log::set_format(LogFormat format) {
  state_->format.store(format, std::memory_order_relaxed);
}

std::chrono::nanoseconds Log::stalled() const {
  return state_->sink->stalled();
}

LogLevel Log::level() const {
  return state_->level.load(std::memory_order_relaxed);
}

void Log::log(LogLevel level, std::string_view event, LogFields fields) noexcept {
  if (level < this->level() || level == LogLevel::kOff) return;
  std::uint64_t held_back = 0;
  LogLevel held_level = level;
  {
    const std::lock_guard lock(state_->mutex);
    Kind& kind = state_->kind_of(event);
    const SteadyTime now = std::chrono::steady_clock::now();
    if (now - kind.second >= kSecond) {
      held_back = kind.held_back;
      held_level = kind.level;
      kind = {.second = now};
    }
    if (kind.written == kLogBurst) {
      ++kind.held_back;
      kind.level = level;
      return;
    }
    ++kind.written;
  }
  if (held_back > 0) state_->write(held_level, event, {}, held_back);
  state_->write(level, event, fields, 0);
}

void Log::tell_held_back() noexcept {
  const std::lock_guard lock(state_->mutex);
  const SteadyTime now = std::chrono::steady_clock::now();
  for (auto& [event, kind] : state_->kinds) {
    if (kind.held_back == 0 || now - kind.second < kSecond) continue;
    state_->write(kind.level, event, {}, kind.held_back);
    kind = {};
  }
  const std::size_t lost = state_->pool->overrun_counter();
  if (lost > state_->lost && level() <= LogLevel::kWarning) {
    state_->write(LogLevel::kWarning, "log lines lost", {{"lines", lost - state_->lost}}, 0);
    state_->lost = lost;
  }
  // A thread that has nothing to write, or hangs: the one writes this at once. For one that waits
  // in a write there is none, so that such lines do not fill the queue.
  if (stalled() >= kBeat) state_->logger->log(spdlog::level::info, spdlog::string_view_t(""));
}

}  // namespace puzzled
