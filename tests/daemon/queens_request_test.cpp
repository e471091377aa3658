// What queens can be asked, and what contradicts itself.
#include "daemon/commands/queens/request.hpp"

#include <gtest/gtest.h>

#include "core/queens/solution_walk.hpp"

namespace puzzled::commands {
namespace {

QueensSettings asked(std::vector<std::string> arguments) {
  QueensSettings settings;
  settings.arguments = std::move(arguments);
  return settings;
}

std::string error_of(const QueensSettings& settings) {
  const Result<QueensRequest> request = read_request(settings);
  return request ? "none" : request.error().message;
}

TEST(QueensRequest, TakesOneToTwentyEightQueens) {
  for (const char* number : {"1", "8", "28"}) EXPECT_EQ(error_of(asked({number})), "none");
  for (const char* number : {"0", "29", "-1", "8.5", "eight", "", "99999999999999999999", "8 "}) {
    EXPECT_EQ(error_of(asked({number})),
              "the number of queens must be from 1 to 28 (got '" + std::string(number) + "')");
  }
  EXPECT_EQ(error_of(asked({"mrege", "a"})),
            "the number of queens must be from 1 to 28 (got 'mrege'); did you mean 'merge'?");
  EXPECT_EQ(error_of(asked({})), "queens needs a number of queens; see 'puzzled queens --help'");
  EXPECT_EQ(error_of(asked({"8", "9"})), "unexpected argument '9' for 'puzzled queens'");
  EXPECT_EQ(error_of(asked({"merge"})), "merge needs the files of the parts");
}

TEST(QueensRequest, CountsUnlessOnlyAListIsAskedFor) {
  QueensSettings settings = asked({"8"});
  EXPECT_TRUE((*read_request(settings)).counted);
  EXPECT_EQ((*read_request(settings)).listed, 0u);
  settings.first = 3;
  EXPECT_FALSE((*read_request(settings)).counted);
  EXPECT_EQ((*read_request(settings)).listed, 3u);
  settings.count = true;
  EXPECT_TRUE((*read_request(settings)).counted);
  settings = asked({"8"});
  settings.board = true;
  EXPECT_EQ((*read_request(settings)).listed, 1u);
  settings.unique = true;
  EXPECT_TRUE((*read_request(settings)).counted);
  for (bool QueensSettings::*drawn : {&QueensSettings::pretty, &QueensSettings::svg}) {
    settings = asked({"8"});
    settings.*drawn = true;
    EXPECT_FALSE((*read_request(settings)).counted);
    EXPECT_EQ((*read_request(settings)).listed, 1u);
  }
  settings = asked({"8"});
  settings.all = true;
  EXPECT_EQ((*read_request(settings)).listed, UINT64_MAX);
}

TEST(QueensRequest, RefusesWhatContradictsItself) {
  const auto error_with = [](auto change) {
    QueensSettings settings = asked({"8"});
    change(settings);
    return error_of(settings);
  };
  using S = QueensSettings;
  EXPECT_EQ(error_with([](S& s) { s.first = 1, s.all = true; }),
            "--first and --all cannot be combined");
  EXPECT_EQ(error_with([](S& s) { s.board = s.json = true; }),
            "--board and --json cannot be combined");
  EXPECT_EQ(error_with([](S& s) { s.all = true, s.checkpoint = "c"; }),
            "--checkpoint needs a count: add --count");
  EXPECT_EQ(error_with([](S& s) { s.all = s.count = true, s.checkpoint = "c"; }), "none");
  EXPECT_EQ(error_with([](S& s) { s.machines = 3; }), "--machines needs --estimate");
  EXPECT_EQ(error_with([](S& s) { s.estimate = true, s.part = "1/2"; }),
            "--part cannot be combined with --estimate");
  EXPECT_EQ(error_with([](S& s) { s.estimate = true, s.checkpoint = "c"; }),
            "--checkpoint cannot be combined with --estimate");
  EXPECT_EQ(error_with([](S& s) { s.part = "1/2"; }), "--part needs --output FILE");
  EXPECT_EQ(error_with([](S& s) { s.part = "1/2", s.output = "f", s.unique = true; }),
            "--unique cannot be combined with --part; merge prints the total");
  EXPECT_EQ(error_with([](S& s) { s.taper = true; }), "--taper needs --part I/K");
  EXPECT_EQ(error_with([](S& s) { s.taper = true, s.part = "3/63", s.output = "f"; }),
            "--taper: there must be at least 64 parts, 8 for each worker (got 3/63): with fewer, "
            "workers wait for the first, which holds 1.9 times the mean work");
  EXPECT_EQ(error_with([](S& s) { s.taper = true, s.part = "3/64", s.output = "f"; }), "none");
  EXPECT_EQ(error_with([](S& s) { s.output = s.checkpoint = "f"; }),
            "--checkpoint and --output name the same file");
  QueensSettings merge = asked({"merge", "a", "b"});
  EXPECT_EQ(error_of(merge), "none");
  merge.first = 2;
  EXPECT_EQ(error_of(merge), "--first cannot be combined with merge");
}

TEST(ParsePercent, ReadsShares) {
  EXPECT_EQ(parse_percent("5"), 0.05);
  EXPECT_EQ(parse_percent("100%"), 1.0);
  EXPECT_EQ(parse_percent("0.5 %"), 0.005);
  for (const char* text : {"", "%", "0", "-5", "101", "5%%", "five", "nan"}) {
    EXPECT_EQ(parse_percent(text), std::nullopt) << text;
  }
}

TEST(ParsePart, ReadsIOfK) {
  EXPECT_EQ(parse_part("3/8")->number, 3u);
  EXPECT_EQ(parse_part("8/8")->of, 8u);
  for (const char* text : {"", "3", "3/", "/8", "0/8", "9/8", "3/8/9", "a/b", "-1/8", "1 /8"}) {
    EXPECT_FALSE(parse_part(text)) << text;
  }
}

TEST(SolutionForms, AreLinesBoardsAndObjects) {
  using queens::SolutionForm;
  const std::vector<int> columns = {2, 4, 1, 3};
  std::string text;
  append_solution(text, columns, SolutionForm::kLine);
  append_solution(text, columns, SolutionForm::kJson);
  append_solution(text, columns, SolutionForm::kBoard);
  EXPECT_EQ(text,
            "2 4 1 3\n"
            "{\"columns\":[2,4,1,3]}\n"
            ". Q . .\n"
            ". . . Q\n"
            "Q . . .\n"
            ". . Q .\n");
  text.clear();
  append_solution(text, std::vector<int>{10, 9, 28}, SolutionForm::kLine);
  EXPECT_EQ(text, "10 9 28\n");
}

}  // namespace
}  // namespace puzzled::commands
