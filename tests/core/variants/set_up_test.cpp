// What it takes to make rules ready, of every kind: repeated, at its largest, and many different
// ones. Bounded by counts, not by time; and ended by the limits of a search.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/variants/reduce.hpp"
#include "core/variants/rule_limits.hpp"
#include "core/variants/rules.hpp"
#include "core/variants/search.hpp"
#include "core/variants/shape_solver.hpp"
#include "core/variants/text/fpuzzles/fpuzzles_writer.hpp"
#include "core/variants/text/iss/iss_writer.hpp"
#include "core/variants/text/packed/lz_string.hpp"
#include "core/variants/text/scl/scl_writer.hpp"
#include "core/variants/text_solver.hpp"
#include "random_puzzles.hpp"
#include "rule_drawing.hpp"

namespace puzzled::variants {
namespace {

constexpr std::uint64_t kMaxRelatedPairs = 1'000'000;
constexpr std::uint64_t kMaxPrimitives = 1000;
constexpr StopFlag kStopped{true};

std::uint64_t primitives_of(const Model& model) {
  return model.sums.size() + model.allowed_sets.size() + model.spans.size() +
         model.required_values.size() + model.index_cells.size() + model.sandwiches.size() +
         model.x_sums.size() + model.skyscrapers.size();
}

/// Pairs of cells that were related, and groups of two.
std::uint64_t pairs_of(const Model& model) {
  std::uint64_t pairs = 0;
  for (const Relation& relation : model.relations.list()) pairs += relation.rules;
  for (const DistinctGroup& group : model.distinct_groups) pairs += group.cells.size() == 2;
  return pairs;
}

Puzzle with_rules(const Puzzle& board, std::vector<Rule> rules) {
  Puzzle puzzle = board;
  puzzle.rules = std::move(rules);
  return puzzle;
}

/// A rule of the kind of as many cells as there may be, found by trying.
std::optional<Rule> largest_rule(const Puzzle& board, RuleKind kind) {
  const int size = board.size;
  std::vector<std::vector<Cell>> lists(2);
  for (int cell = 0; cell < size * size; ++cell) lists[0].push_back(static_cast<Cell>(cell));
  for (int i = 0; i < size; ++i) lists[1].push_back(static_cast<Cell>(i * (size + 1)));  // diagonal
  for (const int count : {size, 4, 2, 1, 0}) {
    lists.emplace_back(lists[0].begin(), lists[0].begin() + count);
  }
  for (const std::vector<Cell>& cells : lists) {
    for (const std::vector<Cell>& others : {lists[0], std::vector<Cell>{}}) {
      for (const std::vector<int>& numbers : {std::vector{2}, std::vector<int>{}}) {
        Rule rule{.kind = kind, .cells = cells, .others = others, .numbers = numbers};
        // Exempt pairs are not what makes a rule large.
        if (!others.empty() && cells.empty()) continue;
        if (reduce(with_rules(board, {rule}))) return rule;
      }
    }
  }
  return std::nullopt;
}

struct LargestRule {
  Puzzle board;
  Rule rule;
};

/// On the largest board that has the kind.
LargestRule largest_rule(RuleKind kind) {
  for (const int size : {25, 24, 9}) {
    Puzzle board = plain_puzzle(size);
    if (std::optional<Rule> rule = largest_rule(board, kind)) {
      return {std::move(board), std::move(*rule)};
    }
  }
  ADD_FAILURE() << "no board has the rule " << name_of(kind);
  return {};
}

template <class Action>
void for_each_kind(Action action) {
  for (int kind = 0; kind < kRuleKinds; ++kind) {
    SCOPED_TRACE(name_of(static_cast<RuleKind>(kind)));
    action(static_cast<RuleKind>(kind));
  }
}

TEST(VariantsSetUp, EqualRulesOfEachKindAreOne) {
  for_each_kind([](RuleKind kind) {
    const auto [board, rule] = largest_rule(kind);
    const Result<Model> one = reduce(with_rules(board, {rule}));
    const Result<Model> many = reduce(with_rules(board, std::vector<Rule>(100, rule)));
    ASSERT_TRUE(one && many) << (many ? "" : many.error().message);
    EXPECT_EQ(pairs_of(*many), pairs_of(*one));
    EXPECT_EQ(primitives_of(*many), primitives_of(*one));
    EXPECT_EQ(many->houses.size(), one->houses.size());
    EXPECT_EQ(many->distinct_groups.size(), one->distinct_groups.size());
  });
}

TEST(VariantsSetUp, TheFormulaBoundsWhatEachKindExpandsTo) {
  const auto check = [](const Puzzle& puzzle) {
    const Expansion expected = expansion_of(puzzle, puzzle.rules[0]);
    const Result<Model> model = reduce(puzzle);
    ASSERT_TRUE(model) << model.error().message;
    // The cells of a cage or a region are one group, and a sum of two cells is a relation, too.
    EXPECT_LE(pairs_of(*model), expected.pairs + model->sums.size() + 1);
    EXPECT_LE(primitives_of(*model), expected.primitives);
    EXPECT_EQ(expected.split_clues, model->sandwiches.size() + model->x_sums.size());
  };
  for_each_kind([&](RuleKind kind) {
    const auto [board, rule] = largest_rule(kind);
    check(with_rules(board, {rule}));
    RandomPuzzles random(7);
    for (int i = 0; i < 100; ++i) {
      constexpr int kSizes[] = {4, 6, 9, 12};
      const Puzzle drawn = random.board(kSizes);
      const Puzzle puzzle = with_rules(drawn, {random.rule(kind)});
      if (reduce(puzzle)) check(puzzle);
    }
  });
}

/// Rules that differ, of as many cells each as there may be.
std::vector<Rule> different_rules(const Puzzle& board, const Rule& rule, std::size_t count) {
  std::vector<Rule> rules(count, rule);
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<Cell>& cells = rules[i].cells;
    if (cells.size() > 1) {
      std::ranges::rotate(cells, cells.begin() + static_cast<std::ptrdiff_t>(i % cells.size()));
    }
    if (!rule.numbers.empty()) rules[i].numbers[0] = 2 + static_cast<int>(i) % (board.size - 2);
    if (cells.size() == 1) cells[0] = static_cast<Cell>(i % board.allowed.size());
  }
  return rules;
}

TEST(VariantsSetUp, ManyDifferentRulesOfEachKindAreBoundedBeforeTheyAreExpanded) {
  for_each_kind([](RuleKind kind) {
    const auto [board, rule] = largest_rule(kind);
    const std::size_t listed = rule.cells.size() + rule.others.size() + 1;
    const std::size_t most = std::min<std::size_t>(kMaxListed / listed, 2000);
    const Result<Model> model = reduce(with_rules(board, different_rules(board, rule, most)));
    if (!model) {
      // By a bound, or by what a rule that was made by rotation lacks.
      EXPECT_TRUE(model.error().message.starts_with("there are too many rules (at most ") ||
                  model.error().message.starts_with("there must be at most 16 groups") ||
                  model.error().message.find("the cells must be a whole") != std::string::npos)
          << model.error().message;
      return;
    }
    const std::size_t cells = model->cells();
    EXPECT_LE(pairs_of(*model), kMaxRelatedPairs);
    EXPECT_LE(primitives_of(*model), kMaxPrimitives);
    EXPECT_LE(model->relations.list().size(), cells * (cells - 1) / 2);
    EXPECT_LE(model->relations.tables().size(), Relations::kMaxTables);
  });
}

std::string refusal_of(const Puzzle& puzzle) {
  const Result<Model> model = reduce(puzzle);
  return model ? "" : model.error().message;
}

TEST(VariantsSetUp, NamesTheBound) {
  Puzzle puzzle = plain_puzzle(25);
  puzzle.rules.assign(20'001, {.kind = RuleKind::kAntiKnight});
  EXPECT_EQ(refusal_of(puzzle), "there are too many rules (at most 20000 on a board)");
  puzzle.rules.assign(1, {.kind = RuleKind::kOdd, .cells = std::vector<Cell>(200'001)});
  EXPECT_EQ(refusal_of(puzzle),
            "there are too many rules (at most 200000 cells and numbers in all of them)");
  puzzle.rules = different_rules(puzzle, *largest_rule(puzzle, RuleKind::kNabner), 5);
  EXPECT_EQ(refusal_of(puzzle), "");
  puzzle.rules = different_rules(puzzle, *largest_rule(puzzle, RuleKind::kNabner), 6);
  EXPECT_EQ(refusal_of(puzzle),
            "there are too many rules (at most 1000000 related pairs of cells)");
  puzzle.rules.clear();
  for (int total = 0; total <= 200; ++total) {
    puzzle.rules.push_back(*largest_rule(puzzle, RuleKind::kXSum));
    puzzle.rules.back().numbers = {total};
  }
  EXPECT_EQ(refusal_of(puzzle), "there are too many rules (at most 200 sandwiches and X-sums)");
  puzzle = plain_puzzle(9);
  for (unsigned set = 1; set <= 1000; ++set) {
    Rule& rule = puzzle.rules.emplace_back();
    rule.kind = RuleKind::kUnmarkedSum;
    for (int bit = 0; bit < 10; ++bit) {
      if ((set >> bit & 1U) != 0) rule.numbers.push_back(3 + bit);
    }
  }
  EXPECT_EQ(refusal_of(puzzle), "there are too many rules (at most 1000 ways to relate cells)");
}

TEST(VariantsSetUp, OnePairHasOneRelation) {
  Puzzle puzzle = plain_puzzle(25);
  puzzle.rules = different_rules(puzzle, *largest_rule(puzzle, RuleKind::kNabner), 5);
  const Model model = reduce(puzzle).value();
  EXPECT_EQ(model.relations.list().size(), 625U * 624 / 2);
  EXPECT_EQ(model.relations.tables().size(), 1U);
}

TEST(VariantsSetUp, AStopFlagEndsItForEachKind) {
  for_each_kind([](RuleKind kind) {
    const auto [board, rule] = largest_rule(kind);
    const Puzzle puzzle = with_rules(board, {rule});
    ShapeSolver shapes;
    TimeLeft stopped({.stop = &kStopped});
    EXPECT_FALSE(shapes.prepare(puzzle, stopped).value());
    TimeLeft ended({.time = std::chrono::nanoseconds(1)});
    EXPECT_FALSE(shapes.prepare(puzzle, ended).value());
    // It is not taken for ready afterwards.
    EXPECT_TRUE(shapes.prepare(puzzle, unlimited_time()).value());
  });
}

TEST(VariantsSetUp, AStopFlagEndsWhatCallersOfTheLibraryAsk) {
  for_each_kind([](RuleKind kind) {
    const auto [board, rule] = largest_rule(kind);
    const Puzzle puzzle = with_rules(board, {rule});
    Solver solver;
    EXPECT_FALSE(solver.solve(puzzle, 1, &kStopped).value().is_complete);
    EXPECT_FALSE(solver.page(puzzle, {}, 1, &kStopped).value().is_complete);
    EXPECT_TRUE(solver.true_candidates(puzzle, 1, &kStopped).value().timed_out);
    EXPECT_TRUE(solver.estimate(puzzle, 1, &kStopped).value().timed_out);
  });
}

/// Sets a flag as soon as a propagator runs, and counts the runs.
class StoppingPropagator final : public Propagator {
 public:
  StoppingPropagator(const Propagator& inner, StopFlag& stop, int& runs)
      : inner_(inner), stop_(stop), runs_(runs) {}

  std::span<const Cell> cells() const override { return inner_.cells(); }
  std::uint64_t steps() const override { return inner_.steps(); }
  bool checks_full_boards() const override { return inner_.checks_full_boards(); }
  bool propagate(State& state) const override {
    stop_ = true;
    ++runs_;
    return inner_.propagate(state);
  }

 private:
  const Propagator& inner_;
  StopFlag& stop_;
  int& runs_;
};

// Sums of all cells, each in another order: the first ones see nothing.
TEST(VariantsSetUp, AStopFlagEndsTheFirstPropagation) {
  Puzzle puzzle = plain_puzzle(25);
  puzzle.rules = different_rules(puzzle, *largest_rule(puzzle, RuleKind::kSum), 300);
  for (Rule& rule : puzzle.rules) rule.numbers = {625 * 13};
  StopFlag stop = false;
  int runs = 0;
  const WrapPropagator wrap = [&](const Propagator& inner) {
    return std::make_unique<const StoppingPropagator>(inner, stop, runs);
  };
  const Rules rules(reduce(puzzle).value(), wrap);
  const Found found = Search(rules).solve(rules.model().allowed, {.stop = &stop});
  EXPECT_TRUE(found.timed_out);
  std::uint64_t steps = 0;
  for (int i = 0; i < runs; ++i) steps += rules.run_steps()[static_cast<std::size_t>(i)];
  EXPECT_LE(steps, 3 * TimeLeft::kStepsBetweenLooks);
}

TextAnswers answer(const std::string& line, const SearchLimits& limits) {
  const BoardDetection found =
      detect_boards(line, true, {.answers_each_line = true, .takes_all = true});
  TextSolver solver({.limits = limits, .style = BoardStyle::kLine});
  TextAnswers answers;
  EXPECT_TRUE(solver.answer(line, *found.form, 1, answers));
  return answers;
}

// In each form that can state the kind: as text, and packed.
TEST(VariantsSetUp, ATimeLimitEndsItInEachForm) {
  int lines = 0;
  for_each_kind([&](RuleKind kind) {
    const auto [board, rule] = largest_rule(kind);
    const Puzzle puzzle = with_rules(board, {rule});
    for (const Result<std::string>& text :
         {write_iss(puzzle), write_fpuzzles_link(puzzle), write_scl_link(puzzle)}) {
      if (!text || text->size() > kMaxBoardLineBytes) continue;
      ++lines;
      const TextAnswers answers = answer(*text, {.time = std::chrono::nanoseconds(1)});
      EXPECT_EQ(answers.text, "timeout\n");
      EXPECT_EQ(answers.timed_out, 1U);
    }
  });
  EXPECT_GT(lines, 2 * kRuleKinds * 3 / 4);
}

std::string copies_of(const std::string& text, int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

/// A blank board of f-puzzles.
std::string fpuzzles_board(int size, const std::string& members) {
  std::string row = copies_of("{},", size);
  row.pop_back();
  std::string grid = copies_of('[' + row + "],", size);
  grid.pop_back();
  return R"({"size":)" + std::to_string(size) + R"(,"grid":[)" + grid + "]," + members + '}';
}

TEST(VariantsSetUp, WhatIsPackedIsBounded) {
  const auto text_of = [](const std::string& json) { return answer(pack_lz(json), {}).text; };
  const std::string negative =
      fpuzzles_board(4, R"("negative":["xv")" + copies_of(R"(,"xv")", 20'000) + ']');
  EXPECT_EQ(text_of(negative), answer(".Shape~4x4.StrictXV", {}).text);
  const std::string cage = R"({"cells":["R1C1","R1C2"],"value":"3"})";
  EXPECT_EQ(
      text_of(fpuzzles_board(4, R"("killercage":[)" + cage + copies_of(',' + cage, 9'999) + ']')),
      answer(".Shape~4x4.Cage~3~R1C1~R1C2", {}).text);
  EXPECT_EQ(text_of(fpuzzles_board(4, R"("odd":[0)" + copies_of(",0", 100'000) + ']')),
            "invalid JSON: more than 100000 values (at character 200035)\n");
  EXPECT_EQ(text_of(fpuzzles_board(4, R"("title":")" + std::string(1 << 20, ' ') + '"')),
            "invalid the packed text has more than 1048576 characters when it is unpacked\n");
  const std::string note = R"({"value":"antiknight: true"})";
  EXPECT_EQ(text_of(fpuzzles_board(4, R"("cage":[)" + note + copies_of(',' + note, 20'000) + ']')),
            "invalid there are too many rules (at most 20000 on a board)\n");
}

}  // namespace
}  // namespace puzzled::variants
