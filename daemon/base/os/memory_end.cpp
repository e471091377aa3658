#include "daemon/base/os/memory_end.hpp"

#include <poll.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <new>
#include <stdexcept>

#include "daemon/base/os/exit_code.hpp"
#include "daemon/base/os/interrupt.hpp"
#include "daemon/base/os/message.hpp"
#include "daemon/base/os/system_error.hpp"

namespace puzzled {
namespace {

/// Shorter than PIPE_BUF: a pipe takes all of it or nothing.
constexpr std::size_t kMaxLine = 1024;
constexpr std::size_t kMaxLimits = 512;

constexpr suseconds_t kEndWithinUs = 500'000;

struct Limits {
  std::array<char, kMaxLimits> text{};
  std::size_t size = 0;
};

// Constant initialisation: allocations come before main(). One is told while the next is written.
constinit std::atomic<int> end_status = kExitFailure;
constinit std::array<Limits, 2> limits_in_force{};
constinit std::atomic<std::size_t> limits_index = 0;

class Line {
 public:
  void add(std::string_view text) {
    const std::size_t size = std::min(text.size(), bytes_.size() - size_);
    std::memcpy(bytes_.data() + size_, text.data(), size);
    size_ += size;
  }
  void add(std::uint64_t number) {
    const auto end = std::to_chars(bytes_.data() + size_, bytes_.data() + bytes_.size(), number);
    if (end.ec == std::errc()) size_ = static_cast<std::size_t>(end.ptr - bytes_.data());
  }
  void end() {
    size_ = std::min(size_, bytes_.size() - 1);
    bytes_[size_++] = '\n';
  }

  /// As far as stderr takes it at once.
  void write_to_stderr() const {
    pollfd writable{STDERR_FILENO, POLLOUT, 0};
    if (::poll(&writable, 1, 0) != 1 || (writable.revents & POLLOUT) == 0) return;
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, bytes_.data(), size_);
  }

 private:
  std::array<char, kMaxLine> bytes_;
  std::size_t size_ = 0;
};

/// Adds a limit of the system if there is one, by the name that the shell has for it.
void add_system_limit(Line& line, bool& is_first, decltype(RLIMIT_AS) resource,
                      std::string_view name) {
  rlimit limit{};
  if (::getrlimit(resource, &limit) != 0) return;
  if (limit.rlim_cur == RLIM_INFINITY) return;
  line.add(is_first ? "" : ", ");
  line.add(name);
  line.add(limit.rlim_cur / 1024);
  line.add(" KiB");
  is_first = false;
}

void add_limits(Line& line) {
  bool is_first = true;
  add_system_limit(line, is_first, RLIMIT_AS, "ulimit -v ");
  add_system_limit(line, is_first, RLIMIT_DATA, "ulimit -d ");
  const Limits& ours = limits_in_force[limits_index.load(std::memory_order_acquire)];
  if (ours.size > 0) {
    line.add(is_first ? "" : ", ");
    line.add({ours.text.data(), ours.size});
    is_first = false;
  }
  if (is_first) line.add("none but the system's");
}

extern "C" void end_now(int /*signal*/) {
  ::_exit(end_status.load(std::memory_order_relaxed));
}

/// True for the first caller. Others wait for the end that is on its way; one that is back here,
/// for it has failed again while it ended, ends at once.
bool is_first_to_end() {
  static constinit std::atomic<bool> is_ending = false;
  thread_local bool is_mine = false;
  if (is_mine) end_now(0);
  if (is_ending.exchange(true)) return false;
  return is_mine = true;
}

[[noreturn]] void wait_for_end() {
  while (true) ::pause();
}

/// The process ends with `status` within half a second, whatever its threads wait for.
void end_soon(int status) {
  end_status.store(status, std::memory_order_relaxed);
  struct sigaction action {};
  action.sa_handler = end_now;
  ::sigaction(SIGALRM, &action, nullptr);
  sigset_t alarm;
  ::sigemptyset(&alarm);
  ::sigaddset(&alarm, SIGALRM);
  ::pthread_sigmask(SIG_UNBLOCK, &alarm, nullptr);
  const itimerval timer{.it_interval = {}, .it_value = {.tv_sec = 0, .tv_usec = kEndWithinUs}};
  ::setitimer(ITIMER_REAL, &timer, nullptr);
}

}  // namespace

void set_memory_end_status(int status) {
  end_status.store(status, std::memory_order_relaxed);
}

int memory_end_status() {
  return end_status.load(std::memory_order_relaxed);
}

void set_limits_in_force(std::string_view limits) {
  const std::size_t next = 1 - limits_index.load(std::memory_order_relaxed);
  Limits& to = limits_in_force[next];
  to.size = limits.copy(to.text.data(), to.text.size());
  limits_index.store(next, std::memory_order_release);
}

void end_without_memory(std::size_t bytes) noexcept {
  if (!is_first_to_end()) wait_for_end();
  end_soon(memory_end_status());
  Line line;
  line.add("puzzled: out of memory: ");
  if (bytes > 0) {
    line.add(bytes);
    line.add(" bytes asked, ");
  }
  line.add("limits in force: ");
  add_limits(line);
  line.end();
  line.write_to_stderr();
  Interrupt::end_process(memory_end_status());
}

void end_after(const std::exception& failure) noexcept {
  const bool is_length = dynamic_cast<const std::length_error*>(&failure) != nullptr;
  if (is_length || dynamic_cast<const std::bad_alloc*>(&failure) != nullptr) end_without_memory(0);
  if (!is_first_to_end()) wait_for_end();
  const int status = is_for_want_of_threads(failure) ? memory_end_status() : kExitFailure;
  end_soon(status);
  complain(failure_text(failure));
  Interrupt::end_process(status);
}

}  // namespace puzzled
