// Breadth first, row by row: of all ways to lay the rows so far, those are kept whose text is the
// smallest. README.md explains it with an example.
//
// A *state* is one of these ways: whether the puzzle is transposed, which of its lines are laid, in
// which order its columns stand, and what its digits are called. Two things stay open as long as
// the text does not depend on them: the order of columns of one stack that are blank in all lines
// laid, and the order of stacks that are blank in them. Such columns and stacks are *tied*. Blanks
// are the smallest characters, so tied columns come first in their stack, and tied stacks first of
// all.
#include "core/sudoku/canonical/kernel.hpp"

#include "core/simd/bytes.hpp"
#include "core/sudoku/canonical/grid_search.hpp"

namespace puzzled::sudoku::canonical::PUZZLED_LEVEL {
namespace {

using namespace simd::PUZZLED_LEVEL;

constexpr std::uint8_t kNoLabel = 15;
constexpr std::uint32_t kNine = 511;
constexpr std::uint32_t kFirsts = 0b001001001;  // the first position of each stack

struct State {
  Bytes order;            // position -> column of the puzzle; 15 behind the ninth
  Bytes labels;           // digit -> its new name, kNoLabel as long as it has none; 15 -> unused
  std::uint64_t laid;     // the lines, four bits each, the last one lowest
  std::uint32_t puzzle;   // its number
  std::uint16_t lines;    // where its lines begin: its rows, or its columns if it is transposed
  std::uint16_t open;     // a bit for each line that is not laid
  std::uint16_t in_band;  // those of them that are in the band of the last one
  std::uint16_t unnamed;  // while it waits to branch: the positions of digits without a name
  std::uint16_t
      tied_columns;          // a bit for each position: of a stack none, or the first two or three
  std::uint8_t tied_stacks;  // bits 0, 3 and 6 are the stacks: none, or the first two or three
  std::uint8_t swaps;        // while it waits to branch: see branch()
  std::uint8_t label_count;
};
static_assert(sizeof(State) == 64);

// Lists of states, by what is tied in them.
constexpr std::uint16_t kBandOfLine[kSide] = {7,      7,      7,      7 << 3, 7 << 3,
                                              7 << 3, 7 << 6, 7 << 6, 7 << 6};

enum Ties : std::size_t { kNothing, kColumns, kStacks };

constexpr std::size_t kBranching = 3;  // the list of those that wait to branch
constexpr std::size_t kLists = 4;

// A line that may be laid next.
struct Choice {
  // A byte for each position: the label in the high half, the column in the low one. So whatever
  // is sorted by labels takes its column with it. (Where nothing is tied: the digits.)
  Bytes cells;
  std::uint64_t text;
  std::uint32_t state;
  std::uint32_t line;
};

constexpr std::uint8_t kOrdersOfThree[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                               {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
// Three neighbours, of which the first and second (bit 0) and the second and third (bit 1) may
// change places: in which of the orders above.
constexpr std::uint8_t kAllowedOrders[4][6] = {{0}, {0, 2}, {0, 1}, {0, 1, 2, 3, 4, 5}};
constexpr std::uint8_t kAllowedCount[4] = {1, 2, 2, 6};

// Orders of the positions.
struct Orders {
  alignas(16) std::uint8_t columns[3][6][16];  // of the columns of one stack
  alignas(16) std::uint8_t stacks[6][16];
};

constexpr Orders orders_of_positions() {
  Orders orders{};
  for (int order = 0; order < 6; ++order) {
    for (std::uint8_t i = 0; i < 16; ++i) {
      const std::uint8_t stack = i / 3;
      for (int moved = 0; moved < 3; ++moved) orders.columns[moved][order][i] = i;
      orders.stacks[order][i] = i;
      if (i >= 9) continue;
      const std::uint8_t from = kOrdersOfThree[order][i % 3];
      orders.columns[stack][order][i] = static_cast<std::uint8_t>(3 * stack + from);
      const std::uint8_t from_stack = kOrdersOfThree[order][stack];
      orders.stacks[order][i] = static_cast<std::uint8_t>(3 * from_stack + i % 3);
    }
  }
  return orders;
}

constexpr Orders kOrders = orders_of_positions();

// Bit i of State::swaps: the columns at positions i and i + 1, or two stacks for bits 2 and 5.
struct Swaps {
  alignas(16) std::uint8_t positions[8][16];
};

constexpr Swaps swaps_of_positions() {
  Swaps swaps{};
  for (int bit = 0; bit < 8; ++bit) {
    for (int i = 0; i < 16; ++i) {
      swaps.positions[bit][i] = bit % 3 == 2 ? kOrders.stacks[bit == 2 ? 2 : 1][i]
                                             : kOrders.columns[bit / 3][bit % 3 == 0 ? 2 : 1][i];
    }
  }
  return swaps;
}

constexpr Swaps kSwaps = swaps_of_positions();

// How three stacks are sorted, by whether the second is smaller than the first (bit 0), the third
// than the first (1), the third than the second (2).
struct StackOrders {
  alignas(16) std::uint8_t positions[8][16];
};

constexpr StackOrders stack_orders() {
  StackOrders orders{};
  for (int i = 0; i < 8; ++i) {
    const int second_first = i & 1;
    const int third_first = i >> 1 & 1;
    const int third_second = i >> 2 & 1;
    const int rank[3] = {second_first + third_first, 1 - second_first + third_second,
                         2 - third_first - third_second};
    for (std::uint8_t& position : orders.positions[i]) position = 15;
    for (int stack = 0; stack < 3; ++stack) {
      for (int j = 0; j < 3; ++j) {
        orders.positions[i][3 * rank[stack] + j] = static_cast<std::uint8_t>(3 * stack + j);
      }
    }
  }
  return orders;
}

constexpr StackOrders kStackOrders = stack_orders();

// What a line with some clues makes as the first row. The stacks with the fewest clues come first,
// and within a stack the blanks; the numbers of clues of the stacks tell which text is smaller.
struct FirstRow {
  alignas(16) std::uint8_t order[16];
  std::uint16_t tied_columns;
  std::uint16_t unnamed;
  std::uint16_t orders;  // into which it branches
  std::uint8_t tied_stacks;
  std::uint8_t swaps;
  std::uint8_t list;
};

struct FirstRows {
  FirstRow of_clues[512];
  std::uint8_t keys[512];
};

constexpr FirstRow first_row(unsigned clues, std::uint8_t& key) {
  FirstRow row{};
  for (std::uint8_t i = 0; i < 16; ++i) row.order[i] = i < 9 ? i : 15;
  int counts[3] = {};
  int position = 0;
  for (int wanted = 0; wanted <= 3; ++wanted) {
    for (unsigned stack = 0; stack < 3; ++stack) {
      const unsigned in_stack = clues >> 3 * stack & 7;
      if (__builtin_popcount(in_stack) != wanted) continue;
      counts[position / 3] = wanted;
      for (unsigned clue = 0; clue < 2; ++clue) {
        for (unsigned i = 0; i < 3; ++i) {
          if ((in_stack >> i & 1) == clue) {
            row.order[position++] = static_cast<std::uint8_t>(3 * stack + i);
          }
        }
      }
    }
  }
  constexpr unsigned kUnnamed[4] = {0, 4, 6, 7};
  constexpr unsigned kTied[4] = {7, 3, 0, 0};
  constexpr unsigned kPairs[4] = {0, 0, 2, 3};
  unsigned unnamed = 0, tied = 0, swaps = 0;
  for (int stack = 0; stack < 3; ++stack) {
    unnamed |= kUnnamed[counts[stack]] << 3 * stack;
    tied |= kTied[counts[stack]] << 3 * stack;
    swaps |= kPairs[counts[stack]] << 3 * stack;
    const bool same = stack < 2 && counts[stack] == counts[stack + 1] && counts[stack] != 0;
    if (same) swaps |= 4U << 3 * stack;
  }
  row.unnamed = static_cast<std::uint16_t>(unnamed);
  row.tied_columns = static_cast<std::uint16_t>(tied);
  row.swaps = static_cast<std::uint8_t>(swaps);
  row.tied_stacks = counts[2] == 0 ? 0b1001001 : counts[1] == 0 ? 0b1001 : 0;
  row.list = swaps != 0             ? kBranching
             : row.tied_stacks != 0 ? kStacks
             : tied != 0            ? kColumns
                                    : kNothing;
  row.orders = kAllowedCount[(swaps >> 2 & 1) | (swaps >> 4 & 2)];
  for (int stack = 0; stack < 3; ++stack) row.orders *= kAllowedCount[swaps >> 3 * stack & 3];
  key = static_cast<std::uint8_t>(counts[0] * 16 + counts[1] * 4 + counts[2]);
  return row;
}

constexpr FirstRows first_rows() {
  FirstRows rows{};
  for (unsigned clues = 0; clues < 512; ++clues) {
    rows.of_clues[clues] = first_row(clues, rows.keys[clues]);
  }
  return rows;
}

constexpr FirstRows kFirstRows = first_rows();

// Bytes of ones at the positions whose bits are set, for three bits of each stack.
struct PositionBytes {
  alignas(16) std::uint8_t of_stack[3][8][16];
};

constexpr PositionBytes position_bytes() {
  PositionBytes bytes{};
  for (int stack = 0; stack < 3; ++stack) {
    for (int bits = 0; bits < 8; ++bits) {
      for (int i = 0; i < 3; ++i) {
        bytes.of_stack[stack][bits][3 * stack + i] = (bits >> i & 1) != 0 ? 255 : 0;
      }
    }
  }
  return bytes;
}

constexpr PositionBytes kPositionBytes = position_bytes();

PUZZLED_INLINE Bytes bytes_at(std::uint32_t positions) {
  const auto& bytes = kPositionBytes.of_stack;
  return load<Bytes>(bytes[0][positions & 7]) | load<Bytes>(bytes[1][positions >> 3 & 7]) |
         load<Bytes>(bytes[2][positions >> 6]);
}

PUZZLED_INLINE Bytes low_halves(Bytes v) {
  return v & 15;
}
PUZZLED_INLINE Bytes high_halves(Bytes v) {
  return v >> 4;
}
// The labels of cells, and their columns. (Labels are below 16, so two may be shifted as one.)
PUZZLED_INLINE Bytes cells_of(Bytes labels, Bytes columns) {
  return reinterpret_cast<Bytes>(reinterpret_cast<Vector<std::uint16_t, 16>>(labels) << 4) |
         columns;
}

// Bits of the positions, of nine, whose label is this.
PUZZLED_INLINE std::uint32_t positions_of(Bytes cells, std::uint8_t label) {
  return kNine & mask_of((cells & 0xF0) == static_cast<std::uint8_t>(label << 4));
}

// The nine labels as a number that compares as their text does.
PUZZLED_INLINE std::uint64_t text_of(Bytes labels) {
#if defined(__AVX2__)
  const __m128i weights = _mm_setr_epi8(16, 1, 16, 1, 16, 1, 16, 1, 16, 0, 0, 0, 0, 0, 0, 0);
  const __m128i last_first =
      _mm_setr_epi8(8, 6, 4, 2, 0, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
  const __m128i pairs = _mm_maddubs_epi16(reinterpret_cast<__m128i>(labels), weights);
  return static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm_shuffle_epi8(pairs, last_first)));
#else
  std::uint64_t text = 0;
  for (int i = 0; i < 9; ++i) text = text << 4 | static_cast<std::uint64_t>(labels[i]);
  return text << 4;
#endif
}

// Sorts the first two or three bytes of each stack that are marked.
PUZZLED_INLINE Bytes sort_columns(Bytes cells, Bytes tied) {
  constexpr Bytes kFirst = {255, 0, 0, 255, 0, 0, 255};
  constexpr Bytes kSecond = {0, 255, 0, 0, 255, 0, 0, 255};
  constexpr Bytes kThird = {0, 0, 255, 0, 0, 255, 0, 0, 255};
  const Bytes a = cells | ~tied;
  const Bytes b = from_next(a);
  const Bytes c = from_next(b);
  const Bytes low = smaller(smaller(a, b), c);
  const Bytes high = larger(larger(a, b), c);
  const Bytes middle = a ^ b ^ c ^ low ^ high;
  const Bytes sorted = (low & kFirst) | (from_previous(middle) & kSecond) |
                       (from_previous(from_previous(high)) & kThird);
  return blend(cells, sorted, tied);
}

// Sorts the stacks that are tied.
PUZZLED_INLINE Bytes sort_stacks(Bytes cells, std::uint32_t tied_stacks) {
  // Labels are below 16, so three of them compare as three bytes do.
  constexpr Bytes kReversed = {2, 1, 0, 15, 5, 4, 3, 15, 8, 7, 6, 15, 15, 15, 15, 15};
  const auto text =
      reinterpret_cast<Vector<std::uint32_t, 16>>(look_up(high_halves(cells), kReversed));
  unsigned order = text[1] < text[0] ? 1 : 0;
  order |= text[2] < text[0] ? 2U : 0U;
  order |= text[2] < text[1] ? 4U : 0U;
  order &= (tied_stacks & 1) | (tied_stacks >> 6) * 6;
  return look_up(cells, load<Bytes>(kStackOrders.positions[order]));
}

template <Ties kTies>
PUZZLED_INLINE Bytes sort_ties(Bytes cells, Bytes tied_columns, std::uint32_t tied_stacks) {
  cells = sort_columns(cells, tied_columns);
  return kTies == kStacks ? sort_stacks(cells, tied_stacks) : cells;
}

// Of each stack's three bits, the first: whether any of them is set, or all.
PUZZLED_INLINE std::uint32_t any_of_stack(std::uint32_t positions) {
  return (positions | positions >> 1 | positions >> 2) & kFirsts;
}
PUZZLED_INLINE std::uint32_t all_of_stack(std::uint32_t positions) {
  return positions & positions >> 1 & positions >> 2 & kFirsts;
}

class Search {
 public:
  PUZZLED_INLINE Search(const std::uint8_t* cells, std::size_t puzzles, Workspace& workspace)
      : puzzles_(puzzles), workspace_(workspace) {
    // Behind the ninth cell of a line stands 15, which is no digit.
    constexpr Bytes kBehind = {0, 0, 0, 0, 0, 0, 0, 0, 0, 15, 15, 15, 15, 15, 15, 15};
    for (std::size_t puzzle = 0; puzzle < puzzles; ++puzzle) {
      Bytes* const rows = lines_ + 2 * kSide * puzzle;
      Bytes* const columns = rows + kSide;
      read_rows(cells + kCells * puzzle, rows);
      for (int line = 0; line < kSide; ++line) columns[line] = rows[line];
      transpose(columns);
      for (int line = 0; line < 2 * kSide; ++line) rows[line] |= kBehind;
    }
  }

  /// Returns a bit for each puzzle that is left out because it has many states; none if there is
  /// only one puzzle.
  PUZZLED_INLINE std::uint64_t find(Form* forms) {
    lay_first_rows();
    constexpr std::uint32_t kLinesOfBand[3] = {3, 2, 1};
    for (int row = 1; row < kSide; ++row) {
      if (puzzles_ > 1 && counts_[kNothing] + counts_[kColumns] + counts_[kStacks] > kManyStates) {
        leave_out();
      }
      for (std::size_t i = 0; i < puzzles_; ++i) smallest_[i] = ~std::uint64_t{0};
      const std::uint32_t lines =
          row % 3 == 0 ? 9U - static_cast<std::uint32_t>(row) : kLinesOfBand[row % 3];
      const bool new_band = row % 3 == 0;
      compare_lines<kNothing>(new_band, lines);
      compare_lines<kColumns>(new_band, lines);
      compare_lines<kStacks>(new_band, lines);
      select<kNothing>();
      select<kColumns>();
      select<kStacks>();
      lay_selected();
    }
    write_forms(forms);
    return left_out_;
  }

 private:
  static constexpr std::size_t kManyOfPuzzle = 32;
  static constexpr std::size_t kManyStates = kManyOfPuzzle * kMaxPuzzles;

  __attribute__((noinline)) void leave_out() {
    std::uint32_t of_puzzle[kMaxPuzzles] = {};
    for (const Ties ties : {kNothing, kColumns, kStacks}) {
      const State* const states = data<State>(workspace_.states[ties]);
      for (std::size_t i = 0; i < counts_[ties]; ++i) ++of_puzzle[states[i].puzzle];
    }
    for (std::size_t i = 0; i < puzzles_; ++i) {
      if (of_puzzle[i] > kManyOfPuzzle) left_out_ |= std::uint64_t{1} << i;
    }
    for (const Ties ties : {kNothing, kColumns, kStacks}) {
      State* const states = data<State>(workspace_.states[ties]);
      std::size_t count = 0;
      for (std::size_t i = 0; i < counts_[ties]; ++i) {
        states[count] = states[i];
        count += (left_out_ >> states[i].puzzle & 1) == 0 ? 1 : 0;
      }
      counts_[ties] = count;
    }
  }

  template <class T>
  PUZZLED_INLINE static T* data(const Workspace::Buffer& buffer) {
    return static_cast<T*>(buffer.data);
  }

  template <class T>
  PUZZLED_INLINE void make_room(Workspace::Buffer& buffer, std::size_t count) {
    if (count * sizeof(T) > buffer.bytes) workspace_.grow(buffer, count * sizeof(T));
  }

  // REQUIRES: there is room for it.
  PUZZLED_INLINE State& append(std::size_t list) {
    return data<State>(workspace_.next_states[list])[next_counts_[list]++];
  }

  // For so many more states in any of the first lists.
  PUZZLED_INLINE void make_room_for_next(std::size_t lists, std::size_t more) {
    for (std::size_t list = 0; list < lists; ++list) {
      make_room<State>(workspace_.next_states[list], next_counts_[list] + more);
    }
  }

  PUZZLED_INLINE void swap_states() {
    branch_all();
    for (std::size_t kind = 0; kind < kBranching; ++kind) {
      const Workspace::Buffer states = workspace_.states[kind];
      workspace_.states[kind] = workspace_.next_states[kind];
      workspace_.next_states[kind] = states;
      counts_[kind] = next_counts_[kind];
      next_counts_[kind] = 0;
    }
  }

  // Lines whose clues cannot give the smallest text are not looked at.
  PUZZLED_INLINE void lay_first_rows() {
    std::uint32_t firsts[2 * kSide * kMaxPuzzles + 1];  // lines, and the clues in them
    std::size_t count = 0;
    for (std::size_t puzzle = 0; puzzle < puzzles_; ++puzzle) {
      std::uint32_t clues[2 * kSide];  // and, above them, what sorts them
      std::uint32_t smallest = ~std::uint32_t{0};
      for (std::size_t i = 0; i < 2 * kSide; ++i) {
        const std::uint32_t blank = mask_of(lines_[2 * kSide * puzzle + i] == 0);
        const std::uint32_t in_line = kNine & ~blank;
        clues[i] = std::uint32_t{kFirstRows.keys[in_line]} << 16 | in_line;
        smallest = clues[i] < smallest ? clues[i] : smallest;
      }
      if (puzzles_ > 1 && kFirstRows.of_clues[smallest & kNine].orders > kManyOfPuzzle) {
        left_out_ |= std::uint64_t{1} << puzzle;
        continue;
      }
      if ((smallest & kNine) == kNine) {
        lay_first_rows_of_grid(puzzle);
        continue;
      }
      for (std::size_t i = 0; i < 2 * kSide; ++i) {
        const auto line = static_cast<std::uint32_t>(2 * kSide * puzzle + i);
        firsts[count] = line << 16 | (clues[i] & kNine);
        count += clues[i] >> 16 == smallest >> 16 ? 1 : 0;
      }
    }
    static constexpr Bytes kNoLabels = {0,        kNoLabel, kNoLabel, kNoLabel, kNoLabel,
                                        kNoLabel, kNoLabel, kNoLabel, kNoLabel, kNoLabel};
    make_room_for_next(kLists, count);
    for (std::size_t i = 0; i < count; ++i) {
      const FirstRow& row = kFirstRows.of_clues[firsts[i] & kNine];
      const std::uint32_t line = firsts[i] >> 16;
      State& next = append(row.list);
      next.order = load<Bytes>(row.order);
      next.labels = kNoLabels;
      lay_first_line(line, next);
      next.unnamed = row.unnamed;
      next.tied_columns = row.tied_columns;
      next.tied_stacks = row.tied_stacks;
      next.swaps = row.swaps;
      next.label_count = 0;
      name_labels(next, look_up(lines_[line], next.order),
                  row.list == kBranching ? 0 : row.unnamed);
    }
    swap_states();
  }

  PUZZLED_INLINE static void lay_first_line(std::uint32_t number, State& state) {
    const std::uint32_t line = number % kSide;
    state.laid = line;
    state.puzzle = number / (2 * kSide);
    state.lines = static_cast<std::uint16_t>(number - line);
    state.open = static_cast<std::uint16_t>(kNine & ~(1U << line));
    state.in_band = state.open & kBandOfLine[line];
  }

  // Without blanks, each line in each order of columns makes the same first row: 23,328 states. But
  // the second row can always begin with 45: two digits of a box of the one line stand in one box
  // of the other. With 6, if the third does, too; else with 7. So there are 36 orders to begin with
  // a box, or 4, and none of the latter if there is any of the former.
  __attribute__((noinline)) void lay_first_rows_of_grid(std::size_t puzzle) {
    const std::uint32_t begin = static_cast<std::uint32_t>(2 * kSide * puzzle);
    std::uint32_t bands = 0;  // that can make 456
    for (std::uint32_t band = 0; band < 6; ++band) {
      const std::uint32_t line = begin + 3 * band;
      if (Box(line_bytes(line), line_bytes(line + 1), 0).is_whole()) bands |= 1U << band;
    }
    if (bands == 0) bands = 63;
    for (std::uint32_t line = begin; line < begin + 2 * kSide; ++line) {
      const std::uint32_t place = line % 3;
      if ((bands >> (line - begin) / 3 & 1) == 0) continue;
      for (std::uint32_t i = 0; i < 6; ++i) {
        const std::uint32_t other = line - place + (place + 1 + i % 2) % 3;
        lay_first_line_of_grid(line, Box(line_bytes(line), line_bytes(other), i / 2));
      }
    }
  }

  PUZZLED_INLINE const std::uint8_t* line_bytes(std::uint32_t number) const {
    return reinterpret_cast<const std::uint8_t*>(lines_ + number);
  }

  // Where the three digits stand in a line that another line has in its box of a stack.
  struct Box {
    PUZZLED_INLINE Box(const std::uint8_t* line, const std::uint8_t* other, std::uint32_t of_stack)
        : stack(of_stack) {
      std::uint8_t column_of[16];
      for (std::uint8_t i = 0; i < kSide; ++i) column_of[line[i]] = i;
      for (std::uint32_t i = 0; i < 3; ++i) columns[i] = column_of[other[3 * stack + i]];
    }
    PUZZLED_INLINE bool is_whole() const {
      return columns[0] / 3 == columns[1] / 3 && columns[1] / 3 == columns[2] / 3;
    }

    std::uint32_t stack;
    std::uint8_t columns[3];
  };

  PUZZLED_INLINE void lay_first_line_of_grid(std::uint32_t line, const Box& box) {
    constexpr std::uint8_t kAnyOrder[6] = {0, 1, 2, 3, 4, 5};
    constexpr std::uint8_t kOrdersByLast[3][2] = {{3, 5}, {1, 4}, {0, 2}};
    constexpr std::uint8_t kOrdersByFirst[3][2] = {{0, 1}, {2, 3}, {4, 5}};
    const std::uint32_t stacks[3] = {box.columns[0] / 3U, box.columns[1] / 3U, box.columns[2] / 3U};
    const std::uint32_t alone = stacks[0] == stacks[1] ? 2 : stacks[0] == stacks[2] ? 1 : 0;
    const bool is_whole = box.is_whole();
    const std::uint8_t* const first_orders = is_whole ? kAnyOrder : kOrdersByLast[alone];
    const std::uint8_t* const third_orders =
        is_whole ? kAnyOrder : kOrdersByFirst[box.columns[alone] % 3];
    const std::uint32_t count = is_whole ? 6 : 2;
    const std::uint32_t second = stacks[alone == 0 ? 1 : 0];
    const std::uint32_t third = 3 - box.stack - second;
    make_room<State>(workspace_.next_states[kNothing], next_counts_[kNothing] + count * count);
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint8_t* const p = kOrdersOfThree[first_orders[i]];
      const std::uint32_t x = box.columns[p[0]];
      const std::uint32_t y = box.columns[p[1]];
      for (std::uint32_t j = 0; j < count; ++j) {
        const std::uint8_t* const q = kOrdersOfThree[third_orders[j]];
        const std::uint32_t columns[9] = {3 * box.stack + p[0],
                                          3 * box.stack + p[1],
                                          3 * box.stack + p[2],
                                          x,
                                          y,
                                          9 * second + 3 - x - y,
                                          3 * third + q[0],
                                          3 * third + q[1],
                                          3 * third + q[2]};
        State& next = append(kNothing);
        next.order = Bytes{} + 15;
        next.labels = Bytes{};
        auto* const order = reinterpret_cast<std::uint8_t*>(&next.order);
        auto* const labels = reinterpret_cast<std::uint8_t*>(&next.labels);
        for (std::uint8_t k = 0; k < kSide; ++k) {
          order[k] = static_cast<std::uint8_t>(columns[k]);
          labels[line_bytes(line)[columns[k]]] = static_cast<std::uint8_t>(k + 1);
        }
        lay_first_line(line, next);
        next.label_count = kSide;
        next.tied_columns = 0;
        next.tied_stacks = 0;
      }
    }
  }

  // Of all lines that may be laid next, the smallest texts. The order of tied columns and stacks is
  // that which makes the text the smallest. New labels, which are the largest, are not numbered
  // yet.
  template <Ties kTies>
  PUZZLED_INLINE void compare_lines(bool new_band, std::uint32_t lines) {
    make_room<Choice>(workspace_.choices[kTies], counts_[kTies] * lines);
    Choice* choice = data<Choice>(workspace_.choices[kTies]);
    const State* const states = data<State>(workspace_.states[kTies]);
    for (std::size_t i = 0; i < counts_[kTies]; ++i) {
      const State& state = states[i];
      const Bytes* const puzzle = lines_ + state.lines;
      std::uint32_t open = new_band ? state.open : state.in_band;
      std::uint64_t smallest = smallest_[state.puzzle];
      Bytes tied{};
      if (kTies != kNothing) tied = bytes_at(state.tied_columns);
      for (std::uint32_t k = 0; k < lines; ++k, open &= open - 1, ++choice) {
        const auto line = static_cast<std::uint32_t>(__builtin_ctz(open));
        const Bytes digits = look_up(puzzle[line], state.order);
        Bytes labels = look_up(state.labels, digits);
        choice->cells = digits;
        if (kTies != kNothing) {
          choice->cells = sort_ties<kTies>(cells_of(labels, state.order), tied, state.tied_stacks);
          labels = high_halves(choice->cells);
        }
        choice->text = text_of(labels);
        choice->state = static_cast<std::uint32_t>(i);
        choice->line = line;
        smallest = choice->text < smallest ? choice->text : smallest;
      }
      smallest_[state.puzzle] = smallest;
    }
    choice_counts_[kTies] = counts_[kTies] * lines;
  }

  // Keeps the lines with the smallest texts.
  template <Ties kTies>
  PUZZLED_INLINE void select() {
    Choice* const choices = data<Choice>(workspace_.choices[kTies]);
    const State* const states = data<State>(workspace_.states[kTies]);
    std::size_t count = 0;
    for (std::size_t i = 0; i < choice_counts_[kTies]; ++i) {
      const Choice choice = choices[i];
      choices[count] = choice;
      count += choice.text == smallest_[states[choice.state].puzzle] ? 1 : 0;
    }
    choice_counts_[kTies] = count;
  }

  PUZZLED_INLINE void lay_selected() {
    make_room_for_next(
        kLists, choice_counts_[kNothing] + choice_counts_[kColumns] + choice_counts_[kStacks]);
    const Choice* choices = data<Choice>(workspace_.choices[kNothing]);
    for (std::size_t i = 0; i < choice_counts_[kNothing]; ++i) {
      const State& state = data<State>(workspace_.states[kNothing])[choices[i].state];
      State& next = append(kNothing);
      next.order = state.order;
      next.tied_columns = 0;
      next.tied_stacks = 0;
      const Bytes digits = choices[i].cells;
      const std::uint32_t unnamed = kNine & mask_of(look_up(state.labels, digits) == kNoLabel);
      lay_line(state, choices[i].line, next);
      name_labels(next, digits, unnamed);
    }
    lay_selected_tied<kColumns>();
    lay_selected_tied<kStacks>();
    swap_states();
  }

  template <Ties kTies>
  PUZZLED_INLINE void lay_selected_tied() {
    const Choice* const choices = data<Choice>(workspace_.choices[kTies]);
    for (std::size_t i = 0; i < choice_counts_[kTies]; ++i) {
      const State& state = data<State>(workspace_.states[kTies])[choices[i].state];
      lay_tied<kTies>(state, choices[i].line, choices[i].cells);
    }
  }

  PUZZLED_INLINE static void lay_line(const State& state, std::uint32_t line, State& next) {
    next.labels = state.labels;
    next.laid = state.laid << 4 | line;
    next.puzzle = state.puzzle;
    next.lines = state.lines;
    next.open = static_cast<std::uint16_t>(state.open & ~(1U << line));
    next.in_band = next.open & kBandOfLine[line];
    next.label_count = state.label_count;
  }

  // Columns and stacks that are blank on this line, too, stay tied. If tied ones get new labels,
  // the state waits to branch.
  template <Ties kTies>
  PUZZLED_INLINE void lay_tied(const State& state, std::uint32_t line, Bytes cells) {
    const std::uint32_t unnamed = positions_of(cells, kNoLabel);
    const std::uint32_t blank = positions_of(cells, 0);
    const std::uint32_t tied = state.tied_columns;
    const std::uint32_t still = tied & blank;
    const std::uint32_t two = still & still >> 1 & kFirsts;
    const std::uint32_t columns = two | two << 1 | (two << 2 & still);
    // The columns at positions i and i + 1 were tied, and get new labels.
    std::uint32_t swaps = unnamed & unnamed >> 1 & tied & tied >> 1 & (kFirsts | kFirsts << 1);
    std::uint32_t stacks = 0;
    if (kTies == kStacks) {
      const std::uint32_t still_stacks = state.tied_stacks & all_of_stack(blank);
      const std::uint32_t two_stacks = still_stacks & still_stacks >> 3 & 1;
      stacks = two_stacks | two_stacks << 3 | (two_stacks << 6 & still_stacks);
      // This stack and the next were tied, and have the same text now, of new labels.
      const std::uint32_t clues = kNine & ~blank;
      const std::uint32_t named = clues ^ unnamed;
      const std::uint32_t differ = any_of_stack((clues ^ clues >> 3) | named | named >> 3);
      swaps |= (state.tied_stacks & state.tied_stacks >> 3 & any_of_stack(clues) & ~differ) << 2;
    }
    const std::size_t waits = swaps != 0 ? 1 : 0;
    State& next = append(kBranching * waits | list_of(columns, stacks));
    next.order = low_halves(cells);
    next.tied_columns = static_cast<std::uint16_t>(columns);
    next.tied_stacks = static_cast<std::uint8_t>(stacks);
    next.swaps = static_cast<std::uint8_t>(swaps);
    next.unnamed = static_cast<std::uint16_t>(unnamed);
    lay_line(state, line, next);
    name_labels(next, look_up(lines_[state.lines + line], low_halves(cells)),
                unnamed & (static_cast<std::uint32_t>(waits) - 1));
  }

  PUZZLED_INLINE static std::size_t list_of(std::uint32_t tied_columns, std::uint32_t tied_stacks) {
    return (tied_columns != 0 ? 1 : 0) + (tied_stacks != 0 ? 1 : 0);
  }

  // Tied columns, or stacks, that get new labels: whichever comes first gets the smaller one, so
  // every order is a state of its own. There are two nearly always.
  PUZZLED_INLINE void branch_all() {
    const State* const states = data<State>(workspace_.next_states[kBranching]);
    const std::size_t count = next_counts_[kBranching];
    make_room_for_next(kBranching, 2 * count);
    for (std::size_t i = 0; i < count; ++i) {
      const State& state = states[i];
      if ((state.swaps & (state.swaps - 1)) != 0) {
        branch(state);
        make_room_for_next(kBranching, 2 * (count - i));
        continue;
      }
      const std::size_t list = list_of(state.tied_columns, state.tied_stacks);
      append_branch(state, list, state.order);
      append_branch(
          state, list,
          look_up(state.order, load<Bytes>(kSwaps.positions[__builtin_ctz(state.swaps)])));
    }
    next_counts_[kBranching] = 0;
  }

  PUZZLED_INLINE void append_branch(const State& start, std::size_t list, Bytes order) {
    State& next = append(list);
    next = start;
    next.order = order;
    name_labels(next, look_up(lines_[start.lines + (start.laid & 15)], order), start.unnamed);
  }

  // Into more than two.
  __attribute__((noinline)) void branch(const State& state) {
    const std::uint32_t swaps = state.swaps;
    const std::uint32_t stacks = (swaps >> 2 & 1) | (swaps >> 4 & 2);
    const std::size_t list = list_of(state.tied_columns, state.tied_stacks);
    const auto for_each_order = [](std::uint32_t allowed, const std::uint8_t(*orders)[16],
                                   Bytes before, auto then) {
      for (int i = 0; i < kAllowedCount[allowed]; ++i) {
        then(look_up(before, load<Bytes>(orders[kAllowedOrders[allowed][i]])));
      }
    };
    for_each_order(swaps & 3, kOrders.columns[0], state.order, [&](Bytes first) {
      for_each_order(swaps >> 3 & 3, kOrders.columns[1], first, [&](Bytes second) {
        for_each_order(swaps >> 6 & 3, kOrders.columns[2], second, [&](Bytes third) {
          for_each_order(stacks, kOrders.stacks, third, [&](Bytes order) {
            make_room<State>(workspace_.next_states[list], next_counts_[list] + 1);
            append_branch(state, list, order);
          });
        });
      });
    });
  }

  // Names the digits at the positions `unnamed`, in their order. Without branches, as far as there
  // are four at most: behind the last one it is 15 that gets a name.
  PUZZLED_INLINE static void name_labels(State& state, Bytes digits, std::uint32_t unnamed) {
    std::uint8_t at[16];
    store(at, digits);
    auto* const labels = reinterpret_cast<std::uint8_t*>(&state.labels);
    std::uint8_t label = state.label_count;
    state.label_count = static_cast<std::uint8_t>(label + __builtin_popcount(unnamed));
    for (int i = 0; i < 4; ++i, unnamed &= unnamed - 1) {
      labels[at[__builtin_ctz(unnamed | 1U << 15)]] = ++label;
    }
    for (; unnamed != 0; unnamed &= unnamed - 1) labels[at[__builtin_ctz(unnamed)]] = ++label;
  }

  // How many orders of columns a state stands for.
  PUZZLED_INLINE static std::uint32_t orders_of(const State& state) {
    constexpr std::uint8_t kFactorials[4] = {1, 1, 2, 6};
    std::uint32_t orders = kFactorials[__builtin_popcount(state.tied_stacks)];
    for (int stack = 0; stack < 3; ++stack) {
      orders *= kFactorials[__builtin_popcount(state.tied_columns >> 3 * stack & 7U)];
    }
    return orders;
  }

  PUZZLED_INLINE void write_forms(Form* forms) {
    const State* last[kMaxPuzzles];
    for (std::size_t i = 0; i < puzzles_; ++i) forms[i].automorphisms = 0;
    for (const Ties ties : {kNothing, kColumns, kStacks}) {
      const State* const states = data<State>(workspace_.states[ties]);
      for (std::size_t i = 0; i < counts_[ties]; ++i) {
        const std::uint32_t puzzle = states[i].puzzle;
        forms[puzzle].automorphisms += orders_of(states[i]);
        last[puzzle] = &states[i];
      }
    }
    for (std::size_t i = 0; i < puzzles_; ++i) {
      if ((left_out_ >> i & 1) != 0) continue;
      const State& state = *last[i];
      for (int row = 0; row < kSide; ++row) {
        const std::uint64_t line = state.laid >> 4 * (kSide - 1 - row) & 15;
        store(forms[i].digits + kSide * row,
              look_up(state.labels, look_up(lines_[state.lines + line], state.order)));
      }
    }
  }

  static_assert(kMaxPuzzles == 64);

  std::size_t puzzles_;
  std::uint64_t left_out_ = 0;
  Workspace& workspace_;
  std::size_t counts_[3];
  std::size_t next_counts_[kLists] = {};
  std::size_t choice_counts_[3];
  std::uint64_t smallest_[kMaxPuzzles];   // of the row
  Bytes lines_[2 * kSide * kMaxPuzzles];  // of each puzzle the rows, and the columns
};

__attribute__((noinline)) std::uint64_t search(const std::uint8_t* cells, std::size_t puzzles,
                                               Workspace& workspace, Form* forms) {
  return Search(cells, puzzles, workspace).find(forms);
}

void find(const std::uint8_t* cells, std::size_t puzzles, Workspace& workspace, Form* forms) {
  std::uint64_t left_out = search(cells, puzzles, workspace, forms);
  for (; left_out != 0; left_out &= left_out - 1) {
    const auto i = static_cast<std::size_t>(__builtin_ctzll(left_out));
    search(cells + kCells * i, 1, workspace, forms + i);
  }
}

std::uint32_t find_of_grid(const std::uint8_t* cells, const BandTables& tables, GridWay* ways,
                           std::uint8_t* form) {
  return GridSearch(cells, tables, ways).find(form);
}

}  // namespace

constinit const Kernel kKernel{.find = find, .find_of_grid = find_of_grid};

}  // namespace puzzled::sudoku::canonical::PUZZLED_LEVEL
