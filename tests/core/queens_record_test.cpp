// The records of whole counts are right in themselves, and the engine still counts what they say.
#include "tests/core/queens_record.hpp"

#include <gtest/gtest.h>

#include "tests/core/queens_known.hpp"

namespace puzzled::queens {
namespace {

class QueensRecords : public testing::TestWithParam<int> {
 protected:
  QueensRecord record_ = read_record(GetParam());
};

TEST_P(QueensRecords, AddUpToTheKnownNumber) {
  UnitCount sum;
  for (const UnitCount& line : record_.lines) {
    ASSERT_FALSE(disagreement(line)) << disagreement(line)->message;
    sum += line;
  }
  EXPECT_FALSE(disagreement(sum));
  EXPECT_EQ(to_text(sum.count), std::to_string(kKnownSolutions[GetParam()]));
  EXPECT_EQ(to_text(sum.count), record_.head.at("solutions"));
  EXPECT_EQ(std::to_string(sum.residues[0]) + ' ' + std::to_string(sum.residues[1]),
            record_.head.at("residues"));
}

TEST_P(QueensRecords, AreOfTheUnitsThatThereAre) {
  const auto plan = plan_of_record(record_);
  EXPECT_EQ(record_.head.at("units"), std::to_string(plan->units()));
  EXPECT_EQ(record_.head.at("revision"), std::to_string(plan->units_revision()));
  EXPECT_EQ(record_.lines.size(),
            (plan->units() + record_.units_per_line - 1) / record_.units_per_line);
}

INSTANTIATE_TEST_SUITE_P(Queens, QueensRecords, testing::Values(21, 22));

// A line as most are, and the last, which is not a full one.
TEST(QueensRecord, IsCountedAgain) {
  const QueensRecord record = read_record(21);
  const auto plan = plan_of_record(record);
  for (const std::size_t line : {record.lines.size() / 2, record.lines.size() - 1}) {
    EXPECT_EQ(count_line(*plan, record, line), record.lines[line]) << "line " << line;
  }
}

}  // namespace
}  // namespace puzzled::queens
