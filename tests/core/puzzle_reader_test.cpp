// What the reader finds in a block, against a reader that is too plain to be wrong.
#include "core/sudoku/text/puzzle_reader.hpp"
#include "core/sudoku/text/text_form.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "core/sudoku/batch_solver.hpp"
#include "core/sudoku/text/lines.hpp"
#include "tests/core/answered_text.hpp"
#include "tests/core/each_level.hpp"

namespace puzzled::sudoku {
namespace {

using Item = PuzzleReader::Item;

const TextForm kAny{.layout = Layout::kAny};

/// A puzzle as 81 digits, or what is wrong; and where.
std::string shown(const Grid& grid, const std::string& error, TextPlace place) {
  std::string text = std::to_string(place.line) + ':' + std::to_string(place.column) + ' ';
  if (!error.empty()) return text + error;
  for (const std::uint8_t digit : grid.digits) text += static_cast<char>('0' + digit);
  return text;
}

using Strings = std::vector<std::string>;

/// All items of a block, runs of plain lines taken apart.
Strings items_of(std::string_view block, const TextForm& form = {},
                 const BlockContext& context = {}, PlainLineCounter counter = nullptr,
                 std::size_t max_lines = 1000) {
  Strings items;
  PuzzleReader reader(block, form, context, counter);
  while (const auto item = reader.next(max_lines)) {
    if (item != Item::kPlainLines) {
      EXPECT_EQ(item == Item::kFault, !reader.puzzle().error.empty());
      items.push_back(shown(reader.puzzle().grid, reader.puzzle().error, reader.place()));
      continue;
    }
    EXPECT_LE(reader.plain_lines().size(), max_lines * kLineBytes);
    TextPlace place = reader.place();
    for (std::string_view lines = reader.plain_lines(); !lines.empty(); ++place.line) {
      Grid grid;
      EXPECT_EQ(read_cells(take_line(lines), grid), kCells);
      items.push_back(shown(grid, "", place));
    }
  }
  EXPECT_FALSE(reader.next());
  return items;
}

/// The same for lines without a header, a character after the other.
Strings plainly_read(std::string_view text) {
  Strings items;
  for (std::uint32_t number = 1; !text.empty(); ++number) {
    const std::size_t feed = text.find('\n');
    std::string line(text.substr(0, feed));
    text.remove_prefix(feed == std::string_view::npos ? text.size() : feed + 1);
    if (line.ends_with('\r')) line.pop_back();
    if (line.starts_with('#') || line.find_first_not_of(" \t\r\v\f") == std::string::npos) continue;
    if (line == "end") break;
    std::uint32_t white = 0;  // in front of the cells
    if (line.size() <= kMaxLineBytes) {
      white = static_cast<std::uint32_t>(line.find_first_not_of(" \t\r\v\f"));
      line.erase(0, white);
    }
    Grid grid;
    std::uint32_t cells = 0;
    while (cells < line.size() && cells < kCells && cell_value(line[cells]) >= 0) {
      grid[static_cast<int>(cells)] = static_cast<std::uint8_t>(cell_value(line[cells]));
      ++cells;
    }
    const std::string next(1, line[cells]);  // a string may be asked for the end of it
    const bool ends = cells == line.size() || next.find_first_of(" \t,#;|:!/\"'`)]}<>&=") == 0;
    std::string error;
    if (line.size() > kMaxLineBytes) {
      error = "line longer than 4096 bytes";
      cells = kMaxLineBytes;
    } else if (cells < kCells && ends && cells > 0) {
      error = std::to_string(cells) + (cells == 1 ? " cell" : " cells") + " instead of 81";
    } else if (cells < kCells) {
      error = quoted(line[cells]) + " is not a cell character";
    } else if (!ends && cell_value(line[cells]) >= 0) {
      error = "more than 81 cells";
    } else if (!ends && line[cells] == '\r') {
      error = "a carriage return after cell 81: a line feed ends a line";
    } else if (!ends) {
      error = quoted(line[cells]) + " directly after cell 81";
    }
    items.push_back(shown(grid, error, {number, white + (error.empty() ? 1 : cells + 1)}));
  }
  return items;
}

class PuzzleReaderTest : public EachLevel {};
PUZZLED_EACH_LEVEL(PuzzleReaderTest);

TEST_P(PuzzleReaderTest, ReadsLinesAsThePlainestReaderDoes) {
  const std::string longest = kPuzzle + '#' + std::string(kMaxLineBytes - 82, 'x');
  const std::string pieces[] = {kPuzzle + '\n',
                                kPuzzle + '\n' + kSolution + '\n' + kPuzzle + '\n',
                                kPuzzle + "\r\n",
                                kPuzzle + " remark\n",
                                kPuzzle + "," + kSolution + "\n",
                                longest + '\n',
                                longest + "x\n",
                                longest + "\r\n",
                                kPuzzle + '\r' + kPuzzle + '\n',
                                kPuzzle + "\r\r\n",
                                kPuzzle + "1\n",
                                with_cell(kPuzzle, 2, 'x') + '\n',
                                with_cell(kPuzzle, 80, '\n') + "\n",
                                with_cell(kPuzzle, 80, 'a') + '\n',
                                with_cell(kPuzzle, 0, ' ') + '\n',
                                " \t" + kPuzzle + '\n',
                                "\n",
                                "\n\n \t\n\n\n\n\n\n\n\n\n\n\r\n",
                                "# remark\n",
                                std::string(5000, ' ') + "\n",
                                "ending\n"};
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    std::string text;
    for (std::size_t i = random() % 40; i > 0; --i) text += pieces[random() % std::size(pieces)];
    if (round % 4 == 1) text += kPuzzle;
    if (round % 4 == 2) text += "end\r\n" + kPuzzle + '\n';
    if (round % 4 == 3 && !text.empty()) text[random() % text.size()] = static_cast<char>(random());
    // A line of white space that is too long to be looked through counts as content.
    if (text.find(std::string(4097, ' ')) != std::string::npos) {
      EXPECT_EQ(items_of(text), items_of(text, {}, {}, plain_line_counter(isa())));
      continue;
    }
    const Strings expected = plainly_read(text);
    ASSERT_EQ(items_of(text), expected) << text;
    ASSERT_EQ(items_of(text, {}, {}, plain_line_counter(isa())), expected) << text;
    ASSERT_EQ(items_of(text, {}, {}, plain_line_counter(isa()), 2), expected) << text;
  }
}

TEST_P(PuzzleReaderTest, PlainLinesHoldDigitsAndPointsOnly) {
  const std::string line(81, '.');
  const auto count = [](const std::string& text, std::size_t max = 1000) {
    return plain_line_counter(isa())(reinterpret_cast<const std::uint8_t*>(text.data()),
                                     text.size(), max, PlainForm::kPuzzle);
  };
  EXPECT_EQ(count(line + "\n"), 1U);
  EXPECT_EQ(count(line + "\nx"), 1U);
  EXPECT_EQ(count(line), 0U);
  EXPECT_EQ(count(""), 0U);
  EXPECT_EQ(count(line + "\r\n"), 0U);
  EXPECT_EQ(count(line + " 1\n"), 0U);
  EXPECT_EQ(count(std::string(80, '1') + "\n"), 0U);
  for (std::size_t at = 0; at < 81; ++at) {
    for (int c = 0; c < 256; ++c) {
      const bool is_plain = c == '.' || (c >= '0' && c <= '9');
      EXPECT_EQ(count(with_cell(line, at, static_cast<char>(c)) + "\n"), is_plain ? 1U : 0U)
          << c << " at " << at;
    }
  }
  std::string many;
  for (int i = 0; i < 150; ++i) many += line + "\n";
  EXPECT_EQ(count(many), 150U);
  EXPECT_EQ(count(many, 100), 100U);
  EXPECT_EQ(count(many, 64), 64U);
  EXPECT_EQ(count(many + "x" + many), 150U);
}

TEST(PuzzleReader, TellsWhereCellsStand) {
  const std::string line = "\n" + kPuzzle + " x\n";
  PuzzleReader lines(line, {}, {});
  ASSERT_EQ(lines.next(), Item::kPuzzle);
  EXPECT_EQ(lines.place_of(80).line, 2U);
  EXPECT_EQ(lines.place_of(80).column, 81U);
  const std::string table = "id,puzzle\n17," + kPuzzle + "\n";
  PuzzleReader records(table, *detect_form(table, true), {});
  ASSERT_EQ(records.next(), Item::kPuzzle);
  EXPECT_EQ(records.place_of(0).line, 2U);
  EXPECT_EQ(records.place_of(0).column, 4U);
  const std::string rows = "\n" + in_rows(kPuzzle, " ");
  PuzzleReader boards(rows, kAny, {});
  ASSERT_EQ(boards.next(), Item::kPuzzle);
  EXPECT_EQ(boards.place_of(80).line, 10U);
  EXPECT_EQ(boards.place_of(80).column, 17U);
}

TEST(PuzzleReader, CountsLinesFromTheRestOfAnOverlongOne) {
  const BlockContext inside{.begins_stream = false, .inside_line = true};
  const std::string bad = with_cell(kPuzzle, 0, 'a');
  EXPECT_EQ(items_of("rest\n" + bad + "\n", {}, inside),
            (Strings{"2:1 'a' is not a cell character"}));
  EXPECT_EQ(items_of("rest\n" + in_rows(bad), kAny, inside),
            (Strings{"2:1 row 1 has 'a', which is not a cell character"}));
  EXPECT_EQ(items_of("no end of it", {}, inside), Strings{});
}

TEST(PuzzleReader, CountsLineEnds) {
  const auto line_ends = [](const std::string& text, const TextForm& form,
                            const BlockContext& context = {}) {
    PuzzleReader reader(text, form, context);
    while (reader.next()) continue;
    return reader.line_ends();
  };
  const TextForm table = *detect_form("\"puzzle\"\n", true);
  const BlockContext inside{.begins_stream = false, .inside_line = true};
  for (const TextForm& form : {TextForm{}, kAny, table}) {
    EXPECT_EQ(line_ends("", form), 0U);
    EXPECT_EQ(line_ends("\xEF\xBB\xBF", form), 0U);
    EXPECT_EQ(line_ends("x", form), 0U);
    EXPECT_EQ(line_ends("x\n", form), 1U);
    EXPECT_EQ(line_ends("\n\n# y\nx\r\n\n", form), 5U);
    EXPECT_EQ(line_ends("\n\n" + kPuzzle + "\n" + kPuzzle, form), 3U);
    EXPECT_EQ(line_ends(in_rows(kPuzzle) + "\n \n#", form), 11U);
    EXPECT_EQ(line_ends("x\nend\n", form), 2U);
    EXPECT_EQ(line_ends("rest", form, inside), 0U);
    EXPECT_EQ(line_ends("rest\n", form, inside), 1U);
    EXPECT_EQ(line_ends("rest\nx", form, inside), 1U);
  }
}

}  // namespace
}  // namespace puzzled::sudoku
