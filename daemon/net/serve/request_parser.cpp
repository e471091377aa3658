#include "daemon/net/serve/request_parser.hpp"

#include <algorithm>
#include <climits>
#include <utility>

#include "core/sudoku/batch_solver.hpp"
#include "daemon/net/metrics/metric_texts.hpp"
#include "daemon/net/serve/plain_lines.hpp"
#include "daemon/net/verbs/arguments.hpp"
#include "daemon/net/verbs/read_request.hpp"

namespace puzzled::net {
namespace {

constexpr std::string_view kMark = "\xEF\xBB\xBF";

// Copied text in a batch; the longest lines make it four times as much.
constexpr std::size_t kFullCopy = 256 * 1024;

// Where the run of plain lines has broken off, it probably does so again.
constexpr int kLinesBetweenTries = 16;

/// What a batch takes beside its texts.
std::uint64_t batch_bytes() {
  static const std::uint64_t bytes = memory_of(RequestBatch());
  return bytes;
}

/// The longest answer that is given on the spot.
constexpr std::uint64_t kImmediateAnswerBytes = 192;

/// A buffer of that size may stay though it is nearly empty.
constexpr std::size_t kSmallBuffer = 64;

/// What a run of Sudoku lines costs: a copy of it, and the answers.
std::uint64_t cost_of_run(std::uint64_t bytes, std::uint64_t lines) {
  return lines == 0 ? 0 : batch_bytes() + bytes + answer_bound(bytes, lines);
}

/// One call of parse(): what it has found in the bytes so far.
class ParseCall {
 public:
  ParseCall(sudoku::TextBuffer& bytes, const RequestLimits& limits,
            sudoku::PlainLineCounter count_plain_lines,
            std::vector<std::unique_ptr<RequestBatch>>& batches, std::size_t at,
            std::uint64_t grant, std::uint64_t work)
      : bytes_(bytes),
        limits_(limits),
        count_plain_lines_(count_plain_lines),
        batches_(batches),
        batches_before_(batches.size()),
        grant_(grant),
        work_left_(work),
        at_(at),
        run_begin_(at) {}

  /// Takes up to `most` lines.
  void run(std::uint64_t most) {
    const std::string_view text = bytes_.view();
    int tries_off = limits_.line_bytes >= kPlainLineBytes ? 0 : INT_MAX;
    while (at_ < text.size() && lines_ < most && !has_ended() && needs_ == 0 && work_left_ > 0 &&
           batches_.size() - batches_before_ < RequestParser::kMaxBatches) {
      // Blank lines get no answer and belong to no batch.
      if (mixed_ == nullptr && run_lines_ == 0 && text[at_] == '\n') {
        const std::size_t begin = at_;
        run_begin_ = at_ = std::min(text.find_first_not_of('\n', at_), text.size());
        work(0, at_ - begin);
        continue;
      }
      if (mixed_ == nullptr && tries_off-- <= 0) {
        // So many cost no more than what is left: an eighth for three copies and a sixteenth, a
        // half for the lines.
        const std::uint64_t left = grant_ - std::min(grant_, cost() + batch_bytes());
        const std::string_view next = text.substr(at_, left / 8);
        const std::uint64_t max =
            std::min({most - lines_, RequestParser::kMaxLines - run_lines_, left / 128});
        const std::size_t of_cells =
            count_plain_lines_(reinterpret_cast<const std::uint8_t*>(next.data()), next.size(), max,
                               sudoku::PlainForm::kPuzzle);
        if (of_cells > 0) {
          if (run_plain_lines_ == run_lines_) run_plain_lines_ += of_cells;
          add_run(of_cells * sudoku::kLineBytes, of_cells);
          continue;
        }
        const PlainLines plain = before_boards(next, find_plain_lines(next, max));
        if (plain.lines > 0) {
          add_run(plain.bytes, plain.lines);
          continue;
        }
        tries_off = kLinesBetweenTries;
      }
      const std::size_t feed = text.find('\n', at_);
      const bool whole = feed != std::string_view::npos;
      std::string_view line = text.substr(at_, whole ? feed - at_ : feed);
      // A carriage return is part of the line end only if a line feed follows.
      if (line.ends_with('\r')) line.remove_suffix(1);
      if (line.size() > limits_.line_bytes) {
        if (may_spend(cost_of_text(kImmediateAnswerBytes))) add_too_long(line);
      } else if (whole) {
        take(line, feed + 1 - at_);
      } else {
        break;
      }
    }
    flush();
  }

  std::uint64_t needs() const { return needs_; }
  CloseReason ended_by() const { return ended_by_; }
  bool has_ended() const { return ended_by_ != CloseReason::kNone; }

  /// Hands the bytes of the runs over to their batches, which may be once nothing refers to them.
  void move_runs() {
    Run* whole = nullptr;
    for (Run& run : runs_) {
      // If the rest is small: it is copied, and the batch takes the memory of both.
      if (run.begin == 0 && run.size >= kSmallestMove && 2 * run.size >= bytes_.capacity()) {
        whole = &run;
      } else {
        run.batch->requests.append(bytes_.view().substr(run.begin, run.size));
      }
    }
    if (has_ended()) at_ = bytes_.size();
    if (whole != nullptr) {
      sudoku::TextBuffer rest(bytes_.view().substr(at_));
      bytes_.cut(whole->size);
      whole->batch->requests = std::move(bytes_);
      bytes_ = std::move(rest);
      at_ = 0;
    } else if (at_ >= bytes_.size() - at_) {
      bytes_.drop_front(at_);
      at_ = 0;
      // A connection that falls silent holds no buffer, one that has to wait none that is half
      // empty.
      if (bytes_.capacity() > 2 * bytes_.size() + kSmallBuffer) {
        bytes_ = sudoku::TextBuffer(bytes_.view());
      }
    }
  }

  /// Where the first byte stands that has not been taken.
  std::size_t at() const { return at_; }

 private:
  struct Run {
    RequestBatch* batch;
    std::size_t begin;
    std::size_t size;
  };

  // Memory. A text that grows takes up to twice its size.

  /// Of a mixed batch with texts of that size, of which `solved` bytes are to be solved.
  std::uint64_t cost_of_mixed(std::uint64_t texts, std::uint64_t solved,
                              std::uint64_t lines) const {
    return batch_bytes() + 2 * (texts + solved + lines * sizeof(Insertion)) +
           (solved > 0 ? texts + answer_bound(solved, lines) : 0);
  }

  std::uint64_t texts_of_mixed() const { return mixed_->answers.size() + mixed_->inserted.size(); }

  /// Of all that this call has taken.
  std::uint64_t cost() const {
    if (mixed_ == nullptr) return spent_ + cost_of_run(at_ - run_begin_, run_lines_);
    return spent_ + cost_of_mixed(texts_of_mixed(), mixed_->requests.size(), mixed_->lines);
  }

  /// What comes in addition with a text that is answered on the spot, or stands before an answer.
  std::uint64_t cost_of_text(std::uint64_t bytes) const {
    if (mixed_ == nullptr) return cost_of_mixed(bytes, 0, 1);
    return cost_of_mixed(texts_of_mixed() + bytes, mixed_->requests.size(), mixed_->lines + 1) -
           cost_of_mixed(texts_of_mixed(), mixed_->requests.size(), mixed_->lines) +
           batch_bytes();  // if it has to begin another one
  }

  /// The same with a Sudoku line that is copied.
  std::uint64_t cost_of_sudoku(std::uint64_t tag, std::uint64_t bytes) const {
    const std::uint64_t alone = cost_of_mixed(tag, bytes, 1);
    if (mixed_ == nullptr || mixed_->kind == BatchKind::kStream) return alone;
    // What is there becomes insertions only now.
    return alone + texts_of_mixed() + answer_bound(0, mixed_->lines);
  }

  /// False, and nothing more is taken, if the grant has no room for so much more.
  bool may_spend(std::uint64_t more) {
    if (cost() + more <= grant_) return true;
    needs_ = more;
    return false;
  }

  RequestBatch& push(BatchKind kind, std::uint64_t lines) {
    batches_.push_back(std::make_unique<RequestBatch>());
    RequestBatch& batch = *batches_.back();
    batch.kind = kind;
    batch.lines = lines;
    return batch;
  }

  void add_run(std::size_t bytes, std::uint64_t lines) {
    at_ += bytes;
    lines_ += lines;
    run_lines_ += lines;
    if (run_lines_ == RequestParser::kMaxLines) flush();
  }

  void flush() {
    spent_ = cost();
    if (run_lines_ > 0) {
      RequestBatch& batch = push(BatchKind::kStream, run_lines_);
      batch.plain_lines = run_plain_lines_;
      runs_.push_back({&batch, run_begin_, at_ - run_begin_});
    }
    run_begin_ = at_;
    run_lines_ = 0;
    run_plain_lines_ = 0;
    mixed_ = nullptr;
    mixed_answers_ = 0;
  }

  /// The batch that lines are copied to.
  RequestBatch& mixed() {
    if (mixed_ != nullptr &&
        (mixed_->lines >= RequestParser::kMaxLines ||
         mixed_->requests.size() + mixed_->answers.size() + mixed_->inserted.size() >= kFullCopy)) {
      flush();
    }
    if (mixed_ == nullptr) {
      flush();
      mixed_ = &push(BatchKind::kAnswered, 0);
    }
    return *mixed_;
  }

  void add_too_long(std::string_view line) {
    RequestBatch& batch = mixed();
    ++batch.lines;
    // Several lines, to whoever ends them so.
    const bool has_return = line.find('\r') != std::string_view::npos;
    constexpr std::string_view kHint =
        ": a line feed ends it, and a carriage return alone does not";
    add_text(batch, too_long_answer(limits_) + std::string(has_return ? kHint : "") + '\n');
    ++batch.tally.errors[static_cast<std::size_t>(ErrorCode::kTooLong)];
    close(CloseReason::kLineTooLong);
  }

  void close(CloseReason reason) {
    flush();
    if (batches_.size() == batches_before_) push(BatchKind::kAnswered, 0);
    batches_.back()->closes = reason;
    ended_by_ = reason;
  }

  /// Text that comes before the next Sudoku line's answer.
  void add_text(RequestBatch& batch, std::string_view text) {
    if (batch.kind == BatchKind::kAnswered) {
      batch.answers.append(text);
      return;
    }
    if (batch.insertions.empty() || batch.insertions.back().answer != mixed_answers_) {
      batch.insertions.push_back({mixed_answers_, 0});
    }
    batch.insertions.back().size += static_cast<std::uint32_t>(text.size());
    batch.inserted += text;
  }

  void add_sudoku(const Request& request) {
    const bool other_limit =
        mixed_ != nullptr && mixed_->kind == BatchKind::kStream && mixed_->limit != request.limit;
    if (other_limit) flush();
    RequestBatch& batch = counted(mixed());
    if (batch.kind == BatchKind::kAnswered) {
      batch.kind = BatchKind::kStream;
      batch.limit = request.limit;
      const sudoku::TextBuffer ready = std::move(batch.answers);
      if (!ready.empty()) add_text(batch, ready.view());
    }
    if (!request.tag.empty()) add_text(batch, std::string(request.tag) + ' ');
    batch.requests.append(request.sudoku);
    // A carriage return at its end is the line's own.
    batch.requests.append(request.sudoku.ends_with('\r') ? "\r\n" : "\n");
    ++mixed_answers_;
    if (request.limit != 1) ++batch.tally.requests[index_of(verb_named("count"))];
  }

  /// Those of the lines at the front of `text` that stand before the first board of another kind,
  /// as many as there is work left to look at.
  PlainLines before_boards(std::string_view text, const PlainLines& lines) {
    PlainLines before;
    while (before.lines < lines.lines && work_left_ > 0) {
      const std::string_view rest = text.substr(before.bytes);
      const std::size_t feed = rest.find('\n');
      const std::string_view line = rest.substr(0, feed);
      work_on_sudoku(line);
      if (is_other_board(line)) break;
      before.bytes += feed + 1;
      ++before.lines;
    }
    return before;
  }

  /// Takes the line if there is room for it.
  void take(std::string_view line, std::size_t bytes) {
    if (mixed_ == nullptr && begins_sudoku(line) && !is_bare_board(line)) {
      if (!may_spend(cost_of_run(bytes, 1))) return;
      work_on_sudoku(line);
      add_run(bytes, 1);
      return;
    }
    const Request request = read_request(line, limits_);
    switch (request.kind) {
      case Request::Kind::kEnd:
        close(CloseReason::kEndRequest);
        ++batches_.back()->tally.requests[index_of(verb_named("quit"))];
        return;
      case Request::Kind::kStats:
      case Request::Kind::kSearch:
        if (joins(request)) {
          if (!may_spend(cost_of_joining(request.search))) {
            needs_ = cost_alone(request);  // the next call has nothing to join
            return;
          }
          join(request);
          work(RequestParser::kWorkOfLine, bytes);
        } else {
          if (!may_spend(cost_alone(request))) return;
          take_alone(request);
          work(RequestParser::kWorkOfError, bytes);
        }
        at_ += bytes;
        run_begin_ = at_;
        ++lines_;
        return;
      case Request::Kind::kNothing:
        work(RequestParser::kWorkOfLine, bytes);
        break;
      case Request::Kind::kSudoku:
        if (!may_spend(cost_of_sudoku(request.tag.size() + 1, request.sudoku.size() + 2))) return;
        add_sudoku(request);
        work_on_sudoku(request.sudoku);
        break;
      case Request::Kind::kAnswered:
        if (!may_spend(cost_of_text(request.tag.size() + 1 + request.answer.size() + 1))) return;
        take_immediate(request, counted(mixed()));
        work(request.is_error ? RequestParser::kWorkOfError : RequestParser::kWorkOfLine, bytes);
        break;
    }
    at_ += bytes;
    ++lines_;
    if (request.closes) close(CloseReason::kHttp);
  }

  static RequestBatch& counted(RequestBatch& batch) {
    ++batch.lines;
    return batch;
  }

  void work(std::uint64_t units, std::size_t bytes) {
    work_left_ -= std::min(work_left_, units + bytes / RequestParser::kBytesOfWork);
  }

  /// A line without 81 cells may be any board, which is looked for.
  void work_on_sudoku(std::string_view line) {
    if (!begins_with_puzzle(line)) work(RequestParser::kWorkOfLook, line.size());
  }

  void take_immediate(const Request& request, RequestBatch& batch) {
    std::string text;
    if (!request.tag.empty()) text.append(request.tag).append(" ");
    add_text(batch, text + request.answer + '\n');
    if (request.is_error) {
      ++batch.tally.errors[static_cast<std::size_t>(request.error)];
    } else {
      ++batch.tally.requests[index_of(*request.verb)];
    }
  }

  static std::uint64_t cost_alone(const Request& request) {
    const bool is_stats = request.kind == Request::Kind::kStats;
    return batch_bytes() + 3 * (request.tag.size() + 1) +
           (is_stats ? kStatsAnswerBytes
                     : memory_of(request.search) + answer_bound(request.search) +
                           cost_of_growing(request.search));
  }

  /// The line of a search that others may join takes up to twice its size, and so does its copy.
  static std::uint64_t cost_of_growing(const SearchRequest& search) {
    return search.lines == 0 ? 0 : 2 * search.line.size();
  }

  static std::uint64_t cost_of_joining(const SearchRequest& search) {
    return 2 * search.line.size() + cost_of_growing(search) + answer_bound(search);
  }

  /// Whether the search can be answered together with the one that was taken last.
  bool joins(const Request& request) const {
    if (request.kind != Request::Kind::kSearch || request.search.lines == 0 || mixed_ != nullptr ||
        run_lines_ > 0 || batches_.size() == batches_before_) {
      return false;
    }
    const RequestBatch& last = *batches_.back();
    return last.kind == BatchKind::kSearch && last.search.lines > 0 &&
           last.search.boards == request.search.boards;
  }

  void join(const Request& request) {
    spent_ += cost_of_joining(request.search);
    RequestBatch& batch = *batches_.back();
    ++batch.lines;
    ++batch.tally.requests[index_of(*request.verb)];
    ++batch.search.lines;
    batch.search.line += request.search.line;
  }

  void take_alone(const Request& request) {
    flush();
    spent_ += cost_alone(request);
    const bool is_stats = request.kind == Request::Kind::kStats;
    RequestBatch& batch = push(is_stats ? BatchKind::kStats : BatchKind::kSearch, 1);
    ++batch.tally.requests[index_of(*request.verb)];
    batch.search = request.search;
    if (!request.tag.empty() && batch.search.lines == 0) batch.tag.append(request.tag).append(" ");
  }

  sudoku::TextBuffer& bytes_;
  const RequestLimits& limits_;
  const sudoku::PlainLineCounter count_plain_lines_;
  std::vector<std::unique_ptr<RequestBatch>>& batches_;
  const std::size_t batches_before_;

  const std::uint64_t grant_;
  std::uint64_t spent_ = 0;  // on all but the run or the batch that goes on
  std::uint64_t needs_ = 0;  // what the line costs that is not taken; 0: none is left
  std::uint64_t work_left_;

  std::size_t at_;           // where the next line begins
  std::uint64_t lines_ = 0;  // taken
  CloseReason ended_by_ = CloseReason::kNone;

  // The run of Sudoku lines that ends at at_. While there is one, there is no mixed batch.
  std::size_t run_begin_;
  std::uint64_t run_lines_ = 0;
  std::uint64_t run_plain_lines_ = 0;  // with which it begins
  std::vector<Run> runs_;

  RequestBatch* mixed_ = nullptr;
  std::uint32_t mixed_answers_ = 0;  // of its Sudoku lines
};

}  // namespace

RequestParser::RequestParser(const RequestLimits& limits)
    : limits_(limits), count_plain_lines_(sudoku::plain_line_counter()) {}

void RequestParser::parse(sudoku::TextBuffer& bytes, bool at_end,
                          std::vector<std::unique_ptr<RequestBatch>>& batches, std::uint64_t most,
                          std::uint64_t grant, std::uint64_t work) {
  if (ended()) return bytes.clear();
  needs_ = 0;
  if (!begun_) {
    if (bytes.size() < kMark.size() && kMark.starts_with(bytes.view()) && !at_end) return;
    if (bytes.view().starts_with(kMark)) bytes.drop_front(kMark.size());
    begun_ = true;
  }
  if (at_end && bytes.size() > taken_ && !bytes.view().ends_with('\n')) bytes.append("\n");
  ParseCall call(bytes, limits_, count_plain_lines_, batches, taken_, grant, work);
  call.run(most);
  ended_by_ = call.ended_by();
  needs_ = call.needs();
  call.move_runs();
  taken_ = call.at();
}

}  // namespace puzzled::net
