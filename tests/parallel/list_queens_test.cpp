// Lists of queens: as many as are wanted, in order, and none after a stop.
#include "parallel/jobs/queens.hpp"

#include <gtest/gtest.h>

#include <string>

namespace puzzled::parallel {
namespace {

/// The columns of the queens, a solution on a line.
std::string listed(int queens, std::uint64_t limit, bool is_complete, const StopFlag& stop) {
  std::string all;
  const Listed result = list_queens(queens,
                                    {.limit = limit,
                                     .format =
                                         [](std::string& text, std::span<const int> columns) {
                                           for (const int column : columns)
                                             text += std::to_string(column);
                                           text += '\n';
                                         },
                                     .show =
                                         [&](std::string_view text, std::uint64_t) {
                                           all += text;
                                           return true;
                                         }},
                                    stop);
  EXPECT_EQ(result.is_complete, is_complete);
  return all;
}

TEST(ListQueens, ShowsTheFirstInOrder) {
  EXPECT_EQ(listed(6, 3, true, kNeverStop), "246135\n362514\n415263\n");
  EXPECT_EQ(listed(6, 9, true, kNeverStop), "246135\n362514\n415263\n531642\n");
  EXPECT_EQ(listed(3, 9, true, kNeverStop), "");
  const StopFlag stopped{true};
  EXPECT_EQ(listed(6, 9, false, stopped), "");
}

}  // namespace
}  // namespace puzzled::parallel
