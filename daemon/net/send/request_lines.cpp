#include "daemon/net/send/request_lines.hpp"

#include <cstring>

#include "core/sudoku/text/lines.hpp"
#include "daemon/net/verbs/read_request.hpp"

namespace puzzled::net::send {

namespace {

RequestKind resend_kind_of(const net::Request& request) {
  using Kind = net::Request::Kind;
  const bool is_ping = request.kind == Kind::kAnswered && request.verb == &net::verb_named("ping");
  if (is_ping || request.kind == Kind::kStats) return RequestKind::kOnce;
  // Another daemon may have other limits.
  const bool is_search = request.kind == Kind::kSearch ||
                         (request.is_error && request.error == net::ErrorCode::kLimit);
  return is_search ? RequestKind::kSearch : RequestKind::kPuzzle;
}

}  // namespace

std::optional<EndLine> drop_unanswered(Block& block) {
  using Kind = net::Request::Kind;
  std::string_view rest = block.text();
  std::size_t kept = 0;
  std::uint64_t line = block.first_line;
  std::optional<EndLine> end;
  for (; !rest.empty(); ++line) {
    line += sudoku::skip_blank_lines(rest);
    if (rest.empty()) break;
    const std::size_t size = rest.find('\n') + 1;
    std::string_view text = rest.substr(0, size - 1);
    if (text.ends_with('\r')) text.remove_suffix(1);
    const net::Request request = net::read_request(text, {});
    if (request.kind == Kind::kEnd) {
      const bool is_end = sudoku::trimmed(text) == "end";
      end = EndLine{.word = is_end ? "end" : "quit", .behind = rest.substr(size)};
      break;
    }
    if (request.kind != Kind::kNothing) {
      std::memmove(block.bytes.get() + kept, rest.data(), size);
      kept += size;
      block.lines.push_back(line);
      block.kinds.push_back(resend_kind_of(request));
    }
    rest.remove_prefix(size);
  }
  block.size = kept;
  block.requests = block.lines.size();
  return end;
}

}  // namespace puzzled::net::send
