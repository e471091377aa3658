
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "core/cover/text/line_scanner.hpp"
#include "core/cover/text/readers.hpp"
#include "core/cover/text/readings.hpp"
#include "core/cover/text/row_scanner.hpp"

namespace puzzled::cover::text {
namespace {

TextFault stopped() {
  return {1, 1, "stopped while the problem was read", TextFault::Kind::kStopped};
}

/// The fault at the first row, which is quoted.
TextFault fault_at_first(std::string_view text, std::uint64_t first_line, std::string_view before,
                         std::string_view behind) {
  RowScanner rows(text, first_line);
  (void)rows.find_row();
  return rows.fault(
      rows.begin(),
      std::string(before) + quoted_name(between(rows.begin(), rows.end())) + std::string(behind));
}

TextFault ambiguous(std::string_view text, std::uint64_t first_line,
                    const std::vector<Reading>& readings) {
  const bool same_form = std::all_of(readings.begin(), readings.end(), [&](const Reading& other) {
    return other.form == readings[0].form;
  });
  std::string behind = " may be ";
  for (std::size_t i = 0; i < readings.size(); ++i) {
    if (i > 0) behind += i + 1 < readings.size() ? ", " : " or ";
    behind += reading_text(readings[i], !same_form);
  }
  return fault_at_first(text, first_line, "ambiguous: the first line ", behind);
}

/// The plain reading, whose fault says what is wrong.
Reading plain(const Survey& survey, CoverForm form) {
  Reading reading{.form = form, .are_blanks_options = form == CoverForm::kSparse};
  if (form == CoverForm::kMatrix) {
    const FirstRow& first = survey.first;
    reading.primary = static_cast<std::uint32_t>(
        std::min<std::size_t>(first.cells > 0 ? first.cells : first.fields, kMaxColumns));
    return reading;
  }
  reading.first_column = 0;
  reading.primary = kMaxColumns + 1;
  return reading;
}

/// What the first line cannot be.
std::optional<TextFault> sizes_fault(std::string_view text, const Survey& survey, CoverForm form,
                                     FirstLine wanted, std::uint64_t first_line) {
  const bool is_wanted = wanted != FirstLine::kAuto && wanted != FirstLine::kOption;
  if (!is_wanted && !is_no_option(survey, form)) return std::nullopt;
  std::string rows = std::to_string(survey.rows) + (survey.rows == 1 ? " row" : " rows");
  if (form == CoverForm::kMatrix) {
    if (survey.rows > 0 && survey.width == 0) return std::nullopt;
    rows += " of " + std::to_string(survey.width) + " columns";
  } else {
    const NumberSurvey& numbers = form == CoverForm::kCounted ? survey.counted : survey.numbers;
    if (survey.rows > 0 && (!survey.are_numbers || numbers.is_repeated())) return std::nullopt;
    if (form == CoverForm::kCounted && !survey.are_counted) return std::nullopt;
    if (numbers.has_numbers()) rows += " with columns up to " + std::to_string(numbers.max());
  }
  const std::string what =
      is_wanted ? " is not --first-line " + std::string(kFirstLines[static_cast<int>(wanted)])
                : " is no option, and no sizes";
  return fault_at_first(text, first_line, "the first line ",
                        what + " of what follows: " + rows +
                            (is_wanted ? "" : " (--first-line says what a first line is)"));
}

Result<ReadProblem, TextFault> read_by(std::string_view text, const Survey& survey,
                                       const std::vector<Reading>& readings, CoverForm form,
                                       FirstLine wanted, std::uint64_t first_line,
                                       const ReadingLimits& limits) {
  if (readings.size() > 1) return ambiguous(text, first_line, readings);
  if (!readings.empty()) return read_numbered(text, readings[0], first_line, limits);
  if (auto fault = sizes_fault(text, survey, form, wanted, first_line)) return *fault;
  return read_numbered(text, plain(survey, form), first_line, limits);
}

/// Column 0, or the end of a row?
bool are_zeros_ambiguous(const Survey& survey, const std::vector<Reading>& readings) {
  return survey.rows > 0 && survey.numbers.ends_with_zeros() && readings.size() == 1 &&
         readings[0].form == CoverForm::kSparse && !survey.is_list &&
         (readings[0].first_line != FirstLine::kOption || survey.first.numbers.back() == 0);
}

Result<ReadProblem, TextFault> read_with_numbering(std::string_view text, CoverForm form,
                                                   std::uint64_t first_line,
                                                   const ReadingLimits& limits) {
  const Result<Reading, TextFault> reading = read_numbering(text, form, first_line);
  if (!reading) return reading.error();
  return read_numbered(text, *reading, first_line, limits);
}

/// Behind a line such as 1:7, which Knuth's form does not have, there are rows of 0 and 1 or of
/// column numbers.
Result<ReadProblem, TextFault> read_numbering_of_any(std::string_view text,
                                                     Result<ReadProblem, TextFault> dlx,
                                                     std::uint64_t first_line,
                                                     const ReadingLimits& limits) {
  const Result<Reading, TextFault> numbering = read_numbering(text, CoverForm::kSparse, first_line);
  if (!numbering) return dlx;
  const auto matrix = read_with_numbering(text, CoverForm::kMatrix, first_line, limits);
  auto sparse = read_with_numbering(text, CoverForm::kSparse, first_line, limits);
  if (!matrix) return sparse;
  if (!sparse) return read_with_numbering(text, CoverForm::kMatrix, first_line, limits);
  return fault_at_first(text, first_line, "ambiguous: behind ",
                        " there may be rows of 0 and 1 (--format matrix) or of column numbers "
                        "(--format sparse)");
}

/// Rows of column numbers may be led by their count. Where each row is, with different counts, and
/// all columns have an option, that is no chance.
void add_counted(const Survey& survey, std::vector<Reading>& readings) {
  if (survey.is_list || survey.rows == 0) return;
  const std::vector<Reading> counted = readings_of(survey, CoverForm::kCounted, FirstLine::kAuto);
  if (counted.size() == 1 && counted[0].is_complete && survey.do_counts_differ) {
    readings = counted;
  } else {
    readings.insert(readings.end(), counted.begin(), counted.end());
  }
}

/// What the text means if it is not Knuth's form. Rows of 0 and 1 come before all else.
std::vector<Reading> readings_of_any(const Survey& survey) {
  std::vector<Reading> readings = readings_of(survey, CoverForm::kMatrix, FirstLine::kAuto);
  const bool is_plain = !readings.empty() && readings[0].first_line == FirstLine::kOption;
  if (is_plain) return readings;
  if (survey.is_list) {
    return readings.empty() ? readings_of(survey, CoverForm::kSparse, FirstLine::kAuto) : readings;
  }
  for (const Reading& counted : readings_of(survey, CoverForm::kCounted, FirstLine::kAuto)) {
    readings.push_back(counted);
  }
  return readings;
}

/// Whether a text that can be read in Knuth's form might be something else.
std::optional<Reading> rival_of_dlx(const Survey& survey) {
  const std::vector<Reading> matrix = readings_of(survey, CoverForm::kMatrix, FirstLine::kOption);
  if (!matrix.empty() && !matrix[0].has_labels) return matrix[0];
  for (const Reading& counted : readings_of(survey, CoverForm::kCounted, FirstLine::kAuto)) {
    if (counted.is_complete) return counted;
  }
  return std::nullopt;
}

/// Whether all words of the first row are numbers.
bool begins_with_numbers(std::string_view text, std::uint64_t first_line) {
  RowScanner rows(text, first_line);
  (void)rows.find_row();
  FieldScanner fields(rows.begin(), rows.end());
  for (Field field; fields.next(field);) {
    if (!whole_number(field.text())) return false;
  }
  return true;
}

bool begins_list(std::string_view text, std::uint64_t first_line) {
  RowScanner rows(text, first_line);
  (void)rows.find_row();
  return rows.is_list();
}

/// `fault`, which is that of Knuth's form, unless the text looks like rows of 0 and 1.
Result<ReadProblem, TextFault> refuse_any(std::string_view text, const Survey& survey,
                                          TextFault fault, std::uint64_t first_line,
                                          const ReadingLimits& limits) {
  if (survey.is_list || survey.first.cells > 1) {
    const CoverForm form =
        survey.is_list && survey.first.cells == 0 ? CoverForm::kSparse : CoverForm::kMatrix;
    return read_by(text, survey, {}, form, FirstLine::kAuto, first_line, limits);
  }
  if (!survey.first.numbers.empty()) {
    fault.message += " (rows of numbers: --format matrix, sparse or counted)";
  }
  return fault;
}

}  // namespace

Result<ReadProblem, TextFault> read_columns(std::string_view text, const ReadSettings& settings,
                                            std::uint64_t first_line, const ReadingLimits& limits) {
  const CoverForm form = settings.form;
  if (numbers_columns(text, first_line)) {
    return read_with_numbering(text, form, first_line, limits);
  }
  if (settings.first_line == FirstLine::kAuto) {
    if (auto fault = find_series(text, first_line)) return *std::move(fault);
  }
  const std::optional<Survey> survey = survey_rows(text, first_line, limits.stop());
  if (!survey) return stopped();
  std::vector<Reading> readings = readings_of(*survey, form, settings.first_line);
  if (form == CoverForm::kSparse && settings.first_line == FirstLine::kAuto) {
    add_counted(*survey, readings);
  }
  if (are_zeros_ambiguous(*survey, readings)) {
    return fault_at_first(text, first_line, "ambiguous: each row ends with 0, as in ",
                          ": leave them out if they end rows, or begin with a line such as 0:6 if "
                          "0 is a column");
  }
  return read_by(text, *survey, readings, form, settings.first_line, first_line, limits);
}

Result<ReadProblem, TextFault> read_any(std::string_view text, std::uint64_t first_line,
                                        const ReadingLimits& limits) {
  auto dlx = read_dlx(text, first_line, limits);
  const bool is_dlx = static_cast<bool>(dlx);
  if (!is_dlx && dlx.error().kind != TextFault::Kind::kInvalid) return dlx;
  const bool is_list = begins_list(text, first_line);
  // A line of items alone may be a list as well: then nobody means items.
  const bool has_options = is_dlx && dlx->named.problem.options() > 0;
  if (is_dlx && !begins_with_numbers(text, first_line) && (has_options || !is_list)) return dlx;
  if (!is_dlx && numbers_columns(text, first_line)) {
    return read_numbering_of_any(text, std::move(dlx), first_line, limits);
  }
  if (auto fault = find_series(text, first_line)) return *std::move(fault);
  const std::optional<Survey> survey = survey_rows(text, first_line, limits.stop());
  if (!survey) return stopped();
  if (is_dlx && !is_list) {
    const std::optional<Reading> rival = rival_of_dlx(*survey);
    if (!rival) return dlx;
    return fault_at_first(
        text, first_line, "ambiguous: the first line ",
        std::string(" may be names of items (--format dlx) or ") +
            (rival->form == CoverForm::kMatrix ? "a row of 0 and 1 (--format matrix)"
                                               : reading_text(*rival, true)));
  }
  const std::vector<Reading> readings = readings_of_any(*survey);
  if (readings.size() > 1) return ambiguous(text, first_line, readings);
  if (!readings.empty()) return read_numbered(text, readings[0], first_line, limits);
  TextFault fault =
      is_dlx ? fault_at_first(text, first_line, "", " is no list of rows") : dlx.error();
  return refuse_any(text, *survey, std::move(fault), first_line, limits);
}

}  // namespace puzzled::cover::text
