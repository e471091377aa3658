#include "text_blocks.hpp"

#include <pybind11/pybind11.h>

#include <algorithm>
#include <mutex>

#include "core/sudoku/batch_solver.hpp"
#include "core/sudoku/text/block_cut.hpp"
#include "core/sudoku/text/cells.hpp"
#include "core/sudoku/text/detect_form.hpp"
#include "interruptible.hpp"
#include "worker_threads.hpp"

namespace py = pybind11;

namespace puzzled::python {
namespace {

/// Cuts a text into blocks of about `bytes` bytes, in order. For any number of threads.
class TextCutter {
 public:
  TextCutter(std::string_view text, const sudoku::TextForm& form, std::size_t bytes)
      : form_(form), rest_(text), text_begin_(text.data()), bytes_(bytes) {}

  bool next(TextBlock& block) {
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

  /// REQUIRES: no thread takes blocks any more.
  std::optional<std::size_t> end_line() const { return end_line_; }

  /// Nothing comes after this.
  void end() {
    const std::lock_guard lock(mutex_);
    rest_ = {};
  }

 private:
  void take(const sudoku::BlockCut& cut, TextBlock& block) {
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
  const std::size_t bytes_;
};

std::size_t block_bytes(std::size_t text_bytes, int threads) {
  constexpr std::size_t kMin = 1024 * sudoku::kLineBytes;
  constexpr std::size_t kMax = sudoku::kMaxBlockLines * sudoku::kLineBytes;
  if (threads == 1) return kMax;
  return std::clamp(text_bytes / (8 * static_cast<std::size_t>(threads)), kMin, kMax);
}

}  // namespace

sudoku::FormRequest TextOptions::request() const {
  if (!sudoku::BlankSigns::are_valid(blank)) {
    throw py::value_error("blank must be at most " + std::to_string(sudoku::BlankSigns::kMaxBytes) +
                          " bytes, and neither digits from 1 to 9 nor white space");
  }
  return {.column = column, .blanks = sudoku::BlankSigns(blank)};
}

std::optional<std::size_t> for_each_text_block(
    std::string_view text, const TextOptions& options, int threads,
    const std::function<bool(const TextBlock&, const StopFlag&)>& work) {
  const sudoku::TextForm form = *sudoku::detect_form(text, true, options.request());
  if (form.lacks_column) throw py::value_error("there is no column '" + options.column + "'");
  const std::size_t bytes = block_bytes(text.size(), threads);
  const std::size_t blocks = text.size() / bytes + 1;
  TextCutter cutter(text, form, bytes);
  run_interruptibly([&](StopFlag& stop) {
    run_on_threads(std::min<std::size_t>(static_cast<std::size_t>(threads), blocks), stop, [&] {
      TextBlock block;
      while (!is_stopped(stop) && cutter.next(block)) {
        if (!work(block, stop)) cutter.end();
      }
    });
  });
  return cutter.end_line();
}

}  // namespace puzzled::python
