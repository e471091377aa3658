#include "daemon_process.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fstream>

#include "tests/daemon/child_program.hpp"

namespace puzzled::net {
namespace {

using Clock = std::chrono::steady_clock;

constexpr char kListening[] = " listening on=127.0.0.1:";

std::vector<std::string> words_of(const DaemonOptions& options) {
  std::vector<std::string> words = {PUZZLED_BINARY, options.command};
  words.insert(words.end(), options.arguments.begin(), options.arguments.end());
  const bool says_where = std::find(words.begin(), words.end(), "--listen") != words.end();
  if (options.command == "serve" && !says_where)
    words.insert(words.end(), {"--listen", "127.0.0.1:0"});
  return words;
}

}  // namespace

DaemonProcess::DaemonProcess(DaemonOptions options) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) {
    ADD_FAILURE() << "no pipe";
    return;
  }
  log_pipe_ = FileDescriptor(ends[0]);
  const FileDescriptor log(ends[1]);
  pid_ = start_child({.words = words_of(options),
                      .environment = options.environment,
                      .standard_error = log.get(),
                      .open_files = options.open_files,
                      .inherited_socket = options.inherited_socket});
  reader_ = std::thread([this] { read_log(); });
  if (!options.waits_until_ready) return;
  if (!wait_for_log(kListening)) {
    ADD_FAILURE() << "the daemon does not listen: " << this->log();
    return;
  }
  const std::string text = this->log();
  port_ = std::atoi(text.c_str() + text.find(kListening) + sizeof kListening - 1);
}

DaemonProcess::~DaemonProcess() {
  // In good order, so that a sanitizer may say what it has found by the end.
  if (!has_ended_ && pid_ > 0) ::kill(pid_, SIGTERM);
  wait();
  if (!has_ended_ && pid_ > 0) {
    ADD_FAILURE() << "the daemon does not end";
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  if (reader_.joinable()) reader_.join();
  if (log_.find("Sanitizer") != std::string::npos) ADD_FAILURE() << "a sanitizer complains";
  if (testing::Test::HasFailure()) std::fprintf(stderr, "the daemon's log:\n%s", log_.c_str());
}

void DaemonProcess::signal(int number) const {
  ::kill(pid_, number);
}

int DaemonProcess::wait() {
  const Clock::time_point end = Clock::now() + kPatience;
  while (pid_ > 0 && !has_ended_ && Clock::now() < end) {
    int status = 0;
    if (::waitpid(pid_, &status, WNOHANG) == pid_) {
      has_ended_ = true;
      status_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    } else {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
  }
  if (has_ended_ && reader_.joinable()) reader_.join();  // the log is whole
  return status_;
}

std::string DaemonProcess::log() const {
  const std::lock_guard lock(mutex_);
  return log_;
}

bool DaemonProcess::wait_for_log(const std::string& text) const {
  const Clock::time_point end = Clock::now() + kPatience;
  while (Clock::now() < end) {
    const std::string sofar = log();
    const std::size_t found = sofar.find(text);
    // The whole line.
    if (found != std::string::npos && sofar.find('\n', found) != std::string::npos) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return false;
}

std::size_t DaemonProcess::resident_bytes() const {
  std::ifstream file("/proc/" + std::to_string(pid_) + "/statm");
  std::size_t total = 0;
  std::size_t resident = 0;
  file >> total >> resident;
  return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

void DaemonProcess::read_log() {
  char buffer[4096];
  ssize_t got = 0;
  while ((got = ::read(log_pipe_.get(), buffer, sizeof buffer)) > 0) {
    const std::lock_guard lock(mutex_);
    log_.append(buffer, static_cast<std::size_t>(got));
  }
}

}  // namespace puzzled::net
