#include "tests/daemon/serve/http_client.hpp"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>

#include <cctype>
#include <cerrno>
#include <regex>

namespace puzzled::net {

HttpClient::HttpClient(std::uint16_t port, bool v6)
    : socket_(::socket(v6 ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)), port_(port) {
  ::sockaddr_in to4{};
  to4.sin_family = AF_INET;
  to4.sin_port = htons(port);
  to4.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  ::sockaddr_in6 to6{};
  to6.sin6_family = AF_INET6;
  to6.sin6_port = htons(port);
  to6.sin6_addr = in6addr_loopback;
  const auto* to =
      v6 ? reinterpret_cast<const ::sockaddr*>(&to6) : reinterpret_cast<const ::sockaddr*>(&to4);
  EXPECT_EQ(::connect(socket_.get(), to, v6 ? sizeof to6 : sizeof to4), 0);
  const ::timeval limit{.tv_sec = 20, .tv_usec = 0};
  ::setsockopt(socket_.get(), SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
}

void HttpClient::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return;  // closed: reply() will tell
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
}

bool HttpClient::fill() {
  char buffer[4096];
  const ssize_t got = ::recv(socket_.get(), buffer, sizeof buffer, 0);
  if (got <= 0) return false;
  received_.append(buffer, static_cast<std::size_t>(got));
  return true;
}

std::optional<HttpReply> HttpClient::reply(bool to_head) {
  std::size_t head_end;
  while ((head_end = received_.find("\r\n\r\n")) == std::string::npos) {
    if (!fill()) return std::nullopt;
  }
  HttpReply reply;
  std::string head = received_.substr(0, head_end + 2);
  received_.erase(0, head_end + 4);
  static const std::regex status("HTTP/1\\.[01] ([1-5][0-9][0-9]) [^\r\n]*\r\n");
  static const std::regex header("([A-Za-z0-9-]+): ([^\r\n]*)\r\n");
  std::smatch match;
  if (!std::regex_search(head, match, status, std::regex_constants::match_continuous)) {
    ADD_FAILURE() << head;
    return std::nullopt;
  }
  reply.status = static_cast<unsigned>(std::stoul(match[1]));
  head = match.suffix();
  while (std::regex_search(head, match, header, std::regex_constants::match_continuous)) {
    std::string name = match[1];
    for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    EXPECT_TRUE(reply.headers.emplace(name, match[2]).second) << name;
    head = match.suffix();
  }
  EXPECT_EQ(head, "") << "no header";
  if (to_head || reply.status == 100) return reply;
  EXPECT_TRUE(reply.headers.contains("content-length"));
  const std::size_t size = std::stoul(reply.headers["content-length"]);
  while (received_.size() < size) {
    if (!fill()) return std::nullopt;
  }
  reply.body = received_.substr(0, size);
  received_.erase(0, size);
  return reply;
}

std::optional<HttpReply> HttpClient::ask(std::string_view method, std::string_view target,
                                         std::string_view body, std::string_view headers) {
  std::string request(method);
  request.append(" ").append(target).append(" HTTP/1.1\r\nHost: localhost:");
  request += std::to_string(port_) + "\r\n";
  request += headers;
  if (method == "POST" || !body.empty()) {
    request += "Content-Length: " + std::to_string(body.size()) + "\r\n";
  }
  request.append("\r\n").append(body);
  send(request);
  return reply(method == "HEAD");
}

bool HttpClient::closed() {
  char byte;
  EXPECT_EQ(received_, "");
  return ::recv(socket_.get(), &byte, 1, 0) == 0 || errno == ECONNRESET;
}

void HttpClient::half_close() {
  ::shutdown(socket_.get(), SHUT_WR);
}

}  // namespace puzzled::net
