// Tables: fields with and without quotes, and records that are more than a line. The files are
// what the documentation of their writers says, and what these wrote when they were tried.
#include "core/sudoku/text/csv.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/sudoku/text/lines.hpp"
#include "core/sudoku/text/text_form.hpp"
#include "tests/core/answered_text.hpp"

namespace puzzled::sudoku {
namespace {

using Strings = std::vector<std::string>;

Strings fields_of(const std::string& line, char separator) {
  Strings all;
  for (CsvFields fields(line, separator); fields.next();) all.emplace_back(fields.text());
  return all;
}

TEST(CsvFields, AreWhatIsBetweenSeparators) {
  EXPECT_EQ(fields_of("a,b,,c", ','), (Strings{"a", "b", "", "c"}));
  EXPECT_EQ(fields_of("", ','), (Strings{""}));
  EXPECT_EQ(fields_of(",", ','), (Strings{"", ""}));
  EXPECT_EQ(fields_of("a;b,c\t d", ';'), (Strings{"a", "b,c\t d"}));
  EXPECT_EQ(fields_of("a\tb c\t", '\t'), (Strings{"a", "b c", ""}));
  EXPECT_EQ(fields_of("a, b ,\tc", ','), (Strings{"a", "b ", "c"}));
}

TEST(CsvFields, LoseTheirQuotes) {
  EXPECT_EQ(fields_of(R"("","a,b","c")", ','), (Strings{"", "a,b", "c"}));
  EXPECT_EQ(fields_of(R"("say ""no"", please","""")", ','),
            (Strings{R"(say ""no"", please)", R"("")"}));
  EXPECT_EQ(fields_of(R"("a", "b" ,"c" )", ','), (Strings{"a", "b", "c"}));
  EXPECT_EQ(fields_of("\"1\" \"a b\" \"c\"", ' '), (Strings{"1", "a b", "c"}));
  EXPECT_EQ(fields_of("7\t\"a\tb\"", '\t'), (Strings{"7", "a\tb"}));
}

TEST(CsvFields, KeepQuotesThatAreNone) {
  EXPECT_EQ(fields_of(R"(5" disk,a"b"c)", ','), (Strings{R"(5" disk)", R"(a"b"c)"}));
  EXPECT_EQ(fields_of(R"("a"b,c)", ','), (Strings{R"("a"b)", "c"}));
  EXPECT_EQ(fields_of(R"(a,"b,c)", ','), (Strings{"a", R"("b,c)"}));
}

CsvRecord record_of(const std::string& text, bool complete = true) {
  return CsvRecords(text, ',', complete).read();
}

TEST(CsvRecord, IsALine) {
  EXPECT_EQ(record_of("a,\"b\"\nc").size, 6u);
  EXPECT_EQ(record_of("a,\"b\"\r\nc").line, "a,\"b\"");
  EXPECT_EQ(record_of("a").size, 1u);
  EXPECT_EQ(record_of("a,b", false).size, 0u);
  EXPECT_EQ(record_of("# don't say \"\na\"\n").size, 14u);
  EXPECT_EQ(record_of("a\"b\n\n").unclosed_quote, std::string::npos);
}

TEST(CsvRecord, GoesOnToTheLineThatClosesItsQuote) {
  const std::string text = "a,\"b\nend\n#\n\"\"c,\nd\",e,\"f\ng\",h\nnext\n";
  const CsvRecord record = record_of(text);
  EXPECT_EQ(record.line, text.substr(0, record.size - 1));
  EXPECT_EQ(record.unclosed_quote, std::string::npos);
  EXPECT_EQ(record.size, text.find("next"));
  EXPECT_EQ(record.lines, 6u);
  // As long as the line that closes it may still come, its size is unknown.
  for (std::size_t size = 0; size < record.size; ++size) {
    if (size > 0) {
      EXPECT_EQ(record_of(text.substr(0, size), false).size, 0u) << size;
    }
  }
  EXPECT_EQ(record_of(text.substr(0, record.size), false).size, record.size);
}

TEST(CsvRecord, EndsWithItsLineIfTheQuoteIsNeverClosed) {
  const std::string slip = "a,\"b\n";
  EXPECT_EQ(record_of(slip + "c\nd\n").size, slip.size());
  EXPECT_EQ(record_of(slip + "c\nd\n").unclosed_quote, 2u);
  std::string more;
  while (slip.size() + more.size() <= kMaxLineBytes) more += "c,d\n";
  EXPECT_EQ(record_of(slip + more, false).size, slip.size());
  EXPECT_EQ(record_of(slip + more + "\"\n", false).size, slip.size());
  EXPECT_EQ(record_of(slip + more.substr(0, 4000) + "\"\n", false).size, slip.size() + 4002);
}

TEST(CsvRecords, LookAtTextFullOfQuotesOnce) {
  // Behind each line a field is open, whether one was open before it or not.
  std::string text;
  while (text.size() < 12'000'000) text += "a\",\"b\n";
  std::size_t count = 0;
  CsvRecords records(text, ',', true);
  for (; !records.rest().empty(); ++count) {
    const CsvRecord record = records.read();
    ASSERT_EQ(record.size, 6u);
    ASSERT_EQ(record.unclosed_quote, 3u);
    records.take(record);
  }
  EXPECT_EQ(6 * count, text.size());
}

TEST(CsvTable, IsReadAsItsWriterWroteIt) {
  const std::string& p = kPuzzle;
  const std::string& s = kSolution;
  const Strings tables = {
      // R: write.csv(), write.csv2(), write.table() as it is, with tabs, without quotes
      "\"\",\"puzzle\",\"solution\"\n\"1\",\"" + p + "\",\"" + s + "\"\n",
      "\"\";\"puzzle\";\"note\"\n\"1\";\"" + p + "\";\"1,5; or\"\n",
      "\"puzzle\" \"solution\"\n\"1\" \"" + p + "\" \"" + s + "\"\n",
      "\"id\"\t\"puzzle\"\n\"1\"\t7\t\"" + p + "\"\n",
      "puzzle,solution\n1," + p + "," + s + "\n",
      "\"puzzle\" \"note\"\n\"1\" \"" + p + "\" \"say \\\"no\\\", please\"\n",
      "\"note\",\"puzzle\"\n\"1\",\"say \\\"no\\\", please\",\"" + p + "\"\n",
      "\"solution\",\"puzzle\"\n\"1\",\"" + s + "\",\"" + p + "\"\n",
      "puzzle solution\n1 " + p + " " + s + "\n",
      "id puzzle\n7 " + p + "\n",
      "\"path\",\"puzzle\"\n\"C:\\\",\"" + p + "\"\n",
      // pandas: to_csv() as it is, QUOTE_ALL, QUOTE_NONNUMERIC, sep=";", sep="\t"
      ",puzzle,solution\n0," + p + "," + s + "\n",
      "\"\",\"quizzes\",\"note\"\r\n\"0\",\"" + p + "\",\"say \"\"no\"\", please\"\r\n",
      "\"\",\"quizzes\"\n0,\"" + p + "\"\n",
      ";puzzle;solution\n0;" + p + ";" + s + "\n",
      "puzzle\tnote\n" + p + "\t\"a\tb\"\n",
      "note,puzzle\n\"a, b\"," + p + "\n",
      // spreadsheets and hands
      "\xEF\xBB\xBF\"quizzes\",\"solutions\"\r\n\"" + p + "\",\"" + s + "\"\r\n",
      "\"Quiz ID\", \"Quizzes\" , \"Level\"\n1, \"" + p + "\" , \"2\"\n",
      "id; puzzle\n7; " + p + "\n",
      "\"" + p + "\",\"" + s + "\"\n",
      "\"1\" \"" + p + "\"\n",
      "id,puzzle,solution\n7," + p + "," + s + ",more\n",
      "solution,puzzle\n" + s + "," + p + ",\n",
  };
  for (const std::string& table : tables) {
    EXPECT_EQ(answered(table).text.view(), s + '\n') << table;
  }
}

TEST(CsvTable, MayHoldAnythingInOtherColumns) {
  const std::string text = "note,puzzle\n\"end\"," + kPuzzle + "\n\"#1\"," + kPuzzle + "\n\"" +
                           kSolution + "\"," + kPuzzle + "\n5\" disk,\"" + kPuzzle + "\"\n";
  EXPECT_EQ(answered(text).tally.solved, 4u);
  EXPECT_EQ(answered(text).tally.puzzles(), 4u);
}

TEST(CsvTable, ReadsRecordsOfSeveralLines) {
  const std::string text = "puzzle,note\n" + kPuzzle + ",\"a\n" + kPuzzle + ",\nend\n#\n\",1\n" +
                           kPuzzle + ",ok\n\"" + kPuzzle.substr(0, 40) + "\n" + kPuzzle.substr(40) +
                           "\",1\n" + kPuzzle + ",\"ok\"\n";
  const BlockAnswers answers = answered(text);
  // The third record's puzzle is broken within a row: its cells are not where rows have them.
  EXPECT_EQ(answers.text.view(), kSolution + '\n' + kSolution +
                                     "\ninvalid 81 cells, but not in nine rows\n" + kSolution +
                                     '\n');
  ASSERT_EQ(answers.faults.size(), 1u);
  EXPECT_EQ(answers.faults[0].place.line, 8u);
  EXPECT_EQ(answers.faults[0].place.column, 2u);
  EXPECT_EQ(answers.line_ends, 10u);
}

TEST(CsvTable, LosesOneRecordToASlipOfTheQuote) {
  std::string text = "note,puzzle\n\"a," + kPuzzle + '\n';
  for (int i = 0; i < 100; ++i) text += "ok," + kPuzzle + '\n';
  EXPECT_EQ(answered(text).tally.invalid, 1u);
  EXPECT_EQ(answered(text).tally.solved, 100u);
}

TEST(CsvTable, SkipsHeadersOfTablesThatWerePutTogether) {
  const std::string table = "\"puzzle\",\"n\"\n\"1\",\"" + kPuzzle + "\",\"2\"\n";
  EXPECT_EQ(answered(table + table).text.view(), kSolution + '\n' + kSolution + '\n');
}

TEST(CsvTable, TakesSentencesForNone) {
  for (const char* text :
       {"a puzzle a day\n", "puzzle 1\n", "\"a puzzle\" a day\n",
        "Puzzle 1\n53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28"
        "....419..5....8..79 7\n"}) {
    EXPECT_FALSE(detect_form(text, true)->table) << text;
  }
}

}  // namespace
}  // namespace puzzled::sudoku
