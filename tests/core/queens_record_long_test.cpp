// Counts lines of the records again, from everywhere in them.
#include <gtest/gtest.h>

#include "tests/core/queens_record.hpp"

namespace puzzled::queens {
namespace {

void expect_same_counts(int queens, std::size_t step) {
  const QueensRecord record = read_record(queens);
  const auto plan = plan_of_record(record);
  for (std::size_t line = step / 2; line < record.lines.size(); line += step) {
    EXPECT_EQ(count_line(*plan, record, line), record.lines[line]) << "line " << line;
  }
}

TEST(QueensRecordLong, Of21) {
  expect_same_counts(21, 16);
}
TEST(QueensRecordLong, Of22) {
  expect_same_counts(22, 64);
}

}  // namespace
}  // namespace puzzled::queens
