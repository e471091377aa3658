#include "core/target/questions.hpp"

#include <algorithm>
#include <bit>

#include "core/sudoku/grid.hpp"

namespace puzzled::target {
namespace {

constexpr int kUnits = 27;
constexpr int kMiniLineSets = 18;  // the mini-rows of nine boxes, then the mini-columns

constexpr int cell_of(int unit, int i) {
  const int number = unit % 9;
  if (unit < 9) return 9 * number + i;
  if (unit < 18) return 9 * i + number;
  return number / 3 * 27 + i / 3 * 9 + number % 3 * 3 + i % 3;
}

// Cell `i` of mini-line `line` in a set.
constexpr int cell_of(int set, int line, int i) {
  const bool rows = set < 9;
  const int corner = set % 9 / 3 * 27 + set % 3 * 3;
  return corner + (rows ? 9 * line + i : 9 * i + line);
}

// The best so far of one kind, the smallest sum first.
class Best {
 public:
  void offer(int number, float sum) {
    if (count_ == entries_.size() && sum >= entries_[count_ - 1].sum) return;
    if (count_ < entries_.size()) ++count_;
    std::size_t place = count_ - 1;
    for (; place > 0 && entries_[place - 1].sum > sum; --place) {
      entries_[place] = entries_[place - 1];
    }
    entries_[place] = {number, sum};
  }

  template <class AddOptions>
  void append(Shortlist& shortlist, AddOptions add_options) const {
    for (std::size_t i = 0; i < count_; ++i) {
      Question& question = shortlist.questions[shortlist.count++];
      question.count = 0;
      add_options(entries_[i].number, question);
    }
  }

 private:
  struct Entry {
    int number = 0;
    float sum = 0;
  };
  std::array<Entry, kMostOfAKind> entries_;
  std::size_t count_ = 0;
};

Option place_option(int digit, int cell) {
  return {.digit = digit, .band = cell / 27, .cells = 1U << (cell % 27)};
}

float share_of(const Shares& shares, int digit, int cell) {
  return shares[static_cast<std::size_t>(digit)][static_cast<std::size_t>(cell)];
}

void list_cells(const Shares& shares, const std::array<float, kCells>& factors,
                Shortlist& shortlist) {
  std::array<float, kCells> sums{};
  std::array<int, kCells> counts{};
  for (const std::array<float, kCells>& of_digit : shares) {
    for (std::size_t cell = 0; cell < sums.size(); ++cell) {
      sums[cell] += of_digit[cell];
      counts[cell] += of_digit[cell] > 0 ? 1 : 0;
    }
  }
  Best best;
  for (std::size_t cell = 0; cell < sums.size(); ++cell) {
    if (counts[cell] > 1) best.offer(static_cast<int>(cell), sums[cell] * factors[cell]);
  }
  best.append(shortlist, [&](int cell, Question& question) {
    for (int digit = 0; digit < 9; ++digit) {
      if (share_of(shares, digit, cell) <= 0) continue;
      question.options[question.count++] = place_option(digit, cell);
    }
  });
}

void list_places(const Shares& shares, Shortlist& shortlist) {
  Best best;
  for (int digit = 0; digit < 9; ++digit) {
    for (int unit = 0; unit < kUnits; ++unit) {
      float sum = 0;
      int count = 0;
      for (int i = 0; i < 9; ++i) {
        const float share = share_of(shares, digit, cell_of(unit, i));
        sum += share;
        count += share > 0 ? 1 : 0;
      }
      if (count > 1) best.offer(9 * unit + digit, sum);
    }
  }
  best.append(shortlist, [&](int number, Question& question) {
    const int digit = number % 9;
    for (int i = 0; i < 9; ++i) {
      const int cell = cell_of(number / 9, i);
      if (share_of(shares, digit, cell) <= 0) continue;
      question.options[question.count++] = place_option(digit, cell);
    }
  });
}

void list_mini_lines(const Shares& shares, Shortlist& shortlist) {
  const auto share_of_line = [&](int set, int digit, int line) {
    return std::max({share_of(shares, digit, cell_of(set, line, 0)),
                     share_of(shares, digit, cell_of(set, line, 1)),
                     share_of(shares, digit, cell_of(set, line, 2))});
  };
  Best best;
  for (int digit = 0; digit < 9; ++digit) {
    for (int set = 0; set < kMiniLineSets; ++set) {
      float sum = 0;
      int count = 0;
      for (int line = 0; line < 3; ++line) {
        const float share = share_of_line(set, digit, line);
        sum += share;
        count += share > 0 ? 1 : 0;
      }
      if (count > 1) best.offer(9 * set + digit, sum);
    }
  }
  best.append(shortlist, [&](int number, Question& question) {
    const int digit = number % 9;
    const int set = number / 9;
    for (int line = 0; line < 3; ++line) {
      if (share_of_line(set, digit, line) <= 0) continue;
      Option& option = question.options[question.count++];
      option = place_option(digit, cell_of(set, line, 0));
      option.cells |= 1U << (cell_of(set, line, 1) % 27) | 1U << (cell_of(set, line, 2) % 27);
    }
  });
}

}  // namespace

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

void list_questions(const Shares& shares, const std::array<float, kCells>& factors,
                    Shortlist& shortlist) {
  shortlist.count = 0;
  list_cells(shares, factors, shortlist);
  list_places(shares, shortlist);
  list_mini_lines(shares, shortlist);
}

}  // namespace puzzled::target
