// Takes connections from a listening socket, or refuses them politely when there are enough.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string_view>

#include "daemon/os/file_descriptor.hpp"
#include "daemon/serve/io_thread.hpp"
#include "daemon/serve/listen.hpp"
#include "daemon/serve/loop_types.hpp"
#include "daemon/serve/pending.hpp"

namespace puzzled::serve {

/// Lives on one I/O thread.
class Acceptor : public std::enable_shared_from_this<Acceptor> {
 public:
  /// Takes a connection that is let in, with its lease; or leaves both, and says why.
  using Give = std::function<boost::system::error_code(FileDescriptor&, Lease&)>;

  Acceptor(IoThread& io, ListenSocket socket, Give give);

  void start();

  /// Takes the clients that have connected by now, then closes the socket: they cannot know that
  /// nobody has said hello yet, and may have sent requests.
  void stop();

 private:
  void resume();
  void wait();
  void pause();
  void accept();
  bool take();
  void admit(FileDescriptor connection);
  bool can_be_watched(int connection);
  bool refuse_without_descriptor();
  void refuse_unwatched(FileDescriptor connection, int code);
  void refuse(FileDescriptor connection, std::string_view why);
  void forget_refused();

  struct Refused {
    FileDescriptor connection;
    IoThread::Clock::time_point when;
  };

  IoThread& io_;
  ListenSocket socket_;
  Give give_;
  LoopDescriptor descriptor_;  // of socket_
  LoopTimer pause_;
  bool needs_pause_ = false;
  Pending waiting_;              // for a client, or for a pause to end
  FileDescriptor spare_;         // given up for a moment when there is no other
  FileDescriptor probe_;         // an epoll on which every connection is tried
  std::deque<Refused> refused_;  // that may still read why
  LoopTimer refused_timer_;
  Pending forgetting_;
};

}  // namespace puzzled::serve
