#include "daemon/commands/queens/request.hpp"

#include <algorithm>
#include <iterator>

#include "core/queens/regions/region_generator.hpp"
#include "core/queens/solution_walk.hpp"
#include "core/queens/unit_count.hpp"
#include "daemon/base/text/given_option.hpp"
#include "daemon/base/text/quantity.hpp"
#include "daemon/base/text/suggest.hpp"
#include "daemon/commands/queens/board_request.hpp"

namespace puzzled::commands {
namespace {

/// Whether other boards than empty ones are meant, or a count that stops, as that of boards does.
bool describes_board(const QueensSettings& s) {
  return s.torus || !s.holes.empty() || !s.placed.empty() || s.limit > 0;
}

/// Whether units are asked for: a count that is kept, shared, or counted twice.
bool counts_in_units(const QueensSettings& s) {
  return s.estimate || !s.part.empty() || !s.checkpoint.empty() || !s.verify_sample.empty();
}

/// The most queens that what is asked for can take.
int max_queens(const QueensSettings& s) {
  if (describes_board(s) && (s.has_solution || s.limit > 0)) return queens::kMaxBoardQueens;
  if (s.generate > 0) return queens::kMaxGeneratedRegions;
  if (s.any || s.random > 0 || s.has_solution) return kMaxSingleQueens;
  const bool counts = s.count || (s.unique && s.first == 0 && !s.all);
  const bool lists = s.first > 0 || s.all || s.draws();
  return lists && !counts ? queens::kMaxWalkQueens : queens::kMaxQueens;
}

Result<int> parse_queens(const std::string& text, int min, int max) {
  const int queens = parse_whole<int>(text).value_or(0);
  if (queens >= min && queens <= max) return queens;
  std::string message = "the number of queens must be from " + std::to_string(min) + " to " +
                        std::to_string(max) + " (got '" + text + "')";
  const std::string merge[] = {"merge"};
  if (suggest(text, merge)) message += "; did you mean 'merge'?";
  return Error{message};
}

/// The first contradiction of an option that draws solutions with another.
std::optional<Error> drawing_contradiction(const QueensSettings& s) {
  const GivenOption others[] = {{s.board, "--board"},
                                {s.pretty, "--pretty"},
                                {s.json, "--json"},
                                {s.all, "--all"},
                                {s.count, "--count"},
                                {s.unique, "--unique"},
                                {s.random > 1, "--random of more than 1"},
                                {s.has_solution, "--has-solution"},
                                {s.first > 1, "--first of more than 1"},
                                {!s.checkpoint.empty(), "--checkpoint"},
                                {!s.verify_sample.empty(), "--verify-sample"}};
  if (s.svg) {
    return first_given({others}, "cannot be combined with --svg: the output is one picture");
  }
  if (s.board && s.json) return Error{"--board and --json cannot be combined"};
  if (s.pretty && s.json) return Error{"--pretty and --json cannot be combined"};
  if (s.board && s.pretty) return Error{"--board and --pretty cannot be combined"};
  return std::nullopt;
}

/// The first contradiction in `s` for a request of this kind, if there is one.
std::optional<Error> contradiction(const QueensSettings& s, const QueensRequest& request) {
  using Kind = QueensRequest::Kind;
  const GivenOption singles[] = {{s.any, "--any"},
                                 {s.random > 0, "--random"},
                                 {s.generate > 0, "--generate"},
                                 {s.has_solution, "--has-solution"}};
  const GivenOption lists[] = {{s.first > 0, "--first"}, {s.all, "--all"}};
  const GivenOption drawing[] = {{s.board, "--board"}, {s.pretty, "--pretty"}, {s.svg, "--svg"}};
  const GivenOption counting[] = {{!s.checkpoint.empty(), "--checkpoint"},
                                  {!s.verify_sample.empty(), "--verify-sample"}};
  const GivenOption totals[] = {{s.count, "--count"}, {s.unique, "--unique"}};
  const GivenOption boards[] = {{s.torus, "--torus"},
                                {!s.holes.empty(), "--holes"},
                                {!s.placed.empty(), "--placed"},
                                {s.limit > 0, "--limit"}};
  const GivenOption modes[] = {{s.estimate, "--estimate"}, {!s.part.empty(), "--part"}};

  if (auto error = drawing_contradiction(s)) return error;
  if (s.seed != 1 && s.random == 0 && s.generate == 0) {
    return Error{"--seed needs --random K or --generate K"};
  }
  if (s.machines > 0 && !s.estimate) return Error{"--machines needs --estimate"};
  if (request.counts_board) {
    const GivenOption unfit[] = {{s.unique, "--unique"}, {s.limit > 0, "--limit"}};
    const bool is_file = !request.inputs.empty();
    const std::string reason =
        "cannot be combined with --checkpoint, --part, --estimate or "
        "--verify-sample on a board";
    if (auto error = first_given({unfit, lists, singles}, reason)) return error;
    if (is_file) {
      if (auto error = first_given({{boards, 3}}, "needs a number of queens, not a file")) {
        return error;
      }
    }
    if (auto error = first_given({{drawing + (is_file ? 1 : 0), std::end(drawing)}}, reason)) {
      return error;
    }
  }
  switch (request.kind) {
    case Kind::kMerge:
      return first_given({lists, drawing, counting, modes, singles, boards},
                         "cannot be combined with merge");
    case Kind::kEstimate:
      if (!s.part.empty()) return Error{"--part cannot be combined with --estimate"};
      if (request.counts_board)
        return first_given({totals, counting}, "cannot be combined with --estimate");
      return first_given({lists, drawing, totals, counting, singles, boards},
                         "cannot be combined with --estimate");
    case Kind::kPart:
      if (auto error = part_contradiction(s)) return error;
      if (!request.counts_board) {
        if (auto error =
                first_given({lists, drawing, singles, boards}, "cannot be combined with --part")) {
          return error;
        }
      }
      return first_given({totals}, "cannot be combined with --part; merge prints the total");
    case Kind::kBoards: {
      const GivenOption unfit[] = {{s.unique, "--unique"},
                                   {s.any, "--any"},
                                   {s.random > 0, "--random"},
                                   {s.generate > 0, "--generate"}};
      const std::string others =
          "cannot be combined with --torus, --holes, --placed, --limit or "
          "boards of a file";
      if (auto error = first_given({unfit}, others)) return error;
      if (!request.inputs.empty()) {
        const std::string reason = "needs a number of queens, not a file";
        if (auto error = first_given({{boards, 3}}, reason)) return error;
      }
      if (!s.has_solution) return std::nullopt;
      return first_given({lists, drawing, {totals, 1}, {boards + 3, 1}},
                         "cannot be combined with --has-solution");
    }
    case Kind::kSingle: {
      const auto first = std::ranges::find_if(singles, &GivenOption::given);
      const std::string reason = "cannot be combined with " + std::string(first->name);
      if (auto error = first_given({lists, totals, counting, modes}, reason)) return error;
      if (auto error = first_given({{first + 1, std::end(singles)}}, reason)) return error;
      if (s.has_solution || s.generate > 0) return first_given({drawing}, reason);
      if (s.draws() && request.queens > kMaxDrawnQueens) {
        return Error{"at most " + std::to_string(kMaxDrawnQueens) + " queens are drawn (got " +
                     std::to_string(request.queens) + ")"};
      }
      return std::nullopt;
    }
    case Kind::kAnswer:
      if (auto error = file_contradiction(s); error || request.counted) return error;
      return first_given({counting}, "needs a count: add --count");
  }
  return std::nullopt;
}

}  // namespace

std::optional<double> parse_percent(const std::string& text) {
  std::string_view rest = text;
  const std::optional<double> number = take_number(rest);
  if (rest == "%") rest.remove_prefix(1);
  if (!number || !rest.empty() || *number <= 0 || *number > 100) return std::nullopt;
  return *number / 100;
}

Result<QueensRequest> read_request(const QueensSettings& settings) {
  using Kind = QueensRequest::Kind;
  QueensRequest request;
  const Result<QueensArguments> arguments = read_arguments(
      {.words = settings.arguments, .holes = settings.holes, .placed = settings.placed});
  if (!arguments) return arguments.error();
  const std::vector<std::string>& words = (*arguments).words;
  if (words.empty()) {
    return Error{"queens needs a number of queens; see 'puzzled queens --help'"};
  }
  if (const Result<> units = read_units(settings, request); !units) return units.error();
  if (settings.merges()) {
    request.kind = Kind::kMerge;
  } else if (names_board_file(words[0])) {
    request.kind = Kind::kBoards;
    request.inputs = words;
  } else {
    const Result<int> queens = parse_queens(
        words[0], settings.generate > 0 ? queens::kMinGeneratedRegions : 1, max_queens(settings));
    if (!queens) return queens.error();
    request.queens = *queens;
    request.inputs.clear();
    if (words.size() > 1) {
      return Error{"unexpected argument '" + words[1] + "' for 'puzzled queens'"};
    }
    if (settings.any || settings.random > 0 || settings.generate > 0 || settings.has_solution) {
      request.kind = Kind::kSingle;
    }
    if (describes_board(settings)) {
      request.kind = Kind::kBoards;
      const Result<queens::Board> board = read_board(*queens, settings.torus, *arguments);
      if (!board) return board.error();
      request.board = *board;
    }
  }
  request.counts_board = request.kind == Kind::kBoards && counts_in_units(settings);
  if (request.counts_board) request.kind = Kind::kAnswer;
  if (!settings.part.empty() && request.kind != Kind::kMerge) request.kind = Kind::kPart;
  if (settings.estimate && request.kind != Kind::kMerge) request.kind = Kind::kEstimate;
  if (!settings.verify_sample.empty()) {
    const std::optional<double> share = parse_percent(settings.verify_sample);
    if (!share) {
      return Error{"--verify-sample: must be a percentage above 0 and up to 100 (got '" +
                   settings.verify_sample + "')"};
    }
    request.verified_share = *share;
  }
  request.lists_classes = settings.unique && request.listed > 0 && !settings.count;
  // Beside a file, --board says that it holds boards.
  const bool draws = request.inputs.empty() ? settings.draws() : settings.pretty || settings.svg;
  if (request.listed == 0 && draws && request.kind != Kind::kMerge) request.listed = 1;
  request.counted = request.listed == 0 || settings.count || settings.limit > 0 ||
                    (settings.unique && !request.lists_classes);
  if (std::optional<Error> error = contradiction(settings, request)) return *error;
  return request;
}

}  // namespace puzzled::commands
