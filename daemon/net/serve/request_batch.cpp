#include "daemon/net/serve/request_batch.hpp"

#include <utility>

#include "core/sudoku/text/puzzle_reader.hpp"
#include "daemon/net/metrics/metric_texts.hpp"
#include "daemon/net/verbs/queens_lines.hpp"

namespace puzzled::net {
namespace {

/// What a batch takes beside its texts: its own place, that in a queue, and what malloc adds.
/// Without it, a flood of empty batches would seem to be free.
constexpr std::uint64_t kBesideTexts = sizeof(RequestBatch) + 128;

/// What a search takes beside its batch: the way to its pool and back, its place there, and what it
/// is listed by.
constexpr std::uint64_t kBesideSearch = 1024;

void add(Counter& counter, std::uint64_t more) {
  if (more > 0) counter.fetch_add(more, std::memory_order_relaxed);
}

}  // namespace

std::uint64_t memory_of(const SearchRequest& search) {
  const std::uint64_t texts = search.line.capacity() + search.size.capacity() +
                              search.problem.capacity() +
                              search.options.capacity() * sizeof(std::uint32_t);
  return kBesideSearch + 2 * texts;  // it is listed by a copy
}

std::uint64_t memory_of(const RequestBatch& batch) {
  return kBesideTexts + batch.requests.capacity() + batch.inserted.capacity() +
         batch.insertions.capacity() * sizeof(Insertion) + batch.tag.capacity() +
         batch.answers.capacity() +
         (batch.kind == BatchKind::kSearch ? memory_of(batch.search) : 0);
}

std::uint64_t memory_of_answers(const RequestBatch& batch) {
  switch (batch.kind) {
    case BatchKind::kAnswered:
      break;
    case BatchKind::kStats:
      return batch.tag.size() + kStatsAnswerBytes;
    case BatchKind::kStream:
      return batch.inserted.size() + answer_bound(batch.requests.size(), batch.lines);
    case BatchKind::kSearch:
      return batch.tag.size() + answer_bound(batch.search);
  }
  return 0;
}

void set_answers(RequestBatch& batch, sudoku::TextBuffer& solved) {
  if (batch.insertions.empty() && solved.size() >= kSmallestMove &&
      solved.capacity() <= memory_of_answers(batch)) {
    batch.answers = std::move(solved);
    return;
  }
  // The solver's memory is made for many lines: a few are copied, and it keeps it.
  set_answers(batch, solved.view());
}

void set_answers(RequestBatch& batch, std::string_view solved) {
  std::string_view rest = solved;
  std::string_view inserted = batch.inserted;
  std::uint32_t answer = 0;
  batch.answers.clear();
  batch.answers.room(solved.size() + inserted.size());
  for (const Insertion& insertion : batch.insertions) {
    std::size_t passed = 0;
    for (; answer < insertion.answer; ++answer) passed = rest.find('\n', passed) + 1;
    batch.answers.append(rest.substr(0, passed));
    rest.remove_prefix(passed);
    batch.answers.append(inserted.substr(0, insertion.size));
    inserted.remove_prefix(insertion.size);
  }
  batch.answers.append(rest);
}

void refuse(RequestBatch& batch, ErrorCode code, std::string_view text) {
  if (batch.kind == BatchKind::kAnswered) return;
  const std::string answer = error_answer(code, text) + '\n';
  std::uint32_t refused = 1;
  if (batch.kind == BatchKind::kStream) {
    refused = 0;
    std::string answers;
    sudoku::PuzzleReader reader(batch.requests.view(), {}, {.begins_stream = false});
    while (reader.next()) {
      answers += answer;
      ++refused;
    }
    set_answers(batch, std::string_view(answers));
  } else if (batch.search.lines > 0) {
    refused = 0;
    for (std::string_view rest = batch.search.line; !rest.empty(); ++refused) {
      batch.answers.append(tag_of_line(rest));
      batch.answers.append(answer);
      rest.remove_prefix(rest.find('\n') + 1);
    }
  } else {
    batch.answers.append(batch.tag + answer);
  }
  batch.tally.errors[static_cast<std::size_t>(code)] += refused;
  batch.kind = BatchKind::kAnswered;
}

void refuse_for_end(RequestBatch& batch, Metrics& metrics) {
  const auto code = static_cast<std::size_t>(ErrorCode::kShuttingDown);
  const std::uint32_t before = batch.tally.errors[code];
  refuse(batch, ErrorCode::kShuttingDown, kShuttingDownText);
  add(metrics.errors[code], batch.tally.errors[code] - before);  // the others have been counted
}

void add_tally(const RequestBatch& batch, Metrics& metrics) {
  for (std::size_t i = 0; i < batch.tally.requests.size(); ++i) {
    add(metrics.requests[i], batch.tally.requests[i]);
  }
  for (std::size_t i = 0; i < batch.tally.errors.size(); ++i) {
    add(metrics.errors[i], batch.tally.errors[i]);
  }
}

void add_tally(const sudoku::Tally& tally, Metrics& metrics) {
  add(metrics.requests[index_of(verb_named("solve"))], tally.puzzles());
  add(metrics.solved, tally.solved);
  add(metrics.unsolvable, tally.unsolvable);
  add(metrics.invalid, tally.invalid);
  add(metrics.timed_out, tally.timed_out);
}

}  // namespace puzzled::net
