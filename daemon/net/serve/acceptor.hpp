// Takes connections from a listening socket, or refuses them politely when there are enough.
#pragma once

#include <deque>
#include <functional>
#include <string_view>

#include "daemon/base/os/file_descriptor.hpp"
#include "daemon/net/loop/loop.hpp"
#include "daemon/net/serve/listen.hpp"
#include "daemon/net/serve/session_host.hpp"
#include "daemon/net/wire/client_address.hpp"

namespace puzzled::net {

/// Lives on one I/O thread, and as long as its loop.
class Acceptor {
 public:
  /// Takes a connection that is let in, with what it has; or leaves both, and says why.
  using Give =
      std::function<boost::system::error_code(FileDescriptor& connection, Admission& admission)>;

  Acceptor(SessionHost& host, ListenSocket socket, Give give);

  void start() { listening_.start(); }

  /// Takes the clients that have connected by now, then closes the socket: they cannot know that
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

  SessionHost& host_;
  ListenSocket socket_;
  const Give give_;
  Readable listening_;  // socket_'s descriptor
  LoopTimer pause_;     // until it listens again
  bool needs_pause_ = false;
  FileDescriptor spare_;         // given up for a moment when there is no other
  FileDescriptor probe_;         // an epoll on which every connection is tried
  std::deque<Refused> refused_;  // that may still read why
  LoopTimer forgetting_;
};

}  // namespace puzzled::net
