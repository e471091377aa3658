#include "daemon/http/http_answer.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstddef>

#include "daemon/http/status_page.hpp"
#include "daemon/metrics/metric_texts.hpp"

namespace puzzled::serve {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

bool same_text(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](unsigned char x, unsigned char y) {
    return std::tolower(x) == std::tolower(y);
  });
}

/// Of `name:port` or `[address]:port`.
std::string_view without_port(std::string_view host) {
  if (host.starts_with('[')) return host.substr(0, host.find(']') + 1);
  return host.substr(0, host.find(':'));
}

/// A name that no foreign name server can give to our address: an address, or this machine's own
/// name for itself. Without this, a page from evil.example, whose name is then made to point to
/// 127.0.0.1, could ask us and read the answer (DNS rebinding).
bool is_own_name(std::string_view host) {
  const std::string_view name = without_port(host);
  if (name.starts_with('[')) return true;
  if (same_text(name, "localhost")) return true;
  return !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return std::isdigit(c) != 0 || c == '.';
  });
}

/// Browsers name the page that makes them POST; only our own may.
bool is_same_site(std::string_view origin, std::string_view host) {
  const std::size_t at = origin.find("://");
  return at != std::string_view::npos && same_text(origin.substr(at + 3), host);
}

/// Without the query, and without scheme and host, which proxies send.
std::string_view path_of(std::string_view target) {
  constexpr std::string_view kScheme = "http://";
  if (same_text(target.substr(0, kScheme.size()), kScheme)) {
    const std::size_t path = target.find('/', kScheme.size());
    target = path == std::string_view::npos ? "/" : target.substr(path);
  }
  return target.substr(0, target.find('?'));
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

HttpAnswer not_allowed(std::string_view allow) {
  HttpAnswer answer = http_failure(405, "only " + std::string(allow) + " is allowed here");
  answer.allow = allow;
  return answer;
}

std::unique_ptr<RequestBatch> stream_batch(std::string_view line, std::uint64_t limit) {
  auto batch = std::make_unique<RequestBatch>();
  batch->kind = BatchKind::kStream;
  batch->requests = std::string(line) + '\n';
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

/// A Sudoku line, `ping`, or any verb that is asked of a puzzle, a board of queens or a cover: all
/// whose answers are short.
HttpAnswer ask(std::string_view line, const HttpSources& sources) {
  const Request request = read_request(line, sources.limits());
  const bool is_search = request.kind == Request::Kind::kSearch;
  const bool is_answered = request.kind == Request::Kind::kAnswered;
  const bool is_short = request.verb != Verb::kFirst && request.tag.empty();
  if (!is_short || !(is_search || is_answered || request.kind == Request::Kind::kSudoku)) {
    return http_failure(400,
                        "error bad-request only solve, count, queens, target, cover, canon, rate, "
                        "minimal and ping are "
                        "answered here");
  }
  if (is_answered) {
    Metrics& metrics = sources.metrics;
    Counter& counter = request.is_error ? metrics.errors[static_cast<std::size_t>(request.error)]
                                        : metrics.requests[static_cast<std::size_t>(request.verb)];
    counter.fetch_add(1, std::memory_order_relaxed);
    return http_answer_line(request.answer + '\n');
  }
  HttpAnswer answer;
  answer.work =
      is_search ? search_batch(request.search) : stream_batch(request.sudoku, request.limit);
  // Plain puzzles are counted when they have been solved.
  if (is_search || request.limit != 1) {
    answer.work->tally.requests[static_cast<std::size_t>(request.verb)] = 1;
  }
  return answer;
}

/// /solve and /ask.
HttpAnswer answer_post(std::string_view path, const HttpRequest& request,
                       const HttpSources& sources) {
  if (request.method != "POST") return not_allowed("POST");
  if (request.origin && !is_same_site(*request.origin, request.host.value_or(""))) {
    return http_failure(403, "requests of other sites are refused");
  }
  if (sources.phase() != Phase::kServing) {
    return http_failure(503, "error shutting-down the daemon is shutting down");
  }
  std::string line = puzzle_line(request.body);
  if (line.empty()) return http_failure(400, "the request contains no puzzle");
  if (path == "/ask") return ask(line, sources);
  HttpAnswer answer;
  answer.work = stream_batch(line, 1);
  return answer;
}

/// The number behind `?from=`; 0 without one.
std::uint64_t first_wanted(std::string_view target) {
  constexpr std::string_view kName = "?from=";
  const std::size_t at = target.find(kName);
  std::uint64_t from = 0;
  if (at == std::string_view::npos) return from;
  std::from_chars(target.data() + at + kName.size(), target.data() + target.size(), from);
  return from;
}

HttpAnswer health(bool good, std::string_view text) {
  return good ? HttpAnswer{.body = std::string(text) + '\n'} : http_failure(503, text);
}

}  // namespace

MetricSource metric_source(const HttpSources& sources) {
  return {.metrics = sources.metrics,
          .budget = sources.budget,
          .info = sources.info,
          .phase = sources.phase(),
          .process = process_use(sources.metrics)};
}

HttpAnswer http_failure(unsigned status, std::string_view text) {
  return {.status = status, .body = std::string(text) + '\n'};
}

HttpAnswer http_answer_line(std::string answers) {
  if (answers.empty()) return http_failure(400, "the request contains no puzzle");
  unsigned status = 200;
  if (answers.starts_with("error ")) {
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
  if (request.to_loopback && request.host && !is_own_name(*request.host)) {
    return http_failure(421, "the Host must be an address of this machine or localhost");
  }
  const std::string_view path = path_of(request.target);
  if (path == "/solve" || path == "/ask") return answer_post(path, request, sources);

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
    answer.type = "application/json";
    answer.body = sources.history->json(first_wanted(request.target));
  } else if (path == "/healthz") {
    const bool alive = sources.alive();
    answer = health(alive, alive ? "ok" : "stalled");
  } else if (path == "/readyz") {
    const Phase phase = sources.phase();
    const bool ready = phase == Phase::kServing;
    answer = health(ready, ready ? "ready" : kPhaseNames[static_cast<std::size_t>(phase)]);
  } else if (const PageFile* file = find_page_file(path)) {
    answer.type = file->type;
    answer.body = file->text;
  } else {
    return http_failure(404, "nothing is served under this path");
  }
  if (request.method != "GET" && request.method != "HEAD") return not_allowed("GET, HEAD");
  return answer;
}

}  // namespace puzzled::serve
