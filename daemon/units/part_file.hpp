// Finished parts of a count: what a cluster's machines write and `puzzled queens merge` adds up.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "daemon/units/unit_log.hpp"

namespace puzzled {

/// The whole file of a finished part.
/// REQUIRES: records not empty.
std::string encode_part(UnitLogHeader header, std::span<const UnitRecord> records);

enum class PartState {
  kAbsent,    ///< nothing there, or an empty file: the part is to be counted
  kFinished,  ///< it is done
};

struct FoundPart {
  PartState state = PartState::kAbsent;
  queens::Count sum = 0;        ///< of a finished part
  std::optional<Error> damage;  ///< why what is there has to be counted again
};

/// What lies where the part that `header` names is to be written, `units` being its units, sorted.
/// An error if it is something else, which must not be replaced.
Result<FoundPart> look_for_part(const std::string& path, const UnitLogHeader& header,
                                std::span<const std::uint64_t> units);

struct MergedCount {
  CountIdentity count;
  std::uint64_t parts = 0;
  queens::Count total = 0;
};

/// Adds up parts, given in any order. Anything but every part of one count, each once, whole and
/// sound, is an error that names the file and what is wrong with it.
/// REQUIRES: paths not empty.
Result<MergedCount> merge_parts(std::span<const std::string> paths);

}  // namespace puzzled
