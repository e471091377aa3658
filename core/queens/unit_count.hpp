// The count of a unit of work with its residues modulo two numbers. An engine accumulates the
// residues beside the count, so that an overflow, a sum cut to fewer bits or a bit that flipped in
// one of the three numbers shows: they then disagree.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "core/result.hpp"

namespace puzzled::queens {

/// 64 bits would do up to 28 queens, without room to spare. What is subtracted is below 0, as two's
/// complement: sums are right, whatever the order.
__extension__ using Count = unsigned __int128;

constexpr bool is_negative(Count count) {
  return (count >> 127U) != 0;
}

/// The largest board that can be counted: two engines keep the diagonals of a row in 32 bits.
inline constexpr int kMaxQueens = 28;

/// In decimal.
std::string to_text(Count count);

/// The largest primes below 2^31 and 2^32. Together they distinguish any two counts that differ by
/// less than their product, about 2^63: so the loss of any smaller multiple of 2^32 is detected.
inline constexpr std::array<std::uint32_t, 2> kResidueModuli = {2147483647, 4294967291};

struct UnitCount {
  Count count = 0;
  std::array<std::uint32_t, 2> residues{};  ///< each less than its modulus

  /// Adds solutions to the count and, each in its own arithmetic, to the residues.
  void add(std::uint64_t solutions) {
    count += solutions;
    for (std::size_t i = 0; i < residues.size(); ++i) {
      add_residue(i, solutions % kResidueModuli[i]);
    }
  }

  UnitCount& operator+=(const UnitCount& other) {
    count += other.count;
    for (std::size_t i = 0; i < residues.size(); ++i) add_residue(i, other.residues[i]);
    return *this;
  }

  /// The factor may be negative.
  UnitCount times(int factor) const;

  bool operator==(const UnitCount& other) const = default;

 private:
  void add_residue(std::size_t i, std::uint64_t residue) {
    residues[i] = static_cast<std::uint32_t>((residues[i] + residue) % kResidueModuli[i]);
  }
};

/// The residues that `count` must have.
std::array<std::uint32_t, 2> residues_of(Count count);

/// Why the count cannot be right: the count and its residues. Nothing if they agree.
std::optional<Error> disagreement(const UnitCount& count);

/// The error for a wrong count that was made by this process, not read from a file or a client.
Error internal_fault(const std::string& what);

/// The same as disagreement() of the sum of the units that this process has counted.
std::optional<Error> fault_of_sum(const UnitCount& sum);

}  // namespace puzzled::queens
