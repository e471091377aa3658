// A connection's batches from the moment they are cut until their answers are written, in order,
// and the account of what they cost. No socket: the session that owns it does the talking.
#pragma once

#include <sys/uio.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "daemon/base/settings/serve_settings.hpp"
#include "daemon/net/limits/budget.hpp"
#include "daemon/net/metrics/metrics.hpp"
#include "daemon/net/serve/request_batch.hpp"

namespace puzzled::net {

/// What a client has been given for requests before they are cut.
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
    BatchKind kind;          // when it was added: one that is refused becomes another
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

  /// Takes a batch behind all others, and from the grant what it costs: its lines, its memory, and
  /// what its answers may take. So an answer has room before it is made.
  void add(std::unique_ptr<RequestBatch> batch, Grant& grant);

  /// The next batch to be submitted to a pool, null if there is none or it has to wait for what
  /// is in flight. Answers on its way what needs no pool. The entry stays where it is until it is
  /// answered and written.
  Entry* next_to_submit(const ServeSettings& settings);

  /// Answers with an error what is not submitted yet; next_to_submit() brings it on its way.
  void refuse_waiting(ErrorCode code, std::string_view text);

  /// An entry that next_to_submit() gave has its answers.
  void answered(Entry& entry);

  /// Points `parts` at answers in order, as much as there is; returns how many parts that took.
  std::size_t gather(std::span<iovec> parts) const;

  /// So many bytes of what gather() shows have been sent.
  void sent(std::size_t bytes);

  bool empty() const { return entries_.empty(); }
  bool has_output() const {
    return !is_closed_ && !entries_.empty() && entries_.front().is_answered;
  }
  bool has_waiting() const { return next_ < entries_.size(); }

  /// A batch that closes the connection has been written: nothing that follows is answered.
  bool is_closed() const { return is_closed_; }

  bool is_searching() const { return searches_.amount() > 0; }

  /// Request lines that have no answer yet.
  std::uint64_t in_flight() const { return lines_.amount(); }

  /// Bytes of answers that are not sent yet.
  std::uint64_t unsent() const { return unsent_; }

  /// All memory that the batches take, and their answers may take, as counted in
  /// Budget::bytes.
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
