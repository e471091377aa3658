#include "daemon/commands/queens/board_run.hpp"

#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/json_text.hpp"
#include "core/queens/boards/board_count.hpp"
#include "core/queens/solution_walk.hpp"
#include "core/queens/text/board_answer.hpp"
#include "core/queens/text/board_reader.hpp"
#include "daemon/base/files/input.hpp"
#include "daemon/base/files/line_reader.hpp"
#include "daemon/base/files/output.hpp"
#include "daemon/base/os/exit_code.hpp"
#include "daemon/base/os/free_memory.hpp"
#include "daemon/base/os/message.hpp"
#include "daemon/base/progress/progress.hpp"
#include "daemon/commands/queens/solution_text.hpp"
#include "parallel/jobs/queens.hpp"
#include "parallel/unit_order.hpp"
#include "parallel/unit_queue.hpp"
#include "parallel/workers.hpp"

namespace puzzled::commands {
namespace {

// Region boards that all threads answer together: some milliseconds of work for each.
constexpr std::size_t kBoardsAtOnce = 4096;

// Solutions of a board up to which its list is held in memory, beside those of other boards. Longer
// lists are written as they are found.
constexpr std::uint64_t kMaxHeldSolutions = 100;

/// Answers board after board, in their order.
class BoardRun {
 public:
  BoardRun(const QueensSettings& settings, const QueensRequest& request, Output& output,
           Interrupt& interrupt)
      : settings_(settings),
        request_(request),
        output_(output),
        interrupt_(interrupt),
        workers_(settings.threads) {
    interrupt_.set_stop_flag(&stop_);
  }
  ~BoardRun() { interrupt_.set_stop_flag(nullptr); }
  BoardRun(const BoardRun&) = delete;
  BoardRun& operator=(const BoardRun&) = delete;

  int run() {
    if (request_.inputs.empty()) {
      take(request_.board);
    } else {
      for (const std::string& input : request_.inputs) {
        if (!goes_on() || !read(input)) break;
      }
    }
    flush();
    return finish();
  }

 private:
  /// A board of regions whose answer is due, or the answer to what is none.
  using Due = std::variant<queens::RegionBoard, std::string>;

  bool goes_on() const {
    return !is_stopped(stop_) && !error_ && output_.status() == Output::Status::kOk &&
           !(settings_.svg && boards_ > 0);
  }

  bool read(const std::string& input);
  void take(const queens::AnyBoard& board);
  void refuse(const std::string& place, const std::string& reason);
  void flush();
  int finish();

  void answer(const queens::Board& board);
  void count(const queens::Board& board);
  void write_count(const queens::Board& board, queens::Count count);
  template <class Board>
  void list(const Board& board);
  void answer(std::string& text, const queens::RegionBoard& board);
  void answer_long(const queens::RegionBoard& board);

  bool write(std::string_view text) { return output_.write(text) == Output::Status::kOk; }
  /// Lists of several solutions have an empty line between boards.
  void append_gap(std::string& text) {
    if (boards_++ > 0 && request_.listed > 1 && !settings_.json) text += '\n';
  }

  const QueensSettings settings_;
  const QueensRequest& request_;
  const queens::BoardQuestion question_ = {.listed = request_.listed,
                                           .counts = settings_.count,
                                           .limit = settings_.limit,
                                           .has_solution = settings_.has_solution,
                                           .json = settings_.json};
  Output& output_;
  Interrupt& interrupt_;
  parallel::Workers workers_;
  StopFlag stop_{false};
  std::vector<Due> due_;
  std::uint64_t boards_ = 0;
  std::atomic<bool> some_unanswered_ = false;  // no solution, or no board
  std::optional<Error> error_;
};

bool BoardRun::read(const std::string& input) {
  Result<std::unique_ptr<ByteSource>> source = open_input(input, interrupt_);
  if (!source) {
    error_ = source.error();
    return false;
  }
  LineReader lines(std::move(*source), input_name(input),
                   {.line_bytes = queens::kMaxBoardDocumentBytes, .gives_all = true});
  queens::BoardReader reader(lines);
  std::uint64_t found = 0;
  while (goes_on()) {
    const std::optional<queens::BoardReader::Read> read = reader.next();
    if (!read) break;
    ++found;
    if (read->board) {
      take(*read->board);
    } else {
      refuse(input_name(input) + ':' + std::to_string(read->line), read->board.error().message);
    }
  }
  if (lines.error()) {
    error_ = lines.error();
    return false;
  }
  if (found == 0 && goes_on()) {
    complain(input_name(input) + " has no board");
    some_unanswered_ = true;
  }
  return true;
}

void BoardRun::refuse(const std::string& place, const std::string& reason) {
  complain(place + ": " + reason);
  std::string text;
  if (settings_.json) {
    JsonObject object(text);
    object.text("invalid", reason);
    object.end();
    text += '\n';
  } else {
    text = "invalid\n";
  }
  due_.emplace_back(std::move(text));
  some_unanswered_ = true;
  if (due_.size() >= kBoardsAtOnce) flush();
}

void BoardRun::take(const queens::AnyBoard& board) {
  const auto* const regions = std::get_if<queens::RegionBoard>(&board);
  if (regions != nullptr && question_.listed <= kMaxHeldSolutions) {
    due_.emplace_back(*regions);
    if (due_.size() >= kBoardsAtOnce || settings_.svg) flush();
    return;
  }
  flush();
  std::string gap;
  append_gap(gap);
  write(gap);
  if (regions != nullptr) {
    answer_long(*regions);
  } else {
    answer(std::get<queens::Board>(board));
  }
}

void BoardRun::flush() {
  std::vector<std::string> texts(due_.size());
  parallel::for_each_unit(workers_, due_.size(), [&] {
    return [&](std::size_t place) {
      if (const auto* const board = std::get_if<queens::RegionBoard>(&due_[place])) {
        answer(texts[place], *board);
      } else {
        texts[place] = std::get<std::string>(due_[place]);
      }
      return !is_stopped(stop_);
    };
  });
  due_.clear();
  if (is_stopped(stop_)) return;
  std::string all;
  for (const std::string& text : texts) {
    append_gap(all);
    all += text;
  }
  if (!all.empty()) write(all);
}

int BoardRun::finish() {
  if (error_) {
    complain(error_->message);
    return output_.finish(Results::kIncomplete, kExitFailure);
  }
  if (output_.status() != Output::Status::kOk) {
    return output_.finish(Results::kIncomplete, kExitFailure);
  }
  if (interrupt_.requested()) {
    complain("interrupted after " + plural(boards_, "board"));
    return output_.finish(Results::kIncomplete, interrupt_.exit_code());
  }
  return output_.finish(Results::kComplete, some_unanswered_ ? kExitSomeUnanswered : kExitAllWell);
}

void BoardRun::answer(const queens::Board& board) {
  if (board.queens > queens::kMaxQueens && request_.counted && settings_.limit == 0 &&
      !settings_.has_solution) {
    return refuse("board " + std::to_string(boards_), queens::too_many_to_count(board.queens));
  }
  if (settings_.has_solution) {
    const bool is_there = queens::count_by_walking(board, 1, stop_) > 0;
    if (is_stopped(stop_)) return;
    std::string text;
    queens::append_has_solution(text, is_there, settings_.json);
    if (!is_there) some_unanswered_ = true;
    write(text);
    return;
  }
  if (request_.listed > 0) list(board);
  if (request_.counted && !is_stopped(stop_)) count(board);
}

template <class Board>
void BoardRun::list(const Board& board) {
  SolutionText solutions(settings_, board);
  const auto format = [&](std::string& text, std::span<const int> columns) {
    solutions.append(text, columns);
  };
  const auto show = [&](std::string_view text, std::uint64_t) { return write(text); };
  const parallel::Listed listed = parallel::list_queens(
      board, {.limit = request_.listed, .format = format, .show = show}, stop_);
  if (listed.shown > 0 || is_stopped(stop_)) return;
  some_unanswered_ = true;
  if (settings_.svg) return complain("the board has no solution: nothing was drawn");
  std::string text;
  queens::append_no_solution(text, settings_.json);
  write(text);
}

void BoardRun::count(const queens::Board& board) {
  if (settings_.limit > 0) {
    const std::uint64_t found = queens::count_by_walking(board, settings_.limit, stop_);
    if (!is_stopped(stop_)) write_count(board, found);
    return;
  }
  const std::uint64_t memory = request_.memory.value_or(free_memory() / 2);
  const auto plan = queens::plan_board_count(
      board, {.queens = board.queens,
              .isa = settings_.isa,
              .max_memory = memory / static_cast<std::uint64_t>(workers_.threads())});
  if (!plan) {
    error_ = plan.error();
    return;
  }
  const std::vector<std::uint64_t> units = parallel::longest_first((*plan)->work_of_all());
  std::atomic<double> done = 0;
  const ProgressLine line([&] { return percent_text(done) + " of the work"; }, !settings_.quiet);
  const auto counted = parallel::count_queens(
      workers_, **plan, {.units = units, .progress = [&](double share) { done = share; }}, stop_);
  if (!counted) {
    error_ = counted.error();
  } else if (counted->is_complete) {
    write_count(board, counted->sum.count);
  }
}

void BoardRun::write_count(const queens::Board& board, queens::Count count) {
  std::string text;
  queens::append_count(text, board.queens, count, std::nullopt, settings_.json);
  write(text);
}

/// Called on any thread, several at a time.
void BoardRun::answer(std::string& text, const queens::RegionBoard& board) {
  SolutionText solutions(settings_, board);
  const auto format = [&](std::string& to, std::span<const int> columns) {
    solutions.append(to, columns);
  };
  const queens::BoardVerdict verdict =
      answer_regions(text, board, question_, format, {.stop = &stop_});
  if (verdict != queens::BoardVerdict::kNoSolution) return;
  some_unanswered_ = true;
  if (!settings_.svg) return;
  text.clear();
  complain("the board has no solution: nothing was drawn");
}

/// With a list that is written as it is found.
void BoardRun::answer_long(const queens::RegionBoard& board) {
  list(board);
  if (!request_.counted || is_stopped(stop_)) return;
  queens::BoardQuestion count = question_;
  count.listed = 0;
  std::string text;
  answer_regions(text, board, count, {}, {.stop = &stop_});
  if (!is_stopped(stop_)) write(text);
}

}  // namespace

int run_boards(const QueensSettings& settings, const QueensRequest& request, Interrupt& interrupt) {
  const Result<std::unique_ptr<Output>> output = Output::open(settings, interrupt);
  if (!output) return fail(output.error());
  QueensSettings without_board = settings;
  if (!request.inputs.empty()) without_board.board = false;  // it says that the files hold boards
  return BoardRun(without_board, request, **output, interrupt).run();
}

}  // namespace puzzled::commands
