// Finished parts of a count: the machines of a cluster write them, `puzzled queens merge` adds them
// up.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "daemon/commands/units/unit_log.hpp"

namespace puzzled::commands {

/// The contents of the file of a finished part.
/// REQUIRES: records not empty, unless they are of covers.
template <class Count>
std::string encode_part(UnitLogHeader header, const std::vector<UnitRecordOf<Count>>& records);

enum class PartState {
  kAbsent,    ///< no file, or an empty one: the part has to be counted
  kFinished,  ///< the part has been counted
};

template <class Count>
struct FoundPart {
  PartState state = PartState::kAbsent;
  Count sum{};                    ///< of a finished part
  std::optional<Error> damage{};  ///< why the part has to be counted again
};

/// The state of the file for the part that `header` names; `units` are its units, sorted. The
/// error: the file is something else, which must not be replaced.
template <class Count>
Result<FoundPart<Count>> find_part_file(const std::string& path, const UnitLogHeader& header,
                                        std::span<const std::uint64_t> units);

template <class Count>
struct MergedCount {
  CountIdentity count;
  std::uint64_t parts = 0;
  Count total;
};

/// Adds up parts, in any order. They must be all parts of one count, each once and undamaged; the
/// error names the file and the fault.
/// REQUIRES: paths not empty.
template <class Count>
Result<MergedCount<Count>> merge_parts(std::span<const std::string> paths);

}  // namespace puzzled::commands
