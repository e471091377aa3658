#include "daemon/commands/queens/request.hpp"

#include <charconv>
#include <cmath>

#include "core/queens/unit_count.hpp"
#include "daemon/base/text/given_option.hpp"
#include "daemon/base/text/quantity.hpp"
#include "daemon/base/text/suggest.hpp"

namespace puzzled::commands {
namespace {

constexpr std::uint64_t kNoEnd = UINT64_MAX;

Result<int> parse_queens(const std::string& text) {
  int queens = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, queens);
  if (error == std::errc{} && stop == end && queens >= 1 && queens <= queens::kMaxQueens)
    return queens;
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

  if (s.first > 0 && s.all) return Error{"--first and --all cannot be combined"};
  if (s.board && s.json) return Error{"--board and --json cannot be combined"};
  if (s.taper && s.part.empty()) return Error{"--taper needs --part I/K"};
  if (s.machines > 0 && !s.estimate) return Error{"--machines needs --estimate"};
  switch (request.kind) {
    case Kind::kMerge:
      if (auto error = first_given(listing, "cannot be combined with merge")) return error;
      if (auto error = first_given(counting, "cannot be combined with merge")) return error;
      return first_given(modes, "cannot be combined with merge");
    case Kind::kEstimate:
      if (!s.part.empty()) return Error{"--part cannot be combined with --estimate"};
      if (auto error = first_given(listing, "cannot be combined with --estimate")) return error;
      if (auto error = first_given(totals, "cannot be combined with --estimate")) return error;
      return first_given(counting, "cannot be combined with --estimate");
    case Kind::kPart:
      if (s.output.empty() || s.output == "-") return Error{"--part needs --output FILE"};
      if (s.output == s.checkpoint) return Error{"--checkpoint and --output name the same file"};
      if (s.json) return Error{"--json cannot be combined with --part; give it to merge"};
      if (s.partial)
        return Error{"--partial cannot be combined with --part; --checkpoint saves a count"};
      if (auto error = first_given(listing, "cannot be combined with --part")) return error;
      return first_given(totals, "cannot be combined with --part; merge prints the total");
    case Kind::kAnswer:
      if (!s.checkpoint.empty() && s.output == s.checkpoint) {
        return Error{"--checkpoint and --output name the same file"};
      }
      if (request.counted) return std::nullopt;
      return first_given(counting, "needs a count: add --count");
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
  const std::vector<std::string>& arguments = settings.arguments;
  if (arguments.empty())
    return Error{"queens needs a number of queens; see 'puzzled queens --help'"};
  if (arguments[0] == "merge") {
    request.kind = Kind::kMerge;
    request.parts_files.assign(arguments.begin() + 1, arguments.end());
    if (request.parts_files.empty()) return Error{"merge needs the files of the parts"};
  } else {
    const Result<int> queens = parse_queens(arguments[0]);
    if (!queens) return queens.error();
    request.queens = *queens;
    if (arguments.size() > 1) {
      return Error{"unexpected argument '" + arguments[1] + "' for 'puzzled queens'"};
    }
    if (settings.estimate) {
      request.kind = Kind::kEstimate;
    } else if (!settings.part.empty()) {
      request.kind = Kind::kPart;
    }
  }
  if (!settings.part.empty()) {
    const Result<Part> part = read_part(settings.part, settings.taper);
    if (!part) return part.error();
    request.part = *part;
  }
  if (!settings.memory.empty()) {
    const Result<std::uint64_t> memory = read_memory(settings.memory);
    if (!memory) return memory.error();
    request.memory = *memory;
  }
  if (!settings.verify_sample.empty()) {
    const std::optional<double> share = parse_percent(settings.verify_sample);
    if (!share) {
      return Error{"--verify-sample: must be a percentage above 0 and up to 100 (got '" +
                   settings.verify_sample + "')"};
    }
    request.verified_share = *share;
  }
  if (settings.all) {
    request.listed = kNoEnd;
  } else if (settings.first > 0) {
    request.listed = settings.first;
  } else if (settings.board) {
    request.listed = 1;
  }
  request.counted = request.listed == 0 || settings.count || settings.unique;
  if (std::optional<Error> error = contradiction(settings, request)) return *error;
  return request;
}

}  // namespace puzzled::commands
