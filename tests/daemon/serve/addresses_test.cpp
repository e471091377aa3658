// Limits for each address, over all its connections; and proxies that tell whose address it is.
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "../temporary_directory.hpp"
#include "daemon_process.hpp"
#include "http_client.hpp"
#include "requests.hpp"
#include "socket_client.hpp"
#include "tests/daemon/wire/proxy_headers.hpp"

namespace puzzled::net {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr char kTooMany[] = "error busy too many connections from your address; try again later";

std::string pings(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += "@" + std::to_string(i) + " ping\n";
  return text;
}

std::string pongs(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += "@" + std::to_string(i) + " pong\n";
  return text;
}

/// A header of version 1 for a client at that address.
std::string header_of(const std::string& address) {
  return "PROXY TCP4 " + address + " 192.0.2.200 4000 9009\r\n";
}

/// Connects, as soon as a place is free.
bool answers_soon(int port) {
  const auto end = Clock::now() + kPatience;
  while (Clock::now() < end) {
    if (answers_to(port, "ping\n") == "pong\n") return true;
    std::this_thread::sleep_for(milliseconds(5));
  }
  return false;
}

TEST(Addresses, ConnectionsBeyondTheirNumberAreToldSo) {
  const DaemonProcess daemon({.arguments = {"--address-connections", "2"}});
  SocketClient first(daemon.port());
  SocketClient second(daemon.port());
  for (SocketClient* const client : {&first, &second}) {
    client->send("ping\n");
    EXPECT_EQ(client->read_line(), "pong");
  }
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(SocketClient(daemon.port()).read_all(), kTooMany + std::string("\n"));
  }
  EXPECT_TRUE(daemon.wait_for_log("client=127.0.0.1:"));
  first.close();
  EXPECT_TRUE(answers_soon(daemon.port()));
  second.send("ping\n");
  EXPECT_EQ(second.read_line(), "pong");
}

TEST(Addresses, UnixSocketsHaveNoSuchLimits) {
  const TemporaryDirectory directory;
  const std::string path = directory.path("s");
  const DaemonProcess daemon(
      {.arguments = {"--unix", path, "--address-connections", "1", "--address-rate", "1"}});
  std::vector<SocketClient> clients;
  for (int i = 0; i < 5; ++i) clients.emplace_back(path);
  for (SocketClient& client : clients) {
    client.send(pings(50));
    client.half_close();
    EXPECT_EQ(client.read_all(), pongs(50));
  }
}

/// Nothing is refused and nothing lost, and no more is taken than may be.
TEST(Addresses, BeyondTheirRateClientsWait) {
  const DaemonProcess daemon({.arguments = {"--address-rate", "200"}});
  const Clock::time_point begin = Clock::now();
  EXPECT_EQ(answers_to(daemon.port(), pings(260)), pongs(260));
  EXPECT_GE(Clock::now() - begin, milliseconds(60 * 1000 / 200 - 1));
}

TEST(Addresses, ConnectionsShareTheirRate) {
  const DaemonProcess daemon({.arguments = {"--address-rate", "200"}});
  const Clock::time_point begin = Clock::now();
  std::vector<SocketClient> clients;
  for (int i = 0; i < 4; ++i) {
    clients.emplace_back(daemon.port());
    clients.back().send(pings(65));
    clients.back().half_close();
  }
  for (SocketClient& client : clients) EXPECT_EQ(client.read_all(), pongs(65));
  EXPECT_GE(Clock::now() - begin, milliseconds(60 * 1000 / 200 - 1));
}

/// What the daemon has not read yet, for the rate, is answered nevertheless.
TEST(Addresses, AShutdownDoesNotWaitForTheRate) {
  DaemonProcess daemon({.arguments = {"--address-rate", "1"}});
  SocketClient client(daemon.port());
  client.send(pings(100));
  client.half_close();
  EXPECT_EQ(client.read_line(), "@0 pong");
  daemon.signal(SIGTERM);
  EXPECT_EQ("@0 pong\n" + client.read_all(), pongs(100));
  EXPECT_EQ(daemon.wait(), 0);
}

TEST(Addresses, AClientThatWaitsAndLeavesIsForgotten) {
  const DaemonProcess daemon({.arguments = {"--address-rate", "20", "--address-connections", "1"}});
  {
    SocketClient client(daemon.port());
    client.send(pings(100));
    EXPECT_EQ(client.read_line(), "@0 pong");
    client.reset();
  }
  EXPECT_TRUE(answers_soon(daemon.port()));
}

TEST(Addresses, AReloadChangesTheLimits) {
  const TemporaryDirectory directory;
  const std::string path = directory.path("puzzled.toml");
  std::ofstream(path) << "address-connections = 1\naddress-rate = 1\n";
  const DaemonProcess daemon({.arguments = {"--config", path}});
  SocketClient client(daemon.port());
  client.send(pings(50));
  EXPECT_EQ(client.read_line(), "@0 pong");
  EXPECT_EQ(SocketClient(daemon.port()).read_all(), kTooMany + std::string("\n"));
  std::ofstream(path) << "address-connections = 2\n";
  daemon.signal(SIGHUP);
  for (int i = 1; i < 50; ++i) EXPECT_EQ(client.read_line(), "@" + std::to_string(i) + " pong");
  EXPECT_TRUE(answers_soon(daemon.port()));
}

// Behind a proxy.

DaemonOptions behind_proxy(std::vector<std::string> more = {}) {
  more.insert(more.begin(), {"--proxy-from", "10.0.0.0/8, 127.0.0.1"});
  return {.arguments = std::move(more)};
}

TEST(Proxies, TellTheirClientsAddress) {
  const DaemonProcess daemon(behind_proxy({"--log-level", "debug"}));
  EXPECT_EQ(answers_to(daemon.port(), header_of("192.0.2.1") + pings(3)), pongs(3));
  const std::string binary = binary_header(
      0x21, 0x11, std::string("\xc0\x00\x02\x02\xc0\x00\x02\xc8\x0f\xa0\x23\x31more", 16));
  EXPECT_EQ(answers_to(daemon.port(), binary + pings(3)), pongs(3));
  EXPECT_EQ(answers_to(daemon.port(), binary_header(0x20, 0, "") + pings(3)), pongs(3));
  EXPECT_EQ(answers_to(daemon.port(), "PROXY UNKNOWN\r\n" + pings(3)), pongs(3));

  SocketClient slow(daemon.port());
  for (const char c : header_of("192.0.2.3") + "ping\n") {
    ASSERT_TRUE(slow.send(std::string_view(&c, 1)));
    std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
  EXPECT_EQ(slow.read_line(), "pong");
  EXPECT_TRUE(daemon.wait_for_log("client=192.0.2.1:4000"));
  EXPECT_TRUE(daemon.wait_for_log("client=192.0.2.2:4000"));
  EXPECT_TRUE(daemon.wait_for_log("client=127.0.0.1:"));
}

TEST(Proxies, TheLimitsGoByTheAddressThatTheyTell) {
  const DaemonProcess daemon(behind_proxy({"--address-connections", "1", "--address-rate", "200"}));
  std::vector<SocketClient> clients;
  const Clock::time_point begin = Clock::now();
  for (const char* const address : {"192.0.2.1", "192.0.2.2", "192.0.2.3"}) {
    clients.emplace_back(daemon.port());
    clients.back().send(header_of(address) + pings(200));
  }
  for (SocketClient& client : clients) {
    for (int i = 0; i < 200; ++i) ASSERT_EQ(client.read_line(), "@" + std::to_string(i) + " pong");
  }
  EXPECT_EQ(answers_to(daemon.port(), header_of("192.0.2.2") + "ping\n"),
            kTooMany + std::string("\n"));
  EXPECT_EQ(answers_to(daemon.port(), header_of("192.0.2.4") + "ping\n"), "pong\n");
  clients[0].send(pings(60));
  for (int i = 0; i < 60; ++i) EXPECT_EQ(clients[0].read_line(), "@" + std::to_string(i) + " pong");
  EXPECT_GE(Clock::now() - begin, milliseconds(60 * 1000 / 200 - 1));
}

TEST(Proxies, WithoutAGoodHeaderTheConnectionEnds) {
  const DaemonProcess daemon(behind_proxy());
  for (const std::string& text :
       {std::string("ping\n"), "PROXY TCP4 192.0.2.1\r\nping\n" + pings(100),
        std::string(kBinarySignature) + "\x11", std::string(100'000, 'x')}) {
    SocketClient client(daemon.port());
    client.send(text);
    EXPECT_EQ(client.read_all(), "") << text.substr(0, 30);
  }
  EXPECT_TRUE(daemon.wait_for_log("no PROXY header"));
  EXPECT_TRUE(daemon.wait_for_log("reason=proxy-header"));
  // One that says nothing, as a check of the port does, is no error.
  SocketClient(daemon.port()).half_close();
  EXPECT_EQ(answers_to(daemon.port(), "PROXY UNKNOWN\r\nping\n"), "pong\n");
}

TEST(Proxies, AHeaderHasToComeInTime) {
  const DaemonProcess daemon(behind_proxy({"--read-timeout", "200ms"}));
  SocketClient silent(daemon.port());
  SocketClient slow(daemon.port());
  slow.send("PROXY TC");
  EXPECT_EQ(slow.read_all(), "");
  EXPECT_EQ(silent.read_all(), "");
  EXPECT_TRUE(daemon.wait_for_log("reason=proxy-header"));
}

TEST(Proxies, NobodyElseIsBelieved) {
  const DaemonProcess daemon({.arguments = {"--proxy-from", "10.0.0.0/8, unix"}});
  const std::string answers = answers_to(daemon.port(), header_of("192.0.2.1") + "ping\n");
  EXPECT_TRUE(answers.starts_with("error bad-request unknown request 'PROXY'")) << answers;
  EXPECT_TRUE(answers.ends_with("\npong\n")) << answers;
}

TEST(Proxies, MayConnectToTheUnixSocket) {
  const TemporaryDirectory directory;
  const std::string path = directory.path("s");
  const DaemonProcess daemon(
      {.arguments = {"--unix", path, "--proxy-from", "unix", "--address-connections", "1"}});
  SocketClient first(path);
  first.send(header_of("192.0.2.1") + "ping\n");
  EXPECT_EQ(first.read_line(), "pong");
  SocketClient second(path);
  second.send(header_of("192.0.2.1"));
  EXPECT_EQ(second.read_all(), kTooMany + std::string("\n"));
  // What comes to the other socket is not concerned.
  EXPECT_EQ(answers_to(daemon.port(), "ping\n"), "pong\n");
}

TEST(Proxies, AShutdownClosesWhoHasNotSaidAnything) {
  DaemonProcess daemon(behind_proxy());
  SocketClient silent(daemon.port());
  SocketClient half(daemon.port());
  half.send("PROXY TC");
  SocketClient whole(daemon.port());
  whole.send(header_of("192.0.2.1") + pings(3));
  whole.half_close();
  daemon.signal(SIGTERM);
  EXPECT_EQ(whole.read_all(), pongs(3));
  EXPECT_TRUE(silent.sees_end());
  EXPECT_TRUE(half.sees_end());
  EXPECT_EQ(daemon.wait(), 0);
}

}  // namespace
}  // namespace puzzled::net
