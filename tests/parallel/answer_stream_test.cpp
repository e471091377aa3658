// Order and ends of the job that answers a stream, at several thread counts.
#include "parallel/jobs/answer_stream.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <numeric>
#include <span>
#include <vector>

namespace puzzled::parallel {
namespace {

struct Block {
  std::uint64_t number = 0;
  std::uint64_t square = 0;
};

/// Answers the numbers from 0 by their squares.
class AnswerStreamTest : public testing::TestWithParam<int> {
 protected:
  static constexpr std::uint64_t kBlocks = 1000;

  /// The squares that were written. `answer` and `write` may end the run.
  std::vector<std::uint64_t> written(const std::function<bool(Block&)>& answer,
                                     const std::function<bool(std::uint64_t)>& write) {
    Workers workers(GetParam());
    std::vector<Block> blocks(static_cast<std::size_t>(GetParam()) + 2);
    std::vector<std::uint64_t> squares;
    const AnswerStream<Block> stream{
        .read =
            [this](Block& block) {
              block.number = read_;
              return read_++ < kBlocks;
            },
        .make_answerer = [&]() -> AnswerStream<Block>::Answerer {
          ++answerers_;
          return [&, in_use = std::make_shared<std::atomic<bool>>(false)](Block& block) {
            EXPECT_FALSE(in_use->exchange(true));
            block.square = block.number * block.number;
            const bool is_answered = answer(block);
            *in_use = false;
            return is_answered;
          };
        },
        .write =
            [&](Block& block) {
              squares.push_back(block.square);
              return write(block.number);
            }};
    answer_in_order<Block>(workers, blocks, stream, stop_);
    return squares;
  }

  static std::vector<std::uint64_t> first_squares(std::uint64_t count) {
    std::vector<std::uint64_t> squares;
    for (std::uint64_t i = 0; i < count; ++i) squares.push_back(i * i);
    return squares;
  }

  StopFlag stop_{false};
  std::uint64_t read_ = 0;
  std::atomic<int> answerers_ = 0;
};

TEST_P(AnswerStreamTest, WritesAllAnswersInOrder) {
  const auto squares = written([](Block&) { return true; }, [](std::uint64_t) { return true; });
  EXPECT_EQ(squares, first_squares(kBlocks));
  EXPECT_GE(answerers_, 1);
  EXPECT_LE(answerers_, GetParam());
}

TEST_P(AnswerStreamTest, EndsWhenTheSinkWantsNoMore) {
  const auto squares =
      written([](Block&) { return true; }, [](std::uint64_t number) { return number < 10; });
  EXPECT_EQ(squares, first_squares(11));
  EXPECT_LT(read_, kBlocks);
}

TEST_P(AnswerStreamTest, WritesNothingFromAnUnfinishedAnswerOn) {
  const auto squares =
      written([](Block& block) { return block.number != 10; }, [](std::uint64_t) { return true; });
  EXPECT_EQ(squares, first_squares(10));
  EXPECT_LT(read_, kBlocks);
}

TEST_P(AnswerStreamTest, WritesWhatWasReadBeforeItWasStopped) {
  const auto squares = written([](Block&) { return true; },
                               [this](std::uint64_t number) {
                                 if (number == 10) stop_ = true;
                                 return true;
                               });
  EXPECT_LT(read_, kBlocks);
  EXPECT_EQ(squares, first_squares(read_));
}

INSTANTIATE_TEST_SUITE_P(Threads, AnswerStreamTest, testing::Values(1, 2, 5));

}  // namespace
}  // namespace puzzled::parallel
