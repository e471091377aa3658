// Lines of the log: their form, their escaping, the limit of their rate, and that a reader who does
// not read holds up nobody.
#include "daemon/base/log/log.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "daemon/base/log/log_file.hpp"
#include "daemon/base/log/log_line.hpp"
#include "daemon/base/os/file_descriptor.hpp"
#include "tests/daemon/temporary_directory.hpp"

namespace puzzled::net {
namespace {

using namespace std::chrono_literals;

constexpr std::chrono::system_clock::time_point kSomeTime{1700000000123ms};

std::string text_line(std::string_view event, LogFields fields, std::uint64_t more = 0) {
  return log_line(LogFormat::kText, LogLevel::kWarning, kSomeTime, event, fields, more);
}

std::string json_line(std::string_view event, LogFields fields, std::uint64_t more = 0) {
  return log_line(LogFormat::kJson, LogLevel::kError, kSomeTime, event, fields, more);
}

/// A log whose lines are read back.
class Logged {
 public:
  explicit Logged(LogLevel level = LogLevel::kInfo) {
    int ends[2];
    EXPECT_EQ(::pipe(ends), 0);
    from_ = FileDescriptor(ends[0]);
    to_ = FileDescriptor(ends[1]);
    log = std::make_unique<Log>(level, LogFormat::kText, to_.get());
  }

  /// Ends the log. Without the times.
  std::vector<std::string> lines() {
    log.reset();
    to_ = FileDescriptor();
    std::string text;
    char buffer[4096];
    for (ssize_t got; (got = ::read(from_.get(), buffer, sizeof buffer)) > 0;) {
      text.append(buffer, static_cast<std::size_t>(got));
    }
    std::vector<std::string> found;
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = text.find('\n', begin);
      EXPECT_NE(end, std::string::npos);
      found.push_back(text.substr(begin + 25, end - begin - 25));
      begin = end + 1;
    }
    return found;
  }

  std::unique_ptr<Log> log;

 private:
  FileDescriptor from_;
  FileDescriptor to_;
};

TEST(LogLine, IsTextForPeople) {
  EXPECT_EQ(text_line("client dropped", {{"client", "127.0.0.1:4711"},
                                         {"reason", "no room \"here\"\n"},
                                         {"unsent", std::uint64_t{8388608}},
                                         {"change", -3},
                                         {"seconds", 1.5},
                                         {"last", true},
                                         {"empty", ""}}),
            "2023-11-14T22:13:20.123Z warning client dropped client=127.0.0.1:4711 "
            "reason=\"no room \\\"here\\\"\\n\" unsent=8388608 change=-3 seconds=1.5 last=true "
            "empty=\"\"\n");
}

TEST(LogLine, LeavesTimeAndLevelToTheJournal) {
  EXPECT_EQ(log_line(LogFormat::kJournal, LogLevel::kInfo, kSomeTime, "listening", {{"port", 9}}),
            "<6>listening port=9\n");
  EXPECT_EQ(log_line(LogFormat::kJournal, LogLevel::kError, kSomeTime, "x", {}), "<3>x\n");
}

TEST(LogLine, IsJson) {
  EXPECT_EQ(json_line("bad file", {{"path", "/a \"b\"\\c"}, {"line", 3}, {"ok", false}}),
            "{\"time\":\"2023-11-14T22:13:20.123Z\",\"level\":\"error\",\"event\":\"bad file\","
            "\"path\":\"/a \\\"b\\\"\\\\c\",\"line\":3,\"ok\":false}\n");
  EXPECT_NE(json_line("x", {{"ratio", std::nan("")}}).find("\"ratio\":null}"), std::string::npos);
}

TEST(LogLine, IsOneLineWhateverItHolds) {
  std::string any;
  for (int i = 0; i < 256; ++i) any += static_cast<char>(i);
  for (const std::string& line : {text_line(any, {{"bytes", any}}), json_line(any, {{"b", any}})}) {
    EXPECT_EQ(line.find('\n'), line.size() - 1);
    for (const char c : line.substr(0, line.size() - 1)) EXPECT_GE(static_cast<unsigned>(c), 0x20U);
  }
}

TEST(LogLine, IsBounded) {
  const std::string long_text(100000, 'a');
  EXPECT_LT(text_line("x", {{"bytes", long_text}}).size(), 400U);
  EXPECT_LT(json_line("x", {{"bytes", std::string(100000, '\1')}}).size(), 2000U);
}

TEST(Log, KeepsToItsLevelWhichMayChange) {
  Logged logged;
  logged.log->debug("one");
  logged.log->info("two");
  logged.log->set_level(LogLevel::kDebug);
  logged.log->debug("three");
  logged.log->set_level(LogLevel::kOff);
  logged.log->error("four");
  logged.log->log(LogLevel::kOff, "five");
  EXPECT_EQ(logged.lines(), (std::vector<std::string>{"info two", "debug three"}));
}

/// A file that is written to by appending.
FileDescriptor opened(const std::string& path) {
  return FileDescriptor(::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0640));
}

TEST(Log, ReopensItsFileAfterThatWasRenamed) {
  const TemporaryDirectory directory;
  const std::string path = directory.path("log");
  const std::string rotated = directory.path("log.1");
  const FileDescriptor file = opened(path);
  {
    Log log(LogLevel::kInfo, LogFormat::kText, file.get());
    ASSERT_EQ(std::rename(path.c_str(), rotated.c_str()), 0);
    log.reopen();
    log.info("afterwards");
  }
  EXPECT_NE(directory.read("log").find("log reopened file=" + path), std::string::npos);
  EXPECT_NE(directory.read("log").find("afterwards"), std::string::npos);
  EXPECT_EQ(directory.read("log.1"), "");
  struct stat status {};
  ASSERT_EQ(::stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0640U);
}

TEST(Log, GoesOnWhereTheFileCannotBeReopened) {
  const TemporaryDirectory directory;
  const std::string path = directory.path("log");
  const std::string rotated = directory.path("log.1");
  const std::string precious = directory.write("precious", "");
  const FileDescriptor file = opened(path);
  {
    Log log(LogLevel::kInfo, LogFormat::kText, file.get());
    ASSERT_EQ(std::rename(path.c_str(), rotated.c_str()), 0);
    ASSERT_EQ(::symlink(precious.c_str(), path.c_str()), 0);
    log.reopen();
  }
  EXPECT_NE(directory.read("log.1").find("error cannot reopen the log reason=\"" + path),
            std::string::npos);
  EXPECT_EQ(directory.read("precious"), "");
}

TEST(LogFile, MakesNoFileWhereItsDescriptorLeadsNowhere) {
  const TemporaryDirectory directory;
  const std::string path = directory.path("log");
  FileDescriptor file = opened(path);
  const LogFile log(file.get());
  ASSERT_EQ(log.path(), path);
  const int closed = file.get();
  file = FileDescriptor();
  ASSERT_EQ(::unlink(path.c_str()), 0);
  const Result<> reopened = log.reopen();
  ASSERT_FALSE(reopened);
  EXPECT_EQ(reopened.error().message, path + ": " + std::strerror(EBADF));
  EXPECT_EQ(::access(path.c_str(), F_OK), -1);
  EXPECT_EQ(::fcntl(closed, F_GETFD), -1);
}

TEST(Log, SaysThatThereIsNoFileToReopen) {
  Logged logged;
  logged.log->reopen();
  EXPECT_EQ(logged.lines(),
            (std::vector<std::string>{"warning SIGUSR1 ignored reason=\"the log is not a file\""}));
}

TEST(Log, HoldsBackFloodsByKindAndSaysHowMany) {
  Logged logged;
  for (int i = 0; i < 1000; ++i) logged.log->warning("flood", {{"i", i}});
  logged.log->info("trickle");
  const std::vector<std::string> lines = logged.lines();
  std::uint64_t flood = 0;
  std::uint64_t more = 0;
  std::uint64_t trickle = 0;
  for (const std::string& line : lines) {
    const std::string begin = "warning flood: ";
    if (line.starts_with(begin)) {
      more += std::stoull(line.substr(begin.size()));
    } else if (line.starts_with("warning flood i=")) {
      ++flood;
    } else if (line == "info trickle") {
      ++trickle;
    }
  }
  EXPECT_EQ(flood + more, 1000U);
  EXPECT_GE(more, 1U);
  EXPECT_EQ(trickle, 1U);
  EXPECT_EQ(lines.size(), flood + trickle + (more > 0 ? 1 : 0));
}

TEST(Log, TakesLinesFromAnyThread) {
  Logged logged;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&logged, t] {
      for (int i = 0; i < 200; ++i) {
        logged.log->info(t % 2 == 0 ? "even" : "odd", {{"i", i}});
        if (i % 50 == 0) logged.log->tell_held_back();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  const std::vector<std::string> lines = logged.lines();
  EXPECT_GE(lines.size(), 2 * kLogBurst);
  for (const std::string& line : lines) {
    EXPECT_TRUE(line.starts_with("info even") || line.starts_with("info odd")) << line;
  }
}

TEST(Log, NeverWaitsForItsReader) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  FileDescriptor from(ends[0]);
  const FileDescriptor to(ends[1]);
  ASSERT_NE(std::signal(SIGPIPE, SIG_IGN), SIG_ERR);
  Log log(LogLevel::kInfo, LogFormat::kText, to.get());
  // More than the pipe holds, though kinds beyond some number share the limit of one.
  for (int i = 0; i < 20000; ++i) log.info("kind " + std::to_string(i), {{"i", i}});
  from = FileDescriptor();  // what is left fails with EPIPE
}

TEST(LogSettings, AreReadByName) {
  EXPECT_EQ(log_level_of("warning"), LogLevel::kWarning);
  EXPECT_EQ(log_level_of("off"), LogLevel::kOff);
  EXPECT_EQ(log_level_of("loud"), std::nullopt);
  EXPECT_EQ(log_format_of("json"), LogFormat::kJson);
  ::setenv("JOURNAL_STREAM", "1:2", 1);  // somebody else's
  EXPECT_EQ(log_format_of("text"), LogFormat::kText);
  ::unsetenv("JOURNAL_STREAM");
  EXPECT_EQ(log_format_of("text"), LogFormat::kText);
}

}  // namespace
}  // namespace puzzled::net
