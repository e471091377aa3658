// Plans of queens whose counts are made up, to see that wrong ones are found.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "core/queens/count_plan.hpp"

namespace puzzled::queens {

/// A plan of so many units, each of which counts `count`.
class MadeUpPlan : public CountPlan {
 public:
  MadeUpPlan(std::uint64_t units, const UnitCount& count)
      : CountPlan(8, "bitmask", 0, 1), units_(units), count_(count) {}

  std::uint64_t units() const override { return units_; }
  double work(std::uint64_t) const override { return 1; }
  std::uint64_t memory() const override { return 0; }
  std::unique_ptr<UnitCounter> make_counter() const override {
    class Counter : public UnitCounter {
     public:
      explicit Counter(const UnitCount& count) : count_(count) {}
      std::optional<UnitCount> count(std::uint64_t, const StopFlag& stop) override {
        if (is_stopped(stop)) return std::nullopt;
        return count_;
      }

     private:
      const UnitCount count_;
    };
    return std::make_unique<Counter>(count_);
  }

 private:
  const std::uint64_t units_;
  const UnitCount count_;
};

/// What an engine counts that keeps its sum in 32 bits.
inline UnitCount cut_to_32_bits() {
  UnitCount cut;
  for (int i = 0; i < 5; ++i) cut.add(1'000'000'000);
  cut.count = static_cast<std::uint32_t>(cut.count);
  return cut;
}
inline constexpr const char* kCutTo32BitsFault =
    "unit 0: the count 705032704 disagrees with its residues, 705032706 modulo 2147483647 and "
    "705032709 modulo 4294967291: hardware error or bug in puzzled";

/// 2^127: twice that is 0 in 128 bits. So each unit is right, and the sum of two is not.
inline UnitCount half_of_overflow() {
  UnitCount half;
  half.count = Count{1} << 127;
  half.residues = residues_of(half.count);
  return half;
}
inline constexpr const char* kOverflowFault =
    "the sum of all units: the count 0 disagrees with its residues, ";

}  // namespace puzzled::queens
