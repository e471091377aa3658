// NumPy arrays as the output of a command: puzzles in one file, their solutions in another.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/result.hpp"
#include "daemon/base/files/output.hpp"
#include "daemon/base/os/interrupt.hpp"
#include "daemon/commands/bulk/block_run.hpp"

namespace puzzled::commands {

/// Opens NAME-puzzles.npy and NAME-solutions.npy for `-o NAME.npy`. An error, too, if one is no
/// regular file: an array begins with the number of its rows, which is known at its end.
Result<std::unique_ptr<Output>> open_arrays(const OutputSettings& settings, Interrupt& interrupt);

/// Writes the two files of an output. For one thread at a time.
class ArrayFiles {
 public:
  /// The run's output is of open_arrays().
  explicit ArrayFiles(BlockRun& run) : run_(run) {}

  /// Arrays without rows. False when the run must end.
  bool begin() { return write_headers(); }

  /// Adds rows: records of a puzzle and its solution, of 81 bytes each. Afterwards the files are
  /// whole arrays again, should the run end here. False when it must.
  bool write(std::string_view records);

 private:
  bool write_headers();

  BlockRun& run_;
  std::uint64_t rows_ = 0;
  std::array<std::string, 2> columns_;
};

}  // namespace puzzled::commands
