// Problems built with names.
#include "core/cover/builder.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/cover/engines.hpp"

namespace puzzled::cover {
namespace {

using Strings = std::vector<std::string>;
using OptionSet = std::vector<std::uint32_t>;

// The example of Knuth's section: the only solution of XCC is {q x:A; p r x:A y}.
NamedProblem small_example() {
  Builder builder;
  // (Results are looked at one by one where they matter.)
  EXPECT_TRUE(builder.secondary("x"));
  EXPECT_TRUE(builder.primary("p"));
  EXPECT_TRUE(builder.primary("q"));
  EXPECT_TRUE(builder.primary("r"));
  EXPECT_TRUE(builder.secondary("y"));
  EXPECT_TRUE(builder.option({"p", "q", "x", "y:A"}));
  EXPECT_TRUE(builder.option({"p", "r", "x:A", "y"}));
  EXPECT_TRUE(builder.option({"p", "x:B"}));
  EXPECT_TRUE(builder.option({"q", "x:A"}));
  EXPECT_TRUE(builder.option({"r", "y:B"}));
  return builder.build();
}

TEST(CoverBuilder, NumbersPrimaryItemsFirstAndColoursAsTheyCome) {
  const NamedProblem named = small_example();
  EXPECT_EQ(named.item_names, (Strings{"p", "q", "r", "x", "y"}));
  EXPECT_EQ(named.colour_names, (Strings{"", "A", "B"}));
  EXPECT_EQ(named.problem.primary_items(), 3U);
  EXPECT_EQ(named.problem.items(), 5U);
  const auto option = named.problem.option(1);
  EXPECT_EQ(std::vector<Element>(option.begin(), option.end()),
            (std::vector<Element>{{0, 0}, {2, 0}, {3, 1}, {4, 0}}));
  EXPECT_FALSE(named.problem.has_multiplicities());
}

TEST(CoverBuilder, TakesBoundsCostsAndAnyNames) {
  Builder builder;
  const std::string name = "a b|c:d";
  ASSERT_TRUE(builder.primary(name, 0, 3));
  ASSERT_TRUE(builder.secondary("e:f"));
  const auto first = builder.option({NamedElement(name, ""), NamedElement("e:f", "g:h")}, -5);
  ASSERT_TRUE(first);
  EXPECT_EQ(*first, 0U);
  const std::vector<NamedElement> elements{NamedElement(name, "")};
  EXPECT_EQ(*builder.option(elements), 1U);
  const NamedProblem named = builder.build();
  EXPECT_EQ(named.item_names, (Strings{name, "e:f"}));
  EXPECT_EQ(named.colour_names, (Strings{"", "g:h"}));
  EXPECT_EQ(named.problem.bounds(0), (Bounds{0, 3}));
  EXPECT_EQ(named.problem.cost(0), -5);
  EXPECT_EQ(named.problem.cost(1), 0);
}

TEST(CoverBuilder, RefusesWhatIsNoItem) {
  Builder builder;
  ASSERT_TRUE(builder.primary("a"));
  EXPECT_EQ(builder.primary("").error().message, "an item has an empty name");
  EXPECT_EQ(builder.secondary("a").error().message, "item 'a' is named twice");
  EXPECT_EQ(builder.primary("b", 2, 1).error().message, "the interval 2:1 of item 'b' is empty");
  EXPECT_EQ(builder.primary("b", 0, 0).error().message, "the interval 0:0 of item 'b' is empty");
  EXPECT_EQ(builder.build().item_names, Strings{"a"});
}

TEST(CoverBuilder, RefusesFaultyOptionsAndStaysAsItWas) {
  Builder builder;
  ASSERT_TRUE(builder.primary("a"));
  ASSERT_TRUE(builder.secondary("x"));
  const auto reason = [&](std::initializer_list<NamedElement> elements) {
    return builder.option(elements).error().message;
  };
  EXPECT_EQ(reason({}), "an option has no primary item");
  EXPECT_EQ(reason({"x:red"}), "an option has no primary item");
  EXPECT_EQ(reason({"a", "b"}), "there is no item 'b'");
  EXPECT_EQ(reason({"a", ":red"}), "there is no item ''");
  EXPECT_EQ(reason({"a", "a"}), "item 'a' is twice in the option");
  EXPECT_EQ(reason({"a:red"}), "primary item 'a' has a colour: only secondary ones can");
  EXPECT_EQ(reason({"a", "x:"}), "no colour behind the colon of 'x'");
  EXPECT_EQ(*builder.option({"a", "x:blue"}), 0U);
  const NamedProblem named = builder.build();
  EXPECT_EQ(named.problem.options(), 1U);
  EXPECT_EQ(named.colour_names, (Strings{"", "blue"}));
}

TEST(CoverBuilder, MakesProblemsThatEnginesTake) {
  const NamedProblem named = small_example();
  EXPECT_EQ(count(named.problem, {}).count, WideCount(1));
  const auto solutions = walk(named.problem, Engine::kAuto);
  ASSERT_EQ(solutions->next(), SolutionWalk::Step::kSolution);
  const auto only = solutions->solution();
  EXPECT_EQ(OptionSet(only.begin(), only.end()), (OptionSet{3, 1}));
  EXPECT_EQ(solutions->next(), SolutionWalk::Step::kEnd);
  EXPECT_EQ(solutions->next(), SolutionWalk::Step::kEnd);
}

}  // namespace
}  // namespace puzzled::cover
