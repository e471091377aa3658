// A file appears under its name only when the results are complete; whatever else happens, what was
// there stays as it was.
#include "daemon/base/files/output.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <csignal>

#include "daemon/base/os/exit_code.hpp"
#include "tests/daemon/temporary_directory.hpp"

namespace puzzled {
namespace {

constexpr uid_t kSomebody = 65534;

class OutputTest : public testing::Test {
 protected:
  using Opened = Result<std::unique_ptr<Output>>;

  Opened open(const std::string& path, bool keeps_partial = false) {
    return Output::open({.output = path, .partial = keeps_partial}, interrupt_);
  }

  /// Writes `text` to a file of the test's directory, which must go well.
  void replace(const std::string& name, const std::string& text) {
    const Opened output = open(directory_.path(name));
    ASSERT_TRUE(output) << output.error().message;
    EXPECT_EQ((*output)->write(text), Output::Status::kOk);
    EXPECT_EQ((*output)->finish(Results::kComplete, kExitAllWell), kExitAllWell);
  }

  std::string refusal(const std::string& name, bool keeps_partial = false) {
    const std::string path = directory_.path(name);
    const Opened output = open(path, keeps_partial);
    if (output) return "none";
    const std::string& message = output.error().message;
    const std::string begin = "cannot write to " + path;
    EXPECT_TRUE(message.starts_with(begin)) << message;
    return message.substr(begin.size());
  }

  struct stat attributes(const std::string& name) const {
    struct stat info {};
    EXPECT_EQ(::stat(directory_.path(name).c_str(), &info), 0);
    return info;
  }

  Interrupt interrupt_;
  TemporaryDirectory directory_;
};

TEST_F(OutputTest, NamesTheFileOnlyWhenTheResultsAreComplete) {
  const std::string path = directory_.write("out", "old");
  {
    const Opened output = open(path);
    ASSERT_TRUE(output);
    EXPECT_EQ((*output)->write("new text"), Output::Status::kOk);
    EXPECT_EQ(directory_.read("out"), "old");
    EXPECT_EQ((*output)->finish(Results::kComplete, kExitSomeUnanswered), kExitSomeUnanswered);
    EXPECT_EQ(directory_.read("out"), "new text");
  }
  EXPECT_EQ(directory_.read("out"), "new text");
  EXPECT_EQ(directory_.files(), 1u);
}

TEST_F(OutputTest, LeavesWhatWasThereWhenTheResultsAreIncomplete) {
  const std::string path = directory_.write("out", "old");
  for (const bool is_finished : {true, false}) {  // or forgotten
    for (const char* name : {"out", "new"}) {
      testing::internal::CaptureStderr();
      {
        const Opened output = open(directory_.path(name));
        ASSERT_TRUE(output);
        EXPECT_EQ((*output)->write("half"), Output::Status::kOk);
        if (is_finished) {
          EXPECT_EQ((*output)->finish(Results::kIncomplete, kExitFailure), kExitFailure);
        }
      }
      const std::string what =
          directory_.path(name) == path ? " stays as it was" : " was not written";
      EXPECT_EQ(testing::internal::GetCapturedStderr(),
                "puzzled: " + directory_.path(name) + what + ": the results are incomplete\n");
      EXPECT_EQ(directory_.read("out"), "old");
      EXPECT_EQ(directory_.files(), 1u);
    }
  }
}

TEST_F(OutputTest, KeepsIncompleteResultsWhereThatIsWanted) {
  const std::string path = directory_.write("out", "old");
  directory_.write("out.partial", "older and longer");
  testing::internal::CaptureStderr();
  {
    const Opened output = open(path, true);
    ASSERT_TRUE(output);
    EXPECT_EQ((*output)->write("half"), Output::Status::kOk);
    EXPECT_EQ(directory_.read("out.partial"), "older and longer");
    EXPECT_EQ((*output)->finish(Results::kIncomplete, 2), 2);
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "puzzled: " + path + " stays as it was: the results are incomplete; they are " +
                "kept as " + path + ".partial\n");
  EXPECT_EQ(directory_.read("out"), "old");
  EXPECT_EQ(directory_.read("out.partial"), "half");
  EXPECT_EQ(directory_.files(), 2u);
}

TEST_F(OutputTest, AFinishedFileLeavesPartialOnesAlone) {
  directory_.write("out.partial", "older");
  const Opened output = open(directory_.path("out"), true);
  ASSERT_TRUE(output);
  EXPECT_EQ((*output)->write("all"), Output::Status::kOk);
  EXPECT_EQ((*output)->finish(Results::kComplete, 0), 0);
  EXPECT_EQ(directory_.read("out"), "all");
  EXPECT_EQ(directory_.read("out.partial"), "older");
}

TEST_F(OutputTest, TakesNoMoreRoomThanItNeeds) {
  const std::string path = directory_.path("out");
  std::string expected;
  const Opened output = open(path);
  ASSERT_TRUE(output);
  for (int i = 0; i < 60; ++i) {
    const std::string piece(300'000 + i, static_cast<char>('a' + i % 26));
    EXPECT_EQ((*output)->write(piece), Output::Status::kOk);
    expected += piece;
  }
  EXPECT_EQ((*output)->finish(Results::kComplete, 0), 0);
  EXPECT_EQ(directory_.read("out"), expected);
  constexpr std::size_t kBlockBytes = 512;
  EXPECT_LT(static_cast<std::size_t>(attributes("out").st_blocks) * kBlockBytes,
            expected.size() + 1'000'000);
}

TEST_F(OutputTest, ReplacesWhatALinkLeadsTo) {
  std::filesystem::create_directory(directory_.path("sub"));
  directory_.write("sub/out", "old");
  std::filesystem::create_symlink("sub/second", directory_.path("first"));
  std::filesystem::create_symlink("../sub/./out", directory_.path("sub/second"));
  std::filesystem::create_symlink(directory_.path("sub/new"), directory_.path("dangling"));
  replace("first", "new");
  replace("dangling", "created");
  for (const char* link : {"first", "sub/second", "dangling"}) {
    EXPECT_TRUE(std::filesystem::is_symlink(directory_.path(link))) << link;
  }
  EXPECT_EQ(directory_.read("sub/out"), "new");
  EXPECT_EQ(directory_.read("sub/new"), "created");
}

TEST_F(OutputTest, KeepsIncompleteResultsBesideALink) {
  std::filesystem::create_directory(directory_.path("sub"));
  std::filesystem::create_symlink("sub/out", directory_.path("link"));
  {
    const Opened output = open(directory_.path("link"), true);
    ASSERT_TRUE(output);
    EXPECT_EQ((*output)->write("half"), Output::Status::kOk);
  }
  EXPECT_EQ(directory_.read("link.partial"), "half");
  EXPECT_TRUE(std::filesystem::is_empty(directory_.path("sub")));
}

TEST_F(OutputTest, SaysThatOnlyOneOfSeveralNamesIsReplaced) {
  const std::string path = directory_.write("out", "old");
  std::filesystem::create_hard_link(path, directory_.path("other"));
  testing::internal::CaptureStderr();
  replace("out", "new");
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "puzzled: " + path + " had 2 names (hard links): the others keep the old file\n");
  EXPECT_EQ(directory_.read("out"), "new");
  EXPECT_EQ(directory_.read("other"), "old");
}

TEST_F(OutputTest, KeepsPermissionsAndAttributes) {
  const std::string path = directory_.write("out", "old");
  for (const mode_t mode : {0640, 0600, 0777, 0604}) {
    ASSERT_EQ(::chmod(path.c_str(), mode), 0);
    const bool has_attributes = ::setxattr(path.c_str(), "user.puzzled", "kept", 4, 0) == 0;
    replace("out", "new");
    EXPECT_EQ(attributes("out").st_mode & 07777, mode);
    char value[8];
    EXPECT_EQ(::getxattr(path.c_str(), "user.puzzled", value, sizeof value),
              has_attributes ? 4 : -1);
  }
  replace("new", "text");
  const mode_t mask = ::umask(0);
  ::umask(mask);
  EXPECT_EQ(attributes("new").st_mode & 07777, 0666 & ~mask);
}

TEST_F(OutputTest, KeepsTheOwnerOrSaysWhyNot) {
  if (::geteuid() != 0) return;  // only root can give files away
  ASSERT_EQ(::chown(directory_.write("theirs", "old").c_str(), kSomebody, kSomebody), 0);
  replace("theirs", "new");
  EXPECT_EQ(attributes("theirs").st_uid, kSomebody);
  EXPECT_EQ(attributes("theirs").st_gid, kSomebody);

  ASSERT_EQ(::chmod(directory_.write("ours", "old").c_str(), 0666), 0);
  ASSERT_EQ(::chmod(directory_.path(".").c_str(), 0777), 0);
  ASSERT_EQ(::chmod(directory_.write("read_only", "old").c_str(), 0444), 0);
  ASSERT_EQ(::seteuid(kSomebody), 0);
  EXPECT_EQ(refusal("ours"), ": cannot keep its owner, user 0: Operation not permitted");
  EXPECT_EQ(refusal("read_only"), ": Permission denied");
  ASSERT_EQ(::seteuid(0), 0);
  ASSERT_EQ(::chmod(directory_.path(".").c_str(), 01777), 0);
  ASSERT_EQ(::seteuid(kSomebody), 0);
  EXPECT_EQ(refusal("ours"), ": Operation not permitted");
  ASSERT_EQ(::seteuid(0), 0);
  EXPECT_EQ(directory_.read("ours"), "old");
}

TEST_F(OutputTest, FollowsNoLinkThatSomebodyElsePlanted) {
  if (::geteuid() != 0) return;
  std::filesystem::create_directory(directory_.path("everybody"));
  ASSERT_EQ(::chmod(directory_.path("everybody").c_str(), 01777), 0);
  directory_.write("victim", "old");
  std::filesystem::create_symlink("../victim", directory_.path("everybody/ours"));
  std::filesystem::create_symlink("../victim", directory_.path("everybody/planted"));
  ASSERT_EQ(::lchown(directory_.path("everybody/planted").c_str(), kSomebody, kSomebody), 0);
  EXPECT_EQ(
      refusal("everybody/planted"),
      ": 'planted' is a symbolic link of another user in a directory that everybody can write "
      "to");
  EXPECT_EQ(directory_.read("victim"), "old");
  replace("everybody/ours", "new");
  EXPECT_EQ(directory_.read("victim"), "new");
}

/// What was open before us, as a shell hands it over: not to be closed by exec().
class Inherited {
 public:
  Inherited(const std::string& path, int flags) : file_(::open(path.c_str(), flags, 0666)) {}
  int get() const { return file_.get(); }
  std::string name() const { return "/dev/fd/" + std::to_string(file_.get()); }

 private:
  FileDescriptor file_;
};

TEST_F(OutputTest, WritesToOpenFilesWhereTheyStand) {
  const std::string path = directory_.write("log", "log\n");
  const Inherited log(path, O_WRONLY | O_APPEND);
  const std::string number = std::to_string(log.get());
  std::filesystem::create_symlink(log.name(), directory_.path("link"));
  for (const std::string& name :
       {log.name(), "/proc/self/fd/" + number, "/proc/thread-self/fd/" + number,
        "/proc/" + std::to_string(::getpid()) + "/fd/" + number, directory_.path("link")}) {
    const Opened output = open(name, true);
    ASSERT_TRUE(output) << output.error().message;
    EXPECT_EQ((*output)->write("more\n"), Output::Status::kOk);
    EXPECT_EQ((*output)->finish(Results::kIncomplete, 2), 2);
  }
  EXPECT_EQ(directory_.read("log"), "log\nmore\nmore\nmore\nmore\nmore\n");
  EXPECT_EQ(directory_.files(), 2u);

  const Inherited middle(path, O_WRONLY);
  ASSERT_EQ(::lseek(middle.get(), 2, SEEK_SET), 2);
  replace("../../../../../../../../../.." + middle.name(), "X");
  EXPECT_EQ(::lseek(middle.get(), 0, SEEK_CUR), 3);
  EXPECT_EQ(directory_.read("log").substr(0, 5), "loX\nm");
}

TEST_F(OutputTest, WritesToNoOpenFileThatIsNotMeant) {
  const Inherited reading(directory_.write("in", "text"), O_RDONLY);
  EXPECT_EQ(open(reading.name()).error().message,
            "cannot write to " + reading.name() + ": it is open for reading only");
  const Inherited own(directory_.path("in"), O_WRONLY | O_CLOEXEC);
  EXPECT_EQ(open(own.name()).error().message,
            "cannot write to " + own.name() + ": Bad file descriptor");
}

TEST_F(OutputTest, SaysWhyItCannotWrite) {
  EXPECT_EQ(refusal("."), ": Is a directory");
  EXPECT_EQ(refusal("no/out"), ": No such file or directory");
  EXPECT_EQ(refusal("no/"), ": No such file or directory");
  std::filesystem::create_symlink("loop", directory_.path("loop"));
  EXPECT_EQ(refusal("loop"), ": Too many levels of symbolic links");
  directory_.write("file", "old");
  EXPECT_EQ(refusal("file/"), ": Not a directory");
  EXPECT_EQ(refusal("file/out"), ": Not a directory");
  const std::string longest(255, 'x');
  EXPECT_EQ(refusal(longest + 'x'), ": File name too long");
  EXPECT_EQ(refusal(longest, true), ".partial: File name too long");
  replace(longest, "fits");
  EXPECT_EQ(directory_.read(longest), "fits");
  std::filesystem::create_directory(directory_.path("file.partial"));
  EXPECT_EQ(refusal("file", true), ".partial: Is a directory");
  EXPECT_EQ(open("").error().message, "the name of the output is empty ('-' is standard output)");

  const Opened full = open("/dev/full");
  ASSERT_TRUE(full);
  EXPECT_EQ((*full)->write("text"), Output::Status::kFailed);
  EXPECT_EQ((*full)->write("more"), Output::Status::kFailed);
  testing::internal::CaptureStderr();
  EXPECT_EQ((*full)->finish(Results::kComplete, 0), kExitFailure);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "puzzled: cannot write to /dev/full: No space left on device\n");
}

TEST_F(OutputTest, AFileThatGrowsTooLargeLeavesNothingBehind) {
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  directory_.write("out", "old");
  for (const bool keeps_partial : {false, true}) {
    const Opened output = open(directory_.path("out"), keeps_partial);
    ASSERT_TRUE(output);
    const rlimit limit{.rlim_cur = 2000, .rlim_max = before.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &limit), 0);
    EXPECT_EQ((*output)->write(std::string(1500, 'a')), Output::Status::kOk);
    EXPECT_EQ((*output)->write(std::string(1500, 'b')), Output::Status::kFailed);
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
    EXPECT_EQ((*output)->finish(Results::kComplete, 0), kExitFailure);
    EXPECT_EQ(directory_.read("out"), "old");
    EXPECT_EQ(directory_.files(), keeps_partial ? 2u : 1u);
  }
  EXPECT_EQ(directory_.read("out.partial"), std::string(1500, 'a'));  // no torn result
}

TEST_F(OutputTest, SeveralFilesAppearTogether) {
  directory_.write("one", "old");
  const std::vector<std::string> names = {directory_.path("one"), directory_.path("two")};
  {
    const Opened output = Output::open({}, names, interrupt_);
    ASSERT_TRUE(output) << output.error().message;
    for (const std::size_t file : {0, 1, 0}) {
      EXPECT_EQ((*output)->write(std::to_string(file), file), Output::Status::kOk);
    }
    EXPECT_EQ(directory_.read("one"), "old");
    EXPECT_EQ(directory_.files(), 1u);
    EXPECT_EQ((*output)->finish(Results::kComplete, kExitAllWell), kExitAllWell);
  }
  EXPECT_EQ(directory_.read("one"), "00");
  EXPECT_EQ(directory_.read("two"), "1");
  EXPECT_EQ(directory_.files(), 2u);
}

TEST_F(OutputTest, NoneOfSeveralFilesAppearsIfOneCannot) {
  directory_.write("one", "old");
  std::vector<std::string> names = {directory_.path("one"), directory_.path("two"), "/dev/full"};
  testing::internal::CaptureStderr();
  {
    const Opened output = Output::open({.partial = true}, names, interrupt_);
    ASSERT_TRUE(output) << output.error().message;
    EXPECT_EQ((*output)->write("new", 0), Output::Status::kOk);
    EXPECT_EQ((*output)->write("new", 2), Output::Status::kFailed);
    EXPECT_EQ((*output)->write("more", 0), Output::Status::kFailed);
    EXPECT_EQ((*output)->finish(Results::kComplete, kExitAllWell), kExitFailure);
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "puzzled: cannot write to /dev/full: No space left on device\n"
            "puzzled: " +
                names[0] + " stays as it was: the results are incomplete; they are kept as " +
                names[0] + ".partial\npuzzled: " + names[1] +
                " was not written: the results are incomplete; they are kept as " + names[1] +
                ".partial\n");
  EXPECT_EQ(directory_.read("one"), "old");
  EXPECT_EQ(directory_.read("one.partial"), "new");
  EXPECT_EQ(directory_.read("two.partial"), "");
  EXPECT_EQ(directory_.files(), 3u);

  std::filesystem::create_symlink("two", directory_.path("link"));
  names[2] = directory_.path("link");
  EXPECT_EQ(Output::open({}, names, interrupt_).error().message,
            "cannot write to " + names[1] + " and " + names[2] + ": they are one file");
  std::filesystem::remove(names[2]);
  names[2] = directory_.path("no/three");
  const Opened refused = Output::open({}, names, interrupt_);
  EXPECT_EQ(refused.error().message, "cannot write to " + names[2] + ": No such file or directory");
  EXPECT_EQ(directory_.files(), 3u);
}

TEST(NameWith, PutsAWordBeforeTheEnding) {
  EXPECT_EQ(name_with("set.csv", "train"), "set-train.csv");
  EXPECT_EQ(name_with("a.b/set", "train"), "a.b/set-train");
  EXPECT_EQ(name_with("/a/set.tar.x", "test"), "/a/set.tar-test.x");
  EXPECT_EQ(name_with("./.hidden", "test"), "./.hidden-test");
}

TEST_F(OutputTest, WritersOfOneNameNeverMix) {
  {
    const Opened first = open(directory_.path("out"), true);
    const Opened second = open(directory_.path("out"), true);
    ASSERT_TRUE(first && second);
    for (int i = 0; i < 1000; ++i) {
      (*first)->write("first\n");
      (*second)->write("2nd\n");
    }
    EXPECT_EQ((*second)->finish(Results::kComplete, 0), 0);
    EXPECT_EQ(directory_.read("out").size(), 4000u);
    EXPECT_EQ((*first)->finish(Results::kComplete, 0), 0);
  }
  EXPECT_EQ(directory_.read("out").size(), 6000u);
  EXPECT_EQ(directory_.read("out").find("2nd"), std::string::npos);
  EXPECT_EQ(directory_.files(), 1u);
}

TEST_F(OutputTest, ADirectoryThatIsGoneIsSaid) {
  std::filesystem::create_directory(directory_.path("sub"));
  const Opened output = open(directory_.path("sub/out"), true);
  ASSERT_TRUE(output);
  EXPECT_EQ((*output)->write("text"), Output::Status::kOk);
  std::filesystem::remove_all(directory_.path("sub"));
  testing::internal::CaptureStderr();
  EXPECT_EQ((*output)->finish(Results::kComplete, 0), kExitFailure);
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_TRUE(said.find("sub/out: No such file or directory\n") != std::string::npos) << said;
  EXPECT_TRUE(said.find("out.partial: No such file") != std::string::npos) << said;
}

TEST_F(OutputTest, ADirectoryThatIsRenamedTakesTheFileAlong) {
  std::filesystem::create_directory(directory_.path("sub"));
  const Opened output = open(directory_.path("sub/out"));
  ASSERT_TRUE(output);
  std::filesystem::rename(directory_.path("sub"), directory_.path("moved"));
  EXPECT_EQ((*output)->write("text"), Output::Status::kOk);
  EXPECT_EQ((*output)->finish(Results::kComplete, 0), 0);
  EXPECT_EQ(directory_.read("moved/out"), "text");
}

}  // namespace
}  // namespace puzzled
