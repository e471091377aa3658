// Boards of other sizes, and killers from text: on one core. `items_per_second` is boards a second.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/variants/model.hpp"
#include "core/variants/puzzle.hpp"
#include "core/variants/reduce.hpp"
#include "core/variants/rules.hpp"
#include "core/variants/search.hpp"
#include "core/variants/text/iss/iss_reader.hpp"
#include "core/variants/text/iss/iss_writer.hpp"

namespace puzzled::variants {
namespace {

using Board = std::vector<ValueSet>;

/// A full grid: a pattern with its rows, columns and values shuffled.
std::vector<int> random_grid(int size, std::mt19937& random) {
  const BoxShape boxes = usual_boxes(size);
  const auto shuffled = [&](int count) {
    std::vector<int> order(static_cast<std::size_t>(count));
    std::iota(order.begin(), order.end(), 0);
    std::ranges::shuffle(order, random);
    return order;
  };
  std::vector<int> rows;
  for (const int band : shuffled(size / boxes.rows)) {
    for (const int row : shuffled(boxes.rows)) rows.push_back(band * boxes.rows + row);
  }
  std::vector<int> columns;
  for (const int stack : shuffled(size / boxes.columns)) {
    for (const int column : shuffled(boxes.columns)) {
      columns.push_back(stack * boxes.columns + column);
    }
  }
  const std::vector<int> values = shuffled(size);
  std::vector<int> grid;
  for (const int row : rows) {
    for (const int column : columns) {
      const int place = boxes.columns * (row % boxes.rows) + row / boxes.rows + column;
      grid.push_back(1 + values[static_cast<std::size_t>(place % size)]);
    }
  }
  return grid;
}

/// Clues are taken away as long as the solution stays unique, until `clues` are left.
Board dug_board(int size, int clues, Search& search, std::mt19937& random) {
  Board board;
  for (const int value : random_grid(size, random)) board.push_back(set_of(value));
  std::vector<std::size_t> order(board.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::shuffle(order, random);
  auto left = static_cast<int>(board.size());
  for (const std::size_t cell : order) {
    if (left == clues) break;
    const ValueSet clue = std::exchange(board[cell], all_values(size));
    if (search.solve(board, {.solutions = 2}).count == 1) {
      --left;
    } else {
      board[cell] = clue;
    }
  }
  return board;
}

void run_size(benchmark::State& state, int size, int clues, int count) {
  const Rules rules(sudoku_model(size, usual_boxes(size)));
  Search search(rules);
  std::mt19937 random(1);
  std::vector<Board> boards;
  for (int i = 0; i < count; ++i) boards.push_back(dug_board(size, clues, search, random));
  for ([[maybe_unused]] auto step : state) {
    for (const Board& board : boards) {
      benchmark::DoNotOptimize(search.solve(board, {.solutions = 2}));
    }
  }
  state.SetItemsProcessed(state.iterations() * count);
}

/// Cages of up to four cells that tile the board.
Puzzle random_killer(std::mt19937& random) {
  const std::vector<int> grid = random_grid(9, random);
  Puzzle puzzle{.size = 9, .regions = {}, .allowed = Board(81, all_values(9)), .rules = {}};
  std::vector<bool> is_taken(81);
  for (Cell cell = 0; cell < 81; ++cell) {
    puzzle.regions.push_back(static_cast<std::uint8_t>(cell / 27 * 3 + cell % 9 / 3));
  }
  for (Cell cell = 0; cell < 81; ++cell) {
    if (is_taken[cell]) continue;
    Rule& cage = puzzle.rules.emplace_back();
    cage.kind = RuleKind::kCage;
    cage.cells = {cell};
    cage.numbers = {grid[cell]};
    is_taken[cell] = true;
    const std::size_t size = 2 + random() % 3;
    for (std::size_t tries = 0; cage.cells.size() < size && tries < 20; ++tries) {
      const Cell at = cage.cells[random() % cage.cells.size()];
      const bool is_right = random() % 2 == 0;
      const Cell next = static_cast<Cell>(is_right ? at + 1 : at + 9);
      if (next >= 81 || is_taken[next] || (is_right && next % 9 == 0) ||
          std::ranges::any_of(cage.cells, [&](Cell c) { return grid[c] == grid[next]; })) {
        continue;
      }
      cage.cells.push_back(next);
      cage.numbers[0] += grid[next];
      is_taken[next] = true;
    }
  }
  return puzzle;
}

/// Text to answer: read, reduced, made into rules, searched for two solutions.
void run_killers(benchmark::State& state) {
  std::mt19937 random(1);
  std::vector<std::string> texts;
  for (int i = 0; i < 100; ++i) texts.push_back(*write_iss(random_killer(random)));
  for ([[maybe_unused]] auto step : state) {
    for (const std::string& text : texts) {
      const Rules rules(*reduce(*read_iss(text)));
      Search search(rules);
      benchmark::DoNotOptimize(search.solve(rules.model().allowed, {.solutions = 2}));
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(texts.size()));
}

BENCHMARK_CAPTURE(run_size, 4x4, 4, 5, 200);
BENCHMARK_CAPTURE(run_size, 6x6, 6, 12, 200);
BENCHMARK_CAPTURE(run_size, 16x16_110_clues, 16, 110, 20);
BENCHMARK_CAPTURE(run_size, 16x16_minimal, 16, 0, 10);
BENCHMARK_CAPTURE(run_size, 25x25_330_clues, 25, 330, 10);
BENCHMARK(run_killers);

}  // namespace
}  // namespace puzzled::variants
