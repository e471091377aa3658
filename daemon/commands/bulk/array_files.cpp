#include "daemon/commands/bulk/array_files.hpp"

#include <cstddef>
#include <vector>

#include "core/npy_header.hpp"
#include "core/sudoku/grid.hpp"
#include "daemon/commands/bulk/paired_output.hpp"

namespace puzzled::commands {
namespace {

constexpr std::size_t kRowBytes = sudoku::kCells;

}  // namespace

Result<std::unique_ptr<Output>> open_arrays(const OutputSettings& settings, Interrupt& interrupt) {
  constexpr std::string_view kEnding = ".npy";
  std::string name = settings.output;
  if (name == "-") {
    return Error{"--npy needs -o NAME.npy: it writes NAME-puzzles.npy and NAME-solutions.npy"};
  }
  if (const Result<> checked = check_paired_output(name); !checked) return checked.error();
  if (name.ends_with(kEnding)) name.resize(name.size() - kEnding.size());
  const std::vector<std::string> names = {name + "-puzzles.npy", name + "-solutions.npy"};
  Result<std::unique_ptr<Output>> output = Output::open(settings, names, interrupt);
  if (output && !(*output)->is_rewritable()) {
    return Error{"cannot write arrays to " + names[0] + " and " + names[1] +
                 ": both must be regular files, for an array begins with the number of its rows"};
  }
  return output;
}

bool ArrayFiles::write(std::string_view records) {
  for (std::string& column : columns_) column.clear();
  for (; !records.empty(); ++rows_) {
    for (std::string& column : columns_) {
      column += records.substr(0, kRowBytes);
      records.remove_prefix(kRowBytes);
    }
  }
  for (std::size_t file = 0; file < columns_.size(); ++file) {
    if (!run_.write(columns_[file], file)) return false;
  }
  return write_headers();
}

bool ArrayFiles::write_headers() {
  const std::string header = npy_header(rows_, kRowBytes);
  for (std::size_t file = 0; file < columns_.size(); ++file) {
    if (!run_.write_start(header, file)) return false;
  }
  return true;
}

}  // namespace puzzled::commands
