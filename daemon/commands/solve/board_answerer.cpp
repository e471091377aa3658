#include "daemon/commands/solve/board_answerer.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/variants/model.hpp"
#include "core/variants/rules.hpp"
#include "core/variants/search.hpp"

namespace puzzled::commands {
namespace {

class SizedAnswerer {
 public:
  SizedAnswerer(std::shared_ptr<const variants::Rules> rules, const BoardForm& form,
                const SearchLimits& limits)
      : rules_(std::move(rules)), form_(form), limits_(limits), search_(*rules_) {}

  bool answer(StreamBlock& block) {
    const sudoku::BlockStart start =
        sudoku::start_of_block(block.question.text(), block.question.context);
    sudoku::BlockAnswers& answers = block.answers;
    line_ = start.line_ends;
    answers.line_ends += start.line_ends;
    std::string_view rest = start.text;
    while (!rest.empty()) {
      const std::size_t end = rest.find('\n');
      const bool has_end = end != std::string_view::npos;
      std::string_view line = rest.substr(0, end);
      rest.remove_prefix(has_end ? end + 1 : rest.size());
      if (line.ends_with('\r')) line.remove_suffix(1);
      if (line.find_first_not_of(" \t") == std::string_view::npos) {
        ++answers.account.blank;
      } else if (line.front() == '#' || line == "end") {
        ++answers.account.comments;
      } else {
        ++answers.account.answered;
        if (!answer_line(line, answers)) return false;
      }
      ++line_;
      if (has_end) ++answers.line_ends;
    }
    return true;
  }

 private:
  bool answer_line(std::string_view line, sudoku::BlockAnswers& answers) {
    const std::vector<variants::ValueSet>& allowed = rules_->model().allowed;
    if (line.size() != allowed.size()) {
      reject(1, "expected a line of " + std::to_string(allowed.size()) + " cells", line, answers);
      return true;
    }
    candidates_ = allowed;
    bool is_lower_case = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const int value = form_.alphabet.value(line[i]);
      if (value == variants::Alphabet::kNoCell) {
        reject(i + 1, "unexpected character", line, answers);
        return true;
      }
      if (value == 0) continue;
      candidates_[i] = variants::set_of(value);
      is_lower_case |= line[i] >= 'a' && line[i] <= 'z';
    }
    const auto [one, other] = rules_->find_conflict(candidates_);
    if (one != other) {
      reject(std::max(one, other) + 1U, "clues contradict each other", line, answers);
      return true;
    }
    const variants::Found found = search_.solve(candidates_, limits_);
    if (found.timed_out && is_stopped(*limits_.stop)) return false;
    write(found, is_lower_case, answers);
    return true;
  }

  void reject(std::size_t column, std::string_view reason, std::string_view line,
              sudoku::BlockAnswers& answers) {
    ++answers.tally.invalid;
    answers.faults.add({line_, static_cast<std::uint32_t>(column)}, reason, 0, line);
    answers.text.append("invalid " + std::string(reason) + "\n");
  }

  void write(const variants::Found& found, bool is_lower_case, sudoku::BlockAnswers& answers) {
    if (found.timed_out) {
      ++answers.tally.timed_out;
      answers.text.append("timeout\n");
      return;
    }
    ++(found.count > 0 ? answers.tally.solved : answers.tally.unsolvable);
    if (found.count > 1) ++answers.tally.multiple;
    text_.clear();
    const bool counts = limits_.solutions != 1;
    if (counts) text_ = std::to_string(found.count) + '\t';
    if (found.count == 0) {
      text_ += counts ? "-" : "unsolvable";
    } else {
      for (const int value : search_.first()) {
        text_ += form_.alphabet.character(value, is_lower_case);
      }
    }
    answers.text.append(text_ += '\n');
  }

  const std::shared_ptr<const variants::Rules> rules_;
  const BoardForm form_;
  const SearchLimits limits_;
  variants::Search search_;
  std::vector<variants::ValueSet> candidates_;
  std::string text_;
  std::uint32_t line_ = 0;  // of the block
};

std::string sizes_text() {
  std::string text;
  for (const int size : variants::box_sizes()) {
    if (size != 9) text += (text.empty() ? "" : ", ") + std::to_string(size);
  }
  return text;
}

}  // namespace

Result<BoardForm> parse_board_form(std::string_view text) {
  const std::string_view number = text.substr(0, text.find(':'));
  int size = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), size);
  const auto sizes = variants::box_sizes();
  if (error != std::errc{} || end != number.data() + number.size() || size == 9 ||
      std::find(sizes.begin(), sizes.end(), size) == sizes.end()) {
    return Error{"--size " + std::string(text) + ": the sizes are " + sizes_text() +
                 "; boards of 9 need no --size"};
  }
  std::string names;
  const std::vector<variants::Alphabet> alphabets = variants::Alphabet::all_of(size);
  for (const variants::Alphabet& alphabet : alphabets) {
    names += (names.empty() ? "" : ", ") + std::to_string(size) + ":" + alphabet.name();
  }
  if (number.size() == text.size()) {
    if (alphabets.size() == 1) return BoardForm{size, alphabets.front()};
    return Error{"--size " + std::string(text) + " does not say how values are written: " + names};
  }
  const auto alphabet = variants::Alphabet::find(size, text.substr(number.size() + 1));
  if (!alphabet) return Error{"--size " + std::string(text) + ": known are " + names};
  return BoardForm{size, *alphabet};
}

MakeAnswerer board_answerers(const BoardForm& form, const SearchLimits& limits) {
  const auto rules = std::make_shared<const variants::Rules>(
      variants::sudoku_model(form.size, variants::usual_boxes(form.size)));
  return [=](parallel::Workers&, const StopFlag& stop) -> Answerer {
    SearchLimits stoppable = limits;
    stoppable.stop = &stop;
    return [answerer = std::make_shared<SizedAnswerer>(rules, form, stoppable)](
               StreamBlock& block) { return answerer->answer(block); };
  };
}

}  // namespace puzzled::commands
