#include "daemon/base/log/log.hpp"

#include <spdlog/async_logger.h>
#include <spdlog/details/thread_pool.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/base_sink.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <map>
#include <mutex>
#include <string>

#include "daemon/base/log/log_file.hpp"
#include "parallel/heartbeat.hpp"

namespace puzzled {
namespace {

using SteadyTime = std::chrono::steady_clock::time_point;

// At some 200 bytes a line this bounds what a blocked stderr costs to 1 MiB or so.
constexpr std::size_t kQueueLines = 4096;

// Kinds are words in our sources, far fewer than this; it bounds what a mistake could cost.
constexpr std::size_t kMaxKinds = 256;

/// `%*`: the priority of syslog(3).
class PriorityFlag final : public spdlog::custom_flag_formatter {
 public:
  void format(const spdlog::details::log_msg& message, const std::tm& /*time*/,
              spdlog::memory_buf_t& to) override {
    constexpr std::string_view kPriorities = "7764333";
    to.push_back(kPriorities[static_cast<std::size_t>(message.level)]);
  }
  std::unique_ptr<custom_flag_formatter> clone() const override {
    return std::make_unique<PriorityFlag>();
  }
};

/// Puts time and level before a log_message(). Times are UTC, as in RFC 3339.
std::unique_ptr<spdlog::formatter> formatter_of(LogFormat format) {
  auto formatter = std::make_unique<spdlog::pattern_formatter>(spdlog::pattern_time_type::utc);
  switch (format) {
    case LogFormat::kText:
      formatter->set_pattern("%Y-%m-%dT%H:%M:%S.%eZ %l %v");
      break;
    case LogFormat::kJournal:
      formatter->add_flag<PriorityFlag>('*').set_pattern("<%*>%v");
      break;
    case LogFormat::kJson:
      formatter->set_pattern(R"({"time":"%Y-%m-%dT%H:%M:%S.%eZ","level":"%l",%v)");
      break;
  }
  return formatter;
}

/// Writes lines to a descriptor; an empty message is only a sign of life.
class DescriptorSink final : public spdlog::sinks::base_sink<std::mutex> {
 public:
  DescriptorSink(int descriptor, LogFormat format)
      : base_sink(formatter_of(format)), descriptor_(descriptor) {}

  std::chrono::nanoseconds stalled() const {
    return is_writing_ ? std::chrono::nanoseconds(0) : heart_.age();
  }

 protected:
  void sink_it_(const spdlog::details::log_msg& message) override {
    is_writing_ = true;
    if (message.payload.size() > 0) {
      spdlog::memory_buf_t line;
      formatter_->format(message, line);
      write({line.data(), line.size()});
    }
    heart_.beat();
    is_writing_ = false;
  }
  void flush_() override {}

 private:
  void write(std::string_view line) const {
    while (!line.empty()) {
      const ssize_t written = ::write(descriptor_, line.data(), line.size());
      if (written < 0) {
        if (errno == EINTR) continue;
        return;  // there is nowhere left to complain
      }
      line.remove_prefix(static_cast<std::size_t>(written));
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
  std::uint64_t suppressed = 0;
  LogLevel level = LogLevel::kInfo;  ///< of those suppressed
};

spdlog::level::level_enum spdlog_level(LogLevel level) {
  return static_cast<spdlog::level::level_enum>(level);
}

constexpr auto kSecond = std::chrono::seconds(1);

/// How long the thread may be silent until it is asked for a sign of life. We look once a second.
constexpr auto kBeat = std::chrono::milliseconds(500);

}  // namespace

LogLevel log_level_of(std::string_view name) {
  return static_cast<LogLevel>(spdlog::level::from_str(std::string(name)));
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
  State(LogLevel level, LogFormat format_, int descriptor)
      : format(format_),
        pool(std::make_shared<spdlog::details::thread_pool>(kQueueLines, 1)),
        file(descriptor),
        sink(std::make_shared<DescriptorSink>(descriptor, format)),
        logger(std::make_shared<spdlog::async_logger>(
            "puzzled", sink, pool, spdlog::async_overflow_policy::overrun_oldest)) {
    logger->set_level(spdlog_level(level));
  }

  void write(LogLevel at, std::string_view event, LogFields fields, std::uint64_t more) {
    const std::string message = log_message(format, event, fields, more);
    logger->log(spdlog_level(at), spdlog::string_view_t(message.data(), message.size()));
  }

  Kind& kind_of(std::string_view event) {
    if (const auto found = kinds.find(event); found != kinds.end()) return found->second;
    return kinds[kinds.size() < kMaxKinds ? std::string(event) : std::string("other")];
  }

  const LogFormat format;
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
    for (auto& [event, kind] : state_->kinds)
      kind.second -= kSecond;  // so that all is reported now
  }
  report_suppressed();
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
  state_->logger->set_level(spdlog_level(level));
}

std::chrono::nanoseconds Log::stalled() const {
  return state_->sink->stalled();
}

LogLevel Log::level() const {
  return static_cast<LogLevel>(state_->logger->level());
}

void Log::log(LogLevel level, std::string_view event, LogFields fields) noexcept {
  if (level < this->level() || level == LogLevel::kOff) return;
  std::uint64_t suppressed = 0;
  LogLevel suppressed_level = level;
  {
    const std::lock_guard lock(state_->mutex);
    Kind& kind = state_->kind_of(event);
    const SteadyTime now = std::chrono::steady_clock::now();
    if (now - kind.second >= kSecond) {
      suppressed = kind.suppressed;
      suppressed_level = kind.level;
      kind = {.second = now};
    }
    if (kind.written == kLogBurst) {
      ++kind.suppressed;
      kind.level = level;
      return;
    }
    ++kind.written;
  }
  if (suppressed > 0) state_->write(suppressed_level, event, {}, suppressed);
  state_->write(level, event, fields, 0);
}

void Log::report_suppressed() noexcept {
  const std::lock_guard lock(state_->mutex);
  const SteadyTime now = std::chrono::steady_clock::now();
  for (auto& [event, kind] : state_->kinds) {
    if (kind.suppressed == 0 || now - kind.second < kSecond) continue;
    state_->write(kind.level, event, {}, kind.suppressed);
    kind = {};
  }
  const std::size_t lost = state_->pool->overrun_counter();
  if (lost > state_->lost && level() <= LogLevel::kWarning) {
    state_->write(LogLevel::kWarning, "log lines lost", {{"lines", lost - state_->lost}}, 0);
    state_->lost = lost;
  }
  // A thread that has nothing to write, or hangs: the one writes this at once. For one that waits
  // in a write there is none, so that such lines do not fill the queue. Its level passes any.
  if (stalled() >= kBeat) state_->logger->log(spdlog::level::off, spdlog::string_view_t(""));
}

}  // namespace puzzled
