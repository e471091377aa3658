// A connection's batches, from parsing until their answers are written in order, and the resources
// that they take. It has no socket: the session that owns it reads and writes.
#pragma once

#include <sys/uio.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string_view>

#include "daemon/base/settings/serve_settings.hpp"
#include "daemon/net/limits/budget.hpp"
#include "daemon/net/metrics/metrics.hpp"
#include "daemon/net/serve/request_batch.hpp"

namespace puzzled::net {

/// Resources that a client has been granted for requests before they are parsed.
struct Grant {
  explicit Grant(Budget& budget) : lines(budget.requests), bytes(budget.bytes) {}

  Lease lines;
  Lease bytes;
};

/// For one thread.
class AnswerQueue {
 public:
  struct Entry {
    std::unique_ptr<RequestBatch> batch;
    BatchKind kind;          // when it was added: refusing changes the kind of the batch
    std::uint64_t held = 0;  // bytes, as counted in held()
    bool is_answered = false;
  };

  /// Batches of one connection that wait or are solved in the stream pool: enough to keep the
  /// threads busy, few enough that another connection's single puzzle does not queue behind a
  /// megabyte of them.
  static constexpr int kStreamBatches = 4;

  AnswerQueue(Budget& budget, Metrics& metrics);
  AnswerQueue(const AnswerQueue&) = delete;
  AnswerQueue& operator=(const AnswerQueue&) = delete;

  /// Appends a batch, and takes its resources from the grant: its lines, its memory, and the memory
  /// that its answers may take. So an answer has room before it is made.
  void add(std::unique_ptr<RequestBatch> batch, Grant& grant);

  /// The next batch to be submitted to a pool, null if there is none or it has to wait for what is
  /// in flight. Batches before it that need no pool are answered here. References to the entry stay
  /// valid until it is answered and written.
  Entry* next_to_submit(const ServeSettings& settings);

  /// Answers all batches that are not submitted yet with an error; next_to_submit() then passes
  /// them on.
  void refuse_waiting(ErrorCode code, std::string_view text);

  /// An entry from next_to_submit() has got its answers.
  void answered(Entry& entry);

  /// Points `parts` at the answers that can be written next, in order; returns how many parts it
  /// used.
  std::size_t gather(std::span<iovec> parts) const;

  /// The first `bytes` bytes of what gather() returns have been sent.
  void sent(std::size_t bytes);

  bool empty() const { return entries_.empty(); }
  bool has_output() const {
    return !is_closed_ && !entries_.empty() && entries_.front().is_answered;
  }
  bool has_waiting() const { return next_ < entries_.size(); }

  /// Whether a batch that closes the connection has been written; nothing behind it is answered.
  bool is_closed() const { return is_closed_; }

  bool is_searching() const { return searches_.amount() > 0; }

  /// Request lines that have no answer yet.
  std::uint64_t in_flight() const { return lines_.amount(); }

  /// Bytes of answers that are not sent yet.
  std::uint64_t unsent() const { return unsent_; }

  /// The memory of the batches and of their possible answers, as counted in Budget::bytes.
  std::uint64_t held() const { return bytes_.amount(); }

 private:
  void set_held(Entry& entry, std::uint64_t bytes);
  void pop_sent();

  const Budget& budget_;
  Metrics& metrics_;
  std::deque<Entry> entries_;   // references to entries stay good until they are popped
  std::size_t next_ = 0;        // number of the first entry that is not submitted
  std::size_t front_sent_ = 0;  // bytes of the first entry's answers
  int stream_in_flight_ = 0;
  Lease searches_;  // in flight
  Lease lines_;     // in flight
  Lease bytes_;     // held
  std::uint64_t unsent_ = 0;
  bool closes_ = false;     // a batch that has been answered closes the connection
  bool is_closed_ = false;  // and has been written
};

}  // namespace puzzled::net
