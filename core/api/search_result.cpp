#include "core/api/search_result.hpp"

#include <string>
#include <utility>

namespace puzzled {

std::string to_string(BestStatus status) {
  switch (status) {
    case BestStatus::kProven:
      return "proven";
    case BestStatus::kUnproven:
      return "unproven";
    case BestStatus::kUnknown:
      return "unknown";
    case BestStatus::kUnsolvable:
      return "unsolvable";
  }
  return "";
}

Result<std::uint64_t> public_count(queens::Count count) {
  if (count > UINT64_MAX) return Error{"the count has more than 64 bits"};
  return static_cast<std::uint64_t>(count);
}

Result<BigCount> checked_count(const cover::WideCount& count) {
  if (count.has_overflowed()) return Error{"the count has more than 512 bits"};
  return BigCount(count.words());
}

BestCover public_outcome(cover::BestOutcome outcome) {
  using Status = cover::BestOutcome::Status;
  BestCover best{.cost = outcome.cost, .bound = outcome.bound};
  best.options = std::move(outcome.options);
  switch (outcome.status) {
    case Status::kOptimal:
      best.status = BestStatus::kProven;
      break;
    case Status::kNoCover:
      best.status = BestStatus::kUnsolvable;
      break;
    case Status::kStopped:
    case Status::kNoMemory:
      best.status = outcome.found ? BestStatus::kUnproven : BestStatus::kUnknown;
      break;
  }
  return best;
}

}  // namespace puzzled
