#include "tests/core/queens_record.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "tests/core/queens_counting.hpp"

namespace puzzled::queens {

QueensRecord read_record(int queens) {
  const std::string name = PUZZLED_RECORDS "/queens-" + std::to_string(queens) + ".txt";
  std::ifstream file(name);
  if (!file) throw std::runtime_error("cannot open " + name);
  QueensRecord record;
  std::string line;
  while (std::getline(file, line) && !line.empty()) {
    const std::size_t colon = line.find(": ");
    if (colon == std::string::npos) throw std::runtime_error(name + ": not a record");
    record.head[line.substr(0, colon)] = line.substr(colon + 2);
  }
  record.units_per_line = std::stoull(record.head.at("units-per-line"));
  while (std::getline(file, line)) {
    std::istringstream numbers(line);
    std::uint64_t first_unit = 0;
    std::uint64_t count = 0;
    UnitCount sum;
    numbers >> first_unit >> count >> sum.residues[0] >> sum.residues[1];
    sum.count = count;
    if (!numbers || first_unit != record.first_unit(record.lines.size())) {
      throw std::runtime_error(name + ": not a line of a record: " + line);
    }
    record.lines.push_back(sum);
  }
  return record;
}

std::shared_ptr<const CountPlan> plan_of_record(const QueensRecord& record) {
  return plan_of(
      {.queens = std::stoi(record.head.at("queens")), .engine = record.head.at("engine")});
}

UnitCount count_line(const CountPlan& plan, const QueensRecord& record, std::size_t line) {
  const std::unique_ptr<UnitCounter> counter = plan.make_counter();
  const std::uint64_t begin = record.first_unit(line);
  const std::uint64_t end = std::min(begin + record.units_per_line, plan.units());
  UnitCount sum;
  for (std::uint64_t unit = begin; unit < end; ++unit) sum += *counter->count(unit, kNeverStop);
  return sum;
}

}  // namespace puzzled::queens
