// A board as people state it: a size, regions, what each cell may hold, and rules by their names.
// Readers and builders make it and writers write it; `reduce` makes a model of it to be solved.
#pragma once

#include <cstdint>
#include <vector>

#include "core/variants/model.hpp"

namespace puzzled::variants {

/// What a rule asks. *Neighbours* share a side; *a line* is a list of cells in order. The rows and
/// columns, and the regions, always have no value twice. Where programs differ in what they take a
/// rule to be, it is this here; what a text means by it is said at its reader.
///
/// A cell may be several times in a list only of a line or a sum, and counts each time.
enum class RuleKind : std::uint8_t {
  // For the whole board; no cells.
  kFallingDiagonal,         ///< the diagonal from the top left has no value twice
  kRisingDiagonal,          ///< the diagonal from the bottom left has no value twice
  kWindoku,                 ///< the four further 3x3 boxes of 9x9
  kDisjointGroups,          ///< cells at the same place of their regions, counted by rows, differ
  kAntiKnight,              ///< cells a knight's move apart differ
  kAntiKing,                ///< cells that touch at a corner differ
  kNonconsecutive,          ///< neighbours do not hold consecutive values
  kDiagonalNonconsecutive,  ///< cells that touch at a corner do not hold consecutive values
  kGlobalEntropy,  ///< every 2x2 square has a low, a middle and a high value (thirds of all values)
  kGlobalModular,  ///< every 2x2 square has a value of each remainder by 3
  // These take any rule of the kinds for a mark, whatever its number.
  kUnmarkedKropki,      ///< neighbours without kDifference and kRatio are neither 1 apart nor 1:2
  kUnmarkedDifference,  ///< neighbours without kDifference are none of `numbers` apart
  kUnmarkedRatio,       ///< neighbours without kRatio are in none of the ratios `numbers`
  kUnmarkedSum,         ///< neighbours without kPairSum sum to none of `numbers`

  // Of sets of cells.
  kDistinct,       ///< no value twice (an extra region, if there are as many cells as values)
  kOdd,            ///< each holds an odd value
  kEven,           ///< each holds an even value
  kMinimum,        ///< each is less than its neighbours that are not in `cells`
  kMaximum,        ///< each is more than its neighbours that are not in `cells`
  kClone,          ///< cells[i] and others[i] hold the same value
  kContains,       ///< `cells` hold all of `numbers`, each as often as it is there (a quadruple)
  kCage,           ///< no value twice; the sum is numbers[0], if it is there (a killer cage)
  kSum,            ///< the sum is numbers[0]; values may repeat
  kLittleKiller,   ///< as kSum; `cells` are a whole diagonal, from its clue inwards
  kEqualSums,      ///< the sums of `cells` and of `others` are equal
  kRowIndexer,     ///< each cell of row r that holds v: the cell at row v of its column holds r
  kColumnIndexer,  ///< each cell of column c that holds v: the cell at column v of its row holds c
  kBoxIndexer,     ///< each cell at place p of its region that holds v: place v of it holds p

  // Of clues outside the board: `cells` are the row or column, from the clue inwards.
  kSandwich,      ///< the values between the least and the greatest value sum to numbers[0]
  kXSum,          ///< the first x values sum to numbers[0], where x is the first value
  kSkyscraper,    ///< numbers[0] values are greater than all before them; the first always is
  kNumberedRoom,  ///< the x-th value is numbers[0], where x is the first value

  // Of lines.
  kArrow,        ///< the value of cells[0] is the sum of `others`
  kPillArrow,    ///< `cells`, read as one number in their order, is the sum of `others`; up to 9x9
  kDoubleArrow,  ///< the sum of both ends is the sum of what is between them
  kThermo,       ///< values rise
  kSlowThermo,   ///< values do not fall
  kPalindrome,   ///< reads alike from both ends
  kRenban,       ///< consecutive values in any order
  kWhisper,      ///< neighbours on the line are at least numbers[0] apart
  kRegionSum,    ///< each part of the line within one region has the same sum; a region that the
                 ///< line comes back to is another part. There must be regions.
  kBetween,      ///< all but the ends lie strictly between the ends
  kLockout,      ///< the ends are numbers[0] apart or more; all else is less than both or more
  kZipper,       ///< cells as far from the middle have the same sum, which is the middle's if any
  kEntropic,     ///< each three in a row have a low, a middle and a high value (thirds of all
                 ///< values); a line of two, two of these
  kModular,      ///< each numbers[0] in a row have a value of each remainder by numbers[0]; a
                 ///< shorter line, different remainders
  kNabner,       ///< no two values, wherever on the line, are equal or consecutive

  // Of two cells.
  kDifference,  ///< the values are numbers[0] apart (a white dot: 1)
  kRatio,       ///< one value is numbers[0] times the other (a black dot: 2)
  kPairSum,     ///< the sum is numbers[0] (V: 5, X: 10)
  kGreater,     ///< cells[0] is more than cells[1]
};

/// One rule: which of its lists a kind has is said there.
struct Rule {
  RuleKind kind{};
  std::vector<Cell> cells{};
  std::vector<Cell> others{};
  std::vector<int> numbers{};

  friend bool operator==(const Rule&, const Rule&) = default;
};

/// A square board. A clue is a cell with a single value in `allowed`, pencil marks are several.
struct Puzzle {
  static constexpr std::uint8_t kNoRegion = 255;

  int size = 0;                       ///< kMinSize to kMaxSize
  std::vector<std::uint8_t> regions;  ///< of each cell: its box or piece, or kNoRegion; or empty.
                                      ///< At most `size` cells are in one, no value twice.
  std::vector<ValueSet> allowed;      ///< of each cell
  std::vector<Rule> rules;

  friend bool operator==(const Puzzle&, const Puzzle&) = default;
};

}  // namespace puzzled::variants
