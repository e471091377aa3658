// Answers as JSON objects: the same answers as lines, whatever wrote them.
#include "core/sudoku/text/answer_text.hpp"
#include "core/sudoku/text/text_form.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <random>
#include <string>

#include "tests/core/answer_objects.hpp"
#include "tests/core/answered_text.hpp"
#include "tests/core/each_level.hpp"
#include "tests/core/sample_puzzles.hpp"

namespace puzzled::sudoku {
namespace {

/// Every kind of answer, in an order that mixes them, more than a batch holds.
std::string mixed_text(int lines) {
  const std::string kinds[] = {
      kPuzzle + '\n',
      kPuzzle + '\n',
      kPuzzle + "\r\n",
      kSolution + '\n',
      with_cell(with_cell(kSolution, 0, '.'), 9, '.') + '\n',  // may have several solutions
      with_cell(kPuzzle, 2, '3') + '\n',                       // a conflict
      with_cell(kPuzzle, 2, '1') + '\n',                       // no solution
      "12345678." + std::string(71, '.') + "9\n",
      kPuzzle + "\"\n",
      with_cell(kPuzzle, 40, '\\') + '\n',
      with_cell(kPuzzle, 40, '\xff') + '\n',
      std::string(1, '\0') + "\n",
      "# remark\n",
      "\n"};
  std::mt19937 random(7);
  std::string text;
  for (int i = 0; i < lines; ++i) text += kinds[random() % std::size(kinds)];
  return text;
}

BlockAnswers answers_of(const std::string& text, AnswerOptions options, AnswerStyle style) {
  options.style = style;
  BlockAnswers answers;
  BlockSolver(options).answer(text, *detect_form(text, true), {}, answers);
  return answers;
}

void expect_objects_for_lines(const std::string& text, const AnswerOptions& options) {
  const BlockAnswers lines = answers_of(text, options, AnswerStyle::kLine);
  const BlockAnswers objects = answers_of(text, options, AnswerStyle::kJson);
  // Not EXPECT_EQ, which would print megabytes.
  ASSERT_TRUE(objects.text.view() == objects_of(lines.text.view(), options.limits.solutions))
      << objects.text.view().substr(0, 500);
  EXPECT_EQ(objects.tally.solved, lines.tally.solved);
  EXPECT_EQ(objects.tally.multiple, lines.tally.multiple);
  EXPECT_EQ(objects.tally.unsolvable, lines.tally.unsolvable);
  EXPECT_EQ(objects.tally.invalid, lines.tally.invalid);
  ASSERT_EQ(objects.faults.size(), lines.faults.size());
  for (std::size_t i = 0; i < lines.faults.size(); ++i) {
    ASSERT_EQ(objects.faults.reason(objects.faults[i]), lines.faults.reason(lines.faults[i]));
    ASSERT_EQ(objects.faults[i].place.line, lines.faults[i].place.line);
  }
}

class JsonAnswers : public EachLevel {};

TEST_P(JsonAnswers, AgreeWithLinesOfBatches) {
  const std::string text = mixed_text(20'000);
  for (const std::uint64_t limit : {1, 2, 9, 10, 1000}) {
    expect_objects_for_lines(
        text, {.engine = find_engine("batch"), .isa = isa(), .limits = {.solutions = limit}});
  }
}
PUZZLED_EACH_LEVEL(JsonAnswers);

TEST(JsonAnswer, AgreesWithLinesOfEveryEngine) {
  std::string text = mixed_text(60);
  for (const Kind kind : kKinds) {
    for (std::uint64_t i = 0; i < 5; ++i) {
      append_cells(text, sample_puzzle(kind, i));
      text += '\n';
    }
  }
  for (const Engine& engine : all_engines()) {
    SCOPED_TRACE(engine.name);
    for (const std::uint64_t limit : {1, 2, 12}) {
      expect_objects_for_lines(text,
                               {.engine = &engine, .isa = {}, .limits = {.solutions = limit}});
    }
  }
}

TEST(JsonAnswer, IsOneLineForEveryTextForm) {
  const std::string object = "{\"status\":\"solved\",\"solution\":\"" + kSolution + "\"}\n";
  for (const std::string& text :
       {in_rows(kPuzzle), in_rows(kPuzzle, " "), "Grid 01\n" + in_rows(kPuzzle), kPuzzle,
        "quizzes,solutions\n" + kPuzzle + ",x\n"}) {
    EXPECT_EQ(answers_of(text, options(), AnswerStyle::kJson).text.view(), object) << text;
  }
}

TEST(JsonAnswer, CountsHave64Bits) {
  std::string text;
  append_answer(text, Grid{}, {.count = UINT64_MAX}, 0, AnswerStyle::kJson);
  EXPECT_EQ(text.substr(0, 63),
            "{\"status\":\"solved\",\"count\":\"18446744073709551615\",\"solution\":\"0");
}

TEST(JsonAnswer, TimeoutIsOneWordWhateverWasFound) {
  for (const std::uint64_t count : {0U, 5U}) {
    for (const std::uint64_t limit : {0U, 1U, 2U}) {
      std::string text;
      append_answer(text, Grid{}, {.count = count, .timed_out = true}, limit, AnswerStyle::kJson);
      EXPECT_EQ(text, "{\"status\":\"timeout\"}\n");
    }
  }
}

TEST(JsonAnswer, GoesOnBehindATimeout) {
  using namespace std::chrono_literals;
  const std::string text = kPuzzle + '\n' + std::string(81, '.') + '\n' + kPuzzle + '\n';
  for (const std::string_view engine : {"batch", "row"}) {
    const BlockAnswers answers = answers_of(
        text, {.engine = find_engine(engine), .isa = {}, .limits = {.solutions = 0, .time = 20ms}},
        AnswerStyle::kJson);
    EXPECT_EQ(answers.text.view(),
              objects_of("1\t" + kSolution + "\ntimeout\n1\t" + kSolution + '\n', 0));
    EXPECT_EQ(answers.tally.timed_out, 1u);
  }
}

TEST(JsonAnswer, OfAnInvalidPuzzleFitsItsRoom) {
  const std::string reason(100, '"');
  std::string text;
  append_invalid_json(text, reason);
  EXPECT_EQ(text.size(), invalid_json_room(reason.size()));
  EXPECT_EQ(text.substr(0, kJsonInvalidFront.size()), kJsonInvalidFront);
  EXPECT_TRUE(text.ends_with(kJsonBack));
}

}  // namespace
}  // namespace puzzled::sudoku
