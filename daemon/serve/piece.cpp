#include "daemon/serve/piece.hpp"

#include <algorithm>
#include <utility>

#include "core/sudoku/text_form.hpp"
#include "daemon/serve/protocol.hpp"

namespace puzzled::serve {
namespace {

/// What a piece takes beside its texts: its own place, that in a queue, and what malloc adds.
/// Without it, a flood of empty pieces would seem to be free.
constexpr std::uint64_t kBesideTexts = sizeof(Piece) + 128;

}  // namespace

std::uint64_t answer_bound(const SearchRequest& search) {
  // `error timeout after ...: score ..., bound ... CELLS`; a count has at most 39 digits.
  constexpr std::uint64_t kText = 256;
  if (search.verb != Verb::kFirst) return kText;
  // Each column is a number of one or two digits and a blank or TAB.
  const auto solution = static_cast<std::uint64_t>(search.queens) * (search.queens < 10 ? 2 : 3);
  return kText + std::min(search.most, UINT64_MAX / 1024) * solution;
}

std::uint64_t memory_of(const Piece& piece) {
  return kBesideTexts + piece.requests.capacity() + piece.inserted.capacity() +
         piece.insertions.capacity() * sizeof(Insertion) + piece.tag.capacity() +
         piece.answers.capacity();
}

std::uint64_t memory_of_answers(const Piece& piece) {
  switch (piece.kind) {
    case PieceKind::kReady:
      break;
    case PieceKind::kStats:
      return piece.tag.size() + kStatsAnswerBytes;
    case PieceKind::kStream:
      return piece.inserted.size() + answer_bound(piece.requests.size(), piece.lines);
    case PieceKind::kSearch:
      return piece.tag.size() + answer_bound(piece.search);
  }
  return 0;
}

void set_answers(Piece& piece, sudoku::TextBuffer& solved) {
  if (piece.insertions.empty() && solved.size() >= kSmallestMove &&
      solved.capacity() <= memory_of_answers(piece)) {
    piece.answers = std::move(solved);
    return;
  }
  // The solver's memory is made for many lines: a few are copied, and it keeps it.
  set_answers(piece, solved.view());
}

void set_answers(Piece& piece, std::string_view solved) {
  std::string_view rest = solved;
  std::string_view inserted = piece.inserted;
  std::uint32_t answer = 0;
  piece.answers.clear();
  piece.answers.room(solved.size() + inserted.size());
  for (const Insertion& insertion : piece.insertions) {
    std::size_t passed = 0;
    for (; answer < insertion.answer; ++answer) passed = rest.find('\n', passed) + 1;
    piece.answers.append(rest.substr(0, passed));
    rest.remove_prefix(passed);
    piece.answers.append(inserted.substr(0, insertion.size));
    inserted.remove_prefix(insertion.size);
  }
  piece.answers.append(rest);
}

void refuse(Piece& piece, ErrorCode code, std::string_view text) {
  if (piece.kind == PieceKind::kReady) return;
  const std::string answer = error_answer(code, text) + '\n';
  std::uint32_t refused = 1;
  if (piece.kind == PieceKind::kStream) {
    refused = 0;
    std::string answers;
    for (std::string_view rest = piece.requests; !rest.empty();) {
      const std::string_view line = sudoku::take_line(rest);
      if (sudoku::classify(line, sudoku::Layout::kLines) != sudoku::LineClass::kContent) continue;
      answers += answer;
      ++refused;
    }
    set_answers(piece, std::string_view(answers));
  } else {
    piece.answers.append(piece.tag + answer);
  }
  piece.tally.errors[static_cast<std::size_t>(code)] += refused;
  piece.kind = PieceKind::kReady;
}

void add_tally(const Piece& piece, Metrics& metrics) {
  const auto add = [](Counter& counter, std::uint32_t more) {
    if (more > 0) counter.fetch_add(more, std::memory_order_relaxed);
  };
  for (std::size_t i = 0; i < piece.tally.requests.size(); ++i) {
    add(metrics.requests[i], piece.tally.requests[i]);
  }
  for (std::size_t i = 0; i < piece.tally.errors.size(); ++i) {
    add(metrics.errors[i], piece.tally.errors[i]);
  }
}

}  // namespace puzzled::serve
