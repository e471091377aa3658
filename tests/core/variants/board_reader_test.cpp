#include "core/variants/text/board_reader.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/variants/text/board_form.hpp"
#include "core/variants/text/puzzle_line.hpp"

namespace puzzled::variants {
namespace {

const std::string kSmall = "1...............";

/// Rows of a 16x16 board, in which row r begins with r cells of `marks`.
std::string rows_of_16(std::string_view marks, char blank, std::string_view between = "") {
  std::string text;
  for (std::size_t row = 0; row < 16; ++row) {
    std::string line(16, blank);
    line[row] = marks[row];
    text += line + '\n';
    if (row % 4 == 3) text += between;
  }
  return text;
}

std::string without_line_ends(std::string text) {
  std::erase(text, '\n');
  return text;
}

std::optional<BoardForm> form_of(std::string_view text, const BoardRequest& request = {}) {
  const BoardDetection found = detect_boards(text, true, request);
  EXPECT_TRUE(found.is_decided);
  return found.form;
}

std::string notation_name(const std::optional<BoardForm>& form) {
  if (!form || !form->notation) return "none";
  std::string name;
  form->notation->append(name, 1, false);
  name += '-';
  form->notation->append(name, form->notation_size, false);
  return name;
}

/// `board 4`, or what is wrong, with its place.
std::vector<std::string> items_of(std::string_view text, const BoardRequest& request = {}) {
  const std::optional<BoardForm> form = form_of(text, request);
  if (!form) return {"no boards"};
  std::vector<std::string> items;
  BoardReader reader(text, *form);
  for (;;) {
    switch (reader.next()) {
      case BoardReader::Item::kEnd:
        return items;
      case BoardReader::Item::kBoard:
        items.push_back("board " + std::to_string(reader.size()));
        break;
      case BoardReader::Item::kPuzzle:
        items.push_back("puzzle " + std::string(reader.line()));
        break;
      case BoardReader::Item::kEmpty:
        items.emplace_back();
        break;
      case BoardReader::Item::kFault:
        items.push_back(std::to_string(reader.place().line) + ':' +
                        std::to_string(reader.place().column) + ": " + reader.reason());
    }
  }
}

using Items = std::vector<std::string>;

TEST(VariantsBoardForm, KnowsLinesByTheirLength) {
  for (const int size : {4, 6, 8, 10, 12, 15, 16, 20, 25}) {
    const std::string line = '1' + std::string(static_cast<std::size_t>(size * size) - 1, '.');
    EXPECT_EQ(items_of(line + '\n', {.size = size}).size(), 1U) << size;
    const std::optional<BoardForm> form = form_of(line);
    ASSERT_TRUE(form) << size;
    EXPECT_EQ(form->layout, BoardLayout::kLines);
    EXPECT_EQ(form->notation_size, size);
  }
  for (const std::size_t cells : {15U, 25U, 49U, 80U, 81U, 82U, 255U}) {
    EXPECT_FALSE(form_of(std::string(cells, '1'))) << cells;
  }
}

TEST(VariantsBoardForm, IsNotDeceivedByWordsAndRulers) {
  for (const std::string_view text :
       {"----------------\n", "a title of words\n", "abcdefghijklmnop\n", "2012\n", "1\n",
        "****************\n"}) {
    EXPECT_FALSE(form_of(text)) << text;
  }
}

TEST(VariantsBoardForm, LeavesBoardsOfNineToOthers) {
  std::string rows;
  for (int row = 0; row < 9; ++row) rows += "53..7....\n";
  EXPECT_FALSE(form_of(rows));
  std::string named = ". 1 2 3 4 5 6 7 8 9\n";
  for (int row = 1; row <= 9; ++row) named += std::to_string(row) + " 5 3 . . 7 . . . .\n";
  EXPECT_FALSE(form_of(named));
}

TEST(VariantsBoardForm, TellsTheNotationByWhatOccurs) {
  EXPECT_EQ(notation_name(form_of(rows_of_16("123456789ABCDEFG", '.'))), "1-G");
  EXPECT_EQ(notation_name(form_of(rows_of_16("0123456789ABCDEF", '.'))), "0-F");
  EXPECT_EQ(notation_name(form_of(rows_of_16("123456789ABCDEF1", '0'))), "1-G");
  EXPECT_EQ(notation_name(form_of(rows_of_16("abcdefghijklmnop", '-'))), "A-P");
  const std::string open = rows_of_16("123456789ABCDEF1", '.');
  EXPECT_EQ(notation_name(form_of(open)), "none");
  // The second board decides.
  EXPECT_EQ(notation_name(form_of(open + '\n' + rows_of_16("0123456789ABCDEF", '.'))), "0-F");
  const auto known = Notation::find(16, "1-G");
  EXPECT_EQ(notation_name(form_of(open, {.size = 16, .notation = known})), "1-G");
}

TEST(VariantsBoardForm, WaitsForAsMuchAsItNeeds) {
  const std::string rows = rows_of_16("123456789ABCDEFG", '.');
  EXPECT_FALSE(detect_boards(rows.substr(0, 17 * 15), false, {}).is_decided);
  EXPECT_TRUE(detect_boards(rows, false, {}).is_decided);
  // What comes twice is no row.
  EXPECT_TRUE(detect_boards("11..............\n", false, {}).is_decided);
}

TEST(VariantsBoardReader, ReadsLinesOfAnySize) {
  const std::string large = without_line_ends(rows_of_16("123456789ABCDEFG", '.'));
  EXPECT_EQ(items_of(kSmall + "\n# one\n\n" + std::string(36, '.') + "\r\n" + large),
            (Items{"board 4", "board 6", "board 16"}));
  EXPECT_EQ(items_of(kSmall + "\nend\n" + kSmall), Items{"board 4"});
}

TEST(VariantsBoardReader, ReadsRowsWithBordersAndBlankLines) {
  const std::string rows = rows_of_16("123456789ABCDEFG", '.', "----+----+----+----\n");
  EXPECT_EQ(items_of(rows + '\n' + rows), (Items{"board 16", "board 16"}));
  EXPECT_EQ(items_of(rows_of_16("123456789ABCDEFG", '.', "\n")), Items{"board 16"});
  EXPECT_EQ(items_of("Puzzle 1:\n1 . | . .\n. . | . .\n---------\n. . | 4 .\n. . | . .\n"),
            Items{"board 4"});
  EXPECT_EQ(items_of("2\n1...\n....\n....\n....\n1...\n....\n....\n....\n"),
            (Items{"board 4", "board 4"}));
}

TEST(VariantsBoardReader, ReadsNumbersApart) {
  std::string rows;
  for (int row = 1; row <= 12; ++row) {
    for (int column = 1; column <= 12; ++column) {
      rows += (row == column ? std::to_string(row) : "0") + (column == 12 ? "\n" : " ");
    }
  }
  EXPECT_EQ(items_of(rows), Items{"board 12"});
  EXPECT_EQ(notation_name(form_of(rows)), "1-12");
}

TEST(VariantsBoardReader, TellsWhatIsWrong) {
  EXPECT_EQ(items_of(kSmall + "\n...\n1..2....9.......\n.\n" + kSmall, {.size = 4}),
            (Items{"board 4", "2:4: 3 cells instead of 16", "3:9: '9' is not a cell",
                   "4:2: 1 cell instead of 16", "board 4"}));
  EXPECT_EQ(items_of("1...\n.2..\n..3\n...4\n\n1...\n.2..\n..3.\n...4\n", {.size = 4}),
            (Items{"3:4: row 3: 3 cells instead of 4", "board 4"}));
  EXPECT_EQ(items_of("1...\n.2..\n..3.\n\n1...\n.2..\n..3.\n...4\n", {.size = 4}),
            (Items{"3:1: 3 rows instead of 4", "board 4"}));
  const Items open = items_of(rows_of_16("123456789ABCDEF1", '.'));
  ASSERT_EQ(open.size(), 1U);
  EXPECT_NE(open.front().find("--size 16:1-G or 16:0-F"), std::string::npos) << open.front();
}

TEST(VariantsBoardReader, TakesConstraintStringsAmongBoards) {
  const std::string cage = ".Shape~4x4.Cage~3~R1C1~R1C2";
  EXPECT_EQ(items_of(cage + '\n' + kSmall + '\n' + cage),
            (Items{"puzzle " + cage, "board 4", "puzzle " + cage}));
  EXPECT_EQ(items_of(kSmall + '\n' + cage), (Items{"board 4", "puzzle " + cage}));
  EXPECT_EQ(items_of(cage + "\nend\n", {.answers_each_line = true}).size(), 2U);
}

TEST(VariantsPuzzleLine, LeavesPlainBoardsAndTildesAlone) {
  const std::string grid =
      "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
  for (const std::string& line :
       {grid, '.' + grid.substr(1), grid + '\t' + grid, std::string(".~3~~7~~~"), kSmall,
        rows_of_16("ABCDEFGHIJKLMNOP", '.').substr(0, 16), std::string("{\"grid\":[[5,3,0]]}")}) {
    EXPECT_FALSE(is_puzzle_line(line)) << line;
    EXPECT_FALSE(is_certain_puzzle_line(line)) << line;
  }
  for (const std::string_view line :
       {".Cage~3~R1C1~R1C2", " .~R1C1_5", ".AntiKnight", "https://f-puzzles.com/?load=N4Ig"}) {
    EXPECT_TRUE(is_puzzle_line(line)) << line;
    EXPECT_TRUE(is_certain_puzzle_line(line)) << line;
  }
}

TEST(VariantsBoardReader, AnswersEachLine) {
  EXPECT_EQ(items_of(kSmall + "\n\n# no\nend\n" + kSmall, {.answers_each_line = true}),
            (Items{"board 4", "", "", "4:1: 3 cells: no board has as many", "board 4"}));
}

TEST(VariantsBoardReader, CutsBetweenBoards) {
  const std::string board = rows_of_16("123456789ABCDEFG", '.', "\n");
  std::string text;
  for (int i = 0; i < 200; ++i) text += board;
  const BoardForm form = *form_of(text);
  std::size_t boards = 0;
  for (std::string_view rest = text; !rest.empty();) {
    const BoardCut cut = cut_board_text(rest, form, true, false);
    ASSERT_GT(cut.size, 0U);
    BoardReader reader(rest.substr(0, cut.size), form);
    for (auto item = reader.next(); item != BoardReader::Item::kEnd; item = reader.next()) {
      ASSERT_EQ(item, BoardReader::Item::kBoard);
      ++boards;
    }
    rest.remove_prefix(cut.size);
  }
  EXPECT_EQ(boards, 200U);
  // A board that is not whole is left to the next block.
  const BoardCut open =
      cut_board_text(std::string_view(text).substr(0, board.size() + 40), form, false, false);
  EXPECT_GE(open.size, board.size() - 1);
  EXPECT_LE(open.size, board.size());
}

TEST(VariantsBoardReader, TakesBlankBoardsAndTheNotationOfOtherSizes) {
  const std::string blank(256, '.');
  EXPECT_EQ(items_of(blank), Items({"board 16"}));
  const auto board = [](int size, std::string_view first) {
    return std::string(first) +
           std::string(static_cast<std::size_t>(size * size) - first.size(), '.') + '\n';
  };
  // 12 values are 1-C or 0-B: alone it cannot be told, beside a board of 16 it can.
  const std::string unclear = board(12, "1B");
  EXPECT_EQ(items_of(unclear).front(),
            "1:1: values may be written in several ways: --size 12:1-C or 12:0-B says in which");
  for (const auto& [other, value] : {std::pair("1G", 11), {"10F", 12}}) {
    const std::string text = board(16, other) + unclear;
    const std::optional<BoardForm> form = form_of(text);
    BoardReader reader(text, *form);
    EXPECT_EQ(reader.next(), BoardReader::Item::kBoard);
    ASSERT_EQ(reader.next(), BoardReader::Item::kBoard);
    EXPECT_EQ(reader.values()[1], value) << other;
  }
  // A board of 4 tells nothing of larger ones.
  EXPECT_EQ(items_of(kSmall + '\n' + unclear).back().substr(0, 12), "2:1: values ");
}

}  // namespace
}  // namespace puzzled::variants
