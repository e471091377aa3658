// A part of the text of one or more files, as one of many machines reads it: the I-th of K ranges
// of bytes, moved to line ends. The answers to all parts, one behind the other, are the answers to
// the files: so nothing may be cut that stands on several lines.
//
//     bytes     0            size/3           2·size/3          size
//     lines     ├──────────────┊──┤────────────────┊┤────────────┤
//     part            1                  2                3
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "core/sudoku/text/faults.hpp"
#include "core/sudoku/text/text_form.hpp"
#include "core/variants/text/board_form.hpp"
#include "daemon/base/files/byte_source.hpp"
#include "daemon/base/os/interrupt.hpp"
#include "daemon/base/text/input_form.hpp"

namespace puzzled {

/// The i-th of K, from 1.
struct FilePart {
  std::uint64_t number = 1;
  std::uint64_t of = 1;
};

/// What a part reads of one file.
struct FileRange {
  std::string path;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  sudoku::TextForm form;                      ///< of the file
  std::optional<variants::BoardForm> boards;  ///< if it holds such: then `form` says nothing
  std::string beginning;                      ///< of the file
};

/// No file has more parts.
inline constexpr std::uint64_t kMaxFileParts = 1'000'000'000;

/// The ranges of a part of all these files together, in their order; files without a byte in the
/// part are left out. Reads the beginning of each file of the part, and up to 1 MiB at both ends of
/// its range. An error says why a file cannot be cut: it is no regular file, is compressed, holds
/// boards of nine lines or lists, or a line `end`, or no puzzle on a line of its own.
/// REQUIRES: 1 <= number <= of <= kMaxFileParts.
Result<std::vector<FileRange>> find_part(const std::vector<std::string>& paths, FilePart part,
                                         const InputForm& form, const Interrupt& interrupt);

/// Reads the bytes of the range; an error if the file has become shorter.
Result<std::unique_ptr<ByteSource>> open_range(const FileRange& range);

/// Why a file is not cut in which `read` has something on several lines; empty if it has nothing.
std::string refusal_of(const sudoku::Account& read, const std::string& path,
                       const sudoku::TextForm& form);

/// The same of one with a line `end`.
std::string refusal_of_end(const std::string& path);

}  // namespace puzzled
