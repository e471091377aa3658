// The possible readings of the rows of a text. If only one fits the text, it is used; if several
// do, the text is ambiguous and refused.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/cover/text/problem_text.hpp"
#include "core/cover/text/row_survey.hpp"

namespace puzzled::cover::text {

struct Reading {
  CoverForm form = CoverForm::kSparse;        ///< kMatrix, kSparse or kCounted
  FirstLine first_line = FirstLine::kOption;  ///< never kAuto
  bool has_labels = false;                    ///< a word before each row's cells
  bool are_blanks_options = false;            ///< lines between options
  bool are_first_blanks_options = false;      ///< lines between the first line and the first option
  std::uint32_t first_column = 1;
  std::uint32_t primary = 0;  ///< columns
  std::uint32_t secondary = 0;
  bool is_complete = true;      ///< each primary column has an option
  bool names_rows = false;      ///< the first line says how many rows there are
  bool is_last_in_use = false;  ///< some option has the last of the columns that it announces
};

/// The readings of this form that fit and give different problems, the plain one first, without
/// those that are implausible.
/// REQUIRES: the form is kMatrix, kSparse or kCounted.
std::vector<Reading> readings_of(const Survey& survey, CoverForm form, FirstLine first_line);

/// In words, with the options that choose it: `an option (--first-line option)`.
std::string reading_text(const Reading& reading, bool with_form);

/// Whether the first line cannot be an option of this form.
bool is_no_option(const Survey& survey, CoverForm form);

}  // namespace puzzled::cover::text
