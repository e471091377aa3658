// A client of the daemon that does what no decent client would, when a test wants it to.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "daemon/base/os/file_descriptor.hpp"

namespace puzzled::net {

/// Blocks for kPatience at most in every call, then reports a failure of the test.
class SocketClient {
 public:
  /// Connects to that port of 127.0.0.1. `receive_buffer`: of the kernel, in bytes; 0: as usual.
  explicit SocketClient(int port, int receive_buffer = 0);
  /// Connects to a Unix socket.
  explicit SocketClient(const std::string& path);

  /// False when the daemon has closed.
  bool send(std::string_view bytes);

  /// As much as the socket takes without waiting; returns how much that was.
  std::size_t send_some(std::string_view bytes);

  /// Tells the daemon that no more will come.
  void half_close();

  /// Closes in a way that the daemon sees as an error.
  void reset();

  void close() { socket_ = FileDescriptor(); }

  /// The next line without its line feed; empty at the end.
  std::string read_line();

  /// All until the daemon closes. A reset after that is no failure.
  std::string read_all();

  /// So many bytes at most, at least one unless the daemon has closed.
  std::string read_some(std::size_t bytes);

  /// True when the daemon closes without a word.
  bool sees_end();

  bool was_reset() const { return was_reset_; }
  int get() const { return socket_.get(); }

 private:
  bool wait(short events);
  bool fill(std::size_t bytes);

  FileDescriptor socket_;
  std::string read_;  // not yet taken
  bool was_reset_ = false;
};

/// One exchange: sends, half-closes, reads all.
std::string answers_to(int port, std::string_view requests);

}  // namespace puzzled::net
