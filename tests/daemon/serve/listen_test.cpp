// Sockets to listen at: which addresses are understood, and what becomes of a Unix socket's file.
#include "daemon/net/serve/listen.hpp"

#include <fcntl.h>
#include <grp.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <set>
#include <string>
#include <thread>
#include <utility>

#include "../temporary_directory.hpp"

namespace puzzled::net {
namespace {

std::string port_of(const std::string& name) {
  return name.substr(name.rfind(':') + 1);
}

std::string failure_of(const std::string& address, const ListenSockets& ours = {}) {
  const auto sockets = listen_tcp(address, false, ours);
  return sockets ? "" : sockets.error().message;
}

/// Whether a client can connect to that port of 127.0.0.1.
bool answers_ipv4(const std::string& port) {
  sockaddr_in ipv4{};
  ipv4.sin_family = AF_INET;
  ipv4.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  ipv4.sin_port = htons(static_cast<std::uint16_t>(std::stoi(port)));
  const FileDescriptor client(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  return ::connect(client.get(), reinterpret_cast<const sockaddr*>(&ipv4), sizeof ipv4) == 0;
}

/// True if somebody listens there.
bool answers(const std::string& path) {
  const FileDescriptor client(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  return ::connect(client.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
}

bool exists(const std::string& path) {
  return ::access(path.c_str(), F_OK) == 0;
}

TEST(ListenTcp, WithoutHostItIsThisMachineOnly) {
  for (const std::string address : {"0", "127.0.0.1:0", "127.1.2.3:0"}) {
    auto sockets = listen_tcp(address);
    ASSERT_TRUE(sockets) << sockets.error().message;
    ASSERT_EQ(sockets->size(), 1U);
    const ListenSocket& socket = sockets->front();
    const std::string host = address.starts_with("127.1") ? "127.1.2.3:" : "127.0.0.1:";
    EXPECT_EQ(socket.name().rfind(host, 0), 0U) << socket.name();
    EXPECT_NE(port_of(socket.name()), "0");
    EXPECT_TRUE(socket.is_loopback());
  }
}

TEST(ListenTcp, AStarIsEveryInterface) {
  auto sockets = listen_tcp("*:0");
  ASSERT_TRUE(sockets) << sockets.error().message;
  for (const ListenSocket& socket : *sockets) EXPECT_FALSE(socket.is_loopback()) << socket.name();
  EXPECT_EQ(sockets->front().name().rfind("0.0.0.0:", 0), 0U) << sockets->front().name();
}

TEST(ListenTcp, APortAloneBehindAColonIsRefused) {
  EXPECT_EQ(failure_of(":9009"),
            "cannot listen on :9009: it must name an address: *:9009 for all, 127.0.0.1:9009 for "
            "this machine only");
}

TEST(ListenTcp, TheIpv6AddressOfAllServesBothFamilies) {
  const auto sockets = listen_tcp("[::]:0");
  if (!sockets) GTEST_SKIP() << "no IPv6 here: " << sockets.error().message;
  ASSERT_EQ(sockets->size(), 1U);
  EXPECT_FALSE(sockets->front().is_loopback());
  EXPECT_TRUE(answers_ipv4(port_of(sockets->front().name()))) << std::strerror(errno);
}

TEST(ListenTcp, TheIpv6AddressOfAllLeavesIpv4AloneIfToldSo) {
  const auto ipv6 = listen_tcp("[::]:0", true);
  if (!ipv6) GTEST_SKIP() << "no IPv6 here: " << ipv6.error().message;
  const std::string port = port_of(ipv6->front().name());
  EXPECT_FALSE(answers_ipv4(port));
  const auto ipv4 = listen_tcp("0.0.0.0:" + port, true);
  ASSERT_TRUE(ipv4) << ipv4.error().message;
  EXPECT_TRUE(answers_ipv4(port));
}

TEST(ListenTcp, SaysWhichSocketOfOursStandsInTheWay) {
  ListenSockets ours;
  auto ipv4 = listen_tcp("127.0.0.1:0");
  ASSERT_TRUE(ipv4);
  const std::string name = ipv4->front().name();
  ours.http.push_back(std::move(ipv4->front()));
  for (const std::string& address : {name, "0.0.0.0:" + port_of(name)}) {
    EXPECT_EQ(failure_of(address, ours),
              "cannot listen on " + address + ": this daemon listens there already, at " + name);
  }
  EXPECT_EQ(failure_of("127.1.2.3:" + port_of(name), ours), "");
  auto ipv6 = listen_tcp("[::]:0");
  if (!ipv6) GTEST_SKIP() << "no IPv6 here: " << ipv6.error().message;
  const std::string both = ipv6->front().name();
  ours.clients.push_back(std::move(ipv6->front()));
  for (const std::string host : {"127.0.0.1:", "0.0.0.0:", "[::]:"}) {
    const std::string address = host + port_of(both);
    EXPECT_EQ(failure_of(address, ours),
              "cannot listen on " + address + ": this daemon listens there already, at " + both +
                  (host.front() == '[' ? "" : "; ipv6-only lets both families stand side by side"));
  }
}

TEST(ListenTcp, ANameIsAllItsAddresses) {
  auto sockets = listen_tcp("localhost:0");
  ASSERT_TRUE(sockets) << sockets.error().message;
  for (const ListenSocket& socket : *sockets) EXPECT_TRUE(socket.is_loopback()) << socket.name();
}

TEST(ListenTcp, Ipv6StandsInBrackets) {
  const FileDescriptor probe(::socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in6 loopback{};
  loopback.sin6_family = AF_INET6;
  loopback.sin6_addr = in6addr_loopback;
  if (::bind(probe.get(), reinterpret_cast<const sockaddr*>(&loopback), sizeof loopback) != 0) {
    EXPECT_NE(failure_of("[::1]:0"), "");
    return;
  }
  auto sockets = listen_tcp("[::1]:0");
  ASSERT_TRUE(sockets) << sockets.error().message;
  EXPECT_EQ(sockets->front().name().rfind("[::1]:", 0), 0U) << sockets->front().name();
  EXPECT_TRUE(sockets->front().is_loopback());
}

TEST(ListenTcp, SaysWhatIsNoAddress) {
  for (const std::string address :
       {"", ":", "here", "127.0.0.1:", "127.0.0.1:x", "-1", "1.5", "+9", " 9009", "127.0.0.1:9009x",
        "::1", "::1:9009", "[::1]", "[::1:9009", "[::1]9009"}) {
    EXPECT_EQ(failure_of(address),
              "cannot listen on " + address +
                  ": it must be ADDR:PORT such as 127.0.0.1:9009 or [::1]:9009");
  }
  EXPECT_EQ(failure_of("127.0.0.1:70000"),
            "cannot listen on 127.0.0.1:70000: it must have a port from 0 to 65535");
  EXPECT_EQ(failure_of("999.1.1.1:0").rfind("cannot listen on 999.1.1.1:0: ", 0), 0U);
}

TEST(ListenTcp, SaysThatAnAddressIsTaken) {
  auto sockets = listen_tcp("127.0.0.1:0");
  ASSERT_TRUE(sockets);
  const std::string name = sockets->front().name();
  EXPECT_EQ(failure_of(name), "cannot listen on " + name + ": " + std::strerror(EADDRINUSE));
}

TEST(ListenTcp, NeitherBlocksNorIsInherited) {
  auto sockets = listen_tcp("0");
  ASSERT_TRUE(sockets);
  const FileDescriptor socket(sockets->front().release());
  EXPECT_NE(::fcntl(socket.get(), F_GETFL) & O_NONBLOCK, 0);
  EXPECT_NE(::fcntl(socket.get(), F_GETFD) & FD_CLOEXEC, 0);
}

TEST(ListenUnix, MakesAndRemovesItsFile) {
  const TemporaryDirectory directory;
  const std::string path = directory.path("socket");
  {
    auto socket = listen_unix(path);
    ASSERT_TRUE(socket) << socket.error().message;
    EXPECT_EQ(socket->name(), "unix:" + path);
    EXPECT_TRUE(socket->is_loopback());
    EXPECT_TRUE(answers(path));
    const ListenSocket moved = std::move(*socket);
    EXPECT_TRUE(answers(path));
  }
  EXPECT_FALSE(exists(path));
}

mode_t mode_of(const std::string& path) {
  struct stat status {};
  EXPECT_EQ(::lstat(path.c_str(), &status), 0);
  return status.st_mode & mode_t{07777};
}

TEST(ListenUnix, TheModeIsWhatWasAskedForWhateverTheUmask) {
  const TemporaryDirectory directory;
  const std::string path = directory.path("socket");
  for (const mode_t umask : {0, 022, 077, 0777}) {
    const mode_t before = ::umask(umask);
    for (const mode_t mode : {0600, 0660, 0666, 0060}) {
      const auto socket = listen_unix(path, {.mode = mode, .group = ""});
      EXPECT_TRUE(socket);
      EXPECT_EQ(mode_of(path), mode) << umask;
    }
    const auto socket = listen_unix(path);
    EXPECT_EQ(mode_of(path), mode_t{0600}) << umask;
    ::umask(before);
  }
}

TEST(ListenUnix, AtNoMomentIsItOpenToOthers) {
  const TemporaryDirectory directory;
  const std::string path = directory.path("socket");
  std::atomic<bool> end = false;
  std::set<mode_t> seen;
  std::thread watcher([&] {
    struct stat status {};
    while (!end) {
      if (::lstat(path.c_str(), &status) == 0) seen.insert(status.st_mode & mode_t{07777});
    }
  });
  const mode_t before = ::umask(0);
  for (int i = 0; i < 2000; ++i) EXPECT_TRUE(listen_unix(path));
  end = true;
  watcher.join();
  ::umask(before);
  EXPECT_EQ(seen, std::set<mode_t>{0600});
}

TEST(ListenUnix, GivesItToAGroup) {
  const TemporaryDirectory directory;
  const std::string path = directory.path("socket");
  // A group that we may give it to: any for root, else one of ours.
  const gid_t wanted = ::geteuid() == 0 ? 1 : ::getegid();
  const group* const entry = ::getgrgid(wanted);
  ASSERT_NE(entry, nullptr);
  const auto socket = listen_unix(path, {.mode = 0660, .group = entry->gr_name});
  ASSERT_TRUE(socket) << socket.error().message;
  struct stat status {};
  ASSERT_EQ(::lstat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_gid, wanted);
  EXPECT_EQ(status.st_uid, ::geteuid());
  EXPECT_EQ(mode_of(path), mode_t{0660});
}

TEST(ListenUnix, AnUnknownGroupIsRefusedAndNoFileLeft) {
  const TemporaryDirectory directory;
  const std::string path = directory.path("socket");
  for (const std::string name : {"no-such-group", "0"}) {
    const auto socket = listen_unix(path, {.mode = 0660, .group = name});
    ASSERT_FALSE(socket);
    EXPECT_EQ(socket.error().message,
              "cannot listen on " + path + ": unknown group '" + name + "'");
    EXPECT_FALSE(exists(path));
  }
}

TEST(ListenUnix, RemovesTheFileThoughTheDescriptorIsGivenAway) {
  const TemporaryDirectory directory;
  auto socket = listen_unix(directory.path("socket"));
  ASSERT_TRUE(socket);
  const FileDescriptor taken(socket->release());
  EXPECT_TRUE(answers(directory.path("socket")));
  socket->remove_file();
  EXPECT_FALSE(exists(directory.path("socket")));
  // What another daemon puts there now is not ours.
  auto next = listen_unix(directory.path("socket"));
  ASSERT_TRUE(next);
  socket->remove_file();
  EXPECT_TRUE(answers(directory.path("socket")));
}

TEST(ListenUnix, TakesThePlaceOfTheDeadOnly) {
  const TemporaryDirectory directory;
  const std::string path = directory.path("socket");
  {
    const FileDescriptor killed(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
    ASSERT_EQ(::bind(killed.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  }
  ASSERT_TRUE(exists(path));
  auto socket = listen_unix(path);
  ASSERT_TRUE(socket) << socket.error().message;
  const auto second = listen_unix(path);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().message, "cannot listen on " + path + ": " + std::strerror(EADDRINUSE));
  EXPECT_TRUE(answers(path));
}

TEST(ListenUnix, TouchesNoOtherFile) {
  const TemporaryDirectory directory;
  const std::string path = directory.write("notes", "precious");
  const auto socket = listen_unix(path);
  ASSERT_FALSE(socket);
  EXPECT_EQ(socket.error().message,
            "cannot listen on " + path + ": a file that is not a socket exists there");
  EXPECT_EQ(directory.read("notes"), "precious");
}

TEST(ListenUnix, SaysWhatIsNoPath) {
  const TemporaryDirectory directory;
  const std::string longest = directory.path(std::string(200, 'x'));
  EXPECT_EQ(listen_unix(longest).error().message,
            "cannot listen on " + longest + ": path too long");
  const std::string nowhere = directory.path("none/socket");
  EXPECT_EQ(listen_unix(nowhere).error().message,
            "cannot listen on " + nowhere + ": " + std::strerror(ENOENT));
}

/// Descriptor 3 and the variables as systemd sets them; as they were when destroyed.
class Inherited {
 public:
  explicit Inherited(int descriptor, pid_t pid = ::getpid())
      : before_(::fcntl(kFirst, F_DUPFD_CLOEXEC, 10)) {
    ::dup2(descriptor, kFirst);
    ::setenv("LISTEN_PID", std::to_string(pid).c_str(), 1);
    ::setenv("LISTEN_FDS", "1", 1);
  }
  ~Inherited() {
    ::unsetenv("LISTEN_PID");
    ::unsetenv("LISTEN_FDS");
    ::close(kFirst);
    if (before_.valid()) ::dup2(before_.get(), kFirst);
  }
  Inherited(const Inherited&) = delete;
  Inherited& operator=(const Inherited&) = delete;

 private:
  static constexpr int kFirst = 3;
  FileDescriptor before_;
};

TEST(InheritedSockets, AreThoseOfTheEnvironment) {
  EXPECT_TRUE(inherited_sockets()->empty());
  auto listening = listen_tcp("0");
  ASSERT_TRUE(listening);
  const std::string name = listening->front().name();
  const FileDescriptor socket(listening->front().release());
  ::fcntl(socket.get(), F_SETFL, 0);
  {
    const Inherited inherited(socket.get(), ::getpid() + 1);  // meant for another
    EXPECT_TRUE(inherited_sockets()->empty());
  }
  const Inherited inherited(socket.get());
  auto sockets = inherited_sockets();
  ASSERT_TRUE(sockets) << sockets.error().message;
  ASSERT_EQ(sockets->size(), 1U);
  EXPECT_EQ(sockets->front().name(), name);
  EXPECT_EQ(std::getenv("LISTEN_FDS"), nullptr);
  EXPECT_TRUE(inherited_sockets()->empty());
  const FileDescriptor taken(sockets->front().release());
  EXPECT_NE(::fcntl(taken.get(), F_GETFL) & O_NONBLOCK, 0);
  EXPECT_NE(::fcntl(taken.get(), F_GETFD) & FD_CLOEXEC, 0);
}

TEST(InheritedSockets, MustListen) {
  const FileDescriptor silent(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  {
    const Inherited inherited(silent.get());
    EXPECT_EQ(inherited_sockets().error().message, "inherited descriptor 3: is not listening");
  }
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const FileDescriptor from(ends[0]);
  const FileDescriptor to(ends[1]);
  const Inherited inherited(from.get());
  EXPECT_EQ(inherited_sockets().error().message,
            std::string("inherited descriptor 3: ") + std::strerror(ENOTSOCK));
}

}  // namespace
}  // namespace puzzled::net
