// The daemon's log: one line an event, as text or JSON. Events are about the daemon and its
// connections, never about single puzzles.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string_view>

#include "daemon/base/log/log_line.hpp"

namespace puzzled {

/// Any thread may call everything; nothing here throws. Lines go through a bounded queue to a
/// thread of its own, which writes them: a stderr that blocks delays nothing, but loses the oldest
/// lines, and says how many. Of each event at most kLogBurst lines a second are written, the rest
/// is counted and told afterwards as `N more like this`.
class Log {
 public:
  /// `descriptor` must stay open.
  Log(LogLevel level, LogFormat format, int descriptor = 2);
  ~Log();  ///< writes what is left
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;

  /// Opens the file anew that the log is written to, by the name that it had at the start, and says
  /// so in it. Where the log is no file, or that fails, it says this.
  void reopen() noexcept;

  void set_level(LogLevel level);
  void set_format(LogFormat format);
  LogLevel level() const;

  /// `event` names the kind of the message: a few lower-case words, always the same ones, since the
  /// rate is limited by kind. What varies belongs into the fields.
  void log(LogLevel level, std::string_view event, LogFields fields = {}) noexcept;

  void debug(std::string_view event, LogFields fields = {}) noexcept {
    log(LogLevel::kDebug, event, fields);
  }
  void info(std::string_view event, LogFields fields = {}) noexcept {
    log(LogLevel::kInfo, event, fields);
  }
  void warning(std::string_view event, LogFields fields = {}) noexcept {
    log(LogLevel::kWarning, event, fields);
  }
  void error(std::string_view event, LogFields fields = {}) noexcept {
    log(LogLevel::kError, event, fields);
  }

  /// Tells what was held back and whose second is over, and sees to it that the log's thread shows
  /// that it lives. To be called about once a second.
  void tell_held_back() noexcept;

  /// How long its thread has shown no sign of life; a write that blocks does not count.
  std::chrono::nanoseconds stalled() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Lines a second of one kind: enough to see what is going on, too few to fill a disk (some
/// 100 MB a day at worst).
inline constexpr std::uint64_t kLogBurst = 10;

}  // namespace puzzled
