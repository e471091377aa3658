#include "daemon/commands/bulk/stream_run.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "core/sudoku/text/csv.hpp"
#include "daemon/base/files/input.hpp"
#include "daemon/base/os/exit_code.hpp"
#include "daemon/base/os/message.hpp"
#include "daemon/base/progress/pace.hpp"
#include "daemon/commands/bulk/inputs.hpp"
#include "daemon/commands/bulk/summary.hpp"
#include "parallel/thread_time.hpp"

namespace puzzled::commands {
namespace {

// So many threads' blocks may take twice the memory.
constexpr int kFewThreads = 8;

// At the end of a block few of its puzzles are left, which costs up to a tenth of the time: so
// blocks are twice as large if there are enough for all threads and memory allows it. (Four times
// as large, they do not fit into the L2 cache.)
std::size_t block_bytes(const StreamPlan& plan, int threads, std::uint64_t input_bytes) {
  constexpr std::uint64_t kBlocksPerThread = 8;
  const std::uint64_t most = plan.may_double_blocks && threads <= kFewThreads ? 2 : 1;
  const std::uint64_t full_blocks = input_bytes / plan.block_bytes;
  const std::uint64_t shares = static_cast<std::uint64_t>(threads) * kBlocksPerThread;
  const std::uint64_t bytes =
      plan.block_bytes * std::clamp<std::uint64_t>(full_blocks / shares, 1, most);
  if (!plan.has_equal_shares || threads == 1 || input_bytes == 0) return bytes;
  // As many blocks for each thread, and each a little larger: it ends at the end of a line.
  constexpr std::uint64_t kLine = 128;
  const std::uint64_t of_all = bytes * static_cast<std::uint64_t>(threads);
  const std::uint64_t rounds = input_bytes / of_all + 1;
  const std::uint64_t equal = input_bytes / (rounds * static_cast<std::uint64_t>(threads));
  return std::max<std::uint64_t>(equal + kLine, kSmallBlockBytes);
}

// For how many bytes a block that reads `bytes` and its answers have memory, once they are more
// than a little: where few threads have large ones, for so many that they come in pages of 2 MiB
// (operator_new.cpp). Without, 50 000 puzzles of 17 clues took one thread 1.5 times as long, and
// two 1.6 times.
std::size_t block_room(const StreamPlan& plan, int threads, std::size_t bytes) {
  if (plan.block_bytes < kBlockBytes || threads > kFewThreads) return bytes;
  return std::max(bytes, 2 * kBlockBytes);
}

// With which answers of lines that are no pairs begin.
constexpr std::string_view kInvalid = "invalid ";

// One block in work for each thread and one waiting for every second thread keep all busy although
// blocks differ; two more are for source and sink. Small blocks take little memory: one waits for
// each thread.
std::size_t block_count(int threads, std::size_t bytes) {
  const int waiting = bytes > kSmallBlockBytes ? threads / 2 : threads;
  return static_cast<std::size_t>(threads + waiting) + 2;
}

}  // namespace

StreamRun::StreamRun(const ToolSettings& settings, StreamPlan plan, Inputs inputs, Output& output,
                     Interrupt& interrupt)
    : settings_(settings),
      plan_(std::move(plan)),
      inputs_(std::move(inputs)),
      count_plain_lines_(sudoku::plain_line_counter(settings.isa)),
      workers_(settings.threads),
      blocks_(output, interrupt, counters_, [this](bool early) { print_summary(early); }),
      input_blocks_(inputs_, settings.form, interrupt, count_plain_lines_) {
  counters_.work_total = inputs_.bytes();
  // That of the file is in another part.
  wrote_header_ = inputs_.begins_within();
  if (plan_.writes_arrays) arrays_.emplace(blocks_);
  if (plan_.streams_answers) streaming_ = plan_.make_answerer(workers_, blocks_.stop());
}

void StreamRun::run() {
  const int threads = workers_.threads();
  const std::size_t bytes = block_bytes(plan_, threads, counters_.work_total.value_or(0));
  const std::size_t room = block_room(plan_, threads, bytes);
  pace_.emplace(plan_.paces_blocks || plan_.begins_alone, bytes);
  is_alone_ = plan_.begins_alone && threads > 1;
  if (plan_.may_double_blocks) answer_room_ = room;
  std::vector<StreamBlock> blocks;
  const std::size_t count = block_count(threads, bytes);
  blocks.reserve(count);
  for (std::size_t i = 0; i < count; ++i) blocks.emplace_back(room);
  const parallel::AnswerStream<StreamBlock> stream{
      .read = [this](StreamBlock& block) { return read(block); },
      .make_answerer = [this] { return make_answerer(); },
      .write = [this](StreamBlock& block) { return take(block); },
      .stays_alone = [this] { return is_answered_alone(); }};
  blocks_.run(
      [&] {
        if (arrays_ && !arrays_->begin()) return;
        parallel::answer_in_order<StreamBlock>(workers_, blocks, stream, blocks_.stop());
      },
      !settings_.quiet);
}

int StreamRun::finish(bool read_all) {
  if (plan_.last_text && read_all && is_complete()) blocks_.write(plan_.last_text(*this));
  const sudoku::Tally tally = counters_.tally();
  const bool has_answers = plan_.answers_each_line || inputs_.is_part() ||
                           input_blocks_.consumed() == 0 || tally.puzzles() > tally.invalid ||
                           (tally.invalid > 0 && !plan_.leaves_out_invalid);
  const bool all_answered =
      plan_.answers_each_line || (tally.solved == tally.puzzles() &&
                                  (inputs_.is_part() || !report_.has_input_without_puzzle()));
  const auto closing = [&]() -> std::string {
    if (plan_.json_summary && !settings_.quiet) return {};
    if ((plan_.answers_each_line || inputs_.is_part()) && tally.puzzles() == 0) return {};
    if (plan_.judges_pairs) return report_.closing_message_on_pairs(input_blocks_.name(0));
    return report_.closing_message(input_blocks_, tally.puzzles() > 0 || has_answers, counters_);
  };
  return blocks_.finish(read_all && is_complete(), has_answers,
                        all_answered ? kExitAllWell : kExitSomeUnanswered, closing);
}

bool StreamRun::is_answered_alone() {
  if (input_blocks_.ended()) return true;
  is_alone_ = is_alone_ && head_start_.goes_on(input_blocks_.consumed(), counters_.work_total);
  return is_alone_;
}

bool StreamRun::read(StreamBlock& block) {
  if (is_alone_) {
    const auto used = parallel::cpu_time_ns(CLOCK_THREAD_CPUTIME_ID);
    head_start_.begin_block(static_cast<double>(used) * 1e-9);
  }
  const bool found = input_blocks_.next(block.question, block.input, pace_->bytes());
  counters_.work_done.store(input_blocks_.consumed(), std::memory_order_relaxed);
  block.first_puzzle = puzzles_;
  if (found && plan_.numbers_puzzles) {
    const TextBlock& question = block.question;
    puzzles_ += sudoku::count_puzzle_lines(question.text(), question.form, question.context,
                                           count_plain_lines_);
  }
  return found;
}

Answerer StreamRun::make_answerer() {
  if (plan_.streams_answers) return [](StreamBlock&) { return true; };  // stream() does it
  return [this, answer = plan_.make_answerer(workers_, blocks_.stop())](StreamBlock& block) {
    const std::size_t bytes = block.question.text().size();
    block.answers.clear();
    if (bytes > kSmallBlockBytes) block.answers.text.room(answer_room_);
    const auto begin = std::chrono::steady_clock::now();
    const bool is_answered = answer(block);
    pace_->solved(bytes, std::chrono::steady_clock::now() - begin);
    return is_answered;
  };
}

bool StreamRun::take(StreamBlock& block) {
  if (block.input != input_) {
    input_ = block.input;
    lines_before_ = 0;
    items_before_ = 0;
    has_reported_quote_ = false;
  }
  if (plan_.streams_answers && !stream(block)) return false;
  const sudoku::ToolAnswers& answers = block.answers;
  if (!input_blocks_.may_be_part(block.input, answers.account)) {
    failed_ = true;
    return false;
  }
  report_faults(block);
  if (!write_answers(answers)) return false;
  lines_before_ += answers.line_ends;
  items_before_ += answers.tally.puzzles();
  for (std::size_t i = 0; i < levels_.size(); ++i) levels_[i] += answers.levels[i];
  counters_.add(answers.tally);
  counters_.add(answers.account);
  return true;
}

// Makes the answers, and writes all but the last ones.
bool StreamRun::stream(StreamBlock& block) {
  sudoku::ToolAnswers& answers = block.answers;
  bool wanted = true;
  answers.clear();
  answers.flush = [&] {
    wanted = wanted && !is_stopped(blocks_.stop()) && write_answers(answers);
    answers.text.clear();
    answers.header_bytes = 0;
    return wanted;
  };
  streaming_(block);
  answers.flush = {};
  return wanted;
}

// Of several tables, the header of the first is enough. What looks like a header behind puzzles is
// dropped, whether or not a block begins with it.
bool StreamRun::write_answers(const sudoku::ToolAnswers& answers) {
  if (!plan_.writes_answers) return !plan_.chooses || write_chosen(answers);
  const std::string_view text = answers.text.view();
  if (arrays_) return arrays_->write(text);
  const bool drops_header = wrote_header_ || items_before_ > 0;
  const std::size_t header = drops_header ? answers.header_bytes : 0;
  wrote_header_ = wrote_header_ || answers.header_bytes > header;
  if (!plan_.chooses) return blocks_.write(text.substr(header));
  return write_header(text.substr(header, answers.header_bytes - header)) && write_chosen(answers);
}

bool StreamRun::write_header(std::string_view header) {
  for (std::size_t file = 0; file < plan_.files; ++file) {
    if (!blocks_.write(header, file)) return false;
  }
  return true;
}

bool StreamRun::write_chosen(const sudoku::ToolAnswers& answers) {
  const std::string_view text = answers.text.view();
  chosen_.resize(plan_.files);
  for (std::string& lines : chosen_) lines.clear();
  for (const sudoku::ToolAnswers::KeyedLine& line : answers.keyed) {
    const Result<std::optional<std::size_t>> file =
        plan_.chooses({line, input_, lines_before_ + line.line});
    if (!file) {
      complain(file.error().message);
      failed_ = true;
      break;
    }
    if (*file) chosen_[**file] += text.substr(line.begin, line.end - line.begin);
  }
  // Also before an error: they are part of what --partial keeps.
  for (std::size_t file = 0; file < plan_.files; ++file) {
    if (!blocks_.write(chosen_[file], file)) return false;
  }
  return !failed_;
}

// Those that are told are told as `FILE:LINE:COLUMN: invalid: REASON`, a form that editors can jump
// to.
void StreamRun::report_faults(const StreamBlock& block) {
  using Reported = StreamPlan::ReportedFaults;
  const bool tells_all =
      settings_.verbose || plan_.leaves_out_invalid || plan_.reported_faults == Reported::kAll;
  const std::string name = inputs_.name(block.input);
  std::string text;
  for (const sudoku::Fault& fault : block.answers.faults) {
    const std::string_view reason = block.answers.faults.reason(fault);
    const std::uint64_t line = lines_before_ + fault.place.line;
    if (block.input == 0 && (!plan_.judges_pairs || reason.starts_with(kInvalid))) {
      report_.add_fault(line, plan_.judges_pairs ? reason.substr(kInvalid.size()) : reason);
    }
    const bool is_first_quote = plan_.reported_faults == Reported::kUnclosedQuote &&
                                !has_reported_quote_ && reason == sudoku::kUnclosedQuote;
    has_reported_quote_ = has_reported_quote_ || is_first_quote;
    if (!tells_all && !is_first_quote) continue;
    text += name + ':' + std::to_string(line) + ':' + std::to_string(fault.place.column) +
            (plan_.judges_pairs ? ": " : ": invalid: ");
    text.append(reason) += '\n';
  }
  std::fwrite(text.data(), 1, text.size(), stderr);
  report_.add(block.input, block.answers.tally.puzzles(), block.answers.tally.invalid);
}

// `10000 puzzles, 3 invalid, 9120 distinct in 0.012 s (820 k/s, 2 threads)`.
void StreamRun::print_summary(bool interrupted) const {
  if (settings_.quiet) return;
  const sudoku::Tally tally = counters_.tally();
  const std::string more = plan_.summary ? plan_.summary() : "";
  if (plan_.solves) {
    const std::string skipped = skipped_text(counters_);
    return report({.tally = tally,
                   .seconds = counters_.seconds(),
                   .threads = workers_.threads(),
                   .interrupted = interrupted,
                   .decoration = counters_.decoration.load(std::memory_order_relaxed),
                   .skipped = more.empty() ? skipped : ", " + more + skipped},
                  plan_.json_summary);
  }
  std::string text = interrupted ? "interrupted after " : "";
  if (plan_.judges_pairs) {
    text += plural(tally.puzzles(), "pair") + ": " + std::to_string(tally.solved) + " ok, " +
            std::to_string(tally.unsolvable) + " wrong, " + std::to_string(tally.invalid) +
            " invalid";
  } else {
    text += plural(tally.puzzles(), "puzzle");
    if (tally.invalid > 0) text += ", " + std::to_string(tally.invalid) + " invalid";
  }
  if (!more.empty()) text += ", " + more;
  text += skipped_text(counters_);
  complain(text + pace_text(tally.puzzles(), counters_.seconds(),
                            plural(static_cast<std::uint64_t>(workers_.threads()), "thread")));
}

int run_stream(const ToolSettings& settings, StreamPlan plan, Interrupt& interrupt) {
  Result<Inputs> inputs =
      inputs_of(settings.inputs, settings.part, settings.form, settings.quiet, interrupt);
  if (!inputs) return fail(inputs.error());
  const Result<std::unique_ptr<Output>> output =
      plan.writes_arrays ? open_arrays(settings, interrupt) : Output::open(settings, interrupt);
  if (!output) return fail(output.error());
  StreamRun run(settings, std::move(plan), std::move(*inputs), **output, interrupt);
  run.run();
  return run.finish();
}

}  // namespace puzzled::commands
