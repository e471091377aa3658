#include "parallel/api/text_blocks.hpp"

#include <algorithm>
#include <mutex>
#include <string>

#include "core/api/search_result.hpp"
#include "core/sudoku/batch_solver.hpp"
#include "core/sudoku/text/block_cut.hpp"
#include "parallel/unit_queue.hpp"
#include "puzzled/bulk.hpp"

namespace puzzled {
namespace {

/// Cuts a text into blocks of about `bytes` bytes, in order. For any number of threads.
class TextCutter {
 public:
  TextCutter(std::string_view text, const sudoku::TextForm& form, std::size_t bytes)
      : form_(form), rest_(text), text_begin_(text.data()), size_(text.size()), bytes_(bytes) {}

  bool next(BlockOfText& block) {
    const std::lock_guard lock(mutex_);
    for (std::size_t window = bytes_; !rest_.empty(); window *= 2) {
      const bool at_end = window >= rest_.size();
      const sudoku::BlockCut cut =
          sudoku::cut_block(rest_.substr(0, window), form_, context_, at_end, false, counter_);
      if (cut.size > 0) {
        take(cut, block);
        return true;
      }
      if (at_end) return false;
      // Else a line or a board is longer than the window.
    }
    return false;
  }

  /// How much of the text is cut, from 0 to 1.
  double share(const BlockOfText& block) const {
    return static_cast<double>(block.begin + block.text.size()) / static_cast<double>(size_);
  }

  /// REQUIRES: no thread takes blocks any more.
  std::optional<std::size_t> end_line() const { return end_line_; }

  /// Nothing comes after this.
  void end() {
    const std::lock_guard lock(mutex_);
    rest_ = {};
  }

 private:
  void take(const sudoku::BlockCut& cut, BlockOfText& block) {
    block = {.text = rest_.substr(0, cut.size),
             .form = form_,
             .context = context_,
             .number = number_++,
             .begin = static_cast<std::size_t>(rest_.data() - text_begin_)};
    block.form.has_quotes = cut.has_quotes;
    block.form.plain_lines = cut.plain_lines;
    context_ = cut.next;
    rest_.remove_prefix(cut.size);
    if (cut.ended) {
      end_line_ = block.begin + cut.size;
      rest_ = {};
    }
  }

  const sudoku::PlainLineCounter counter_ = sudoku::plain_line_counter();
  const sudoku::TextForm form_;
  std::mutex mutex_;
  sudoku::BlockContext context_;
  std::size_t number_ = 0;
  std::optional<std::size_t> end_line_;
  std::string_view rest_;
  const char* const text_begin_;
  const std::size_t size_;
  const std::size_t bytes_;
};

std::size_t block_bytes(std::size_t text_bytes, int threads) {
  constexpr std::size_t kMin = 1024 * kLineBytes;
  constexpr std::size_t kMax = sudoku::kMaxBlockLines * kLineBytes;
  if (threads == 1) return kMax;
  return std::clamp(text_bytes / (8 * static_cast<std::size_t>(threads)), kMin, kMax);
}

}  // namespace

Result<std::optional<std::size_t>> for_each_text_block(std::string_view text,
                                                       const TextOptions& options,
                                                       const RunOptions& run, Pieces pieces,
                                                       const TextBlockWork& work) {
  if (const Result<> checked = options.check(); !checked) return checked.error();
  const sudoku::TextForm form = *sudoku::detect_form(
      text, true, {.column = options.column, .blanks = sudoku::BlankSigns(options.blank)});
  if (form.is_refused()) return Error{form.reason_to_refuse(options.column)};
  const int threads = worker_count(run.threads);
  const std::size_t bytes = block_bytes(text.size(), threads);
  // Threads that cut, each until nothing is left.
  const auto cutting =
      std::min<std::size_t>(static_cast<std::size_t>(threads), text.size() / bytes + 1);
  TextCutter cutter(text, form, bytes);
  const bool is_whole = run_watched(run, pieces, [&](RunState& state) {
    parallel::Workers workers(threads);
    parallel::for_each_unit(workers, cutting, [&] {
      return [&](std::size_t) {
        BlockOfText block;
        while (!state.look() && cutter.next(block)) {
          if (!work(block, state.stop)) cutter.end();
          state.done.store(cutter.share(block), std::memory_order_relaxed);
        }
        return true;
      };
    });
  });
  if (!is_whole) return stopped_error();
  return cutter.end_line();
}

}  // namespace puzzled
