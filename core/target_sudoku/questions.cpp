#include "core/target_sudoku/questions.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/sudoku/grid.hpp"

namespace puzzled::target {
namespace {

class Builder {
 public:
  explicit Builder(const BandBoard& board) : board_(board) {}

  void add(int digit, int band, std::uint32_t cells) {
    const Option option{.digit = digit, .band = band, .cells = cells};
    if (is_possible(board_, option)) question_.options[question_.count++] = option;
  }

  const Question& question() const { return question_; }

 private:
  const BandBoard& board_;
  Question question_;
};

}  // namespace

bool is_possible(const BandBoard& board, const Option& option) {
  return (board.candidates[static_cast<std::size_t>(option.digit)][option.band] & option.cells) !=
         0;
}

Question question_of(int number, const BandBoard& board) {
  Builder builder(board);
  if (number < bound::kRowQuestions) {
    for (int digit = 0; digit < 9; ++digit) builder.add(digit, number / 27, 1U << (number % 27));
    return builder.question();
  }
  if (number >= bound::kColumnQuestions && number < bound::kMiniRowQuestions) {
    const int column = (number - bound::kColumnQuestions) / 9;
    const int digit = (number - bound::kColumnQuestions) % 9;
    for (int row = 0; row < 9; ++row) {
      builder.add(digit, row / 3, 1U << (9 * (row % 3) + column));
    }
    return builder.question();
  }
  // In the others a lane says which digit and which band, and what comes before it, which of three
  // rows or boxes.
  const int lane = (number - bound::kRowQuestions) % bound::kLanes;
  const int digit = lane % 9;
  const int band = lane / 9;
  const auto third = [&](int first_number) { return (number - first_number) / bound::kLanes; };
  if (number < bound::kBoxQuestions) {
    const int row = third(bound::kRowQuestions);
    for (int i = 0; i < 9; ++i) builder.add(digit, band, 1U << (9 * row + i));
  } else if (number < bound::kColumnQuestions) {
    const int box = third(bound::kBoxQuestions);
    for (int i = 0; i < 9; ++i) builder.add(digit, band, 1U << (9 * (i / 3) + 3 * box + i % 3));
  } else if (number < bound::kMiniColumnQuestions) {
    const int box = third(bound::kMiniRowQuestions);
    for (int row = 0; row < 3; ++row) builder.add(digit, band, 07U << (9 * row + 3 * box));
  } else {
    const int box = third(bound::kMiniColumnQuestions);
    for (int i = 0; i < 3; ++i) builder.add(digit, band, 01001001U << (3 * box + i));
  }
  return builder.question();
}

void take(BandBoard& board, const Option& option) {
  constexpr std::uint32_t kFirstBox = 07007007;
  sudoku::Bands& of_digit = board.candidates[static_cast<std::size_t>(option.digit)];
  const std::uint32_t left = of_digit[option.band] & option.cells;
  if (std::has_single_bit(left)) {
    assign(board, 27 * option.band + std::countr_zero(left), option.digit);
    return;
  }
  const int stack = std::countr_zero(option.cells) % 9 / 3;
  of_digit[option.band] &= ~(kFirstBox << (3 * stack)) | option.cells;
}

void QuestionRecord::note(int number, float size, bool is_whole) {
  constexpr float kWeightOfLast = 0.3F;
  float& average = sizes_[static_cast<std::size_t>(number)];
  if (average == kUnknown) {
    average = size;
  } else if (is_whole || size > average) {
    average += kWeightOfLast * (size - average);
  }
}

Shortlist::Shortlist(const bound::QuestionSums& sums, const QuestionRecord& record) {
  take<0, bound::kRowQuestions>(sums, record);
  take<bound::kRowQuestions, bound::kMiniRowQuestions>(sums, record);
  take<bound::kMiniRowQuestions, bound::kQuestionNumbers>(sums, record);
  std::make_heap(entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(count_),
                 comes_later);
}

// Finds the limit that 24 sums do not exceed by halving: counting is done in vectors, and sorting
// (nth_element) took a tenth of a node's time. As bits, positive floats keep their order.
template <int kFirst, int kEnd>
void Shortlist::take(const bound::QuestionSums& sums, const QuestionRecord& record) {
  constexpr int kMost = kMostOfAKind;
  std::array<std::int32_t, kEnd - kFirst> bits;
  std::memcpy(bits.data(), &sums.of[kFirst], sizeof bits);
  const auto count_up_to = [&bits](std::int32_t limit) {
    std::int32_t count = 0;
    for (const std::int32_t sum : bits) count += sum <= limit ? 1 : 0;
    return count;
  };
  std::int32_t low = 0;  // up to here they are too few, up to `limit` too many
  std::int32_t limit = std::bit_cast<std::int32_t>(bound::kNoQuestion) - 1;
  for (int count = count_up_to(limit); count > kMost;) {
    const std::int32_t middle = low + (limit - low) / 2;
    if (middle == low) break;  // many are alike
    const int below = count_up_to(middle);
    if (below < kMost) {
      low = middle;
    } else {
      limit = middle;
      count = below;
    }
  }
  const std::size_t end = count_ + kMostOfAKind;
  for (std::size_t i = 0; i < bits.size() && count_ < end; ++i) {
    if (bits[i] > limit) continue;
    const int number = kFirst + static_cast<int>(i);
    entries_[count_++] = {record.size(number), sums.of[number], number};
  }
}

int Shortlist::next() {
  std::pop_heap(entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(count_),
                comes_later);
  return entries_[--count_].number;
}

bool Shortlist::comes_later(const Entry& a, const Entry& b) {
  return a.size != b.size ? a.size > b.size : a.sum > b.sum;
}

}  // namespace puzzled::target
