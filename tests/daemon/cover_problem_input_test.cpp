// The problems of a file, as they come: where each begins, what is left out of them, and what is
// too long. (Peaks of memory: the golden case cover_bounds.)
#include "daemon/commands/cover/problem_input.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/daemon/temporary_directory.hpp"

namespace puzzled::commands {
namespace {

using Problems = std::vector<std::string>;

class CoverProblemInput : public testing::Test {
 protected:
  /// `LINE TEXT`, or `LINE:COLUMN REASON`.
  Problems problems_of(const std::vector<std::string>& texts, const CoverInputLimits& limits = {}) {
    std::vector<std::string> paths;
    for (const std::string& text : texts) {
      paths.push_back(directory_.write("problems" + std::to_string(paths.size()), text));
    }
    ProblemInput input(paths, interrupt_, limits);
    Problems problems;
    while (true) {
      const Result<std::optional<CoverProblemText>> next = input.next();
      EXPECT_TRUE(next);
      if (!next || !*next) return problems;
      const CoverProblemText& problem = **next;
      problems.push_back(
          problem.fault ? std::to_string(problem.fault->line) + ':' +
                              std::to_string(problem.fault->column) + ' ' + problem.fault->message
                        : std::to_string(problem.first_line) + ' ' + std::string(problem.text));
    }
  }

  Interrupt interrupt_;
  TemporaryDirectory directory_;
};

TEST_F(CoverProblemInput, ProblemsEndAtLinesOfThreeDashes) {
  EXPECT_EQ(problems_of({"a\na\n"}), (Problems{"1 a\na\n"}));
  EXPECT_EQ(problems_of({"a\n---\nb\n\n ---\t\r\nc"}), (Problems{"1 a\n", "3 b\n\n", "6 c\n"}));
  EXPECT_EQ(problems_of({"a --- b\n----\n---x"}), (Problems{"1 a --- b\n----\n---x\n"}));
  EXPECT_EQ(problems_of({"a\n---"}), (Problems{"1 a\n"}));
  EXPECT_EQ(problems_of({"a\n---\n---"}), (Problems{"1 a\n", "3 "}));
  EXPECT_EQ(problems_of({"---\na"}), (Problems{"1 ", "2 a\n"}));
}

TEST_F(CoverProblemInput, EachFileHasAProblem) {
  EXPECT_EQ(problems_of({"", "a\n", "| c\n\n"}), (Problems{"1 ", "1 a\n", "3 "}));
}

TEST_F(CoverProblemInput, CommentsAreNotKept) {
  EXPECT_EQ(problems_of({"| c\n\n  | d\na\n| e\n \t\na\n"}), (Problems{"4 a\n\n\na\n"}));
  EXPECT_EQ(problems_of({"a\n---\n| c\n\n"}), (Problems{"1 a\n"}));
  const std::string comment(1 << 20, '|');
  EXPECT_EQ(problems_of({"a\n" + comment + "\na\n"}, {.max_line = 10}), (Problems{"1 a\n\na\n"}));
}

TEST_F(CoverProblemInput, AByteOrderMarkIsNoPartOfTheText) {
  EXPECT_EQ(problems_of({"\xef\xbb\xbf| c\na\n"}), (Problems{"2 a\n"}));
}

TEST_F(CoverProblemInput, WhatIsTooLongIsRefusedAndTheNextProblemIsRead) {
  const std::string line(200'000, 'x');
  EXPECT_EQ(
      problems_of({"a\n" + line + "\n" + line + "\n---\nb\n---\n" + line}, {.max_line = 100'000}),
      (Problems{"2:100001 the line is longer than 100000 bytes (--max-line)", "5 b\n",
                "7:100001 the line is longer than 100000 bytes (--max-line)"}));
  EXPECT_EQ(problems_of({"aaa\naaa\naaa\n---\nb\n"}, {.max_problem = 10}),
            (Problems{"3:2 the problem is longer than 10 bytes (--max-problem)", "5 b\n"}));
  EXPECT_EQ(problems_of({"aaaaa\naaa\n"}, {.memory = 32}),
            (Problems{"1:5 the line is longer than 4 bytes (--memory)"}));
}

TEST_F(CoverProblemInput, BehindANulByteNothingIsRead) {
  const std::string reason = " a NUL byte: this is not text, and nothing behind it is read";
  EXPECT_EQ(problems_of({std::string("a\nb\0c\n---\nd\n", 12), "e\n"}),
            (Problems{"2:2" + reason, "1 e\n"}));
}

TEST_F(CoverProblemInput, LooksForAFurtherProblemWithoutLosingOne) {
  const std::string path = directory_.write("problems", "a\n---\n\n| c\nb\n---\n| end\n");
  ProblemInput input({path}, interrupt_);
  const auto first = input.next();
  ASSERT_TRUE(first && *first);
  EXPECT_TRUE(*input.has_more());
  EXPECT_TRUE(*input.has_more());
  EXPECT_EQ((**first).text, "a\n");
  const auto second = input.next();
  ASSERT_TRUE(second && *second);
  EXPECT_EQ((**second).text, "b\n");
  EXPECT_EQ((**second).first_line, 5U);
  EXPECT_FALSE(*input.has_more());
  const auto end = input.next();
  ASSERT_TRUE(end);
  EXPECT_FALSE(end->has_value());
}

}  // namespace
}  // namespace puzzled::commands
