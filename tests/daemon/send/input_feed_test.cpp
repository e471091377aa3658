// What of an input is sent, which line of it each request is, and what is answered at once.
#include "daemon/net/send/input_feed.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <condition_variable>
#include <future>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "daemon/base/os/file_descriptor.hpp"
#include "daemon/base/os/interrupt.hpp"
#include "tests/daemon/temporary_directory.hpp"

namespace puzzled::net::send {
namespace {

/// Takes every line for a request.
FeedOptions of_requests(FeedOptions options = {}) {
  options.form.format = "line";
  return options;
}

struct Fed {
  std::string text;
  std::vector<std::uint64_t> lines;
  std::vector<RequestKind> kinds;
  std::string own;  ///< answers of our own, each behind the line that it is in front of
  std::uint64_t decoration = 0;  ///< lines
  std::size_t blocks = 0;
  std::uint64_t places = 0;  ///< of the answers
  std::size_t largest = 0;   ///< requests in a block
  std::optional<Error> error;
};

/// Reads the feed to its end, or until `most` blocks have come.
Fed read_all(const std::string& path, const FeedOptions& options, std::size_t most = SIZE_MAX) {
  Interrupt interrupt;
  std::mutex mutex;
  std::condition_variable changed;
  bool news = false;
  Fed fed;
  InputFeed feed(path, options, interrupt, [&] {
    const std::lock_guard lock(mutex);
    news = true;
    changed.notify_one();
  });
  const Result<> started = feed.start();
  if (!started) {
    fed.error = started.error();
    return fed;
  }
  while (fed.blocks < most && !feed.ended()) {
    const std::unique_ptr<Block> block = feed.take();
    if (block == nullptr) {
      std::unique_lock lock(mutex);
      changed.wait(lock, [&] { return std::exchange(news, false); });
      continue;
    }
    EXPECT_EQ(block->first_place, fed.places);
    fed.places += block->places();
    ++fed.blocks;
    fed.largest = std::max<std::size_t>(fed.largest, block->requests);
    fed.text += block->text();
    const std::size_t before = fed.lines.size();
    for (std::uint64_t i = 0; i < block->requests; ++i) {
      fed.lines.push_back(block->line_of(i));
      fed.kinds.push_back(block->kind_of(i));
    }
    for (std::size_t i = 0; i < block->own.count(); ++i) {
      fed.own += std::to_string(before + block->own.index(i)) + ' ';
      fed.own += block->own.line(i);
    }
    EXPECT_EQ(feed.next_line(), block->next_line);
  }
  fed.error = feed.error();
  feed.stop();
  feed.join();
  fed.decoration = feed.counters().decoration;
  return fed;
}

class InputFeedTest : public ::testing::Test {
 protected:
  Fed fed_from(const std::string& text, const FeedOptions& options = {}) {
    return read_all(directory_.write("input", text), options);
  }

  Fed requests_from(const std::string& text, const FeedOptions& options = {}) {
    return fed_from(text, of_requests(options));
  }

  TemporaryDirectory directory_;
};

using Lines = std::vector<std::uint64_t>;

TEST_F(InputFeedTest, LeavesOutWhatGetsNoAnswer) {
  const Fed fed =
      requests_from("\xEF\xBB\xBF# head\n1..\n\n  \n2..\r\n@t ping\n#\nqueens 8\n\r\n3..");
  EXPECT_EQ(fed.text, "1..\n2..\r\n@t ping\nqueens 8\n3..\n");
  EXPECT_EQ(fed.lines, (Lines{2, 5, 6, 8, 10}));
}

TEST_F(InputFeedTest, EndsAtEndAndAtQuit) {
  EXPECT_EQ(requests_from("1\n2\nend\n3\n").text, "1\n2\n");
  EXPECT_EQ(requests_from("1\nquit\n3\n").text, "1\n");
  EXPECT_EQ(requests_from("end\n").blocks, 0u);
  EXPECT_EQ(requests_from("").blocks, 0u);
  EXPECT_EQ(requests_from("#\n\n").blocks, 0u);
}

TEST_F(InputFeedTest, GivesWholeLinesWhateverTheBlocks) {
  std::string text;
  Lines lines;
  for (std::uint64_t i = 1; i <= 3000; ++i) {
    text += std::string(1 + i % 83, '.') + '\n';
    lines.push_back(i);
  }
  for (const std::size_t bytes : {1, 2, 100, 4096, 1 << 20}) {
    const Fed fed = requests_from(text, {.block_bytes = bytes});
    EXPECT_EQ(fed.text, text) << bytes;
    EXPECT_EQ(fed.lines, lines) << bytes;
  }
  const Fed sliced = requests_from(text, {.block_lines = 7});
  EXPECT_EQ(sliced.text, text);
  EXPECT_EQ(sliced.lines, lines);
  EXPECT_EQ(sliced.largest, 7u);
}

TEST_F(InputFeedTest, SlicesKeepLineNumbers) {
  const Fed fed = requests_from("1\n#\n2\n#\n3\n4\n", {.block_lines = 2});
  EXPECT_EQ(fed.lines, (Lines{1, 3, 5, 6}));
  EXPECT_EQ(fed.blocks, 2u);
}

TEST_F(InputFeedTest, RepeatsUntilNobodyWantsMore) {
  const std::string path = directory_.write("input", "1\n2\n");
  const Fed fed = read_all(path, of_requests({.repeat = true}), 3);
  EXPECT_EQ(fed.text, "1\n2\n1\n2\n1\n2\n");
  EXPECT_EQ(fed.lines, (Lines{1, 2, 1, 2, 1, 2}));
  EXPECT_EQ(requests_from("#\n", {.repeat = true}).blocks, 0u);  // there is nothing to repeat
}

TEST_F(InputFeedTest, SaysWhatIsWrongWithTheInput) {
  Interrupt interrupt;
  const Fed missing = read_all(directory_.path("missing"), {});
  ASSERT_TRUE(missing.error);
  EXPECT_EQ(missing.error->message, directory_.path("missing") + ": No such file or directory");

  const std::string longest(InputFeed::kMaxLineBytes - 1, '.');
  EXPECT_EQ(requests_from("1\n" + longest + "\n3\n").text.size(), longest.size() + 5);
  const Fed too_long = requests_from("1\n2\n" + longest + longest + "\n4\n");
  EXPECT_EQ(too_long.text, "1\n2\n");
  ASSERT_TRUE(too_long.error);
  EXPECT_NE(too_long.error->message.find("input:3: line longer than"), std::string::npos);
}

// ---- Puzzles.

const std::string kPuzzle =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const std::string kSolution =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// As puzzles are sent that did not come so.
const std::string kSent =
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079";

std::string board(int rows = 9) {
  std::string text;
  for (int row = 0; row < rows; ++row) {
    text += kPuzzle.substr(static_cast<std::size_t>(9 * row), 9) + '\n';
  }
  return text;
}

std::string times(int count, const std::string& line) {
  std::string text;
  for (int i = 0; i < count; ++i) text += line + '\n';
  return text;
}

TEST_F(InputFeedTest, OfATableThePuzzlesAreSent) {
  const Fed fed = fed_from("id,solution,quiz\n1," + kSolution + ',' + kPuzzle + "\n2," + kSolution +
                           ",\n# a comment\n3," + kSolution + ',' + kPuzzle);
  EXPECT_EQ(fed.text, times(2, kSent));
  EXPECT_EQ(fed.lines, (Lines{2, 5}));
  EXPECT_EQ(fed.own, "1 invalid no puzzle in field 3\n");
  EXPECT_EQ(fed.decoration, 1u);
}

TEST_F(InputFeedTest, OfBoardsTheFirstRowIsTheLine) {
  const Fed fed = fed_from("Grid 01\n" + board() + "Grid 02\n" + board(3) + "\n\n" + board());
  EXPECT_EQ(fed.text, times(2, kSent));
  EXPECT_EQ(fed.lines, (Lines{2, 17}));
  EXPECT_EQ(fed.own, "1 invalid the board ends after 3 rows\n");
  EXPECT_EQ(fed.decoration, 2u);
}

TEST_F(InputFeedTest, OfJsonTheMembersWithBlanksAreSent) {
  const std::string record =
      "{\n\"answer\": \"" + kSolution + "\",\n\"given\": \"" + kPuzzle + "\"\n}";
  const Fed fed = fed_from("[\n" + record + ",\n" + record + "\n]\n");
  EXPECT_EQ(fed.text, times(2, kSent));
  EXPECT_EQ(fed.lines, (Lines{4, 8}));
  EXPECT_TRUE(fed.own.empty());
}

TEST_F(InputFeedTest, SeveralPuzzlesOnALineAreSentApart) {
  const Fed fed = fed_from(kPuzzle + ' ' + kPuzzle + '\n' + kPuzzle + '\n');
  EXPECT_EQ(fed.lines, (Lines{1, 1, 2}));
  EXPECT_EQ(fed.text, times(2, kSent) + kPuzzle + '\n');
}

TEST_F(InputFeedTest, FormsMayBeMixed) {
  const Fed fed = fed_from(kPuzzle + "\n\n" + board() + "\n[\"" + kPuzzle + "\"]\n" + kPuzzle +
                           " # easy\n" + kPuzzle.substr(1) + '\n' + kPuzzle + '\n');
  EXPECT_EQ(fed.lines, (Lines{1, 3, 13, 14, 16}));
  EXPECT_EQ(fed.text, kPuzzle + '\n' + times(3, kSent) + kPuzzle + '\n');
  EXPECT_EQ(fed.own, "4 invalid 80 cells instead of 81\n");
}

TEST_F(InputFeedTest, PuzzlesAreTheSameWhateverTheBlocks) {
  std::string text = "number,puzzle\n";
  std::string own;
  for (int i = 0; i < 500; ++i) {
    text += std::to_string(i) + ',' + (i % 7 == 3 ? kPuzzle.substr(2) : kPuzzle) + '\n';
    if (i % 7 == 3) own += std::to_string(i - i / 7) + " invalid 79 cells instead of 81\n";
  }
  const Fed whole = fed_from(text, {.block_bytes = 1 << 20});
  EXPECT_EQ(whole.own, own);
  EXPECT_EQ(whole.blocks, 1u);
  for (const std::size_t bytes : {1, 100, 4096}) {
    for (const std::uint64_t lines : {1, 3, 1000}) {
      const Fed fed = fed_from(text, {.block_bytes = bytes, .block_lines = lines});
      EXPECT_EQ(fed.text, whole.text) << bytes << ' ' << lines;
      EXPECT_EQ(fed.lines, whole.lines) << bytes << ' ' << lines;
      EXPECT_EQ(fed.own, own) << bytes << ' ' << lines;
      EXPECT_LE(fed.largest, lines);
    }
  }
}

TEST_F(InputFeedTest, BareLinesGoAsTheyStandUpToWhatIsNone) {
  const std::string dos = times(3, kPuzzle + '\r');
  EXPECT_EQ(fed_from(dos).text, dos);
  EXPECT_EQ(fed_from(dos).lines, (Lines{1, 2, 3}));
  for (const char sign : {'/', ':', 'o', '\x80'}) {
    for (const std::size_t at : {std::size_t{1}, std::size_t{79}, std::size_t{80}}) {
      std::string damaged = kPuzzle;
      damaged[at] = sign;
      const Fed fed = fed_from(dos + damaged + '\n' + kPuzzle + '\n');
      EXPECT_EQ(fed.lines, (Lines{1, 2, 3, 5})) << at << sign;
      EXPECT_TRUE(fed.own.starts_with("3 invalid ")) << at << sign;
    }
  }
}

TEST_F(InputFeedTest, OfSolvedPuzzlesTheSolutionsAreLeftOut) {
  const Fed fed = fed_from(times(3, kPuzzle + ',' + kSolution));
  EXPECT_EQ(fed.text, times(3, kPuzzle));
  EXPECT_EQ(fed.lines, (Lines{1, 2, 3}));
}

TEST_F(InputFeedTest, RepeatedInputBeginsAnew) {
  const std::string text = "\xEF\xBB\xBFpuzzle,id\n" + kPuzzle + ",1\n";
  const Fed fed = read_all(directory_.write("input", text), {.repeat = true}, 3);
  EXPECT_EQ(fed.text, times(3, kSent));
  EXPECT_EQ(fed.lines, (Lines{2, 2, 2}));
  EXPECT_EQ(fed.decoration, 1u);
  EXPECT_EQ(fed_from("80 cells\n" + board(3), {.repeat = true}).blocks, 1u);  // nothing to be sent
}

TEST_F(InputFeedTest, SaysThatThereIsNoSuchColumn) {
  FeedOptions options;
  options.form.column = "nowhere";
  const Fed fed = fed_from("id,puzzle\n1," + kPuzzle + '\n', options);
  EXPECT_EQ(fed.blocks, 0u);
  ASSERT_TRUE(fed.error);
  EXPECT_EQ(fed.error->message, directory_.path("input") + ": there is no column 'nowhere'");
}

// ---- Which of both it is.

TEST_F(InputFeedTest, RequestsWithVerbsGoAsTheyStand) {
  const std::string lines = kPuzzle + "\ncount 2 " + kPuzzle + "\nGrid\n123\n@t " + kPuzzle +
                            "\nqueens 8\n" + kPuzzle + " # remark\r\n";
  EXPECT_EQ(fed_from(lines).text, lines);
  for (const std::string first :
       {"ping", "stats", "queens 8", "queens", "queens 99", "@a", "@a x", "first 2 8", "solve x"}) {
    const std::string text = "# a comment\n\n" + first + "\nno puzzle\n";
    EXPECT_EQ(fed_from(text).text, first + "\nno puzzle\n");
    EXPECT_EQ(fed_from(text).lines, (Lines{3, 4}));
  }
}

TEST_F(InputFeedTest, WhatIsNotUnderstoodGoesWithTheLinesBehindIt) {
  EXPECT_EQ(fed_from("frobnicate\nqueens 6\n").text, "frobnicate\nqueens 6\n");
  const Fed titled = fed_from("frobnicate\n" + kPuzzle + "\nqueens 6\n");
  EXPECT_EQ(titled.text, kPuzzle + '\n');
  EXPECT_EQ(titled.decoration, 2u);
  const Fed nothing = fed_from("frobnicate\n");
  EXPECT_EQ(nothing.blocks, 0u);
  EXPECT_EQ(nothing.decoration, 1u);
}

TEST_F(InputFeedTest, AFaultyLineAmongPlainOnesDoesNotHideRequests) {
  const Fed fed = fed_from(kPuzzle + '\n' + kPuzzle.substr(1) + "\nping\n" + kPuzzle + '\n');
  EXPECT_EQ(fed.text, kPuzzle + "\nping\n" + kPuzzle + '\n');
  EXPECT_EQ(fed.lines, (Lines{1, 3, 4}));
  EXPECT_EQ(fed.own, "1 invalid 80 cells instead of 81\n");
}

TEST_F(InputFeedTest, ColumnsMayBeCalledLikeVerbs) {
  const Fed fed = fed_from("count\tsolve\n3\t" + kPuzzle + '\n');
  EXPECT_EQ(fed.text, times(1, kSent));
  EXPECT_EQ(fed.decoration, 1u);
}

TEST_F(InputFeedTest, TheUserMaySayWhichItIs) {
  const std::string table = "id,puzzle\n1," + kPuzzle + '\n';
  EXPECT_EQ(requests_from(table).text, table);
  FeedOptions options;
  options.form.format = "sdm";
  const Fed fed = fed_from("ping\n" + kPuzzle + '\n', options);
  EXPECT_EQ(fed.text, kPuzzle + '\n');
  EXPECT_EQ(fed.own, "0 invalid 'p' is not a cell character\n");
}

TEST_F(InputFeedTest, KnowsWhatIsAskedOnceOnly) {
  using Kind = RequestKind;
  const std::string text =
      "1..\nping\n@t stats\n queens 8\nqueens 1000\nsovle\ncount 2 1..\n@t ping\ncount 99 " +
      std::string(81, '.') + "\n";
  const std::vector<Kind> kinds = {Kind::kPuzzle, Kind::kOnce,   Kind::kOnce,
                                   Kind::kSearch, Kind::kSearch, Kind::kPuzzle,
                                   Kind::kPuzzle, Kind::kOnce,   Kind::kSearch};
  EXPECT_EQ(requests_from(text).kinds, kinds);
  EXPECT_EQ(requests_from(text, {.block_lines = 2}).kinds, kinds);
  EXPECT_EQ(requests_from(times(3, kPuzzle + '\n')).kinds, std::vector<Kind>(3, Kind::kPuzzle));
}

// A block may be taken before the feeding thread has seen that nothing comes behind it.
TEST_F(InputFeedTest, WaitsUntilItKnowsWhetherAllIsGiven) {
  std::promise<void> was_taken;
  bool is_first = true;
  Interrupt interrupt;
  InputFeed feed(directory_.write("input", "1\n2\n"), of_requests(), interrupt,
                 [&, taken = was_taken.get_future().share()] {
                   if (std::exchange(is_first, false)) taken.wait();
                 });
  ASSERT_TRUE(feed.start());
  std::unique_ptr<Block> block;
  while (block == nullptr) block = feed.take();
  std::thread releaser([&] { was_taken.set_value(); });
  EXPECT_TRUE(feed.has_given_all());
  releaser.join();
}

TEST_F(InputFeedTest, DoesNotWaitForAnInputThatKeepsSilent) {
  const std::string path = directory_.path("pipe");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  const FileDescriptor pipe(::open(path.c_str(), O_RDWR | O_CLOEXEC));
  ASSERT_EQ(::write(pipe.get(), "1\n2\n", 4), 4);
  Interrupt interrupt;
  InputFeed feed(path, of_requests(), interrupt, [] {});
  ASSERT_TRUE(feed.start());
  std::unique_ptr<Block> block;
  while (block == nullptr) block = feed.take();
  EXPECT_EQ(block->requests, 2u);
  EXPECT_FALSE(feed.has_given_all());
}

}  // namespace
}  // namespace puzzled::net::send
