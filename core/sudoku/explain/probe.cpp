#include "core/sudoku/explain/probe.hpp"

#include <array>
#include <bit>
#include <optional>
#include <span>

namespace puzzled::sudoku::explain {
namespace {

constexpr int digit_of(DigitMask mask) {
  return std::countr_zero(mask) + 1;
}

/// The singles of a round, which are placed together.
class Round {
 public:
  /// `start` is the board before the assumption: what has no candidates there needs none.
  Round(const CandidateBoard& start, const CandidateBoard& board) : start_(start), board_(board) {}

  /// Something has no candidate or place left.
  std::optional<Contradiction> find_empty() const {
    using Kind = Contradiction::Kind;
    const int cell = find_emptied(board_.digit_masks(), start_.digit_masks(), kCells);
    if (cell < kCells) return Contradiction{.kind = Kind::kNoCandidate, .cell = byte(cell)};
    constexpr int kEnd = CandidateBoard::kPlaceMasks;
    const int place = find_emptied(board_.place_masks(), start_.place_masks(), kEnd);
    if (place == kEnd) return std::nullopt;
    return Contradiction{
        .kind = Kind::kNoPlace, .unit = byte(place / kSide), .digit = byte(place % kSide + 1)};
  }

  void find_singles() {
    for (int cell = 0; (cell = find_single(board_.digit_masks(), cell, kCells)) < kCells; ++cell) {
      add(cell, board_.digits(cell));
    }
    constexpr int kEnd = CandidateBoard::kPlaceMasks;
    for (int i = 0; (i = find_single(board_.place_masks(), i, kEnd)) < kEnd; ++i) {
      add(cell_of_unit(i / kSide, std::countr_zero(board_.place_masks()[i])), 1U << i % kSide);
    }
  }

  /// Two singles exclude each other.
  std::optional<Contradiction> find_clash() const {
    if (!has_clash_) return std::nullopt;
    using Kind = Contradiction::Kind;
    for (int cell = 0; cell < kCells; ++cell) {
      const DigitMask digits = singles_[index(cell)];
      if (digits == 0 || has_one(digits)) continue;
      return Contradiction{.kind = Kind::kTwoCandidates,
                           .cell = byte(cell),
                           .digit = byte(digit_of(digits)),
                           .other = byte(digit_of(digits & (digits - 1)))};
    }
    for (int unit = 0; unit < kUnits; ++unit) {
      DigitMask seen = 0;
      for (int place = 0; place < kSide; ++place) {
        const DigitMask digits = singles_[index(cell_of_unit(unit, place))];
        if ((digits & seen) != 0) {
          return Contradiction{
              .kind = Kind::kTwoPlaces, .unit = byte(unit), .digit = byte(digit_of(digits & seen))};
        }
        seen |= digits;
      }
    }
    return std::nullopt;
  }

  /// REQUIRES: there is no clash.
  void place_in(CandidateBoard& board) const {
    for (const std::uint8_t cell : std::span(cells_).first(count_)) {
      board.keep_only(cell, digit_of(singles_[index(cell)]));
    }
  }

 private:
  void add(int cell, DigitMask digit) {
    DigitMask& digits = singles_[index(cell)];
    if (digits == digit) return;
    if (digits != 0) {
      has_clash_ = true;
    } else {
      cells_[count_++] = byte(cell);
    }
    digits |= digit;
    for (const int unit :
         {row_of(cell), kFirstColumn + column_of(cell), kFirstBox + box_of(cell)}) {
      DigitMask& seen = of_units_[index(unit)];
      has_clash_ = has_clash_ || (seen & digit) != 0;
      seen |= digit;
    }
  }

  static constexpr std::size_t index(int cell) { return static_cast<std::size_t>(cell); }
  static constexpr std::uint8_t byte(int value) { return static_cast<std::uint8_t>(value); }

  const CandidateBoard& start_;
  const CandidateBoard& board_;
  std::array<DigitMask, kCells> singles_{};   // of each cell
  std::array<DigitMask, kUnits> of_units_{};  // of each unit
  std::array<std::uint8_t, kCells> cells_;    // the first `count_`: those that have one
  std::size_t count_ = 0;
  bool has_clash_ = false;
};

}  // namespace

Contradiction contradiction_of(const CandidateBoard& start, Candidate assumed, int rounds) {
  CandidateBoard board = start;
  board.keep_only(assumed.cell, assumed.digit);
  for (int number = 1;; ++number) {
    Round round(start, board);
    std::optional<Contradiction> found = round.find_empty();
    if (!found) {
      round.find_singles();
      found = round.find_clash();
    }
    if (found || number == rounds) return found.value_or(Contradiction());
    round.place_in(board);
  }
}

}  // namespace puzzled::sudoku::explain
