// Files, pipes and compressed data as sources of bytes.
#include "daemon/base/files/input.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <random>
#include <string>
#include <thread>

#include "daemon/base/os/file_descriptor.hpp"
#include "tests/daemon/temporary_directory.hpp"

namespace puzzled {
namespace {

struct Drained {
  std::string bytes;
  std::string error;
};

/// Everything a source gives, in pieces of random size.
Drained drain(const std::string& path) {
  static Interrupt interrupt;
  Drained result;
  Result<std::unique_ptr<ByteSource>> source = open_input(path, interrupt);
  if (!source) return {"", source.error().message};
  std::mt19937 random(3);
  std::string buffer(70000, '\0');
  for (;;) {
    const std::size_t size = 1 + random() % (random() % 4 == 0 ? 10 : buffer.size());
    const Result<std::size_t> got = (*source)->read(buffer.data(), size);
    if (!got) {
      result.error = got.error().message;
      return result;
    }
    if (*got == 0) return result;
    EXPECT_LE(*got, size);
    result.bytes.append(buffer, 0, *got);
  }
}

std::string gzipped(const std::string& plain) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string packed(deflateBound(&stream, plain.size()) + 64, '\0');
  std::string input = plain;
  stream.next_in = reinterpret_cast<Bytef*>(input.data());
  stream.avail_in = static_cast<uInt>(input.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

std::string zstandarded(const std::string& plain) {
  std::string packed(ZSTD_compressBound(plain.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), plain.data(), plain.size(), 3));
  return packed;
}

/// Text that compresses, but not to nothing.
std::string sample(std::size_t size, unsigned seed) {
  std::mt19937 random(seed);
  std::string text(size, '.');
  for (char& c : text) {
    if (random() % 3 == 0) c = static_cast<char>('0' + random() % 10);
  }
  return text;
}

class ByteSourceTest : public testing::Test {
 protected:
  TemporaryDirectory directory_;
};

TEST_F(ByteSourceTest, GivesPlainBytes) {
  for (const std::size_t size : {0, 1, 3, 4, 5, 200000}) {
    const std::string text = sample(size, 1);
    EXPECT_EQ(drain(directory_.write("plain", text)).bytes, text) << size;
  }
  // Looks like the beginning of a compressed file, is none.
  EXPECT_EQ(drain(directory_.write("almost", "\x1f")).bytes, "\x1f");
  EXPECT_EQ(drain(directory_.write("almost", "\x28\xb5 text")).bytes, "\x28\xb5 text");
}

TEST_F(ByteSourceTest, UnpacksGzipWithManyMembersAndPadding) {
  const std::string a = sample(300000, 1);
  const std::string b = sample(10, 2);
  EXPECT_EQ(drain(directory_.write("one", gzipped(a))).bytes, a);
  EXPECT_EQ(drain(directory_.write("empty", gzipped(""))).bytes, "");
  const Drained many = drain(
      directory_.write("many", gzipped(a) + gzipped("") + gzipped(b) + std::string(1000, '\0')));
  EXPECT_EQ(many.bytes, a + b);
  EXPECT_EQ(many.error, "");
}

TEST_F(ByteSourceTest, UnpacksZstandardWithManyFrames) {
  const std::string a = sample(300000, 1);
  const std::string b = sample(10, 2);
  const Drained many =
      drain(directory_.write("many", zstandarded(a) + zstandarded("") + zstandarded(b)));
  EXPECT_EQ(many.bytes, a + b);
  EXPECT_EQ(many.error, "");
}

/// As pzstd and the seekable form write them: a kind, a size and bytes that are no data.
std::string skippable_frame(char kind, const std::string& bytes) {
  const char size[] = {static_cast<char>(bytes.size()), 0, 0, 0};
  return std::string(1, static_cast<char>(0x50 + kind)) + "\x2A\x4D\x18" +
         std::string(size, sizeof size) + bytes;
}

TEST_F(ByteSourceTest, PassesOverSkippableFrames) {
  const std::string a = sample(300000, 1);
  const std::string b = sample(10, 2);
  for (char kind = 0; kind < 16; ++kind) {
    const std::string skipped = skippable_frame(kind, "size");
    const Drained drained = drain(directory_.write(
        "frames", skipped + zstandarded(a) + skipped + skipped + zstandarded(b) + skipped));
    EXPECT_EQ(drained.bytes, a + b);
    EXPECT_EQ(drained.error, "");
  }
  EXPECT_EQ(drain(directory_.write("frames", skippable_frame(0, ""))).bytes, "");
  const std::string cut = skippable_frame(10, std::string(100, 'x')).substr(0, 50);
  EXPECT_NE(drain(directory_.write("frames", cut)).error, "");
  EXPECT_NE(drain(directory_.write("frames", zstandarded(a) + cut)).error, "");
}

TEST_F(ByteSourceTest, RefusesWhatIsNoTextPackedOrNot) {
  const std::string utf16 = std::string("\xFF\xFE\x35\0", 4) + sample(1000, 1);
  EXPECT_NE(drain(directory_.write("plain", utf16)).error.find("plain: UTF-16 text"),
            std::string::npos);
  for (const std::string& packed : {gzipped(utf16), zstandarded(utf16)}) {
    const Drained drained = drain(directory_.write("packed", packed));
    EXPECT_EQ(drained.bytes, "");
    EXPECT_NE(drained.error.find("packed, unpacked: UTF-16 text"), std::string::npos)
        << drained.error;
  }
  EXPECT_NE(drain(directory_.write("twice", gzipped(gzipped("text")))).error.find("twice"),
            std::string::npos);
}

TEST_F(ByteSourceTest, RemembersAnEndThatCameEarly) {
  // A terminal says once that it has ended; so does a FIFO whose writer goes and another comes.
  static Interrupt interrupt;
  for (const std::string text : {"", "5", "7z"}) {
    const std::string path = directory_.path("fifo" + text);
    ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
    std::thread writer([&] {
      const FileDescriptor file(::open(path.c_str(), O_WRONLY));
      EXPECT_EQ(::write(file.get(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
    });
    Result<std::unique_ptr<ByteSource>> source = open_input(path, interrupt);
    writer.join();
    const FileDescriptor another(::open(path.c_str(), O_RDWR));  // nothing would end now
    ASSERT_TRUE(source);
    std::string got;
    char bytes[8];
    for (;;) {
      EXPECT_TRUE((*source)->ready());
      const std::size_t size = *(*source)->read(bytes, sizeof bytes);
      if (size == 0) break;
      got.append(bytes, size);
    }
    EXPECT_EQ(got, text);
  }
}

TEST_F(ByteSourceTest, SaysThatARegularFileBecameShorterWhileItWasRead) {
  const std::string path = directory_.write("shrinks", sample(300000, 1));
  Interrupt interrupt;
  Result<std::unique_ptr<ByteSource>> source = open_input(path, interrupt);
  ASSERT_TRUE(source);
  std::string buffer(1000, '\0');
  ASSERT_EQ(*(*source)->read(buffer.data(), buffer.size()), buffer.size());
  ASSERT_EQ(::truncate(path.c_str(), 1500), 0);
  std::size_t bytes = buffer.size();
  for (;;) {
    const Result<std::size_t> got = (*source)->read(buffer.data(), buffer.size());
    if (!got) {
      EXPECT_EQ(got.error().message, path + ": the file has become shorter while it was read");
      break;
    }
    ASSERT_GT(*got, 0U) << "the end came without a word";
    bytes += *got;
  }
  EXPECT_LT(bytes, 300000U);
}

TEST_F(ByteSourceTest, GivesWhatStandsBeforeDamageThenSaysSo) {
  const std::string text = sample(300000, 1);
  for (const std::string& packed : {gzipped(text), zstandarded(text)}) {
    const std::string half = packed.substr(0, packed.size() / 2);
    const Drained cut = drain(directory_.write("cut", half));
    EXPECT_GT(cut.bytes.size(), 10000u);
    EXPECT_EQ(cut.bytes, text.substr(0, cut.bytes.size()));
    EXPECT_NE(cut.error.find("truncated"), std::string::npos) << cut.error;
    EXPECT_NE(cut.error.find("near byte " + std::to_string(half.size())), std::string::npos)
        << cut.error;
    // Every end is noticed, also one within the check value behind the data.
    const Drained end = drain(directory_.write("end", packed.substr(0, packed.size() - 1)));
    EXPECT_NE(end.error, "");
    // (A flipped bit in a Zstandard frame without checksum may go unnoticed by design.)
  }
  std::string damaged = gzipped(text);
  damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 0x55);
  EXPECT_NE(drain(directory_.write("damaged", damaged)).error.find("damaged gzip data"),
            std::string::npos);
  const Drained garbage = drain(directory_.write("garbage", gzipped(text) + "garbage"));
  EXPECT_EQ(garbage.bytes, text);
  EXPECT_NE(garbage.error.find("not gzip data"), std::string::npos) << garbage.error;
}

TEST_F(ByteSourceTest, NamesFilesThatCannotBeRead) {
  EXPECT_EQ(drain(directory_.path("missing")).error,
            directory_.path("missing") + ": No such file or directory");
  EXPECT_EQ(drain(directory_.path(".")).error, directory_.path(".") + ": Is a directory");
}

TEST_F(ByteSourceTest, NeedsOneEndOfATerminalOnly) {
  // What stands before the end: nothing, a line, and what a compressed file might begin with.
  for (const std::string typed : {"", "text\n", "\x1f\n", "\x1f", "\x28\n"}) {
    const FileDescriptor keyboard(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC));
    ASSERT_TRUE(keyboard.valid());
    ASSERT_EQ(::grantpt(keyboard.get()) + ::unlockpt(keyboard.get()), 0);
    // Open before anybody types, or what is typed is lost.
    const FileDescriptor terminal(::open(::ptsname(keyboard.get()), O_RDWR | O_NOCTTY | O_CLOEXEC));
    ASSERT_TRUE(terminal.valid());
    // At a line's beginning Ctrl-D is the end; behind text it first sends that.
    const bool in_line = !typed.empty() && typed.back() != '\n';
    const std::string keys = typed + (in_line ? "\x04\x04" : "\x04");
    ASSERT_EQ(::write(keyboard.get(), keys.data(), keys.size()), static_cast<ssize_t>(keys.size()));
    EXPECT_EQ(drain(::ptsname(keyboard.get())).bytes, typed);
  }
}

TEST_F(ByteSourceTest, KnowsSizesOfRegularFilesOnly) {
  EXPECT_EQ(input_size(directory_.write("file", "12345")), 5u);
  EXPECT_EQ(input_size("/dev/null"), std::nullopt);
  EXPECT_EQ(input_size(directory_.path("missing")), std::nullopt);
}

TEST_F(ByteSourceTest, IsReadyOnlyWhenAPipeHasBytes) {
  static Interrupt interrupt;
  const std::string path = directory_.path("pipe");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  const FileDescriptor both(::open(path.c_str(), O_RDWR));
  ASSERT_EQ(::write(both.get(), "ab", 2), 2);
  Result<std::unique_ptr<ByteSource>> source = open_input(path, interrupt);
  ASSERT_TRUE(source);
  EXPECT_TRUE((*source)->ready());
  char bytes[8];
  std::string got;
  while (got.size() < 2) got.append(bytes, *(*source)->read(bytes, sizeof bytes));
  EXPECT_EQ(got, "ab");
  EXPECT_FALSE((*source)->ready());
}

TEST_F(ByteSourceTest, GathersWhatComesThroughAPipe) {
  static Interrupt interrupt;
  const std::string path = directory_.path("pipe");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  FileDescriptor writer(::open(path.c_str(), O_RDWR | O_CLOEXEC));
  ASSERT_EQ(::write(writer.get(), "12345678", 8), 8);
  const Result<std::unique_ptr<ByteSource>> source = open_input(path, interrupt);
  ASSERT_TRUE(source);
  ByteSource& pipe = **source;
  EXPECT_TRUE(pipe.gather(5));    // that is there
  EXPECT_TRUE(pipe.gather(100));  // the same is all that comes
  char bytes[8];
  while (pipe.ready()) ASSERT_TRUE(pipe.read(bytes, sizeof bytes));
  EXPECT_FALSE(pipe.gather(1));  // in vain, so the next call is not going to wait
  EXPECT_FALSE(pipe.gather(1));
  writer = FileDescriptor();
  while (!pipe.gather(1)) {  // until it looks again: the end can be read without waiting
  }
  EXPECT_EQ(*pipe.read(bytes, sizeof bytes), 0u);
}

TEST_F(ByteSourceTest, LeavesACompressedPipeThatStaysOpen) {
  static Interrupt interrupt;
  const std::string path = directory_.path("pipe");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  const FileDescriptor both(::open(path.c_str(), O_RDWR));
  const std::string text = sample(1000, 1);
  const std::string packed = gzipped(text);
  ASSERT_EQ(::write(both.get(), packed.data(), packed.size()), static_cast<ssize_t>(packed.size()));
  Result<std::unique_ptr<ByteSource>> source = open_input(path, interrupt);
  ASSERT_TRUE(source);
  std::string got;
  char bytes[100];
  while (got.size() < text.size()) {
    got.append(bytes, *(*source)->read(bytes, sizeof bytes));
  }
  EXPECT_EQ(got, text);
  EXPECT_FALSE((*source)->ready());
}

}  // namespace
}  // namespace puzzled
