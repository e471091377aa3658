#include "tests/bench/puzzle_file.hpp"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <utility>

#include "core/sudoku/text/puzzle_reader.hpp"
#include "daemon/base/files/block_reader.hpp"
#include "daemon/base/files/byte_source.hpp"
#include "daemon/base/files/input.hpp"

namespace puzzled::bench {
namespace {

using sudoku::Grid;
using sudoku::PuzzleReader;

[[noreturn]] void fail(const Error& error) {
  std::fprintf(stderr, "%s\n", error.message.c_str());
  std::exit(2);
}

}  // namespace

std::vector<std::optional<Grid>> read_puzzles(const std::string& path) {
  static const Interrupt interrupt;
  Result<std::unique_ptr<ByteSource>> source = open_input(path, interrupt);
  if (!source) fail(source.error());
  BlockReader blocks(std::move(*source), {});
  TextBlock block(kBlockBytes);
  std::vector<std::optional<Grid>> puzzles;
  while (blocks.next(block)) {
    PuzzleReader reader(block.text(), block.form, block.context);
    while (const auto item = reader.next()) {
      puzzles.emplace_back();
      if (item == PuzzleReader::Item::kPuzzle) puzzles.back() = reader.puzzle().grid;
    }
  }
  if (blocks.error()) fail(*blocks.error());
  return puzzles;
}

}  // namespace puzzled::bench
