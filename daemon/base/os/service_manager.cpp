#include "daemon/base/os/service_manager.hpp"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>

#include "daemon/base/os/file_descriptor.hpp"

namespace puzzled {

void notify_service_manager(std::string_view state) {
  const char* const path = std::getenv("NOTIFY_SOCKET");
  if (path == nullptr || (path[0] != '/' && path[0] != '@')) return;
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::size_t length = std::strlen(path);
  if (length >= sizeof address.sun_path) return;
  std::memcpy(address.sun_path, path, length);
  if (path[0] == '@') address.sun_path[0] = 0;  // an abstract name begins with a NUL instead

  const FileDescriptor socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + length);
  [[maybe_unused]] const ssize_t sent =
      ::sendto(socket.get(), state.data(), state.size(), MSG_NOSIGNAL,
               reinterpret_cast<const sockaddr*>(&address), size);
}

void notify_reloading() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  const long long microseconds =
      static_cast<long long>(now.tv_sec) * 1'000'000 + now.tv_nsec / 1000;
  notify_service_manager("RELOADING=1\nMONOTONIC_USEC=" + std::to_string(microseconds));
}

std::chrono::microseconds watchdog_interval() {
  const char* const interval = std::getenv("WATCHDOG_USEC");
  if (interval == nullptr) return {};
  const char* const pid = std::getenv("WATCHDOG_PID");
  if (pid != nullptr && std::atoll(pid) != ::getpid()) return {};
  return std::chrono::microseconds(std::atoll(interval));
}

}  // namespace puzzled
