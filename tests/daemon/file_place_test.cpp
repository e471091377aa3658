// Where paths lead, and which symbolic links are followed on the way.
#include "daemon/base/files/file_place.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/daemon/temporary_directory.hpp"

namespace puzzled {
namespace {

class FilePlaceTest : public testing::Test {
 protected:
  FilePlaceTest() {
    for (const char* name : {"private", "everybody", "group"}) {
      std::filesystem::create_directory(directory_.path(name));
    }
    chmod("private", 0755);
    chmod("everybody", 01777);
    chmod("group", 0775);
  }

  void chmod(const std::string& name, mode_t mode) const {
    ASSERT_EQ(::chmod(directory_.path(name).c_str(), mode), 0);
  }
  void link(const std::string& target, const std::string& name) const {
    std::filesystem::create_symlink(target, directory_.path(name));
  }

  /// The name that a path leads to, or `error: REASON`.
  std::string led_to(const std::string& name, LinkRule rule) const {
    const Result<FilePlace> place = find_place(directory_.path(name), rule, "error");
    if (!place) return place.error().message;
    struct stat found {};
    struct stat expected {};
    EXPECT_EQ(::fstat(place->directory.get(), &found), 0);
    EXPECT_EQ(::stat(directory_.path("private").c_str(), &expected), 0);
    return (found.st_ino == expected.st_ino ? "private/" : "elsewhere/") + place->name;
  }

  TemporaryDirectory directory_;
};

TEST_F(FilePlaceTest, FollowsLinksOfEveryKind) {
  link("private/file", "link");
  link(directory_.path("link"), "private/absolute");
  link("private", "directory");
  link("directory/../directory/", "second");
  link("..//private/./absolute", "private/chain");
  for (const LinkRule rule : {LinkRule::kTrusted, LinkRule::kPrivate}) {
    EXPECT_EQ(led_to("private/file", rule), "private/file");
    EXPECT_EQ(led_to("link", rule), "private/file");
    EXPECT_EQ(led_to("private/absolute", rule), "private/file");
    EXPECT_EQ(led_to("directory/new", rule), "private/new");
    EXPECT_EQ(led_to("second///new", rule), "private/new");
    EXPECT_EQ(led_to("second/chain", rule), "private/file");
    EXPECT_EQ(led_to("second", rule), "error: Is a directory");
    EXPECT_EQ(led_to("link/file", rule), "error: No such file or directory");
  }
}

TEST_F(FilePlaceTest, APrivateFileIsReachedThroughNoLinkThatOthersCanPlant) {
  const std::string reason = "is a symbolic link in a directory that others can write to";
  for (const std::string place : {"everybody", "group"}) {
    link("../private/file", place + "/link");
    link("../private", place + "/directory");
    link(place + "/link", "private_link_to_" + place);
    EXPECT_EQ(led_to(place + "/link", LinkRule::kPrivate), "error: 'link' " + reason);
    EXPECT_EQ(led_to(place + "/directory/file", LinkRule::kPrivate),
              "error: 'directory' " + reason);
    EXPECT_EQ(led_to("private_link_to_" + place, LinkRule::kPrivate), "error: 'link' " + reason);
    EXPECT_EQ(led_to(place + "/file", LinkRule::kPrivate), "elsewhere/file");
    // Ours, so others cannot have planted it.
    EXPECT_EQ(led_to(place + "/link", LinkRule::kTrusted), "private/file");
  }
}

TEST_F(FilePlaceTest, SomebodyElsesDirectoryIsNotPrivate) {
  if (::geteuid() != 0) return;  // only root can give directories away
  constexpr uid_t kSomebody = 65534;
  link("file", "private/link");
  EXPECT_EQ(led_to("private/link", LinkRule::kPrivate), "private/file");
  ASSERT_EQ(::chown(directory_.path("private").c_str(), kSomebody, kSomebody), 0);
  EXPECT_EQ(led_to("private/link", LinkRule::kPrivate).substr(0, 13), "error: 'link'");
  EXPECT_EQ(led_to("private/link", LinkRule::kTrusted), "private/file");
}

TEST_F(FilePlaceTest, KnowsOurOwnOpenFiles) {
  for (const auto& [path, number] :
       {std::pair("/dev/stdout", 1), std::pair("/dev/fd/2", 2), std::pair("/proc/self/fd/0", 0)}) {
    const Result<FilePlace> place = find_place(path, LinkRule::kTrusted, "error");
    ASSERT_TRUE(place) << place.error().message;
    EXPECT_EQ(place->own_descriptor, number) << path;
  }
  const Result<FilePlace> place = find_place("/proc/self/exe", LinkRule::kTrusted, "error");
  ASSERT_TRUE(place);
  EXPECT_FALSE(place->own_descriptor);
  EXPECT_TRUE(place->is_proc_link);
}

}  // namespace
}  // namespace puzzled
