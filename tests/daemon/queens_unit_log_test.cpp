// The format on disk: what is written is read, and every change of a byte is found.
#include "daemon/units/unit_log.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>

#include "daemon/os/file_descriptor.hpp"
#include "daemon/units/crc32c.hpp"
#include "temporary_directory.hpp"

namespace puzzled {
namespace {

const CountIdentity kCount{.queens = 17, .engine = "one-sided", .split = 5, .units = 272};

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
  std::string bytes = encode(UnitLogHeader{.count = kCount});
  bytes += encode({.unit = 3, .count = 12345}, kCount);
  bytes += encode({.unit = 271, .count = queens::Count{7} << 64 | 9}, kCount);
  bytes += encode({.unit = 0, .count = 0}, kCount);
  return bytes;
}

std::string part_bytes() {
  std::string bytes = encode(UnitLogHeader{.count = kCount, .part = 2, .parts = 9, .records = 2});
  bytes += encode({.unit = 3, .count = 12345}, kCount);
  bytes += encode({.unit = 5, .count = 54321}, kCount);
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
  EXPECT_EQ(queens::to_text(read.records[1].count), "129127208515966861321");
  const Read part = read_log(part_bytes());
  ASSERT_TRUE(part.header);
  EXPECT_EQ(part_name(*part.header), "2/9");
  EXPECT_EQ(part.records.size(), 2u);
}

TEST(UnitLog, KeepsToTheFormatOnPaper) {
  const std::string bytes = part_bytes();
  ASSERT_EQ(bytes.size(), 80u + 2 * 40u);
  EXPECT_EQ(bytes.substr(0, 8), "\x89PZQ\r\n\x1A\n");
  EXPECT_EQ(bytes.substr(8, 12), std::string("\1\0\0\0\x11\0\0\0\5\0\0\0", 12));
  EXPECT_EQ(bytes.substr(24, 8), std::string("\x10\1\0\0\0\0\0\0", 8));
  EXPECT_EQ(bytes.substr(32, 16), std::string("one-sided\0\0\0\0\0\0\0", 16));
  EXPECT_EQ(bytes[48], 2);
  EXPECT_EQ(bytes[56], 9);
  EXPECT_EQ(bytes[64], 2);
  EXPECT_EQ(bytes.substr(80, 10), std::string("\3\0\0\0\0\0\0\0\x39\x30", 10));
}

TEST(UnitLog, FindsEveryChangedByteAndSaysWhere) {
  for (const std::string& whole : {checkpoint_bytes(), part_bytes()}) {
    for (std::size_t at = 0; at < whole.size(); ++at) {
      for (const int change : {0x01, 0x10, 0x80, 0xFF}) {
        std::string bytes = whole;
        bytes[at] = static_cast<char>(bytes[at] ^ change);
        const Read read = read_log(bytes);
        const std::size_t place = at < 8    ? 0
                                  : at < 12 ? 8
                                  : at < 80 ? 76
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
  EXPECT_EQ(read_log(whole + encode({.unit = 8, .count = 1}, kCount)).error,
            "log: byte 160: extra data after the last of 2 units");
  EXPECT_EQ(read_log(whole + "x").error, "log: byte 160: extra data after the last of 2 units");
}

TEST(UnitLog, RefusesRecordsOfOtherRuns) {
  const auto error_with = [](const UnitRecord& record, const CountIdentity& count) {
    return read_log(checkpoint_bytes() + encode(record, count)).error;
  };
  CountIdentity other = kCount;
  other.queens = 18;
  EXPECT_EQ(error_with({.unit = 4, .count = 1}, other),
            "log: byte 200: a record of 18 queens in a file of 17");
  other = kCount;
  other.split = 6;
  EXPECT_EQ(error_with({.unit = 4, .count = 1}, other),
            "log: byte 200: a record of split 6 in a file of split 5");
  other = kCount;
  other.engine = "two-sided";
  EXPECT_EQ(error_with({.unit = 4, .count = 1}, other),
            "log: byte 200: a record of another engine or another version");
  EXPECT_EQ(error_with({.unit = 272, .count = 1}, kCount),
            "log: byte 200: unit 272 of 272 (units count from 0)");
}

TEST(UnitLog, RefusesHeadersThatCannotBe) {
  const auto error_of = [](const UnitLogHeader& header) { return read_log(encode(header)).error; };
  const std::string contradiction = "log: byte 12: the header is inconsistent";
  EXPECT_EQ(error_of({.count = kCount, .part = 0}), contradiction);
  EXPECT_EQ(error_of({.count = kCount, .part = 3, .parts = 2}), contradiction);
  EXPECT_EQ(error_of({.count = kCount, .part = 1, .parts = 273}), contradiction);
  EXPECT_EQ(error_of({.count = kCount, .part = 1, .parts = 1, .records = 273}), contradiction);
}

TEST(Difference, NamesTheFirstFieldThatDiffers) {
  const UnitLogHeader expected{.count = kCount};
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
}

}  // namespace
}  // namespace puzzled
