// What is read from a socket and not cut yet: the reader's view of a client.
#include "daemon/net/serve/request_input.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>

#include <array>
#include <string>
#include <string_view>

#include "daemon/base/os/file_descriptor.hpp"
#include "tests/daemon/serve/echoed.hpp"

namespace puzzled::net {
namespace {

using Receipt = RequestInput::Receipt;

class RequestInputTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::array<int, 2> ends;
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
    here_ = FileDescriptor(ends[0]);
    there_ = FileDescriptor(ends[1]);
  }

  void arrive(std::string_view bytes) {
    ASSERT_EQ(::send(there_.get(), bytes.data(), bytes.size(), 0),
              static_cast<ssize_t>(bytes.size()));
  }

  Receipt receive(std::uint64_t most = UINT64_MAX) { return input_.receive(here_.get(), most); }

  /// The answers to what can be cut, if every line is echoed.
  std::string cut(std::uint64_t most = UINT64_MAX) {
    std::vector<std::unique_ptr<RequestBatch>> batches;
    input_.parse(most, batches);
    return echo(batches).text;
  }

  FileDescriptor here_;
  FileDescriptor there_;
  Budget budget_;
  Metrics metrics_;
  RequestInput input_{{}, budget_.bytes, metrics_};
};

TEST_F(RequestInputTest, ReadsWhatHasArrivedAndNoMoreThanItMay) {
  EXPECT_EQ(receive(), Receipt::kNothing);
  arrive("1\n2\n3");
  EXPECT_EQ(bytes_arrived(here_.get()), 5U);
  EXPECT_EQ(receive(3), Receipt::kSome);
  EXPECT_EQ(metrics_.bytes_in, 3U);
  EXPECT_EQ(cut(), "1\n");
  EXPECT_TRUE(input_.has_part());
  EXPECT_FALSE(input_.has_lines());
  EXPECT_EQ(receive(), Receipt::kSome);
  EXPECT_EQ(cut(), "2\n");
  EXPECT_EQ(receive(), Receipt::kNothing);
}

TEST_F(RequestInputTest, TheEndMakesALineOfTheRest) {
  arrive("1\n2");
  ::shutdown(there_.get(), SHUT_WR);
  EXPECT_EQ(receive(), Receipt::kSome);
  EXPECT_FALSE(input_.at_end());
  EXPECT_EQ(cut(), "1\n");
  EXPECT_EQ(receive(), Receipt::kSome);
  EXPECT_TRUE(input_.at_end());
  EXPECT_EQ(cut(), "2\n");
  EXPECT_FALSE(input_.has_part());
}

TEST_F(RequestInputTest, KeepsLinesForWhichThereIsNoRoom) {
  arrive("1\n2\n3\n");
  EXPECT_EQ(receive(), Receipt::kSome);
  EXPECT_EQ(cut(1), "1\n");
  EXPECT_TRUE(input_.has_lines());
  EXPECT_EQ(cut(1), "2\n");
  EXPECT_EQ(cut(1), "3\n");
  EXPECT_FALSE(input_.has_lines());
}

TEST_F(RequestInputTest, TellsAResetFromSilence) {
  const FileDescriptor nobody(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  EXPECT_EQ(input_.receive(nobody.get(), 100), Receipt::kBroken);  // not connected
  EXPECT_EQ(receive(), Receipt::kNothing);
}

TEST_F(RequestInputTest, ALineBeginsWithItsFirstByte) {
  const auto before = RequestInput::Clock::now();
  arrive("1\n2");
  EXPECT_EQ(receive(), Receipt::kSome);
  const auto read = input_.last_read();
  EXPECT_GE(read, before);
  EXPECT_EQ(input_.line_begun(), read);
  cut();
  const auto second = input_.line_begun();  // that of the second line
  EXPECT_GE(second, read);
  arrive("2");
  EXPECT_EQ(receive(), Receipt::kSome);
  EXPECT_EQ(cut(), "");
  EXPECT_EQ(input_.line_begun(), second);  // more of it does not make it younger
  input_.begin_line_anew();
  EXPECT_GE(input_.line_begun(), input_.last_read());
}

TEST_F(RequestInputTest, AccountsForItsMemory) {
  {
    RequestInput input({}, budget_.bytes, metrics_);
    arrive(std::string(50'000, '.'));
    EXPECT_EQ(input.receive(here_.get(), 3000), Receipt::kSome);
    std::vector<std::unique_ptr<RequestBatch>> batches;
    input.parse(UINT64_MAX, batches);
    EXPECT_GE(input.held(), 3000U);
    EXPECT_EQ(budget_.bytes.used(), input.held());
    input.clear();
    EXPECT_LT(input.held(), 100U);
    EXPECT_FALSE(input.has_part());
    EXPECT_EQ(input.receive(here_.get(), 3000), Receipt::kSome);
    input.parse(UINT64_MAX, batches);
  }
  EXPECT_EQ(budget_.bytes.used(), 0U);
}

TEST_F(RequestInputTest, NothingIsTakenBehindTheEnd) {
  arrive("1\nend\n2\n");
  EXPECT_EQ(receive(), Receipt::kSome);
  EXPECT_EQ(cut(), "1\n");
  EXPECT_TRUE(input_.ended());
  EXPECT_FALSE(input_.has_part());
}

}  // namespace
}  // namespace puzzled::net
