// Listening sockets: TCP, Unix, or inherited from systemd.
#pragma once

#include <sys/types.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"
#include "daemon/base/os/file_descriptor.hpp"

namespace puzzled::net {

/// Listening, non-blocking, closed on exec. Removes the file of the Unix socket that it made.
class ListenSocket {
 public:
  ListenSocket(FileDescriptor descriptor, std::string name, bool is_loopback,
               std::string unlink_path = {});
  ~ListenSocket();
  ListenSocket(ListenSocket&&) noexcept = default;
  ListenSocket& operator=(ListenSocket&&) = delete;

  int get() const { return descriptor_.get(); }

  /// Gives the descriptor away; the file is still removed by us.
  int release() { return descriptor_.release(); }

  /// Removes the file of a Unix socket that we made: no client can find it any more, and another
  /// daemon may use the path.
  void remove_file();

  /// Its address for clients: `127.0.0.1:9009`, `[::1]:9009`, `unix:/run/puzzled/puzzled.sock`.
  const std::string& name() const { return name_; }

  /// False when machines other than this one can reach it.
  bool is_loopback() const { return is_loopback_; }

 private:
  FileDescriptor descriptor_;
  std::string name_;
  bool is_loopback_;
  std::string unlink_path_;  // empty: we made no file
};

/// The sockets of a daemon.
struct ListenSockets {
  std::vector<ListenSocket> clients{};
  std::vector<ListenSocket> http{};
};

/// Listens at `address`: `HOST:PORT`, `[IPV6]:PORT` or `PORT`; without HOST at the loopback
/// interface. HOST may be a name, of which all addresses are used; `*` means all interfaces, and so
/// does `[::]`, by one socket for both families, unless `ipv6_only`. Port 0 takes any free one, see
/// name(). The error names the socket of `ours` that conflicts, if one does.
Result<std::vector<ListenSocket>> listen_tcp(std::string_view address, bool ipv6_only = false,
                                             const ListenSockets& ours = {});

/// Listens at all these addresses, and appends the sockets to `to`, which is part of `ours`.
Result<> listen_tcp(std::span<const std::string> addresses, bool ipv6_only,
                    const ListenSockets& ours, std::vector<ListenSocket>& to);

/// Who may connect to a Unix socket.
struct UnixAccess {
  mode_t mode = 0600;
  std::string group;  ///< by name; empty: ours
};

/// Listens at a Unix socket of that path. A file left behind by a killed daemon is replaced; one on
/// which a process listens, or that is not a socket, is an error. Nobody whom `access` excludes can
/// connect at any moment.
Result<ListenSocket> listen_unix(const std::string& path, const UnixAccess& access = {});

/// The sockets that systemd has opened for us (LISTEN_FDS), if any. Clears the variables, so that
/// no child process uses them.
Result<std::vector<ListenSocket>> inherited_sockets();

}  // namespace puzzled::net
