#include "core/queens/unit_count.hpp"

#include <algorithm>

namespace puzzled::queens {

UnitCount UnitCount::times(int factor) const {
  UnitCount product{.count = count * static_cast<Count>(factor)};
  for (std::size_t i = 0; i < residues.size(); ++i) {
    const std::int64_t modulus = kResidueModuli[i];
    const auto of_factor = static_cast<std::uint64_t>((factor % modulus + modulus) % modulus);
    product.residues[i] = static_cast<std::uint32_t>(residues[i] * of_factor % kResidueModuli[i]);
  }
  return product;
}

std::array<std::uint32_t, 2> residues_of(Count count) {
  const Count size = is_negative(count) ? 0 - count : count;
  std::array<std::uint32_t, 2> residues{};
  for (std::size_t i = 0; i < residues.size(); ++i) {
    residues[i] = static_cast<std::uint32_t>(size % kResidueModuli[i]);
    if (is_negative(count) && residues[i] > 0) residues[i] = kResidueModuli[i] - residues[i];
  }
  return residues;
}

std::optional<Error> disagreement(const UnitCount& count) {
  if (count.residues == residues_of(count.count)) return std::nullopt;
  std::string message = "the count " + to_text(count.count) + " disagrees with its residues,";
  for (std::size_t i = 0; i < kResidueModuli.size(); ++i) {
    message += (i == 0 ? " " : " and ") + std::to_string(count.residues[i]) + " modulo " +
               std::to_string(kResidueModuli[i]);
  }
  return Error{message};
}

Error internal_fault(const std::string& what) {
  return {what + ": hardware error or bug in puzzled"};
}

std::optional<Error> fault_of_sum(const UnitCount& sum) {
  const std::optional<Error> wrong = disagreement(sum);
  if (!wrong) return std::nullopt;
  return internal_fault("the sum of all units: " + wrong->message);
}

std::string to_text(Count count) {
  if (is_negative(count)) return '-' + to_text(0 - count);
  std::string digits;
  do {
    digits.push_back(static_cast<char>('0' + static_cast<int>(count % 10)));
    count /= 10;
  } while (count != 0);
  std::reverse(digits.begin(), digits.end());
  return digits;
}

}  // namespace puzzled::queens
