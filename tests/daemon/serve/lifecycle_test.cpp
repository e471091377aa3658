// What an operator does with the daemon: start, reload, restart; and what systemd hears of it.
#include <grp.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <string>

#include "../temporary_directory.hpp"
#include "daemon_process.hpp"
#include "requests.hpp"
#include "socket_client.hpp"

namespace puzzled::net {
namespace {

/// Plays systemd: a datagram socket that NOTIFY_SOCKET names.
class Notifications {
 public:
  Notifications() : socket_(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, path().c_str(), sizeof address.sun_path - 1);
    EXPECT_EQ(::bind(socket_.get(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  }

  std::string path() const { return directory_.path("notify"); }

  std::string next() {
    pollfd state{socket_.get(), POLLIN, 0};
    if (::poll(&state, 1, 60'000) <= 0) return "nothing";
    char text[1024];
    const ssize_t got = ::recv(socket_.get(), text, sizeof text, 0);
    return {text, static_cast<std::size_t>(std::max<ssize_t>(got, 0))};
  }

 private:
  TemporaryDirectory directory_;
  FileDescriptor socket_;
};

TEST(Lifecycle, TellsSystemd) {
  Notifications systemd;
  DaemonProcess daemon({.environment = {{"NOTIFY_SOCKET", systemd.path()}}});
  EXPECT_TRUE(systemd.next().starts_with("READY=1\n"));
  daemon.signal(SIGHUP);
  EXPECT_TRUE(systemd.next().starts_with("RELOADING=1\nMONOTONIC_USEC="));
  EXPECT_EQ(systemd.next(), "READY=1");
  daemon.signal(SIGTERM);
  EXPECT_TRUE(systemd.next().starts_with("STOPPING=1\n"));
  EXPECT_EQ(daemon.wait(), 0);
}

TEST(Lifecycle, FeedsTheWatchdogWhileASearchGoesOn) {
  Notifications systemd;
  const DaemonProcess daemon(
      {.arguments = {"--queens-limit", "20", "--search-timeout", "0"},
       .environment = {{"NOTIFY_SOCKET", systemd.path()}, {"WATCHDOG_USEC", "60000"}}});
  SocketClient client(daemon.port());
  client.send("queens 20\n");
  std::string all;
  for (int i = 0; i < 20; ++i) all += systemd.next() + ' ';
  EXPECT_NE(all.find("READY=1"), std::string::npos);
  EXPECT_NE(all.find("WATCHDOG=1 WATCHDOG=1 WATCHDOG=1"), std::string::npos) << all;
}

TEST(Lifecycle, AnotherProcessesWatchdogIsNotOurs) {
  Notifications systemd;
  DaemonProcess daemon(
      {.environment = {
           {"NOTIFY_SOCKET", systemd.path()}, {"WATCHDOG_USEC", "1000"}, {"WATCHDOG_PID", "1"}}});
  EXPECT_TRUE(systemd.next().starts_with("READY=1\n"));
  daemon.signal(SIGTERM);
  EXPECT_TRUE(systemd.next().starts_with("STOPPING=1\n"));
}

TEST(Lifecycle, ReloadTakesNewLimitsAndABadFileChangesNothing) {
  const TemporaryDirectory directory;
  const std::string config = directory.write("puzzled.toml", "queens-limit = 5\n");
  DaemonProcess daemon({.arguments = {"--config", config}});
  SocketClient client(daemon.port());
  const auto ask = [&client](const std::string& request) {
    client.send(request + "\n");
    return client.read_line();
  };
  EXPECT_EQ(ask("queens 5"), "10");
  EXPECT_TRUE(ask("queens 6").starts_with("error limit "));

  directory.write("puzzled.toml", "queens-limit = 6\n");
  daemon.signal(SIGHUP);
  EXPECT_TRUE(daemon.wait_for_log("settings reloaded"));
  // The connection takes its new limits from the daemon a moment later.
  while (ask("queens 6") != "4") ASSERT_FALSE(testing::Test::HasFailure());

  directory.write("puzzled.toml", "queens-limit = maybe\n");
  daemon.signal(SIGHUP);
  EXPECT_TRUE(daemon.wait_for_log("the old settings stay in force"));
  EXPECT_EQ(ask("queens 6"), "4");
  EXPECT_TRUE(ask("queens 7").starts_with("error limit "));
}

TEST(Lifecycle, ReloadReportsOnlyWhatHasChangedThoughFilesAreFew) {
  const TemporaryDirectory directory;
  const std::string config = directory.write("puzzled.toml", "connections = 5000\n");
  const DaemonProcess daemon({.arguments = {"--config", config}, .open_files = 100});
  ASSERT_TRUE(daemon.wait_for_log("fewer connections than configured"));
  auto reload = [&, reloads = 0](const std::string& changed) mutable {
    daemon.signal(SIGHUP);
    ++reloads;
    const std::string event = "settings reloaded ";
    std::string line;
    for (int found = 0; found < reloads;) {
      ASSERT_TRUE(daemon.wait_for_log(event));
      std::string log = daemon.log();
      found = 0;
      for (std::size_t at = 0; (at = log.find(event, at)) != std::string::npos; ++at) {
        const std::size_t end = log.find('\n', at);
        if (end == std::string::npos) break;
        line = log.substr(at + event.size(), end - at - event.size());
        ++found;
      }
    }
    EXPECT_EQ(line, "changed=" + changed + " need-restart=\"\"");
  };
  reload("\"\"");
  reload("\"\"");
  directory.write("puzzled.toml", "connections = 4000\n");
  reload("connections");
  reload("\"\"");
  directory.write("puzzled.toml", "connections = 4000\nqueens-limit = 7\n");
  reload("queens-limit");
  directory.write("puzzled.toml", "connections = 10\nqueens-limit = 7\n");
  reload("connections");
  reload("\"\"");
  // Said once for each number that does not fit.
  const std::string log = daemon.log();
  std::size_t warnings = 0;
  for (std::size_t at = 0; (at = log.find("fewer connections", at)) != std::string::npos; ++at) {
    ++warnings;
  }
  EXPECT_EQ(warnings, 2U) << log;
}

TEST(Lifecycle, SignalsOfLogRotationDoNotEndIt) {
  DaemonProcess daemon;
  daemon.signal(SIGUSR1);
  EXPECT_TRUE(daemon.wait_for_log("SIGUSR1 ignored reason=\"the log is not a file\""));
  daemon.signal(SIGUSR2);
  EXPECT_TRUE(daemon.wait_for_log("SIGUSR2 ignored"));
  SocketClient client(daemon.port());
  client.send("ping\n");
  EXPECT_EQ(client.read_line(), "pong");
  client.close();
  daemon.signal(SIGTERM);
  EXPECT_EQ(daemon.wait(), 0);
}

TEST(Lifecycle, UnixSocketOfAKilledDaemonIsReplaced) {
  const TemporaryDirectory directory;
  const std::string path = directory.path("socket");
  {
    DaemonProcess killed({.arguments = {"--unix", path}});
    killed.signal(SIGKILL);
    EXPECT_EQ(killed.wait(), 128 + SIGKILL);
  }
  EXPECT_EQ(directory.files(), 1U);
  DaemonProcess daemon({.arguments = {"--unix", path}});
  {
    SocketClient client(path);
    client.send("ping\n");
    EXPECT_EQ(client.read_line(), "pong");
  }
  // One that lives is left alone.
  DaemonProcess second({.arguments = {"--unix", path}, .waits_until_ready = false});
  EXPECT_EQ(second.wait(), 2);
  EXPECT_TRUE(second.wait_for_log("already in use"));
  SocketClient client(path);
  client.send("ping\n");
  EXPECT_EQ(client.read_line(), "pong");
  daemon.signal(SIGTERM);
  client.close();
  EXPECT_EQ(daemon.wait(), 0);
  EXPECT_EQ(directory.files(), 0U);
}

TEST(Lifecycle, ClientsOfEveryAddressAreDrainedAndEveryFileGoes) {
  const TemporaryDirectory directory;
  const std::string one = directory.path("one");
  const std::string two = directory.path("two");
  DaemonProcess daemon({.arguments = {"--listen", "127.0.0.1:0", "--listen", "127.0.0.1:0",
                                      "--unix", one, "--unix", two, "--io-threads", "2"}});
  EXPECT_EQ(directory.files(), 2U);
  ASSERT_TRUE(daemon.wait_for_log("listening on=unix:" + two));
  const std::string log = daemon.log();
  const std::string last_port = log.substr(log.rfind("on=127.0.0.1:") + 13);
  SocketClient clients[] = {SocketClient(daemon.port()), SocketClient(std::stoi(last_port)),
                            SocketClient(one), SocketClient(two)};
  EXPECT_NE(daemon.port(), std::stoi(last_port));
  for (SocketClient& client : clients) {
    client.send("ping\n");
    EXPECT_EQ(client.read_line(), "pong");
  }
  daemon.signal(SIGTERM);
  for (SocketClient& client : clients) EXPECT_EQ(client.read_all(), "");
  EXPECT_EQ(daemon.wait(), 0);
  EXPECT_EQ(directory.files(), 0U);
}

TEST(Lifecycle, WhatWasOpenedBeforeAnAddressThatFailsGoesAgain) {
  const TemporaryDirectory directory;
  DaemonProcess daemon(
      {.arguments = {"--unix", directory.path("one"), "--unix", directory.path("none/two")},
       .waits_until_ready = false});
  EXPECT_EQ(daemon.wait(), 2);
  EXPECT_TRUE(daemon.wait_for_log("cannot listen on " + directory.path("none/two")));
  EXPECT_EQ(directory.files(), 0U);
}

TEST(Lifecycle, TheUnixSocketIsForItsOwnerUnlessToldOtherwise) {
  const TemporaryDirectory directory;
  const std::string path = directory.path("socket");
  const std::string group = ::getgrgid(::getegid())->gr_name;
  using Arguments = std::vector<std::string>;
  for (const auto& [arguments, mode] :
       {std::pair(Arguments{}, 0600U), std::pair(Arguments{"--unix-group", group}, 0660U),
        std::pair(Arguments{"--unix-mode", "0666"}, 0666U),
        std::pair(Arguments{"--unix-mode", "620", "--unix-group", group}, 0620U)}) {
    Arguments all = {"--unix", path};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const DaemonProcess daemon({.arguments = all});
    struct stat status {};
    ASSERT_EQ(::lstat(path.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 07777U, mode);
    EXPECT_EQ(status.st_gid, ::getegid());
    SocketClient client(path);
    client.send("ping\n");
    EXPECT_EQ(client.read_line(), "pong");
  }
}

TEST(Lifecycle, OtherFilesAreNotReplaced) {
  const TemporaryDirectory directory;
  const std::string path = directory.write("file", "precious");
  DaemonProcess daemon({.arguments = {"--unix", path}, .waits_until_ready = false});
  EXPECT_EQ(daemon.wait(), 2);
  EXPECT_EQ(directory.read("file"), "precious");
}

TEST(Lifecycle, PortInUseIsSaid) {
  const DaemonProcess first;
  DaemonProcess second({.arguments = {"--listen", "127.0.0.1:" + std::to_string(first.port())},
                        .waits_until_ready = false});
  EXPECT_EQ(second.wait(), 2);
  EXPECT_TRUE(second.wait_for_log("Address already in use"));
}

TEST(Lifecycle, WarnsWhenOthersCanReachIt) {
  const DaemonProcess loopback;
  EXPECT_EQ(loopback.log().find("warning"), std::string::npos);
  const DaemonProcess wide({.arguments = {"--listen", "0.0.0.0:0"}, .waits_until_ready = false});
  EXPECT_TRUE(wide.wait_for_log("warning other machines can connect"));
}

}  // namespace
}  // namespace puzzled::net
