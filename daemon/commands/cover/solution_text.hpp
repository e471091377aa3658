// A solution of an exact cover problem as a line of text.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/cover/text/problem_text.hpp"

namespace puzzled::commands {

enum class CoverSolutionForm {
  kNumbers,  ///< the options' numbers, from 1, smallest first, separated by spaces
  kTexts,    ///< the options as they were written, in the same order, separated by tabs
};

/// Writes solutions of one problem. Any number of threads may use it.
class CoverSolutionText {
 public:
  /// `text` is what `problem` was read from; both must outlive this.
  CoverSolutionText(std::string_view text, const cover::ReadProblem& problem,
                    CoverSolutionForm form, bool is_json)
      : text_(text), problem_(problem), form_(form), is_json_(is_json) {}

  /// Appends a line with its line feed. In JSON it is an object, whose member `options` has the
  /// numbers and, for kTexts, `texts` the texts.
  void append(std::string& to, std::span<const std::uint32_t> options) const;

  /// The same behind the cost of the solution and a tab; in JSON `cost` comes first.
  void append_with_cost(std::string& to, std::int64_t cost,
                        std::span<const std::uint32_t> options) const;

 private:
  void append_options(std::string& to, const std::vector<std::uint32_t>& sorted) const;
  void append_object(std::string& to, const std::int64_t* cost,
                     const std::vector<std::uint32_t>& sorted) const;
  std::string_view option_text(std::uint32_t option) const {
    const cover::TextSpan span = problem_.option_texts[option];
    return text_.substr(span.begin, span.size);
  }

  std::string_view text_;
  const cover::ReadProblem& problem_;
  CoverSolutionForm form_;
  bool is_json_;
};

}  // namespace puzzled::commands
