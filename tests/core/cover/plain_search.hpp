// For tests: the plainest search that there is, and problems to try engines on.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/cover/problem.hpp"

namespace puzzled::cover {

using Solutions = std::vector<std::vector<std::uint32_t>>;

/// All solutions in the order that SolutionWalk promises; for bounds of 1 to 1 only.
Solutions plain_solutions(const Problem& problem);

/// Adds an option that a test knows to be right.
inline void add(Problem& problem, const std::vector<Element>& elements) {
  if (!problem.add_option(elements)) throw std::logic_error("a test adds a wrong option");
}

/// A small problem, with secondary items and colours now and then, that mostly has solutions.
inline Problem random_problem(std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto below = [&](std::uint32_t bound) {
    return static_cast<std::uint32_t>(random() % bound);
  };
  const std::uint32_t primary = 3 + below(8);
  const std::uint32_t secondary = seed % 3 == 0 ? 0 : below(6);
  const std::uint32_t colours = seed % 3 == 2 ? 1 + below(3) : 0;
  const std::uint32_t options = 8 + below(25);
  Problem problem(primary, secondary);
  for (std::uint32_t i = 0; i < options; ++i) {
    std::vector<Element> elements;
    std::vector<std::uint32_t> order(primary);
    for (std::uint32_t item = 0; item < primary; ++item) order[item] = item;
    std::shuffle(order.begin(), order.end(), random);
    order.resize(1 + below(3));
    for (const std::uint32_t item : order) elements.push_back({item, 0});
    for (std::uint32_t item = primary; item < primary + secondary; ++item) {
      if (below(3) == 0) elements.push_back({item, colours == 0 ? 0 : below(colours + 1)});
    }
    add(problem, elements);
  }
  return problem;
}

/// Places two of each number up to n at a distance of that number (Langford, 1958); solutions and
/// their mirror images.
inline Problem langford(std::uint32_t n) {
  Problem problem(3 * std::size_t{n});
  for (std::uint32_t number = 1; number <= n; ++number) {
    for (std::uint32_t first = 0; first + number + 1 < 2 * n; ++first) {
      add(problem, {{number - 1, 0}, {n + first, 0}, {n + first + number + 1, 0}});
    }
  }
  return problem;
}

/// Queens: rows and columns are primary, diagonals secondary.
inline Problem queens(std::uint32_t n) {
  Problem problem(2 * std::size_t{n}, 2 * (2 * std::size_t{n} - 1));
  for (std::uint32_t row = 0; row < n; ++row) {
    for (std::uint32_t column = 0; column < n; ++column) {
      add(problem, {{row, 0},
                    {n + column, 0},
                    {2 * n + row + column, 0},
                    {4 * n - 1 + row + (n - 1 - column), 0}});
    }
  }
  return problem;
}

/// Latin squares.
inline Problem latin_squares(std::uint32_t n) {
  Problem problem(3 * std::size_t{n} * n);
  for (std::uint32_t row = 0; row < n; ++row) {
    for (std::uint32_t column = 0; column < n; ++column) {
      for (std::uint32_t value = 0; value < n; ++value) {
        add(problem, {{row * n + column, 0},
                      {n * n + row * n + value, 0},
                      {2 * n * n + column * n + value, 0}});
      }
    }
  }
  return problem;
}

/// Perfect matchings of the complete graph.
inline Problem matchings(std::uint32_t vertices) {
  Problem problem(vertices);
  for (std::uint32_t a = 0; a < vertices; ++a) {
    for (std::uint32_t b = a + 1; b < vertices; ++b) add(problem, {{a, 0}, {b, 0}});
  }
  return problem;
}

/// Dominoes on a rectangle.
inline Problem dominoes(std::uint32_t rows, std::uint32_t columns) {
  Problem problem(std::size_t{rows} * columns);
  for (std::uint32_t row = 0; row < rows; ++row) {
    for (std::uint32_t column = 0; column < columns; ++column) {
      const std::uint32_t cell = row * columns + column;
      if (column + 1 < columns) add(problem, {{cell, 0}, {cell + 1, 0}});
      if (row + 1 < rows) add(problem, {{cell, 0}, {cell + columns, 0}});
    }
  }
  return problem;
}

/// `items` items, each with so many options of its own: options^items solutions.
inline Problem independent(std::uint32_t items, std::uint32_t options) {
  Problem problem(items);
  for (std::uint32_t item = 0; item < items; ++item) {
    for (std::uint32_t i = 0; i < options; ++i) add(problem, {{item, 0}});
  }
  return problem;
}

/// Squares of `size` letters a side, all rows and columns of which are words: those of `size`
/// letters out of `letters` whose sum is even. Cells are secondary items, their letters colours.
inline Problem words(std::uint32_t size, std::uint32_t letters) {
  Problem problem(2 * std::size_t{size}, std::size_t{size} * size);
  std::uint32_t count = 1;
  for (std::uint32_t i = 0; i < size; ++i) count *= letters;
  for (std::uint32_t word = 0; word < count; ++word) {
    std::vector<std::uint32_t> letter;
    std::uint32_t sum = 0;
    for (std::uint32_t i = 0, rest = word; i < size; ++i, rest /= letters) {
      letter.push_back(1 + rest % letters);
      sum += letter.back();
    }
    if (sum % 2 != 0) continue;
    for (std::uint32_t line = 0; line < size; ++line) {
      std::vector<Element> across{{line, 0}};
      std::vector<Element> down{{size + line, 0}};
      for (std::uint32_t i = 0; i < size; ++i) {
        across.push_back({2 * size + line * size + i, letter[i]});
        down.push_back({2 * size + i * size + line, letter[i]});
      }
      add(problem, across);
      add(problem, down);
    }
  }
  return problem;
}

/// The problem with so many options between its own that rows of bits are long; at most one of them
/// is in a solution.
inline Problem with_long_rows(const Problem& problem, std::uint32_t seed) {
  constexpr std::uint32_t kAdded = 4200;
  std::mt19937 random(seed);
  const auto below = [&](std::uint32_t bound) {
    return static_cast<std::uint32_t>(random() % bound);
  };
  const auto primary = static_cast<std::uint32_t>(problem.primary_items());
  const auto items = static_cast<std::uint32_t>(problem.items());
  Problem longer(primary, items - primary + 1);
  const auto each = kAdded / static_cast<std::uint32_t>(problem.options()) + 1;
  for (std::size_t option = 0; option < problem.options(); ++option) {
    const auto elements = problem.option(option);
    add(longer, {elements.begin(), elements.end()});
    for (std::uint32_t i = 0; i < each; ++i) {
      // Runs of the same items, so that items have blocks of their own.
      const std::uint32_t first = static_cast<std::uint32_t>(option) % primary;
      std::vector<Element> added{{first, 0}, {items, 0}};
      if (below(3) != 0 && primary > 1) added.push_back({(first + 1) % primary, 0});
      if (below(3) == 0 && primary > 2) {
        added.push_back({(first + 2 + below(primary - 2)) % primary, 0});
      }
      add(longer, added);
    }
  }
  return longer;
}

/// The problem without some of its options: symmetric but for some damage.
inline Problem damaged(const Problem& problem, std::uint32_t seed, std::uint32_t dropped) {
  std::mt19937 random(seed);
  std::vector<bool> is_dropped(problem.options());
  for (std::uint32_t i = 0; i < dropped; ++i) is_dropped[random() % problem.options()] = true;
  Problem rest(problem.primary_items(), problem.items() - problem.primary_items());
  for (std::size_t option = 0; option < problem.options(); ++option) {
    const auto elements = problem.option(option);
    if (!is_dropped[option]) add(rest, {elements.begin(), elements.end()});
  }
  return rest;
}

}  // namespace puzzled::cover
