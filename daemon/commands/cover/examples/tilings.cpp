// Polyominoes and polycubes: an item for each cell of a region, and one for each piece if it is
// used once; an option for each way to place a piece.
#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/commands/cover/examples/families.hpp"

namespace puzzled::commands::examples {
namespace {

// A text takes up to 700 bytes for a cell.
constexpr unsigned kMaxCells = 100'000;

using Cell = std::array<int, 3>;
using Cells = std::vector<Cell>;

struct Piece {
  std::string_view name;
  Cells cells;
};

/// The cells X of a drawing whose rows are apart by blanks.
Cells drawn(std::string_view drawing) {
  Cells cells;
  int row = 0;
  int column = 0;
  for (const char c : drawing) {
    if (c == 'X') cells.push_back({row, column, 0});
    ++column;
    if (c == ' ') {
      ++row;
      column = 0;
    }
  }
  return cells;
}

/// The twelve pentominoes with the letters that Golomb gave them.
std::vector<Piece> pentominoes() {
  return {{"F", drawn(".XX XX. .X.")}, {"I", drawn("XXXXX")},       {"L", drawn("X... XXXX")},
          {"N", drawn("XX.. .XXX")},   {"P", drawn("XX XX X.")},    {"T", drawn("XXX .X. .X.")},
          {"U", drawn("X.X XXX")},     {"V", drawn("X.. X.. XXX")}, {"W", drawn("X.. XX. .XX")},
          {"X", drawn(".X. XXX .X.")}, {"Y", drawn(".X.. XXXX")},   {"Z", drawn("XX. .X. .XX")}};
}

/// The pieces of Piet Hein's Soma cube.
std::vector<Piece> soma_pieces() {
  return {{"V", {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}},
          {"L", {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 1, 0}}},
          {"T", {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {1, 1, 0}}},
          {"Z", {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {2, 1, 0}}},
          {"A", {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
          {"B", {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {1, 1, 1}}},
          {"P", {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 0, 1}}}};
}

/// The piece with its axes permuted and turned round, moved to the origin.
Cells turned(const Cells& cells, const std::array<int, 3>& axes, const std::array<int, 3>& signs) {
  Cells result;
  for (const Cell& cell : cells) {
    Cell turned_cell{};
    for (std::size_t i = 0; i < 3; ++i) {
      turned_cell[i] = signs[i] * cell[static_cast<std::size_t>(axes[i])];
    }
    result.push_back(turned_cell);
  }
  for (std::size_t i = 0; i < 3; ++i) {
    int least = result[0][i];
    for (const Cell& cell : result) least = std::min(least, cell[i]);
    for (Cell& cell : result) cell[i] -= least;
  }
  std::sort(result.begin(), result.end());
  return result;
}

/// All that turning makes of a piece, in the plane turning over as well; in space what hands can
/// do, and no mirror images.
std::set<Cells> orientations(const Cells& cells, bool in_space) {
  std::set<Cells> found;
  std::array<int, 3> axes = {0, 1, 2};
  do {
    const bool is_odd = (axes[0] > axes[1]) != ((axes[0] > axes[2]) != (axes[1] > axes[2]));
    for (int signs = 0; signs < 8; ++signs) {
      const std::array<int, 3> sign = {(signs & 1) != 0 ? -1 : 1, (signs & 2) != 0 ? -1 : 1,
                                       (signs & 4) != 0 ? -1 : 1};
      const bool is_mirrored = is_odd == (sign[0] * sign[1] * sign[2] > 0);
      const bool stays_flat = axes[2] == 2 && sign[2] == 1;
      if (in_space ? !is_mirrored : stays_flat) found.insert(turned(cells, axes, sign));
    }
  } while (std::next_permutation(axes.begin(), axes.end()));
  return found;
}

/// Some of the cells of a box.
class Region {
 public:
  Region(unsigned rows, unsigned columns, unsigned layers = 1)
      : sizes_{static_cast<int>(rows), static_cast<int>(columns), static_cast<int>(layers)},
        contained_(std::size_t{rows} * columns * layers, true) {}

  const std::array<int, 3>& sizes() const { return sizes_; }
  bool has(const Cell& cell) const { return contained_[index(cell)]; }
  void remove(const Cell& cell) { contained_[index(cell)] = false; }

 private:
  std::size_t index(const Cell& cell) const {
    return static_cast<std::size_t>((cell[0] * sizes_[1] + cell[1]) * sizes_[2] + cell[2]);
  }

  std::array<int, 3> sizes_;
  std::vector<bool> contained_;
};

struct Tiling {
  std::vector<Piece> pieces;
  bool once = true;       // each piece is used exactly once; otherwise any number of times
  bool in_space = false;  // pieces are turned in space, and cells have three coordinates
};

void add_cell(ExampleText& text, const Cell& cell, bool in_space) {
  if (in_space) {
    text.add("%.%.%", cell[0] + 1, cell[1] + 1, cell[2] + 1);
  } else {
    text.add("%.%", cell[0] + 1, cell[1] + 1);
  }
}

/// Calls `visit` with every place that a box of `size` can have in the region's box.
template <class Visit>
void for_each_place(const std::array<int, 3>& sizes, const Cell& size, const Visit& visit) {
  for (int x = 0; x + size[0] <= sizes[0]; ++x) {
    for (int y = 0; y + size[1] <= sizes[1]; ++y) {
      for (int z = 0; z + size[2] <= sizes[2]; ++z) visit(Cell{x, y, z});
    }
  }
}

void add_placements(ExampleText& text, const Piece& piece, const Tiling& tiling,
                    const Region& region) {
  for (const Cells& shape : orientations(piece.cells, tiling.in_space)) {
    Cell size{};
    for (const Cell& cell : shape) {
      for (std::size_t i = 0; i < 3; ++i) size[i] = std::max(size[i], cell[i] + 1);
    }
    for_each_place(region.sizes(), size, [&](const Cell& place) {
      Cells moved = shape;
      for (Cell& cell : moved) {
        for (std::size_t i = 0; i < 3; ++i) cell[i] += place[i];
      }
      const auto is_inside = [&](const Cell& cell) { return region.has(cell); };
      if (!std::all_of(moved.begin(), moved.end(), is_inside)) return;
      if (tiling.once) text.add(piece.name);
      for (const Cell& cell : moved) add_cell(text, cell, tiling.in_space);
      text.end_line();
    });
  }
}

std::string tiled(ExampleText text, const Tiling& tiling, const Region& region) {
  if (tiling.once) {
    for (const Piece& piece : tiling.pieces) text.add(piece.name);
  }
  for_each_place(region.sizes(), {1, 1, 1}, [&](const Cell& cell) {
    if (region.has(cell)) add_cell(text, cell, tiling.in_space);
  });
  text.end_line();
  for (const Piece& piece : tiling.pieces) add_placements(text, piece, tiling, region);
  return text.take();
}

std::string title_of(std::string_view what, const Request& request) {
  return std::string(what) + ' ' + std::string(request.parameter);
}

bool is_board(const Request& request) {
  const auto& sizes = request.sizes;
  return sizes.size() == 2 && std::uint64_t{sizes[0]} * sizes[1] <= kMaxCells;
}

Result<std::string> tiled_board(const Request& request, std::string_view what,
                                std::vector<Piece> pieces, std::string_view known) {
  if (!is_board(request)) {
    return refused(request, "R times C has to be from 1 to " + std::to_string(kMaxCells));
  }
  return tiled(ExampleText(title_of(what, request), request, known),
               {std::move(pieces), false, false}, Region(request.sizes[0], request.sizes[1]));
}

}  // namespace

Result<std::string> make_pentominoes(const Request& request) {
  // Scott 1958 (8x8: 65), Haselgrove 1960 (6x10: 2339); turned and mirrored boards count anew.
  static constexpr std::string_view kKnown =
      "3x20:8 20x3:8 4x15:1472 15x4:1472 5x12:4040 12x5:4040 6x10:9356 10x6:9356 8x8:520";
  if (request.parameter == "8x8") {
    Region board(8, 8);
    for (const Cell& hole : {Cell{3, 3, 0}, {3, 4, 0}, {4, 3, 0}, {4, 4, 0}}) board.remove(hole);
    return tiled(
        ExampleText("The twelve pentominoes on a chessboard without its centre", request, kKnown),
        {pentominoes(), true, false}, board);
  }
  if (!is_board(request) || request.sizes[0] * request.sizes[1] != 60) {
    return refused(request, "R times C has to be 60, or the board 8x8, whose centre is left out");
  }
  return tiled(ExampleText(title_of("The twelve pentominoes on a board", request), request, kKnown),
               {pentominoes(), true, false}, Region(request.sizes[0], request.sizes[1]));
}

Result<std::string> make_polycubes(const Request& request) {
  // Bouwkamp 1967 and 1969; turned and mirrored boxes count anew.
  static constexpr std::string_view kKnown = "2x3x10:96 2x5x6:2112 3x4x5:31520";
  const auto& sizes = request.sizes;
  const bool is_box = sizes.size() == 3 && sizes[0] <= 60 && sizes[1] <= 60 && sizes[2] <= 60;
  if (!is_box || sizes[0] * sizes[1] * sizes[2] != 60) {
    return refused(request, "A times B times C has to be 60");
  }
  return tiled(
      ExampleText(title_of("The twelve solid pentominoes in a box", request), request, kKnown),
      {pentominoes(), true, true}, Region(sizes[0], sizes[1], sizes[2]));
}

Result<std::string> make_soma(const Request& request) {
  if (!request.parameter.empty()) return refused(request, "soma has no numbers");
  // Conway and Guy 1961: 240, each in 48 positions.
  return tiled(ExampleText("Piet Hein's Soma cube", "11520"), {soma_pieces(), true, true},
               Region(3, 3, 3));
}

Result<std::string> make_dominoes(const Request& request) {
  // Kasteleyn 1961, Temperley and Fisher 1961.
  static constexpr std::string_view kKnown =
      "2x2:2 4x4:36 6x6:6728 8x8:12988816 10x10:258584046368 12x12:53060477521960000 "
      "4x4x4:5051532105";
  const auto& sizes = request.sizes;
  const std::vector<Piece> domino = {{"D", {{0, 0, 0}, {0, 1, 0}}}};
  if (sizes.size() != 3) return tiled_board(request, "Dominoes on a board", domino, kKnown);
  if (std::max({sizes[0], sizes[1], sizes[2]}) > kMaxCells ||
      std::uint64_t{sizes[0]} * sizes[1] * sizes[2] > kMaxCells) {
    return refused(request, "A times B times C has to be from 1 to " + std::to_string(kMaxCells));
  }
  return tiled(ExampleText(title_of("Dominoes in a box", request), request, kKnown),
               {domino, false, true}, Region(sizes[0], sizes[1], sizes[2]));
}

Result<std::string> make_aztec(const Request& request) {
  const auto n = static_cast<int>(request.n());
  Region diamond(2 * request.n(), 2 * request.n());
  for_each_place(diamond.sizes(), {1, 1, 1}, [&](const Cell& cell) {
    const int distance = std::abs(2 * cell[0] + 1 - 2 * n) + std::abs(2 * cell[1] + 1 - 2 * n);
    if (distance > 2 * n) diamond.remove(cell);
  });
  // Elkies, Kuperberg, Larsen and Propp 1992.
  return tiled(ExampleText("Dominoes on an Aztec diamond of order " + std::to_string(n),
                           "2^" + std::to_string(n * (n + 1) / 2)),
               {{{"D", {{0, 0, 0}, {0, 1, 0}}}}, false, false}, diamond);
}

Result<std::string> make_trominoes(const Request& request) {
  return tiled_board(request, "L-trominoes on a board", {{"L", drawn("XX X.")}}, {});
}

Result<std::string> make_tetrominoes(const Request& request) {
  return tiled_board(request, "Tetrominoes, any number of each, on a board",
                     {{"I", drawn("XXXX")},
                      {"O", drawn("XX XX")},
                      {"L", drawn("XXX X..")},
                      {"S", drawn("XX. .XX")},
                      {"T", drawn("XXX .X.")}},
                     {});
}

}  // namespace puzzled::commands::examples
