// The real program as a child process: `puzzled serve` on a free port, or another command that runs
// until it is ended; its log, and its end.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "daemon/base/os/file_descriptor.hpp"

namespace puzzled::net {

/// What nothing in these tests may take: a hang, not a measurement.
inline constexpr std::chrono::seconds kPatience{60};

struct DaemonOptions {
  std::vector<std::string> arguments{};                            ///< behind the command
  std::vector<std::pair<std::string, std::string>> environment{};  ///< added
  unsigned open_files = 0;        ///< both limits of open files; 0: as they are
  int inherited_socket = -1;      ///< becomes descriptor 3, and LISTEN_FDS says so
  bool waits_until_ready = true;  ///< until it listens
  std::string command = "serve";
};

class DaemonProcess {
 public:
  /// `serve` listens on a free port of 127.0.0.1 unless the arguments say otherwise.
  explicit DaemonProcess(DaemonOptions options = {});
  /// Ends it, if it still runs.
  ~DaemonProcess();
  DaemonProcess(const DaemonProcess&) = delete;
  DaemonProcess& operator=(const DaemonProcess&) = delete;

  int port() const { return port_; }
  pid_t pid() const { return pid_; }

  void signal(int number) const;

  /// Waits for its end; the exit status, 128 + N if signal N ended it, or -1 if it does not end.
  int wait();

  /// What it has said on stderr so far.
  std::string log() const;

  /// Waits until the log holds `text`; false if that does not happen.
  bool wait_for_log(const std::string& text) const;

  /// Memory it has in use, in bytes.
  std::size_t resident_bytes() const;

 private:
  void read_log();

  pid_t pid_ = -1;
  int port_ = 0;
  int status_ = -1;
  bool has_ended_ = false;
  FileDescriptor log_pipe_;
  mutable std::mutex mutex_;  // of log_
  std::string log_;
  std::thread reader_;
};

}  // namespace puzzled::net
