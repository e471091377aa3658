// The format on disk: what is written is read, and every change of a byte is found.
#include "daemon/commands/units/unit_log.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>

#include "core/queens/boards/board_count.hpp"
#include "core/queens/engines.hpp"
#include "daemon/base/os/file_descriptor.hpp"
#include "temporary_directory.hpp"

namespace puzzled::commands {
namespace {

const CountIdentity kLongCount{.queens = 17,
                               .engine = "one-sided",
                               .split = 5,
                               .units = 272,
                               .units_revision = *queens::units_revision("one-sided")};

/// A unit with residues that agree with its count.
UnitRecord record(std::uint64_t unit, queens::Count count) {
  return {.unit = unit, .count = {.count = count, .residues = queens::residues_of(count)}};
}

/// A log's records, or the error that ended the reading.
struct Read {
  std::optional<UnitLogHeader> header;
  std::vector<UnitRecord> records;
  std::uint64_t cut_bytes = 0;
  std::string error;
};

Read read_log(const std::string& bytes) {
  const TemporaryDirectory directory;
  const FileDescriptor file(::open(directory.write("log", bytes).c_str(), O_RDONLY));
  UnitLogReader reader(file.get(), "log");
  Read result;
  const Result<std::optional<UnitLogHeader>> header = reader.header();
  if (!header) return {.header = {}, .records = {}, .error = header.error().message};
  result.header = *header;
  while (*header) {
    const Result<std::optional<UnitRecord>> record = reader.next();
    if (!record) {
      result.error = record.error().message;
      break;
    }
    if (!*record) break;
    result.records.push_back(**record);
  }
  result.cut_bytes = reader.cut_bytes();
  return result;
}

std::string checkpoint_bytes() {
  const UnitLogHeader header{.count = kLongCount};
  std::string bytes = encode(header);
  bytes += encode(record(3, 12345), header);
  bytes += encode(record(271, queens::Count{7} << 64 | 9), header);
  bytes += encode(record(0, 0), header);
  return bytes;
}

/// Of a board: some units are subtracted.
std::string board_bytes() {
  const UnitLogHeader header{.count = {.queens = 17,
                                       .engine = "one-sided",
                                       .split = 5,
                                       .units = 999,
                                       .units_revision = *queens::board_units_revision("one-sided"),
                                       .board = 0x3F2A91BC},
                             .version = kBoardLogVersion};
  std::string bytes = encode(header);
  bytes += encode(record(3, 12345), header);
  bytes += encode(record(998, queens::Count{0} - 9), header);
  return bytes;
}

std::string part_bytes() {
  const UnitLogHeader header{.count = kLongCount, .part = 2, .parts = 9, .records = 2};
  std::string bytes = encode(header);
  bytes += encode(record(3, 5'000'000'000), header);
  bytes += encode(record(5, 54321), header);
  return bytes;
}

TEST(Crc32c, GivesTheStandardCheckValues) {
  EXPECT_EQ(crc32c("123456789"), 0xE3069283u);
  EXPECT_EQ(crc32c(""), 0u);
  EXPECT_EQ(crc32c(std::string(32, '\0')), 0x8A9136AAu);    // RFC 3720, B.4
  EXPECT_EQ(crc32c(std::string(32, '\xFF')), 0x62A8AB43u);  // likewise
}

TEST(UnitLog, ReadsWhatWasWritten) {
  const Read read = read_log(checkpoint_bytes());
  EXPECT_EQ(read.error, "");
  ASSERT_TRUE(read.header);
  EXPECT_TRUE(read.header->is_checkpoint());
  EXPECT_EQ(read.header->count.queens, 17);
  EXPECT_EQ(read.header->count.engine, "one-sided");
  EXPECT_EQ(read.header->count.split, 5);
  EXPECT_EQ(read.header->count.units, 272u);
  ASSERT_EQ(read.records.size(), 3u);
  EXPECT_EQ(read.records[1].unit, 271u);
  EXPECT_EQ(queens::to_text(read.records[1].count.count), "129127208515966861321");
  const Read part = read_log(part_bytes());
  ASSERT_TRUE(part.header);
  EXPECT_EQ(part_name(*part.header), "2/9");
  EXPECT_EQ(part.header->shares, parallel::Shares::kEqual);
  EXPECT_EQ(part.records.size(), 2u);
  const UnitLogHeader tapered{
      .count = kLongCount, .part = 2, .parts = 64, .shares = parallel::Shares::kTapered};
  EXPECT_EQ(encode(tapered)[72], 1);
  EXPECT_EQ(part_name(*read_log(encode(tapered)).header), "2/64 --taper");
}

TEST(UnitLog, KnowsTheBoard) {
  const std::string bytes = board_bytes();
  EXPECT_EQ(bytes.substr(8, 12), std::string("\4\0\0\0\x11\0\5\0\xBC\x91\x2A\x3F", 12));
  const Read read = read_log(bytes);
  EXPECT_EQ(read.error, "");
  ASSERT_TRUE(read.header && read.header->is_of_board());
  EXPECT_EQ(subject_of(read.header->count), "board 3f2a91bc of 17 rows");
  EXPECT_EQ(read.header->count.queens, 17);
  EXPECT_EQ(read.header->count.split, 5);
  EXPECT_EQ(queens::to_text(read.records.at(1).count.count), "-9");
  UnitLogHeader none = *read.header;
  none.count.board = 0;
  EXPECT_EQ(read_log(encode(none)).error, "log: byte 12: the header is inconsistent");
  none.count.board = 7;
  none.count.units_revision += 1;
  EXPECT_TRUE(read_log(encode(none)).error.starts_with("log: byte 20: another version of puzzled"));

  // Free squares make the board, and how the edges are joined.
  queens::Board hole = queens::empty_board(8);
  EXPECT_NE(check_of_board(hole), check_of_board(queens::empty_board(8, true)));
  EXPECT_NE(check_of_board(hole), check_of_board(queens::empty_board(9)));
  const std::uint32_t empty = check_of_board(hole);
  make_hole(hole, {7, 7});
  EXPECT_NE(check_of_board(hole), empty);
}

TEST(UnitLog, KeepsToTheFormatOnPaper) {
  const std::string bytes = part_bytes();
  ASSERT_EQ(bytes.size(), 80u + 2 * 40u);
  EXPECT_EQ(bytes.substr(0, 8), "\x89PZQ\r\n\x1A\n");
  EXPECT_EQ(bytes.substr(8, 12), std::string("\2\0\0\0\x11\0\0\0\5\0\0\0", 12));
  EXPECT_EQ(bytes[20], static_cast<char>(kLongCount.units_revision));
  EXPECT_EQ(bytes.substr(24, 8), std::string("\x10\1\0\0\0\0\0\0", 8));
  EXPECT_EQ(bytes.substr(32, 16), std::string("one-sided\0\0\0\0\0\0\0", 16));
  EXPECT_EQ(bytes[48], 2);
  EXPECT_EQ(bytes[56], 9);
  EXPECT_EQ(bytes[64], 2);
  EXPECT_EQ(bytes.substr(80, 13), std::string("\3\0\0\0\0\0\0\0\0\xF2\5\x2A\1", 13));
  // 5000000000 modulo 2147483647 and 4294967291
  EXPECT_EQ(bytes.substr(104, 8), std::string("\2\xF2\5\x2A\5\xF2\5\x2A", 8));
}

TEST(UnitLog, FindsEveryChangedByteAndSaysWhere) {
  for (const std::string& whole : {checkpoint_bytes(), part_bytes(), board_bytes()}) {
    for (std::size_t at = 0; at < whole.size(); ++at) {
      for (const int change : {0x01, 0x10, 0x80, 0xFF}) {
        std::string bytes = whole;
        bytes[at] = static_cast<char>(bytes[at] ^ change);
        const Read read = read_log(bytes);
        // 2 turned into 3 is a version that there is; 4 turned into 5 is none.
        const bool is_version = at < 12 && !(at == 8 && change == 0x01 && whole[8] == 2);
        const std::size_t place = at < 8       ? 0
                                  : is_version ? 8
                                  : at < 80    ? 76
                                               : 80 + (at - 80) / 40 * 40;
        EXPECT_EQ(read.error.rfind("log: byte " + std::to_string(place) + ": ", 0), 0u)
            << "byte " << at << ": " << read.error;
      }
    }
  }
}

TEST(UnitLog, TakesACutCheckpointUpToTheCut) {
  const std::string whole = checkpoint_bytes();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const Read read = read_log(whole.substr(0, size));
    EXPECT_EQ(read.error, "");
    EXPECT_EQ(read.header.has_value(), size >= 80);
    EXPECT_EQ(read.records.size(), size < 80 ? 0 : (size - 80) / 40);
    EXPECT_EQ(read.cut_bytes, size < 80 ? size : (size - 80) % 40);
  }
}

TEST(UnitLog, RefusesAPartOfAnyOtherLength) {
  const std::string whole = part_bytes();
  for (std::size_t size = 80; size < whole.size(); ++size) {
    EXPECT_EQ(read_log(whole.substr(0, size)).error,
              "log: byte " + std::to_string(size) + ": the file ends here, after " +
                  std::to_string((size - 80) / 40) + " of 2 units");
  }
  EXPECT_EQ(read_log(whole + encode(record(8, 1), {.count = kLongCount})).error,
            "log: byte 160: extra data after the last of 2 units");
  EXPECT_EQ(read_log(whole + "x").error, "log: byte 160: extra data after the last of 2 units");
}

TEST(UnitLog, RefusesRecordsOfOtherRuns) {
  const auto error_with = [](const UnitRecord& added, const UnitLogHeader& header) {
    return read_log(checkpoint_bytes() + encode(added, header)).error;
  };
  const std::string of_another =
      "log: byte 200: a record of another count, another engine or another version";
  UnitLogHeader other{.count = kLongCount};
  other.count.queens = 18;
  EXPECT_EQ(error_with(record(4, 1), other), of_another);
  other.count = kLongCount;
  other.count.split = 6;
  EXPECT_EQ(error_with(record(4, 1), other), of_another);
  other.count = kLongCount;
  other.count.engine = "two-sided";
  EXPECT_EQ(error_with(record(4, 1), other), of_another);
  EXPECT_EQ(error_with(record(4, 1), {.count = kLongCount, .version = 1}), of_another);
  EXPECT_EQ(error_with(record(272, 1), {.count = kLongCount}),
            "log: byte 200: unit 272 of 272 (units count from 0)");
}

TEST(UnitLog, RefusesACountThatDisagreesWithItsResidues) {
  UnitRecord cut = record(4, 5'000'000'000);
  cut.count.count = 705'032'704;  // to 32 bits
  EXPECT_EQ(read_log(checkpoint_bytes() + encode(cut, {.count = kLongCount})).error,
            "log: byte 200: unit 4: the count 705032704 disagrees with its residues, 705032706 "
            "modulo 2147483647 and 705032709 modulo 4294967291");
  for (const std::size_t i : {0, 1}) {
    UnitRecord wrong = record(4, 5'000'000'000);
    ++wrong.count.residues[i];
    EXPECT_NE(read_log(checkpoint_bytes() + encode(wrong, {.count = kLongCount}))
                  .error.find("unit 4: the count 5000000000 disagrees"),
              std::string::npos);
  }
}

TEST(UnitLog, RefusesUnitsOfAnotherRevision) {
  for (const std::string_view engine : queens::kEngineNames) {
    UnitLogHeader header{.count = kLongCount};
    header.count.engine = engine;
    const std::uint32_t now = *queens::units_revision(engine);
    header.count.units_revision = now;
    EXPECT_EQ(read_log(encode(header)).error, "");
    header.count.units_revision = now + 1;
    EXPECT_EQ(read_log(encode(header)).error,
              "log: byte 20: another version of puzzled wrote this, and its engine '" +
                  header.count.engine + "' counts other units: theirs are of revision " +
                  std::to_string(now + 1) + ", this program's of " + std::to_string(now));
  }
}

TEST(UnitLog, RefusesVersionsThatItDoesNotKnow) {
  for (const std::uint32_t version : {0, 5}) {
    EXPECT_EQ(read_log(encode(UnitLogHeader{.count = kLongCount, .version = version})).error,
              "log: byte 8: format version " + std::to_string(version) +
                  "; this program reads versions 1 to 4");
  }
}

TEST(UnitLog, RefusesHeadersThatCannotBe) {
  const auto error_of = [](const UnitLogHeader& header) { return read_log(encode(header)).error; };
  const std::string contradiction = "log: byte 12: the header is inconsistent";
  EXPECT_EQ(error_of({.count = kLongCount, .part = 0}), contradiction);
  EXPECT_EQ(error_of({.count = kLongCount, .part = 3, .parts = 2}), contradiction);
  EXPECT_EQ(error_of({.count = kLongCount, .part = 1, .parts = 273}), contradiction);
  EXPECT_EQ(error_of({.count = kLongCount, .part = 1, .parts = 1, .records = 273}), contradiction);
  EXPECT_EQ(error_of({.count = kLongCount, .part = 1, .parts = 9, .shares = parallel::Shares{2}}),
            contradiction);
}

TEST(Difference, NamesTheFirstFieldThatDiffers) {
  const UnitLogHeader expected{.count = kLongCount};
  EXPECT_FALSE(difference(expected, expected));
  UnitLogHeader found = expected;
  found.count.queens = 16;
  EXPECT_EQ(difference(found, expected)->message, "byte 12: of 16 queens, not 17");
  found = expected;
  found.count.split = 6;
  EXPECT_EQ(difference(found, expected)->message, "byte 16: of split 6, not 5");
  found = expected;
  found.count.engine = "bitmask";
  EXPECT_EQ(difference(found, expected)->message, "byte 32: of engine 'bitmask', not 'one-sided'");
  found = expected;
  found.part = 2;
  found.parts = 8;
  EXPECT_EQ(difference(found, expected)->message, "byte 48: of part 2/8, not 1/1");
  UnitLogHeader tapered = found;
  tapered.shares = parallel::Shares::kTapered;
  EXPECT_EQ(difference(tapered, found)->message,
            "byte 72: of tapered parts (--taper), not of equal ones");
  EXPECT_EQ(difference(found, tapered)->message,
            "byte 72: of equal parts, not of tapered ones (--taper)");
  found.part = 3;
  EXPECT_EQ(difference(tapered, found)->message, "byte 48: of part 2/8 --taper, not 3/8");
}

}  // namespace
}  // namespace puzzled::commands
