// Accepts connections from a listening socket; beyond the limit it refuses them with an error line.
#pragma once

#include <deque>
#include <functional>
#include <string_view>

#include "daemon/base/os/file_descriptor.hpp"
#include "daemon/net/loop/loop.hpp"
#include "daemon/net/serve/listen.hpp"
#include "daemon/net/serve/session_group.hpp"
#include "daemon/net/wire/client_address.hpp"

namespace puzzled::net {

/// Lives on one I/O thread, and as long as its loop.
class Acceptor {
 public:
  /// Takes over an admitted connection and its admission; on an error it leaves both to the caller.
  using Give =
      std::function<boost::system::error_code(FileDescriptor& connection, Admission& admission)>;

  Acceptor(SessionGroup& group, ListenSocket socket, Give give);

  void start() { listening_.start(); }

  /// Accepts the clients that have connected by now, then closes the socket: they cannot know that
  /// they have not been accepted yet, and may have sent requests.
  void stop();

 private:
  void accept();
  void take_up_to(int most);
  bool take();
  void admit(FileDescriptor connection, const ClientAddress& client);
  bool can_be_watched(int connection);
  bool refuse_without_descriptor();
  void refuse_unwatched(FileDescriptor connection, int code);
  void refuse(FileDescriptor connection, std::string_view why);
  void forget_refused();

  struct Refused {
    FileDescriptor connection;
    Loop::Clock::time_point when;
  };

  const SessionGroup& group_;
  ListenSocket socket_;
  const Give give_;
  Readable listening_;  // socket_'s descriptor
  LoopTimer pause_;     // until it listens again
  bool needs_pause_ = false;
  FileDescriptor spare_;         // closed for a moment when descriptors run out
  FileDescriptor probe_;         // an epoll instance to which each connection is added as a test
  std::deque<Refused> refused_;  // that may still read the reason
  LoopTimer forgetting_;
};

}  // namespace puzzled::net
