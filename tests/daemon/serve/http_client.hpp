// A blocking HTTP client over a bare socket, for tests: sends any bytes and reads answers strictly.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "daemon/base/os/file_descriptor.hpp"

namespace puzzled::net {

struct HttpReply {
  unsigned status = 0;
  std::map<std::string, std::string> headers;  ///< names in lower case
  std::string body;
};

class HttpClient {
 public:
  /// To 127.0.0.1, or ::1.
  explicit HttpClient(std::uint16_t port, bool v6 = false);

  void send(std::string_view bytes);

  /// The next answer; nothing where the connection ends before it, or after 20 s. An answer to HEAD
  /// has no body whatever its Content-Length.
  std::optional<HttpReply> reply(bool to_head = false);

  /// send() and reply() of a request with Host and, if there is a body, Content-Length.
  std::optional<HttpReply> ask(std::string_view method, std::string_view target,
                               std::string_view body = {}, std::string_view headers = {});

  /// Whether the other side has closed; waits for that up to 20 s.
  bool closed();

  /// No more is sent; answers can still be read.
  void half_close();

 private:
  bool fill();

  FileDescriptor socket_;
  std::string received_;
  std::uint16_t port_;
};

}  // namespace puzzled::net
