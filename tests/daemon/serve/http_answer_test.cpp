// The HTTP side over real sockets: what there is to ask for, and who may ask.
#include "daemon/net/http/http_answer.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/daemon/serve/http_client.hpp"
#include "tests/daemon/serve/http_served.hpp"
#include "tests/daemon/serve/prometheus_parser.hpp"

namespace puzzled::net {
namespace {

using namespace std::chrono_literals;

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
  const auto health = client.ask("GET", "/healthz?");
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
                                   {"/charts.js", "text/javascript; charset=utf-8"},
                                   {"/searches.js", "text/javascript; charset=utf-8"},
                                   {"/box.js", "text/javascript; charset=utf-8"},
                                   {"/numbers.js", "text/javascript; charset=utf-8"},
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
  EXPECT_EQ(asked(""), 421U);
  for (const std::string text : {"127.0.0.1:80@evil", "[evil]", "localhost:evil.com", "999.1.1.1",
                                 "127.1", "localhost, evil.example"}) {
    EXPECT_EQ(asked(text), 400U) << text;
  }
  // The host of the target beats that of the header.
  EXPECT_EQ(client.ask("GET", "http://evil.example/metrics")->status, 421U);
  EXPECT_EQ(client.ask("GET", "http://127.1/metrics")->status, 400U);
  EXPECT_EQ(client.ask("GET", "http://localhost@evil.example/metrics")->status, 400U);
  client.send("GET http://localhost/metrics HTTP/1.1\r\nHost: evil.example\r\n\r\n");
  EXPECT_EQ(client.reply()->status, 200U);
  const auto from = [&](const std::string& origin) {
    return client.ask("POST", "/solve", kPuzzle, "Origin: " + origin + "\r\n")->status;
  };
  EXPECT_EQ(from("http://localhost:" + port), 200U);
  EXPECT_EQ(from("http://evil.example"), 403U);
  EXPECT_EQ(from("http://localhost:1"), 403U);
  EXPECT_EQ(from("null"), 403U);
  EXPECT_EQ(from("https://localhost:" + port), 403U);
  EXPECT_EQ(from("http://localhost:" + port + "/"), 403U);
  EXPECT_EQ(from("http://localhost:" + port + "@evil.example"), 403U);
  EXPECT_EQ(client
                .ask("POST", "http://localhost:1/solve", kPuzzle,
                     "Origin: http://localhost:" + port + "\r\n")
                ->status,
            403U);
}

TEST(HttpListener, AskTakesOneRequest) {
  Served served;
  HttpClient client(served.port);
  for (const std::string& body :
       std::vector<std::string>{"ping\nping", "queens 8\r\nqueens 8\r\n", kPuzzle + '\n' + kPuzzle,
                                kPuzzle + "\nping\n", "pi\nng", "ping\nend\n"}) {
    const auto reply = client.ask("POST", "/ask", body);
    ASSERT_TRUE(reply);
    EXPECT_EQ(reply->status, 400U) << body;
    EXPECT_EQ(reply->body, "error bad-request one request a call\n") << body;
  }
  EXPECT_EQ(client.ask("POST", "/ask", "# a remark\n\n ping\r\n\n")->body, "pong\n");
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
  EXPECT_NE(reply->body.find("{\"peer\":\"127.0.0.1:1\",\"age_seconds\":0.0,"), std::string::npos);
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
  EXPECT_TRUE(reply->body.starts_with("the list of clients is shown on this machine only"));
  EXPECT_EQ(served.lists, 0);
}

TEST(HttpListener, AnswersRequestsOfTheProtocol) {
  Served served;
  HttpClient client(served.port);
  const auto ask = [&client](const std::string& request) {
    return client.ask("POST", "/ask", request).value_or(HttpReply{});
  };
  EXPECT_EQ(ask(kPuzzle).body, kSolution + '\n');
  EXPECT_EQ(ask("solve " + kPuzzle).body, kSolution + '\n');
  std::string board;
  for (int row = 0; row < 9; ++row) board += kPuzzle.substr(9 * row, 9) + '\n';
  EXPECT_EQ(ask(board).body, kSolution + '\n');
  EXPECT_EQ(ask("queens 8").body, "8 is answered\n");
  EXPECT_EQ(ask("count 100 " + kPuzzle).body, "100 " + kPuzzle + " is answered\n");
  EXPECT_EQ(ask("target " + kPuzzle).status, 200U);
  EXPECT_EQ(ask("ping").body, "pong\n");
  EXPECT_TRUE(ask("count 100 55" + kPuzzle.substr(2)).body.starts_with("invalid "));
  EXPECT_EQ(served.metrics.requests[index_of(verb_named("ping"))], 1U);
  EXPECT_EQ(served.budget.searches.used(), 0U);
}

TEST(HttpListener, AnswersManyPairsAtOnce) {
  Served served;
  HttpClient client(served.port);
  std::string wrong = kSolution;
  wrong[80] = '.';
  std::string body;
  std::string expected;
  for (int i = 0; i < 100; ++i) {
    body += kPuzzle + "\t" + kSolution + "\r\n" + kPuzzle + "," + wrong + "\n# remark\n";
    expected += "ok\nblank r9c9\n";
  }
  for (int i = 0; i < 3; ++i) {
    const auto reply = client.ask("POST", "/verify", body);
    ASSERT_TRUE(reply);
    EXPECT_EQ(reply->status, 200U);
    EXPECT_EQ(reply->body, expected);
  }
  EXPECT_EQ(served.metrics.requests[index_of(verb_named("verify"))], 600U);
  EXPECT_EQ(client.ask("POST", "/ask", "verify " + kPuzzle + " " + wrong)->body, "blank r9c9\n");
  EXPECT_EQ(client.ask("POST", "/verify?unique", body)->status, 200U) << "a search";
  EXPECT_EQ(client.ask("POST", "/verify", "# nothing\n")->status, 400U);
  EXPECT_EQ(client.ask("GET", "/verify")->status, 405U);
  EXPECT_EQ(client.ask("POST", "/verify", body, "Origin: http://evil.example\r\n")->status, 403U);
  EXPECT_EQ(client.ask("POST", "/verify", std::string(1025, '\n'))->status, 413U);
  HttpClient large(served.port);
  EXPECT_EQ(large.ask("POST", "/verify", std::string(140000, '1'))->status, 413U);
}

TEST(HttpListener, AnswersManyBoardsOfQueens) {
  Served served;
  HttpClient client(served.port);
  const std::string boards = "AABB\nAABB\nCCDD\nCCDD\n\nABCDABCDABCDABCD\n";
  EXPECT_EQ(client.ask("POST", "/queens", boards)->body, "boards is answered\n");
  EXPECT_EQ(client.ask("POST", "/queens?count=2", boards)->body, "count 2 boards is answered\n");
  EXPECT_EQ(client.ask("POST", "/queens?has-solution&torus", boards)->body,
            "has-solution boards is answered\n");
  EXPECT_EQ(client.ask("POST", "/ask", "queens AABBAABBCCDDCCDD")->status, 200U);
  EXPECT_EQ(client.ask("POST", "/queens?count=", boards)->status, 400U);
  EXPECT_EQ(client.ask("POST", "/queens?count=2&has-solution", boards)->status, 400U);
  EXPECT_EQ(client.ask("POST", "/queens?first=2", boards)->status, 400U);
  EXPECT_EQ(client.ask("GET", "/queens")->status, 405U);
  EXPECT_EQ(client.ask("POST", "/queens", boards, "Origin: http://evil.example\r\n")->status, 403U);
  HttpClient large(served.port);
  EXPECT_EQ(large.ask("POST", "/queens", std::string(140000, '.'))->status, 413U);
}

// The status page's box sends what people paste.
TEST(HttpListener, AsksForBoardsOfEveryKind) {
  Served served;
  HttpClient client(served.port);
  const std::string small = "1...............";
  const std::vector<std::string> bodies = {"explain " + kPuzzle,
                                           "board " + small,
                                           small,
                                           "1...\n....\n....\n....\n",
                                           ".Cage~10~R1C1~R1C2~R1C3~R1C4.Shape~4x4",
                                           ".Cage~10~R1C1~R1C2~R1C3~R1C4\n.Shape~4x4\n",
                                           "# killer\n.Cage~10~R1C1~R1C2~R1C3~R1C4.Shape~4x4\n"};
  for (const std::string& body : bodies) {
    const auto reply = client.ask("POST", "/ask", body);
    ASSERT_TRUE(reply);
    EXPECT_EQ(reply->status, 200U) << body << reply->body;
    EXPECT_NE(reply->body.find(" is answered"), std::string::npos) << "a search: " << reply->body;
  }
  EXPECT_NE(client.ask("POST", "/solve", small)->body.find(" is answered"), std::string::npos);
  EXPECT_EQ(client.ask("POST", "/ask", small + '\n' + small)->status, 400U) << "two boards";
}

// What a query asks for is done, or the request is refused.
TEST(HttpListener, RefusesQueriesThatItDoesNotKnow) {
  Served served;
  HttpClient client(served.port);
  const std::string pair = kPuzzle + ',' + kSolution + '\n';
  for (const std::string query :
       {"unique=1", "unique=0", "unique&x", "Unique", "cells=", "from=1"}) {
    const auto reply = client.ask("POST", "/verify?" + query, pair);
    ASSERT_TRUE(reply);
    EXPECT_EQ(reply->status, 400U) << query;
    EXPECT_NE(reply->body.find("this path takes unique and cells"), std::string::npos);
  }
  for (const std::string path : {"/solve?limit=2", "/ask?x", "/cancel?id=1"}) {
    EXPECT_EQ(client.ask("POST", path, kPuzzle)->status, 400U) << path;
  }
  for (const std::string path :
       {"/?x", "/status.json?x", "/metrics?name=a", "/clients?x", "/searches?x", "/healthz?verbose",
        "/readyz?x", "/history.json?from=x", "/history.json?from=", "/history.json?form=1",
        "/status.css?v=1"}) {
    EXPECT_EQ(client.ask("GET", path)->status, 400U) << path;
  }
  EXPECT_EQ(client.ask("POST", "/verify?", pair)->body, "ok\n");
  EXPECT_EQ(client.ask("POST", "/verify?unique&cells", pair)->status, 200U);
  EXPECT_EQ(client.ask("GET", "/history.json?from=1")->status, 200U);
}

// Lines of JSON and tables, as `puzzled verify` reads them.
TEST(HttpListener, VerifiesWhatTheCommandReads) {
  Served served;
  HttpClient client(served.port);
  const std::string record = R"({"id": 7, "question": ")" + kPuzzle + R"(", "answer": ")";
  const std::string lines = record + kSolution + "\"}\n" + record + kSolution.substr(1) + "\"}\n";
  EXPECT_EQ(client.ask("POST", "/verify", lines)->body, "ok\n80 cells instead of 81\n");
  EXPECT_EQ(client.ask("POST", "/verify", lines, "Content-Type: application/x-ndjson\r\n")->status,
            200U);
  const std::string table = "id,puzzle,solution\n1," + kPuzzle + ',' + kSolution + '\n';
  EXPECT_EQ(client.ask("POST", "/verify", table)->body, "ok\n");
}

TEST(HttpListener, RefusesBodiesThatItDoesNotRead) {
  Served served;
  HttpClient client(served.port);
  const std::string json = R"({"puzzle": ")" + kPuzzle + "\"}";
  const std::string packed("\x1f\x8b\x08\x00\x00", 5);
  const std::string type = "Content-Type: application/json; charset=utf-8\r\n";
  struct Sent {
    std::string body;
    std::string fields;
  };
  for (const std::string path : {"/solve", "/ask", "/verify"}) {
    for (const Sent& sent : std::vector<Sent>{{json, {}},
                                              {json, type},
                                              {"[\"" + kPuzzle + "\"]", {}},
                                              {"{\n\"puzzle\":\n\"" + kPuzzle + "\"\n}\n", {}},
                                              {'"' + kPuzzle + '"', type},
                                              {packed, {}},
                                              {packed, "Content-Encoding: gzip\r\n"},
                                              {kPuzzle, "Content-Encoding: br\r\n"},
                                              {"\x28\xb5\x2f\xfd____", {}}}) {
      const auto reply = client.ask("POST", path, sent.body, sent.fields);
      ASSERT_TRUE(reply);
      EXPECT_EQ(reply->status, 415U) << path << sent.body << sent.fields << reply->body;
    }
  }
  EXPECT_EQ(client.ask("POST", "/solve", kPuzzle, "Content-Encoding: identity\r\n")->status, 200U);
  EXPECT_EQ(
      client.ask("POST", "/solve", kPuzzle, "Content-Type: application/x-www-form-urlencoded\r\n")
          ->status,
      200U);
}

TEST(HttpListener, SaysWithEvery503WhenToComeBack) {
  Served served;
  HttpClient client(served.port);
  served.alive = false;
  served.phase = Phase::kDraining;
  for (const std::string path : {"/healthz", "/readyz"}) {
    EXPECT_EQ(client.ask("GET", path)->headers.at("retry-after"), "1") << path;
  }
  for (const std::string path : {"/solve", "/ask", "/verify"}) {
    EXPECT_EQ(client.ask("POST", path, kPuzzle)->headers.at("retry-after"), "1") << path;
  }
}

TEST(HttpListener, RefusesOtherRequests) {
  Served served;
  HttpClient client(served.port);
  for (const std::string request :
       {"first 2 8", "stats", "quit", "end", "# nothing", "@a ping", "@a queens 8", "foo", "queens",
        "queens 99", "queens 8\nqueens 8", "GET / HTTP/1.1", ""}) {
    const auto reply = client.ask("POST", "/ask", request);
    ASSERT_TRUE(reply);
    EXPECT_EQ(reply->status, 400U) << request << reply->body;
  }
  EXPECT_EQ(served.metrics.errors[static_cast<std::size_t>(ErrorCode::kLimit)], 1U);
  EXPECT_EQ(client.ask("GET", "/ask")->status, 405U);
  EXPECT_EQ(client.ask("POST", "/ask", "queens 8", "Origin: http://evil.example\r\n")->status,
            403U);
  served.phase = Phase::kDraining;
  EXPECT_EQ(client.ask("POST", "/ask", "queens 8")->status, 503U);
}

TEST(HttpListener, BoundsItsSearches) {
  Served served({.searches = 2});
  served.hold();
  const std::string request =
      "POST /ask HTTP/1.1\r\nHost: localhost\r\nContent-Length: 8\r\n\r\nqueens 8";
  std::vector<HttpClient> clients;
  for (int i = 0; i < 2; ++i) {
    clients.emplace_back(served.port);
    clients.back().send(request);
  }
  while (served.waiting() < 2) std::this_thread::sleep_for(1ms);
  EXPECT_EQ(served.budget.searches.used(), 2U);
  HttpClient client(served.port);
  const auto refused = client.ask("POST", "/ask", "queens 9");
  EXPECT_EQ(refused->status, 503U);
  EXPECT_EQ(refused->body, "error busy too many searches in progress; try again later\n");
  EXPECT_EQ(refused->headers.at("retry-after"), "1");
  served.release();
  for (HttpClient& waits : clients) EXPECT_EQ(waits.reply()->body, "8 is answered\n");
  served.budget.searches.set_limit(0);
  EXPECT_EQ(client.ask("POST", "/ask", "queens 8")->status, 503U) << "no more for all clients";
  EXPECT_EQ(served.metrics.errors[static_cast<std::size_t>(ErrorCode::kBusy)], 2U);
}

const std::string kCancel = "Puzzled-Action: cancel\r\n";

TEST(HttpListener, CancelsASearchForTheOperator) {
  Served served;
  HttpClient client(served.port);
  const std::string own = "Origin: http://127.0.0.1:" + std::to_string(served.port) + "\r\n";
  const std::string here = "Host: 127.0.0.1:" + std::to_string(served.port) + "\r\n";
  const auto of_a_program = client.ask("POST", "/cancel", "7", kCancel);
  ASSERT_TRUE(of_a_program);
  EXPECT_EQ(of_a_program->status, 200U);
  EXPECT_EQ(of_a_program->body, "cancelled\n");
  client.send("POST /cancel HTTP/1.1\r\n" + here + own + kCancel + "Content-Length: 2\r\n\r\n7\n");
  EXPECT_EQ(client.reply()->status, 200U) << "the page";
  EXPECT_EQ(client.ask("POST", "/cancel", "8", kCancel)->status, 404U) << "none of that id runs";
  EXPECT_EQ(served.cancels, (std::vector<std::uint64_t>{7, 7, 8}));
  served.phase = Phase::kDraining;
  EXPECT_EQ(client.ask("POST", "/cancel", "7", kCancel)->status, 200U)
      << "so that a shutdown need not wait";
}

TEST(HttpListener, OnlyTheOperatorCancelsSearches) {
  Served served;
  HttpClient client(served.port);
  const std::string port = std::to_string(served.port);
  const auto status = [&client](const std::string& headers, const std::string& body = "7",
                                const std::string& method = "POST") {
    const auto reply = client.ask(method, "/cancel", body, headers);
    return reply ? reply->status : 0;
  };
  // What a foreign page can send without a preflight request, by a form or a script.
  EXPECT_EQ(status(""), 403U);
  EXPECT_EQ(status("Origin: http://evil.example\r\n"), 403U);
  EXPECT_EQ(status("Content-Type: text/plain\r\n"), 403U);
  EXPECT_EQ(status("Content-Type: application/x-www-form-urlencoded\r\n"), 403U);
  // The preflight is refused, and allows nothing.
  const auto preflight = client.ask("OPTIONS", "/cancel", "",
                                    "Origin: http://evil.example\r\nAccess-Control-Request-Method: "
                                    "POST\r\nAccess-Control-Request-Headers: puzzled-action\r\n");
  ASSERT_TRUE(preflight);
  EXPECT_EQ(preflight->status, 405U);
  for (const auto& [name, value] : preflight->headers) {
    EXPECT_FALSE(name.starts_with("access-control-")) << name;
  }
  // With the header all the same.
  for (const std::string origin : {"http://evil.example", "null", "https://127.0.0.1:",
                                   "http://127.0.0.1:1", "http://localhost"}) {
    EXPECT_EQ(status(kCancel + "Origin: " + origin + "\r\n"), 403U) << origin;
  }
  EXPECT_EQ(status(kCancel + "Origin: http://127.0.0.1:" + port + "\r\nOrigin: http://evil\r\n"),
            400U);
  client = HttpClient(served.port);
  EXPECT_EQ(status("Puzzled-Action: cancel2\r\n"), 403U);
  // DNS rebinding: the page's own name leads to us.
  client.send("POST /cancel HTTP/1.1\r\nHost: evil.example:" + port +
              "\r\nOrigin: http://evil.example:" + port + "\r\n" + kCancel +
              "Content-Length: 1\r\n\r\n7");
  EXPECT_EQ(client.reply()->status, 421U);
  // Somebody behind a proxy of this machine.
  for (const std::string field : {"Forwarded: for=192.0.2.1", "X-Forwarded-For: 192.0.2.1",
                                  "X-Real-IP: 192.0.2.1", "Via: 1.1 proxy"}) {
    EXPECT_EQ(status(kCancel + field + "\r\n"), 403U) << field;
  }
  EXPECT_EQ(status(kCancel, "", "GET"), 405U);
  EXPECT_EQ(status(kCancel, "7", "PUT"), 405U);
  for (const std::string body :
       {"", "x", "7 8", "-7", "+7", "0x7", "7.0", "18446744073709551616", "id=7"}) {
    EXPECT_EQ(status(kCancel, body), 400U) << body;
  }
  EXPECT_EQ(status(kCancel, std::string(5000, '7')), 413U);
  EXPECT_TRUE(served.cancels.empty());
}

TEST(HttpListener, NobodyCancelsWhereOtherMachinesCanAsk) {
  Served served({}, false, false);
  EXPECT_EQ(HttpClient(served.port).ask("POST", "/cancel", "7", kCancel)->status, 403U);
  EXPECT_TRUE(served.cancels.empty());
}

TEST(HttpListener, TellsTheHistoryFromANumberOn) {
  Served served;
  const ServerInfo info;
  for (int i = 0; i < 4; ++i) {
    served.history.add({.metrics = served.metrics,
                        .budget = served.budget,
                        .info = info,
                        .process = {.uptime_seconds = 2.0 * i}});
  }
  HttpClient client(served.port);
  const auto all = client.ask("GET", "/history.json");
  ASSERT_TRUE(all);
  EXPECT_EQ(all->headers.at("content-type"), "application/json");
  EXPECT_NE(all->body.find("\"first\":0,\"next\":3,\"columns\":{\"uptime_seconds\":[2,4,6],"),
            std::string::npos)
      << all->body;
  for (const auto& [query, times] : {std::pair{"?from=2", "[6]"},
                                     {"?from=3", "[]"},
                                     {"?from=99", "[]"},
                                     {"?from=0", "[2,4,6]"},
                                     {"?", "[2,4,6]"}}) {
    const auto some = client.ask("GET", "/history.json" + std::string(query));
    EXPECT_NE(some->body.find("\"uptime_seconds\":" + std::string(times)), std::string::npos)
        << query << some->body;
  }
  for (const std::string query : {"?from=99999999999999999999", "?from=-1", "?from=", "?other"}) {
    EXPECT_EQ(client.ask("GET", "/history.json" + query)->status, 400U) << query;
  }
  EXPECT_EQ(client.ask("POST", "/history.json", "x")->status, 405U);
}

TEST(HttpListener, OnlyThisMachineIsToldOfSearches) {
  const auto subject = std::make_shared<const SearchSubject>(
      SearchSubject{.request = {.verb = &verb_named("queens"), .queens = 17}, .client = {}});
  for (const bool is_loopback : {true, false}) {
    Served served({}, false, is_loopback);
    served.searches = {
        .running = 1, .waiting = 2, .searches = {{.id = 7, .subject = subject, .age = 1500ms}}};
    const auto reply = HttpClient(served.port).ask("GET", "/searches");
    ASSERT_TRUE(reply);
    EXPECT_EQ(reply->status, 200U);
    const std::string counts = "{\"running\":1,\"waiting\":2";
    const std::string details =
        ",\"searches\":[{\"id\":7,\"kind\":\"queens\",\"argument\":\"17\",\"client\":\"unknown\","
        "\"running_seconds\":1.5}]";
    EXPECT_EQ(reply->body, counts + (is_loopback ? details : "") + "}\n");
  }
}

}  // namespace
}  // namespace puzzled::net
