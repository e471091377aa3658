#include "daemon/net/http/http_answer.hpp"

#include <algorithm>
#include <charconv>
#include <system_error>
#include <vector>

#include "core/sudoku/text/cells.hpp"
#include "core/sudoku/text/lines.hpp"
#include "core/variants/text/board_form.hpp"
#include "core/variants/text/constraint_lines.hpp"
#include "core/variants/text/puzzle_line.hpp"
#include "daemon/net/http/http_authority.hpp"
#include "daemon/net/http/status_page.hpp"
#include "daemon/net/metrics/metric_texts.hpp"
#include "daemon/net/verbs/read_request.hpp"
#include "daemon/net/verbs/verify_lines.hpp"

namespace puzzled::net {
namespace {

constexpr std::string_view kFrom = "from=";
constexpr std::string_view kCountTo = "count=";
constexpr std::string_view kHasSolution = "has-solution";
constexpr std::string_view kTorus = "torus";

/// Cuts the next one off, at `&`.
std::string_view take_parameter(std::string_view& query) {
  const std::string_view parameter = query.substr(0, query.find('&'));
  query.remove_prefix(std::min(parameter.size() + 1, query.size()));
  return parameter;
}

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/// A host that no foreign name server can give to our address: an address, or this machine's own
/// name for itself. Without this, a page from evil.example, whose name is then made to point to
/// 127.0.0.1, could ask us and read the answer (DNS rebinding).
bool is_own(const HttpAuthority& host) {
  return host.address || host.name == "localhost";
}

/// Browsers name the page that makes them POST; only our own may, which came by http from the very
/// host and port that are now asked.
bool is_same_site(std::string_view origin, const std::optional<HttpAuthority>& host) {
  return host && parse_http_origin(origin) == host;
}

/// The hosts that a request names, and which of them counts.
struct NamedHost {
  std::optional<HttpAuthority> host{};  ///< none where HTTP/1.0 names none
  bool is_valid = true;
};

/// The host in the target beats that of the header (RFC 9112, 3.2.2), which must be one all the
/// same.
NamedHost host_of(const HttpRequest& request, const HttpTarget& target) {
  NamedHost named;
  if (request.host) {
    named.host = parse_http_authority(*request.host);
    // An empty Host is allowed, and nobody's.
    if (!named.host && request.host->empty()) named.host.emplace();
    named.is_valid = named.host.has_value();
  }
  if (target.authority) {
    named.host = parse_http_authority(*target.authority);
    named.is_valid = named.is_valid && named.host;
  }
  return named;
}

/// The body as a line of the protocol: one line as it stands; of more, as a board has, what is not
/// blank.
std::string puzzle_line(std::string_view body) {
  while (!body.empty() && is_blank(body.back())) body.remove_suffix(1);
  while (!body.empty() && is_blank(body.front())) body.remove_prefix(1);
  std::string line(body);
  if (line.find('\n') != std::string::npos) std::erase_if(line, is_blank);
  return line;
}

/// The one request in the body: a line, beside which there may be blank ones and comments, or a
/// board in several, of rows or of constraints. Nothing if there are more; empty if there is none.
std::optional<std::string> request_line(std::string_view body) {
  std::string joined;
  std::string kept;
  std::size_t lines = 0;
  while (!body.empty()) {
    const std::string_view line = sudoku::take_line(body);
    if (read_request(line, {}).kind == Request::Kind::kNothing) continue;
    joined += line;
    (kept += line) += '\n';
    ++lines;
  }
  if (lines <= 1) return joined;
  const variants::ConstraintRun run = variants::constraint_run(kept);
  if (run.lines == lines && run.fault.empty()) return variants::join_lines(kept);
  std::erase_if(joined, is_blank);
  sudoku::Grid grid;
  const bool is_board =
      (joined.size() == sudoku::kCells && sudoku::read_cells(joined, grid) == sudoku::kCells) ||
      (joined.size() == lines * lines && variants::is_board_line(joined));
  return is_board ? std::optional(std::move(joined)) : std::nullopt;
}

std::unique_ptr<RequestBatch> stream_batch(std::string_view line, std::uint64_t limit) {
  auto batch = std::make_unique<RequestBatch>();
  batch->kind = BatchKind::kStream;
  batch->requests.append(line);
  batch->requests.append("\n");
  batch->lines = 1;
  batch->limit = limit;
  return batch;
}

std::unique_ptr<RequestBatch> search_batch(const SearchRequest& search) {
  auto batch = std::make_unique<RequestBatch>();
  batch->kind = BatchKind::kSearch;
  batch->lines = 1;
  batch->search = search;
  return batch;
}

/// Whether a request for that may come by HTTP, where an answer is read at once. (A list of queens
/// belongs on the other listeners.)
bool is_for_http(const Verb& verb, RequestKind kind) {
  return &verb != find_verb("first") &&
         (kind == RequestKind::kSudoku || kind == RequestKind::kSearch ||
          kind == RequestKind::kAnswered);
}

/// `solve, count and ping`.
std::string verbs_for_http() {
  std::vector<std::string_view> names;
  for (const Verb& verb : kVerbs) {
    if (is_for_http(verb, verb.kind)) names.push_back(verb.name);
  }
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += i == 0 ? "" : i + 1 == names.size() ? " and " : ", ";
    text += names[i];
  }
  return text;
}

HttpAnswer ask(std::string_view line, const HttpSources& sources) {
  const Request request = read_request(line, sources.limits());
  const bool is_search = request.kind == Request::Kind::kSearch;
  const bool is_answered = request.kind == Request::Kind::kAnswered;
  if (!is_for_http(*request.verb, request.kind) || !request.tag.empty() || request.closes) {
    return http_failure(400, "error bad-request only " + verbs_for_http() + " are answered here");
  }
  if (is_answered) {
    Metrics& metrics = sources.metrics;
    Counter& counter = request.is_error ? metrics.errors[static_cast<std::size_t>(request.error)]
                                        : metrics.requests[index_of(*request.verb)];
    counter.fetch_add(1, std::memory_order_relaxed);
    return http_answer_line(request.answer + '\n');
  }
  HttpAnswer answer;
  answer.work =
      is_search ? search_batch(request.search) : stream_batch(request.sudoku, request.limit);
  // Plain puzzles are counted when they have been solved.
  if (is_search || request.limit != 1) {
    answer.work->tally.requests[index_of(*request.verb)] = 1;
  }
  return answer;
}

bool is_word_in(std::string_view query, std::string_view word) {
  while (!query.empty()) {
    if (take_parameter(query) == word) return true;
  }
  return false;
}

/// Text that begins as JSON does.
bool begins_json(std::string_view body) {
  while (!body.empty() && is_blank(body.front())) body.remove_prefix(1);
  return body.starts_with('{') || body.starts_with('[');
}

bool is_json_type(std::string_view type) {
  type = type.substr(0, type.find_first_of("; "));
  return type.find("json") != std::string_view::npos;  // application/json, x-ndjson, ld+json
}

constexpr std::string_view kPlainWanted =
    "; send plain text: a puzzle or a request on a line, or pairs of a puzzle and a grid";

/// Refuses a body that is not what it says, or is packed.
std::optional<HttpAnswer> packing_refusal(const HttpRequest& request) {
  constexpr std::string_view kMagic[] = {"\x1f\x8b",
                                         "\x28\xb5\x2f\xfd",
                                         "BZh",
                                         {"\xfd"
                                          "7zXZ\0",
                                          6},
                                         "PK\x03\x04"};
  const bool is_encoded =
      !request.content_encoding.empty() && request.content_encoding != "identity";
  const bool is_packed = std::ranges::any_of(
      kMagic, [&](std::string_view magic) { return request.body.starts_with(magic); });
  if (!is_encoded && !is_packed) return std::nullopt;
  return http_failure(
      415, "the body is compressed, and is not unpacked here" + std::string(kPlainWanted));
}

HttpAnswer json_refusal(std::string_view wanted = kPlainWanted) {
  return http_failure(415, "JSON is not read here" + std::string(wanted));
}

/// What is JSON for /solve or /ask and no board that other programs write so.
bool is_strange_json(std::string_view line, std::string_view type) {
  return (begins_json(line) || is_json_type(type)) && !variants::is_certain_puzzle_line(line);
}

/// /verify: many pairs. What takes no search is a tenth of a microsecond each.
HttpAnswer answer_pairs(std::string_view query, const HttpRequest& request,
                        const HttpSources& sources) {
  const std::string_view body = request.body;
  if (sudoku::count_lines(body) > kMaxHttpPairs) {
    return http_failure(
        413, "error limit at most " + std::to_string(kMaxHttpPairs) + " lines a request");
  }
  const bool is_json = begins_json(body) || is_json_type(request.content_type);
  if (is_json && !has_pair(body)) {
    return json_refusal(
        " without a pair of a puzzle and a grid; send an object a line, such as {\"puzzle\": …, "
        "\"solution\": …}");
  }
  SearchRequest search{.verb = &verb_named("verify"),
                       .needs = {.is_unique = is_word_in(query, "unique"),
                                 .counts_cells = is_word_in(query, "cells")}};
  if (search.needs.is_unique || search.needs.counts_cells) {
    search.line = body;
    HttpAnswer answer;
    answer.work = search_batch(search);
    answer.work->tally.requests[index_of(*search.verb)] = 1;
    return answer;
  }
  std::string text = *verify_lines(body, {});
  if (text.empty()) return http_failure(400, "the body contains no pair");
  Metrics& metrics = sources.metrics;
  metrics.requests[index_of(*search.verb)].fetch_add(sudoku::count_lines(text),
                                                     std::memory_order_relaxed);
  return {.body = std::move(text)};
}

/// The number behind `name` in the query, such as `from=`. Nothing without one.
Result<std::optional<std::uint64_t>> number_in(std::string_view query, std::string_view name) {
  std::optional<std::uint64_t> number;
  while (!query.empty()) {
    const std::string_view parameter = take_parameter(query);
    if (!parameter.starts_with(name)) continue;
    const std::string_view digits = parameter.substr(name.size());
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size()) {
      return Error{std::string(name) + "N takes a number"};
    }
    number = value;
  }
  return number;
}

/// /queens: many boards.
HttpAnswer answer_boards(std::string_view query, const HttpRequest& request,
                         const HttpSources& sources) {
  const Result<std::optional<std::uint64_t>> most = number_in(query, kCountTo);
  if (!most) return http_failure(400, most.error().message);
  SearchRequest search{.verb = &verb_named("queens"),
                       .line = std::string(request.body),
                       .boards = {.counts = most->has_value(),
                                  .limit = most->value_or(0),
                                  .has_solution = is_word_in(query, kHasSolution)},
                       .is_torus = is_word_in(query, kTorus),
                       .is_text = true,
                       .max_queens = sources.limits().queens};
  if (search.boards.counts && search.boards.has_solution) {
    return http_failure(400, "count=N and has-solution cannot be combined");
  }
  HttpAnswer answer;
  answer.work = search_batch(search);
  answer.work->tally.requests[index_of(*search.verb)] = 1;
  return answer;
}

/// /solve, /ask, /verify and /queens.
HttpAnswer answer_post(const HttpTarget& target, const HttpRequest& request,
                       const std::optional<HttpAuthority>& host, const HttpSources& sources) {
  if (request.method != "POST") return http_not_allowed("POST");
  if (request.origin && !is_same_site(*request.origin, host)) {
    return http_failure(403, "requests of other sites are refused");
  }
  if (sources.phase() != Phase::kServing) {
    return http_failure(503, "error shutting-down the daemon is shutting down");
  }
  if (std::optional<HttpAnswer> refusal = packing_refusal(request)) return std::move(*refusal);
  if (target.path == kPairsPath) return answer_pairs(target.query, request, sources);
  if (target.path == kBoardsPath) return answer_boards(target.query, request, sources);
  const bool asks = target.path == "/ask";
  const std::string line = asks ? std::string() : puzzle_line(request.body);
  const std::optional<std::string> asked = asks ? request_line(request.body) : line;
  if (is_strange_json(asked.value_or(std::string(request.body)), request.content_type)) {
    return json_refusal();
  }
  if (!asked) return http_failure(400, "error bad-request one request a call");
  if (asked->empty()) {
    return http_failure(400,
                        asks ? "the body contains no request" : "the request contains no puzzle");
  }
  if (asks || variants::is_board_line(line)) return ask(*asked, sources);
  HttpAnswer answer;
  answer.work = stream_batch(line, 1);
  return answer;
}

/// /cancel. Who may stop the work of others must be an operator of this machine: neither another
/// machine, nor a page that is no page of ours in a browser of this machine, nor somebody behind a
/// proxy here.
HttpAnswer answer_cancel(const HttpRequest& request, const std::optional<HttpAuthority>& host,
                         const HttpSources& sources) {
  if (request.method != "POST") return http_not_allowed("POST");
  if (!sources.only_on_loopback || request.is_forwarded) {
    return http_failure(403,
                        "searches are cancelled from this machine only: where `http` is a loopback "
                        "address, and not through a proxy");
  }
  if (request.origin && !is_same_site(*request.origin, host)) {
    return http_failure(403, "requests of other sites are refused");
  }
  if (request.action != "cancel") {
    return http_failure(403,
                        "the request needs the header " + std::string(kActionHeader) + ": cancel");
  }
  std::string_view body = request.body;
  while (!body.empty() && is_blank(body.back())) body.remove_suffix(1);
  std::uint64_t id = 0;
  const auto [end, error] = std::from_chars(body.data(), body.data() + body.size(), id);
  if (error != std::errc() || end != body.data() + body.size()) {
    return http_failure(400, "the body must be the id of a search, as /searches lists it");
  }
  if (!sources.cancel_search(id)) return http_failure(404, "no search with this id is running");
  return {.body = "cancelled\n"};
}

/// What the path takes no notice of is refused.
std::optional<HttpAnswer> unknown_query(const HttpTarget& target) {
  if (target.path == kPairsPath) return http_query_refusal(target.query, {"unique", "cells"});
  if (target.path == kBoardsPath) {
    return http_query_refusal(target.query, {kCountTo, kHasSolution, kTorus});
  }
  if (target.path == "/history.json") return http_query_refusal(target.query, {kFrom});
  return http_query_refusal(target.query);
}

std::optional<HttpAnswer> host_refusal(const NamedHost& named, const HttpRequest& request) {
  if (!named.is_valid) return http_failure(400, "the Host is neither a name nor an address");
  if (request.to_loopback && named.host && !is_own(*named.host)) {
    return http_failure(421, "the Host must be an address of this machine or localhost");
  }
  return std::nullopt;
}

}  // namespace

MetricSource metric_source(const HttpSources& sources) {
  return {.metrics = sources.metrics,
          .budget = sources.budget,
          .info = sources.info,
          .phase = sources.phase(),
          .process = process_use(sources.metrics)};
}

std::optional<HttpAnswer> http_query_refusal(std::string_view query,
                                             std::initializer_list<std::string_view> known) {
  while (!query.empty()) {
    const std::string_view parameter = take_parameter(query);
    const bool is_known = std::ranges::any_of(known, [&](std::string_view one) {
      return one.ends_with('=') ? parameter.starts_with(one) : parameter == one;
    });
    if (parameter.empty() || is_known) continue;
    std::string text = "unknown query '";
    for (const char c : parameter.substr(0, 40)) text += c > ' ' && c <= '~' ? c : '?';
    text += known.size() == 0 ? "': this path takes none" : "': this path takes";
    for (const std::string_view one : known) {
      text += one == *known.begin() ? " " : " and ";
      (text += one) += one.ends_with('=') ? "N" : "";
    }
    return http_failure(400, text);
  }
  return std::nullopt;
}

HttpAnswer http_failure(unsigned status, std::string_view text) {
  return {.status = status, .body = std::string(text) + '\n'};
}

HttpAnswer http_not_allowed(std::string_view allow) {
  HttpAnswer answer = http_failure(405, "only " + std::string(allow) + " is allowed here");
  answer.allow = allow;
  return answer;
}

HttpAnswer http_health(bool good, std::string_view text) {
  return good ? HttpAnswer{.body = std::string(text) + '\n'} : http_failure(503, text);
}

std::optional<HttpAnswer> http_host_refusal(const HttpRequest& request) {
  return host_refusal(host_of(request, split_http_target(request.target)), request);
}

HttpAnswer http_answer_line(std::string answers) {
  if (answers.empty()) return http_failure(400, "the request contains no puzzle");
  unsigned status = 200;
  const bool is_one = answers.find('\n') + 1 >= answers.size();  // of many, each is its own
  if (is_one && answers.starts_with("error ")) {
    const auto is = [&answers](ErrorCode code) {
      return answers.starts_with(error_answer(code, ""));
    };
    status = is(ErrorCode::kBadRequest) || is(ErrorCode::kLimit) ? 400
             : is(ErrorCode::kInternal)                          ? 500
                                                                 : 503;
  }
  return {.status = status, .body = std::move(answers)};
}

HttpAnswer answer_http(const HttpRequest& request, const HttpSources& sources) {
  const HttpTarget target = split_http_target(request.target);
  const NamedHost named = host_of(request, target);
  if (std::optional<HttpAnswer> refusal = host_refusal(named, request)) return std::move(*refusal);
  const std::string_view path = target.path;
  if (std::optional<HttpAnswer> refusal = unknown_query(target)) return std::move(*refusal);
  if (path == "/solve" || path == "/ask" || path == kPairsPath || path == kBoardsPath) {
    return answer_post(target, request, named.host, sources);
  }
  if (path == "/cancel") return answer_cancel(request, named.host, sources);

  HttpAnswer answer;
  if (path == "/metrics") {
    answer.type = kPrometheusType;
    answer.body = prometheus_text(metric_source(sources));
  } else if (path == "/status.json") {
    answer.type = "application/json";
    answer.body = status_json(metric_source(sources));
  } else if (path == "/clients") {
    if (!sources.only_on_loopback) {
      return http_failure(403,
                          "the list of clients is shown on this machine only: where `http` is "
                          "a loopback address");
    }
    answer.type = "application/json";
    answer.lists_clients = true;
  } else if (path == "/searches") {
    answer.type = "application/json";
    answer.body = searches_json(sources.searches(), sources.only_on_loopback);
  } else if (path == "/history.json") {
    const Result<std::optional<std::uint64_t>> from = number_in(target.query, kFrom);
    if (!from) return http_failure(400, from.error().message);
    answer.type = "application/json";
    answer.body = sources.history->json(from->value_or(0));
  } else if (path == "/healthz") {
    const bool alive = sources.alive();
    answer = http_health(alive, alive ? "ok" : "stalled");
  } else if (path == "/readyz") {
    const Phase phase = sources.phase();
    const bool ready = phase == Phase::kServing;
    answer = http_health(ready, ready ? "ready" : kPhaseNames[static_cast<std::size_t>(phase)]);
  } else if (const PageFile* file = find_page_file(path)) {
    answer.type = file->type;
    answer.body = file->text;
  } else {
    return http_failure(404, "nothing is served under this path");
  }
  if (request.method != "GET" && request.method != "HEAD") return http_not_allowed("GET, HEAD");
  return answer;
}

}  // namespace puzzled::net
