#include "daemon/net/serve/request_parser.hpp"

#include <gtest/gtest.h>

#include <random>

#include "daemon/net/serve/plain_lines.hpp"
#include "tests/daemon/serve/echoed.hpp"
#include "tests/daemon/serve/parsed_batches.hpp"
#include "tests/daemon/serve/sample_puzzle.hpp"

namespace puzzled::net {
namespace {

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

/// Lines of all kinds, good and bad.
std::vector<std::string> some_lines() {
  return {kEmpty,
          std::string(81, '1'),
          std::string(81, 'x'),
          "53",
          "",
          " ",
          "# a comment",
          " # a comment",
          "\t#",
          "\t" + kEmpty,
          kEmpty + " a remark",
          "1...............",
          "@4 1...............",
          "A" + std::string(255, '.'),
          "@7 " + kEmpty,
          "@seven solve " + kEmpty,
          "solve " + kEmpty,
          "solve",
          "count 2 " + kEmpty,
          "@2 count 2 " + kEmpty,
          "count 16 " + kEmpty,
          "count 17 " + kEmpty,
          "@c count 0 " + kEmpty,
          "count 2 55" + std::string(79, '.'),
          "queens 8",
          "queens 99",
          "queens AABBAABBCCDDCCDD",
          "@q queens ABCDABCDABCDABCD",
          "queens count 2 AABBAABBCCDDCCDD",
          "@r queens has-solution " + std::string(16, 'A'),
          "queens ..#. .... .... Q...",
          "queens torus 5",
          "first 3 AABBAABBCCDDCCDD",
          "first 3 6",
          "target " + kEmpty,
          "target 1",
          "ping",
          "@p ping",
          "@",
          "@@ ping",
          "@x",
          "pong",
          "PING",
          "stats",
          "@s stats",
          std::string("\0\x01\xff", 3),
          "-",
          "\r",
          kEmpty + '\r',
          "@cr " + kEmpty + '\r',
          "@1 #"};
}

TEST(RequestParser, AnyByteSplitGivesTheSameAnswers) {
  std::string text = "\xEF\xBB\xBF";
  for (const std::string& line : some_lines())
    text += line + (text.size() % 3 == 0 ? "\r\n" : "\n");
  text += "ping";  // the last line has no end
  const Echoed expected = echo_plainly(text, {});
  EXPECT_FALSE(expected.closed);
  for (std::size_t split = 0; split <= text.size(); ++split) {
    bool first = true;
    auto batches = cut_in_packets(text, {}, [&] {
      return std::exchange(first, false) && split > 0 ? split : std::string_view::npos;
    });
    ASSERT_EQ(echo(batches).text, expected.text) << "split at byte " << split;
  }
  auto batches = cut_in_packets(text, {}, [] { return 1; });
  EXPECT_EQ(echo(batches).text, expected.text);
}

TEST(RequestParser, RandomStreamsInRandomPacketsGiveTheAnswersOfTheirLines) {
  std::mt19937 random(1);
  const auto below = [&](std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(random);
  };
  std::vector<std::string> lines = some_lines();
  for (const std::size_t size : {1022, 1023, 1024, 1025, 2000}) {
    lines.push_back(std::string(size, '.'));
    lines.push_back("@long " + std::string(size, '.'));
  }
  std::vector<std::string> enders = {"end",
                                     "quit",
                                     "@q quit",
                                     "end \r",
                                     "GET / HTTP/1.1",
                                     std::string(4097, '.'),
                                     std::string(5000, 'a')};
  constexpr std::size_t kSizes[] = {1, 7, 81, 82, 500, 3000, 100000};
  for (int round = 0; round < 400; ++round) {
    std::string text;
    const std::size_t count = below(60);
    const std::size_t plain = below(3);  // 0: no plain lines
    for (std::size_t i = 0; i < count; ++i) {
      text += lines[below(lines.size())] + '\n';
      if (plain > 0) text += repeated(kEmpty + '\n', static_cast<int>(below(40)));
    }
    if (below(2) == 0) text += enders[below(enders.size())] + "\nping\n";
    RequestLimits limits;
    if (below(4) == 0) limits.line_bytes = 90 + below(2000);
    const Echoed expected = echo_plainly(text, limits);
    const std::size_t size = kSizes[below(std::size(kSizes))];
    auto batches = cut_in_packets(
        text, limits, [&] { return 1 + below(size); }, below(2) == 0 ? UINT64_MAX : 1 + below(50));
    const Echoed found = echo(batches);
    ASSERT_EQ(found.text, expected.text) << "round " << round;
    ASSERT_EQ(found.closed, expected.closed) << "round " << round;
  }
}

TEST(RequestParser, FindsBoardsOfOtherSizesAmongLinesWithoutLetters) {
  sudoku::TextBuffer bytes(repeated(kEmpty + " 1\n", 50) + "1...............\n" +
                           repeated("53\n", 50) + repeated("1...............\n", 50));
  RequestParser parser({});
  std::vector<std::unique_ptr<RequestBatch>> batches;
  std::uint64_t searches = 0;
  std::uint64_t lines = 0;
  for (int calls = 0; calls < 100 && lines < 151; ++calls) {
    batches.clear();
    parser.parse(bytes, false, batches);
    for (const auto& batch : batches) {
      lines += batch->lines;
      if (batch->kind == BatchKind::kSearch) ++searches;
    }
  }
  EXPECT_EQ(lines, 151U);
  EXPECT_EQ(searches, 51U);
}

TEST(RequestParser, MovesARunOfPuzzlesToOnePiece) {
  sudoku::TextBuffer bytes(repeated(kEmpty + '\n', 3000) + "partial");
  const char* const memory = bytes.data();
  const std::size_t size = bytes.size() - 7;
  RequestParser parser({});
  std::vector<std::unique_ptr<RequestBatch>> batches;
  parser.parse(bytes, false, batches);
  ASSERT_EQ(batches.size(), 1U);
  EXPECT_EQ(batches[0]->kind, BatchKind::kStream);
  EXPECT_EQ(batches[0]->lines, 3000U);
  EXPECT_EQ(batches[0]->requests.size(), size);
  EXPECT_EQ(batches[0]->requests.data(), memory);
  EXPECT_EQ(bytes.view(), "partial");
}

TEST(RequestParser, HoldsNoLargeBufferForALittleRest) {
  for (const std::string& lines : {repeated("@t 1\n", 50000), repeated(kEmpty + '\n', 3000)}) {
    sudoku::TextBuffer bytes(lines + "pi");
    RequestParser parser({});
    std::vector<std::unique_ptr<RequestBatch>> batches;
    for (int turns = 0; turns < 1000 && bytes.size() > 2; ++turns) {
      parser.parse(bytes, false, batches);
    }
    EXPECT_TRUE(bytes.view() == "pi") << bytes.size();
    EXPECT_LT(bytes.capacity(), 100U);
  }
}

TEST(RequestParser, PiecesHaveABoundedNumberOfLines) {
  // Of such lines, a turn ends before a piece is full.
  constexpr std::uint64_t kTurn = RequestParser::kMaxWork / RequestParser::kWorkOfLook;
  static_assert(kTurn <= RequestParser::kMaxLines);
  for (const std::string line : {"1\n", "#\n", "@t 1\n"}) {
    auto batches = cut_at_once(repeated(line, 20000));
    std::uint64_t lines = 0;
    for (const auto& batch : batches) {
      EXPECT_LE(batch->lines, RequestParser::kMaxLines);
      lines += batch->lines;
    }
    EXPECT_EQ(lines, 20000U);
    EXPECT_EQ(batches.size(), (20000 + kTurn - 1) / kTurn) << line;
  }
}

// Whatever a client sends, a call takes no more of what it is worth than it may: long lines,
// errors for which a suggestion is looked for, and searches count for more.
TEST(RequestParser, LeavesOthersTheirTurn) {
  struct LineKind {
    std::string line;
    std::uint64_t work;  // at least, of a line
  };
  using Parser = RequestParser;
  const std::string puzzle(81, '.');
  const std::vector<LineKind> kinds = {
      {"ping\n", Parser::kWorkOfLine},
      {"@\n", Parser::kWorkOfError},
      {"zzz\n", Parser::kWorkOfError},
      {"exqlain\n", Parser::kWorkOfError},
      {std::string(200, 'z') + '\n', Parser::kWorkOfError + 200 / Parser::kBytesOfWork},
      {std::string(4000, 'z') + '\n', Parser::kWorkOfError + 4000 / Parser::kBytesOfWork},
      {"@" + std::string(4000, 'z') + '\n', Parser::kWorkOfError + 4000 / Parser::kBytesOfWork},
      {"canon " + std::string(4000, 'z') + '\n', 4000 / Parser::kBytesOfWork},
      {"verify " + puzzle + ' ' + puzzle + '\n', Parser::kWorkOfLine + 163 / Parser::kBytesOfWork},
      {"1\n", Parser::kWorkOfLook},
      {"_1_2 34\n", Parser::kWorkOfLook},
      {std::string(4000, '1') + '\n', Parser::kWorkOfLook + 4000 / Parser::kBytesOfWork},
      {repeated("12.4 ", 800) + '\n', Parser::kWorkOfLook + 4000 / Parser::kBytesOfWork},
      {repeated("[1,2,", 800) + '\n', Parser::kWorkOfLook + 4000 / Parser::kBytesOfWork},
      {repeated("{\"a\":[", 600) + '\n', Parser::kWorkOfLook + 3600 / Parser::kBytesOfWork},
      {repeated("~R1C1", 800) + '\n', Parser::kWorkOfLook + 4000 / Parser::kBytesOfWork},
      {repeated("\x16\x03\x01", 80) + '\n', Parser::kWorkOfLook + 240 / Parser::kBytesOfWork},
      {"@a 123\n", Parser::kWorkOfLook},
      {"count 2 " + repeated("count 2 ", 40) + '\n', 320 / Parser::kBytesOfWork},
      {"stats\n", Parser::kWorkOfError},
      {"queens 8\n", Parser::kWorkOfError}};
  for (const LineKind& kind : kinds) {
    for (const std::uint64_t work : {std::uint64_t{1}, std::uint64_t{40}, Parser::kMaxWork}) {
      SCOPED_TRACE(kind.line.substr(0, 20) + std::to_string(work));
      sudoku::TextBuffer bytes(repeated(kind.line, 1000));
      RequestParser parser({});
      std::size_t before = bytes.size() + 1;
      for (int turns = 0; !bytes.empty(); ++turns) {
        std::vector<std::unique_ptr<RequestBatch>> batches;
        parser.parse(bytes, false, batches, UINT64_MAX, Parser::kAnyGrant, work);
        std::uint64_t lines = 0;
        for (const auto& batch : batches) lines += batch->lines;
        ASSERT_GT(lines, 0U);
        ASSERT_LT((lines - 1) * kind.work, work) << "only the last one may go beyond";
        ASSERT_LE(batches.size(), Parser::kMaxBatches);
        ASSERT_LE(turns, 1000);
        ASSERT_LE(bytes.size(), before);
        before = bytes.size();
      }
    }
  }
}

// Lines without an answer, too.
TEST(RequestParser, LeavesOthersTheirTurnAmongLinesWithoutAnswers) {
  for (const std::string line : {" \n", "#c\n", "//\n", "\t\r\n"}) {
    sudoku::TextBuffer bytes(repeated(line, 1000));
    RequestParser parser({});
    std::vector<std::unique_ptr<RequestBatch>> batches;
    parser.parse(bytes, false, batches, UINT64_MAX, RequestParser::kAnyGrant, 40);
    EXPECT_GE(bytes.size() - parser.taken(), 900 * line.size()) << line;
  }
}

// Puzzles are passed on as they are, and solved elsewhere.
TEST(RequestParser, PuzzlesAreNoWorkOfATurn) {
  for (const std::string& line :
       {kEmpty + '\n', kEmpty + " # remark\n", "@a " + kEmpty + '\n', "@ " + kEmpty + '\n'}) {
    const bool is_error = line.starts_with("@ ");
    sudoku::TextBuffer bytes(repeated(line, 100));
    std::vector<std::unique_ptr<RequestBatch>> batches;
    RequestParser({}).parse(bytes, false, batches, UINT64_MAX, RequestParser::kAnyGrant, 1);
    std::uint64_t lines = 0;
    for (const auto& batch : batches) lines += batch->lines;
    EXPECT_EQ(lines, is_error ? 1U : 100U) << line;
  }
}

TEST(RequestParser, BlankLinesTakeNoMemory) {
  sudoku::TextBuffer bytes(std::string(300'000, '\n') + "ping\n" + std::string(5, '\n'));
  RequestParser parser({});
  std::vector<std::unique_ptr<RequestBatch>> batches;
  for (std::size_t before = 0; batches.empty() && bytes.size() != before;) {
    before = bytes.size();
    parser.parse(bytes, false, batches, 1, 4096);
  }
  ASSERT_EQ(batches.size(), 1U);
  EXPECT_EQ(batches[0]->answers.view(), "pong\n");
  EXPECT_LT(bytes.size(), 10U);
}

/// What a batch takes, with its answers.
std::uint64_t cost_of(const std::vector<std::unique_ptr<RequestBatch>>& batches) {
  std::uint64_t bytes = 0;
  for (const auto& batch : batches) bytes += memory_of(*batch) + memory_of_answers(*batch);
  return bytes;
}

TEST(RequestParser, TakesNoMoreMemoryThanItIsGranted) {
  std::mt19937 random(3);
  const auto below = [&random](std::size_t most) { return random() % most; };
  const std::vector<std::string> lines = some_lines();
  for (int round = 0; round < 300; ++round) {
    // Of many kinds, of few, or of one.
    std::string text;
    const std::size_t kinds = std::size_t{1} << below(6);
    const std::size_t first = below(lines.size());
    while (text.size() < std::size_t{100} << below(10)) {
      const std::string& line = lines[(first + below(kinds)) % lines.size()];
      text += repeated(line + '\n', 1 + static_cast<int>(below(round % 2 == 0 ? 2 : 300)));
    }
    const Echoed expected = echo_plainly(text, {});
    sudoku::TextBuffer bytes(text);
    RequestParser parser({});
    std::vector<std::unique_ptr<RequestBatch>> all;
    while (bytes.size() > parser.taken()) {
      const std::uint64_t before = bytes.capacity();
      const std::uint64_t grant =
          std::max<std::uint64_t>(parser.needs(), 1 + below(std::size_t{1} << (8 + below(13))));
      const bool is_enough = parser.needs() > 0;
      std::vector<std::unique_ptr<RequestBatch>> batches;
      parser.parse(bytes, true, batches, UINT64_MAX, grant);
      ASSERT_LE(cost_of(batches) + bytes.capacity(), before + grant + 64) << "round " << round;
      ASSERT_TRUE(!is_enough || !batches.empty());
      for (auto& batch : batches) all.push_back(std::move(batch));
    }
    ASSERT_EQ(echo(all).text, expected.text) << "round " << round;
  }
}

TEST(RequestParser, MoreGrantThanNeededChangesNothing) {
  // A whole read of puzzles is one batch, and no copy.
  sudoku::TextBuffer bytes(repeated(kEmpty + '\n', 4000));
  const char* const memory = bytes.data();
  RequestParser parser({});
  std::vector<std::unique_ptr<RequestBatch>> batches;
  parser.parse(bytes, false, batches, UINT64_MAX, std::uint64_t{3} << 20);
  ASSERT_EQ(batches.size(), 1U);
  EXPECT_EQ(batches[0]->requests.data(), memory);
  EXPECT_EQ(parser.needs(), 0U);
}

TEST(RequestParser, TakesNoMoreLinesThanItMay) {
  sudoku::TextBuffer bytes(repeated(kEmpty + '\n', 1000) + repeated("ping\n", 10));
  RequestParser parser({});
  std::uint64_t taken = 0;
  for (const std::uint64_t most : {0, 1, 7, 300, 1000}) {
    std::vector<std::unique_ptr<RequestBatch>> batches;
    parser.parse(bytes, false, batches, most);
    std::uint64_t lines = 0;
    for (const auto& batch : batches) lines += batch->lines;
    taken += lines;
    EXPECT_EQ(lines, most < 1000 ? most : 1010 - 308);
  }
  EXPECT_EQ(taken, 1010U);
  EXPECT_TRUE(bytes.empty());
}

TEST(RequestParser, KeepsLittleOfALineThatNeverEnds) {
  for (const std::string byte : {".", "a", "\r"}) {
    RequestParser parser({});
    sudoku::TextBuffer bytes;
    std::vector<std::unique_ptr<RequestBatch>> batches;
    std::size_t most = 0;
    for (int i = 0; i < 10000 && !parser.ended(); ++i) {
      bytes.append(byte);
      parser.parse(bytes, false, batches);
      most = std::max(most, bytes.size());
    }
    EXPECT_TRUE(parser.ended());
    EXPECT_LE(most, 4096U + 2);
    ASSERT_EQ(batches.size(), 1U);
    EXPECT_NE(batches[0]->closes, CloseReason::kNone);
    const std::string hint =
        byte == "\r" ? ": a line feed ends it, and a carriage return alone does not" : "";
    EXPECT_EQ(batches[0]->answers.view(),
              "error too-long line longer than 4096 bytes" + hint + '\n');
    EXPECT_EQ(batches[0]->tally.errors[static_cast<std::size_t>(ErrorCode::kTooLong)], 1U);
  }
}

TEST(RequestParser, ALineAtTheLimitIsTakenWithEitherLineEnd) {
  for (const std::string end : {"\n", "\r\n", ""}) {
    auto batches = cut_at_once(std::string(4096, '.') + end);
    EXPECT_EQ(echo(batches).text, std::string(4096, '.') + '\n');
    batches = cut_at_once(std::string(4097, '.') + end);
    EXPECT_TRUE(echo(batches).closed);
  }
}

TEST(RequestParser, NothingBehindTheEndCounts) {
  for (const std::string end : {"end\n", "end  \r\n", "quit\n", "@q quit\n", "end"}) {
    RequestParser parser({});
    sudoku::TextBuffer bytes("ping\n" + end + (end.ends_with('\n') ? "ping\n" : ""));
    std::vector<std::unique_ptr<RequestBatch>> batches;
    parser.parse(bytes, true, batches);
    EXPECT_EQ(echo(batches).text, "pong\n");
    EXPECT_NE(batches.back()->closes, CloseReason::kNone);
    EXPECT_TRUE(parser.ended());
    bytes.append("ping\n");
    batches.clear();
    parser.parse(bytes, false, batches);
    EXPECT_TRUE(batches.empty());
    EXPECT_TRUE(bytes.empty());
  }
  auto batches = cut_at_once("end\n");
  ASSERT_EQ(batches.size(), 1U);
  EXPECT_NE(batches[0]->closes, CloseReason::kNone);
  EXPECT_EQ(batches[0]->answers.view(), "");
}

TEST(RequestParser, TagsAndReadyAnswersStayInOnePieceWithPuzzles) {
  auto batches = cut_at_once("@a 1\nping\n@b ping\nsolve 2\n3\n# comment\npnig\n@c 4\nping\n");
  ASSERT_EQ(batches.size(), 1U);
  EXPECT_EQ(batches[0]->requests.view(), "1\n2\n3\n4\n");
  EXPECT_EQ(echo(*batches[0]),
            "@a 1\npong\n@b pong\n2\n3\n"
            "error bad-request unknown request 'pnig'; did you mean 'ping'?\n@c 4\npong\n");
  EXPECT_EQ(batches[0]->tally.requests[index_of(verb_named("ping"))], 3U);
  EXPECT_EQ(batches[0]->tally.errors[static_cast<std::size_t>(ErrorCode::kBadRequest)], 1U);
}

TEST(RequestParser, WhiteSpaceInFrontOfARequestMeansNothing) {
  auto batches = cut_at_once(" ping\n\t@1 ping\n  \n 1\n @2 2\n ping\n");
  EXPECT_EQ(echo(batches).text, "pong\n@1 pong\n 1\n@2 2\npong\n");
}

TEST(RequestParser, AnIndentedCommentHasNoAnswerWhateverStandsAroundIt) {
  // Tabs in front of puzzles: lines that are Sudoku by their first byte alone.
  const std::string text = "\t#\n\t1\nping\n\t#\n\t1\nping\n # x\n" + kEmpty + '\n';
  auto batches = cut_at_once(text, {});
  EXPECT_EQ(echo(batches).text, "\t1\npong\n\t1\npong\n" + kEmpty + '\n');
}

TEST(RequestParser, CountsUpToTheSameStayInOnePiece) {
  auto batches = cut_at_once("count 2 1\n@a count 2 2\nping\ncount 3 3\n4\n@b 5\ncount 2 6\n");
  ASSERT_EQ(batches.size(), 4U);
  EXPECT_EQ(batches[0]->requests.view(), "1\n2\n");
  EXPECT_EQ(batches[0]->limit, 2U);
  EXPECT_EQ(batches[0]->tally.requests[index_of(verb_named("count"))], 2U);
  EXPECT_EQ(batches[1]->limit, 3U);
  EXPECT_EQ(batches[2]->requests.view(), "4\n5\n");
  EXPECT_EQ(batches[2]->limit, 1U);
  EXPECT_EQ(batches[2]->tally.requests[index_of(verb_named("count"))], 0U);
  EXPECT_EQ(echo(batches).text, "2 of 1\n@a 2 of 2\npong\n3 of 3\n4\n@b 5\n2 of 6\n");
}

TEST(RequestParser, BoardsOfRegionsWithTheSameQuestionStayInOnePiece) {
  const std::string board = "AABBAABBCCDDCCDD";
  auto batches = cut_at_once("queens " + board + "\n@a queens " + board + "\nqueens count 2 " +
                             board + "\n@b queens count 2 " + board + "\n1\nqueens " + board +
                             "\nqueens 8\nqueens " + board + "\n");
  ASSERT_EQ(batches.size(), 6U);
  EXPECT_EQ(batches[0]->search.line, ' ' + board + "\n@a " + board + '\n');
  EXPECT_EQ(batches[0]->search.lines, 2U);
  EXPECT_EQ(batches[0]->lines, 2U);
  EXPECT_EQ(batches[0]->tally.requests[index_of(verb_named("queens"))], 2U);
  EXPECT_EQ(batches[1]->search.boards.limit, 2U);
  EXPECT_EQ(batches[1]->search.lines, 2U);
  EXPECT_EQ(batches[2]->kind, BatchKind::kStream);
  EXPECT_EQ(batches[3]->search.lines, 1U);
  EXPECT_EQ(batches[5]->search.lines, 1U);

  refuse(*batches[0], ErrorCode::kBusy, "too many");
  EXPECT_EQ(batches[0]->answers.view(), "error busy too many\n@a error busy too many\n");
  EXPECT_EQ(batches[0]->tally.errors[static_cast<std::size_t>(ErrorCode::kBusy)], 2U);
}

TEST(RequestParser, APieceOfBoardsIsNoMoreThanATurn) {
  const std::string line = "queens AABBAABBCCDDCCDD\n";
  sudoku::TextBuffer bytes(repeated(line, 5000));
  RequestParser parser({});
  std::vector<std::unique_ptr<RequestBatch>> batches;
  parser.parse(bytes, false, batches);
  ASSERT_EQ(batches.size(), 1U);
  EXPECT_LE(batches[0]->lines, RequestParser::kMaxWork);
  EXPECT_GE(batches[0]->lines, RequestParser::kMaxWork / 2);
}

TEST(RequestBatch, RefusesEveryRequestButWhatIsReady) {
  auto batches = cut_at_once("@a 1\nping\n\n# c\n2\n@q queens 8\n@s stats\nping\n");
  ASSERT_EQ(batches.size(), 4U);
  std::string text;
  for (const auto& batch : batches) {
    refuse(*batch, ErrorCode::kShuttingDown, "try later");
    EXPECT_EQ(batch->kind, BatchKind::kAnswered);
    text += batch->answers.view();
  }
  EXPECT_EQ(text,
            "@a error shutting-down try later\npong\nerror shutting-down try later\n"
            "@q error shutting-down try later\n@s error shutting-down try later\npong\n");
  EXPECT_EQ(batches[0]->tally.errors[static_cast<std::size_t>(ErrorCode::kShuttingDown)], 2U);
}

TEST(PlainLines, AreThoseWithoutLetters) {
  std::mt19937 random(2);
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (int i = 0; i < 60; ++i) {
      text += std::string(random() % 120, "0123456789. #"[random() % 13]) + '\n';
    }
    const std::size_t letter = random() % (2 * text.size());
    if (letter < text.size()) text[letter] = round % 2 == 0 ? 'p' : '\xC3';
    const std::uint64_t most = round % 3 == 0 ? random() % 70 : UINT64_MAX;
    const PlainLines found = find_plain_lines(text, most);
    ASSERT_LE(found.bytes, std::min(letter, text.size()));
    ASSERT_LE(found.lines, most);
    const std::string_view lines = std::string_view(text).substr(0, found.bytes);
    ASSERT_EQ(static_cast<std::uint64_t>(std::count(lines.begin(), lines.end(), '\n')),
              found.lines);
    ASSERT_TRUE(lines.empty() || lines.back() == '\n');
    // All but the rest of a stride.
    if (letter >= text.size() && most == UINT64_MAX) {
      ASSERT_GE(found.bytes + 512 + 120, text.size());
    }
  }
  EXPECT_EQ(find_plain_lines(std::string(5000, '.'), UINT64_MAX).lines, 0U);
}

}  // namespace
}  // namespace puzzled::net
