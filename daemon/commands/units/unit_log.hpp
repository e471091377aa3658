// The file format of counts of units: checkpoints, which grow unit by unit, and finished parts.
// FORMAT.md beside this file describes it byte by byte. Every byte is covered by a check value.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/cover/wide_count.hpp"
#include "core/queens/boards/board.hpp"
#include "core/queens/unit_count.hpp"
#include "core/result.hpp"
#include "parallel/unit_order.hpp"

namespace puzzled::commands {

/// Identifies a count and its division into units: with equal identity, units of equal number are
/// the same.
struct CountIdentity {
  int queens = 0;
  std::string engine;  ///< at most 16 bytes
  int split = 0;
  std::uint64_t units = 0;           ///< of the whole count
  std::uint32_t units_revision = 0;  ///< of the engine: queens::units_revision()
  std::uint64_t cover_problem = 0;  ///< check value of an exact cover problem; 0: a count of queens
  std::uint32_t board = 0;          ///< check_of_board(); 0: queens on an empty board
};

/// Version 2 added residues to the records. Version 1 is read, and checkpoints of it are continued.
inline constexpr std::uint32_t kUnitLogVersion = 2;
/// Version 3 is that of exact cover: counts of 512 bits, a problem instead of a number of queens.
inline constexpr std::uint32_t kCoverLogVersion = 3;
/// Version 4 is that of queens on a board with holes or queens, or on a torus.
inline constexpr std::uint32_t kBoardLogVersion = 4;

/// By which logs know a board: a check value of its free squares and of whether it is a torus. Not
/// 0.
std::uint32_t check_of_board(const queens::Board& board);

/// `board 3f2a91bc of 8 rows`, or `8 queens`.
std::string subject_of(const CountIdentity& count);

struct UnitLogHeader {
  CountIdentity count;
  std::uint64_t part = 1;  ///< the units are those of the part-th of `parts` parts
  std::uint64_t parts = 1;
  parallel::Shares shares = parallel::Shares::kEqual;  ///< of the parts
  std::optional<std::uint64_t> records{};   ///< of a finished part; nothing: a checkpoint
  std::uint32_t version = kUnitLogVersion;  ///< of the format

  bool is_checkpoint() const { return !records; }
  bool is_cover() const { return version == kCoverLogVersion; }
  bool is_of_board() const { return version == kBoardLogVersion; }
};

/// `Count` is queens::UnitCount, or cover::WideCount in logs of exact cover.
template <class Count>
struct UnitRecordOf {
  std::uint64_t unit = 0;
  Count count;
};
using UnitRecord = UnitRecordOf<queens::UnitCount>;
using CoverUnitRecord = UnitRecordOf<cover::WideCount>;

template <class Count>
inline constexpr std::uint32_t kUnitLogVersionOf = kUnitLogVersion;
template <>
inline constexpr std::uint32_t kUnitLogVersionOf<cover::WideCount> = kCoverLogVersion;

inline constexpr std::size_t kUnitLogHeaderBytes = 80;
template <class Count>
inline constexpr std::size_t kUnitRecordBytesOf = 40;
template <>
inline constexpr std::size_t kUnitRecordBytesOf<cover::WideCount> = 80;

/// CRC-32C (Castagnoli), the check value of files on disk: detects every change of up to 32
/// adjacent bits, hence every changed byte.
std::uint32_t crc32c(std::string_view bytes);

/// The bytes on disk: 80 of a header, 40 of a record (80 of one of exact cover).
std::string encode(const UnitLogHeader& header);
template <class Count>
std::string encode(const UnitRecordOf<Count>& record, const UnitLogHeader& header);

/// `3/8` or `3/64 --taper`, the name of a part in options and messages.
std::string part_name(const UnitLogHeader& header);

/// The first field of `found` that differs from `expected`, with its offset: `byte 12: of 13
/// queens, not 14`. Nothing if the log is of the same count and part.
std::optional<Error> difference(const UnitLogHeader& found, const UnitLogHeader& expected);

/// Reads a log from an open file, in bounded memory. Errors say `NAME: byte OFFSET: REASON`.
class UnitLogReader {
 public:
  /// The caller owns `file`; it is read from its first byte, whatever its position.
  UnitLogReader(int file, std::string name) : file_(file), name_(std::move(name)) {}

  /// Reads the header; the first call. Refuses files by another version of puzzled whose units have
  /// other counts. Nothing if the file is shorter than a header: see
  /// bytes_read().
  Result<std::optional<UnitLogHeader>> header();

  /// The next record, nothing at the end. Checks it against the header, its check value and its
  /// residues. (Version 1 has none: they are derived from the count.) In a checkpoint an incomplete
  /// last record counts as the end: see cut_bytes(). In a finished part it is an error, and so is a
  /// number of records other than that in the header.
  /// REQUIRES: header().is_cover() exactly if `Count` is a cover::WideCount.
  template <class Count = queens::UnitCount>
  Result<std::optional<UnitRecordOf<Count>>> next();

  /// The offset of the last record; after the end, that of a next one.
  std::uint64_t offset() const { return offset_; }

  /// Bytes of an incomplete record (or header) at the end of the file.
  std::uint64_t cut_bytes() const { return cut_bytes_; }

  /// The bytes of an incomplete header, to find out what they are.
  std::string_view bytes_read() const { return buffer_; }

  Error fault(std::uint64_t offset, const std::string& reason) const;

 private:
  Result<> fill(std::size_t bytes);
  std::string more_than_said() const;

  int file_;
  std::string name_;
  UnitLogHeader header_;
  std::uint32_t run_check_ = 0;  // check value of this run, part of every record
  std::string buffer_;           // read ahead
  std::size_t used_ = 0;         // of the buffer
  std::uint64_t read_ = 0;       // bytes of the file in or before the buffer
  std::uint64_t offset_ = 0;     // of the last record
  std::uint64_t records_ = 0;    // given so far
  std::uint64_t cut_bytes_ = 0;
};

}  // namespace puzzled::commands
