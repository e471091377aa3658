#include "core/cover/text/row_survey.hpp"

#include <algorithm>

namespace puzzled::cover::text {
namespace {

constexpr std::uint64_t kRowsPerLook = 4096;

bool has_duplicates(std::vector<std::uint32_t> numbers) {
  std::sort(numbers.begin(), numbers.end());
  return std::adjacent_find(numbers.begin(), numbers.end()) != numbers.end();
}

FirstRow look_at_first(const RowScanner& row) {
  FirstRow first;
  std::size_t first_cells = 0;
  std::size_t cells = 0;
  bool are_cells = true;
  bool are_rest_cells = true;
  bool are_numbers = true;
  bool has_gap = false;
  FieldScanner fields(row.begin(), row.end());
  for (Field field; fields.next(field); ++first.fields) {
    const std::size_t more = cells_of(field.text());
    const auto number = whole_number(field.text());
    if (first.fields == 0) {
      first.has_empty_start = field.is_empty();
      first.has_word_start = !field.is_empty() && more == 0 && !number;
      first_cells = more;
      are_cells = more > 0;
    } else {
      are_rest_cells = are_rest_cells && more > 0;
    }
    cells += more;
    // Empty fields fill up a row of a table. One at its beginning is over the labels of rows.
    if (field.is_empty()) {
      has_gap = has_gap || first.fields > 0;
    } else if (number && !has_gap) {
      first.numbers.push_back(*number);
    } else {
      are_numbers = false;
    }
  }
  first.has_bar = fields.at() != row.end();
  if (are_cells && are_rest_cells) first.cells = cells;
  if (are_rest_cells) first.labelled_cells = cells - first_cells;
  std::vector<std::uint32_t>& numbers = first.numbers;
  first.are_numbers_consecutive =
      are_numbers && !numbers.empty() && numbers[0] <= 1 &&
      std::adjacent_find(numbers.begin(), numbers.end(), [](std::uint32_t a, std::uint32_t b) {
        return b != a + 1;
      }) == numbers.end();
  if (!are_numbers || first.has_empty_start) numbers.clear();
  if (numbers.empty()) return first;
  first.is_counted = numbers[0] == numbers.size() - 1;
  first.has_duplicates = has_duplicates(numbers);
  first.has_counted_duplicates = has_duplicates({numbers.begin() + 1, numbers.end()});
  return first;
}

/// Goes over the rows behind the first.
class Surveyor {
 public:
  explicit Surveyor(Survey& survey) : survey_(survey) {}

  void add(const RowScanner& row) {
    const bool is_first = survey_.rows++ == 0;
    std::size_t fields = 0;
    std::size_t cells = 0;
    std::size_t cells_of_first = 0;
    bool are_cells = true;
    bool are_rest_cells = true;
    std::size_t empty = 0;  // fields, so far
    std::optional<std::uint32_t> first_number;
    begin_numbers();
    FieldScanner scanner(row.begin(), row.end());
    for (Field field; scanner.next(field); ++fields) {
      const std::string_view word = field.text();
      if (word.empty()) ++empty;
      if (may_be_cells_) {
        const std::size_t more = cells_of(word);
        (fields == 0 ? are_cells : are_rest_cells) &= more > 0;
        if (fields == 0) cells_of_first = more;
        cells += more;
      }
      const auto number = column_number(word);
      if (fields == 0) first_number = number;
      // Empty fields fill rows up in a table: nothing may stand behind one.
      if (survey_.are_numbers && !word.empty()) add_number(empty > 0 ? std::nullopt : number);
    }
    end_numbers(fields - empty);
    if (!may_be_cells_) return;
    unite(is_first, are_cells && are_rest_cells ? cells : 0, survey_.width);
    unite(is_first, are_rest_cells ? cells - cells_of_first : 0, survey_.labelled_width);
    look_at_label(first_number, are_cells);
    may_be_cells_ = survey_.width > 0 || survey_.labelled_width > 0;
  }

  void finish() {
    if (survey_.rows == 0) return;
    if (are_words_) survey_.labels = Labels::kWords;
    if (counts_up_) survey_.labels = Labels::kCountUp;
  }

 private:
  static void unite(bool is_first, std::size_t width, std::size_t& to) {
    if (is_first) {
      to = width;
    } else if (to != width) {
      to = 0;
    }
  }

  void begin_numbers() {
    numbers_in_row_ = 0;
    if (!survey_.are_numbers) return;
    survey_.numbers.begin_row();
    survey_.counted.begin_row();
  }

  void add_number(std::optional<std::uint32_t> number) {
    if (!number || *number > kMaxColumns) {
      survey_.are_numbers = survey_.are_counted = false;
      return;
    }
    survey_.numbers.add(*number);
    if (numbers_in_row_++ == 0) {
      count_ = *number;
    } else {
      survey_.counted.add(*number);
    }
  }

  void end_numbers(std::size_t fields) {
    if (!survey_.are_numbers) return;
    survey_.numbers.end_row();
    survey_.counted.end_row();
    if (fields == 0 || count_ != fields - 1) survey_.are_counted = false;
    survey_.do_counts_differ =
        survey_.do_counts_differ || (survey_.rows > 1 && count_ != last_count_);
    last_count_ = count_;
  }

  void look_at_label(std::optional<std::uint32_t> number, bool is_cell) {
    if (number || is_cell) are_words_ = false;
    if (!number) counts_up_ = false;
    if (!counts_up_) return;
    if (survey_.rows == 1) {
      survey_.first_label = *number;
    } else {
      counts_up_ = *number == survey_.last_label + 1;
    }
    survey_.last_label = *number;
  }

  Survey& survey_;
  bool may_be_cells_ = true;
  std::size_t numbers_in_row_ = 0;
  std::uint32_t count_ = 0;
  std::uint32_t last_count_ = 0;
  bool are_words_ = true;
  bool counts_up_ = true;
};

}  // namespace

void NumberSurvey::add(std::uint32_t number) {
  if (number >= covered_.size()) {
    covered_.resize(number + 1);
    last_row_.resize(number + 1);
  }
  covered_[number] = true;
  is_repeated_ = is_repeated_ || last_row_[number] == rows_;
  last_row_[number] = rows_;
  row_least_ = std::min(row_least_, number);
  last_ = number;
  if (number == 0) ++zeros_;
}

void NumberSurvey::end_row() {
  if (row_least_ == UINT32_MAX) return;
  ++used_;
  if (last_ == 0) ++ending_zeros_;
  max_least_ = std::max(max_least_, row_least_);
}

std::uint32_t NumberSurvey::first_missing(std::uint32_t from) const {
  while (from < covered_.size() && covered_[from]) ++from;
  return from;
}

std::optional<Survey> survey_rows(std::string_view text, std::uint64_t first_line,
                                  const StopFlag& stop) {
  Survey survey;
  Surveyor surveyor(survey);
  RowScanner row(text, first_line);
  bool has_first = false;
  std::uint64_t blanks = 0;
  for (std::uint64_t looked = 1; row.next(); ++looked) {
    if (looked % kRowsPerLook == 0 && is_stopped(stop)) return std::nullopt;
    if (row.is_blank()) {
      ++blanks;
      continue;
    }
    if (!has_first) {
      has_first = true;
      survey.is_list = row.is_list();
      survey.first = look_at_first(row);
    } else {
      (survey.rows == 0 ? survey.leading_blanks : survey.inner_blanks) += blanks;
      surveyor.add(row);
    }
    blanks = 0;
  }
  survey.has_labels = row.has_labels();
  survey.trailing_blanks = blanks;
  surveyor.finish();
  return survey;
}

}  // namespace puzzled::cover::text
