// Files that get their name when they are whole, with and without a name of their own until then.
#include "daemon/base/files/temporary_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>

#include "tests/daemon/temporary_directory.hpp"

namespace puzzled {
namespace {

using Kind = TemporaryFile::Kind;

class TemporaryFileTest : public testing::TestWithParam<Kind> {
 protected:
  TemporaryFileTest() : opened_(::open(directory_.path(".").c_str(), O_PATH | O_CLOEXEC)) {}

  Result<TemporaryFile> create() {
    Result<TemporaryFile> file = TemporaryFile::create(opened_.get(), 0666, GetParam());
    EXPECT_TRUE(file);
    EXPECT_EQ(::write(file->get(), "text", 4), 4);
    return file;
  }

  TemporaryDirectory directory_;
  FileDescriptor opened_;
};

TEST_P(TemporaryFileTest, TakesTheNameOfAnother) {
  directory_.write("file", "old");
  Result<TemporaryFile> file = create();
  EXPECT_EQ(directory_.read("file"), "old");
  EXPECT_TRUE(file->cut(3));
  EXPECT_TRUE(file->rename_to(opened_.get(), "file"));
  EXPECT_EQ(directory_.read("file"), "tex");
  EXPECT_EQ(directory_.files(), 1u);
}

TEST_P(TemporaryFileTest, IsGoneWithoutAName) {
  { const Result<TemporaryFile> file = create(); }
  EXPECT_EQ(directory_.files(), 0u);
}

TEST_P(TemporaryFileTest, TakesAnotherNameWhereTheFirstIsAtFault) {
  std::filesystem::create_directory(directory_.path("directory"));
  Result<TemporaryFile> file = create();
  EXPECT_FALSE(file->rename_to(opened_.get(), "directory"));
  EXPECT_TRUE(file->rename_to(opened_.get(), "file"));
  EXPECT_FALSE(file->rename_to(opened_.get(), "again"));
  EXPECT_EQ(directory_.read("file"), "text");
  EXPECT_EQ(directory_.files(), 2u);
}

INSTANTIATE_TEST_SUITE_P(Kinds, TemporaryFileTest,
                         testing::Values(Kind::kUnnamedIfPossible, Kind::kNamed));

}  // namespace
}  // namespace puzzled
