// Things put into places: Langford's sequences, queens, Latin squares, Sudokus, and the two
// examples of costs and of bounds.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/commands/cover/examples/families.hpp"

namespace puzzled::commands::examples {
namespace {

constexpr std::string_view kDigits = "0123456789";

/// 0 to n - 1 from the middle outwards: as organ pipes stand, for the attacks of queens in the
/// middle matter most (Knuth, section 7.2.2.1).
std::vector<unsigned> organ_pipe_order(unsigned n) {
  std::vector<unsigned> order;
  for (unsigned i = 0; i < (n + 1) / 2; ++i) {
    order.push_back((n - 1) / 2 - i);
    if (n / 2 + i != order.back()) order.push_back(n / 2 + i);
  }
  return order;
}

struct SudokuShape {
  std::size_t side;
  std::size_t box_height;
  std::size_t box_width;
  std::string_view size;   // the name of the empty grid
  std::string_view grids;  // how many there are (9x9: Felgenhauer and Jarvis 2005)
};
constexpr SudokuShape kSudokuShapes[] = {{4, 2, 2, "4x4", "288"},
                                         {6, 2, 3, "6x6", "28200960"},
                                         {9, 3, 3, "9x9", "6670903752021072936960"}};

/// The four items of a digit (from 0) in a cell, and what is given of them.
class SudokuItems {
 public:
  explicit SudokuItems(const SudokuShape& shape)
      : shape_(shape), given_(kKinds.size() * shape.side * shape.side) {}

  static constexpr std::string_view kKinds = "prcx";  // place, row, column, box

  std::size_t index(std::size_t kind, std::size_t row, std::size_t column,
                    std::size_t digit) const {
    const std::size_t box = row / shape_.box_height * shape_.box_height + column / shape_.box_width;
    const std::size_t first[] = {row, row, column, box};
    return (kind * shape_.side + first[kind]) * shape_.side + (kind == 0 ? column : digit);
  }

  bool is_free(std::size_t row, std::size_t column, std::size_t digit) const {
    for (std::size_t kind = 0; kind < kKinds.size(); ++kind) {
      if (given_[index(kind, row, column, digit)]) return false;
    }
    return true;
  }

  void give(std::size_t row, std::size_t column, std::size_t digit) {
    for (std::size_t kind = 0; kind < kKinds.size(); ++kind) {
      given_[index(kind, row, column, digit)] = true;
    }
  }

  void add(ExampleText& text, std::size_t item) const {
    const std::size_t side = shape_.side;
    text.add("%%.%", kKinds[item / (side * side)], item / side % side + 1, item % side + 1);
  }

  void add_free(ExampleText& text) const {
    for (std::size_t item = 0; item < given_.size(); ++item) {
      if (!given_[item]) add(text, item);
    }
    text.end_line();
  }

 private:
  SudokuShape shape_;
  std::vector<bool> given_;
};

const SudokuShape* find_sudoku_shape(std::string_view parameter) {
  for (const SudokuShape& shape : kSudokuShapes) {
    if (parameter == shape.size || parameter.size() == shape.side * shape.side) return &shape;
  }
  return nullptr;
}

}  // namespace

Result<std::string> make_langford(const Request& request) {
  const unsigned n = request.n();
  // OEIS A014552, twice: a sequence and its reverse count as two.
  static constexpr std::string_view kKnown =
      "3:2 4:2 7:52 8:300 11:35584 12:216288 15:79619280 16:653443600 19:513629782560 "
      "20:5272675722400";
  const std::string title =
      "Langford's problem: two each of 1 to " + std::to_string(n) + ", d others between two d";
  const bool has_none = n % 4 == 1 || n % 4 == 2;
  ExampleText text = has_none ? ExampleText(title, "0") : ExampleText(title, request, kKnown);
  text.add_each("d%", n);
  text.add_each("s%", 2 * n);
  text.end_line();
  for (unsigned d = 1; d <= n; ++d) {
    for (unsigned slot = 1; slot + d + 1 <= 2 * n; ++slot) {
      text.line("d% s% s%", d, slot, slot + d + 1);
    }
  }
  return text.take();
}

Result<std::string> make_queens(const Request& request) {
  const unsigned n = request.n();
  // OEIS A000170.
  static constexpr std::string_view kKnown =
      "1:1 2:0 3:0 4:2 5:10 6:4 7:40 8:92 9:352 10:724 11:2680 12:14200 13:73712 14:365596 "
      "15:2279184";
  ExampleText text(std::to_string(n) + " queens that do not attack each other", request, kKnown);
  for (const unsigned i : organ_pipe_order(n)) text.add("r% c%", i + 1, i + 1);
  text.add("|");
  text.add_each("a%", 2 * n - 1);
  text.add_each("b%", 2 * n - 1);
  text.end_line();
  for (unsigned row = 1; row <= n; ++row) {
    for (unsigned column = 1; column <= n; ++column) {
      text.line("r% c% a% b%", row, column, row + column - 1, row + n - column);
    }
  }
  return text.take();
}

Result<std::string> make_queen_domination(const Request& request) {
  const auto& sizes = request.sizes;
  if (sizes.size() != 2 || sizes[0] > 100 || sizes[1] > sizes[0] * sizes[0]) {
    return refused(request, "N has to be from 1 to 100, and K from 1 to N times N");
  }
  static constexpr std::string_view kKnown = "8x5:4860";
  const unsigned n = sizes[0];
  ExampleText text(std::to_string(sizes[1]) + " queens that attack or occupy every square of a " +
                       "board of side " + std::to_string(n) + ": an example of bounds",
                   request, kKnown);
  text.add("%|#", sizes[1]);
  text.add_grid("1:" + std::to_string(sizes[1]) + "|%.%", n, n);
  text.end_line();
  for (unsigned queen = 0; queen < n * n; ++queen) {
    text.add("#");
    for (unsigned i = 0; i < n * n; ++i) {
      const unsigned rows = std::max(i / n, queen / n) - std::min(i / n, queen / n);
      const unsigned columns = std::max(i % n, queen % n) - std::min(i % n, queen % n);
      if (rows == 0 || columns == 0 || rows == columns) text.add("%.%", i / n + 1, i % n + 1);
    }
    text.end_line();
  }
  return text.take();
}

Result<std::string> make_latin(const Request& request) {
  const unsigned n = request.n();
  // OEIS A002860.
  static constexpr std::string_view kKnown =
      "1:1 2:2 3:12 4:576 5:161280 6:812851200 7:61479419904000";
  ExampleText text("Latin squares of side " + std::to_string(n), request, kKnown);
  for (const std::string_view form : {"p%.%", "r%.%", "c%.%"}) text.add_grid(form, n, n);
  text.end_line();
  for (unsigned row = 1; row <= n; ++row) {
    for (unsigned column = 1; column <= n; ++column) {
      for (unsigned value = 1; value <= n; ++value) {
        text.line("p%.% r%.% c%.%", row, column, row, value, column, value);
      }
    }
  }
  return text.take();
}

Result<std::string> make_sudoku(const Request& request) {
  const SudokuShape* const shape = find_sudoku_shape(request.parameter);
  if (shape == nullptr) {
    return refused(request, "sudoku is followed by 4x4, 6x6 or 9x9, or by that many cells");
  }
  const std::size_t side = shape->side;
  const bool is_empty = request.parameter == shape->size;
  SudokuItems items(*shape);
  for (std::size_t cell = 0; !is_empty && cell < side * side; ++cell) {
    const char c = request.parameter[cell];
    if (c == '.' || c == '0') continue;
    const std::size_t digit = kDigits.find(c) - 1;
    if (digit >= side) {
      return refused(request, "a cell is a digit up to " + std::to_string(side) + ", or a dot");
    }
    if (!items.is_free(cell / side, cell % side, digit)) {
      return refused(request, "cell " + std::to_string(cell + 1) + " contradicts those before it");
    }
    items.give(cell / side, cell % side, digit);
  }
  ExampleText text =
      is_empty ? ExampleText("Sudoku grids, " + std::string(shape->size), shape->grids)
               : ExampleText("The Sudoku " + std::string(request.parameter), std::nullopt);
  items.add_free(text);
  for (std::size_t i = 0; i < side * side * side; ++i) {
    const std::size_t row = i / (side * side);
    const std::size_t column = i / side % side;
    if (!items.is_free(row, column, i % side)) continue;
    for (std::size_t kind = 0; kind < SudokuItems::kKinds.size(); ++kind) {
      items.add(text, items.index(kind, row, column, i % side));
    }
    text.end_line();
  }
  return text.take();
}

Result<std::string> make_assignment(const Request& request) {
  // The rearrangement inequality: sums of products are least if one factor falls as the other
  // rises, and greatest if both rise.
  const std::uint64_t n = request.n();
  ExampleText text("A column for each row at the cost of row times column: an example of costs",
                   std::nullopt);
  text.comment("cheapest cover: " + std::to_string(n * (n + 1) * (n + 2) / 6));
  text.comment("dearest cover: " + std::to_string(n * (n + 1) * (2 * n + 1) / 6));
  text.add_each("r%", request.n());
  text.add_each("c%", request.n());
  text.end_line();
  for (unsigned row = 1; row <= n; ++row) {
    for (unsigned column = 1; column <= n; ++column) {
      text.line("r% c% |%", row, column, row * column);
    }
  }
  return text.take();
}

}  // namespace puzzled::commands::examples
