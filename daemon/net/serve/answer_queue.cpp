#include "daemon/net/serve/answer_queue.hpp"

#include <utility>

#include "daemon/net/metrics/metric_texts.hpp"
#include "daemon/net/wire/protocol.hpp"

namespace puzzled::net {

AnswerQueue::AnswerQueue(Budget& budget, Metrics& metrics)
    : budget_(budget),
      metrics_(metrics),
      searches_(budget.searches),
      lines_(budget.requests),
      bytes_(budget.bytes) {}

/// From `entry.held` to less, or to what it has been found to take after all.
void AnswerQueue::set_held(Entry& entry, std::uint64_t bytes) {
  bytes_.set(bytes_.amount() - entry.held + bytes);
  entry.held = bytes;
}

void AnswerQueue::add(std::unique_ptr<RequestBatch> batch, Grant& grant) {
  const std::uint64_t lines = batch->lines;
  const std::uint64_t held = memory_of(*batch) + memory_of_answers(*batch);
  const BatchKind kind = batch->kind;
  entries_.push_back({.batch = std::move(batch), .kind = kind, .held = held});
  grant.lines.transfer_to(lines_, lines);
  grant.bytes.transfer_to(bytes_, held);
}

AnswerQueue::Entry* AnswerQueue::next_to_submit(const ServeSettings& settings) {
  while (next_ < entries_.size() && !closes_) {
    // Answers may be longer than requests: those that the client does not take must not pile up.
    if (unsent_ >= settings.output_soft_limit) return nullptr;
    Entry& entry = entries_[next_];
    RequestBatch& batch = *entry.batch;
    if (batch.kind == BatchKind::kStream) {
      if (stream_in_flight_ == kStreamBatches) return nullptr;
      ++next_;
      ++stream_in_flight_;
      return &entry;
    }
    if (batch.kind == BatchKind::kSearch) {
      if (searches_.amount() >= settings.searches_per_client) return nullptr;
      if (searches_.grow(1)) {
        ++next_;
        return &entry;
      }
      refuse(batch, ErrorCode::kBusy, "too many searches in progress; try again later");
      entry.kind = batch.kind;
    }
    if (batch.kind == BatchKind::kStats)
      batch.answers.append(batch.tag + stats_line(metrics_, budget_));
    add_tally(batch, metrics_);
    ++next_;
    answered(entry);
  }
  return nullptr;
}

void AnswerQueue::refuse_waiting(ErrorCode code, std::string_view text) {
  for (std::size_t i = next_; i < entries_.size(); ++i) {
    refuse(*entries_[i].batch, code, text);
    entries_[i].kind = entries_[i].batch->kind;
  }
}

void AnswerQueue::answered(Entry& entry) {
  RequestBatch& batch = *entry.batch;
  if (entry.kind == BatchKind::kStream) --stream_in_flight_;
  if (entry.kind == BatchKind::kSearch) searches_.shrink(1);
  closes_ = closes_ || batch.closes != CloseReason::kNone;
  lines_.shrink(batch.lines);
  unsent_ += batch.answers.size();
  entry.is_answered = true;

  // Only the answers are still wanted.
  batch.requests = sudoku::TextBuffer();
  free_text(batch.inserted);
  batch.insertions = std::vector<Insertion>();
  free_text(batch.tag);
  batch.search = SearchRequest();
  batch.kind = BatchKind::kAnswered;
  set_held(entry, memory_of(batch));
  pop_sent();
}

std::size_t AnswerQueue::gather(std::span<iovec> parts) const {
  std::size_t count = 0;
  std::size_t skipped = front_sent_;
  for (const Entry& entry : entries_) {
    if (!entry.is_answered || count == parts.size()) break;
    sudoku::TextBuffer& answers = entry.batch->answers;
    if (answers.size() > skipped) {
      parts[count++] = {answers.data() + skipped, answers.size() - skipped};
    }
    if (entry.batch->closes != CloseReason::kNone) break;
    skipped = 0;
  }
  return count;
}

void AnswerQueue::sent(std::size_t bytes) {
  unsent_ -= bytes;
  front_sent_ += bytes;
  pop_sent();
}

void AnswerQueue::pop_sent() {
  while (has_output() && front_sent_ >= entries_.front().batch->answers.size()) {
    front_sent_ -= entries_.front().batch->answers.size();
    is_closed_ = entries_.front().batch->closes != CloseReason::kNone;
    set_held(entries_.front(), 0);
    entries_.pop_front();
    --next_;
  }
}

}  // namespace puzzled::net
