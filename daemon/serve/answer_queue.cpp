#include "daemon/serve/answer_queue.hpp"

#include <utility>

#include "daemon/serve/protocol.hpp"

namespace puzzled::serve {
namespace {

/// What a piece takes beside its texts; without it, a flood of empty pieces would seem to be free.
constexpr std::uint64_t kPieceBytes = sizeof(Piece) + sizeof(AnswerQueue::Entry) + 64;

}  // namespace

AnswerQueue::~AnswerQueue() {
  metrics_.buffer_bytes -= held_;
  metrics_.requests_in_flight -= in_flight_;
}

void AnswerQueue::set_held(Entry& entry, std::uint64_t bytes) {
  held_ += bytes - entry.held;  // modulo 2^64, so that it may shrink
  metrics_.buffer_bytes += bytes - entry.held;
  entry.held = bytes;
}

void AnswerQueue::add(std::unique_ptr<Piece> piece) {
  in_flight_ += piece->lines;
  metrics_.requests_in_flight += piece->lines;
  const std::uint64_t bytes =
      kPieceBytes + piece->requests.capacity() + piece->inserted.capacity() +
      piece->insertions.capacity() * sizeof(Insertion) + piece->answers.capacity();
  const PieceKind kind = piece->kind;
  entries_.push_back({.piece = std::move(piece), .kind = kind});
  set_held(entries_.back(), bytes);
}

AnswerQueue::Entry* AnswerQueue::next_to_submit(const ServeSettings& settings) {
  while (next_ < entries_.size()) {
    // Answers may be longer than requests: those that nobody takes must not pile up either.
    if (unsent_ >= settings.unsent_pause) return nullptr;
    Entry& entry = entries_[next_];
    Piece& piece = *entry.piece;
    if (piece.kind == PieceKind::kStream) {
      if (stream_underway_ == kStreamPieces) return nullptr;
      ++next_;
      ++stream_underway_;
      return &entry;
    }
    if (piece.kind == PieceKind::kSearch) {
      if (searches_underway_ >= settings.searches_per_client) return nullptr;
      if (metrics_.searches_in_flight < settings.searches_total) {
        ++next_;
        ++searches_underway_;
        ++metrics_.searches_in_flight;
        return &entry;
      }
      refuse(piece, ErrorCode::kBusy, "too many searches are underway; try again later");
      entry.kind = piece.kind;
    }
    if (piece.kind == PieceKind::kStats) piece.answers.append(piece.tag + stats_line(metrics_));
    add_tally(piece, metrics_);
    ++next_;
    answered(entry);
  }
  return nullptr;
}

void AnswerQueue::refuse_waiting(ErrorCode code, std::string_view text) {
  for (std::size_t i = next_; i < entries_.size(); ++i) {
    refuse(*entries_[i].piece, code, text);
    entries_[i].kind = entries_[i].piece->kind;
  }
}

void AnswerQueue::answered(Entry& entry) {
  Piece& piece = *entry.piece;
  if (entry.kind == PieceKind::kStream) --stream_underway_;
  if (entry.kind == PieceKind::kSearch) {
    --searches_underway_;
    --metrics_.searches_in_flight;
  }
  in_flight_ -= piece.lines;
  metrics_.requests_in_flight -= piece.lines;
  unsent_ += piece.answers.size();
  entry.is_answered = true;

  // Only the answers are still wanted.
  free_text(piece.requests);
  free_text(piece.inserted);
  piece.insertions = std::vector<Insertion>();
  set_held(entry, kPieceBytes + piece.answers.capacity());
  pop_sent();
}

std::size_t AnswerQueue::gather(std::span<iovec> parts) const {
  std::size_t count = 0;
  std::size_t skipped = front_sent_;
  for (const Entry& entry : entries_) {
    if (!entry.is_answered || count == parts.size()) break;
    sudoku::TextBuffer& answers = entry.piece->answers;
    if (answers.size() > skipped) {
      parts[count++] = {answers.data() + skipped, answers.size() - skipped};
    }
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
  while (has_output() && front_sent_ >= entries_.front().piece->answers.size()) {
    front_sent_ -= entries_.front().piece->answers.size();
    set_held(entries_.front(), 0);
    entries_.pop_front();
    --next_;
  }
}

}  // namespace puzzled::serve
