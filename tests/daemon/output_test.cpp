// Files appear under their name only when they are whole.
#include "daemon/output.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tests/daemon/temporary_directory.hpp"

namespace puzzled {
namespace {

class OutputTest : public testing::Test {
 protected:
  TemporaryDirectory directory_;
};

TEST_F(OutputTest, NamesTheFileOnlyOnCommit) {
  const std::string path = directory_.write("out", "old");
  {
    Result<Output> output = Output::open(path);
    ASSERT_TRUE(output);
    EXPECT_EQ(output->write("new text"), Output::Status::kOk);
    EXPECT_EQ(directory_.read("out"), "old");
    EXPECT_TRUE(output->commit());
  }
  EXPECT_EQ(directory_.read("out"), "new text");
  EXPECT_EQ(directory_.files(), 1u);
}

TEST_F(OutputTest, TakesNoMoreRoomThanItNeeds) {
  const std::string path = directory_.path("out");
  std::string expected;
  Result<Output> output = Output::open(path);
  ASSERT_TRUE(output);
  for (int i = 0; i < 60; ++i) {
    const std::string piece(300'000 + i, static_cast<char>('a' + i % 26));
    EXPECT_EQ(output->write(piece), Output::Status::kOk);
    expected += piece;
  }
  EXPECT_TRUE(output->commit());
  EXPECT_EQ(directory_.read("out"), expected);
  struct stat info {};
  ASSERT_EQ(::stat(path.c_str(), &info), 0);
  constexpr std::size_t kBlockBytes = 512;
  EXPECT_LT(static_cast<std::size_t>(info.st_blocks) * kBlockBytes, expected.size() + 1'000'000);
}

TEST_F(OutputTest, LeavesNothingBehindWithoutCommit) {
  {
    Result<Output> output = Output::open(directory_.path("out"));
    ASSERT_TRUE(output);
    EXPECT_EQ(output->write("half"), Output::Status::kOk);
  }
  EXPECT_EQ(directory_.files(), 0u);
}

TEST_F(OutputTest, KeepsPermissionsAndLinks) {
  const std::string path = directory_.write("out", "old");
  ASSERT_EQ(::chmod(path.c_str(), 0640), 0);
  std::filesystem::create_symlink("out", directory_.path("link"));
  Result<Output> output = Output::open(directory_.path("link"));
  ASSERT_TRUE(output);
  EXPECT_EQ(output->write("new"), Output::Status::kOk);
  EXPECT_TRUE(output->commit());
  EXPECT_TRUE(std::filesystem::is_symlink(directory_.path("link")));
  EXPECT_EQ(directory_.read("out"), "new");
  struct stat info {};
  ASSERT_EQ(::stat(path.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0640u);
}

TEST_F(OutputTest, SaysWhyItCannotWrite) {
  EXPECT_EQ(Output::open(directory_.path(".")).error().message,
            "cannot write to " + directory_.path(".") + ": Is a directory");
  EXPECT_EQ(Output::open(directory_.path("no/out")).error().message,
            "cannot write to " + directory_.path("no/out") + ": No such file or directory");
  Result<Output> full = Output::open("/dev/full");
  ASSERT_TRUE(full);
  EXPECT_EQ(full->write("text"), Output::Status::kFailed);
  EXPECT_EQ(full->error().message, "cannot write to /dev/full: No space left on device");
}

}  // namespace
}  // namespace puzzled
