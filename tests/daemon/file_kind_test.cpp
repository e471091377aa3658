// What files begin with, and how little of it has to be there.
#include "daemon/base/files/file_kind.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace puzzled {
namespace {

using namespace std::string_literals;
using Reading = FileKind::Reading;

std::string name_of(const std::string& head) {
  return std::string(kind_of(head).name);
}

TEST(FileKind, KnowsWhatIsUnpacked) {
  EXPECT_EQ(kind_of("\x1F\x8B\x08\0"s).reading, Reading::kGzip);
  EXPECT_EQ(kind_of("\x28\xB5\x2F\xFD").reading, Reading::kZstandard);
  for (char first = 0x50; first < 0x60; ++first) {
    EXPECT_EQ(kind_of(first + "\x2A\x4D\x18"s).reading, Reading::kZstandard);
  }
  EXPECT_EQ(kind_of("\x60\x2A\x4D\x18").reading, Reading::kText);
}

TEST(FileKind, KnowsWhatIsNot) {
  EXPECT_EQ(name_of("\xFD\x37\x7A\x58"), "xz data");
  EXPECT_EQ(name_of("BZh9"), "bzip2 data");
  EXPECT_EQ(name_of("\x04\x22\x4D\x18"), "lz4 data");
  EXPECT_EQ(name_of("PK\x03\x04"), "a zip archive or spreadsheet");
  EXPECT_EQ(name_of("7z\xBC\xAF"), "a 7-Zip archive");
  EXPECT_EQ(name_of("Rar!"), "a RAR archive");
  EXPECT_EQ(name_of("PAR1"), "a Parquet table");
  EXPECT_EQ(name_of("SQLi"), "an SQLite database");
  for (const std::string& head : {"\xFF\xFE\x35\0"s, "\xFE\xFF\0\x35"s, "5\0\x33\0"s, "\0005\0003"s,
                                  "\r\0\n\0"s, "\xFF\xFE"s}) {
    EXPECT_EQ(name_of(head), "UTF-16 text") << head;
  }
  for (const std::string& head : {"\xFF\xFE\0\0"s, "\0\0\xFE\xFF"s, "5\0\0\0"s, "\0\0\0005"s}) {
    EXPECT_EQ(name_of(head), "UTF-32 text") << head;
  }
}

TEST(FileKind, TakesEverythingElseForText) {
  for (const std::string& head :
       {""s, "5"s, "53.."s, "_*M."s, "\xEF\xBB\xBF\x35"s, "\0\0\0\0"s, "BZh\0"s, "PK.."s, "7zip"s,
        "\x1F"s, "(5)("s, "\0"s, "5\0"s, "P*M\x19"s, "#\0x"s}) {
    EXPECT_EQ(kind_of(head).reading, Reading::kText) << head;
  }
}

TEST(FileKind, AsksForNoMoreThanItNeeds) {
  for (const std::string& head :
       {"53"s, "\n\n"s, ".."s, "_*."s, "7z."s, "\xFF\xFE\x35"s, "\xEF\xBB"s, "en"s, "5\0\x33\0"s}) {
    EXPECT_FALSE(kind_is_open(head)) << head;
  }
  for (const std::string& head :
       {""s, "5"s, "7z"s, "\x1F"s, "\x28\xB5"s, "5\0"s, "P*M"s, "\xFF\xFE"s, "\0\0\0"s}) {
    EXPECT_TRUE(kind_is_open(head)) << head;
  }
}

TEST(FileKind, SaysWhatToDo) {
  EXPECT_EQ(refusal_of(kind_of("BZh1"), "a.bz2"),
            "a.bz2: bzip2 data cannot be read directly; pipe it through `bzip2 -dc`");
}

}  // namespace
}  // namespace puzzled
