// Problems whose secondary items say what may stand beside what: words, MacMahon's squares, maps.
#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "daemon/commands/cover/examples/families.hpp"

namespace puzzled::commands::examples {
namespace {

constexpr std::size_t kMaxTextBytes = 100'000'000;

/// A word cut into letters: characters of UTF-8.
using Letters = std::vector<std::string_view>;

Letters letters_of(std::string_view word) {
  Letters letters;
  std::size_t begin = 0;
  for (std::size_t i = 1; i <= word.size(); ++i) {
    const bool continues = i < word.size() && (static_cast<unsigned char>(word[i]) & 0xC0U) == 0x80;
    if (continues) continue;
    letters.push_back(word.substr(begin, i - begin));
    begin = i;
  }
  return letters;
}

/// The words of that length, each once, in their order.
std::vector<Letters> words_of(std::string_view words, std::size_t length) {
  std::vector<Letters> found;
  std::set<std::string_view> seen;
  while (!words.empty()) {
    const std::size_t end = std::min(words.find('\n'), words.size());
    std::string_view word = words.substr(0, end);
    words.remove_prefix(std::min(end + 1, words.size()));
    constexpr std::string_view kBlanks = " \t\r\v\f";
    word.remove_prefix(std::min(word.find_first_not_of(kBlanks), word.size()));
    word = word.substr(0, word.find_last_not_of(kBlanks) + 1);
    Letters letters = letters_of(word);
    if (letters.size() == length && seen.insert(word).second) found.push_back(std::move(letters));
  }
  return found;
}

/// An option for each word in each of `lines` rows or columns.
void add_words(ExampleText& text, const std::vector<Letters>& words, bool is_across,
               unsigned lines) {
  for (const Letters& word : words) {
    for (unsigned line = 1; line <= lines; ++line) {
      text.add(is_across ? "a%" : "d%", line);
      for (unsigned i = 1; i <= word.size(); ++i) {
        text.add("%.%:%", is_across ? line : i, is_across ? i : line, word[i - 1]);
      }
      text.end_line();
    }
  }
}

/// A square's colours: above, right, below, left.
using Edges = std::array<unsigned, 4>;

/// The different ways to turn each of the squares with three colours.
std::vector<std::set<Edges>> macmahon_squares() {
  std::map<Edges, std::set<Edges>> squares;
  for (unsigned i = 0; i < 81; ++i) {
    const Edges edges = {i / 27, i / 9 % 3, i / 3 % 3, i % 3};
    Edges turned = edges;
    Edges least = edges;
    for (int turn = 0; turn < 3; ++turn) {
      std::rotate(turned.begin(), turned.begin() + 1, turned.end());
      least = std::min(least, turned);
    }
    squares[least].insert(edges);
  }
  std::vector<std::set<Edges>> found;
  found.reserve(squares.size());
  for (auto& [least, turns] : squares) found.push_back(std::move(turns));
  return found;
}

}  // namespace

Result<std::string> make_words(const Request& request) {
  const auto& sizes = request.sizes;
  if (sizes.size() != 2 || sizes[0] > 100 || sizes[1] > 100) {
    return refused(request, "R and C have to be from 1 to 100");
  }
  const auto [rows, columns] = std::pair(sizes[0], sizes[1]);
  if (request.words.empty()) return refused(request, "it needs a list of words, one a line");
  const std::vector<Letters> across = words_of(request.words, columns);
  const std::vector<Letters> down = words_of(request.words, rows);
  for (const auto& [words, length] : {std::pair(&across, columns), std::pair(&down, rows)}) {
    if (words->empty()) {
      return refused(request, "the list has no word of " + std::to_string(length) + " letters");
    }
    for (const Letters& word : *words) {
      const auto is_sign = [](std::string_view letter) {
        return letter.find_first_of(std::string_view(":| \t\r\v\f\0", 8)) != std::string_view::npos;
      };
      if (std::any_of(word.begin(), word.end(), is_sign)) {
        return refused(request, "the list has a word with a blank, a colon or a bar");
      }
    }
  }
  // A letter with its cell takes at most thirteen bytes.
  const std::size_t words =
      across.size() * rows * (columns + 1) + down.size() * columns * (rows + 1);
  if (words * 13 > kMaxTextBytes) return refused(request, "the list is too long");
  ExampleText text("Rectangles of words, " + std::string(request.parameter), std::nullopt);
  text.add_each("a%", rows);
  text.add_each("d%", columns);
  text.add("|");
  text.add_grid("%.%", rows, columns);
  text.end_line();
  add_words(text, across, true, rows);
  add_words(text, down, false, columns);
  return text.take();
}

Result<std::string> make_macmahon(const Request& request) {
  const auto& sizes = request.sizes;
  if (sizes.size() != 2 || sizes[0] > 24 || sizes[0] * std::min(sizes[1], 25U) != 24) {
    return refused(request, "R times C has to be 24");
  }
  // Turned and mirrored boards count anew; so do those with the two inner colours exchanged.
  static constexpr std::string_view kKnown = "4x6:106624 6x4:106624";
  const unsigned rows = sizes[0];
  const unsigned columns = sizes[1];
  ExampleText text("MacMahon's 24 squares of three colours, one colour all around", request,
                   kKnown);
  text.add_grid("%.%", rows, columns);
  const std::vector<std::set<Edges>> squares = macmahon_squares();
  text.add_each("t%", 24);
  text.add("|");
  text.add_grid("v%.%", rows, columns + 1);
  text.add_grid("h%.%", rows + 1, columns);
  text.end_line();
  for (unsigned tile = 0; tile < squares.size(); ++tile) {
    for (const auto& [above, right, below, left] : squares[tile]) {
      for (unsigned i = 0; i < 24; ++i) {
        const unsigned row = i / columns + 1;
        const unsigned column = i % columns + 1;
        const bool fits = (row > 1 || above == 0) && (row < rows || below == 0) &&
                          (column > 1 || left == 0) && (column < columns || right == 0);
        if (!fits) continue;
        text.line("%.% t% h%.%:% v%.%:% h%.%:% v%.%:%", row, column, tile + 1,  //
                  row, column, above, row, column + 1, right,                   //
                  row + 1, column, below, row, column, left);
      }
    }
  }
  return text.take();
}

Result<std::string> make_colourings(const Request& request) {
  const auto& sizes = request.sizes;
  constexpr unsigned kMaxOptions = 500'000;
  const bool is_small = sizes.size() == 3 &&
                        *std::max_element(sizes.begin(), sizes.end()) <= kMaxOptions &&
                        std::uint64_t{sizes[0]} * sizes[1] <= kMaxOptions &&
                        std::uint64_t{sizes[0]} * sizes[1] * sizes[2] <= kMaxOptions;
  if (!is_small) {
    return refused(request, "R times C times K has to be from 1 to " + std::to_string(kMaxOptions));
  }
  // OEIS A068253, three times.
  static constexpr std::string_view kKnown =
      "2x2x3:18 3x3x3:246 4x4x3:7812 5x5x3:580986 6x6x3:101596896";
  const unsigned rows = sizes[0];
  const unsigned columns = sizes[1];
  ExampleText text("Colourings of a grid whose neighbours differ: rows, columns, colours " +
                       std::string(request.parameter),
                   request, kKnown);
  text.add_grid("%.%", rows, columns);
  if (rows * columns > 1) text.add("|");
  // Each edge in each colour: v above its cell, h to the left of it.
  const auto add_edges = [&](unsigned row, unsigned column, unsigned colour) {
    if (row > 1) text.add("v%.%.%", row, column, colour);
    if (column > 1) text.add("h%.%.%", row, column, colour);
  };
  for (unsigned i = 0; i < rows * columns; ++i) {
    for (unsigned colour = 1; colour <= sizes[2]; ++colour) {
      add_edges(i / columns + 1, i % columns + 1, colour);
    }
  }
  text.end_line();
  for (unsigned row = 1; row <= rows; ++row) {
    for (unsigned column = 1; column <= columns; ++column) {
      for (unsigned colour = 1; colour <= sizes[2]; ++colour) {
        text.add("%.%", row, column);
        add_edges(row, column, colour);
        if (row < rows) text.add("v%.%.%", row + 1, column, colour);
        if (column < columns) text.add("h%.%.%", row, column + 1, colour);
        text.end_line();
      }
    }
  }
  return text.take();
}

}  // namespace puzzled::commands::examples
