// Signals that a program waits for on one thread of its own.
#pragma once

#include <csignal>

namespace puzzled {

/// Keeps signals that a program handles on one thread from ending it before it can: blocked in the
/// thread that makes this and in all that it then starts.
class HeldSignals {
 public:
  HeldSignals() {
    ::sigemptyset(&held_);
    for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGUSR2})
      ::sigaddset(&held_, signal);
    ::pthread_sigmask(SIG_BLOCK, &held_, nullptr);
  }

  /// The calling thread takes them from now on.
  void release_here() const { ::pthread_sigmask(SIG_UNBLOCK, &held_, nullptr); }

 private:
  sigset_t held_{};
};

}  // namespace puzzled
