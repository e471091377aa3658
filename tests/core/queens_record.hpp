// Reads the records of whole counts in deploy/records, and counts their lines again.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/queens/count_plan.hpp"

namespace puzzled::queens {

struct QueensRecord {
  std::map<std::string, std::string> head;  ///< by name
  std::uint64_t units_per_line = 0;
  std::vector<UnitCount> lines;

  std::uint64_t first_unit(std::size_t line) const { return line * units_per_line; }
};

/// Throws if it is not a record, or if lines are missing.
QueensRecord read_record(int queens);

/// The plan that the record was counted by, or the like.
std::shared_ptr<const CountPlan> plan_of_record(const QueensRecord& record);

/// Counts the units of a line.
UnitCount count_line(const CountPlan& plan, const QueensRecord& record, std::size_t line);

}  // namespace puzzled::queens
