#include "daemon/commands/cover/request.hpp"

#include <string_view>
#include <tuple>

#include "daemon/base/text/given_option.hpp"
#include "daemon/base/text/quantity.hpp"

namespace puzzled::commands {
namespace {

using Kind = CoverRequest::Kind;

/// A kind of request, and the option that asks for it.
struct KindOption {
  Kind kind;
  bool given;
  std::string_view name;
};

Result<KindOption> read_kind(const CoverSettings& s) {
  const KindOption kinds[] = {{Kind::kHasSolution, s.has_solution, "--has-solution"},
                              {Kind::kBest, s.minimize, "--minimize"},
                              {Kind::kBest, s.maximize, "--maximize"},
                              {Kind::kEstimate, s.estimate, "--estimate"},
                              {Kind::kPart, !s.part.empty(), "--part"},
                              {Kind::kMerge, s.merges(), "merge"},
                              {Kind::kExample, !s.example.empty(), "--example"}};
  KindOption found{Kind::kCount, false, "a count"};
  for (const KindOption& kind : kinds) {
    if (!kind.given) continue;
    if (found.given) {
      return Error{std::string(found.name) + " and " + std::string(kind.name) +
                   " cannot be combined"};
    }
    found = kind;
  }
  return found;
}

/// The first contradiction of an option that draws tilings with another.
std::optional<Error> drawing_contradiction(const CoverSettings& s, const CoverRequest& request,
                                           std::string_view asked) {
  if (!s.svg && !s.pretty) return std::nullopt;
  const bool lists = request.kind == Kind::kCount || request.kind == Kind::kBest;
  if (!lists) {
    return Error{std::string(asked) + " cannot be combined with " + (s.svg ? "--svg" : "--pretty")};
  }
  const GivenOption others[] = {{s.pretty, "--pretty"},   {s.json, "--json"},
                                {s.options, "--options"}, {s.all, "--all"},
                                {s.count, "--count"},     {s.first > 1, "--first of more than 1"},
                                {s.limit > 0, "--limit"}, {!s.checkpoint.empty(), "--checkpoint"}};
  if (s.svg) {
    return first_given({others}, "cannot be combined with --svg: the output is one picture");
  }
  const GivenOption forms[] = {{s.json, "--json"}, {s.options, "--options"}};
  return first_given({forms}, "cannot be combined with --pretty");
}

/// The first contradiction in `s` for a request of the kind that `asked` asks for, if there is one.
std::optional<Error> contradiction(const CoverSettings& s, const CoverRequest& request,
                                   std::string_view asked) {
  const Kind kind = request.kind;
  const GivenOption lists[] = {{s.first > 0, "--first"}, {s.all, "--all"}, {s.count, "--count"}};
  const GivenOption counts[] = {{s.limit > 0, "--limit"}, {!s.checkpoint.empty(), "--checkpoint"}};

  if (auto error = drawing_contradiction(s, request, asked)) return error;
  if (!s.words.empty() && kind != Kind::kExample) return Error{"--words needs --example"};
  if (s.options && request.listed == 0 && kind != Kind::kBest) {
    return Error{"--options needs a list: add --first K, --all, --minimize or --maximize"};
  }
  if (request.counts_options && kind != Kind::kBest) {
    return Error{"--cost options needs --minimize or --maximize"};
  }
  const bool has_columns = s.format != "auto" && s.format != "dlx";
  if (request.first_line != cover::FirstLine::kAuto && !has_columns) {
    return Error{"--first-line needs --format matrix, sparse or counted"};
  }
  if (request.first_line == cover::FirstLine::kNames && s.format != "matrix") {
    return Error{"--first-line names needs --format matrix"};
  }
  if (auto error = file_contradiction(s)) return error;
  if (kind == Kind::kCount) {
    if (!request.counted) return first_given({counts}, "needs a count: add --count");
    if (s.limit > 0 && !s.checkpoint.empty()) {
      return Error{"--limit and --checkpoint cannot be combined"};
    }
    return std::nullopt;
  }
  const std::string with = "cannot be combined with " + std::string(asked);
  if (auto error = first_given({lists}, with)) return error;
  if (kind != Kind::kPart) return first_given({counts}, with);
  if (s.limit > 0) return Error{"--limit " + with};
  if (auto error = part_contradiction(s)) return error;
  if (s.time_limit.count() > 0) return Error{"--time-limit " + with};
  return std::nullopt;
}

}  // namespace

Result<CoverRequest> read_request(const CoverSettings& settings) {
  CoverRequest request;
  const Result<KindOption> kind = read_kind(settings);
  if (!kind) return kind.error();
  request.kind = (*kind).kind;
  if (const Result<> units = read_units(settings, request); !units) return units.error();
  if (request.kind == Kind::kExample && !request.inputs.empty()) {
    return Error{"--example prints a problem and reads no file (got '" + request.inputs[0] + "')"};
  }
  if (request.inputs.empty()) request.inputs.emplace_back("-");
  if (const auto form = cover::find_cover_form(settings.format)) request.form = *form;
  if (const auto line = cover::find_first_line(settings.first_line)) request.first_line = *line;
  request.counts_options = settings.cost == "options";
  if (const auto engine = cover::find_engine(settings.engine)) request.engine = *engine;
  for (const auto& [text, name, to] :
       {std::tuple(&settings.max_line, "--max-line", &request.limits.max_line),
        std::tuple(&settings.max_problem, "--max-problem", &request.limits.max_problem)}) {
    const std::optional<std::uint64_t> size = parse_size(*text);
    if (!size || *size == 0 || *size > cover::kMaxProblemBytes) {
      return Error{std::string(name) + ": must be a size of at most 2G, such as 64M (got '" +
                   *text + "')"};
    }
    *to = *size;
  }
  if (request.listed == 0 && request.kind == Kind::kCount && (settings.svg || settings.pretty)) {
    request.listed = 1;
  }
  request.counted = request.kind == Kind::kCount && (request.listed == 0 || settings.count);
  if (std::optional<Error> error = contradiction(settings, request, (*kind).name)) return *error;
  return request;
}

}  // namespace puzzled::commands
