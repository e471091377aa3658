// Takes connections from a listening socket, or refuses them politely when there are enough.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <deque>
#include <functional>
#include <memory>

#include "daemon/file_descriptor.hpp"
#include "daemon/serve/io_thread.hpp"
#include "daemon/serve/listen.hpp"

namespace puzzled::serve {

/// Lives on one I/O thread.
class Acceptor : public std::enable_shared_from_this<Acceptor> {
 public:
  /// `give` takes every connection that is let in.
  Acceptor(IoThread& home, ListenSocket socket, std::function<void(FileDescriptor)> give);

  void start();

  /// Takes the clients that have connected by now, then closes the socket: they cannot know that
  /// nobody has said hello yet, and may have sent requests.
  void stop();

 private:
  boost::asio::awaitable<void> accept();
  bool take();
  void admit(FileDescriptor connection);
  bool refuse_without_descriptor();
  void refuse(FileDescriptor connection);
  void forget_refused();

  struct Refused {
    FileDescriptor connection;
    IoThread::Clock::time_point when;
  };

  IoThread& home_;
  ListenSocket socket_;
  std::function<void(FileDescriptor)> give_;
  boost::asio::posix::stream_descriptor descriptor_;  // of socket_
  boost::asio::steady_timer pause_;
  bool needs_pause_ = false;
  FileDescriptor spare_;         // given up for a moment when there is no other
  std::deque<Refused> refused_;  // that may still read why
  boost::asio::steady_timer refused_timer_;
};

}  // namespace puzzled::serve
