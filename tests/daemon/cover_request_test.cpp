// Options of `puzzled cover`: what is asked for, and what contradicts what. (Messages: the golden
// case cover_refuses.)
#include "daemon/commands/cover/request.hpp"

#include <gtest/gtest.h>

#include "daemon/commands/cover/problem_files.hpp"
#include "tests/daemon/temporary_directory.hpp"

namespace puzzled::commands {
namespace {

using CoverKind = CoverRequest::Kind;

TEST(CoverRequest, CountsUnlessAskedForMore) {
  CoverSettings settings;
  Result<CoverRequest> request = read_request(settings);
  ASSERT_TRUE(request);
  EXPECT_EQ(request->kind, CoverKind::kCount);
  EXPECT_TRUE(request->counted);
  EXPECT_EQ(request->inputs, std::vector<std::string>{"-"});
  settings.first = 5;
  request = read_request(settings);
  EXPECT_FALSE(request->counted);
  EXPECT_EQ(request->listed, 5U);
  settings.count = true;
  EXPECT_TRUE(read_request(settings)->counted);
}

TEST(CoverRequest, KnowsItsKinds) {
  const auto kind_of = [](const auto& set) {
    CoverSettings settings;
    set(settings);
    const Result<CoverRequest> request = read_request(settings);
    EXPECT_TRUE(request) << request.error().message;
    return request->kind;
  };
  EXPECT_EQ(kind_of([](CoverSettings& s) { s.has_solution = true; }), CoverKind::kHasSolution);
  EXPECT_EQ(kind_of([](CoverSettings& s) { s.minimize = true; }), CoverKind::kBest);
  EXPECT_EQ(kind_of([](CoverSettings& s) { s.maximize = true; }), CoverKind::kBest);
  EXPECT_EQ(kind_of([](CoverSettings& s) { s.estimate = true; }), CoverKind::kEstimate);
  EXPECT_EQ(kind_of([](CoverSettings& s) { s.example = "soma"; }), CoverKind::kExample);
  EXPECT_EQ(kind_of([](CoverSettings& s) {
              s.arguments = {"merge", "a", "b"};
            }),
            CoverKind::kMerge);
  EXPECT_EQ(kind_of([](CoverSettings& s) {
              s.part = "2/3";
              s.output = "file";
            }),
            CoverKind::kPart);
}

TEST(CoverProblemFiles, AreNamesAndFiles) {
  const auto files = parse_problem_files(" a = x.dlx,b=/y z/w.dlx ");
  ASSERT_TRUE(files);
  ASSERT_EQ(files->size(), 2U);
  EXPECT_EQ(files->at(0), (std::pair<std::string, std::string>("a", "x.dlx")));
  EXPECT_EQ(files->at(1), (std::pair<std::string, std::string>("b", "/y z/w.dlx")));
  EXPECT_TRUE(parse_problem_files("")->empty());
  for (const std::string wrong : {"a", "=x", "a=", "a b=x", "a=x,a=y", "a=x,,b=y"}) {
    EXPECT_FALSE(parse_problem_files(wrong)) << wrong;
  }
}

TEST(CoverProblemFiles, AreReadOrRefusedWithTheirPlace) {
  const TemporaryDirectory directory;
  const std::string good = directory.write("good", "a b\na\nb\na b\n");
  const std::string bad = directory.write("bad", "a b\na\nc\n");
  const std::string two = directory.write("two", "a\na\n---\nb\nb\n");
  const auto problems = read_problem_files("x = " + good + ", y = " + good);
  ASSERT_TRUE(problems) << problems.error().message;
  EXPECT_EQ(problems->at("y").options(), 3U);
  EXPECT_EQ(read_problem_files("x = " + bad).error().message,
            bad + ":3:1: invalid: there is no item 'c'");
  EXPECT_EQ(read_problem_files("x = " + two).error().message,
            two + ": there is more than one problem");
  EXPECT_FALSE(read_problem_files("x = " + directory.path("none")));
}

}  // namespace
}  // namespace puzzled::commands
