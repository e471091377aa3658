// Counting by symmetry, where it looks for symmetry at every level: against a plain search.
#include "core/cover/search/symmetric_count.hpp"

#include <gtest/gtest.h>

#include "core/cover/search/matrices.hpp"
#include "core/cover/search/search.hpp"
#include "core/cover/symmetry/orbits.hpp"
#include "core/cover/symmetry/structure.hpp"
#include "tests/core/cover/plain_search.hpp"

namespace puzzled::cover {
namespace {

using search::SymmetricCount;

/// Counts in turns of a few nodes.
WideCount counted(const Problem& problem, std::uint64_t cache_bytes, std::uint64_t form_bytes) {
  const search::Matrices matrices(problem);
  search::Search search(matrices, "");
  SymmetricCount count(
      problem, search,
      {.always_looks = true, .cache_bytes = cache_bytes, .form_bytes = form_bytes});
  count.begin({});
  while (!count.run(5, kNeverStop)) continue;
  return count.count();
}

void expect_counts(const Problem& problem, const std::string& what) {
  const WideCount expected = plain_solutions(problem).size();
  EXPECT_EQ(counted(problem, 0, 0), expected) << what;
  EXPECT_EQ(counted(problem, 1 << 16, 1 << 20), expected) << what;
}

TEST(SymmetricCount, AgreesWithPlainSearchOnRandomProblems) {
  for (std::uint32_t seed = 2000; seed < 2300; ++seed) {
    expect_counts(random_problem(seed), "seed " + std::to_string(seed));
  }
}

TEST(SymmetricCount, AgreesWhereSymmetryIsDamaged) {
  std::uint32_t seed = 0;
  for (const Problem& whole : {langford(7), queens(6), latin_squares(4), matchings(8),
                               dominoes(4, 5), words(2, 4), independent(5, 3)}) {
    for (std::uint32_t dropped = 0; dropped < 12; ++dropped) {
      ++seed;
      expect_counts(damaged(whole, seed, dropped), "seed " + std::to_string(seed));
    }
  }
}

TEST(SymmetricCount, TellsWhatThereIsAtLeast) {
  const Problem problem = latin_squares(4);
  const search::Matrices matrices(problem);
  search::Search search(matrices, "");
  SymmetricCount count(problem, search, {.symmetry = true, .always_looks = true});
  count.begin({});
  WideCount before;
  while (!count.run(1, kNeverStop)) {
    EXPECT_GE(count.count(), before);
    before = count.count();
  }
  EXPECT_GE(count.count(), before);
  EXPECT_EQ(count.count(), 576U);
}

TEST(Orbits, AreThoseOfTheSquare) {
  // Dominoes on 4x4: 24 options; the square's symmetries leave 5 orbits.
  const Problem problem = dominoes(4, 4);
  std::vector<std::uint32_t> options(problem.options());
  for (std::uint32_t option = 0; option < options.size(); ++option) options[option] = option;
  const symmetry::Structure structure(problem, options);
  const symmetry::Refinement refinement(structure);
  symmetry::Orbits orbits(structure, refinement, 100);
  EXPECT_TRUE(orbits.any());
  std::size_t representatives = 0;
  for (const std::uint32_t option : options) {
    representatives += orbits.find(option) == option ? 1 : 0;
  }
  EXPECT_EQ(representatives, 4U);
}

TEST(Form, IsTheSameForRenamedStructures) {
  const Problem problem = damaged(queens(5), 3, 4);
  std::vector<std::uint32_t> options(problem.options());
  for (std::uint32_t option = 0; option < options.size(); ++option) options[option] = option;
  const symmetry::Structure structure(problem, options);
  std::reverse(options.begin(), options.end());
  const symmetry::Structure renamed(problem, options);
  const symmetry::Form form = form_of(structure, symmetry::Refinement(structure));
  EXPECT_EQ(form, form_of(renamed, symmetry::Refinement(renamed)));
  options.pop_back();
  const symmetry::Structure smaller(problem, options);
  EXPECT_NE(form, form_of(smaller, symmetry::Refinement(smaller)));
}

}  // namespace
}  // namespace puzzled::cover
