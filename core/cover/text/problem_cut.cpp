#include "core/cover/text/problem_cut.hpp"

#include <algorithm>

#include "core/cover/text/line_scanner.hpp"

namespace puzzled::cover {
namespace {

/// Offset of the first line `---` of `text`; its size if there is none.
std::size_t find_problem_line(std::string_view text) {
  // Such lines are rare, and so is the word in others.
  for (std::size_t at = 0; (at = text.find(text::kProblemLine, at)) != std::string_view::npos;) {
    const std::size_t begin = text.rfind('\n', at) + 1;  // (npos + 1 is 0)
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if (text::without_blanks(text.substr(begin, end - begin)) == text::kProblemLine) return begin;
    at = end;
  }
  return text.size();
}

bool has_problem(std::string_view text) {
  return text::LineScanner(text, 1).next();
}

}  // namespace

std::optional<ProblemCut::Piece> ProblemCut::next() {
  if (is_done_) return std::nullopt;
  const std::size_t size = find_problem_line(rest_);
  const Piece piece{rest_.substr(0, size), line_};
  if (size == rest_.size()) {
    is_done_ = true;
    return piece;
  }
  const std::size_t end = std::min(rest_.find('\n', size), rest_.size() - 1) + 1;
  line_ += static_cast<std::uint64_t>(std::count(piece.text.begin(), piece.text.end(), '\n')) + 1;
  rest_.remove_prefix(end);
  // (has_problem() reads no more than the comments and blank lines before a problem.)
  is_done_ = !has_problem(rest_);
  return piece;
}

}  // namespace puzzled::cover
