// Finished parts of a count: the machines of a cluster write them, `puzzled queens merge` adds them
// up.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "daemon/base/files/output.hpp"
#include "daemon/commands/units/unit_log.hpp"
#include "daemon/commands/units/unit_options.hpp"
#include "daemon/commands/units/unit_tally.hpp"

namespace puzzled::commands {

/// The contents of the file of a finished part.
/// REQUIRES: records not empty, unless they are of covers.
template <class Count>
std::string encode_part(UnitLogHeader header, const std::vector<UnitRecordOf<Count>>& records);

/// What a part has counted: `92 solutions`, or of a board, which is a sum of counts some of which
/// are subtracted, `a sum of -7`.
std::string sum_text(const std::string& sum, const CountIdentity& count);

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

/// Whether the file of `--output` holds that part already, which is said, and so is why the part of
/// a damaged file is counted again. `name` is that of the part in messages.
template <class Count>
Result<bool> holds_part(const UnitSettings& settings, const UnitLogHeader& header,
                        const UnitTally<Count>& tally, const std::string& name);

/// Writes a finished part, and waits until it is on disk.
template <class Count>
void write_part(Output& output, const UnitLogHeader& header, const UnitTally<Count>& tally) {
  output.write(encode_part(header, tally.records()));
  output.sync();
}

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
