// What is written to terminals of several kinds: pseudo-terminals in place of standard error.
#include "daemon/base/os/terminal.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <optional>
#include <string>

#include "daemon/base/os/file_descriptor.hpp"
#include "daemon/base/progress/progress.hpp"

namespace puzzled {
namespace {

/// A variable of the environment, set or unset while this lives.
class EnvironmentChange {
 public:
  EnvironmentChange(const char* name, const char* value) : name_(name) {
    if (const char* const before = ::getenv(name)) before_ = before;
    set(value);
  }
  ~EnvironmentChange() { set(before_ ? before_->c_str() : nullptr); }
  EnvironmentChange(const EnvironmentChange&) = delete;
  EnvironmentChange& operator=(const EnvironmentChange&) = delete;

 private:
  void set(const char* value) {
    if (value == nullptr) {
      ::unsetenv(name_);
    } else {
      ::setenv(name_, value, 1);
    }
  }

  const char* name_;
  std::optional<std::string> before_;
};

class Terminals : public ::testing::Test {
 protected:
  void SetUp() override {
    master_ = FileDescriptor(::posix_openpt(O_RDWR | O_NOCTTY));
    if (!master_.valid()) GTEST_SKIP() << "the system gives no terminal";
    ASSERT_EQ(::grantpt(master_.get()), 0);
    ASSERT_EQ(::unlockpt(master_.get()), 0);
    terminal_ = FileDescriptor(::open(::ptsname(master_.get()), O_RDWR | O_NOCTTY));
    ASSERT_TRUE(terminal_.valid());
    before_ = FileDescriptor(::dup(STDERR_FILENO));
    ASSERT_EQ(::dup2(terminal_.get(), STDERR_FILENO), STDERR_FILENO);
  }
  void TearDown() override {
    if (before_.valid()) ::dup2(before_.get(), STDERR_FILENO);
  }

  FileDescriptor master_;
  FileDescriptor terminal_;
  FileDescriptor before_;
};

TEST_F(Terminals, WithoutEscapeSequencesGetNone) {
  const EnvironmentChange colours("NO_COLOR", nullptr);
  for (const char* const kind : {static_cast<const char*>(nullptr), "", "dumb"}) {
    const EnvironmentChange term("TERM", kind);
    EXPECT_FALSE(takes_escapes(STDERR_FILENO));
    EXPECT_FALSE(takes_colours(STDERR_FILENO));
    EXPECT_FALSE(ProgressLine([] { return ""; }, true).draws());
  }
  const EnvironmentChange term("TERM", "xterm");
  EXPECT_TRUE(takes_escapes(STDERR_FILENO));
  EXPECT_TRUE(takes_colours(STDERR_FILENO));
  EXPECT_TRUE(ProgressLine([] { return ""; }, true).draws());
  EXPECT_FALSE(ProgressLine([] { return ""; }, false).draws());
}

TEST_F(Terminals, GetNoColoursWhereTheyAreNotWanted) {
  const EnvironmentChange term("TERM", "xterm");
  {
    const EnvironmentChange colours("NO_COLOR", "1");
    EXPECT_TRUE(takes_escapes(STDERR_FILENO));
    EXPECT_FALSE(takes_colours(STDERR_FILENO));
  }
  const EnvironmentChange colours("NO_COLOR", "");  // as good as unset
  EXPECT_TRUE(takes_colours(STDERR_FILENO));
}

TEST_F(Terminals, AreNoFiles) {
  const EnvironmentChange term("TERM", "xterm");
  const FileDescriptor file(::open("/dev/null", O_WRONLY));
  EXPECT_FALSE(takes_escapes(file.get()));
}

}  // namespace
}  // namespace puzzled
