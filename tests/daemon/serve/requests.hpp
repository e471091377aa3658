// Puzzles to send, and what must come back, from an engine that the daemon does not use.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "core/sudoku/block_solver.hpp"

namespace puzzled::net {

/// The first `count` of the bundled puzzles, a line each.
inline std::string puzzle_lines(std::size_t count) {
  std::ifstream file(PUZZLED_TEST_DATA "/minimal_10k.txt");
  std::string text;
  std::string line;
  for (std::size_t i = 0; i < count && std::getline(file, line); ++i) text += line + '\n';
  if (text.empty()) ADD_FAILURE() << "no puzzles";
  return text;
}

inline std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

/// What `puzzled solve --engine band` answers.
inline std::string solved(const std::string& lines) {
  const sudoku::AnswerOptions options{.engine = sudoku::find_engine("band"),
                                      .isa = {},
                                      .limits = {},
                                      .style = sudoku::AnswerStyle::kLine};
  sudoku::BlockAnswers answers;
  sudoku::BlockSolver(options).answer(lines, {}, {}, answers);
  return std::string(answers.text.view());
}

/// The number behind `key=` in an answer to `stats`.
inline std::uint64_t stat(const std::string& stats, const std::string& key) {
  std::istringstream words(stats);
  for (std::string word; words >> word;) {
    if (word.starts_with(key + '=')) return std::stoull(word.substr(key.size() + 1));
  }
  ADD_FAILURE() << "no " << key << " in " << stats;
  return 0;
}

}  // namespace puzzled::net
