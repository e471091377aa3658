#include "daemon/commands/units/unit_log.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/crc.hpp>
#include <cassert>
#include <cstdio>
#include <type_traits>

#include "core/cover/units.hpp"
#include "core/queens/boards/board_count.hpp"
#include "core/queens/engines.hpp"
#include "daemon/base/os/system_error.hpp"

namespace puzzled::commands {
namespace {

using parallel::Shares;

// As in PNG: it reveals changed line ends and a lost eighth bit.
constexpr std::string_view kMagic = "\x89PZQ\r\n\x1A\n";
constexpr std::uint32_t kOldestVersion = 1;

constexpr std::size_t kVersionAt = 8;
constexpr std::size_t kQueensAt = 12;
constexpr std::size_t kSplitAt = 16;
constexpr std::size_t kCoverProblemAt = 12;  // 8 bytes, instead of queens and split
constexpr std::size_t kBoardSplitAt = 14;    // queens and split have 2 bytes each in front of a
constexpr std::size_t kBoardAt = 16;         // board
constexpr std::size_t kRevisionAt = 20;
constexpr std::size_t kUnitsAt = 24;
constexpr std::size_t kEngineAt = 32;
constexpr std::size_t kEngineBytes = 16;
constexpr std::size_t kIdentityBytes = kEngineAt + kEngineBytes;
constexpr std::size_t kPartAt = 48;
constexpr std::size_t kPartsAt = 56;
constexpr std::size_t kRecordsAt = 64;
constexpr std::size_t kSharesAt = 72;
constexpr std::size_t kHeaderCheckAt = 76;

constexpr std::size_t kUnitAt = 0;
constexpr std::size_t kCountAt = 8;
constexpr std::size_t kCountHighAt = 16;
constexpr std::size_t kResidueAt[] = {24, 28};  // in version 1: number of queens, split

// The last 8 bytes of a record.
template <class Count>
constexpr std::size_t kRecordRunAt = kUnitRecordBytesOf<Count> - 8;
template <class Count>
constexpr std::size_t kRecordCheckAt = kUnitRecordBytesOf<Count> - 4;

constexpr std::size_t kReadBytes = 1 << 16;

template <class Number>
void put(std::string& bytes, std::size_t at, Number number) {
  static_assert(std::is_unsigned_v<Number>);
  for (std::size_t i = 0; i < sizeof number; ++i) {
    bytes[at + i] = static_cast<char>(number >> (8 * i) & 0xFF);
  }
}

template <class Number>
Number get(std::string_view bytes, std::size_t at) {
  Number number = 0;
  for (std::size_t i = 0; i < sizeof number; ++i) {
    number |= static_cast<Number>(static_cast<unsigned char>(bytes[at + i])) << (8 * i);
  }
  return number;
}

constexpr auto get16 = get<std::uint16_t>;
constexpr auto get32 = get<std::uint32_t>;
constexpr auto get64 = get<std::uint64_t>;

/// Part of every record, so that a record of another run is detected even if everything else fits.
std::uint32_t run_check(const UnitLogHeader& header) {
  return crc32c(encode(header).substr(0, kIdentityBytes));
}

/// A part of a count of covers may have no records, and 0 in the field is a checkpoint: so the
/// field has one more than there are.
std::uint64_t one_more(const UnitLogHeader& header) {
  return header.is_cover() ? 1 : 0;
}

Result<UnitLogHeader> decode_header(std::string_view bytes, const UnitLogReader& reader) {
  if (bytes.substr(0, kMagic.size()) != kMagic) {
    return reader.fault(0, "this is neither a checkpoint nor a part of a count");
  }
  // Check the version first: another version may have its check value elsewhere.
  UnitLogHeader header;
  header.version = get32(bytes, kVersionAt);
  if (header.version < kOldestVersion || header.version > kBoardLogVersion) {
    return reader.fault(kVersionAt, "format version " + std::to_string(header.version) +
                                        "; this program reads versions " +
                                        std::to_string(kOldestVersion) + " to " +
                                        std::to_string(kBoardLogVersion));
  }
  if (get32(bytes, kHeaderCheckAt) != crc32c(bytes.substr(0, kHeaderCheckAt))) {
    return reader.fault(kHeaderCheckAt, "the header is damaged: its check value is wrong");
  }
  if (header.is_cover()) {
    header.count.cover_problem = get64(bytes, kCoverProblemAt);
  } else if (header.is_of_board()) {
    header.count.queens = get16(bytes, kQueensAt);
    header.count.split = get16(bytes, kBoardSplitAt);
    header.count.board = get32(bytes, kBoardAt);
  } else {
    header.count.queens = static_cast<int>(get32(bytes, kQueensAt));
    header.count.split = static_cast<int>(get32(bytes, kSplitAt));
  }
  header.count.units = get64(bytes, kUnitsAt);
  header.count.engine = bytes.substr(kEngineAt, kEngineBytes);
  header.count.engine.resize(header.count.engine.find_last_not_of('\0') + 1);
  header.count.units_revision = get32(bytes, kRevisionAt);
  header.part = get64(bytes, kPartAt);
  header.parts = get64(bytes, kPartsAt);
  if (const std::uint64_t field = get64(bytes, kRecordsAt); field > 0) {
    header.records = field - one_more(header);
  }
  header.shares = get32(bytes, kSharesAt) == 0 ? Shares::kEqual : Shares::kTapered;
  // Values that no header can have, even with a correct check value.
  if (encode(header) != bytes || header.part < 1 || header.part > header.parts ||
      (header.parts > header.count.units && !header.is_cover()) ||
      header.records.value_or(0) > header.count.units ||
      (header.is_of_board() && header.count.board == 0)) {
    return reader.fault(kQueensAt, "the header is inconsistent");
  }
  const std::optional<std::uint32_t> now = header.is_cover() ? std::optional(cover::kUnitsRevision)
                                           : header.is_of_board()
                                               ? queens::board_units_revision(header.count.engine)
                                               : queens::units_revision(header.count.engine);
  if (now && *now != header.count.units_revision) {
    return reader.fault(kRevisionAt, "another version of puzzled wrote this, and its engine '" +
                                         header.count.engine +
                                         "' counts other units: theirs are of revision " +
                                         std::to_string(header.count.units_revision) +
                                         ", this program's of " + std::to_string(*now));
  }
  return header;
}

void put_count(std::string& bytes, const queens::UnitCount& count, const UnitLogHeader& header) {
  put(bytes, kCountAt, static_cast<std::uint64_t>(count.count));
  put(bytes, kCountHighAt, static_cast<std::uint64_t>(count.count >> 64));
  if (header.version == 1) {
    put(bytes, kResidueAt[0], static_cast<std::uint32_t>(header.count.queens));
    put(bytes, kResidueAt[1], static_cast<std::uint32_t>(header.count.split));
  } else {
    put(bytes, kResidueAt[0], count.residues[0]);
    put(bytes, kResidueAt[1], count.residues[1]);
  }
}

void put_count(std::string& bytes, const cover::WideCount& count, const UnitLogHeader&) {
  for (std::size_t i = 0; i < cover::WideCount::kWords; ++i) {
    put(bytes, kCountAt + 8 * i, count.words()[i]);
  }
}

void get_count(std::string_view bytes, const UnitLogHeader& header, queens::UnitCount& count) {
  count.count = queens::Count{get64(bytes, kCountHighAt)} << 64 | get64(bytes, kCountAt);
  count.residues = queens::residues_of(count.count);
  if (header.version > 1) {
    count.residues = {get32(bytes, kResidueAt[0]), get32(bytes, kResidueAt[1])};
  }
}

void get_count(std::string_view bytes, const UnitLogHeader&, cover::WideCount& count) {
  std::array<std::uint64_t, cover::WideCount::kWords> words{};
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = get64(bytes, kCountAt + 8 * i);
  count = cover::WideCount::from_words(words);
}

/// Why the count cannot be right. Those of exact cover have no residues to disagree with.
std::optional<Error> wrongness(const queens::UnitCount& count) {
  return queens::disagreement(count);
}
std::optional<Error> wrongness(const cover::WideCount&) {
  return std::nullopt;
}

}  // namespace

std::uint32_t crc32c(std::string_view bytes) {
  boost::crc_optimal<32, 0x1EDC6F41, 0xFFFFFFFF, 0xFFFFFFFF, true, true> check;
  check.process_bytes(bytes.data(), bytes.size());
  return check.checksum();
}

std::uint32_t check_of_board(const queens::Board& board) {
  std::string bytes(1, board.is_torus ? '\1' : '\0');
  for (int row = 0; row < board.queens; ++row) {
    bytes.resize(bytes.size() + sizeof board.rows[0]);
    put(bytes, bytes.size() - sizeof board.rows[0], board.rows[static_cast<std::size_t>(row)]);
  }
  return std::max(crc32c(bytes), 1U);
}

std::string subject_of(const CountIdentity& count) {
  if (count.board == 0) {
    return std::to_string(count.queens) + (count.queens == 1 ? " queen" : " queens");
  }
  char name[16];
  std::snprintf(name, sizeof name, "%08x", static_cast<unsigned>(count.board));
  return std::string("board ") + name + " of " + std::to_string(count.queens) +
         (count.queens == 1 ? " row" : " rows");
}

std::string encode(const UnitLogHeader& header) {
  assert(header.count.engine.size() <= kEngineBytes);
  std::string bytes(kUnitLogHeaderBytes, '\0');
  bytes.replace(0, kMagic.size(), kMagic);
  put(bytes, kVersionAt, header.version);
  if (header.is_cover()) {
    put(bytes, kCoverProblemAt, header.count.cover_problem);
  } else if (header.is_of_board()) {
    put(bytes, kQueensAt, static_cast<std::uint16_t>(header.count.queens));
    put(bytes, kBoardSplitAt, static_cast<std::uint16_t>(header.count.split));
    put(bytes, kBoardAt, header.count.board);
  } else {
    put(bytes, kQueensAt, static_cast<std::uint32_t>(header.count.queens));
    put(bytes, kSplitAt, static_cast<std::uint32_t>(header.count.split));
  }
  put(bytes, kRevisionAt, header.count.units_revision);
  put(bytes, kUnitsAt, header.count.units);
  bytes.replace(kEngineAt, header.count.engine.size(), header.count.engine);
  put(bytes, kPartAt, header.part);
  put(bytes, kPartsAt, header.parts);
  put(bytes, kRecordsAt, header.records ? *header.records + one_more(header) : 0);
  put(bytes, kSharesAt, static_cast<std::uint32_t>(header.shares));
  put(bytes, kHeaderCheckAt, crc32c(std::string_view(bytes).substr(0, kHeaderCheckAt)));
  return bytes;
}

template <class Count>
std::string encode(const UnitRecordOf<Count>& record, const UnitLogHeader& header) {
  std::string bytes(kUnitRecordBytesOf<Count>, '\0');
  put(bytes, kUnitAt, record.unit);
  put_count(bytes, record.count, header);
  put(bytes, kRecordRunAt<Count>, run_check(header));
  put(bytes, kRecordCheckAt<Count>,
      crc32c(std::string_view(bytes).substr(0, kRecordCheckAt<Count>)));
  return bytes;
}

template std::string encode(const UnitRecord& record, const UnitLogHeader& header);
template std::string encode(const CoverUnitRecord& record, const UnitLogHeader& header);

std::string part_name(const UnitLogHeader& header) {
  return std::to_string(header.part) + '/' + std::to_string(header.parts) +
         (header.shares == Shares::kTapered ? " --taper" : "");
}

std::optional<Error> difference(const UnitLogHeader& found, const UnitLogHeader& expected) {
  const auto differ = [](std::size_t at, const std::string& have, const std::string& want) {
    return Error{"byte " + std::to_string(at) + ": " + have + ", not " + want};
  };
  const CountIdentity& a = found.count;
  const CountIdentity& b = expected.count;
  if (found.is_cover() != expected.is_cover()) {
    const auto kind = [](bool is_cover) { return is_cover ? "an exact cover problem" : "queens"; };
    return differ(kVersionAt, std::string("of ") + kind(found.is_cover()),
                  kind(expected.is_cover()));
  }
  if (a.board != b.board) {
    return differ(found.is_of_board() ? kBoardAt : kVersionAt, "of " + subject_of(a),
                  subject_of(b));
  }
  if (a.cover_problem != b.cover_problem) {
    return differ(kCoverProblemAt, "of another problem", "this one");
  }
  if (a.queens != b.queens) {
    return differ(kQueensAt, "of " + std::to_string(a.queens) + " queens",
                  std::to_string(b.queens));
  }
  if (a.engine != b.engine) {
    return differ(kEngineAt, "of engine '" + a.engine + "'", "'" + b.engine + "'");
  }
  if (a.split != b.split) {
    return differ(kSplitAt, "of split " + std::to_string(a.split), std::to_string(b.split));
  }
  if (a.units != b.units) {
    return differ(kUnitsAt, "of a count of " + std::to_string(a.units) + " units",
                  std::to_string(b.units) + " (another version of puzzled wrote it)");
  }
  if (found.part != expected.part || found.parts != expected.parts) {
    return differ(kPartAt, "of part " + part_name(found), part_name(expected));
  }
  if (found.shares != expected.shares) {
    const bool tapered = found.shares == Shares::kTapered;
    return tapered ? differ(kSharesAt, "of tapered parts (--taper)", "of equal ones")
                   : differ(kSharesAt, "of equal parts", "of tapered ones (--taper)");
  }
  return std::nullopt;
}

std::string UnitLogReader::more_than_said() const {
  return "extra data after the last of " + std::to_string(*header_.records) + " units";
}

Error UnitLogReader::fault(std::uint64_t offset, const std::string& reason) const {
  return {name_ + ": byte " + std::to_string(offset) + ": " + reason};
}

/// Makes sure that the buffer holds at least `bytes` unused bytes, or all that are left of the
/// file.
Result<> UnitLogReader::fill(std::size_t bytes) {
  if (buffer_.size() - used_ >= bytes) return {};
  buffer_.erase(0, used_);
  used_ = 0;
  while (buffer_.size() < bytes) {
    const std::size_t before = buffer_.size();
    buffer_.resize(before + kReadBytes);
    const ssize_t got =
        ::pread(file_, buffer_.data() + before, kReadBytes, static_cast<off_t>(read_));
    buffer_.resize(before + static_cast<std::size_t>(got > 0 ? got : 0));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return system_error("cannot read " + name_);
    if (got == 0) return {};
    read_ += static_cast<std::uint64_t>(got);
  }
  return {};
}

Result<std::optional<UnitLogHeader>> UnitLogReader::header() {
  if (const Result<> filled = fill(kUnitLogHeaderBytes); !filled) return filled.error();
  if (buffer_.size() < kUnitLogHeaderBytes) {
    cut_bytes_ = buffer_.size();
    return std::optional<UnitLogHeader>();
  }
  Result<UnitLogHeader> decoded =
      decode_header(std::string_view(buffer_).substr(0, kUnitLogHeaderBytes), *this);
  if (!decoded) return decoded.error();
  header_ = *decoded;
  run_check_ = run_check(header_);
  used_ = kUnitLogHeaderBytes;
  offset_ = kUnitLogHeaderBytes;
  return std::optional<UnitLogHeader>(header_);
}

template <class Count>
Result<std::optional<UnitRecordOf<Count>>> UnitLogReader::next() {
  using Record = UnitRecordOf<Count>;
  constexpr std::size_t kBytes = kUnitRecordBytesOf<Count>;
  offset_ = kUnitLogHeaderBytes + records_ * kBytes;
  if (const Result<> filled = fill(kBytes); !filled) return filled.error();
  const std::string_view bytes = std::string_view(buffer_).substr(used_, kBytes);
  if (bytes.size() < kBytes) {
    cut_bytes_ = bytes.size();
    if (header_.is_checkpoint()) return std::optional<Record>();
    if (records_ < *header_.records) {
      return fault(offset_ + cut_bytes_, "the file ends here, after " + std::to_string(records_) +
                                             " of " + std::to_string(*header_.records) + " units");
    }
    if (cut_bytes_ > 0) return fault(offset_, more_than_said());
    return std::optional<Record>();
  }
  if (get32(bytes, kRecordCheckAt<Count>) != crc32c(bytes.substr(0, kRecordCheckAt<Count>))) {
    return fault(offset_, "the record is damaged: its check value is wrong");
  }
  if (get32(bytes, kRecordRunAt<Count>) != run_check_) {
    return fault(offset_, "a record of another count, another engine or another version");
  }
  Record record{.unit = get64(bytes, kUnitAt), .count = {}};
  get_count(bytes, header_, record.count);
  if (record.unit >= header_.count.units) {
    return fault(offset_, "unit " + std::to_string(record.unit) + " of " +
                              std::to_string(header_.count.units) + " (units count from 0)");
  }
  if (const std::optional<Error> wrong = wrongness(record.count)) {
    return fault(offset_, "unit " + std::to_string(record.unit) + ": " + wrong->message);
  }
  if (!header_.is_checkpoint() && records_ == header_.records) {
    return fault(offset_, more_than_said());
  }
  used_ += kBytes;
  ++records_;
  return std::optional<Record>(record);
}

template Result<std::optional<UnitRecord>> UnitLogReader::next();
template Result<std::optional<CoverUnitRecord>> UnitLogReader::next();

}  // namespace puzzled::commands
