// Designs on a set of points: matchings, Steiner triple systems, one-factorisations.
#include <string>
#include <string_view>
#include <vector>

#include "daemon/commands/cover/examples/families.hpp"

namespace puzzled::commands::examples {
namespace {

void add_all_pairs(ExampleText& text, unsigned n) {
  for (unsigned a = 1; a <= n; ++a) {
    for (unsigned b = a + 1; b <= n; ++b) text.add("%-%", a, b);
  }
  text.end_line();
}

/// Writes an option for each way to complete `pairs` with pairs of `left`. (Not deep: a pair each.)
void add_matchings(ExampleText& text, std::vector<unsigned>& pairs,
                   const std::vector<unsigned>& left) {
  if (left.empty()) {
    for (std::size_t i = 0; i < pairs.size(); i += 2) text.add("%-%", pairs[i], pairs[i + 1]);
    text.end_line();
    return;
  }
  for (std::size_t partner = 1; partner < left.size(); ++partner) {
    std::vector<unsigned> rest;
    for (std::size_t i = 1; i < left.size(); ++i) {
      if (i != partner) rest.push_back(left[i]);
    }
    pairs.insert(pairs.end(), {left[0], left[partner]});
    add_matchings(text, pairs, rest);
    pairs.erase(pairs.end() - 2, pairs.end());
  }
}

}  // namespace

Result<std::string> make_matchings(const Request& request) {
  const unsigned n = request.n();
  // 1 times 3 times 5 ... times n - 1.
  static constexpr std::string_view kKnown =
      "2:1 4:3 6:15 8:105 10:945 12:10395 14:135135 16:2027025 20:654729075";
  ExampleText text("Ways to pair off " + std::to_string(n) + " people", request, kKnown);
  text.add_each("%", n);
  text.end_line();
  for (unsigned a = 1; a <= n; ++a) {
    for (unsigned b = a + 1; b <= n; ++b) text.line("% %", a, b);
  }
  return text.take();
}

Result<std::string> make_steiner(const Request& request) {
  const unsigned n = request.n();
  // OEIS A030128: labelled systems.
  static constexpr std::string_view kKnown =
      "3:1 7:30 9:840 13:1197504000 15:60281712691200 19:1348410350618155344199680000";
  ExampleText text("Steiner triple systems: triples of " + std::to_string(n) +
                       " points, each pair in one of them",
                   request, kKnown);
  add_all_pairs(text, n);
  for (unsigned a = 1; a <= n; ++a) {
    for (unsigned b = a + 1; b <= n; ++b) {
      for (unsigned c = b + 1; c <= n; ++c) text.line("%-% %-% %-%", a, b, a, c, b, c);
    }
  }
  return text.take();
}

Result<std::string> make_one_factorisations(const Request& request) {
  // (An option is a perfect matching: 16 points have two million.)
  const bool has_n = request.sizes.size() == 1;
  if (!has_n || request.n() > 14 || request.n() % 2 != 0) {
    return refused(request, "N has to be even, from 2 to 14");
  }
  const unsigned n = request.n();
  // OEIS A000438.
  static constexpr std::string_view kKnown =
      "2:1 4:1 6:6 8:6240 10:1225566720 12:252282619805368320 14:98758655816833727741338583040";
  ExampleText text("One-factorisations: tournaments in which each of " + std::to_string(n) +
                       " players meets each other once, all playing on every day",
                   request, kKnown);
  add_all_pairs(text, n);
  std::vector<unsigned> pairs;
  std::vector<unsigned> points;
  for (unsigned i = 1; i <= n; ++i) points.push_back(i);
  add_matchings(text, pairs, points);
  return text.take();
}

}  // namespace puzzled::commands::examples
