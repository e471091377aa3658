#include "daemon/serve/request_cutter.hpp"

#include <algorithm>
#include <climits>
#include <utility>

#include "core/sudoku/text_form.hpp"
#include "daemon/serve/plain_lines.hpp"

namespace puzzled::serve {
namespace {

constexpr std::string_view kMark = "\xEF\xBB\xBF";

// Copied text in a piece; the longest lines make it four times as much.
constexpr std::size_t kFullCopy = 256 * 1024;

// Where the run of plain lines has broken off, it probably does so again.
constexpr int kLinesBetweenTries = 16;

/// What a piece takes beside its texts, and the longest answer that is given on the spot.
const std::uint64_t kPieceBytes = memory_of(Piece());
constexpr std::uint64_t kReadyAnswerBytes = 192;

/// A buffer of that size may stay though it is nearly empty.
constexpr std::size_t kSmallBuffer = 64;

/// What a run of Sudoku lines costs: a copy of it, and the answers.
std::uint64_t cost_of_run(std::uint64_t bytes, std::uint64_t lines) {
  return lines == 0 ? 0 : kPieceBytes + bytes + answer_bound(bytes, lines);
}

/// One call of cut(): what it has found in the bytes so far.
class Cut {
 public:
  Cut(std::string& bytes, const RequestLimits& limits, std::vector<std::unique_ptr<Piece>>& pieces,
      std::size_t at, std::uint64_t grant)
      : bytes_(bytes),
        limits_(limits),
        pieces_(pieces),
        pieces_before_(pieces.size()),
        grant_(grant),
        at_(at),
        run_begin_(at) {}

  /// Takes up to `most` lines; true when the stream has ended.
  bool run(std::uint64_t most) {
    const std::string_view text = bytes_;
    int tries_off = limits_.line_bytes >= kPlainLineBytes ? 0 : INT_MAX;
    while (at_ < text.size() && lines_ < most && !ended_ && needs_ == 0 &&
           ready_lines_ < RequestCutter::kMostReadyLines &&
           pieces_.size() - pieces_before_ < RequestCutter::kMostPieces) {
      // Blank lines are nobody's, and cost nothing.
      if (mixed_ == nullptr && run_lines_ == 0 && text[at_] == '\n') {
        run_begin_ = ++at_;
        continue;
      }
      if (mixed_ == nullptr && tries_off-- <= 0) {
        // So many cost no more than what is left: an eighth for three copies and a sixteenth, a
        // half for the lines.
        const std::uint64_t left = grant_ - std::min(grant_, cost() + kPieceBytes);
        const PlainLines plain = find_plain_lines(
            text.substr(at_, left / 8),
            std::min({most - lines_, RequestCutter::kMostLines - run_lines_, left / 128}));
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
        if (may_spend(cost_of_text(kReadyAnswerBytes))) add_too_long();
      } else if (whole) {
        take(line, feed + 1 - at_);
      } else {
        break;
      }
    }
    flush();
    return ended_;
  }

  std::uint64_t needs() const { return needs_; }

  /// Hands the bytes of the runs over to their pieces, which may be once nothing refers to them.
  void move_runs() {
    Run* whole = nullptr;
    for (Run& run : runs_) {
      // If the rest is small: it is copied, and the piece takes the memory of both.
      if (run.begin == 0 && run.size >= kSmallestMove && 2 * run.size >= bytes_.capacity()) {
        whole = &run;
      } else {
        run.piece->requests.assign(bytes_, run.begin, run.size);
      }
    }
    if (ended_) at_ = bytes_.size();
    if (whole != nullptr) {
      std::string rest = bytes_.substr(at_);
      bytes_.resize(whole->size);
      whole->piece->requests = std::move(bytes_);
      bytes_ = std::move(rest);
      at_ = 0;
    } else if (at_ >= bytes_.size() - at_) {
      bytes_.erase(0, at_);
      at_ = 0;
      // A connection that falls silent holds no buffer, one that has to wait none that is half
      // empty.
      if (bytes_.capacity() > 2 * bytes_.size() + kSmallBuffer) std::string(bytes_).swap(bytes_);
    }
  }

  /// Where the first byte stands that has not been taken.
  std::size_t at() const { return at_; }

 private:
  struct Run {
    Piece* piece;
    std::size_t begin;
    std::size_t size;
  };

  // Memory. A text that grows takes up to twice its size.

  /// Of a mixed piece with texts of that size, of which `solved` bytes are to be solved.
  std::uint64_t cost_of_mixed(std::uint64_t texts, std::uint64_t solved,
                              std::uint64_t lines) const {
    return kPieceBytes + 2 * (texts + solved + lines * sizeof(Insertion)) +
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
           kPieceBytes;  // if it has to begin another one
  }

  /// The same with a Sudoku line that is copied.
  std::uint64_t cost_of_sudoku(std::uint64_t tag, std::uint64_t bytes) const {
    const std::uint64_t alone = cost_of_mixed(tag, bytes, 1);
    if (mixed_ == nullptr || mixed_->kind == PieceKind::kStream) return alone;
    // What is there becomes insertions only now.
    return alone + texts_of_mixed() + answer_bound(0, mixed_->lines);
  }

  /// False, and nothing more is taken, if the grant has no room for so much more.
  bool may_spend(std::uint64_t more) {
    if (cost() + more <= grant_) return true;
    needs_ = more;
    return false;
  }

  Piece& push(PieceKind kind, std::uint64_t lines) {
    pieces_.push_back(std::make_unique<Piece>());
    Piece& piece = *pieces_.back();
    piece.kind = kind;
    piece.lines = lines;
    return piece;
  }

  void add_run(std::size_t bytes, std::uint64_t lines) {
    at_ += bytes;
    lines_ += lines;
    run_lines_ += lines;
    if (run_lines_ == RequestCutter::kMostLines) flush();
  }

  void flush() {
    spent_ = cost();
    if (run_lines_ > 0) {
      Piece& piece = push(PieceKind::kStream, run_lines_);
      runs_.push_back({&piece, run_begin_, at_ - run_begin_});
    }
    run_begin_ = at_;
    run_lines_ = 0;
    mixed_ = nullptr;
    mixed_answers_ = 0;
  }

  /// The piece that lines are copied to.
  Piece& mixed() {
    if (mixed_ != nullptr &&
        (mixed_->lines >= RequestCutter::kMostLines ||
         mixed_->requests.size() + mixed_->answers.size() + mixed_->inserted.size() >= kFullCopy)) {
      flush();
    }
    if (mixed_ == nullptr) {
      flush();
      mixed_ = &push(PieceKind::kReady, 0);
    }
    return *mixed_;
  }

  void add_too_long() {
    Piece& piece = mixed();
    ++piece.lines;
    add_text(piece, too_long_answer(limits_) + '\n');
    ++piece.tally.errors[static_cast<std::size_t>(ErrorCode::kTooLong)];
    close();
  }

  void close() {
    flush();
    if (pieces_.size() == pieces_before_) push(PieceKind::kReady, 0);
    pieces_.back()->closes = true;
    ended_ = true;
  }

  /// Text that comes before the next Sudoku line's answer.
  void add_text(Piece& piece, std::string_view text) {
    if (piece.kind == PieceKind::kReady) {
      piece.answers.append(text);
      return;
    }
    if (piece.insertions.empty() || piece.insertions.back().answer != mixed_answers_) {
      piece.insertions.push_back({mixed_answers_, 0});
    }
    piece.insertions.back().size += static_cast<std::uint32_t>(text.size());
    piece.inserted += text;
  }

  void add_sudoku(const Request& request) {
    const bool other_limit =
        mixed_ != nullptr && mixed_->kind == PieceKind::kStream && mixed_->limit != request.limit;
    if (other_limit) flush();
    Piece& piece = counted(mixed());
    if (piece.kind == PieceKind::kReady) {
      piece.kind = PieceKind::kStream;
      piece.limit = request.limit;
      const sudoku::TextBuffer ready = std::move(piece.answers);
      if (!ready.empty()) add_text(piece, ready.view());
    }
    if (!request.tag.empty()) add_text(piece, std::string(request.tag) + ' ');
    piece.requests += request.sudoku;
    // A carriage return at its end is the line's own.
    piece.requests += request.sudoku.ends_with('\r') ? "\r\n" : "\n";
    ++mixed_answers_;
    if (request.limit != 1) ++piece.tally.requests[static_cast<std::size_t>(Verb::kCount)];
  }

  /// Takes the line if there is room for it.
  void take(std::string_view line, std::size_t bytes) {
    if (mixed_ == nullptr && (line.empty() || begins_sudoku(line.front()))) {
      if (may_spend(cost_of_run(bytes, 1))) add_run(bytes, 1);
      return;
    }
    const Request request = read_request(line, limits_);
    switch (request.kind) {
      case Request::Kind::kEnd:
        close();
        ++pieces_.back()->tally.requests[static_cast<std::size_t>(Verb::kQuit)];
        return;
      case Request::Kind::kStats:
      case Request::Kind::kSearch:
        if (!may_spend(cost_alone(request))) return;
        take_alone(request);
        at_ += bytes;
        run_begin_ = at_;
        ++lines_;
        return;
      case Request::Kind::kNothing:
        break;
      case Request::Kind::kSudoku:
        if (!may_spend(cost_of_sudoku(request.tag.size() + 1, request.sudoku.size() + 2))) return;
        add_sudoku(request);
        break;
      case Request::Kind::kReady:
        if (!may_spend(cost_of_text(request.tag.size() + 1 + request.answer.size() + 1))) return;
        take_ready(request, counted(mixed()));
        break;
    }
    at_ += bytes;
    ++lines_;
    if (request.closes) close();
  }

  static Piece& counted(Piece& piece) {
    ++piece.lines;
    return piece;
  }

  void take_ready(const Request& request, Piece& piece) {
    ++ready_lines_;
    std::string text;
    if (!request.tag.empty()) text.append(request.tag).append(" ");
    add_text(piece, text + request.answer + '\n');
    if (request.is_error) {
      ++piece.tally.errors[static_cast<std::size_t>(request.error)];
    } else {
      ++piece.tally.requests[static_cast<std::size_t>(request.verb)];
    }
  }

  static std::uint64_t cost_alone(const Request& request) {
    const bool is_stats = request.kind == Request::Kind::kStats;
    return kPieceBytes + 3 * (request.tag.size() + 1) +
           (is_stats ? kStatsAnswerBytes : answer_bound(request.search));
  }

  void take_alone(const Request& request) {
    flush();
    spent_ += cost_alone(request);
    const bool is_stats = request.kind == Request::Kind::kStats;
    Piece& piece = push(is_stats ? PieceKind::kStats : PieceKind::kSearch, 1);
    ++piece.tally.requests[static_cast<std::size_t>(request.verb)];
    if (!request.tag.empty()) piece.tag.append(request.tag).append(" ");
    piece.search = request.search;
  }

  std::string& bytes_;
  const RequestLimits& limits_;
  std::vector<std::unique_ptr<Piece>>& pieces_;
  const std::size_t pieces_before_;

  const std::uint64_t grant_;
  std::uint64_t spent_ = 0;  // on all but the run or the piece that goes on
  std::uint64_t needs_ = 0;  // what the line costs that is not taken; 0: none is left

  std::size_t at_;           // where the next line begins
  std::uint64_t lines_ = 0;  // taken
  std::uint64_t ready_lines_ = 0;
  bool ended_ = false;

  // The run of Sudoku lines that ends at at_. While there is one, there is no mixed piece.
  std::size_t run_begin_;
  std::uint64_t run_lines_ = 0;
  std::vector<Run> runs_;

  Piece* mixed_ = nullptr;
  std::uint32_t mixed_answers_ = 0;  // of its Sudoku lines
};

}  // namespace

RequestCutter::RequestCutter(const RequestLimits& limits) : limits_(limits) {}

void RequestCutter::cut(std::string& bytes, bool at_end,
                        std::vector<std::unique_ptr<Piece>>& pieces, std::uint64_t most,
                        std::uint64_t grant) {
  if (ended_) return bytes.clear();
  needs_ = 0;
  if (!begun_) {
    if (bytes.size() < kMark.size() && kMark.starts_with(bytes) && !at_end) return;
    if (bytes.starts_with(kMark)) bytes.erase(0, kMark.size());
    begun_ = true;
  }
  if (at_end && bytes.size() > taken_ && bytes.back() != '\n') bytes += '\n';
  Cut cut(bytes, limits_, pieces, taken_, grant);
  ended_ = cut.run(most);
  needs_ = cut.needs();
  cut.move_runs();
  taken_ = cut.at();
}

}  // namespace puzzled::serve
