// Answers to searches, without sockets: wrong counts of queens.
#include "daemon/net/serve/search_answer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "core/split_mix.hpp"
#include "daemon/net/verbs/read_request.hpp"
#include "parallel/search_pool.hpp"
#include "tests/core/queens_made_up.hpp"

namespace puzzled::net {
namespace {

/// The answer line, of a pool of two threads.
std::string answer_to(const SearchRequest& request, Metrics& metrics,
                      std::shared_ptr<const queens::CountPlan> plan = nullptr,
                      std::chrono::nanoseconds limit = {}) {
  SearchTools tools("", {}, [plan](const queens::PlanOptions& options) {
    return plan != nullptr ? plan : queens::plan_count(options);
  });
  RequestBatch batch;
  batch.kind = BatchKind::kSearch;
  batch.search = request;
  parallel::SearchPool pool({.threads = 2});
  pool.submit({.client = &batch, .run = [&](parallel::SearchContext& context) {
                 answer_search(batch, tools, context, limit, metrics, nullptr);
               }});
  pool.end();
  return std::string(batch.answers.view());
}

std::uint64_t internal_errors(const Metrics& metrics) {
  return metrics.errors[static_cast<std::size_t>(ErrorCode::kInternal)];
}

const SearchRequest kEightQueens{.verb = &verb_named("queens"), .queens = 8};

TEST(SearchAnswer, CountsQueens) {
  Metrics metrics;
  EXPECT_EQ(answer_to(kEightQueens, metrics), "92\n");
  EXPECT_EQ(internal_errors(metrics), 0U);
}

TEST(SearchAnswer, ACountOfAUnitThatDisagreesWithItsResiduesIsNotGiven) {
  Metrics metrics;
  EXPECT_EQ(answer_to(kEightQueens, metrics,
                      std::make_shared<queens::MadeUpPlan>(1, queens::cut_to_32_bits())),
            std::string("error internal ") + queens::kCutTo32BitsFault + '\n');
  EXPECT_EQ(internal_errors(metrics), 1U);
}

TEST(SearchAnswer, ASumThatDisagreesWithItsResiduesIsNotGiven) {
  Metrics metrics;
  const std::string answer = answer_to(
      kEightQueens, metrics, std::make_shared<queens::MadeUpPlan>(2, queens::half_of_overflow()));
  EXPECT_TRUE(answer.starts_with(std::string("error internal ") + queens::kOverflowFault))
      << answer;
  EXPECT_EQ(internal_errors(metrics), 1U);
}

/// The solutions of a board of 4 rows that a plain program finds: columns from 1.
std::vector<std::string> solutions_of_four(const std::string& squares, bool is_torus = false) {
  const bool has_regions = squares.find_first_of(".#Q") == std::string::npos;
  std::vector<std::string> solutions;
  std::array<int, 4> columns{0, 1, 2, 3};
  do {
    std::set<char> regions;
    bool fits = true;
    for (int row = 0; row < 4; ++row) {
      const char own = squares[static_cast<std::size_t>(4 * row + columns[row])];
      fits = fits && own != '#' && (!has_regions || regions.insert(own).second);
      for (int other = 0; other < 4; ++other) {
        fits = fits &&
               (squares[static_cast<std::size_t>(4 * row + other)] != 'Q' || other == columns[row]);
      }
      for (int above = 0; above < row; ++above) {
        const int distance = row - above;
        const int apart = std::abs(columns[above] - columns[row]);
        fits = fits && (has_regions ? distance > 1 || apart > 1
                                    : apart != distance && (!is_torus || apart + distance != 4));
      }
    }
    if (!fits) continue;
    std::string text;
    for (const int column : columns) text += (text.empty() ? "" : " ") + std::to_string(column + 1);
    solutions.push_back(text);
  } while (std::ranges::next_permutation(columns).found);
  return solutions;
}

/// The answer to a request that is a search, no longer than was promised.
std::string answer_within_bound(const std::string& line, Metrics& metrics) {
  const Request request = read_request(line, {});
  EXPECT_EQ(request.kind, RequestKind::kSearch) << line;
  std::string text = answer_to(request.search, metrics);
  EXPECT_LE(text.size(), answer_bound(request.search)) << line;
  return text;
}

TEST(SearchAnswer, BoardsOfQueensAsAPlainProgram) {
  Metrics metrics;
  const auto answer = [&](const std::string& line) { return answer_within_bound(line, metrics); };
  SplitMix64 random(3);
  for (int round = 0; round < 200; ++round) {
    const bool has_regions = round % 2 == 0;
    const bool is_torus = round % 4 == 3;
    std::string squares;
    for (int i = 0; i < 16; ++i) {
      squares += has_regions ? "ABCD"[i < 4 ? static_cast<std::uint64_t>(i) : random.below(4)]
                             : "........##.....Q"[random.below(15 + (i == 0 ? 1 : 0))];
    }
    if (has_regions) shuffle_values(std::span(squares), random);
    const std::vector<std::string> expected = solutions_of_four(squares, is_torus);
    const std::string board = (is_torus ? "torus " : "") + squares;
    const std::string count = std::to_string(expected.size());
    const std::string first = expected.empty() ? "no solution" : expected[0];
    EXPECT_EQ(answer("queens " + board), (has_regions ? first : count) + '\n') << board;
    EXPECT_EQ(answer("queens count 0 " + board), count + '\n') << board;
    EXPECT_EQ(answer("queens count 1 " + board), expected.empty() ? "0\n" : "1\n") << board;
    EXPECT_EQ(answer("queens has-solution " + board), expected.empty() ? "no\n" : "yes\n") << board;
    std::string list;
    for (std::size_t i = 0; i < std::min<std::size_t>(2, expected.size()); ++i) {
      list += (i == 0 ? "" : "\t") + expected[i];
    }
    EXPECT_EQ(answer("first 2 " + board), (list.empty() ? "-" : list) + '\n') << board;
  }
}

// Regions that are rows: 20 of them have more solutions than anybody can count.
TEST(SearchAnswer, OfBoardsThatAreAnsweredTogetherEachHasTheTimeLimit) {
  std::string rows;
  for (char row = 'a'; row < 'a' + 20; ++row) rows += std::string(20, row);
  SearchRequest request = read_request("queens count 0 " + rows, {}).search;
  const std::string easy = "@b AABBAABBCCDDCCDD\n";
  request.line = "@a" + request.line + easy + request.line + easy;
  request.lines = 4;
  Metrics metrics;
  const std::string text = answer_to(request, metrics, nullptr, std::chrono::milliseconds(20));
  std::istringstream lines(text);
  std::vector<std::string> answers;
  for (std::string line; std::getline(lines, line);) answers.push_back(line);
  ASSERT_EQ(answers.size(), 4U) << text;
  EXPECT_TRUE(answers[0].starts_with("@a error timeout after 0.02 s: at least ")) << text;
  EXPECT_EQ(answers[1], "@b 2");
  EXPECT_TRUE(answers[2].starts_with("error timeout after 0.02 s: at least ")) << text;
  EXPECT_EQ(answers[3], "@b 2");
  EXPECT_EQ(metrics.errors[static_cast<std::size_t>(ErrorCode::kTimeout)], 2U);
}

TEST(SearchAnswer, TextsOfBoardsAreReadAsFilesAre) {
  const auto answer = [](const std::string& text, const queens::BoardQuestion& question) {
    Metrics metrics;
    return answer_to({.verb = &verb_named("queens"),
                      .line = text,
                      .boards = question,
                      .is_text = true,
                      .max_queens = 8},
                     metrics);
  };
  const std::string boards =
      "AABB\nAABB\nCCDD\nCCDD\nAABBAABBCCDDCCDE\n4\n....\n.#..\n....\n....\n"
      "[\"..\", \"..\"]\n";
  EXPECT_EQ(answer(boards, {}),
            "2 4 1 3\ninvalid a board of 4 rows needs 4 regions (got 5)\n2\n0\n");
  EXPECT_EQ(answer(boards, {.has_solution = true}),
            "yes\ninvalid a board of 4 rows needs 4 regions (got 5)\nyes\nno\n");
  std::string large;
  for (int row = 0; row < 9; ++row) large += ".........\n";
  EXPECT_EQ(answer(large, {}), "error limit at most 8 queens are counted\n");
  EXPECT_EQ(answer(large, {.counts = true, .limit = 3}), "3\n");
  EXPECT_EQ(answer("# nothing\n", {}), "error bad-request the text has no board\n");
  std::string many;
  for (std::size_t i = 0; i < kMaxBoardsOfText; ++i) many += "AABBAABBCCDDCCDD\n";
  EXPECT_EQ(answer(many, {}).size(), kMaxBoardsOfText * 8);
  EXPECT_EQ(answer(many + "AABBAABBCCDDCCDD\n", {}), "error limit at most 1024 boards a request\n");
}

TEST(SearchAnswer, BoardsOfAnySizeHaveCandidatesAndEstimates) {
  Metrics metrics;
  const auto answer = [&](const std::string& line) { return answer_within_bound(line, metrics); };
  EXPECT_EQ(answer("board candidates 1 1.......4......."),
            "1 234 234 234 23 234 1234 1234 4 123 123 123 23 123 1234 1234\n");
  EXPECT_TRUE(answer("board candidates 10 1.......4.......").starts_with("1:10 2:6,3:6,4:10 "));
  EXPECT_EQ(answer("board candidates 3 .Shape~4x4.Cage~3~R1C1~R1C2.~R1C1_3"), "unsolvable\n");
  EXPECT_EQ(answer("board candidates 3 123"), "invalid 3 cells: no board has as many\n");
  EXPECT_EQ(answer("board estimate 1.......4......."), "24\t0\t0\n");
  const std::string candidates = answer("board candidates 1 " + std::string(81, '.'));
  EXPECT_EQ(std::count(candidates.begin(), candidates.end(), '9'), 81);
  // 28200960 boards of 6x6.
  EXPECT_NEAR(std::stod(answer("board estimate " + std::string(36, '.'))), 28200960, 3e6);
}

}  // namespace
}  // namespace puzzled::net
