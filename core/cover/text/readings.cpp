#include "core/cover/text/readings.hpp"

#include <algorithm>
#include <functional>
#include <string_view>

namespace puzzled::cover::text {
namespace {

/// A kind of lines of sizes: what each of its numbers counts, rows, columns, primary columns or
/// secondary ones, and the same in words.
struct SizesLine {
  FirstLine kind;
  std::string_view numbers;
  std::string_view words;
};

constexpr SizesLine kSizes[] = {
    {FirstLine::kColumns, "c", "the number of columns"},
    {FirstLine::kRowsColumns, "rc", "the numbers of rows and columns"},
    {FirstLine::kColumnsRows, "cr", "the numbers of columns and rows"},
    {FirstLine::kColumnsSecondary, "cs",
     "the number of columns and of the secondary ones among them"},
    {FirstLine::kPrimarySecondary, "ps", "the numbers of primary and secondary columns"},
    {FirstLine::kRowsColumnsSecondary, "rcs",
     "the numbers of rows, columns and the secondary ones among them"},
    {FirstLine::kRowsPrimarySecondary, "rps", "the numbers of rows, primary and secondary columns"},
};

/// What a line of sizes says.
struct Sizes {
  bool has_rows = false;
  std::uint64_t rows = 0;
  std::uint64_t primary = 0;
  std::uint64_t secondary = 0;
  /// The secondary columns come on top of the columns that are named first. (Then some row has one:
  /// else nobody would say how many they are.)
  bool is_secondary_added = false;
};

/// False if a line of this kind has another number of numbers.
bool read_sizes(const SizesLine& line, const std::vector<std::uint32_t>& numbers, Sizes& sizes) {
  if (numbers.size() != line.numbers.size()) return false;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const char counted = line.numbers[i];
    (counted == 'r' ? sizes.rows : counted == 's' ? sizes.secondary : sizes.primary) = numbers[i];
  }
  sizes.has_rows = line.numbers.find('r') != std::string_view::npos;
  sizes.is_secondary_added = line.numbers.find('p') != std::string_view::npos;
  if (sizes.is_secondary_added || !line.numbers.ends_with('s')) return true;
  if (sizes.secondary >= sizes.primary) return false;
  sizes.primary -= sizes.secondary;
  return true;
}

/// Readings of rows of 0 and 1.
class MatrixReadings {
 public:
  MatrixReadings(const Survey& survey, FirstLine wanted) : survey_(survey), wanted_(wanted) {}

  std::vector<Reading> list() {
    const bool is_whole = is_wanted(FirstLine::kOption) && add_plain();
    // Whoever has rows that all look alike means them; but a single column says nothing.
    if (is_whole && survey_.width != 1) return readings_;
    add_sizes();
    add_names();
    if (readings_.empty() && is_wanted(FirstLine::kOption)) add_labelled();
    return readings_;
  }

 private:
  bool is_wanted(FirstLine kind) const { return wanted_ == FirstLine::kAuto || wanted_ == kind; }

  void add(FirstLine kind, std::uint64_t primary, std::uint64_t secondary, bool has_labels) {
    if (primary + secondary > kMaxColumns) return;
    const auto is_same = [&](const Reading& other) {
      return (other.first_line == FirstLine::kOption) == (kind == FirstLine::kOption) &&
             other.primary == primary && other.has_labels == has_labels;
    };
    if (std::any_of(readings_.begin(), readings_.end(), is_same)) return;
    readings_.push_back({.form = CoverForm::kMatrix,
                         .first_line = kind,
                         .has_labels = has_labels,
                         .primary = static_cast<std::uint32_t>(primary),
                         .secondary = static_cast<std::uint32_t>(secondary)});
  }

  bool add_plain() {
    const std::size_t cells = survey_.first.cells;
    if (cells == 0 || (survey_.rows > 0 && survey_.width != cells)) return false;
    add(FirstLine::kOption, cells, 0, false);
    return true;
  }

  void add_sizes() {
    const FirstRow& first = survey_.first;
    if (survey_.is_list || first.has_bar || survey_.rows == 0 || survey_.width == 0) return;
    for (const SizesLine& line : kSizes) {
      Sizes sizes;
      if (!is_wanted(line.kind) || !read_sizes(line, first.numbers, sizes)) continue;
      if (sizes.has_rows && sizes.rows != survey_.rows) continue;
      if (sizes.primary + sizes.secondary != survey_.width) continue;
      add(line.kind, sizes.primary, sizes.secondary, false);
    }
  }

  void add_names() {
    const FirstRow& first = survey_.first;
    if (!is_wanted(FirstLine::kNames) || survey_.is_list || survey_.rows == 0) return;
    const std::size_t names = first.fields - (first.has_empty_start ? 1 : 0);
    // Numbers are names if they number the columns; 0 and 1 alone are a row that does not fit.
    const bool are_names = first.numbers.empty() || first.are_numbers_consecutive;
    if (names == 0 || first.has_bar || !are_names || first.cells == first.fields) return;
    const bool has_labels = first.has_empty_start || survey_.width != names;
    if ((has_labels ? survey_.labelled_width : survey_.width) != names) return;
    add(FirstLine::kNames, names, 0, has_labels);
  }

  void add_labelled() {
    const FirstRow& first = survey_.first;
    const std::size_t cells = first.labelled_cells;
    if (cells == 0 || first.has_empty_start) return;
    if (survey_.rows == 0) {
      if (first.has_word_start) add(FirstLine::kOption, cells, 0, true);
      return;
    }
    if (survey_.labelled_width != cells) return;
    const bool are_words = survey_.labels == Labels::kWords && first.has_word_start;
    if (!are_words && !counts_up()) return;
    add(FirstLine::kOption, cells, 0, true);
  }

  /// The first words of all rows are 0, 1, 2 and so on, or begin with 1; and not 0 and 1 only.
  bool counts_up() const {
    if (survey_.labels != Labels::kCountUp || survey_.last_label < 2) return false;
    const std::uint32_t number = survey_.first_label - 1;
    return survey_.first_label > 0 && number <= 1 && first_word_number() == number;
  }

  std::uint32_t first_word_number() const {
    return survey_.first.numbers.empty() ? UINT32_MAX : survey_.first.numbers[0];
  }

  const Survey& survey_;
  FirstLine wanted_;
  std::vector<Reading> readings_;
};

/// Readings of rows of column numbers, with or without their count.
class NumberReadings {
 public:
  NumberReadings(const Survey& survey, CoverForm form, FirstLine wanted)
      : survey_(survey),
        form_(form),
        wanted_(wanted),
        is_counted_(form == CoverForm::kCounted),
        numbers_(is_counted_ ? survey.counted : survey.numbers) {}

  std::vector<Reading> list() {
    const bool do_rows_fit = survey_.rows == 0 || (survey_.are_numbers && !numbers_.is_repeated() &&
                                                   (!is_counted_ || survey_.are_counted));
    const FirstRow& first = survey_.first;
    if (!do_rows_fit || (first.numbers.empty() && first.fields > 0)) return {};
    if (is_wanted(FirstLine::kOption)) add_plain();
    const bool is_plain_complete = !readings_.empty() && readings_[0].is_complete;
    for (const SizesLine& line : kSizes) {
      if (is_wanted(line.kind)) add_sizes(line);
    }
    // A column that no option has makes a reading unlikely if another one has no such column. But
    // what may be sizes and leaves a column empty may be that all the same.
    const auto is_complete = [](const Reading& reading) { return reading.is_complete; };
    if (!is_plain_complete && std::any_of(readings_.begin(), readings_.end(), is_complete)) {
      std::erase_if(readings_, std::not_fn(is_complete));
    }
    // Where rows and columns are as many as two numbers say, that is no chance: other sizes would
    // have to fit as well.
    const auto is_exact = [](const Reading& reading) {
      return reading.names_rows && reading.is_last_in_use;
    };
    const auto is_inexact = [](const Reading& reading) {
      return reading.first_line != FirstLine::kOption && !reading.is_last_in_use;
    };
    if (std::any_of(readings_.begin(), readings_.end(), is_exact)) {
      std::erase_if(readings_, is_inexact);
    }
    return readings_;
  }

 private:
  bool is_wanted(FirstLine kind) const { return wanted_ == FirstLine::kAuto || wanted_ == kind; }

  void add_plain() {
    const FirstRow& first = survey_.first;
    if (is_counted_ ? !first.is_counted || first.has_counted_duplicates : first.has_duplicates) {
      return;
    }
    std::vector<std::uint32_t> row(first.numbers.begin() + (is_counted_ ? 1 : 0),
                                   first.numbers.end());
    std::sort(row.begin(), row.end());
    const bool has_zero = numbers_.has_zero() || (!row.empty() && row[0] == 0);
    const std::uint32_t begin = has_zero ? 0 : 1;
    std::uint32_t end = numbers_.has_numbers() ? numbers_.max() + 1 : begin;
    if (!row.empty()) {
      if (row.back() > kMaxColumns) return;
      end = std::max(end, row.back() + 1);
    }
    std::uint32_t missing = numbers_.first_missing(begin);
    while (std::binary_search(row.begin(), row.end(), missing)) {
      missing = numbers_.first_missing(missing + 1);
    }
    readings_.push_back({.form = form_,
                         .first_line = FirstLine::kOption,
                         .are_blanks_options = !is_counted_,
                         .are_first_blanks_options = !is_counted_,
                         .first_column = begin,
                         .primary = end - begin,
                         .is_complete = missing >= end});
  }

  /// Unless such a line does not fit, or says what another reading says.
  void add_sizes(const SizesLine& line) {
    Sizes sizes;
    if (survey_.is_list || survey_.first.has_bar || survey_.rows == 0) return;
    if (!read_sizes(line, survey_.first.numbers, sizes)) return;
    Reading reading{.form = form_, .first_line = line.kind};
    if (!set_blanks(sizes, reading)) return;
    const std::uint32_t begin = numbers_.has_zero() ? 0 : 1;
    const std::uint64_t used = numbers_.has_numbers() ? numbers_.max() + 1 - begin : 0;
    if (used > sizes.primary + sizes.secondary) return;
    if (sizes.primary + sizes.secondary > kMaxColumns) return;
    if (sizes.is_secondary_added && used <= sizes.primary) return;
    // Every option has a primary column.
    if (sizes.secondary > 0 && numbers_.max_least() - begin >= sizes.primary) return;
    reading.first_column = begin;
    reading.primary = static_cast<std::uint32_t>(sizes.primary);
    reading.secondary = static_cast<std::uint32_t>(sizes.secondary);
    const auto is_same = [&](const Reading& other) {
      return other.first_line != FirstLine::kOption && other.primary == reading.primary;
    };
    if (std::any_of(readings_.begin(), readings_.end(), is_same)) return;
    reading.names_rows = sizes.has_rows;
    reading.is_last_in_use = used == sizes.primary + sizes.secondary;
    reading.is_complete = numbers_.first_missing(begin) >= begin + sizes.primary;
    readings_.push_back(reading);
  }

  /// Which of the blank lines are options without columns. False: there are not so many rows.
  bool set_blanks(const Sizes& sizes, Reading& reading) const {
    if (is_counted_) return !sizes.has_rows || sizes.rows == survey_.rows;
    reading.are_blanks_options = true;
    if (!sizes.has_rows) return true;
    const std::uint64_t with_inner = survey_.rows + survey_.inner_blanks;
    const std::uint64_t with_first = with_inner + survey_.leading_blanks;
    if (sizes.rows == with_inner) return true;
    reading.are_first_blanks_options = true;
    if (sizes.rows >= with_first && sizes.rows <= with_first + survey_.trailing_blanks) return true;
    reading.are_blanks_options = reading.are_first_blanks_options = false;
    return sizes.rows == survey_.rows;
  }

  const Survey& survey_;
  CoverForm form_;
  FirstLine wanted_;
  bool is_counted_;
  const NumberSurvey& numbers_;
  std::vector<Reading> readings_;
};

std::string_view words_of(const Reading& reading) {
  if (reading.first_line == FirstLine::kNames) return "the names of the columns";
  for (const SizesLine& line : kSizes) {
    if (line.kind == reading.first_line) return line.words;
  }
  return reading.form == CoverForm::kCounted ? "an option behind its count" : "an option";
}

}  // namespace

std::vector<Reading> readings_of(const Survey& survey, CoverForm form, FirstLine first_line) {
  if (form == CoverForm::kMatrix) return MatrixReadings(survey, first_line).list();
  return NumberReadings(survey, form, first_line).list();
}

std::string reading_text(const Reading& reading, bool with_form) {
  std::string text(words_of(reading));
  text += " (";
  if (with_form) {
    text += "--format ";
    text += kCoverForms[static_cast<std::size_t>(reading.form)];
    text += ' ';
  }
  text += "--first-line ";
  text += kFirstLines[static_cast<std::size_t>(reading.first_line)];
  return text + ')';
}

bool is_no_option(const Survey& survey, CoverForm form) {
  const FirstRow& first = survey.first;
  if (survey.is_list || first.numbers.empty() || first.numbers.size() > 3 || survey.rows == 0) {
    return false;
  }
  if (form == CoverForm::kMatrix) return first.cells == 0;
  return form == CoverForm::kCounted ? !first.is_counted : first.has_duplicates;
}

}  // namespace puzzled::cover::text
