// The examples by name: their sizes, and the numbers of covers of small ones.
#include "daemon/commands/cover/examples/examples.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/cover/text/problem_text.hpp"
#include "tests/core/cover/plain_count.hpp"
#include "tests/core/cover/text_faults.hpp"

namespace puzzled::commands::examples {
namespace {

using cover::Bounds;
using cover::CoverForm;
using cover::plain_count;
using cover::PlainCount;
using cover::Problem;
using cover::shown;

Problem problem_of(std::string_view name, std::string_view words = {}) {
  const auto text = example(name, words);
  EXPECT_TRUE(text) << text.error().message;
  if (!text) return Problem(0);
  auto read = cover::read_problem(*text, {.form = CoverForm::kDlx});
  EXPECT_TRUE(read) << name << ": " << shown(read.error());
  if (!read) return Problem(0);
  EXPECT_TRUE(read->warnings.empty()) << name << ": " << shown(read->warnings[0]);
  return std::move(read->named.problem);
}

/// What a comment of the example says that the count is.
std::string stated_count(std::string_view name) {
  constexpr std::string_view kMark = "\n| covers: ";
  const auto text = example(name);
  const std::size_t at = text->find(kMark);
  if (at == std::string::npos) return "";
  const std::size_t begin = at + kMark.size();
  return text->substr(begin, text->find('\n', begin) - begin);
}

std::string refusal_of(std::string_view name, std::string_view words = {}) {
  const auto text = example(name, words);
  return text ? "" : text.error().message;
}

struct KnownExample {
  std::string_view name;
  std::uint64_t count;
};

TEST(CoverExamples, SmallOnesHaveTheKnownCounts) {
  const KnownExample known[] = {
      {"pentominoes-3x20", 8},
      {"dominoes-4x4", 36},
      {"dominoes-1x3", 0},
      {"dominoes-2x2x2", 9},
      {"aztec-3", 64},
      {"trominoes-2x3", 2},
      {"trominoes-5x9", 384},
      {"tetrominoes-2x4", 4},
      {"tetrominoes-4x4", 117},
      {"langford-3", 2},
      {"langford-6", 0},
      {"langford-7", 52},
      {"queens-1", 1},
      {"queens-2", 0},
      {"queens-6", 4},
      {"queens-7", 40},
      {"queen-domination-4x2", 12},
      {"queen-domination-5x3", 186},
      {"latin-1", 1},
      {"latin-3", 12},
      {"latin-4", 576},
      {"sudoku-4x4", 288},
      {"assignment-4", 24},
      {"matchings-8", 105},
      {"matchings-7", 0},
      {"steiner-7", 30},
      {"steiner-5", 0},
      {"one-factorisations-6", 6},
      {"colourings-2x3x2", 2},
  };
  for (const auto& [name, count] : known) {
    EXPECT_EQ(plain_count(problem_of(name)), count) << name;
    const std::string stated = stated_count(name);
    if (stated.empty() || name == "aztec-3") continue;
    EXPECT_EQ(stated, std::to_string(count)) << name;
  }
  EXPECT_EQ(stated_count("aztec-3"), "2^6");
}

TEST(CoverExamples, SolvesASudoku) {
  const std::string puzzle =
      "...8.1..........435............7.8........1...2..3....6......75..34........2..6..";
  EXPECT_EQ(plain_count(problem_of("sudoku-" + puzzle)), 1U);
  const Problem problem = problem_of("sudoku-1.............2.");
  EXPECT_EQ(problem.primary_items(), 64U - 8U);
}

struct KnownSize {
  std::string_view name;
  std::size_t primary;
  std::size_t secondary;
  std::size_t options;
};

TEST(CoverExamples, LargerOnesHaveTheKnownSizes) {
  const KnownSize known[] = {
      {"pentominoes-6x10", 72, 0, 2056},  {"pentominoes-8x8", 72, 0, 1568},
      {"polycubes-3x4x5", 72, 0, 2440},   {"soma", 34, 0, 688},
      {"dominoes-16x16", 256, 0, 480},    {"dominoes-4x4x4", 64, 0, 144},
      {"aztec-9", 180, 0, 324},           {"tetrominoes-8x10", 80, 0, 1049},
      {"langford-20", 60, 0, 570},        {"queens-40", 80, 158, 1600},
      {"latin-20", 1200, 0, 8000},        {"sudoku-6x6", 144, 0, 216},
      {"sudoku-9x9", 324, 0, 729},        {"queen-domination-8x5", 65, 0, 64},
      {"steiner-13", 78, 0, 286},         {"one-factorisations-10", 45, 0, 945},
      {"matchings-20", 20, 0, 190},       {"macmahon-4x6", 48, 58, 1008},
      {"colourings-6x6x3", 36, 180, 108},
  };
  for (const auto& [name, primary, secondary, options] : known) {
    const Problem problem = problem_of(name);
    EXPECT_EQ(problem.primary_items(), primary) << name;
    EXPECT_EQ(problem.items() - problem.primary_items(), secondary) << name;
    EXPECT_EQ(problem.options(), options) << name;
  }
  EXPECT_EQ(stated_count("pentominoes-6x10"), "9356");
  EXPECT_EQ(stated_count("soma"), "11520");
  EXPECT_EQ(stated_count("langford-10"), "0");
  EXPECT_EQ(stated_count("langford-24"), "");
}

TEST(CoverExamples, QueensBeginInTheMiddle) {
  EXPECT_NE(example("queens-4")->find("\nr2 c2 r3 c3 r1 c1 r4 c4 | "), std::string::npos);
  EXPECT_NE(example("queens-5")->find("\nr3 c3 r2 c2 r4 c4 r1 c1 r5 c5 | "), std::string::npos);
}

TEST(CoverExamples, AssignmentsCostWhatTheTextSays) {
  const auto text = example("assignment-4");
  EXPECT_NE(text->find("| cheapest cover: 20\n| dearest cover: 30\n"), std::string::npos);
  const Problem problem = problem_of("assignment-4");
  std::vector<std::int64_t> costs;
  PlainCount(problem).for_each([&](std::int64_t cost) { costs.push_back(cost); });
  EXPECT_EQ(*std::min_element(costs.begin(), costs.end()), 20);
  EXPECT_EQ(*std::max_element(costs.begin(), costs.end()), 30);
}

TEST(CoverExamples, DominationHasBounds) {
  const Problem problem = problem_of("queen-domination-4x2");
  EXPECT_EQ(problem.bounds(0), (Bounds{2, 2}));
  EXPECT_EQ(problem.bounds(1), (Bounds{1, 2}));
}

TEST(CoverExamples, FillsRectanglesWithTheWordsOfAList) {
  // Rows from the words of three letters, columns from those of two.
  const std::string words =
      "  tea\r\ntoe \nat\nto\nea\nte\noh\n\n\ntea\nhat\neat\ntt\ntat\nfour\nao\n";
  const std::vector<std::string> long_words = {"tea", "toe", "hat", "eat", "tat"};
  const std::vector<std::string> short_words = {"at", "to", "ea", "te", "oh", "tt", "ao"};
  std::uint64_t count = 0;
  for (const std::string& upper : long_words) {
    for (const std::string& lower : long_words) {
      bool fits = true;
      for (std::size_t i = 0; i < 3; ++i) {
        const std::string column = {upper[i], lower[i]};
        fits =
            fits && std::find(short_words.begin(), short_words.end(), column) != short_words.end();
      }
      count += fits ? 1 : 0;
    }
  }
  EXPECT_GT(count, 0U);
  const Problem problem = problem_of("words-2x3", words);
  EXPECT_EQ(problem.options(), 5U * 2 + 7U * 3);
  EXPECT_EQ(plain_count(problem), count);
  EXPECT_EQ(plain_count(problem_of("words-3x2", words)), count);
}

TEST(CoverExamples, LettersAreCharacters) {
  EXPECT_EQ(plain_count(problem_of("words-2x2", "\xc3\xa4h\nh\xc3\xa4\n")), 2U);
}

TEST(CoverExamples, RefusesListsThatDoNotServe) {
  EXPECT_EQ(refusal_of("words-2x2"),
            "no example 'words-2x2': it needs a list of words, one a line");
  EXPECT_EQ(refusal_of("words-2x3", "ab\n"),
            "no example 'words-2x3': the list has no word of 3 letters");
  EXPECT_EQ(refusal_of("words-3x3", "a|b\n"),
            "no example 'words-3x3': the list has a word with a blank, a colon or a bar");
  EXPECT_EQ(refusal_of("words-101x2", "ab\n"),
            "no example 'words-101x2': R and C have to be from 1 to 100");
}

TEST(CoverExamples, RefusesUnknownNamesAndSaysWhatThereIs) {
  const std::string reason = refusal_of("pentominos-6x10");
  EXPECT_EQ(reason.substr(0, 60), "no example 'pentominos-6x10': there are pentominoes-RxC, pol");
  for (const Family& family : families()) {
    EXPECT_NE(reason.find(family.name), std::string::npos);
    EXPECT_FALSE(family.description.empty());
    EXPECT_TRUE(example(family.offered, "oboe\nboon\nooze\neons\n")) << family.offered;
  }
  EXPECT_FALSE(example(""));
  EXPECT_FALSE(example("latin7"));
}

TEST(CoverExamples, RefusesParametersOutOfRange) {
  struct Refused {
    std::string_view name;
    std::string_view reason;
  };
  const Refused cases[] = {
      {"pentominoes", "R times C has to be 60, or the board 8x8, whose centre is left out"},
      {"pentominoes-7x9", "R times C has to be 60, or the board 8x8, whose centre is left out"},
      {"polycubes-6x10", "A times B times C has to be 60"},
      {"soma-3", "soma has no numbers"},
      {"dominoes-1000x1000", "R times C has to be from 1 to 100000"},
      {"dominoes-100x100x100", "A times B times C has to be from 1 to 100000"},
      {"dominoes-4294967297x1", "R times C has to be from 1 to 100000"},
      {"aztec-201", "N has to be from 1 to 200"},
      {"langford-1001", "N has to be from 1 to 1000"},
      {"langford-08", "N has to be from 1 to 1000"},
      {"langford-8x", "N has to be from 1 to 1000"},
      {"queens-0", "N has to be from 1 to 1000"},
      {"queen-domination-3x10", "N has to be from 1 to 100, and K from 1 to N times N"},
      {"latin-", "N has to be from 1 to 100"},
      {"sudoku-3x3", "sudoku is followed by 4x4, 6x6 or 9x9, or by that many cells"},
      {"sudoku-5...............", "a cell is a digit up to 4, or a dot"},
      {"sudoku-1..1............", "cell 4 contradicts those before it"},
      {"assignment-1001", "N has to be from 1 to 1000"},
      {"matchings-1001", "N has to be from 1 to 1000"},
      {"steiner-2", "N has to be from 3 to 200"},
      {"one-factorisations-7", "N has to be even, from 2 to 14"},
      {"macmahon-5x5", "R times C has to be 24"},
      {"colourings-1000x1000x3", "R times C times K has to be from 1 to 500000"},
  };
  for (const auto& [name, reason] : cases) {
    EXPECT_EQ(refusal_of(name), "no example '" + std::string(name) + "': " + std::string(reason));
  }
}

}  // namespace
}  // namespace puzzled::commands::examples
