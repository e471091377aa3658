// The HTTP side over real sockets: how requests are read, and every bound.
#include "daemon/net/http/http_listener.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>

#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "tests/daemon/serve/http_client.hpp"
#include "tests/daemon/serve/http_served.hpp"

namespace puzzled::net {
namespace {

using namespace std::chrono_literals;

TEST(HttpListener, AnswersHeadWithoutBody) {
  Served served;
  HttpClient client(served.port);
  const auto head = client.ask("HEAD", "/status.css");
  ASSERT_TRUE(head);
  EXPECT_EQ(head->status, 200U);
  const auto get = client.ask("GET", "/status.css");
  ASSERT_TRUE(get);
  EXPECT_EQ(head->headers.at("content-length"), std::to_string(get->body.size()));
}

TEST(HttpListener, ListensOnIPv6) {
  Served served({}, true);
  HttpClient client(served.port, true);
  EXPECT_EQ(client.ask("GET", "/healthz")->status, 200U);
}

TEST(HttpListener, SpeaksHttp10AndClosesWhenAsked) {
  Served served;
  HttpClient old(served.port);
  old.send("GET /healthz HTTP/1.0\r\n\r\n");
  EXPECT_EQ(old.reply()->body, "ok\n");
  EXPECT_TRUE(old.closed());
  HttpClient client(served.port);
  EXPECT_EQ(client.ask("GET", "/healthz", {}, "Connection: close\r\n")->status, 200U);
  EXPECT_TRUE(client.closed());
  HttpClient proxied(served.port);
  EXPECT_EQ(proxied.ask("GET", "http://localhost/healthz")->status, 200U);
}

TEST(HttpListener, TakesRequestsAsTheyCome) {
  Served served;
  HttpClient pipelined(served.port);
  std::string requests;
  for (int i = 0; i < 100; ++i) requests += "GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n";
  pipelined.send(requests);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(pipelined.reply()->body, "ready\n");

  HttpClient slow(served.port);
  const std::string request =
      "POST /solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: 81\r\n\r\n";
  for (const char byte : request + kPuzzle) slow.send({&byte, 1});
  EXPECT_EQ(slow.reply()->body, kSolution + '\n');

  HttpClient chunked(served.port);
  chunked.send(
      "POST /solve HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n5\r\n");
  chunked.send("50\r\n" + kPuzzle.substr(1) + "\r\n0\r\n\r\n");
  EXPECT_EQ(chunked.reply()->body, kSolution + '\n');

  HttpClient careful(served.port);
  careful.send(
      "POST /solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: 81\r\nExpect: "
      "100-continue\r\n\r\n");
  EXPECT_EQ(careful.reply()->status, 100U);
  careful.send(kPuzzle);
  EXPECT_EQ(careful.reply()->body, kSolution + '\n');

  HttpClient half_open(served.port);
  half_open.send("GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n");
  half_open.half_close();
  EXPECT_EQ(half_open.reply()->body, "ready\n");
}

TEST(HttpListener, BoundsRequests) {
  Served served;
  const auto answered = [&served](const std::string& request) {
    HttpClient client(served.port);
    client.send(request);
    const auto reply = client.reply();
    EXPECT_TRUE(client.closed());
    return reply ? reply->status : 0;
  };
  const std::string get = "GET / HTTP/1.1\r\nHost: localhost\r\n";
  EXPECT_EQ(answered(get + "X: " + std::string(20000, 'x') + "\r\n\r\n"), 431U);
  EXPECT_EQ(answered("GET /" + std::string(20000, 'x') + " HTTP/1.1\r\n\r\n"), 431U);
  const std::string post = "POST /solve HTTP/1.1\r\nHost: localhost\r\n";
  EXPECT_EQ(answered(post + "Content-Length: 5000\r\n\r\n" + std::string(5000, '.')), 413U);
  EXPECT_EQ(answered(post + "Content-Length: 99999999999999999999999\r\n\r\n"), 400U);
  EXPECT_EQ(answered(post + "Content-Length: -1\r\n\r\n"), 400U);
  EXPECT_EQ(answered(post + "Transfer-Encoding: chunked\r\n\r\n" + "1388\r\n" +
                     std::string(5000, '.') + "\r\n0\r\n\r\n"),
            413U);
  EXPECT_EQ(answered(kPuzzle + "\n" + kPuzzle + "\n"), 400U);
  EXPECT_EQ(answered("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 a TLS client\r\n\r\n"), 400U);
}

TEST(HttpListener, BoundsTheHeaderAsAWhole) {
  Served served;
  const auto answered = [&served](const std::string& request) {
    HttpClient client(served.port);
    client.send(request);
    const auto reply = client.reply();
    return reply ? reply->status : 0;
  };
  std::string many = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n";
  for (int i = 0; i < 10'000; ++i) many += "X-" + std::to_string(i) + ": " + "some text\r\n";
  EXPECT_EQ(answered(many + "\r\n"), 431U);
  EXPECT_EQ(answered(many), 431U) << "and before it has ended";
  // To the byte.
  for (const std::size_t size : {8191U, 8192U, 8193U}) {
    std::string header = many.substr(0, many.find("X-200:"));
    header += "X: " + std::string(size - header.size() - 7, 'x') + "\r\n\r\n";
    ASSERT_EQ(header.size(), size);
    EXPECT_EQ(answered(header), size > 8192 ? 431U : 200U) << size;
  }
  const std::string chunked =
      "POST /solve HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n";
  const std::string body = "51\r\n" + kPuzzle + "\r\n0\r\n";
  EXPECT_EQ(answered(chunked + body + "Some-Trailer: x\r\n\r\n"), 200U);
  EXPECT_EQ(answered(chunked + body + many.substr(many.find("X-0"))), 431U);
  EXPECT_EQ(answered(chunked + body + many.substr(many.find("X-0")) + "\r\n"), 431U);
  std::string extended = chunked;
  for (int i = 0; i < 81; ++i) {
    extended += "1;name=" + std::string(1000, 'x') + "\r\n" + kPuzzle[i] + "\r\n";
  }
  EXPECT_EQ(answered(extended + "0\r\n\r\n"), 413U);
  std::string small = chunked;
  for (const char c : kPuzzle + std::string(4096 - 81, ' '))
    small += std::string("1\r\n") + c + "\r\n";
  EXPECT_EQ(answered(small + "0\r\n\r\n"), 200U);
}

/// A request that two readers may understand differently, what it is answered, and that nothing
/// behind it is taken for a request.
TEST(HttpListener, RefusesWhatReadersMayUnderstandDifferently) {
  Served served;
  const std::string get = "GET /healthz HTTP/1.1\r\n";
  const std::string old = "GET /healthz HTTP/1.0\r\n";
  const std::string post = "POST /solve HTTP/1.1\r\nHost: localhost\r\n";
  const std::string host = "Host: localhost\r\n";
  const std::string origin = "Origin: http://localhost:" + std::to_string(served.port) + "\r\n";
  const std::string length = "Content-Length: 81\r\n";
  const std::string coding = "Transfer-Encoding: chunked\r\n";
  const auto coded = [&post](const std::string& value) {
    return post + "Transfer-Encoding: " + value + "\r\n";
  };
  struct Case {
    std::string header;
    unsigned status;
  };
  for (const Case& asked : std::vector<Case>{{get, 400},
                                             {get + host + host, 400},
                                             {get + host + "HOST: other\r\n", 400},
                                             {old + host + host, 400},
                                             {get + host + origin + origin, 400},
                                             {get + host + origin + "origin: null\r\n", 400},
                                             {post + origin + "Origin: http://x\r\n" + length, 400},
                                             {post + length + length, 400},
                                             {post + length + "Content-Length: 82\r\n", 400},
                                             {post + "Content-Length: 81, 81\r\n", 400},
                                             {post + "Content-Length: +81\r\n", 400},
                                             {post + "Content-Length: 0x51\r\n", 400},
                                             {post + "Content-Length: \r\n", 400},
                                             {post + length + coding, 400},
                                             {post + coding + length, 400},
                                             {post + coding + coding, 400},
                                             {coded("gzip"), 501},
                                             {coded("identity"), 501},
                                             {coded("gzip, chunked"), 501},
                                             {coded("chunked, gzip"), 501},
                                             {coded("chunked, chunked"), 501},
                                             {coded("chunked, identity"), 501},
                                             {coded("chunked;q=1"), 501},
                                             {coded("xchunked"), 501},
                                             {coded("\"chunked\""), 501},
                                             {coded("chunked,"), 501},
                                             {coded(""), 501},
                                             {coded("identity") + length, 501},
                                             {old + length + coding, 400},
                                             {old + coding, 400},
                                             {get + "Host: localhost\r\n  \r\n", 400},
                                             {get + host + "X: a\r\n b\r\n", 400},
                                             {get + host + "X:\r\n\tb\r\n", 400},
                                             {get + " X: a\r\n" + host, 400},
                                             {post + "Transfer-Encoding : chunked\r\n", 400},
                                             {post + "Transfer-Encoding\t: chunked\r\n", 400}}) {
    HttpClient client(served.port);
    client.send(asked.header + "\r\n" + kPuzzle + get + host + "\r\n");
    const auto reply = client.reply();
    ASSERT_TRUE(reply) << asked.header;
    EXPECT_EQ(reply->status, asked.status) << asked.header;
    EXPECT_FALSE(client.reply()) << asked.header;
  }
  for (const std::string name : {"chunked", "CHUNKED", "  chunked  "}) {
    HttpClient client(served.port);
    client.send(coded(name) + "\r\n51\r\n" + kPuzzle + "\r\n0\r\n\r\n");
    EXPECT_EQ(client.reply()->body, kSolution + '\n') << name;
  }
  // Fields behind the body say nothing.
  HttpClient client(served.port);
  client.send(post + coding + "\r\n51\r\n" + kPuzzle +
              "\r\n0\r\nOrigin: http://evil.example\r\nHost: evil.example\r\n\r\n");
  EXPECT_EQ(client.reply()->body, kSolution + '\n');
}

TEST(HttpListener, StopsSolvingForAClientThatHasLeft) {
  Served served;
  served.hold();
  const std::string request =
      "POST /solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: 81\r\n\r\n" + kPuzzle;
  HttpClient waits(served.port);
  waits.send(request);
  HttpClient ended(served.port);
  ended.send(request);
  ended.half_close();
  while (served.waiting() < 2) std::this_thread::sleep_for(1ms);
  {
    HttpClient left(served.port);
    left.send(request);
    HttpClient left_more(served.port);
    left_more.send(request + "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    while (served.waiting() < 4) std::this_thread::sleep_for(1ms);
    EXPECT_EQ(served.cancelled(), 0U);
  }
  while (served.cancelled() < 2) std::this_thread::sleep_for(1ms);
  EXPECT_EQ(served.waiting(), 4U);
  EXPECT_EQ(served.cancelled(), 2U);
  served.release();
  EXPECT_EQ(waits.reply()->body, kSolution + '\n');
  EXPECT_EQ(ended.reply()->body, kSolution + '\n');
}

TEST(HttpListener, EndsSlowAndIdleClients) {
  Served served({.request_time = 100ms, .idle_time = 100ms});
  HttpClient silent(served.port);
  EXPECT_TRUE(silent.closed());
  HttpClient idle(served.port);
  EXPECT_EQ(idle.ask("GET", "/healthz")->status, 200U);
  EXPECT_TRUE(idle.closed());
  HttpClient slow(served.port);
  slow.send("GET /healthz HTTP/1.1\r\nHo");
  EXPECT_TRUE(slow.closed());
  HttpClient slow_body(served.port);
  slow_body.send("POST /solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: 81\r\n\r\n53..");
  EXPECT_TRUE(slow_body.closed());
}

TEST(HttpListener, ClosesTheLongestIdleForANewClient) {
  Served served({.connections = 4});
  std::vector<std::unique_ptr<HttpClient>> clients;
  for (int i = 0; i < 4; ++i) {
    clients.push_back(std::make_unique<HttpClient>(served.port));
    EXPECT_EQ(clients.back()->ask("GET", "/healthz")->status, 200U);
  }
  EXPECT_EQ(clients[0]->ask("GET", "/healthz")->status, 200U);  // now the second is the oldest
  HttpClient fifth(served.port);
  EXPECT_EQ(fifth.ask("GET", "/healthz")->status, 200U);
  EXPECT_TRUE(clients[1]->closed());
  for (const int i : {0, 2, 3}) EXPECT_EQ(clients[i]->ask("GET", "/readyz")->status, 200U);
}

// Whoever has begun to ask, or may just do so, is not closed for a new client.
TEST(HttpListener, ClosesNobodyWhoseRequestIsOnItsWay) {
  Served served({.connections = 2});
  HttpClient first(served.port);
  EXPECT_EQ(first.ask("GET", "/healthz")->status, 200U);
  first.send("POST /solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: 81\r\n\r\n53..");
  HttpClient second(served.port);
  second.send("GET /healthz HTTP/1.1\r\n");
  while (served.budget.requests.used() > 0) std::this_thread::sleep_for(1ms);
  HttpClient third(served.port);
  EXPECT_EQ(third.ask("GET", "/healthz")->status, 503U);
  first.send(kPuzzle.substr(4));
  EXPECT_EQ(first.reply()->body, kSolution + '\n');
  second.send("Host: localhost\r\n\r\n");
  EXPECT_EQ(second.reply()->status, 200U);
}

TEST(HttpListener, KeepsOthersWhileItSolvesAndAnswersBeforeItEnds) {
  Served served({.connections = 3});
  served.hold();
  std::vector<std::unique_ptr<HttpClient>> solving;
  const std::string request =
      "POST /solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: 81\r\n\r\n";
  for (int i = 0; i < 2; ++i) {
    solving.push_back(std::make_unique<HttpClient>(served.port));
    solving.back()->send(request + kPuzzle);
  }
  {
    HttpClient gone(served.port);  // its answer finds nobody
    gone.send(request + kPuzzle);
    while (served.waiting() < 3) std::this_thread::sleep_for(1ms);
    // All are at work: it is told so, and nothing that it sends meanwhile resets the connection.
    HttpClient refused(served.port);
    const auto busy = refused.ask("POST", "/verify", std::string(100'000, '1'));
    ASSERT_TRUE(busy);
    EXPECT_EQ(busy->status, 503U);
    EXPECT_EQ(busy->body, "error busy too many connections; try again later\n");
    EXPECT_EQ(busy->headers.at("retry-after"), "1");
    EXPECT_TRUE(refused.closed());
    EXPECT_EQ(served.metrics.connections_refused, 1U);
  }
  served.listener->stop();
  served.release();
  for (const auto& client : solving) {
    const auto reply = client->reply();
    ASSERT_TRUE(reply);
    EXPECT_EQ(reply->body, kSolution + '\n');
    EXPECT_TRUE(client->closed());
  }
}

// However many come at once, and however late they ask: each is told that there are too many.
TEST(HttpListener, TellsEachOfManyThatThereAreTooMany) {
  constexpr int kMany = 300;
  Served served({.connections = 1});
  served.hold();
  HttpClient at_work(served.port);
  at_work.send("POST /solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: 81\r\n\r\n" + kPuzzle);
  while (served.waiting() < 1) std::this_thread::sleep_for(1ms);
  std::vector<std::unique_ptr<HttpClient>> many;
  for (int i = 0; i < kMany; ++i) many.push_back(std::make_unique<HttpClient>(served.port));
  while (served.metrics.connections_refused < kMany) std::this_thread::sleep_for(1ms);
  for (const auto& client : many) {
    const auto busy = client->ask("POST", "/solve", kPuzzle);
    ASSERT_TRUE(busy);
    EXPECT_EQ(busy->status, 503U);
    EXPECT_EQ(busy->headers.at("retry-after"), "1");
  }
  served.release();
  EXPECT_EQ(at_work.reply()->body, kSolution + '\n');
}

// Many clients read no answer before they have sent all of a body.
TEST(HttpListener, AnswersWhoeverSendsABodyOfAnySize) {
  Served served;
  HttpClient client(served.port);
  const auto reply = client.ask("POST", "/solve", std::string(std::size_t{32} << 20, '1'));
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->status, 413U);
  EXPECT_EQ(reply->body, "the request is too large: its body may have 4096 bytes\n");
}

TEST(HttpListener, StopsSolvingWhenTheTimeOfTheDrainIsUp) {
  Served served;
  served.hold();
  HttpClient client(served.port);
  client.send("POST /solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: 81\r\n\r\n" + kPuzzle);
  while (served.waiting() < 1) std::this_thread::sleep_for(1ms);
  EXPECT_EQ(served.cancelled(), 0U);
  served.listener->expire();
  while (served.cancelled() < 1) std::this_thread::sleep_for(1ms);
  served.release();
  EXPECT_TRUE(client.reply()) << "what the pool says then";
}

TEST(HttpListener, SurvivesAnyBytes) {
  Served served;
  std::uint64_t state = 88172645463325252;
  const auto next = [&state] {
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
  };
  const std::string requests[] = {
      "POST /solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: 81\r\n\r\n" + kPuzzle,
      "POST /ask HTTP/1.1\r\nHost: localhost\r\nContent-Length: 89\r\n\r\ncount 9 " + kPuzzle,
      "GET /history.json?from=17 HTTP/1.1\r\nHost: localhost\r\n\r\n"};
  for (int i = 0; i < 300; ++i) {
    std::string bytes = requests[i % 3];
    for (std::uint64_t k = 1 + next() % 8; k > 0; --k) {
      bytes[next() % bytes.size()] = static_cast<char>(next());
    }
    HttpClient client(served.port);
    client.send(bytes);
    client.half_close();
    while (client.reply()) {
    }
  }
  HttpClient client(served.port);
  EXPECT_EQ(client.ask("GET", "/healthz")->status, 200U);
}

}  // namespace
}  // namespace puzzled::net
