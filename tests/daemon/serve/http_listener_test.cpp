// The HTTP side over real sockets: what there is, who may ask, and every bound.
#include "daemon/http/http_listener.hpp"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/sudoku/block_solver.hpp"
#include "tests/daemon/serve/http_client.hpp"
#include "tests/daemon/serve/prometheus_parser.hpp"

namespace puzzled::serve {
namespace {

using namespace std::chrono_literals;

const std::string kPuzzle =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const std::string kSolution =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// Listens on a free port of loopback.
std::pair<FileDescriptor, std::uint16_t> listening_socket(bool v6) {
  FileDescriptor socket(::socket(v6 ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  int status = 0;
  if (v6) {
    ::sockaddr_in6 at{};
    at.sin6_family = AF_INET6;
    at.sin6_addr = in6addr_loopback;
    status = ::bind(socket.get(), reinterpret_cast<const ::sockaddr*>(&at), sizeof at);
  } else {
    ::sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    status = ::bind(socket.get(), reinterpret_cast<const ::sockaddr*>(&at), sizeof at);
  }
  EXPECT_EQ(status, 0);
  EXPECT_EQ(::listen(socket.get(), 128), 0);
  ::sockaddr_in6 bound{};
  ::socklen_t size = sizeof bound;
  EXPECT_EQ(::getsockname(socket.get(), reinterpret_cast<::sockaddr*>(&bound), &size), 0);
  return {std::move(socket), ntohs(bound.sin6_port)};  // where sin_port lies, too
}

/// A listener on a thread of its own that solves on one more, or holds puzzles back.
class Served {
 public:
  explicit Served(const HttpLimits& limits = {}, bool v6 = false, bool only_on_loopback = true) {
    auto [socket, bound] = listening_socket(v6);
    port = bound;
    std::vector<FileDescriptor> sockets;
    sockets.push_back(std::move(socket));
    listener = std::make_unique<HttpListener>(
        housekeeping.loop(), std::move(sockets),
        HttpSources{.metrics = metrics,
                    .budget = budget,
                    .info = {.version = "9.8.7",
                             .isa = "portable",
                             .stream_threads = 1,
                             .search_threads = 1},
                    .phase = [this] { return phase.load(); },
                    .alive = [this] { return alive.load(); },
                    .list_clients = [this](const auto& take) { list_clients(take); },
                    .io_threads = 2,
                    .only_on_loopback = only_on_loopback},
        [this](RequestBatch& batch, std::function<void()> done) { submit(batch, std::move(done)); },
        log, limits);
    housekeeping.start();
  }

  ~Served() {
    release();
    listener->stop();
    for (std::thread& thread : solving_) thread.join();
    housekeeping.end();
  }

  void hold() { held_ = true; }

  void release() {
    const std::lock_guard lock(mutex_);
    held_ = false;
    for (const auto& solve : waiting_) solving_.emplace_back(solve);
    waiting_.clear();
    batches_.clear();
  }

  std::size_t waiting() {
    const std::lock_guard lock(mutex_);
    return waiting_.size();
  }

  /// Of the puzzles that are held back, those that need not be solved any more.
  std::size_t cancelled() {
    const std::lock_guard lock(mutex_);
    return static_cast<std::size_t>(
        std::count_if(batches_.begin(), batches_.end(),
                      [](const RequestBatch* batch) { return batch->cancelled->load(); }));
  }

  Metrics metrics;
  std::atomic<Phase> phase = Phase::kServing;
  std::atomic<bool> alive = true;
  std::atomic<int> io_threads_alive = 2;
  std::atomic<int> lists = 0;
  Budget budget;
  LoopThread housekeeping{
      [](std::string_view reason) { ADD_FAILURE() << "exception: " << reason; }};
  std::uint16_t port = 0;
  std::unique_ptr<HttpListener> listener;

 private:
  /// As I/O threads do it: later.
  void list_clients(const std::function<void(ClientList)>& take) {
    ++lists;
    for (std::uint16_t i = 0; i < io_threads_alive; ++i) {
      housekeeping.loop().post([take, i] {
        const ClientAddress peer(*parse_ip_address("127.0.0.1"), i);
        take({.connected = 1, .threads = 1, .clients = {{.peer = peer}}});
      });
    }
  }

  void submit(RequestBatch& batch, std::function<void()> done) {
    const auto solve = [&batch, done = std::move(done)] {
      sudoku::BlockSolver solver({.isa = "portable"});
      sudoku::BlockAnswers answers;
      solver.answer(batch.requests, *sudoku::forced_form("line", batch.requests, true), {},
                    answers);
      batch.answers = std::move(answers.text);
      done();
    };
    const std::lock_guard lock(mutex_);
    if (held_) {
      waiting_.emplace_back(solve);
      batches_.push_back(&batch);
    } else {
      solving_.emplace_back(solve);
    }
  }

  Log log{LogLevel::kOff, LogFormat::kText};
  std::atomic<bool> held_ = false;
  std::mutex mutex_;  // of what is below
  std::vector<std::function<void()>> waiting_;
  std::vector<const RequestBatch*> batches_;  // of those that wait
  std::vector<std::thread> solving_;
};

TEST(HttpListener, HasMetricsAndHealth) {
  Served served;
  served.metrics.solved = 7;
  HttpClient client(served.port);
  const auto metrics = client.ask("GET", "/metrics");
  ASSERT_TRUE(metrics);
  EXPECT_EQ(metrics->status, 200U);
  EXPECT_EQ(metrics->headers.at("content-type"), "text/plain; version=0.0.4; charset=utf-8");
  const auto parsed = parse_exposition(metrics->body);
  EXPECT_EQ(parsed.at("puzzled_answers_total").samples.at("puzzled_answers_total{kind=\"solved\"}"),
            7);
  const auto health = client.ask("GET", "/healthz?verbose");
  ASSERT_TRUE(health);
  EXPECT_EQ(health->status, 200U);
  EXPECT_EQ(health->body, "ok\n");
  served.alive = false;
  EXPECT_EQ(client.ask("GET", "/healthz")->status, 503U);
}

TEST(HttpListener, IsReadyWhileItServes) {
  Served served;
  HttpClient client(served.port);
  served.phase = Phase::kStarting;
  const auto starting = client.ask("GET", "/readyz");
  ASSERT_TRUE(starting);
  EXPECT_EQ(starting->status, 503U);
  EXPECT_EQ(starting->body, "starting\n");
  served.phase = Phase::kServing;
  EXPECT_EQ(client.ask("GET", "/readyz")->status, 200U);
  served.phase = Phase::kDraining;
  const auto draining = client.ask("GET", "/readyz");
  ASSERT_TRUE(draining);
  EXPECT_EQ(draining->status, 503U);
  EXPECT_EQ(draining->body, "draining\n");
  EXPECT_EQ(client.ask("GET", "/healthz")->status, 200U);
  EXPECT_EQ(client.ask("POST", "/solve", kPuzzle)->status, 503U);
}

TEST(HttpListener, ServesThePageWithoutForeignParts) {
  Served served;
  HttpClient client(served.port);
  for (const auto& [path, type] : {std::pair{"/", "text/html; charset=utf-8"},
                                   {"/status.js", "text/javascript; charset=utf-8"},
                                   {"/status.css", "text/css; charset=utf-8"},
                                   {"/icon.svg", "image/svg+xml"}}) {
    const auto reply = client.ask("GET", path);
    ASSERT_TRUE(reply);
    EXPECT_EQ(reply->status, 200U) << path;
    EXPECT_EQ(reply->headers.at("content-type"), type);
    EXPECT_EQ(reply->headers.at("x-content-type-options"), "nosniff");
    const std::string& policy = reply->headers.at("content-security-policy");
    EXPECT_NE(policy.find("default-src 'none'"), std::string::npos);
    EXPECT_EQ(policy.find("unsafe"), std::string::npos);
    // The only foreign address is the name of a language.
    std::string text = reply->body;
    const std::string svg = "http://www.w3.org/2000/svg";
    if (const std::size_t at = text.find(svg); at != std::string::npos) text.erase(at, svg.size());
    EXPECT_EQ(text.find("://"), std::string::npos) << path;
  }
}

TEST(HttpListener, SolvesPuzzles) {
  Served served;
  HttpClient client(served.port);
  const auto solved = client.ask("POST", "/solve", kPuzzle);
  ASSERT_TRUE(solved);
  EXPECT_EQ(solved->status, 200U);
  EXPECT_EQ(solved->headers.at("content-type"), "text/plain; charset=utf-8");
  EXPECT_EQ(solved->body, kSolution + '\n');
  std::string board = "\r\n";
  for (int row = 0; row < 9; ++row) board += kPuzzle.substr(9 * row, 9) + " \r\n";
  EXPECT_EQ(client.ask("POST", "/solve", board)->body, kSolution + '\n');
  EXPECT_EQ(client.ask("POST", "/solve", kPuzzle + " # easy\n")->body, kSolution + '\n');
  std::string unsolvable(81, '.');
  unsolvable.replace(0, 8, "12345678").replace(17, 1, "9");  // nothing is left for the ninth cell
  EXPECT_EQ(client.ask("POST", "/solve", unsolvable)->body, "unsolvable\n");
  const auto invalid = client.ask("POST", "/solve", "55" + kPuzzle.substr(2));
  EXPECT_EQ(invalid->status, 200U);
  EXPECT_TRUE(invalid->body.starts_with("invalid ")) << invalid->body;
  for (const std::string nothing : {"", " \n\r\n", "# a comment", "end"}) {
    const auto refused = client.ask("POST", "/solve", nothing);
    ASSERT_TRUE(refused);
    EXPECT_EQ(refused->status, 400U) << nothing;
  }
  // Words of the protocol are no puzzles, and there is one answer whatever a line holds.
  EXPECT_TRUE(client.ask("POST", "/solve", "queens 8")->body.starts_with("invalid "));
  const auto two = client.ask("POST", "/solve", kPuzzle + '\n' + kPuzzle);
  EXPECT_TRUE(two->body.starts_with("invalid ")) << two->body;
  EXPECT_EQ(two->body.find('\n'), two->body.size() - 1);
}

TEST(HttpListener, SaysWhatIsNotThereOrNotAllowed) {
  Served served;
  HttpClient client(served.port);
  EXPECT_EQ(client.ask("GET", "/nothing")->status, 404U);
  EXPECT_EQ(client.ask("GET", "/../etc/passwd")->status, 404U);
  EXPECT_EQ(client.ask("GET", "*")->status, 404U);
  const auto get = client.ask("GET", "/solve");
  EXPECT_EQ(get->status, 405U);
  EXPECT_EQ(get->headers.at("allow"), "POST");
  const auto post = client.ask("POST", "/metrics", "x");
  EXPECT_EQ(post->status, 405U);
  EXPECT_EQ(post->headers.at("allow"), "GET, HEAD");
  EXPECT_EQ(client.ask("BREW", "/")->status, 405U);
  EXPECT_EQ(client.ask("GET", "/healthz")->status, 200U) << "and the connection lives on";
}

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

TEST(HttpListener, LetsOnlyItsOwnPagesAsk) {
  Served served;
  HttpClient client(served.port);
  const std::string port = std::to_string(served.port);
  const auto asked = [&client](const std::string& host) {
    client.send("GET /metrics HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
    const auto reply = client.reply();
    return reply ? reply->status : 0;
  };
  EXPECT_EQ(asked("127.0.0.1:" + port), 200U);
  EXPECT_EQ(asked("LocalHost"), 200U);
  EXPECT_EQ(asked("[::1]:" + port), 200U);
  EXPECT_EQ(asked("evil.example:" + port), 421U);
  EXPECT_EQ(asked("127.0.0.1.evil.example"), 421U);
  EXPECT_EQ(asked("localhost.evil.example"), 421U);
  const auto from = [&](const std::string& origin) {
    return client.ask("POST", "/solve", kPuzzle, "Origin: " + origin + "\r\n")->status;
  };
  EXPECT_EQ(from("http://localhost:" + port), 200U);
  EXPECT_EQ(from("http://evil.example"), 403U);
  EXPECT_EQ(from("http://localhost:1"), 403U);
  EXPECT_EQ(from("null"), 403U);
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
    HttpClient refused(served.port);  // all are at work
    EXPECT_TRUE(refused.closed());
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
  const std::string request =
      "POST /solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: 81\r\n\r\n" + kPuzzle;
  for (int i = 0; i < 300; ++i) {
    std::string bytes = request;
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

TEST(HttpListener, ListsTheClientsOfAllIoThreads) {
  Served served;
  HttpClient client(served.port);
  const std::optional<HttpReply> reply = client.ask("GET", "/clients");
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->status, 200u);
  EXPECT_EQ(reply->headers.at("content-type"), "application/json");
  EXPECT_TRUE(reply->body.starts_with("{\"connected\":2,\"listed\":2,\"complete\":true,"))
      << reply->body;
  EXPECT_NE(reply->body.find("{\"peer\":\"127.0.0.1:1\",\"age_seconds\":0.0,"),
            std::string::npos);
  EXPECT_EQ(client.ask("POST", "/clients", "x")->status, 405u);
}

TEST(HttpListener, AListDoesNotWaitForAnIoThreadThatHangs) {
  Served served({.list_time = 20ms});
  served.io_threads_alive = 1;
  HttpClient client(served.port);
  EXPECT_TRUE(client.ask("GET", "/clients")
                  ->body.starts_with("{\"connected\":1,\"listed\":1,\"complete\":false,"));
}

/// Nobody who asks again and again keeps the I/O threads busy.
TEST(HttpListener, AListIsMadeOnceForManyWhoAsk) {
  Served served;
  std::vector<HttpClient> clients;
  for (int i = 0; i < 8; ++i) clients.emplace_back(served.port);
  const auto begin = std::chrono::steady_clock::now();
  for (int round = 0; round < 5; ++round) {
    for (HttpClient& client : clients)
      client.send("GET /clients HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    for (HttpClient& client : clients) EXPECT_EQ(client.reply()->status, 200u);
  }
  EXPECT_LE(served.lists, 1 + (std::chrono::steady_clock::now() - begin) / 200ms);
}

TEST(HttpListener, OnlyThisMachineIsToldOfClients) {
  Served served({}, false, false);
  const std::optional<HttpReply> reply = HttpClient(served.port).ask("GET", "/clients");
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->status, 403u);
  EXPECT_TRUE(reply->body.starts_with("the list of clients is told to this machine only"));
  EXPECT_EQ(served.lists, 0);
}

}  // namespace
}  // namespace puzzled::serve
