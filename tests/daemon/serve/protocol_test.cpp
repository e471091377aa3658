#include "daemon/net/metrics/metric_texts.hpp"
#include "daemon/net/verbs/read_request.hpp"
#include "daemon/net/verbs/verbs.hpp"

#include <gtest/gtest.h>

#include "core/sudoku/text/cells.hpp"
#include "tests/daemon/serve/sample_puzzle.hpp"

namespace puzzled::net {
namespace {

using Kind = Request::Kind;

std::string answer_to(const std::string& line) {
  const Request request = read_request(line, {});
  EXPECT_EQ(request.kind, Kind::kAnswered) << line;
  return std::string(request.tag) + '|' + request.answer;
}

TEST(Verbs, SearchesAreAnsweredAndListed) {
  for (const Verb& verb : kVerbs) {
    EXPECT_EQ(verb.answer != nullptr, verb.is_search()) << verb.name;
    EXPECT_TRUE(!verb.is_search() || verb.argument != nullptr) << verb.name;
  }
}

TEST(Protocol, TheFirstByteSaysWhetherALineIsASudoku) {
  for (int byte = 0; byte < 256; ++byte) {
    const char c = static_cast<char>(byte);
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const std::string_view line(&c, 1);
    EXPECT_EQ(begins_sudoku(line), c == 'x' || c == 'X' || (!letter && c != '@')) << byte;
    EXPECT_TRUE(sudoku::cell_value(c) < 0 || begins_sudoku(line));
  }
  for (const std::string& line : {kEmpty, "5" + kEmpty, std::string("x"), std::string("-"),
                                  " " + kEmpty, std::string("\x80"), std::string("\0", 1)}) {
    const Request request = read_request(line, {});
    EXPECT_EQ(request.kind, Kind::kSudoku);
    EXPECT_EQ(request.sudoku, line);
    EXPECT_EQ(request.tag, "");
  }
  for (const std::string line : {"", " \t", "# solve", "#", "\r", "\f"}) {
    EXPECT_EQ(read_request(line, {}).kind, Kind::kNothing) << line;
  }
}

TEST(Protocol, ReadsVerbs) {
  std::string line = "solve " + kEmpty + " # by hand";
  Request request = read_request(line, {});
  EXPECT_EQ(request.kind, Kind::kSudoku);
  EXPECT_EQ(request.sudoku, kEmpty + " # by hand");

  request = read_request("count  17\t5" + kEmpty.substr(1), {});
  ASSERT_EQ(request.kind, Kind::kSearch);
  EXPECT_EQ(request.search.verb, &verb_named("count"));
  EXPECT_EQ(request.search.most, 17U);
  EXPECT_EQ(request.search.grid[0], 5);

  for (const std::uint64_t most : {std::uint64_t{2}, kMaxStreamCount}) {
    line = "count " + std::to_string(most) + ' ' + kEmpty;
    request = read_request(line, {});
    EXPECT_EQ(request.kind, Kind::kSudoku);
    EXPECT_EQ(request.limit, most);
    EXPECT_EQ(request.sudoku, kEmpty);
  }
  for (const std::uint64_t most : {std::uint64_t{0}, std::uint64_t{1}, kMaxStreamCount + 1}) {
    request = read_request("count " + std::to_string(most) + ' ' + kEmpty, {});
    EXPECT_EQ(request.kind, Kind::kSearch);
  }

  request = read_request("count 99999999999999999999999 " + kEmpty, {});
  EXPECT_EQ(request.search.most, UINT64_MAX);

  request = read_request("queens 18 ", {});
  ASSERT_EQ(request.kind, Kind::kSearch);
  EXPECT_EQ(request.search.verb, &verb_named("queens"));
  EXPECT_EQ(request.search.queens, 18);

  request = read_request("first 1000 32", {});
  ASSERT_EQ(request.kind, Kind::kSearch);
  EXPECT_EQ(request.search.verb, &verb_named("first"));
  EXPECT_EQ(request.search.boards.listed, 1000U);
  EXPECT_EQ(request.search.queens, 32);

  request = read_request("target " + kEmpty, {});
  ASSERT_EQ(request.kind, Kind::kSearch);
  EXPECT_EQ(request.search.verb, &verb_named("target"));

  const std::string regions = "AABBAABBCCDDCCDD";
  for (const std::string words : {"", "count 2 ", "count 0 ", "has-solution "}) {
    request = read_request("@t queens " + words + regions, {});
    ASSERT_EQ(request.kind, Kind::kSearch) << words;
    EXPECT_EQ(request.search.lines, 1U);
    EXPECT_EQ(request.search.line, "@t " + regions + '\n');
    EXPECT_EQ(request.search.verb->argument(request.search), words + regions);
  }
  for (const std::string board :
       {"A A B B, A A B B, C C D D, C C D D", R"([["A","A","B","B"],["A","A","B","B"],)"
                                              R"(["C","C","D","D"],["C","C","D","D"]])"}) {
    request = read_request("queens " + board, {});
    ASSERT_EQ(request.kind, Kind::kSearch) << board;
    EXPECT_EQ(request.search.line, ' ' + regions + '\n');
  }
  for (const std::string words : {"queens ", "queens count 2 ", "queens has-solution ",
                                  "queens torus ", "queens count 0 torus ", "first 3 "}) {
    for (const std::string board : {"....Q...#.......", ".... Q... #... ....", "5"}) {
      request = read_request(words + board, {});
      ASSERT_EQ(request.kind, Kind::kSearch) << words << board;
      EXPECT_EQ(request.search.lines, 0U);
      EXPECT_EQ(request.search.line, board == "5" ? "" : board);
      EXPECT_EQ(request.search.queens, board == "5" ? 5 : 4);
      EXPECT_EQ(request.search.is_torus, words.find("torus") != std::string::npos);
      EXPECT_EQ(std::string(request.search.verb->name) + ' ' +
                    request.search.verb->argument(request.search),
                words + board);
    }
  }
  EXPECT_EQ(read_request("first 2 " + regions, {}).search.line, regions);

  for (const std::string verb : {"canon", "rate", "minimal"}) {
    request = read_request(verb + ' ' + kEmpty + " # remark", {});
    ASSERT_EQ(request.kind, Kind::kSearch);
    EXPECT_EQ(request.search.verb->name, verb);
    EXPECT_EQ(request.search.grid, sudoku::Grid{});
    EXPECT_EQ(request.search.line, verb == "rate" ? kEmpty + " # remark" : "");
    EXPECT_GE(answer_bound(request.search), 81 * 5 + request.search.line.size());
  }

  for (const std::string scale : {"", "backtracks "}) {
    request = read_request("rate " + scale + kEmpty + " # remark", {});
    ASSERT_EQ(request.kind, Kind::kSearch);
    EXPECT_EQ(request.search.verb->name, "rate");
    EXPECT_EQ(request.search.counts_guesses, !scale.empty());
    EXPECT_EQ(request.search.line, kEmpty + " # remark");
    EXPECT_EQ(request.search.verb->argument(request.search), scale + kEmpty);
  }

  for (const std::string first : {"", "first "}) {
    request = read_request("explain " + first + kEmpty, {});
    ASSERT_EQ(request.kind, Kind::kSearch);
    EXPECT_EQ(request.search.verb->name, "explain");
    EXPECT_EQ(request.search.most, first.empty() ? 0U : 1U);
    EXPECT_EQ(request.search.grid, sudoku::Grid{});
    EXPECT_EQ(request.search.verb->argument(request.search), first + kEmpty);
  }

  const std::string board = "12" + kEmpty.substr(2);
  for (const std::string words : {"pair ", "first pair "}) {
    request = read_request("explain " + words + kEmpty + ' ' + board, {});
    ASSERT_EQ(request.kind, Kind::kSearch);
    EXPECT_EQ(request.search.most, words == "pair " ? 0U : 1U);
    EXPECT_TRUE(request.search.has_board);
    EXPECT_EQ(request.search.grid, sudoku::Grid{});
    EXPECT_EQ(request.search.board[1], 2);
    EXPECT_EQ(request.search.verb->argument(request.search), words + kEmpty + ' ' + board);
  }

  request = read_request("verify unique cells " + kEmpty + " 12", {});
  ASSERT_EQ(request.kind, Kind::kSearch);
  EXPECT_EQ(request.search.verb, &verb_named("verify"));
  EXPECT_TRUE(request.search.needs.is_unique);
  EXPECT_TRUE(request.search.needs.counts_cells);
  EXPECT_EQ(request.search.line, kEmpty + " 12");

  const std::string strings = ".Shape~4x4.Cage~3~R1C1~R1C2";
  for (const std::string text : {"board .2..3......34..1", "solve .2..3......34..1",
                                 ".Shape~4x4.Cage~3~R1C1~R1C2", "board 123"}) {
    request = read_request("@t " + text, {});
    ASSERT_EQ(request.kind, Kind::kSearch) << text;
    EXPECT_EQ(request.search.verb, &verb_named("board"));
    EXPECT_EQ(request.search.most, 1U);
    EXPECT_EQ(request.search.line, text.substr(text.find(' ') + 1));
    EXPECT_GE(answer_bound(request.search), 625U * 3);
  }
  request = read_request("board candidates 100 " + kEmpty, {});
  EXPECT_EQ(request.search.question, variants::BoardQuestion::kCandidates);
  EXPECT_EQ(request.search.most, 100U);
  EXPECT_EQ(request.search.line, kEmpty);
  EXPECT_EQ(request.search.verb->argument(request.search), "candidates 100 " + kEmpty);
  request = read_request("board estimate " + strings, {});
  EXPECT_EQ(request.search.question, variants::BoardQuestion::kEstimate);
  EXPECT_EQ(request.search.line, strings);
  EXPECT_EQ(read_request("count 0 " + strings, {}).search.most, 0U);
  EXPECT_EQ(read_request("count 0 " + strings, {}).search.line, strings);
  // The same without a word in front.
  for (const std::string& other :
       {std::string(".2..3......34..1"), std::string("1 2 3 4 0 0 0 0 0 0 0 0 0 0 0 0"),
        "A" + std::string(255, '.'), "A" + std::string(11, '.') + "12C" + std::string(241, '.'),
        std::string(36, '0'), std::string(729, '1')}) {
    for (const std::string& tag : {std::string(), std::string("@t ")}) {
      request = read_request(tag + other, {});
      ASSERT_EQ(request.kind, Kind::kSearch) << other;
      EXPECT_EQ(request.search.verb, &verb_named("board"));
      EXPECT_EQ(request.search.most, 1U);
      EXPECT_EQ(request.search.line, other);
    }
  }
  for (const std::string& other :
       {kEmpty.substr(1), kEmpty.substr(1) + '^', kEmpty + " 1234", std::string("53"),
        std::string("----------------"), std::string("1234 4321 remark")}) {
    EXPECT_EQ(read_request(other, {}).kind, Kind::kSudoku) << other;
  }
  // Words stay words.
  EXPECT_EQ(answer_to("abcdabcdabcdabcd"), "|error bad-request unknown request 'abcdabcdabcdabcd'");
  EXPECT_EQ(answer_to("abc1 1 2 3 4 1 2 3 4 1 2 3 4 1 2 3"),
            "|error bad-request unknown request 'abc1'");

  request = read_request("cover soma 3 1 99999999999999", {});
  ASSERT_EQ(request.kind, Kind::kSearch);
  EXPECT_EQ(request.search.verb, &verb_named("cover"));
  EXPECT_EQ(request.search.problem, "soma");
  EXPECT_EQ(request.search.options, (std::vector<std::uint32_t>{2, 0, UINT32_MAX - 1}));
  EXPECT_TRUE(read_request("cover x", {}).search.options.empty());

  EXPECT_EQ(answer_to("ping"), "|pong");
  EXPECT_EQ(read_request("stats ", {}).kind, Kind::kStats);
  for (const std::string ending : {"end", "end \t\r", "quit", "quit  ", "@t quit", "@t end"}) {
    EXPECT_EQ(read_request(ending, {}).kind, Kind::kEnd) << ending;
  }
}

TEST(Protocol, WhiteSpaceInFrontOfARequestMeansNothing) {
  EXPECT_EQ(answer_to(" ping"), "|pong");
  EXPECT_EQ(answer_to("\t \v\f\rping"), "|pong");
  EXPECT_EQ(answer_to(" @1 ping"), "@1|pong");
  EXPECT_EQ(answer_to("  @1\t ping "), "@1|pong");
  EXPECT_EQ(read_request("  queens 8", {}).search.queens, 8);
  EXPECT_EQ(read_request("   # ping", {}).kind, Kind::kNothing);
  EXPECT_EQ(answer_to(" pnig"), answer_to("pnig"));
  for (const std::string ending : {" end", "\tquit"}) {
    EXPECT_EQ(read_request(ending, {}).kind, Kind::kEnd) << ending;
  }
  const std::string line = "  " + kEmpty;
  EXPECT_EQ(read_request(line, {}).kind, Kind::kSudoku);
  EXPECT_EQ(read_request(line, {}).sudoku, line) << "its columns are counted in reasons";
}

TEST(Protocol, ReadsTags) {
  std::string line = "@a " + kEmpty;
  Request request = read_request(line, {});
  EXPECT_EQ(request.kind, Kind::kSudoku);
  EXPECT_EQ(request.tag, "@a");
  EXPECT_EQ(request.sudoku, kEmpty);
  line = "@!~{\"id\":7} \t solve " + kEmpty;
  request = read_request(line, {});
  EXPECT_EQ(request.tag, "@!~{\"id\":7}");
  EXPECT_EQ(request.sudoku, kEmpty);
  const std::string longest = '@' + std::string(64, 'z');
  EXPECT_EQ(answer_to(longest + " ping"), longest + "|pong");

  const std::string what = "|error bad-request a tag is @ and 1 to 64 printable ASCII characters";
  for (const std::string& bad :
       {std::string("@"), std::string("@ ping"), longest + "z ping", std::string("@\x7f ping"),
        std::string("@\xC3\xA9 ping"), std::string("@a\0b ping", 9)}) {
    EXPECT_EQ(answer_to(bad), what) << bad;
  }
  for (const std::string bad : {"@a", "@a ", "@a # remark", "@a @b ping"}) {
    EXPECT_EQ(answer_to(bad), "@a|error bad-request a tag must be followed by a request") << bad;
  }
}

TEST(Protocol, SaysWhatIsWrong) {
  const std::string bad = "|error bad-request ";
  EXPECT_EQ(answer_to("hello"), bad + "unknown request 'hello'");
  EXPECT_EQ(answer_to("sovle " + kEmpty), bad + "unknown request 'sovle'; did you mean 'solve'?");
  EXPECT_EQ(answer_to("PING"), bad + "unknown request 'PING'; did you mean 'ping'?");
  EXPECT_EQ(answer_to("q\x01\xff\""), bad + "unknown request 'q??\"'");
  EXPECT_EQ(answer_to(std::string(3000, 'a')),
            bad + "unknown request '" + std::string(24, 'a') + "...'");
  EXPECT_EQ(answer_to("@t queen 8"),
            "@t" + bad + "unknown request 'queen'; did you mean 'queens'?");
  for (const std::string line : {"solve", "solve ", "solve # x", "solve end"}) {
    EXPECT_EQ(answer_to(line), bad + "use: solve LINE") << line;
  }
  for (const std::string line :
       {"count", "count 5", "count -1 1", "count 1", "count 1.5 1", "count 2 # x"}) {
    EXPECT_EQ(answer_to(line), bad + "use: count K LINE") << line;
  }
  for (const std::string line :
       {"queens", "queens 0", "queens 8 8", "queens eight", "queens -8", "queens count",
        "queens count 8", "queens count x 8", "queens has-solution", "queens torus",
        "queens torus 0", "queens count 2 eight"}) {
    EXPECT_EQ(answer_to(line), bad + "use: queens [count K | has-solution] [torus] N | BOARD")
        << line;
  }
  for (const std::string line : {"first", "first 3", "first 0 8", "first 3 0", "first 3 8 1"}) {
    EXPECT_EQ(answer_to(line), bad + "use: first K [torus] N | BOARD") << line;
  }
  EXPECT_EQ(answer_to("target"), bad + "use: target LINE");
  for (const std::string line : {"board", "board estimate", "board candidates 3",
                                 "board candidates 0 1", "board candidates x 1"}) {
    EXPECT_EQ(answer_to(line), bad + "use: board [candidates K | estimate] [SIZE] LINE") << line;
  }
  EXPECT_EQ(read_request("board 16:1-G 1", {}).search.size, "16:1-G");
  EXPECT_EQ(read_request("board estimate 16:0-F 1", {}).search.line, "1");
  EXPECT_EQ(read_request("board 16:1-Z 1", {}).search.line, "16:1-Z 1");
  EXPECT_EQ(answer_to("board candidates 101 1"),
            "|error limit candidates: at most 100 solutions of each are counted");
  for (const std::string verb : {"canon", "rate", "minimal"}) {
    const std::string usage = "use: " + std::string(find_verb(verb)->usage);
    EXPECT_EQ(answer_to(verb), bad + usage);
    EXPECT_EQ(answer_to(verb + " --distinct " + kEmpty), bad + usage);
    EXPECT_EQ(answer_to(verb + " 55" + kEmpty.substr(2)),
              "|invalid clues r1c1 and r1c2 are both 5");
  }
  EXPECT_EQ(answer_to("rate backtracks"), bad + "use: rate [backtracks] LINE");
  for (const std::string arguments : {"", " first", " --json", " pair", " first pair"}) {
    EXPECT_EQ(answer_to("explain" + arguments), bad + "use: explain [first] [pair] LINE");
  }
  EXPECT_EQ(answer_to("explain pair " + kEmpty),
            "|invalid no grid behind the puzzle (a pair is one line)");
  EXPECT_EQ(answer_to("explain pair " + kEmpty + " 12"), "|invalid board: 2 cells instead of 81");
  EXPECT_EQ(answer_to("explain first 55" + kEmpty.substr(2)),
            "|invalid clues r1c1 and r1c2 are both 5");

  EXPECT_EQ(answer_to("verify"), bad + "use: verify [unique] [cells] PUZZLE GRID");
  EXPECT_EQ(answer_to("verify " + kEmpty),
            "|invalid no grid behind the puzzle (a pair is one line)");
  EXPECT_EQ(answer_to("verify " + kEmpty + " 12"), "|2 cells instead of 81");
  EXPECT_EQ(answer_to("verify " + kEmpty + "," + kEmpty), "|blank r1c1");
  for (const std::string line : {"cover", "cover x 0", "cover x 1 y", "cover x -1"}) {
    EXPECT_EQ(answer_to(line), bad + "use: cover NAME [OPTION...]");
  }
  EXPECT_EQ(answer_to("ping 1"), bad + "use: ping");
  EXPECT_EQ(answer_to("stats all"), bad + "use: stats");
  EXPECT_EQ(answer_to("quit now"), bad + "use: quit");
  EXPECT_EQ(answer_to("count 0 55" + kEmpty.substr(2)), "|invalid clues r1c1 and r1c2 are both 5");
  EXPECT_EQ(answer_to("target 123"), "|invalid 3 cells instead of 81");
}

TEST(Protocol, KnowsItsLimits) {
  EXPECT_EQ(answer_to("queens 19"), "|error limit at most 18 queens are counted");
  EXPECT_EQ(answer_to("queens 99999999999999999999"), "|error limit at most 18 queens are counted");
  EXPECT_EQ(answer_to("first 1001 8"), "|error limit at most 1000 solutions are listed");
  EXPECT_EQ(answer_to("first 1 33"), "|error limit at most 32 queens are listed");
  EXPECT_EQ(answer_to("first 1001 AABBAABBCCDDCCDD"),
            "|error limit at most 1000 solutions are listed");
  EXPECT_EQ(answer_to("queens torus 19"), "|error limit at most 18 queens are counted");
  EXPECT_EQ(answer_to("queens count 0 19"), "|error limit at most 18 queens are counted");
  EXPECT_EQ(answer_to("queens count 1 36"), "|error limit at most 35 queens are counted");
  EXPECT_EQ(answer_to("queens " + std::string(19 * 19, '.')),
            "|error limit at most 18 queens are counted");
  EXPECT_EQ(answer_to("queens ..."),
            "|invalid a board must have N times N squares, N from 1 to 35 (got 3)");
  EXPECT_EQ(answer_to("queens torus AABBAABBCCDDCCDD"), "|invalid a board of regions is no torus");
  EXPECT_EQ(answer_to("queens {\"a\": 1}"),
            "|invalid a JSON value with one board is needed (got 0)");
  const RequestLimits limits{.line_bytes = 4096, .queens = 8, .first = 1};
  EXPECT_EQ(read_request("queens 9", limits).answer, "error limit at most 8 queens are counted");
  EXPECT_EQ(read_request("first 2 8", limits).error, ErrorCode::kLimit);
}

TEST(Protocol, TellsHttpToGoAway) {
  for (const std::string line :
       {"GET / HTTP/1.1", "POST /solve HTTP/1.0", "BREW http://x/ HTTP/1.1", "PRI * HTTP/2.0",
        "OPTIONS * HTTP/1.1"}) {
    const Request request = read_request(line, {});
    const std::string head = "HTTP/1.1 400 Bad Request\r\n";
    EXPECT_TRUE(request.answer.starts_with(head)) << request.answer;
    const std::size_t end = request.answer.find("\r\n\r\n");
    ASSERT_NE(end, std::string::npos);
    const std::string body = request.answer.substr(end + 4) + '\n';
    EXPECT_NE(body.find("--http"), std::string::npos);
    EXPECT_EQ(body.find('\n'), body.size() - 1) << "one line";
    EXPECT_NE(request.answer.find("\r\nContent-Length: " + std::to_string(body.size()) + "\r\n"),
              std::string::npos)
        << request.answer;
    EXPECT_TRUE(request.closes);
    EXPECT_TRUE(request.is_error);
  }
  for (const std::string line : {"GET /", "GET HTTP/1.1", "GET / HTTP/1.1 x", "GET / HTTP/1.",
                                 "GET / http/1.1", "@a GET / HTTP/1.1"}) {
    const Request request = read_request(line, {});
    EXPECT_TRUE(request.answer.starts_with("error bad-request unknown request")) << line;
    EXPECT_FALSE(request.closes) << line;
  }
  EXPECT_FALSE(read_request("Host: localhost", {}).closes);
}

TEST(Protocol, StatsAreOneLine) {
  Metrics metrics;
  metrics.requests[index_of(verb_named("ping"))] = 3;
  metrics.errors[static_cast<std::size_t>(ErrorCode::kBusy)] = 4;
  const std::string line = stats_line(metrics, Budget());
  EXPECT_EQ(line.find('\n'), line.size() - 1);
  EXPECT_NE(line.find(" ping=3 "), std::string::npos);
  EXPECT_NE(line.find(" error-busy=4 "), std::string::npos);
}

}  // namespace
}  // namespace puzzled::net
