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

struct State {
  Bytes order;          // position -> column of the puzzle; 15 behind the ninth
  Bytes labels;         // digit -> its new name, kNoLabel as long as it has none
  std::uint64_t lines;  // those laid, four bits each, the last one lowest
  std::uint16_t laid;   // a bit for each of them
  std::uint8_t transposed;
  std::uint8_t label_count;
  std::uint8_t tied_stacks;      // 0, 2 or 3, from the first on
  std::uint8_t tied_columns[3];  // of each stack position: 0, 2 or 3, from its first on
};
static_assert(sizeof(State) == 48);

// A line that gives the smallest text when it is laid next.
struct Choice {
  // A byte for each position: the label in the high half, the column in the low one. So whatever
  // is sorted by labels takes its column with it.
  Bytes cells;
  std::uint32_t state;
  std::uint32_t line;
};

// Of a row of which only blanks and clues are known: its smallest text has the stacks with the
// fewest clues first, and within a stack the blanks. The number of clues of each tells it.
struct RowKeys {
  std::uint8_t of_clues[512];
};

constexpr RowKeys row_keys() {
  RowKeys keys{};
  for (unsigned clues = 0; clues < 512; ++clues) {
    int counts[3] = {};
    for (unsigned i = 0; i < 9; ++i) counts[i / 3] += static_cast<int>(clues >> i & 1);
    int low = counts[0];
    int high = counts[0];
    for (const int count : counts) {
      low = count < low ? count : low;
      high = count > high ? count : high;
    }
    const int middle = counts[0] + counts[1] + counts[2] - low - high;
    keys.of_clues[clues] = static_cast<std::uint8_t>(low * 16 + middle * 4 + high);
  }
  return keys;
}

constexpr RowKeys kRowKeys = row_keys();

constexpr std::uint8_t kOrdersOfThree[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                               {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
// Three neighbours, of which the first and second (bit 0) and the second and third (bit 1) may
// change places: in which of the orders above.
constexpr std::uint8_t kAllowedOrders[4][6] = {{0}, {0, 2}, {0, 1}, {0, 1, 2, 3, 4, 5}};
constexpr std::uint8_t kAllowedCount[4] = {1, 2, 2, 6};

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

PUZZLED_INLINE Bytes low_halves(Bytes v) {
  return v & 15;
}
PUZZLED_INLINE Bytes high_halves(Bytes v) {
  return v >> 4;
}

// Bits of the positions, of nine, whose label is this.
PUZZLED_INLINE std::uint32_t positions_of(Bytes cells, std::uint8_t label) {
  return kNine & mask_of((cells & 0xF0) == static_cast<std::uint8_t>(label << 4));
}

// The nine labels as a number that compares as their text does.
PUZZLED_INLINE std::uint64_t text_of(Bytes cells) {
#if defined(__AVX2__)
  const __m128i weights = _mm_setr_epi8(16, 1, 16, 1, 16, 1, 16, 1, 16, 0, 0, 0, 0, 0, 0, 0);
  const __m128i last_first =
      _mm_setr_epi8(8, 6, 4, 2, 0, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
  const __m128i pairs = _mm_maddubs_epi16(reinterpret_cast<__m128i>(high_halves(cells)), weights);
  return static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm_shuffle_epi8(pairs, last_first)));
#else
  std::uint64_t text = 0;
  for (int i = 0; i < 9; ++i) text = text << 4 | static_cast<std::uint64_t>(cells[i] >> 4);
  return text << 4;
#endif
}

// Sorts each marked byte and the byte behind it.
PUZZLED_INLINE Bytes sort_pairs(Bytes v, Bytes marked) {
  const Bytes next = from_next(v);
  const Bytes sorted = blend(v, smaller(v, next), marked);
  return blend(sorted, from_previous(larger(v, next)), from_previous(marked));
}

PUZZLED_INLINE bool has_ties(const State& state) {
  std::uint32_t ties;
  __builtin_memcpy(&ties, &state.tied_stacks, sizeof ties);
  return ties != 0;
}

// For stacks with 0, 2 and 3 tied columns (the last two numbers), which bytes are to be sorted with
// the ones behind them.
struct TiedPairs {
  alignas(16) std::uint8_t first[3][4][16];   // the first column of a stack
  alignas(16) std::uint8_t second[3][4][16];  // the second
};

constexpr TiedPairs tied_pair_masks() {
  TiedPairs masks{};
  for (int stack = 0; stack < 3; ++stack) {
    masks.first[stack][2][3 * stack] = 255;
    masks.first[stack][3][3 * stack] = 255;
    masks.second[stack][3][3 * stack + 1] = 255;
  }
  return masks;
}

constexpr TiedPairs kTiedPairs = tied_pair_masks();

PUZZLED_INLINE Bytes of_all_stacks(const std::uint8_t (&masks)[3][4][16], const State& state) {
  return load<Bytes>(masks[0][state.tied_columns[0]]) |
         load<Bytes>(masks[1][state.tied_columns[1]]) |
         load<Bytes>(masks[2][state.tied_columns[2]]);
}

// Puts tied columns, and tied stacks, into the order that makes the smallest text.
PUZZLED_INLINE Bytes sort_ties(const State& state, Bytes cells) {
  const Bytes first = of_all_stacks(kTiedPairs.first, state);
  const Bytes second = of_all_stacks(kTiedPairs.second, state);
  cells = sort_pairs(cells, first);
  if (any_bit(second)) {
    cells = sort_pairs(cells, second);
    cells = sort_pairs(cells, first);
  }
  if (state.tied_stacks != 0) {
    // Labels are below 16, so three of them compare as three bytes do.
    constexpr Bytes kReversed = {2, 1, 0, 15, 5, 4, 3, 15, 8, 7, 6, 15, 15, 15, 15, 15};
    const auto text =
        reinterpret_cast<Vector<std::uint32_t, 16>>(look_up(high_halves(cells), kReversed));
    unsigned order = text[1] < text[0] ? 1 : 0;
    if (state.tied_stacks == 3) {
      order |= text[2] < text[0] ? 2U : 0U;
      order |= text[2] < text[1] ? 4U : 0U;
    }
    cells = look_up(cells, load<Bytes>(kStackOrders.positions[order]));
  }
  return cells;
}

class Search {
 public:
  PUZZLED_INLINE Search(const std::uint8_t* cells, Workspace& workspace) : workspace_(workspace) {
    // The kernel looks up labels in what stands behind the ninth cell, too: it shall be blank.
    constexpr Bytes kNineBytes = {255, 255, 255, 255, 255, 255, 255, 255, 255};
    read_rows(cells, lines_[0]);
    for (int line = 0; line < kSide; ++line) {
      lines_[0][line] &= kNineBytes;
      lines_[1][line] = lines_[0][line];
    }
    transpose(lines_[1]);
  }

  PUZZLED_INLINE std::uint32_t find(std::uint8_t* form) {
    std::size_t count = lay_first_row();
    for (int row = 1; row < kSide; ++row) count = lay_row(row, count);
    write_form(states()[0], form);
    std::uint32_t orders = 0;
    for (std::size_t i = 0; i < count; ++i) orders += orders_of(states()[i]);
    return orders;
  }

 private:
  State* states() { return static_cast<State*>(workspace_.states.data); }
  State* next_states() { return static_cast<State*>(workspace_.next_states.data); }
  Choice* choices() { return static_cast<Choice*>(workspace_.choices.data); }

  PUZZLED_INLINE void swap_states() {
    const Workspace::Buffer states = workspace_.states;
    workspace_.states = workspace_.next_states;
    workspace_.next_states = states;
  }

  PUZZLED_INLINE void make_room_for_state(std::size_t count) {
    if ((count + 1) * sizeof(State) > workspace_.next_states.bytes) {
      workspace_.grow(workspace_.next_states);
    }
  }

  // Lines whose clues cannot give the smallest text are not looked at.
  PUZZLED_INLINE std::size_t lay_first_row() {
    std::uint8_t keys[2 * kSide];
    std::uint8_t smallest = 255;
    for (int i = 0; i < 2 * kSide; ++i) {
      const std::uint32_t blank = mask_of(lines_[i / kSide][i % kSide] == 0);
      keys[i] = kRowKeys.of_clues[kNine & ~blank];
      smallest = keys[i] < smallest ? keys[i] : smallest;
    }
    State start{};
    start.order = Bytes{0, 1, 2, 3, 4, 5, 6, 7, 8, 15, 15, 15, 15, 15, 15, 15};
    start.labels = Bytes{0,        kNoLabel, kNoLabel, kNoLabel, kNoLabel,
                         kNoLabel, kNoLabel, kNoLabel, kNoLabel, kNoLabel};
    start.tied_stacks = 3;
    for (std::uint8_t& tied : start.tied_columns) tied = 3;
    std::size_t count = 0;
    for (int i = 0; i < 2 * kSide; ++i) {
      if (keys[i] != smallest) continue;
      start.transposed = i < kSide ? 0 : 1;
      const auto line = static_cast<std::uint32_t>(i % kSide);
      count = lay_line(start, line, cells_of(start, line), count);
    }
    swap_states();
    return count;
  }

  PUZZLED_INLINE std::size_t lay_row(int row, std::size_t count) {
    std::uint64_t smallest = ~std::uint64_t{0};
    std::size_t chosen = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const State& state = states()[i];
      std::uint32_t open = kNine & ~state.laid;
      if (row % 3 != 0) open &= 7U << (state.lines & 15) / 3 * 3;
      for (; open != 0; open &= open - 1) {
        const auto line = static_cast<std::uint32_t>(__builtin_ctz(open));
        const Bytes cells = cells_of(state, line);
        const std::uint64_t text = text_of(cells);
        if (text > smallest) continue;
        if (text < smallest) {
          smallest = text;
          chosen = 0;
        }
        if ((chosen + 1) * sizeof(Choice) > workspace_.choices.bytes) {
          workspace_.grow(workspace_.choices);
        }
        Choice& choice = choices()[chosen++];
        choice.cells = cells;
        choice.state = static_cast<std::uint32_t>(i);
        choice.line = line;
      }
    }
    std::size_t next = 0;
    for (std::size_t i = 0; i < chosen; ++i) {
      const Choice& choice = choices()[i];
      next = lay_line(states()[choice.state], choice.line, choice.cells, next);
    }
    swap_states();
    return next;
  }

  // The labels of a line in the order of the columns, that of tied ones such that the text is the
  // smallest. New labels, which are the largest, are not numbered yet.
  PUZZLED_INLINE Bytes cells_of(const State& state, std::uint32_t line) const {
    const Bytes labels =
        look_up(state.labels, look_up(lines_[state.transposed][line], state.order));
    const Bytes cells = labels << 4 | state.order;
    return has_ties(state) ? sort_ties(state, cells) : cells;
  }

  // Appends the states that come of laying a line to the `count` next ones; returns their number.
  PUZZLED_INLINE std::size_t lay_line(const State& state, std::uint32_t line, Bytes cells,
                                      std::size_t count) {
    make_room_for_state(count);
    State& next = next_states()[count];
    next.order = state.order;
    next.labels = state.labels;
    next.lines = state.lines << 4 | line;
    next.laid = static_cast<std::uint16_t>(state.laid | 1U << line);
    next.transposed = state.transposed;
    next.label_count = state.label_count;
    next.tied_stacks = 0;
    for (std::uint8_t& tied : next.tied_columns) tied = 0;
    const std::uint32_t unnamed = positions_of(cells, kNoLabel);
    if (!has_ties(state)) {
      name_labels(next, unnamed, line);
      return count + 1;
    }
    next.order = low_halves(cells) | Bytes{0, 0, 0, 0, 0, 0, 0, 0, 0, 15, 15, 15, 15, 15, 15, 15};
    const std::uint32_t blank = positions_of(cells, 0);
    const std::uint32_t clues = kNine & ~blank;
    const std::uint32_t pairs = unnamed & unnamed >> 1 & tied_pairs(state);
    const std::uint32_t stacks = tied_equal_stacks(state, clues, unnamed);
    keep_ties(state, blank, next);
    if ((pairs | stacks) == 0) {
      name_labels(next, unnamed, line);
      return count + 1;
    }
    return branch(State(next), unnamed, pairs, stacks, line, count);
  }

  // Bit i: the columns at positions i and i + 1 were tied.
  PUZZLED_INLINE static std::uint32_t tied_pairs(const State& state) {
    std::uint32_t pairs = 0;
    for (int stack = 0; stack < 3; ++stack) {
      const std::uint32_t tied = state.tied_columns[stack];
      pairs |= (tied == 0 ? 0U : tied == 2 ? 1U : 3U) << 3 * stack;
    }
    return pairs;
  }

  // Bit i: stacks i and i + 1 were tied, and now have the same text, of new labels.
  PUZZLED_INLINE static std::uint32_t tied_equal_stacks(const State& state, std::uint32_t clues,
                                                        std::uint32_t unnamed) {
    std::uint32_t stacks = 0;
    for (int stack = 0; stack + 1 < state.tied_stacks; ++stack) {
      const std::uint32_t here = clues >> 3 * stack & 7;
      const std::uint32_t there = clues >> (3 * stack + 3) & 7;
      const std::uint32_t unnamed_here = unnamed >> 3 * stack & 7;
      const std::uint32_t unnamed_there = unnamed >> (3 * stack + 3) & 7;
      if (here != 0 && here == there && unnamed_here == here && unnamed_there == there) {
        stacks |= 1U << stack;
      }
    }
    return stacks;
  }

  // Columns and stacks that are blank on this line, too, stay tied.
  PUZZLED_INLINE static void keep_ties(const State& state, std::uint32_t blank, State& next) {
    constexpr std::uint8_t kLeadingBlanks[8] = {0, 0, 0, 2, 0, 0, 0, 3};
    int blank_stacks = 0;
    bool leads = true;
    for (int stack = 0; stack < 3; ++stack) {
      const std::uint8_t blanks = kLeadingBlanks[blank >> 3 * stack & 7];
      const std::uint8_t tied = state.tied_columns[stack];
      next.tied_columns[stack] = blanks < tied ? blanks : tied;
      leads = leads && (blank >> 3 * stack & 7) == 7;
      blank_stacks += leads ? 1 : 0;
    }
    if (blank_stacks > state.tied_stacks) blank_stacks = state.tied_stacks;
    next.tied_stacks = static_cast<std::uint8_t>(blank_stacks < 2 ? 0 : blank_stacks);
  }

  // Tied columns, or stacks, that get new labels: whichever comes first gets the smaller one, so
  // every order is a state of its own.
  __attribute__((noinline)) std::size_t branch(const State& start, std::uint32_t unnamed,
                                               std::uint32_t pairs, std::uint32_t stacks,
                                               std::uint32_t line, std::size_t count) {
    const std::uint32_t in_stack[3] = {pairs & 3, pairs >> 3 & 3, pairs >> 6 & 3};
    std::uint8_t order[16];
    std::uint8_t changed[16];
    store(order, start.order);
    store(changed, start.order);
    const auto put_stack = [&](int to, int from, int choice) {
      const std::uint8_t* const columns = kOrdersOfThree[kAllowedOrders[in_stack[from]][choice]];
      for (int i = 0; i < 3; ++i) changed[3 * to + i] = order[3 * from + columns[i]];
    };
    for (int i = 0; i < kAllowedCount[stacks]; ++i) {
      const std::uint8_t* const from = kOrdersOfThree[kAllowedOrders[stacks][i]];
      for (int a = 0; a < kAllowedCount[in_stack[from[0]]]; ++a) {
        put_stack(0, from[0], a);
        for (int b = 0; b < kAllowedCount[in_stack[from[1]]]; ++b) {
          put_stack(1, from[1], b);
          for (int c = 0; c < kAllowedCount[in_stack[from[2]]]; ++c) {
            put_stack(2, from[2], c);
            make_room_for_state(count);
            State& next = next_states()[count++];
            next = start;
            next.order = load<Bytes>(changed);
            name_labels(next, unnamed, line);
          }
        }
      }
    }
    return count;
  }

  // Names the digits at the positions `unnamed`, in their order.
  PUZZLED_INLINE void name_labels(State& state, std::uint32_t unnamed, std::uint32_t line) const {
    if (unnamed == 0) return;
    std::uint8_t labels[16];
    std::uint8_t digits[16];
    store(labels, state.labels);
    store(digits, look_up(lines_[state.transposed][line], state.order));
    for (; unnamed != 0; unnamed &= unnamed - 1) {
      labels[digits[__builtin_ctz(unnamed)]] = ++state.label_count;
    }
    state.labels = load<Bytes>(labels);
  }

  // How many orders of columns a state stands for.
  PUZZLED_INLINE static std::uint32_t orders_of(const State& state) {
    constexpr std::uint8_t kFactorials[4] = {1, 1, 2, 6};
    std::uint32_t orders = kFactorials[state.tied_stacks];
    for (const std::uint8_t tied : state.tied_columns) orders *= kFactorials[tied];
    return orders;
  }

  PUZZLED_INLINE void write_form(const State& state, std::uint8_t* form) const {
    for (int row = 0; row < kSide; ++row) {
      const std::uint64_t line = state.lines >> 4 * (kSide - 1 - row) & 15;
      store(form + kSide * row,
            look_up(state.labels, look_up(lines_[state.transposed][line], state.order)));
    }
  }

  Workspace& workspace_;
  Bytes lines_[2][kSide];  // rows, and columns
};

std::uint32_t find(const std::uint8_t* cells, Workspace& workspace, std::uint8_t* form) {
  return Search(cells, workspace).find(form);
}

std::uint32_t find_of_grid(const std::uint8_t* cells, const BandTables& tables, GridWay* ways,
                           std::uint8_t* form) {
  return GridSearch(cells, tables, ways).find(form);
}

}  // namespace

constinit const Kernel kKernel{.find = find, .find_of_grid = find_of_grid};

}  // namespace puzzled::sudoku::canonical::PUZZLED_LEVEL
