#include "daemon/commands/queens/request.hpp"

#include "core/queens/unit_count.hpp"
#include "daemon/base/text/given_option.hpp"
#include "daemon/base/text/quantity.hpp"
#include "daemon/base/text/suggest.hpp"

namespace puzzled::commands {
namespace {

Result<int> parse_queens(const std::string& text) {
  const int queens = parse_whole<int>(text).value_or(0);
  if (queens >= 1 && queens <= queens::kMaxQueens) return queens;
  std::string message = "the number of queens must be from 1 to " +
                        std::to_string(queens::kMaxQueens) + " (got '" + text + "')";
  const std::string merge[] = {"merge"};
  if (suggest(text, merge)) message += "; did you mean 'merge'?";
  return Error{message};
}

/// The first contradiction in `s` for a request of this kind, if there is one.
std::optional<Error> contradiction(const QueensSettings& s, const QueensRequest& request) {
  using Kind = QueensRequest::Kind;
  const GivenOption listing[] = {{s.first > 0, "--first"}, {s.all, "--all"}, {s.board, "--board"}};
  const GivenOption counting[] = {{!s.checkpoint.empty(), "--checkpoint"},
                                  {!s.verify_sample.empty(), "--verify-sample"}};
  const GivenOption totals[] = {{s.count, "--count"}, {s.unique, "--unique"}};
  const GivenOption modes[] = {{s.estimate, "--estimate"}, {!s.part.empty(), "--part"}};

  if (s.board && s.json) return Error{"--board and --json cannot be combined"};
  if (s.machines > 0 && !s.estimate) return Error{"--machines needs --estimate"};
  switch (request.kind) {
    case Kind::kMerge:
      return first_given({listing, counting, modes}, "cannot be combined with merge");
    case Kind::kEstimate:
      if (!s.part.empty()) return Error{"--part cannot be combined with --estimate"};
      return first_given({listing, totals, counting}, "cannot be combined with --estimate");
    case Kind::kPart:
      if (auto error = part_contradiction(s)) return error;
      if (auto error = first_given({listing}, "cannot be combined with --part")) return error;
      return first_given({totals}, "cannot be combined with --part; merge prints the total");
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
  if (settings.arguments.empty()) {
    return Error{"queens needs a number of queens; see 'puzzled queens --help'"};
  }
  if (settings.merges()) {
    request.kind = Kind::kMerge;
  } else {
    const Result<int> queens = parse_queens(settings.arguments[0]);
    if (!queens) return queens.error();
    request.queens = *queens;
    if (settings.arguments.size() > 1) {
      return Error{"unexpected argument '" + settings.arguments[1] + "' for 'puzzled queens'"};
    }
    if (!settings.part.empty()) request.kind = Kind::kPart;
    if (settings.estimate) request.kind = Kind::kEstimate;
  }
  if (const Result<> units = read_units(settings, request); !units) return units.error();
  if (!settings.verify_sample.empty()) {
    const std::optional<double> share = parse_percent(settings.verify_sample);
    if (!share) {
      return Error{"--verify-sample: must be a percentage above 0 and up to 100 (got '" +
                   settings.verify_sample + "')"};
    }
    request.verified_share = *share;
  }
  if (request.listed == 0 && settings.board) request.listed = 1;
  request.counted = request.listed == 0 || settings.count || settings.unique;
  if (std::optional<Error> error = contradiction(settings, request)) return *error;
  return request;
}

}  // namespace puzzled::commands
