// Calls on rows and texts give what the calls on one puzzle give; and how calls are watched.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "puzzled/bulk.hpp"

namespace puzzled {
namespace {

constexpr std::size_t kPuzzles = 3000;

const std::vector<Grid>& sample_grids() {
  static const std::vector<Grid> grids = [] {
    std::vector<Grid> puzzles;
    for (std::uint64_t i = 0; i < kPuzzles - 2; ++i) puzzles.push_back(*generate({.seed = 4}, i));
    puzzles.emplace_back();
    Grid contradictory;
    EXPECT_TRUE(contradictory.set(0, 0, 5));
    EXPECT_TRUE(contradictory.set(0, 1, 5));
    puzzles.push_back(contradictory);
    return puzzles;
  }();
  return grids;
}

Grid grid_at(const std::vector<std::uint8_t>& cells, std::size_t row) {
  return *Grid::from_digits(std::span(cells).subspan(row * Grid::kCells, Grid::kCells));
}

std::string lines_of(Rows grids) {
  std::string lines(grids.size() / Grid::kCells * kLineBytes, '\0');
  EXPECT_TRUE(format_rows(grids, lines));
  return lines;
}

class Bulk : public testing::TestWithParam<int> {
 protected:
  const RunOptions run_{.threads = GetParam()};
  const std::vector<Grid>& grids_ = sample_grids();
  const Rows rows_ = cells_of(grids_);
  const Rows consistent_ = rows_.first((kPuzzles - 1) * Grid::kCells);
  std::vector<std::uint8_t> out_ = std::vector<std::uint8_t>(rows_.size());
};

TEST_P(Bulk, Solves) {
  ASSERT_TRUE(solve_rows(rows_, out_, false, run_));
  const std::vector<Answer> answers = solve_all(grids_);
  for (std::size_t i = 0; i < kPuzzles; ++i) EXPECT_EQ(grid_at(out_, i), answers[i].solution);
  ASSERT_TRUE(solve_rows(rows_, out_, true, run_));
  EXPECT_EQ(grid_at(out_, kPuzzles - 2), Grid());
  std::vector<std::uint8_t> same(rows_.begin(), rows_.end());
  ASSERT_TRUE(solve_rows(same, same, true, run_));
  EXPECT_EQ(same, out_);
}

TEST_P(Bulk, Counts) {
  std::vector<std::uint64_t> counts(kPuzzles);
  ASSERT_TRUE(count_rows(rows_, counts, 7, run_));
  for (std::size_t i = 0; i < kPuzzles; ++i)
    EXPECT_EQ(counts[i], count_solutions(grids_[i], 7).count);
}

TEST_P(Bulk, FindsEquivalents) {
  const MutableRows forms = std::span(out_).first(consistent_.size());
  ASSERT_TRUE(canonical_rows(consistent_, forms, run_));
  for (std::size_t i = 0; i < kPuzzles - 1; i += 100) {
    EXPECT_EQ(grid_at(out_, i), *canonical(grids_[i]));
  }
  EXPECT_EQ(canonical_rows(rows_, out_, run_).error().message,
            "row 2999: clues r1c1 and r1c2 are both 5");

  std::vector<std::uint8_t> copies(3 * consistent_.size());
  ASSERT_TRUE(shuffle_rows(consistent_, copies, 9, run_));
  EXPECT_EQ(grid_at(copies, 2), shuffle(grids_[0], 9, 2));
  const auto firsts = distinct_rows(copies, run_);
  ASSERT_TRUE(firsts);
  ASSERT_EQ(firsts->size(), kPuzzles - 1);
  for (std::size_t i = 0; i < firsts->size(); ++i) EXPECT_EQ((*firsts)[i], 3 * i);
}

TEST_P(Bulk, SplitsWholeClasses) {
  std::vector<std::uint8_t> copies(3 * consistent_.size());
  ASSERT_TRUE(shuffle_rows(consistent_, copies, 9, run_));
  std::vector<std::uint8_t> parts(3 * (kPuzzles - 1));
  const std::vector<std::uint32_t> weights = {70, 20, 0, 10};
  ASSERT_TRUE(split_rows(copies, weights, 5, parts, run_));
  std::array<int, 4> sizes{};
  for (std::size_t i = 0; i < parts.size(); i += 3) {
    EXPECT_TRUE(parts[i + 1] == parts[i] && parts[i + 2] == parts[i]);
    ASSERT_LT(parts[i], sizes.size());
    ++sizes[parts[i]];
  }
  EXPECT_GT(sizes[0], sizes[1]);
  EXPECT_GT(sizes[1], sizes[3]);
  EXPECT_GT(sizes[3], 0);
  EXPECT_EQ(sizes[2], 0);

  const auto refused = [&](std::span<const std::uint32_t> wrong, std::span<std::uint8_t> to) {
    return split_rows(copies, wrong, 5, to, run_).error().message;
  };
  const std::string few = "there must be 2 to 255 weights, and not all 0";
  EXPECT_EQ(refused(std::span(weights).first(1), parts), few);
  EXPECT_EQ(refused(std::vector<std::uint32_t>(256, 1), parts), few);
  EXPECT_EQ(refused(std::vector<std::uint32_t>(2, 0), parts), few);
  EXPECT_EQ(refused(weights, std::span(parts).first(5)),
            "there must be 8997 parts, one for each puzzle");
}

TEST_P(Bulk, Judges) {
  const auto rows = rows_.last(600 * Grid::kCells);
  const auto grids = std::span(grids_).last(600);
  std::vector<Rating> ratings(600);
  ASSERT_TRUE(rate_rows(rows, ratings, run_));
  EXPECT_EQ(ratings, rate_all(grids));
  std::vector<double> means(600);
  ASSERT_TRUE(backtracks_rows(rows, means, {.copies = 2, .seed = 5}, run_));
  for (std::size_t i = 0; i < 600; i += 20) {
    const double mean = *backtracks(grids[i], {.copies = 2, .seed = 5});
    EXPECT_TRUE(means[i] == mean || (std::isnan(mean) && std::isnan(means[i]))) << i;
  }
  EXPECT_EQ(backtracks_rows(rows, means, {.copies = 0}).error().message,
            "the number of copies must be from 1 to 1000 (got 0)");
  const auto answers = std::make_unique<bool[]>(600);
  ASSERT_TRUE(minimal_rows(rows, {answers.get(), 600}, run_));
  for (std::size_t i = 0; i < 600; i += 20) EXPECT_EQ(answers[i], is_minimal(grids[i]));
}

TEST_P(Bulk, Generates) {
  ASSERT_TRUE(generate_rows(std::span(out_).first(50 * Grid::kCells), {.seed = 4}, 100, run_));
  for (std::size_t i = 0; i < 50; ++i) EXPECT_EQ(grid_at(out_, i), grids_[100 + i]);
  EXPECT_FALSE(generate_rows(out_, {.clues = 18}));
}

TEST_P(Bulk, FindsBestScores) {
  const auto boards = rows_.last(90 * Grid::kCells);
  std::vector<std::int64_t> scores(90);
  ASSERT_TRUE(best_score_rows(boards, scores, std::span(out_).first(boards.size()), kTargetWeights,
                              Goal::kMinimize, run_));
  const auto best = best_scores(std::span(grids_).last(90), kTargetWeights, Goal::kMinimize);
  for (std::size_t i = 0; i < 90; ++i) {
    EXPECT_EQ(scores[i], (*best)[i].score);
    EXPECT_EQ(grid_at(out_, i), (*best)[i].grid);
  }
}

TEST_P(Bulk, ReadsAndAnswersTexts) {
  const std::string text = "a title\n" + lines_of(consistent_);
  const auto read = read_text(text, {}, run_);
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_EQ(read->size(), kPuzzles - 1);
  ASSERT_TRUE(read->copy_to(std::span(out_).first(consistent_.size()), run_));
  EXPECT_TRUE(std::ranges::equal(consistent_, std::span(out_).first(consistent_.size())));

  std::string expected;
  for (const Answer& answer : solve_all(grids_)) expected += to_string(answer.solution) + '\n';
  expected.resize(consistent_.size() / Grid::kCells * kLineBytes);
  std::string out(text.size(), '\0');
  const auto answers = solve_text(text, out, {}, run_);
  ASSERT_TRUE(answers);
  EXPECT_EQ(out.substr(0, answers->size), expected);
  EXPECT_TRUE(answers->longer.empty());
  for (const std::size_t room : {std::size_t{0}, std::size_t{1000}, text.size() / 2}) {
    EXPECT_EQ(solve_text(text, std::span(out).first(room), {}, run_)->longer, expected);
  }
}

TEST_P(Bulk, NamesTheFirstRowThatIsWrong) {
  std::vector<std::uint8_t> cells(rows_.begin(), rows_.end());
  cells[2000 * Grid::kCells + 5] = 77;
  cells[1700 * Grid::kCells + 80] = 10;
  const std::string message = "row 1700: r9c9 is 10, not 0 to 9";
  std::vector<std::uint64_t> counts(kPuzzles);
  std::vector<Rating> ratings(kPuzzles);
  std::vector<std::int64_t> scores(kPuzzles);
  std::vector<char> lines(kPuzzles * kLineBytes);
  EXPECT_EQ(solve_rows(cells, out_, false, run_).error().message, message);
  EXPECT_EQ(count_rows(cells, counts, 2, run_).error().message, message);
  EXPECT_EQ(canonical_rows(cells, out_, run_).error().message, message);
  EXPECT_EQ(distinct_rows(cells, run_).error().message, message);
  EXPECT_EQ(shuffle_rows(cells, out_, 1, run_).error().message, message);
  EXPECT_EQ(rate_rows(cells, ratings, run_).error().message, message);
  EXPECT_EQ(format_rows(cells, lines, '.', run_).error().message, message);
  EXPECT_EQ(
      best_score_rows(cells, scores, out_, kTargetWeights, Goal::kMaximize, run_).error().message,
      message);
}

INSTANTIATE_TEST_SUITE_P(Threads, Bulk, testing::Values(0, 1, 2, 5));

TEST(BulkSizes, AreChecked) {
  std::vector<std::uint8_t> cells(3 * Grid::kCells);
  const std::span all(cells);
  std::vector<std::uint64_t> counts(2);
  EXPECT_FALSE(solve_rows(all.first(100), all));
  EXPECT_FALSE(solve_rows(all, all.first(81)));
  EXPECT_EQ(count_rows(all, counts).error().message,
            "puzzles must be 2 rows of 81 cells (got 243 cells)");
  EXPECT_FALSE(shuffle_rows(all.first(162), all, 1));
  EXPECT_TRUE(shuffle_rows({}, {}, 1));
  EXPECT_TRUE(solve_rows({}, {}));
}

TEST(BulkTexts, OptionsAndFaults) {
  EXPECT_FALSE(read_text("", {.blank = "1"}));
  EXPECT_FALSE(TextOptions{.blank = " "}.check());
  EXPECT_EQ(read_text("")->size(), 0U);
  EXPECT_TRUE(
      read_text("# a remark\n")
          .error()
          .message.starts_with("no puzzle was found in 1 line: there are only blank lines"));
  const std::string line = lines_of(cells_of(std::vector<Grid>(1)));
  EXPECT_EQ(read_text(line + "end\nmore").error().message,
            "line 3, column 1: text behind the line 'end'");
  EXPECT_EQ(read_text(line, {.column = "quiz"}).error().message, "there is no column 'quiz'");
  EXPECT_EQ(read_text(line + "12\n").error().message.substr(0, 17), "line 2, column 3:");
}

/// Rows that take for ever to be counted.
const std::vector<Grid>& endless() {
  static const std::vector<Grid> grids(3);
  return grids;
}

TEST(WatchedCalls, CallProgressOnTheirOwnThread) {
  const std::thread::id caller = std::this_thread::get_id();
  StopFlag stop{false};
  int calls = 0;
  double last = 0;
  const RunOptions run{.threads = 2, .stop = &stop, .progress = [&](double done) {
                         EXPECT_EQ(std::this_thread::get_id(), caller);
                         EXPECT_GE(done, last);
                         EXPECT_LE(done, 1.0001);
                         last = done;
                         if (++calls == 3) stop.store(true);
                       }};
  std::vector<std::uint64_t> counts(endless().size());
  EXPECT_EQ(count_rows(cells_of(endless()), counts, 0, run).error().message, "stopped");
  EXPECT_GE(calls, 3);
  EXPECT_EQ(count_rows(cells_of(endless()), counts, 0, run).error().message, "stopped");
}

TEST(WatchedCalls, EndWithWhatProgressThrows) {
  struct Enough {};
  const RunOptions run{.threads = 2, .progress = [](double) { throw Enough(); }};
  std::vector<std::uint64_t> counts(endless().size());
  EXPECT_THROW(static_cast<void>(count_rows(cells_of(endless()), counts, 0, run)), Enough);
  EXPECT_THROW(static_cast<void>(count_queens(24, run)), Enough);
  // Blocks that are all short are worked on by the calling thread, too.
  std::vector<std::uint8_t> puzzles(100'000 * Grid::kCells);
  EXPECT_THROW(static_cast<void>(generate_rows(puzzles, {.clues = 20}, 0, run)), Enough);
}

TEST(WatchedCalls, ManyAtATime) {
  std::vector<std::thread> callers;
  for (int i = 0; i < 8; ++i) {
    callers.emplace_back([] {
      for (int round = 0; round < 20; ++round) {
        EXPECT_EQ(*count_queens(8, {.threads = 2, .progress = [](double) {}}), 92U);
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
}

}  // namespace
}  // namespace puzzled
