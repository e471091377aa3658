#include "daemon/base/files/file_kind.hpp"

#include <algorithm>
#include <array>

namespace puzzled {
namespace {

using namespace std::string_view_literals;
using Reading = FileKind::Reading;

/// In `bytes`, kAny stands for any byte but NUL. (No file is known by a byte of that value.)
struct Signature {
  std::string_view bytes;
  FileKind kind;
};

constexpr char kAny = '?';

constexpr FileKind refused(std::string_view name, std::string_view cure) {
  return {Reading::kRefused, name, cure};
}

constexpr FileKind kZip = refused("a zip archive or spreadsheet",
                                  "unpack it (`unzip -p FILE`), or save the table as CSV");
constexpr FileKind kUtf16 = refused("UTF-16 text", "pipe it through `iconv -f UTF-16 -t UTF-8`");
constexpr FileKind kUtf32 = refused("UTF-32 text", "pipe it through `iconv -f UTF-32 -t UTF-8`");

// A longer pattern stands before a pattern that is its beginning.
constexpr std::array kSignatures = {
    Signature{"\x1F\x8B"sv, {Reading::kGzip}},
    Signature{"\x28\xB5\x2F\xFD"sv, {Reading::kZstandard}},
    Signature{"\xFD\x37\x7A\x58"sv, refused("xz data", "pipe it through `xz -dc`")},
    Signature{"BZh?"sv, refused("bzip2 data", "pipe it through `bzip2 -dc`")},
    Signature{"\x04\x22\x4D\x18"sv, refused("lz4 data", "pipe it through `lz4 -dc`")},
    Signature{"\x02\x21\x4C\x18"sv, refused("lz4 data", "pipe it through `lz4 -dc`")},
    Signature{"LZIP"sv, refused("lzip data", "pipe it through `lzip -dc`")},
    Signature{"\x5D\0\0"sv, refused("lzma data", "pipe it through `xz --format=lzma -dc`")},
    Signature{"\x1F\x9D"sv, refused("compress (.Z) data", "pipe it through `gzip -dc`")},
    Signature{"PK\x03\x04"sv, kZip},
    Signature{"PK\x05\x06"sv, kZip},
    Signature{"PK\x07\x08"sv, kZip},
    Signature{"7z\xBC\xAF"sv, refused("a 7-Zip archive", "unpack it: `7z x -so FILE`")},
    Signature{"Rar!"sv, refused("a RAR archive", "unpack it: `unrar p -inul FILE`")},
    Signature{"\xD0\xCF\x11\xE0"sv, refused("an old Office file", "save the table as CSV")},
    Signature{"PAR1"sv, refused("a Parquet table", "save it as CSV")},
    Signature{"\x93NUM"sv, {Reading::kNpy, "a NumPy array", "unpack it first"}},
    Signature{"\x89HDF"sv, refused("an HDF5 file", "export the table as CSV")},
    Signature{"%PDF"sv, refused("a PDF document", "save the puzzles as text")},
    Signature{"\x89PNG"sv, refused("a picture", "type the clues in")},
    Signature{"\xFF\xD8\xFF"sv, refused("a picture", "type the clues in")},
    Signature{"ARRO"sv, refused("an Arrow table", "save it as CSV")},
    Signature{"SQLi"sv, refused("an SQLite database", "export the table as CSV")},
    Signature{"\xFF\xFE\0\0"sv, kUtf32},
    Signature{"\0\0\xFE\xFF"sv, kUtf32},
    Signature{"?\0\0\0"sv, refused("UTF-32 text", "pipe it through `iconv -f UTF-32LE -t UTF-8`")},
    Signature{"\0\0\0?"sv, refused("UTF-32 text", "pipe it through `iconv -f UTF-32BE -t UTF-8`")},
    Signature{"\xFF\xFE"sv, kUtf16},
    Signature{"\xFE\xFF"sv, kUtf16},
    Signature{"?\0?\0"sv, refused("UTF-16 text", "pipe it through `iconv -f UTF-16LE -t UTF-8`")},
    Signature{"\0?\0?"sv, refused("UTF-16 text", "pipe it through `iconv -f UTF-16BE -t UTF-8`")},
};

// Zstandard's skippable frames, as pzstd writes them in front of others: 50 to 5F, then this.
constexpr std::string_view kSkippable = "\x2A\x4D\x18"sv;

bool same(char byte, char expected) {
  return expected == kAny ? byte != '\0' : byte == expected;
}

/// Whether both are equal up to the length of the shorter.
bool agree(std::string_view head, std::string_view expected) {
  const std::size_t size = std::min(head.size(), expected.size());
  return std::equal(head.begin(), head.begin() + size, expected.begin(), same);
}

bool agrees_with_skippable(std::string_view head) {
  return head.empty() || ((head[0] & 0xF0) == 0x50 && agree(head.substr(1), kSkippable));
}

}  // namespace

FileKind kind_of(std::string_view head) {
  if (head.size() >= kKindBytes && agrees_with_skippable(head)) return {Reading::kZstandard};
  for (const Signature& signature : kSignatures) {
    if (head.size() >= signature.bytes.size() && agree(head, signature.bytes)) {
      return signature.kind;
    }
  }
  return {};
}

bool kind_is_open(std::string_view head) {
  if (head.size() >= kKindBytes) return false;
  return agrees_with_skippable(head) ||
         std::any_of(kSignatures.begin(), kSignatures.end(), [head](const Signature& signature) {
           return head.size() < signature.bytes.size() && agree(head, signature.bytes);
         });
}

std::string refusal_of(const FileKind& kind, const std::string& name) {
  return name + ": " + std::string(kind.name) + " cannot be read directly; " +
         std::string(kind.cure);
}

}  // namespace puzzled
