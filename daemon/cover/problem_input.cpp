#include "daemon/cover/problem_input.hpp"

#include <utility>

#include "daemon/files/input.hpp"
#include "daemon/files/whole_file.hpp"

namespace puzzled {

Result<std::optional<CoverProblemText>> ProblemInput::next() {
  while (true) {
    if (cut_) {
      if (const auto piece = cut_->next()) {
        return std::optional(CoverProblemText{piece->text, piece->first_line, next_input_ - 1});
      }
      cut_.reset();
    }
    if (next_input_ == inputs_.size()) return std::optional<CoverProblemText>();
    Result<std::string> text = read_whole(inputs_[next_input_], kMaxBytes, interrupt_);
    if (!text) return text.error();
    ++next_input_;
    text_ = std::move(*text);
    cut_.emplace(text_);
  }
}

bool ProblemInput::at_last() const {
  std::optional<cover::ProblemCut> rest = cut_;
  return next_input_ == inputs_.size() && !(rest && rest->next());
}

std::string ProblemInput::place_text(const CoverProblemText& problem, std::string_view kind,
                                     const cover::TextFault& fault) const {
  return input_name(inputs_[problem.input]) + ':' + std::to_string(fault.line) + ':' +
         std::to_string(fault.column) + ": " + std::string(kind) + ": " + fault.message + '\n';
}

}  // namespace puzzled
